package webhook

import (
	"context"
	"fmt"
	"slices"

	"herald/pkg/kit/fault"
	"herald/pkg/provider"
)

// Kind is a kind of event that a callback carries.
type Kind string

// The kinds of events, one for each list of provider.Events.
const (
	Receipts  Kind = "receipts"
	Inbound   Kind = "inbound"
	Users     Kind = "users"
	Templates Kind = "templates"
	Senders   Kind = "senders"
	Groups    Kind = "groups"
	Ended     Kind = "ended"
	Actions   Kind = "actions"
)

// Kinds returns the kinds of events that a call carries.
func Kinds(e *provider.Events) (all []Kind) {
	for _, k := range []struct {
		kind Kind
		n    int
	}{{Receipts, len(e.Receipts)}, {Inbound, len(e.Inbound)}, {Users, len(e.Users)}, {Templates, len(e.Templates)},
		{Senders, len(e.Senders)}, {Groups, len(e.Groups)}, {Ended, len(e.Ended)}, {Actions, len(e.Actions)}} {
		if k.n > 0 {
			all = append(all, k.kind)
		}
	}
	return all
}

// Receiver handles events of some kinds.
type Receiver interface {
	// Kinds names the kinds of events that the receiver handles.
	Kinds() []Kind
	// Receive handles the events of a call that carries at least one of its kinds. A receiver may remove events that
	// are its own, so that the receivers behind it do not see them. It may be repeated.
	Receive(ctx context.Context, from *provider.Account, events *provider.Events) error
}

// Router passes the events of callbacks to receivers.
type Router struct {
	Accounts  *provider.Registry
	Hooks     []string   // names of the webhooks that accounts may have
	Receivers []Receiver // in the order in which the events of a call are handled
}

// Accept handles an authenticated call. The provider repeats a call that is not answered with 200.
func (r *Router) Accept(ctx context.Context, from *provider.Account, call *provider.Callback) error {
	events, err := from.Events.Parse(ctx, call)
	if err != nil {
		return fault.New(fault.Invalid, 0, "web.badRequest").With(err)
	}
	return r.Dispatch(ctx, from, &events)
}

// Dispatch passes events to the receivers of their kinds, one after the other. The first error ends it.
func (r *Router) Dispatch(ctx context.Context, from *provider.Account, events *provider.Events) error {
	for _, kind := range Kinds(events) {
		if !slices.ContainsFunc(r.Receivers, func(to Receiver) bool { return slices.Contains(to.Kinds(), kind) }) {
			return fmt.Errorf("webhook: no receiver for %s of %s", kind, from.Hook)
		}
	}
	for _, to := range r.Receivers {
		present := Kinds(events)
		if !slices.ContainsFunc(to.Kinds(), func(k Kind) bool { return slices.Contains(present, k) }) {
			continue
		}
		if err := to.Receive(ctx, from, events); err != nil {
			return err
		}
	}
	return nil
}
