package order

import (
	"context"
	"errors"
	"slices"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
)

// Clearance tells whether an order may be sent now: by locks, templates, its time and the hours of its country.
type Clearance struct{ flow *Flow }

// Clearance is that of the orders of the kind.
func (f *Flow) Clearance() Clearance { return Clearance{f} }

// free is the guard of every change that lets an order send: the owner and its tenant are not locked, and its
// template may be sent.
func (cl Clearance) free(o *Order) []store.Op {
	ops := unlocked(o)
	for _, ref := range cl.templatesOf(o) {
		ops = append(ops, cl.flow.Rules.Templates.Usable(ref)...)
	}
	return ops
}

// templatesOf are the references of the templates that an order sends, each once.
func (cl Clearance) templatesOf(o *Order) (refs []string) {
	if cl.flow.Rules.Templates == nil {
		return nil
	}
	for _, ref := range []string{o.Template, o.Second} {
		if ref != "" && !slices.Contains(refs, ref) {
			refs = append(refs, ref)
		}
	}
	return refs
}

// heldBy tells what keeps an order from sending, as the reason of a pause.
func (cl Clearance) heldBy(ctx context.Context, o *Order) (string, error) {
	for _, ref := range cl.templatesOf(o) {
		if reason, err := cl.flow.Rules.Templates.Unusable(ctx, ref); err != nil || reason != "" {
			return reason, err
		}
	}
	return pauseLocked, nil
}

// heldBack refuses a start that a guard forbade.
func (cl Clearance) heldBack(ctx context.Context, o *Order) error {
	reason, err := cl.heldBy(ctx, o)
	if err != nil {
		return err
	}
	if reason == pauseLocked {
		return fault.State("order.locked")
	}
	key, name := i18n.Parts(reason)
	return fault.State(key, "name", name)
}

// usingTemplate are the orders of the kind that still need something and send a template, in some states.
func (cl Clearance) usingTemplate(ctx context.Context, ref string, in ...Status) ([]string, error) {
	active, err := cl.flow.Orders.Active(ctx, cl.flow.Kind.Spec().Name)
	if err != nil {
		return nil, err
	}
	var found []string
	for some := range slices.Chunk(active, 100) {
		keys := make([]store.Key, len(some))
		for i, a := range some {
			keys[i] = Key(a.ID)
		}
		rows, err := cl.flow.DB.GetMany(ctx, keys, true)
		if err != nil {
			return nil, err
		}
		orders, err := store.DecodeAll[Order](rows)
		if err != nil {
			return nil, err
		}
		for _, o := range orders {
			if (o.Template == ref || o.Second == ref) && slices.Contains(in, o.Status) {
				found = append(found, o.ID)
			}
		}
	}
	return found, nil
}

// PauseTemplate pauses the waiting and sending orders of a template, for a reason that names it. It is called after
// the template was disabled: an order that starts later meets the disabled template.
func (cl Clearance) PauseTemplate(ctx context.Context, ref, reason string) error {
	ids, err := cl.usingTemplate(ctx, ref, Sending, Waiting)
	if err != nil {
		return err
	}
	return errors.Join(parallel.Each(len(ids), 8, func(i int) error { return cl.flow.PauseFor(ctx, ids[i], reason) })...)
}

// Ordered tells whether an order may still send a template.
func (cl Clearance) Ordered(ctx context.Context, ref string) (bool, error) {
	ids, err := cl.usingTemplate(ctx, ref, Review, Waiting, Sending, Paused)
	return len(ids) > 0, err
}
