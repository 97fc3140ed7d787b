package groupbuild

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"herald/pkg/campaign/webhook"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/provider"
)

// What providers tell of groups goes by the queue inbound: the webhook's function writes to no other.
const (
	CallbackQueue = "inbound"
	TaskEvent     = "group.heard"
)

const maxCallback = 64 << 10

// CallbackHandler hears the partner. It is apart from the engine, so that the webhook's function carries nothing else.
type CallbackHandler struct {
	Queues  queue.Queues
	Partner func() (provider.GroupCallbackParser, error) // nil without an error where there is none
}

// event is a provider's event about a group, found by our reference or by the provider's name.
type event struct {
	Ref string `json:"r,omitempty"`
	Via string `json:"v,omitempty"`
	ID  string `json:"i,omitempty"`
	// Request is the provider's name of the call that makes it, No that it was not made, RetryPlan that this was not known of a while ago.
	Request string `json:"q,omitempty"`
	No      bool   `json:"n,omitempty"`
	Code    int    `json:"c,omitempty"`
	Again   bool   `json:"a,omitempty"`
}

// HookRoutes are the partner's callbacks.
func (r *CallbackHandler) HookRoutes(a *web.API) {
	web.HandleRaw(a, web.Route{Method: "POST", Path: "/hook/partnergroup", Perm: web.Public,
		Summary: "Receive a signed change of a group from the partner"}, func(w http.ResponseWriter, req *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, req.Body, maxCallback))
		if err != nil {
			a.Fail(w, req, fault.New(fault.TooLarge, 0, "web.tooLarge"))
			return
		}
		partner, err := r.Partner()
		if err == nil && partner == nil {
			err = fault.Missing()
		}
		if err != nil {
			a.Fail(w, req, err)
			return
		}
		reference, err := partner.ParseGroupCallback(body, req.Header.Get)
		if provider.CauseOf(err) == provider.Unreadable {
			a.Fail(w, req, fault.Bad("reference", "screening.reference"))
			return
		}
		if err != nil {
			a.Fail(w, req, fault.New(fault.Unauthorized, 0, "screening.signature"))
			return
		}
		if err := r.Queues.Send(req.Context(), CallbackQueue, queue.New(TaskEvent, "partner", event{Ref: reference})); err != nil {
			a.Fail(w, req, err)
			return
		}
		w.WriteHeader(http.StatusOK)
	})
}

// EventReceiver queues the group events of a provider's own webhook.
type EventReceiver struct{ Queues queue.Queues }

var _ webhook.Receiver = EventReceiver{}

// Kinds are group events.
func (EventReceiver) Kinds() []webhook.Kind { return []webhook.Kind{webhook.Groups} }

// Receive queues the events for Engine.OnEvents, one message each.
func (r EventReceiver) Receive(ctx context.Context, from *provider.Account, events *provider.Events) error {
	via := from.Profile().Provider
	var messages []queue.Message
	for _, e := range events.Groups {
		messages = append(messages, queue.New(TaskEvent,
			via, event{Ref: e.Reference, Via: via, ID: e.ID, Request: e.Request, No: e.Refused, Code: e.Code}))
	}
	return r.Queues.Send(ctx, CallbackQueue, messages...)
}

// OnEvents is the handler of TaskEvent: it queries the group at the provider. The event itself is not trusted, and an
// event about an unknown group changes nothing.
func (r *Engine) OnEvents(ctx context.Context, m queue.Message) error {
	var h event
	if err := json.Unmarshal(m.Body, &h); err != nil {
		return fmt.Errorf("build: heard: %w", err)
	}
	if err := r.resolveOwner(ctx, &h); err != nil {
		return err
	}
	id, begin, n, try, ok := splitReference(h.Ref)
	if !ok {
		if h.No && !h.Again { // the event may come before the answer that names the call
			h.Again = true
			return r.Flow.Queues.Send(ctx, CallbackQueue, queue.New(TaskEvent, h.Via, h).Later(lease))
		}
		return nil
	}
	o, ok, err := r.Flow.Orders.Get(ctx, id)
	if err != nil || !ok || o.Kind != r.Spec().Name {
		return err
	}
	t := task{id, begin, n, true, nil}
	if h.No {
		t.Denial = &denial{try, h.Code}
	}
	return r.Flow.Queues.Send(ctx, Queue, r.task(o, t))
}

// resolveOwner finds the group of an event by our rows, where the event lacks our reference.
func (r *Engine) resolveOwner(ctx context.Context, h *event) error {
	var keys []store.Key
	if h.ID != "" {
		keys = append(keys, nameKey(h.Via, h.ID))
	}
	if h.Request != "" {
		keys = append(keys, requestKey(h.Via, h.Request))
	}
	for _, k := range keys {
		if h.Ref != "" {
			break
		}
		mine, _, err := store.Load[named](ctx, r.Flow.DB, k, false)
		if err != nil {
			return err
		}
		h.Ref = mine.Ref
	}
	return nil
}
