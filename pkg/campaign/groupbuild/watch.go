package groupbuild

import (
	"context"
	"time"

	"herald/pkg/kit/job"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// watch has a group looked after.
func (w *work) watch() store.Op {
	now := w.Flow.Now()
	return w.looks().At(now.Add(time.Minute), w.g.reference(w.o), "", alarm{w.o.ID, w.o.Begin(), w.g.N, now})
}

// lookAfter enqueues groups in doubt, and groups with people of unknown state, less often the longer that lasts.
func (r *Engine) lookAfter(ctx context.Context) error {
	return r.looks().Tick(ctx, r.Flow.Now(), func(ctx context.Context, d job.Due) (next time.Time, err error) {
		var a alarm
		if err := d.Decode(&a); err != nil {
			return next, err
		}
		o, ok, err := r.Flow.Orders.Get(ctx, a.Order)
		if err != nil || !ok || o.Begin() != a.Begin || r.Flow.Now().Sub(a.Since) > lookTime {
			return next, err
		}
		g, ok, err := store.Load[group](ctx, r.Flow.DB, groupKey(o, a.N), true)
		if err != nil || !ok || g.reference(o) != d.ID || !g.ended() || !g.missing() {
			return next, err
		}
		return job.Doubling(a.Since, r.Flow.Now()), r.Flow.Queues.Send(ctx, Queue, r.task(o, task{a.Order, a.Begin, a.N, true, nil}))
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
