package order

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"herald/pkg/kit/job"
	"herald/pkg/kit/store"
)

// Tick is the janitor's run of a minute. It looks at the due orders and does what was left undone. So a lost message,
// a dead worker and a crash between two writes are harmless. Every change of an order makes it due at the next tick.
// An order that waits for a person, for its hour or for its last receipts is not read before its time.
func (f *Flow) Tick(ctx context.Context) error {
	late := f.watchDeadlines(ctx)
	if f.Kind.Spec().Addressed {
		late = errors.Join(late, f.Settlement().tickLater(ctx))
	}
	return errors.Join(late, f.Orders.looks(f.Kind.Spec().Name).Tick(ctx, f.Now(), func(ctx context.Context, d job.Due) (time.Time, error) {
		return f.tend(ctx, d.ID)
	}))
}

// terms are the deadlines by which the orders that wait for receipts were given their next look.
type terms struct {
	Settle  time.Duration `dynamodbav:"s"`
	Unknown time.Duration `dynamodbav:"u"`
}

// watchDeadlines makes waiting orders due when a deadline was shortened, since their due time follows the old one. A
// process reads the row at its first tick, and after a change of the settings.
func (f *Flow) watchDeadlines(ctx context.Context) error {
	settle, unknown, err := f.Settlement().deadlines(ctx)
	now := terms{settle, unknown}
	if err != nil || f.memory.terms.is(now) {
		return err
	}
	kind := f.Kind.Spec().Name
	was, ok, err := store.Load[terms](ctx, f.DB, termsKey(kind), true)
	if err != nil {
		return err
	}
	if ok && (now.Settle < was.Settle || now.Unknown < was.Unknown) {
		active, err := f.Orders.Active(ctx, kind)
		if err != nil {
			return err
		}
		var ops []store.Op
		for _, a := range active {
			ops = append(ops, f.Orders.looks(kind).At(f.Now(), a.ID, "", nil))
		}
		if err := f.DB.WriteAll(ctx, ops); err != nil {
			return err
		}
	}
	if !ok || was != now {
		if _, err := f.DB.Write(ctx, store.Op{Verb: store.Put, Key: termsKey(kind), Item: now}); err != nil {
			return err
		}
	}
	f.memory.terms.keep(now)
	return nil
}

// lastTerms are those that a process has seen last.
type lastTerms struct {
	mu    sync.Mutex
	terms terms
	known bool
}

func (l *lastTerms) is(t terms) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.known && l.terms == t
}

func (l *lastTerms) keep(t terms) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.terms, l.known = t, true
}

// tend does what an order needs, and tells when it needs to be looked at again.
func (f *Flow) tend(ctx context.Context, id string) (next time.Time, err error) {
	o, ok, err := f.Orders.Get(ctx, id)
	if err != nil || !ok {
		return next, err
	}
	if o.Overdue(f.Now()) {
		return f.Now(), f.expire(ctx, o)
	}
	whole := true
	if slices.Contains(plannable, o.Status) {
		whole, err = f.Kind.PlanComplete(ctx, o)
		switch {
		case err != nil:
			return next, err
		case !whole && f.Now().Sub(o.plannedFrom()) > planLimit:
			return f.Now(), f.Kind.GiveUp(ctx, o, "order.fail.plan")
		case !whole: // the planner is slow or died: the task is repeated, which does nothing twice
			if err := f.Queues.Send(ctx, JobQueue, Task(f.Kind.Spec().TaskPlan(), o)); err != nil {
				return next, err
			}
		}
	}
	switch o.Status {
	case Waiting:
		err = errors.Join(f.begin(ctx, o), f.callAtStart(ctx, o))
	case Sending:
		err = f.Kind.Work(ctx, o, LooksOn)
	case Settling, Stopped:
		if o.Status == Stopped && !o.Settled {
			err = f.Kind.Work(ctx, o, Ends)
		}
		err = errors.Join(err, f.Settlement().Settle(ctx, id))
	}
	if err != nil {
		return next, err
	}
	if next, err = f.next(ctx, o, whole); o.Until != nil && slices.Contains(unended, o.Status) {
		next = earlier(next, *o.Until)
	}
	return next, err
}

// startLead is how long before its start a tick sends the delayed message that begins an order: more than the time between two ticks.
const startLead = 75 * time.Second

// callAtStart sends the message that begins a waiting order at its start, once that is near. The tick that would find the order is up
// to a minute late. A lost message costs that minute, and one more begins nothing twice.
func (f *Flow) callAtStart(ctx context.Context, o *Order) error {
	if o.Status != Waiting || o.StartAt == nil {
		return nil
	}
	left := o.StartAt.Sub(f.Now())
	if left <= 0 || left > startLead {
		return nil
	}
	left = (left + time.Second - 1).Truncate(time.Second) // delays are whole seconds
	return f.Queues.Send(ctx, JobQueue, f.transitionTask(o, acted).Later(left))
}

// planTime is how long every tick looks after a plan that is not whole.
const planTime = 2 * time.Hour

// next returns when an order is due again; never for an order that waits for a person. The writer of the last receipt
// requests the settlement. Looks at an order that only waits for receipts cover lost messages, so they become rarer
// until its first deadline.
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
		settle, unknown, err := f.Settlement().deadlines(ctx)
		if err != nil {
			return next, err
		}
		next = o.Ended.Add(min(settle, unknown))
		if !next.After(now) {
			next = o.Ended.Add(max(settle, unknown))
		}
		return earlier(job.Doubling(*o.Ended, now), next), nil
	case !whole && now.Sub(o.plannedFrom()) < planTime:
		return now, nil
	case !whole:
		next = earlier(job.Doubling(o.plannedFrom(), now), o.plannedFrom().Add(planLimit))
	}
	if o.Status == Waiting {
		at := o.StartAt.Add(-startLead)
		if !at.After(now) {
			at = *o.StartAt
		}
		next = earlier(next, at)
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

// inTime tells whether the time of an order has come and is not over, and the hours of its country.
func (cl Clearance) inTime(ctx context.Context, o *Order) (bool, error) {
	if o.StartAt != nil && o.StartAt.After(cl.flow.Now()) || o.Overdue(cl.flow.Now()) {
		return false, nil
	}
	return cl.InHours(ctx, o.Country)
}

// begin starts a waiting order whose time has come.
func (f *Flow) begin(ctx context.Context, o *Order) error {
	if begins, err := f.Clearance().inTime(ctx, o); err != nil || !begins {
		return err
	}
	id := o.ID
	o, changed, err := f.Orders.moveSeen(ctx, seen(o), []Status{Waiting}, func(o *Order) error {
		f.wait(o, true)
		return nil
	}, f.Clearance().free)
	if errors.Is(err, ErrGuarded) {
		return f.pauseWaiting(ctx, id)
	}
	if err != nil || !changed {
		return err
	}
	f.Listing().announce(ctx, id)
	return f.Kind.Work(ctx, o, Begins)
}
