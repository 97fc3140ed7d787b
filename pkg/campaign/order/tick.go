package order

import (
	"context"
	"errors"
	"slices"
	"time"

	"herald/pkg/kit/job"
)

// Tick is the janitor's minute: it looks at the orders that are due and does what nobody else did. So a lost message, a dead
// worker and a crash between two writes are all harmless. Every change of an order has the next tick look at it; what waits for a
// person, for its hour or for its last receipts is not read before its time.
func (f *Flow) Tick(ctx context.Context) error {
	return f.Orders.looks(f.Kind.Spec().Name).Tick(ctx, f.Now(), func(ctx context.Context, d job.Due) (time.Time, error) {
		return f.tend(ctx, d.ID)
	})
}

// tend does what an order needs, and tells when it needs to be looked at again.
func (f *Flow) tend(ctx context.Context, id string) (next time.Time, err error) {
	o, ok, err := f.Orders.Get(ctx, id)
	if err != nil || !ok {
		return next, err
	}
	whole := true
	if slices.Contains(plannable, o.Status) {
		whole, err = f.Kind.Whole(ctx, o)
		switch {
		case err != nil:
			return next, err
		case !whole && f.Now().Sub(o.Created) > planLimit:
			return f.Now(), f.Kind.GiveUp(ctx, o, "order.fail.plan")
		case !whole: // the planner is slow or died: the task is repeated, which does nothing twice
			if err := f.Queues.Send(ctx, JobQueue, Task(f.Kind.Spec().TaskPlan(), o)); err != nil {
				return next, err
			}
		}
	}
	switch o.Status {
	case Waiting:
		err = f.begin(ctx, o)
	case Sending:
		err = f.Kind.Work(ctx, o, LooksOn)
	case Settling, Stopped:
		err = f.Settle(ctx, id)
	}
	if err != nil {
		return next, err
	}
	return f.next(ctx, o, whole)
}

// planTime is how long every tick looks after a plan that is not whole.
const planTime = 2 * time.Hour

// next tells when an order that was looked at wants to be looked at again; never, for one that waits for a person.
// Whoever brings the last receipt asks for the settlement, so the looks at an order that only waits for receipts, which are for a
// lost message, become rarer until its first deadline.
func (f *Flow) next(ctx context.Context, o *Order, whole bool) (next time.Time, err error) {
	now := f.Now()
	switch {
	case o.Settled || o.Status.Final():
		return next, nil
	case o.Status == Sending || o.Status == Waiting && (o.StartAt == nil || !o.StartAt.After(now)):
		return now, nil
	case (o.Status == Settling || o.Status == Stopped) && o.Ended == nil:
		return now, nil
	case o.Status == Settling || o.Status == Stopped:
		settle, unknown, err := f.deadlines(ctx)
		if err != nil {
			return next, err
		}
		return earlier(job.Doubling(*o.Ended, now), o.Ended.Add(min(settle, unknown))), nil
	case !whole && now.Sub(o.Created) < planTime:
		return now, nil
	case !whole:
		next = earlier(job.Doubling(o.Created, now), o.Created.Add(planLimit))
	}
	if o.Status == Waiting {
		next = earlier(next, *o.StartAt)
	}
	return next, nil
}

// earlier is the first of two times; one that is zero is none.
func earlier(a, b time.Time) time.Time {
	if a.IsZero() || b.Before(a) {
		return b
	}
	return a
}

// inTime tells whether the time of an order has come, and the hours of its country.
func (f *Flow) inTime(ctx context.Context, o *Order) (bool, error) {
	if o.StartAt != nil && o.StartAt.After(f.Now()) {
		return false, nil
	}
	return f.InHours(ctx, o.Country)
}

// begin starts a waiting order whose time has come.
func (f *Flow) begin(ctx context.Context, o *Order) error {
	if begins, err := f.inTime(ctx, o); err != nil || !begins {
		return err
	}
	id := o.ID
	o, changed, err := f.Orders.moveSeen(ctx, seen(o), []Status{Waiting}, func(o *Order) error { f.wait(o, true); return nil }, unlocked)
	if errors.Is(err, ErrGuarded) {
		return f.pauseWaiting(ctx, id)
	}
	if err != nil || !changed {
		return err
	}
	f.announce(ctx, id)
	return f.Kind.Work(ctx, o, Begins)
}
