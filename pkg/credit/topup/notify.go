package topup

import (
	"io"
	"net/http"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/web"
	"herald/pkg/provider"
)

// noticeLimit bounds a callback; the adapters' own bounds are lower.
const noticeLimit = 1 << 20

// notify takes the callbacks of providers. A callback is authenticated, and its content is otherwise not believed:
// the provider is queried. It is accepted after the query, so that the provider repeats it until then.
func (r *Service) notify(a *web.API) http.HandlerFunc {
	return func(w http.ResponseWriter, req *http.Request) {
		name := req.PathValue("provider")
		provided, err := r.Provider(name)
		if err == nil && provided == nil {
			err = fault.Missing()
		}
		if err != nil {
			a.Fail(w, req, err)
			return
		}
		taken, junk := r.onNotification(req, w, provided)
		answer := provided.Answer(taken)
		if junk {
			answer.Status = http.StatusBadRequest
		}
		w.Header().Set("Content-Type", answer.ContentType)
		w.WriteHeader(answer.Status)
		_, _ = io.WriteString(w, answer.Body) // the provider repeats what it did not hear
	}
}

// onNotification reports whether a callback was accepted, and whether it is invalid. A callback that is not
// authentic, or about another merchant, is the caller's fault, so that junk raises no alarms of ours. Providers
// repeat a callback after any answer but their own word.
func (r *Service) onNotification(req *http.Request, w http.ResponseWriter, provided provider.PaymentProvider) (taken, junk bool) {
	ctx, name := req.Context(), provided.Profile().Provider
	body, err := io.ReadAll(http.MaxBytesReader(w, req.Body, noticeLimit))
	if err != nil {
		return false, true
	}
	notice, err := provided.ParseNotification(ctx, body, req.Header.Get)
	switch cause := provider.CauseOf(err); {
	case cause == provider.Foreign:
		r.Log(map[string]any{"alarm": "a callback about another merchant or currency", "provider": name, "detail": err.Error()})
		return false, true
	case err != nil:
		r.Log(map[string]any{"warning": "topup: callback: " + err.Error(), "provider": name})
		return false, true
	}
	if f := notice.Refund; f != nil {
		if known, ok, err := r.Refund(ctx, f.Refund); err != nil || ok && known.Order == f.Number {
			return err == nil && r.Pursue(ctx, f.Refund) == nil, false // it is queried until it is known, even if the callback is lost
		}
		r.Log(map[string]any{"alarm": "a payment was given back", "provider": name, "order": notice.Refund.Number,
			"refund": notice.Refund.Refund})
		return true, false
	}
	if notice.Payment == nil { // about something else
		return true, false
	}
	err = r.Poll(ctx, notice.Payment.Number)
	if fault.Is(err, "web.notFound") {
		r.Log(map[string]any{"alarm": "a payment for an order that nobody made", "provider": name, "order": notice.Payment.Number})
	} else if err != nil {
		r.Log(map[string]any{"error": "topup: " + err.Error(), "provider": name, "order": notice.Payment.Number})
	}
	return err == nil, false
}
