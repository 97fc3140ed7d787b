package bulk

import (
	"context"
	"io"
	"net/http"
	"time"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/web"
	"herald/pkg/provider"
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
	byDue := map[int64][]status{}
	for _, e := range events.Receipts {
		if e.State == provider.ReceiptNone {
			continue
		}
		s := status{Ref: e.Reference, S: uint8(e.State), At: e.At.Unix(), Code: e.Code, Stop: e.Stop}
		due := now
		if ref, err := ParseReference(e.Reference); err != nil {
			s.ID = e.ProviderID
		} else if !e.Stop {
			due = flushAt(now, time.Unix(ref.Sent, 0), e.State, time.Duration(first)*time.Second)
		}
		byDue[due.Unix()] = append(byDue[due.Unix()], s)
	}
	return r.gatherUntil(ctx, now, byDue)
}

// gatherUntil puts receipts on the queue, to come back when they are due (unix s).
func (r *Room) gatherUntil(ctx context.Context, now time.Time, byDue map[int64][]status) error {
	var messages []queue.Message
	for due, items := range byDue {
		wait := time.Unix(due, 0).Sub(now)
		if wait > queue.MaxDelay {
			// On the way to their hour they meet at every quarter, and go on as one message.
			wait = now.Truncate(queue.MaxDelay).Add(queue.MaxDelay).Sub(now)
		}
		for start := 0; start < len(items); start += perMessage {
			p := parcel{due, items[start:min(start+perMessage, len(items))]}
			messages = append(messages, queue.New(TaskReceipts, "", p).Later(wait+time.Second-1))
		}
	}
	if len(messages) == 0 {
		return nil
	}
	return r.Queues.Send(ctx, ReceiptQueue, messages...)
}

// windows are how long a receipt waits for others of its chunk, by how late it is after the sending. Receipts are most of
// what an order costs, and one write takes all that came together (facts/serverless §2): nearly all come within a minute and
// are soon seen; of the rest nobody waits for each.
var windows = []struct{ late, window time.Duration }{
	{90 * time.Second, 0}, // the setting
	{5 * time.Minute, time.Minute},
	{2 * time.Hour, 15 * time.Minute},
	{8 * time.Hour, time.Hour},
}

const longestWindow = 3 * time.Hour

// flushAt is when a receipt is written: at the end of its window. first is the shortest window; 0 switches waiting off.
// What moves credit or complains never waits long.
func flushAt(now, sent time.Time, s provider.ReceiptState, first time.Duration) time.Time {
	if first == 0 {
		return now
	}
	window := longestWindow
	for _, w := range windows {
		if now.Sub(sent) < w.late {
			window = w.window
			break
		}
	}
	if window == 0 || s == provider.ReceiptFailed || s == provider.ReceiptComplained {
		window = first
	}
	return now.Truncate(window).Add(window)
}
