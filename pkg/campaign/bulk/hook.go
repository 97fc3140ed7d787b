package bulk

import (
	"context"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/web"
	"herald/pkg/provider"
	"io"
	"net/http"
	"time"
)

// HookRoutes are the provider's callbacks.
func (r *Room) HookRoutes(a *web.API) {
	web.HandleRaw(a, web.Route{Method: "GET", Path: "/hook/whatsapp", Perm: web.Public, Summary: "Subscription check of the provider"}, func(w http.ResponseWriter, req *http.Request) {
		answer, ok := r.Hook.Challenge(req.URL.Query().Get)
		if !ok {
			a.Fail(w, req, fault.New(fault.Forbidden, 0, "web.forbidden"))
			return
		}
		_, _ = io.WriteString(w, answer) // the caller is gone when this fails
	})
	web.HandleRaw(a, web.Route{Method: "POST", Path: "/hook/whatsapp", Perm: web.Public, Summary: "Receipts and messages of the provider, signed"}, func(w http.ResponseWriter, req *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, req.Body, maxWebhook))
		if err != nil {
			a.Fail(w, req, fault.New(fault.TooLarge, 0, "web.tooLarge"))
			return
		}
		if !r.Hook.Verify(body, req.Header.Get) {
			a.Fail(w, req, fault.New(fault.Unauthorized, 0, "bulk.signature"))
			return
		}
		if err := r.Accept(req.Context(), body); err != nil {
			a.Fail(w, req, err)
			return
		}
		w.WriteHeader(http.StatusOK)
	})
}

// Accept puts the receipts of an authenticated webhook on the queue. The provider repeats what is not answered with 200.
func (r *Room) Accept(ctx context.Context, body []byte) error {
	events, err := r.Hook.Parse(body)
	if err != nil {
		return fault.New(fault.Invalid, 0, "web.badRequest").With(err)
	}
	first, err := r.Settings.Int(ctx, "receipt.window.seconds")
	if err != nil {
		return err
	}
	now := r.Now()
	byWait := map[time.Duration][]status{}
	for _, e := range events.Receipts {
		if e.State == provider.ReceiptNone {
			continue
		}
		s := status{Ref: e.Reference, S: uint8(e.State), At: e.At.Unix(), Code: e.Code, Stop: e.Stop}
		ref, err := ParseReference(e.Reference)
		if err != nil {
			s.ID = e.ProviderID
		}
		wait := untilFlush(now, time.Unix(ref.Sent, 0), time.Duration(first)*time.Second)
		byWait[wait] = append(byWait[wait], s)
	}
	var messages []queue.Message
	for wait, batch := range byWait {
		for start := 0; start < len(batch); start += perMessage {
			messages = append(messages, queue.New(TaskReceipts, "", batch[start:min(start+perMessage, len(batch))]).Later(wait))
		}
	}
	if len(messages) == 0 {
		return nil
	}
	return r.Queues.Send(ctx, ReceiptQueue, messages...)
}

// untilFlush is how long a receipt waits for others of its chunk: receipts are most of what an order costs, and one write takes
// all that came together (facts/serverless §2). While the console is watched it is seconds; a straggler waits for minutes.
// first is the shortest window; 0 switches waiting off.
func untilFlush(now, sent time.Time, first time.Duration) time.Duration {
	window := first
	switch late := now.Sub(sent); {
	case first == 0:
		return 0
	case late > 2*time.Hour:
		window = 15 * time.Minute
	case late > 10*time.Minute:
		window = 10 * time.Minute
	case late > 2*time.Minute:
		window = time.Minute
	}
	return window - now.Sub(now.Truncate(window)).Truncate(time.Second)
}
