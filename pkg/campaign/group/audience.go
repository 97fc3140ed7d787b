package group

import (
	"context"

	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
)

// heldBack counts the members that building would leave out now, by reason. The lists change until then, so these
// members are dealt out all the same.
func (r *Service) heldBack(ctx context.Context, tenant string, who func() ([]uint64, error)) (held []order.Refusal, err error) {
	g := r.Engine.Suppressed.Guard(tenant)
	if _, err := g.Check(ctx); err != nil || g.Empty() {
		return nil, err
	}
	people, err := who()
	if err != nil {
		return nil, err
	}
	counts := map[string]int{}
	for _, n := range people {
		if reason, is := g.Blocked(n, "whatsapp"); is {
			counts[reason]++
		}
	}
	for _, reason := range suppression.Reasons {
		if counts[reason] > 0 {
			held = append(held, order.Refusal{Reason: "dispatch.held." + reason, Count: counts[reason]})
		}
	}
	return held, nil
}

// recipients returns to a reviewer the people of an order. Lists and files that were deleted since it was made are reported
// as missing, and fail nothing.
func (r *Service) recipients(ctx context.Context, o *order.Order) (*order.Audience, error) {
	a := order.AudienceOf(o)
	a.Countries[0].Count = 0
	b, ok, err := store.Load[Body](ctx, r.Engine.Flow.DB, bodyKey(o.ID), false)
	if err != nil || !ok {
		return a, err
	}
	if a.Name, err = r.named(ctx, o, &b.Request); err != nil {
		return nil, err
	}
	people, err := r.source(ctx, &b)
	if fault.As(err) != nil {
		return a, nil
	}
	if err != nil {
		return nil, err
	}
	a.Countries[0].Count = len(people)
	held, err := r.heldBack(ctx, o.Owner.Tenant, func() ([]uint64, error) { return people, nil })
	a.AddHeld(ctx, r.Engine.Flow, held)
	return a, err
}

// named is the name of an order's collection or file; empty when it is gone.
func (r *Service) named(ctx context.Context, o *order.Order, w *Request) (name string, err error) {
	if w.FileID != "" {
		return order.FileName(ctx, r.Engine.Files, w.FileID)
	}
	g, err := r.Contacts.Group(ctx, auth.UserScope(o.Owner.Tenant), w.GroupID)
	if fault.As(err) != nil {
		return "", nil
	}
	return g.Name, err
}
