// Package channelorder is the orders of numbers: a customer says what numbers it wants, staff review the order, and the numbers are handed
// out (business-domain §3, §5: channel). Package order has the life of the order, package resource the numbers.
//
// The numbers are reserved as soon as the order stands, by its plan, so that a reviewer passes what is there. They are handed out when the
// order begins, charged each, and free again when it is refused, cancelled or stopped. A number can be returned within some hours after
// it was handed out, and its price goes back; staff replace a broken one for nothing.
package channelorder

import (
	"context"
	"errors"
	"time"

	"herald/pkg/account/staff"
	"herald/pkg/campaign/numberbatch"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/orderkind"
	"herald/pkg/campaign/resource"
	"herald/pkg/kit/job"
	"herald/pkg/kit/store"
)

// Kind of these orders.
const Kind = "channel"

// Service is the module of orders of numbers.
type Service struct {
	Flow    *order.Flow
	Numbers *resource.Store
	Lines   *resource.Service
	Staff   *staff.Service       // of who takes orders
	Batches *numberbatch.Service // of who replaces numbers of the partner
}

// OrderKind registers the kind.
func OrderKind() orderkind.Registration {
	return orderkind.Registration{Name: Kind, Group: "channel", ReviewPage: "channel/order",
		New: func(p orderkind.Parts) orderkind.Kind { return New(p.Flow()) }}
}

// New makes the kind on a life cycle.
func New(f *order.Flow) *Service {
	r := &Service{Flow: f, Numbers: &resource.Store{DB: f.DB, Now: f.Now}}
	f.Kind = r
	return r
}

// Lifecycle is the life cycle of its orders.
func (r *Service) Lifecycle() *order.Flow { return r.Flow }

// Figures counts a running order for the reports.
func (r *Service) Figures(ctx context.Context, id string) (order.Figure, error) {
	return r.Flow.Listing().Figures(ctx, id)
}

// Use gives what taking orders needs.
func (r *Service) Use(s orderkind.Services) { r.Staff = s.Staff }

// States of the numbers of an order.
const (
	waiting  = "waiting"
	assigned = "assigned"
	returned = "returned"
)

// Spec names the kind.
func (r *Service) Spec() order.Spec {
	return order.Spec{Name: Kind, Prefix: "CH", Path: "/channel/order", Perm: "channel:order",
		Summary: "Order numbers", Page: "/channel/order",
		Ahead: order.AheadFar, Lapsed: "channel.holdOver", File: "channelorders", Settled: "channel.tell." + "settled",
		Dict: "channel_status", AnyHour: true,
		States: []string{waiting, assigned, returned}}
}

// Service of a type that has a price.
func serviceOf(kind string) string { return "channel." + kind }

// hold is what an order has of numbers. Numbers are taken for it while it is in one of some states and of the same generation.
func hold(o *order.Order, in ...order.Status) *resource.Hold {
	return &resource.Hold{ID: holdID(o.ID, o.Gen), Before: holdsBefore(o.ID, o.Gen), OrderID: o.ID, OrderNo: o.No, CustomerName: o.By,
		Guard: store.Op{Verb: store.Check, Key: order.Key(o.ID), If: store.And(store.Eq("g", o.Gen), store.In("s", in...))}}
}

// holdsBefore are the holds of the generations before one.
func holdsBefore(id string, gen int) (all []string) {
	for g := 1; g < gen; g++ {
		all = append(all, holdID(id, g))
	}
	return all
}

// begins is when an order can begin at the earliest, as of a time.
func (w *Request) begins(now time.Time) time.Time {
	if w.StartTime != nil && w.StartTime.After(now) {
		return *w.StartTime
	}
	return now
}

// need is what an order wants, on the day on which it begins.
func (w *Request) need(now time.Time) *resource.Need {
	return &resource.Need{Kind: resource.Kind{Country: w.CountryCode, Type: w.Type, Quality: w.Quality, Age: w.Age, BatchNo: w.BatchNo},
		Day: resource.DayOf(w.begins(now)), Pick: w.Pick, Segment: w.Segment, Amount: w.Amount}
}

// releases is when the numbers are freed of an order that is over.
func (r *Service) releases() *job.Index {
	return &job.Index{DB: r.Flow.DB, Table: "campaign", Name: "channelrelease", Shards: 1}
}

// Release has the reserved numbers of an order freed that is over. They may be more than a transaction can free.
func (r *Service) Release(o *order.Order) []store.Op {
	return []store.Op{r.releases().At(r.Flow.Now(), holdID(o.ID, o.Gen), "", nil)}
}

// releaseThrough frees the reserved numbers of a hold and of those of the generations before.
func (r *Service) releaseThrough(ctx context.Context, hold string) error {
	id, gen, err := holdOf(hold)
	if err != nil {
		return err
	}
	return r.Numbers.Release(ctx, append(holdsBefore(id, gen), hold)...)
}

