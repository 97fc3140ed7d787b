package order

import (
	"cmp"
	"context"
	"errors"
	"time"

	"herald/pkg/campaign/review"
	"herald/pkg/credit/ledger"
	"herald/pkg/credit/price"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// act does one of the owner's actions with an order that was just found, and counts it; what the state forbids is a 409. expected is
// the cost of a retry.
func (f *Flow) act(ctx context.Context, a Action, o *Order, expected price.Expected) (*Order, *Tally, error) {
	if o.Act == web.OperationID(ctx, f.NewID) { // it was done, and the answer was lost; so may be what the audit log should know
		auditlog.Note(ctx, o.ID, nil, map[string]any{"orderNo": o.No, "status": o.Status, "action": a})
		t, err := f.Kind.Tally(ctx, o, false)
		f.follow(ctx, o, acted)
		if a == Resend {
			f.enqueue(ctx, o.ID, Task(f.Kind.Spec().TaskPlan(), o))
		}
		return o, t, err
	}
	before := o.Status
	o, t, err := f.do(ctx, a, o, expected)
	if err != nil {
		return nil, nil, err
	}
	auditlog.Note(ctx, o.ID, map[string]any{"status": before}, map[string]any{"orderNo": o.No, "status": o.Status, "action": a})
	return o, t, nil
}

// Find reads an order of the kind in the caller's scope; the 404 fault for any other id.
func (f *Flow) Find(ctx context.Context, id string) (*Order, error) {
	return f.Orders.Find(ctx, auth.Must(ctx).Scope(), f.Kind.Spec().Name, id)
}

// Do does an action that its caller may do. Faults: the 409 of the action, web.busy.
func (f *Flow) Do(ctx context.Context, a Action, o *Order) (*Order, error) {
	o, _, err := f.do(ctx, a, o, price.Expected{})
	return o, err
}

// do does an action with an order as it was read just now, and counts it.
func (f *Flow) do(ctx context.Context, a Action, o *Order, expected price.Expected) (now *Order, t *Tally, err error) {
	switch a {
	case Cancel:
		now, t, err = f.cancel(ctx, o)
	case Stop:
		now, t, err = f.stopWork(ctx, o)
	case Start:
		now, t, err = f.restart(ctx, o)
	case Resend:
		now, t, err = f.retries().retry(ctx, o, expected)
	default:
		now, t, err = f.moveCounted(ctx, o, Pause, func(o *Order) { o.Status, o.Reason = Paused, "" })
	}
	if err == nil {
		f.follow(ctx, now, acted)
	}
	return now, t, err
}

// move changes the state of an order, as it was read just now, by an action, or refuses with the action's 409.
func (f *Flow) move(ctx context.Context, was *Order, a Action, set func(*Order) error, guards ...Guard) (*Order, error) {
	operation := web.OperationID(ctx, f.NewID)
	o, changed, err := f.Orders.moveSeen(ctx, seen(was), Actions[a], func(o *Order) error {
		o.operate(ctx, operation)
		return set(o)
	}, guards...)
	if err != nil {
		return nil, err
	}
	if !changed {
		return nil, Allowed(a, o.Status)
	}
	return o, nil
}

// approve lets an order wait for its time, and begins it when that is now. An order of a locked owner, or with a
// template that may not be sent, is paused: it passed the review, but a user must start it later. An order whose
// deadline is over is cancelled. Faults: order.deadlineOver (409), review.changed (40921) for an order that was
// edited since it was read.
func (rv Reviews) approve(ctx context.Context, o *Order, read review.Versions) (*Order, error) {
	if err := read.Check(o.ID, o.ReviewVersion(), o.Edits > 0); err != nil {
		return nil, cmp.Or(Allowed(Approve, o.Status), err)
	}
	if o.Overdue(rv.flow.Now()) {
		return nil, rv.flow.tooLate(ctx, o)
	}
	begins := rv.flow.begins(ctx, o)
	moved, err := rv.flow.move(ctx, o, Approve, func(o *Order) error {
		rv.flow.wait(o, begins)
		o.addNotice(rv.flow.notices().reviewed(o, true))
		return read.Check(o.ID, o.ReviewVersion(), o.Edits > 0)
	}, rv.flow.Clearance().free)
	if errors.Is(err, ErrGuarded) {
		held, err := rv.flow.Clearance().heldBy(ctx, o)
		if err != nil {
			return nil, err
		}
		if o, _, err = rv.flow.Orders.Get(ctx, o.ID); err != nil {
			return nil, err
		}
		return rv.flow.move(ctx, o, Approve, func(o *Order) error {
			o.Status, o.Reason = Paused, held
			o.addNotice(rv.flow.notices().reviewed(o, true))
			return read.Check(o.ID, o.ReviewVersion(), o.Edits > 0)
		})
	}
	return moved, err
}

// begins reports whether an order may begin now. If that is unknown, the janitor decides later.
func (f *Flow) begins(ctx context.Context, o *Order) bool {
	now, err := f.Clearance().inTime(ctx, o)
	f.after(o.ID, err)
	return now
}

// wait lets an order wait for its time, or send when that is now. One whose deadline is over begins no more: the next look cancels it.
func (f *Flow) wait(o *Order, begins bool) {
	now := f.Now()
	begins = begins && !o.Overdue(now)
	o.Status, o.Reason = Waiting, ""
	if begins {
		o.Status, o.Begun, o.Until = Sending, &now, o.deadline(now)
	}
}

// after notes what failed behind the write of an action. The action is done, so it fails nothing; the janitor does the rest.
func (f *Flow) after(id string, err error) {
	if err != nil {
		f.Log(map[string]any{"warning": "after an action: " + err.Error(), "order": id})
	}
}

// ending is an order that is about to end, as it was read, with its reservation.
type ending struct {
	*Order
	held *ledger.HeldReservation
}

// end closes an order of which nothing was sent. The whole reservation is released in the same transaction. When two
// calls end an order at a time, one succeeds and the other gets the fault of the new state.
func (f *Flow) end(ctx context.Context, e ending, a Action, set func(*Order) error) (*Order, error) {
	operation, tried := web.OperationID(ctx, f.NewID), false
	id, at, held := e.ID, seen(e.Order), e.held
	var o *Order
	err := Retry(ctx, func() (err error) {
		if o, err = f.Orders.fresh(ctx, at); err != nil {
			return err
		}
		if tried && o.Act == operation && o.Settled {
			return nil // it was ours
		}
		if err := Allowed(a, o.Status); err != nil {
			return err
		}
		if held == nil {
			if held, err = f.Settlement().held(ctx, o); err != nil {
				return err
			}
		}
		o.operate(ctx, operation)
		if err := set(o); err != nil {
			return err
		}
		tried = true
		made, err := f.Settlement().release(ctx, o, held)
		held = nil
		if err != nil || made {
			return err
		}
		// The ledger releases once for any number of calls. The stored order shows whether this operation did it.
		if o, _, err = f.Orders.Get(ctx, id); err == nil && o.Act != operation {
			err = Allowed(a, o.Status)
		}
		return err
	})
	return o, err
}

// held reads what an order has reserved.
func (st Settlement) held(ctx context.Context, o *Order) (*ledger.HeldReservation, error) {
	return st.flow.Credit.Ledger.Held(ctx, o.Ref(), o.Owner.User)
}

// refuse ends an order under review.
func (rv Reviews) refuse(ctx context.Context, o *Order, reason string) (*Order, error) {
	held, err := rv.flow.Settlement().held(ctx, o)
	if err != nil {
		return nil, err
	}
	return rv.flow.end(ctx, ending{o, held}, Refuse, func(o *Order) error {
		o.Status, o.Reason = Refused, reason
		o.addNotice(rv.flow.notices().reviewed(o, false))
		return nil
	})
}

// cancel ends an order before anything was sent. Every chunk of a paused order is read. An intent that a worker wrote
// before the pause shows there. An intent that is written after it meets the pause at its control check, before any
// call.
func (f *Flow) cancel(ctx context.Context, o *Order) (now *Order, t *Tally, err error) {
	e := ending{Order: o}
	err = parallel.Do(
		func() (err error) { t, err = f.Kind.Tally(ctx, o, true); return err },
		func() (err error) { e.held, err = f.Settlement().held(ctx, o); return err })
	if err != nil {
		return nil, nil, err
	}
	version, paused := o.Version, o.Status == Paused
	if o.Retried() || paused && t.Remaining < o.Total {
		return nil, nil, fault.State("order.cancelSent")
	}
	now, err = f.end(ctx, e, Cancel, func(now *Order) error {
		if now.Status == Paused && now.Version != version {
			return fault.State("order.cancelSent") // it went on meanwhile
		}
		now.Status = Cancelled
		return nil
	})
	return now, t, err
}

// restart resumes a paused order. The order goes back to waiting when it had not begun and its time has not come;
// else its parked chunks are enqueued again. An order whose deadline is over ends. Fault: order.deadlineOver (409).
func (f *Flow) restart(ctx context.Context, o *Order) (now *Order, t *Tally, err error) {
	if o.Overdue(f.Now()) {
		return nil, nil, f.tooLate(ctx, o)
	}
	begins := false
	err = parallel.Do(
		func() (err error) { t, err = f.Kind.Tally(ctx, o, false); return err },
		func() error { begins = o.Begun == nil && f.begins(ctx, o); return nil })
	if err != nil {
		return nil, nil, err
	}
	now, err = f.move(ctx, o, Start, func(o *Order) error {
		o.Forgiven = &t.Standing
		if o.Begun != nil {
			o.Status, o.Reason = Sending, ""
			return nil
		}
		f.wait(o, begins)
		return nil
	}, f.Clearance().free)
	if errors.Is(err, ErrGuarded) {
		err = f.Clearance().heldBack(ctx, o)
	}
	return now, t, err
}

// remove takes an ended order out of the lists; its rows and its ledger entries stay.
func (f *Flow) remove(ctx context.Context, id string) error {
	o, err := f.Find(ctx, id)
	if err != nil {
		return err
	}
	if err := Allowed(Delete, o.Status); err != nil {
		return err
	}
	auditlog.Note(ctx, o.ID, map[string]any{"orderNo": o.No, "status": o.Status}, nil)
	ops := ListOf(o.Kind).Remove(Scopes(o), o.ID)
	ops[0].If = store.Exists("pk")
	seen := o.Version
	o.Version, o.Gone = seen+1, true // so that nothing that is asked at the same time wakes it
	ops = append(ops, store.Op{Verb: store.Put, Key: Key(o.ID), Item: o, If: store.Eq("v", seen)})
	err = f.DB.Transact(ctx, ops)
	if failed := store.ConditionFailed(err); failed != nil && failed.Index == 0 {
		return fault.Missing()
	} else if failed != nil {
		return fault.New(fault.Unavailable, 0, "web.busy").Wait(time.Second).With(err)
	}
	return err
}
