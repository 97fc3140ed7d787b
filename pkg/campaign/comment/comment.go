// Package comment is the module for comment orders: people write comments on a page of the customer's own on a social platform. Module
// order has the life of an order, commentitem the work on its items. This module has what an order may ask for (decisions §6): a page of
// one of the known platforms, texts that staff reviewed or instructions, and the declaration that the customer owns the page.
package comment

import (
	"context"
	"strconv"

	"herald/pkg/campaign/comment/platform"
	"herald/pkg/campaign/commentitem"
	"herald/pkg/campaign/commenttemplate"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/orderkind"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// Kind of these orders.
const Kind = "comment"

// What the module adds to dictionaries of others: the service that has a price, and what a country can be closed for.
const (
	service  = "comment"
	business = "comment"
)

// Service is the module of comment orders.
type Service struct {
	*order.Flow
	Items     *commentitem.Service
	Templates *commenttemplate.Store
	Intake    *order.Intake[Request, Draft, *Draft]
}

// OrderKind registers the kind.
func OrderKind() orderkind.Registration {
	return orderkind.Registration{Name: Kind, Group: "comment", ReviewPage: "comment/order", New: func(p orderkind.Parts) orderkind.Kind {
		return New(p.Flow(), p.Workers)
	}}
}

// New makes the module on a life cycle. partners may be nil.
func New(f *order.Flow, partners func() (provider.WorkPartners, error)) *Service {
	r := &Service{Flow: f, Templates: &commenttemplate.Store{DB: f.DB}}
	f.Kind = r
	r.Items = &commentitem.Service{Flow: f, Blueprint: r.blueprint, Partners: partners}
	r.Intake = &order.Intake[Request, Draft, *Draft]{Flow: f, Head: head, Tidy: (*Request).tidy, Quote: r.quote, Requote: r.requote,
		Edited: func(w *Request) string { return w.OrderID },
		Keep:   keep, Audience: r.audience, Listed: drafts, For: func(w *Request) string { return w.UserID }, Written: r.written, Same: same}
	return r
}

// Lifecycle is the life cycle of its orders.
func (r *Service) Lifecycle() *order.Flow { return r.Flow }

// Figures counts a running order for the reports.
func (r *Service) Figures(ctx context.Context, id string) (order.Figure, error) {
	return r.Flow.Listing().Figures(ctx, id)
}

// Use gives what taking orders and evidence needs.
func (r *Service) Use(s orderkind.Services) { r.Items.Files = s.Files }

// Spec names the kind.
func (r *Service) Spec() order.Spec {
	return order.Spec{Name: Kind, Prefix: "CM", Path: "/comment/order", Perm: "comment:order", Summary: "Order comments",
		Page: "/comment/order", Ahead: order.AheadFar, File: "commentorders", Targets: "commentitems", Settled: "comment.tell." + "settled",
		Dict: "comment_status", AnyHour: true, Channels: platform.Keys(), States: commentitem.States}
}

// Plan needs nothing in the background: items are made when an order begins, so an edit before that leaves none behind.
func (r *Service) Plan(ctx context.Context, o *order.Order) error { return r.Flow.OnPlanned(ctx, o.ID) }

// PlanComplete is always true.
func (r *Service) PlanComplete(context.Context, *order.Order) (bool, error) { return true, nil }

// GiveUp ends an order of which nothing was done.
func (r *Service) GiveUp(ctx context.Context, o *order.Order, reason string) error {
	_, err := r.Flow.Fail(ctx, o, reason, func(now *order.Order) ([]store.Op, bool, error) { return nil, now.Begun != nil, nil })
	return err
}

// Work makes the items of an order that sends. Workers take them by themselves. It ends an order whose items are all decided.
func (r *Service) Work(ctx context.Context, o *order.Order, at order.WorkTrigger) error {
	if at == order.Ends || o.Status != order.Sending {
		return nil
	}
	if err := r.Items.Deal(ctx, o); err != nil {
		return err
	}
	return r.Flow.Complete(ctx, o.ID)
}

// Tally counts the items of an order.
func (r *Service) Tally(ctx context.Context, o *order.Order, consistent bool) (*order.Tally, error) {
	return r.Items.Tally(ctx, o, consistent)
}

// Release lets nothing go: an order holds nothing of other modules.
func (r *Service) Release(*order.Order) []store.Op { return nil }

// RetryPlan offers the items that were not fulfilled anew.
func (r *Service) RetryPlan(ctx context.Context, o *order.Order) (*order.RetryPlan, error) {
	t, err := r.Tally(ctx, o, true)
	if err != nil {
		return nil, err
	}
	if t.Failed == 0 {
		return nil, fault.State("order.retryNone")
	}
	return &order.RetryPlan{Head: order.Basics{Service: service, Hours: defaultHours}, Targets: t.Failed, Chunks: 1,
		Rows: func(*order.Order) []store.Op { return nil }}, nil
}

// OnProgress are arguments of the notice of a settlement.
func (r *Service) OnProgress(o *order.Order) map[string]string {
	return map[string]string{"accepted": strconv.Itoa(o.Counts[commentitem.Accepted]), "failed": strconv.Itoa(o.Counts[commentitem.Failed])}
}