// Plan reserves the numbers of an order; an edited one takes over what it had. An order for which there are not enough any more fails, and
// costs nothing. While plans of other orders hold what it lacks and may still fail, it waits for the next tick.
func (r *Service) Plan(ctx context.Context, o *order.Order) error {
	w, err := r.written(ctx, o)
	if err != nil {
		return err
	}
	of := hold(o, order.Review, order.Waiting, order.Sending, order.Paused)
	whole, err := r.Numbers.Reserve(ctx, of, w.need(r.Flow.Now()))
	switch {
	case errors.Is(err, resource.ErrGuarded), errors.Is(err, resource.ErrContended):
		return nil
	case err != nil:
		return err
	case !whole:
		return r.GiveUp(ctx, o, short)
	}
	// what the order does not want any more; an edit since then may want it
	if err := r.Numbers.ReleaseBefore(ctx, of); err != nil && !errors.Is(err, resource.ErrGuarded) {
		return err
	}
	return r.Flow.OnPlanned(ctx, o.ID)
}

// short is the reason of an order for which there are not enough numbers.
const short = "channel.fail.short"

// PlanComplete tells whether all numbers of an order are reserved.
func (r *Service) PlanComplete(ctx context.Context, o *order.Order) (bool, error) {
	h, err := r.Numbers.Held(ctx, holdID(o.ID, o.Gen), true)
	return h.Reserved+h.Assigned >= o.Total, err
}

// GiveUp ends an order that does not have all of its numbers, and frees them at once: other orders may wait for them. An order of which
// numbers were handed out is stopped: those are charged and the rest is not.
func (r *Service) GiveUp(ctx context.Context, o *order.Order, reason string) error {
	hold, begun := holdID(o.ID, o.Gen), false
	stands, err := r.Flow.Fail(ctx, o, reason, func(o *order.Order) ([]store.Op, bool, error) {
		h, err := r.Numbers.Held(ctx, hold, true)
		begun = h.Assigned > 0
		return []store.Op{resource.Unchanged(hold, h)}, begun || h.Reserved >= o.Total, err
	})
	switch {
	case err == nil && begun:
		return r.stop(ctx, o)
	case err != nil || stands:
		return err
	}
	now, ok, err := r.Flow.Orders.Get(ctx, o.ID)
	if err != nil || !ok || now.Gen != o.Gen || now.Status != order.Failed {
		return err
	}
	return r.releaseThrough(ctx, hold)
}

// stop ends an order of which a part of the numbers was handed out, unless it has the rest.
func (r *Service) stop(ctx context.Context, o *order.Order) error {
	hold := holdID(o.ID, o.Gen)
	return r.Flow.StopShort(ctx, o, short, func(o *order.Order) ([]store.Op, bool, error) {
		h, err := r.Numbers.Held(ctx, hold, true)
		return []store.Op{resource.Unchanged(hold, h)}, h.Reserved+h.Assigned >= o.Total, err
	})
}

// Work hands the numbers out when all are reserved, as long as the order may go on: an order that fails for want of numbers has none. It
// reserves others in the place of those whose batch has ended since.
func (r *Service) Work(ctx context.Context, o *order.Order, _ order.WorkTrigger) error {
	now, ok, err := r.Flow.Orders.Get(ctx, o.ID)
	if err != nil || !ok || now.Status != order.Sending {
		return err
	}
	if whole, err := r.PlanComplete(ctx, now); err != nil || !whole {
		return err
	}
	ended, err := r.Numbers.ReleaseEnded(ctx, holdID(now.ID, now.Gen), resource.DayOf(r.Flow.Now()),
		func() error { return r.Flow.PlanAnew(ctx, now) })
	if err != nil {
		return err
	}
	if ended {
		return r.Plan(ctx, now)
	}
	w, err := r.written(ctx, now)
	if err != nil {
		return err
	}
	err = r.Numbers.Assign(ctx, hold(now, order.Sending), func(n *resource.Number) []store.Op { return r.handOut(now, w, n) })
	if err == resource.ErrGuarded {
		return nil
	}
	if err != nil {
		return err
	}
	return r.Flow.Complete(ctx, o.ID)
}

// Tally counts an order: each number that was handed out is charged, also one that was returned; its price goes back by a refund.
func (r *Service) Tally(ctx context.Context, o *order.Order, consistent bool) (*order.Tally, error) {
	h, err := r.Numbers.Held(ctx, holdID(o.ID, o.Gen), consistent)
	left := o.Total - h.Assigned
	return &order.Tally{Counts: map[string]int{waiting: left, assigned: h.Assigned - h.Returned, returned: h.Returned}, Remaining: left,
		Charged: h.Assigned, Done: h.Assigned > 0 && left == 0}, err
}

// OnProgress is nothing beside the total.
func (r *Service) OnProgress(*order.Order) map[string]string { return nil }
