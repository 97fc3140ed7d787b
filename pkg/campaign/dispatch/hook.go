package dispatch

import (
	"context"
	"io"
	"net/http"
	"time"

	"herald/pkg/campaign/sender"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/web"
	"herald/pkg/provider"
)

// HookRoutes are the providers' callbacks.
func (r *Engine) HookRoutes(a *web.API) {
	for _, name := range r.Senders.Webhooks() {
		from := r.Senders.Webhook(name)
		web.HandleRaw(a, web.Route{Method: "GET", Path: "/hook/" + name, Perm: web.Public, Summary: "Subscription check of the provider"},
			func(w http.ResponseWriter, req *http.Request) {
				answer, ok := from.Events.Challenge(req.URL.Query().Get)
				if !ok {
					a.Fail(w, req, fault.New(fault.Forbidden, 0, "web.forbidden"))
					return
				}
				_, _ = io.WriteString(w, answer) // the caller is gone when this fails
			})
		web.HandleRaw(a, web.Route{Method: "POST", Path: "/hook/" + name, Perm: web.Public,
			Summary: "Receipts and messages of the provider, signed"}, func(w http.ResponseWriter, req *http.Request) {
			body, err := io.ReadAll(http.MaxBytesReader(w, req.Body, maxWebhook))
			if err != nil {
				a.Fail(w, req, fault.New(fault.TooLarge, 0, "web.tooLarge"))
				return
			}
			call := &provider.Callback{Query: req.URL.RawQuery, Header: req.Header.Get, Body: body}
			if err := Authentic(from.Events, call, from.Events.Verify(req.Context(), call)); err != nil {
				a.Fail(w, req, err)
				return
			}
			if err := r.Accept(req.Context(), from, call); err != nil {
				a.Fail(w, req, err)
				return
			}
			w.WriteHeader(http.StatusOK)
		})
	}
}

// Authentic is nil for a verified callback of a provider. Junk is bad input (400), and a callback without the provider's signature is
// not authorized (401).
func Authentic(by provider.Webhook, call *provider.Callback, verified bool) error {
	switch {
	case verified:
		return nil
	case !by.Wellformed(call):
		return fault.New(fault.Invalid, 0, "web.badRequest")
	}
	return fault.New(fault.Unauthorized, 0, "dispatch.signature")
}

// Accept queues the receipts of an authenticated webhook, and recipients' replies on another queue. The provider
// repeats a call that is not answered with 200.
func (r *Engine) Accept(ctx context.Context, from *provider.Account, call *provider.Callback) error {
	events, err := from.Events.Parse(ctx, call)
	if err != nil {
		return fault.New(fault.Invalid, 0, "web.badRequest").With(err)
	}
	if err := r.receive(ctx, from, &events); err != nil {
		return err
	}
	if r.OnReplied != nil {
		if events.Receipts, err = r.OnReplied(ctx, events.Receipts); err != nil {
			return err
		}
	}
	if len(events.Templates) > 0 && r.OnTemplates != nil {
		if err := r.OnTemplates(ctx, events.Templates); err != nil {
			return err
		}
	}
	if len(events.Groups) > 0 && r.OnGroups != nil {
		if err := r.OnGroups(ctx, from.Profile().Provider, events.Groups); err != nil {
			return err
		}
	}
	if len(events.Senders) > 0 {
		if err := r.Flow.Queues.Send(ctx, InboundQueue, queue.New(sender.TaskEvents, "", events.Senders)); err != nil {
			return err
		}
	}
	if len(events.Ended) > 0 && r.OnCallEnded != nil {
		if err := r.OnCallEnded(ctx, events.Ended); err != nil {
			return err
		}
	}
	first, err := r.Flow.Settings.Int(ctx, "receipt.window.seconds")
	if err != nil {
		return err
	}
	now, window := r.Flow.Now(), time.Duration(first)*time.Second
	out := map[deliverySlot][]status{}
	for _, e := range events.Receipts {
		if e.State == provider.ReceiptNone {
			continue
		}
		s := status{Ref: e.Reference, S: uint8(e.State), At: e.At.Unix(), Code: e.Code, Stop: e.Stop, Call: e.Call}
		due := now
		if ref, err := ParseReference(e.Reference); err != nil {
			s.Ref, s.ID = foreign(e.Reference), foreign(e.ProviderID)
		} else if e.Call != nil {
			s.By, s.Until = from.Profile().Sender, lineEnd(ref.Sent, e.Limit)
		} else if !e.Stop {
			if due = writeAt(now, time.Unix(ref.Sent, 0), e.State, window); due.Sub(now) > queue.MaxDelay {
				due = stop(now)
			}
		}
		at := deliverySlot{due.Unix(), 0}
		out[at] = append(out[at], s)
	}
	markPriced(out, r.waysOf([]receiptBatch{{Items: make([]status, len(events.Receipts))}}, now, 0)())
	return r.post(ctx, now, out)
}
