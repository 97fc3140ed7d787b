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

// free is the guard of every change that lets an order send: the owner and its tenant are not locked, and its
// template may be sent.
func (f *Flow) free(o *Order) []store.Op {
	ops := unlocked(o)
	for _, ref := range f.templatesOf(o) {
		ops = append(ops, f.Templates.Usable(ref)...)
	}
	return ops
}

// templatesOf are the references of the templates that an order sends, each once.
func (f *Flow) templatesOf(o *Order) (refs []string) {
	if f.Templates == nil {
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
func (f *Flow) heldBy(ctx context.Context, o *Order) (string, error) {
	for _, ref := range f.templatesOf(o) {
		if reason, err := f.Templates.Unusable(ctx, ref); err != nil || reason != "" {
			return reason, err
		}
	}
	return pauseLocked, nil
}

// heldBack refuses a start that a guard forbade.
func (f *Flow) heldBack(ctx context.Context, o *Order) error {
	reason, err := f.heldBy(ctx, o)
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
func (f *Flow) usingTemplate(ctx context.Context, ref string, in ...Status) ([]string, error) {
	active, err := f.Orders.Active(ctx, f.Kind.Spec().Name)
	if err != nil {
		return nil, err
	}
	var found []string
	for some := range slices.Chunk(active, 100) {
		keys := make([]store.Key, len(some))
		for i, a := range some {
			keys[i] = Key(a.ID)
		}
		rows, err := f.DB.GetMany(ctx, keys, true)
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
func (f *Flow) PauseTemplate(ctx context.Context, ref, reason string) error {
	ids, err := f.usingTemplate(ctx, ref, Sending, Waiting)
	if err != nil {
		return err
	}
	return errors.Join(parallel.Each(len(ids), 8, func(i int) error { return f.PauseFor(ctx, ids[i], reason) })...)
}

// Ordered tells whether an order may still send a template.
func (f *Flow) Ordered(ctx context.Context, ref string) (bool, error) {
	ids, err := f.usingTemplate(ctx, ref, Review, Waiting, Sending, Paused)
	return len(ids) > 0, err
}
