package bulk

import (
	"context"

	"herald/pkg/campaign/order"
	"herald/pkg/campaign/review"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
)

// Desk is where these orders are reviewed.
func Desk() review.Desk {
	return review.Desk{Kind: order.ReviewOf(Kind), Page: "gc/order", Perm: "gc:groupsendorder:review"}
}

// Dossier is what a reviewer reads beside the message of an order.
type Dossier struct {
	order.Dossier
	Audience Audience `json:"audience"`
}

// Audience is whom an order would reach.
type Audience struct {
	Source    string            `json:"source" enum:"collection,file"`
	Name      string            `json:"name" doc:"of the collection or file; empty when it is gone"`
	Countries []AudienceCountry `json:"countries"`
	Held      []order.Refusal   `json:"held" doc:"of them, who would be held back now, by reason"`
}

// AudienceCountry counts recipients of a country.
type AudienceCountry struct {
	Code  string `json:"countryCode"`
	Count int    `json:"count"`
}

// dossier is asked for by who reviews.
func (r *Room) dossier(ctx context.Context, in *struct {
	ID string `path:"id"`
}) (*Dossier, error) {
	o, err := r.Find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	var common *order.Dossier
	var a *Audience
	err = parallel.Do(
		func() (err error) { common, err = r.Dossier(ctx, o); return err },
		func() (err error) { a, err = r.audience(ctx, o); return err })
	if err != nil {
		return nil, err
	}
	return &Dossier{*common, *a}, nil
}

// audience tells whom an order would reach. What went away since it was made is told as missing, and fails nothing.
func (r *Room) audience(ctx context.Context, o *order.Order) (*Audience, error) {
	body, _, err := store.Load[Body](ctx, r.DB, messageKey(o.ID), false)
	if err != nil {
		return nil, err
	}
	w := &body.Request
	a := &Audience{Source: "collection", Countries: []AudienceCountry{{o.Country, o.Total}}, Held: []order.Refusal{}}
	if w.FileID != "" {
		a.Source = "file"
		f, err := r.Files.Find(ctx, auth.Everything, w.FileID)
		if err == nil {
			a.Name = f.Name
		} else if fault.As(err) == nil {
			return nil, err
		}
	}
	owner := &auth.Principal{UserID: o.Owner.User, Tenant: o.Owner.Tenant, Agent: o.Owner.Agent, Type: auth.Admin} // who is priced may not see what staff chose
	to, err := r.aim(ctx, owner, w)
	if fault.As(err) != nil {
		return a, nil
	}
	if err != nil {
		return nil, err
	}
	if w.GroupID != "" {
		a.Name = to.group.Name
	}
	var e order.Estimate
	if err := r.heldBackOf(ctx, owner, w, to, &e); err != nil {
		return nil, err
	}
	for _, held := range e.Refused {
		a.Held = append(a.Held, order.Refusal{Reason: r.Said(ctx, held.Reason), Count: held.Count})
	}
	return a, nil
}
