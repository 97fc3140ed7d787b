package numberbatch

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/web"
	"herald/pkg/provider"
)

// CallbackQueue is where authentic callbacks go.
const CallbackQueue = "inbound"

const maxCallback = 64 << 10

// CallbackHandler hears the partner. It is apart from the module, so that the webhook's function carries nothing else.
type CallbackHandler struct {
	Queues  queue.Queues
	Partner func() (provider.NumberSource, error) // nil without an error where there is none
}

// HookRoutes are the partner's callbacks.
func (r *CallbackHandler) HookRoutes(a *web.API) {
	web.HandleRaw(a, web.Route{Method: "POST", Path: "/hook/partnernumber", Perm: web.Public,
		Summary: "Receive signed changes of a request of numbers from the partner"}, func(w http.ResponseWriter, req *http.Request) {
		if err := r.take(w, req); err != nil {
			a.Fail(w, req, err)
			return
		}
		w.WriteHeader(http.StatusOK)
	})
}

func (r *CallbackHandler) take(w http.ResponseWriter, req *http.Request) error {
	body, err := io.ReadAll(http.MaxBytesReader(w, req.Body, maxCallback))
	if err != nil {
		return fault.New(fault.TooLarge, 0, "web.tooLarge")
	}
	partner, err := r.Partner()
	if err == nil && partner == nil {
		err = fault.Missing()
	}
	if err != nil {
		return err
	}
	reference, err := partner.ParseNotification(body, req.Header.Get)
	if provider.CauseOf(err) == provider.Unreadable {
		return fault.Bad("reference", "numberbatch.reference")
	}
	if err != nil {
		return fault.New(fault.Unauthorized, 0, "numberbatch.signature")
	}
	return r.Queues.Send(req.Context(), CallbackQueue, queue.New(CallbackTask, "partner", reference))
}

// Callback is the handler of CallbackTask: it has the request of an authentic callback looked at. The webhook's function is public, and may
// only fill the queue of inbound events.
func (r *CallbackHandler) Callback(ctx context.Context, m queue.Message) error {
	var reference string
	if err := json.Unmarshal(m.Body, &reference); err != nil {
		return fmt.Errorf("numberbatch: callback: %w", err)
	}
	return r.Queues.Send(ctx, JobQueue, queue.New(TaskPartner, reference, reference))
}
