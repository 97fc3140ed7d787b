package bulk

import (
	"context"
	"errors"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/audit"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// act does one of the owner's actions; what the state forbids is a 409.
func (r *Room) act(a order.Action) func(context.Context, *byID) (*Detail, error) {
	return func(ctx context.Context, in *byID) (*Detail, error) {
		o, err := r.Orders.Find(ctx, auth.Must(ctx).Scope(), Kind, in.ID)
		if err != nil {
			return nil, err
		}
		if o.Act == r.NewID(ctx) { // it was done, and the answer was lost; so may be what the audit log should know
			audit.Note(ctx, o.ID, nil, map[string]any{"status": o.Status, "action": a})
			return r.detail(ctx, o)
		}
		before := o.Status
		if o, err = r.do(ctx, a, o); err != nil {
			return nil, err
		}
		audit.Note(ctx, o.ID, map[string]any{"status": before}, map[string]any{"status": o.Status, "action": a})
		r.announce(ctx, o.ID)
		return r.detail(ctx, o)
	}
}

func (r *Room) do(ctx context.Context, a order.Action, o *order.Order) (*order.Order, error) {
	switch a {
	case order.Cancel:
		return r.cancel(ctx, o.ID)
	case order.Stop:
		return r.halt(ctx, o.ID)
	case order.Start:
		return r.restart(ctx, o.ID)
	}
	return r.moveCounted(ctx, o.ID, order.Pause, func(o *order.Order) { o.Status, o.Reason = order.Paused, "" })
}

// move changes the state by an action, or refuses with the action's 409.
func (r *Room) move(ctx context.Context, id string, a order.Action, set func(*order.Order) error, guards ...order.Guard) (*order.Order, error) {
	operation := r.NewID(ctx)
	o, changed, err := r.Orders.Move(ctx, id, order.Actions[a], func(o *order.Order) error {
		o.Act = operation
		return set(o)
	}, guards...)
	if err != nil {
		return nil, err
	}
	if !changed {
		return nil, order.Allowed(a, o.Status)
	}
	return o, nil
}

// approve lets an order wait for its time, and begins it when that is now. That of a locked owner is paused: it passed the
// review, but somebody must start it after the unlock.
func (r *Room) approve(ctx context.Context, id string) error {
	o, err := r.move(ctx, id, order.Approve, func(o *order.Order) error { o.Status = order.Waiting; return nil }, unlocked)
	if errors.Is(err, order.ErrGuarded) {
		_, err = r.move(ctx, id, order.Approve, func(o *order.Order) error { o.Status, o.Reason = order.Paused, pauseLocked; return nil })
		return err
	}
	if err != nil {
		return err
	}
	r.after(id, r.begin(ctx, o))
	return nil
}

// after notes what failed behind the write of an action. The action is done, so it fails nothing; the janitor does the rest.
func (r *Room) after(id string, err error) {
	if err != nil {
		r.Log(map[string]any{"warning": "after an action: " + err.Error(), "order": id})
	}
}

// end closes an order of which nothing was sent: the whole reservation is released in the same transaction. Of two that end
// an order at a time the one that did it is told so, and the other what forbids it.
func (r *Room) end(ctx context.Context, id string, a order.Action, set func(*order.Order) error) (*order.Order, error) {
	operation, tried := r.NewID(ctx), false
	var o *order.Order
	err := order.Retry(ctx, func() (err error) {
		var ok bool
		if o, ok, err = r.Orders.Get(ctx, id); err != nil {
			return err
		}
		if !ok {
			return fault.Missing()
		}
		if tried && o.Act == operation && o.Settled {
			return nil // it was ours
		}
		if err := order.Allowed(a, o.Status); err != nil {
			return err
		}
		if err := set(o); err != nil {
			return err
		}
		o.Act, tried = operation, true
		if err = r.release(ctx, o); err != nil {
			return err
		}
		// The ledger releases once, whoever asks: what stands tells whether it was this operation.
		if o, _, err = r.Orders.Get(ctx, id); err == nil && o.Act != operation {
			err = order.Allowed(a, o.Status)
		}
		return err
	})
	return o, err
}

// cancel ends an order before anything was sent. Of a paused one every chunk is looked at: a worker's intent that was written
// before the pause shows there, and one that is written after it meets the pause at its control check, before any call.
func (r *Room) cancel(ctx context.Context, id string) (*order.Order, error) {
	o, ok, err := r.Orders.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	if ok && o.Status == order.Paused {
		counts, _, err := r.counts(ctx, o, true)
		if err != nil {
			return nil, err
		}
		if counts[StateToSend] < o.Total {
			return nil, fault.State("bulk.cancelSent")
		}
	}
	return r.end(ctx, id, order.Cancel, func(now *order.Order) error {
		if now.Status == order.Paused && now.Version != o.Version {
			return fault.State("bulk.cancelSent") // it went on meanwhile
		}
		now.Status = order.Cancelled
		return nil
	})
}

// restart lets a paused order go on: back to waiting when it had not begun, else its parked chunks are rung again.
func (r *Room) restart(ctx context.Context, id string) (*order.Order, error) {
	o, err := r.move(ctx, id, order.Start, func(o *order.Order) error {
		o.Status, o.Reason = order.Waiting, ""
		if o.Begun != nil {
			o.Status = order.Sending
		}
		return nil
	}, unlocked)
	if errors.Is(err, order.ErrGuarded) {
		return nil, fault.State("bulk.locked")
	}
	if err != nil {
		return nil, err
	}
	r.after(id, r.goOn(ctx, o))
	if now, ok, err := r.Orders.Get(ctx, id); err == nil && ok {
		o = now
	}
	return o, nil
}

// goOn lets an order that was started again send: one that had begun where it stopped.
func (r *Room) goOn(ctx context.Context, o *order.Order) error {
	if o.Status == order.Waiting {
		return r.begin(ctx, o)
	}
	f, ok, err := r.feeder(ctx, o)
	if err != nil || !ok {
		return err
	}
	chunks, err := r.chunks(ctx, o.ID, o.Gen, true)
	if err != nil {
		return err
	}
	var bells []queue.Message
	for _, c := range chunks {
		if c.c < f.Next && !c.s.Done && c.s.Lease <= r.Now().UnixMilli() {
			bells = append(bells, queue.New(TaskChunk, o.Owner.Tenant, doorbell{o.ID, o.Gen, c.c}))
		}
	}
	if len(bells) > 0 {
		if err := r.Queues.Send(ctx, SendQueue, bells...); err != nil {
			return err
		}
	}
	return r.feed(ctx, o)
}

// remove takes an ended order out of the lists; its rows and its ledger entries stay.
func (r *Room) remove(ctx context.Context, in *byID) (*web.Done, error) {
	o, err := r.Orders.Find(ctx, auth.Must(ctx).Scope(), Kind, in.ID)
	if err != nil {
		return nil, err
	}
	if err := order.Allowed(order.Delete, o.Status); err != nil {
		return nil, err
	}
	audit.Note(ctx, o.ID, map[string]any{"orderNo": o.No, "status": o.Status}, nil)
	ops := order.Orders.Remove(order.Scopes(o), o.ID)
	ops[0].If = store.Exists("pk")
	err = r.DB.Transact(ctx, ops)
	if store.ConditionFailed(err) != nil {
		return nil, fault.Missing()
	}
	return &web.Done{}, err
}
