package bulk

import (
	"context"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
)

// audience returns the recipients that an order would reach. Lists and files that were deleted since it was made are
// reported as missing, and fail nothing.
func (r *Service) audience(ctx context.Context, o *order.Order) (*order.Audience, error) {
	body, _, err := store.Load[Body](ctx, r.Engine.Flow.DB, messageKey(o.ID), false)
	if err != nil {
		return nil, err
	}
	w := &body.Request
	a := order.AudienceOf(o)
	if w.FileID != "" {
		if a.Name, err = order.FileName(ctx, r.Files, w.FileID); err != nil {
			return nil, err
		}
	}
	// who is priced may not see what staff chose
	owner := &auth.Principal{UserID: o.Owner.User, Tenant: o.Owner.Tenant, Agent: o.Owner.Agent, Type: auth.Admin}
	to, err := r.findRecipients(ctx, owner, w)
	if fault.As(err) != nil {
		return a, nil
	}
	if err != nil {
		return nil, err
	}
	if w.GroupID != "" {
		a.Name = to.List.Name
	}
	var e order.Estimate
	if err := r.heldBackOf(ctx, owner, w, to, &e); err != nil {
		return nil, err
	}
	a.AddHeld(ctx, r.Engine.Flow, e.Refused)
	return a, nil
}
