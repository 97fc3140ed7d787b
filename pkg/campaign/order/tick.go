package order

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"herald/pkg/kit/parallel"
)

// A tick looks at so many orders side by side, and begins none with less time left than this.
const (
	sideBySide = 16
	reserve    = 5 * time.Second
)

// Tick is the janitor's minute: it looks at every active order and does what nobody else did. So a lost message, a dead worker
// and a crash between two writes are all harmless.
func (f *Flow) Tick(ctx context.Context) error {
	active, err := f.Orders.Active(ctx, f.Kind.Spec().Name)
	if err != nil {
		return err
	}
	// In any order: when there is no time for all, it is not always the same ones that are left out.
	rand.Shuffle(len(active), func(i, j int) { active[i], active[j] = active[j], active[i] })
	return errors.Join(parallel.Each(len(active), sideBySide, func(i int) error {
		if Late(ctx) {
			return nil // the next tick
		}
		a := active[i]
		look, err := f.lookAgain(ctx, a)
		if err == nil && look {
			err = f.tend(ctx, a.ID)
		}
		if err != nil {
			return fmt.Errorf("order %s: %w", a.ID, err)
		}
		return nil
	})...)
}

// Late reports that an invocation has too little time left to begin something.
func Late(ctx context.Context) bool {
	end, bound := ctx.Deadline()
	return bound && time.Until(end) < reserve
}

func (f *Flow) tend(ctx context.Context, id string) error {
	o, ok, err := f.Orders.Get(ctx, id)
	if err != nil || !ok {
		return err
	}
	if slices.Contains(plannable, o.Status) {
		whole, err := f.Kind.Whole(ctx, o)
		switch {
		case err != nil:
			return err
		case !whole && f.Now().Sub(o.Created) > planLimit:
			return f.Kind.GiveUp(ctx, o, "order.fail.plan")
		case !whole: // the planner is slow or died: the task is repeated, which does nothing twice
			if err := f.Queues.Send(ctx, JobQueue, Task(f.Kind.Spec().TaskPlan(), o)); err != nil {
				return err
			}
		}
	}
	switch o.Status {
	case Waiting:
		return f.begin(ctx, o)
	case Sending:
		return f.Kind.Work(ctx, o, LooksOn)
	case Settling, Stopped:
		return f.Settle(ctx, id)
	}
	return nil
}

// planTime is how long a tick looks after the plan of every order, and endTime how long after planLimit: a plan that was never
// whole ends then.
const (
	planTime = 2 * time.Hour
	endTime  = 10 * time.Minute
)

// lookAgain tells whether a tick looks at an order. One that waits for a person or for its hour, long after its plan, is looked
// at after 1, 2, 4, 8 … minutes, and when its plan must have ended. So is one that only waits for its last receipts, until the
// first deadline: whoever brings the last receipt asks for the settlement, and this is for a lost message.
func (f *Flow) lookAgain(ctx context.Context, a Active) (bool, error) {
	age := f.Now().Sub(a.Created)
	switch {
	case a.Ended != nil && (a.Status == Settling || a.Status == Stopped):
	case a.Status == Sending, a.Status == Waiting && (a.Start == nil || !a.Start.After(f.Now())), age < planTime, age > planLimit && age < planLimit+endTime:
		return true, nil
	default:
		return rarely(age), nil
	}
	settle, unknown, err := f.deadlines(ctx)
	if err != nil {
		return false, err
	}
	after := f.Now().Sub(*a.Ended)
	return rarely(after) || after >= min(settle, unknown), nil
}

// rarely is true in the minutes 0, 1, 2, 4, 8 …
func rarely(after time.Duration) bool {
	minutes := int(after / time.Minute)
	return minutes&(minutes-1) == 0
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
	o, changed, err := f.Orders.moveSeen(ctx, id, o, []Status{Waiting}, func(o *Order) error { f.wait(o, true); return nil }, unlocked)
	if errors.Is(err, ErrGuarded) {
		return f.pauseWaiting(ctx, id)
	}
	if err != nil || !changed {
		return err
	}
	f.announce(ctx, id)
	return f.Kind.Work(ctx, o, Begins)
}
