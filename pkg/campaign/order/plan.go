package order

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
)

// planLimit is how long after it was asked for a plan is repeated: no order hangs, and its credit with it.
const planLimit = 24 * time.Hour

// plannable are the states in which an order's work is still wanted.
var plannable = []Status{Review, Waiting, Sending, Paused}

// PlanTask is the handler of <kind>.plan. It may be repeated and may run twice at once.
func (f *Flow) PlanTask(ctx context.Context, m queue.Message) error {
	var t task
	if err := json.Unmarshal(m.Body, &t); err != nil {
		return fmt.Errorf("order: task: %w", err)
	}
	o, ok, err := f.Orders.Get(ctx, t.Order)
	if err != nil || !ok || !slices.Contains(plannable, o.Status) {
		return err
	}
	if o.Status == Review {
		f.Reviews().tellReviewers(ctx)
	}
	return errors.Join(f.callAtStart(ctx, o), f.Kind.Plan(ctx, o))
}

// OnPlanned lets an order go on of which a part of the plan stands, or begin if it need not wait.
func (f *Flow) OnPlanned(ctx context.Context, id string) error {
	o, ok, err := f.Orders.Get(ctx, id)
	if err != nil || !ok {
		return err
	}
	switch o.Status {
	case Waiting:
		return f.begin(ctx, o)
	case Sending:
		return f.Kind.Work(ctx, o, Reported)
	}
	return nil
}

// PlanAnew notes that a part of a plan that stood is about to be planned again: the order is not given up for the time before.
func (f *Flow) PlanAnew(ctx context.Context, of *Order) error {
	now := f.Now()
	_, _, err := f.Orders.Move(ctx, of.ID, []Status{Sending}, func(o *Order) error {
		if o.Gen == of.Gen {
			o.Replan = &now
		}
		return nil
	})
	return err
}

// ReduceTotal sets the total of a generation to the planned number. Targets may have left since the order was made,
// or were reached since its retry was requested. The settlement releases their reservation.
func (f *Flow) ReduceTotal(ctx context.Context, of *Order, total, parts int) error {
	_, _, err := f.Orders.Move(ctx, of.ID, plannable, func(o *Order) error {
		switch {
		case o.Gen != of.Gen: // it is another generation's plan that ends late
		case o.Retried():
			o.Size, o.Chunks = total, parts
		default:
			o.Total, o.Chunks, o.Counts = total, parts, f.Kind.Spec().untouched(total)
		}
		return nil
	})
	return err
}

// Fail ends an order of which nothing can have been done, and releases everything. The order was not charged, and
// reason, a message key, says why. untouched returns conditions that hold as long as nothing was done. It returns
// stands when something was done already; then the order stays as it is.
func (f *Flow) Fail(ctx context.Context, of *Order, reason string,
	untouched func(*Order) (ops []store.Op, stands bool, err error)) (stands bool, err error) {
	var ended *Order
	id := of.ID
	err = Retry(ctx, func() error {
		o, ok, err := f.Orders.Get(ctx, id)
		if err != nil || !ok || o.Gen != of.Gen || !slices.Contains(plannable, o.Status) {
			return err
		}
		var ops []store.Op
		if ops, stands, err = untouched(o); err != nil || stands {
			return err
		}
		held, err := f.Settlement().held(ctx, o)
		if err != nil {
			return err
		}
		if err := f.fail(ctx, o, reason); err != nil {
			return err
		}
		made, err := f.Settlement().release(ctx, o, held, ops...)
		if err == nil && !made { // another call ended it, or ours did and its answer was lost
			o, _, err = f.Orders.Get(ctx, id)
		}
		if err == nil && o.Settled {
			ended = o
		}
		return err
	})
	if err == nil && ended != nil {
		f.Listing().announce(ctx, id)
		f.notices().tell(ctx, ended, f.notices().ended(ended))
	}
	return stands, err
}

// StopShort stops an order of which a part was done and the rest cannot be done. The part settles; reason is a message key. conditions
// returns what must hold when it is written, or stands when the order goes on.
func (f *Flow) StopShort(ctx context.Context, of *Order, reason string,
	conditions func(*Order) (ops []store.Op, stands bool, err error)) error {
	now := f.Now()
	var ops []store.Op
	_, changed, err := f.Orders.Move(ctx, of.ID, Actions[Stop], func(o *Order) error {
		var stands bool
		var err error
		if ops, stands, err = conditions(o); err != nil {
			return err
		}
		if stands || o.Gen != of.Gen {
			return ErrGuarded
		}
		t, err := f.Kind.Tally(ctx, o, true)
		if err != nil {
			return err
		}
		o.Status, o.Ended, o.Reason, o.Counts, o.Held = Stopped, &now, reason, t.Counts, t.Held
		return nil
	}, func(*Order) []store.Op { return ops })
	if errors.Is(err, ErrGuarded) { // it goes on, and the next look decides anew
		return nil
	}
	if err != nil || !changed {
		return err
	}
	f.Listing().announce(ctx, of.ID)
	return f.Settlement().Settle(ctx, of.ID)
}

// fail ends an order, or the generation of a retry. After a failed retry the order is as before, with the targets
// that were reached meanwhile.
func (f *Flow) fail(ctx context.Context, o *Order, reason string) error {
	o.Status, o.Reason = Failed, reason
	if o.Retried() {
		t, err := f.Kind.Tally(ctx, o, true)
		if err != nil {
			return err
		}
		now := f.Now()
		o.Status, o.Counts, o.Held, o.Ended = f.ends(t), t.Counts, t.Held, &now
		if o.Status == Settling {
			o.Status = Completed
		}
	}
	o.addNotice(f.notices().ended(o))
	return nil
}

// ends is the state of an order when nothing of its generation is left to do: one that was stopped before its retry stays so.
func (f *Flow) ends(t *Tally) Status {
	if t.Counts[f.Kind.Spec().States[0]] > 0 {
		return Stopped
	}
	return Settling
}

// Complete moves an order of which nothing is left to do to settling. It looks at the work itself.
func (f *Flow) Complete(ctx context.Context, id string) error {
	o, ok, err := f.Orders.Get(ctx, id)
	if err != nil || !ok || o.Status != Sending {
		return err
	}
	t, err := f.Kind.Tally(ctx, o, true)
	if err != nil || !t.Done || t.Remaining > 0 {
		return err
	}
	now := f.Now()
	_, changed, err := f.Orders.Move(ctx, id, []Status{Sending}, func(o *Order) error {
		o.Status, o.Ended, o.Counts, o.Held = f.ends(t), &now, t.Counts, t.Held
		return nil
	})
	if err != nil || !changed {
		return err
	}
	f.Listing().announce(ctx, id)
	return f.Settlement().Settle(ctx, id)
}
