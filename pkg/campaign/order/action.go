package order

import (
	"context"
	"errors"

	"herald/pkg/kit/audit"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
)

// act does one of the owner's actions; what the state forbids is a 409.
func (f *Flow) act(ctx context.Context, a Action, id string) (*Order, error) {
	o, err := f.Find(ctx, id)
	if err != nil {
		return nil, err
	}
	if o.Act == f.NewID(ctx) { // it was done, and the answer was lost; so may be what the audit log should know
		audit.Note(ctx, o.ID, nil, map[string]any{"status": o.Status, "action": a})
		return o, nil
	}
	before := o.Status
	if o, err = f.Do(ctx, a, o); err != nil {
		return nil, err
	}
	audit.Note(ctx, o.ID, map[string]any{"status": before}, map[string]any{"status": o.Status, "action": a})
	f.announce(ctx, o.ID)
	return o, nil
}

// Find reads an order of the kind in the caller's scope; the 404 fault for any other id.
func (f *Flow) Find(ctx context.Context, id string) (*Order, error) {
	return f.Orders.Find(ctx, auth.Must(ctx).Scope(), f.Kind.Spec().Name, id)
}

// Do does an action that its caller may do. Faults: the 409 of the action, web.busy.
func (f *Flow) Do(ctx context.Context, a Action, o *Order) (*Order, error) {
	switch a {
	case Cancel:
		return f.cancel(ctx, o.ID)
	case Stop:
		return f.halt(ctx, o.ID)
	case Start:
		return f.restart(ctx, o.ID)
	}
	return f.moveCounted(ctx, o.ID, Pause, func(o *Order) { o.Status, o.Reason = Paused, "" })
}

// move changes the state by an action, or refuses with the action's 409.
func (f *Flow) move(ctx context.Context, id string, a Action, set func(*Order) error, guards ...Guard) (*Order, error) {
	operation := f.NewID(ctx)
	o, changed, err := f.Orders.Move(ctx, id, Actions[a], func(o *Order) error {
		o.Act = operation
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

// approve lets an order wait for its time, and begins it when that is now. That of a locked owner is paused: it passed the
// review, but somebody must start it after the unlock.
func (f *Flow) approve(ctx context.Context, id string) error {
	o, err := f.move(ctx, id, Approve, func(o *Order) error { o.Status = Waiting; return nil }, unlocked)
	if errors.Is(err, ErrGuarded) {
		_, err = f.move(ctx, id, Approve, func(o *Order) error { o.Status, o.Reason = Paused, pauseLocked; return nil })
		return err
	}
	if err != nil {
		return err
	}
	f.after(id, f.begin(ctx, o))
	return nil
}

// after notes what failed behind the write of an action. The action is done, so it fails nothing; the janitor does the rest.
func (f *Flow) after(id string, err error) {
	if err != nil {
		f.Log(map[string]any{"warning": "after an action: " + err.Error(), "order": id})
	}
}

// end closes an order of which nothing was sent: the whole reservation is released in the same transaction. Of two that end
// an order at a time the one that did it is told so, and the other what forbids it.
func (f *Flow) end(ctx context.Context, id string, a Action, set func(*Order) error) (*Order, error) {
	operation, tried := f.NewID(ctx), false
	var o *Order
	err := Retry(ctx, func() (err error) {
		var ok bool
		if o, ok, err = f.Orders.Get(ctx, id); err != nil {
			return err
		}
		if !ok {
			return fault.Missing()
		}
		if tried && o.Act == operation && o.Settled {
			return nil // it was ours
		}
		if err := Allowed(a, o.Status); err != nil {
			return err
		}
		if err := set(o); err != nil {
			return err
		}
		o.Act, tried = operation, true
		if err = f.release(ctx, o); err != nil {
			return err
		}
		// The ledger releases once, whoever asks: what stands tells whether it was this operation.
		if o, _, err = f.Orders.Get(ctx, id); err == nil && o.Act != operation {
			err = Allowed(a, o.Status)
		}
		return err
	})
	return o, err
}

// cancel ends an order before anything was sent. Of a paused one every chunk is looked at: a worker's intent that was written
// before the pause shows there, and one that is written after it meets the pause at its control check, before any call.
func (f *Flow) cancel(ctx context.Context, id string) (*Order, error) {
	o, ok, err := f.Orders.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	if ok && o.Status == Paused {
		t, err := f.Kind.Tally(ctx, o, true)
		if err != nil {
			return nil, err
		}
		if t.Left < o.Total {
			return nil, fault.State("order.cancelSent")
		}
	}
	return f.end(ctx, id, Cancel, func(now *Order) error {
		if now.Status == Paused && now.Version != o.Version {
			return fault.State("order.cancelSent") // it went on meanwhile
		}
		now.Status = Cancelled
		return nil
	})
}

// restart lets a paused order go on: back to waiting when it had not begun, else its parked chunks are rung again.
func (f *Flow) restart(ctx context.Context, id string) (*Order, error) {
	o, err := f.move(ctx, id, Start, func(o *Order) error {
		o.Status, o.Reason = Waiting, ""
		if o.Begun != nil {
			o.Status = Sending
		}
		return nil
	}, unlocked)
	if errors.Is(err, ErrGuarded) {
		return nil, fault.State("order.locked")
	}
	if err != nil {
		return nil, err
	}
	f.after(id, f.goOn(ctx, o))
	if now, ok, err := f.Orders.Get(ctx, id); err == nil && ok {
		o = now
	}
	return o, nil
}

// goOn lets an order that was started again send: one that had begun where it stopped.
func (f *Flow) goOn(ctx context.Context, o *Order) error {
	if o.Status == Waiting {
		return f.begin(ctx, o)
	}
	return f.Kind.Work(ctx, o, GoesOn)
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
	audit.Note(ctx, o.ID, map[string]any{"orderNo": o.No, "status": o.Status}, nil)
	ops := ListOf(o.Kind).Remove(Scopes(o), o.ID)
	ops[0].If = store.Exists("pk")
	err = f.DB.Transact(ctx, ops)
	if store.ConditionFailed(err) != nil {
		return fault.Missing()
	}
	return err
}
