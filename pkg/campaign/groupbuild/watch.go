package groupbuild

import (
	"context"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/job"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// watch has a group looked after.
func (w *work) watch() store.Op { return w.watched(w.o, w.g) }

// watched has a group of an order looked after from now on.
func (r *Engine) watched(o *order.Order, g *group) store.Op {
	now := r.Flow.Now()
	return r.looks().At(now.Add(time.Minute), g.reference(o), "", alarm{o.ID, o.Begin(), g.N, now})
}

// lookAfter enqueues groups in doubt, and groups with people of unknown state, less often the longer that lasts, and once more at the end
// of lookTime.
func (r *Engine) lookAfter(ctx context.Context) error {
	return r.looks().Tick(ctx, r.Flow.Now(), func(ctx context.Context, d job.Due) (next time.Time, err error) {
		var a alarm
		if err := d.Decode(&a); err != nil {
			return next, err
		}
		o, ok, err := r.Flow.Orders.Get(ctx, a.Order)
		end := a.Since.Add(lookTime)
		if err != nil || !ok || o.Begin() != a.Begin || d.At.After(end) {
			return next, err
		}
		g, ok, err := store.Load[group](ctx, r.Flow.DB, groupKey(o, a.N), true)
		if err != nil || !ok || g.reference(o) != d.ID || !g.ended() || !g.missing() {
			return next, err
		}
		if next = job.Doubling(a.Since, r.Flow.Now()); next.After(end) && end.After(r.Flow.Now()) {
			next = end
		}
		return next, r.Flow.Queues.Send(ctx, Queue, r.task(o, task{a.Order, a.Begin, a.N, true, nil}))
	})
}

// missing tells that something of a group is not known.
func (g *group) missing() bool {
	if g.State == Unknown || g.Stale {
		return true
	}
	for _, p := range g.unnamed() {
		if g.State == Created && p.State == provider.SeatJoined {
			return true
		}
	}
	for _, s := range unpackSeats(g.Seats) {
		if g.State == Created && (s.State == provider.SeatUnknown || g.Bare && s.State == provider.SeatWaiting && g.ID != "") {
			return true
		}
	}
	return false
}
