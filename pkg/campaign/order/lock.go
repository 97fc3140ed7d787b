package order

import (
	"context"
	"errors"

	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
	"herald/pkg/platform/user"
)

// pauseLocked is the reason of an order whose owner is locked. On unlock nothing starts by itself (decisions §3).
const pauseLocked = "order.pause.locked"

// unlocked is the guard of every change that lets an order send: neither its owner nor the owner's tenant is locked
// when the change is written. PauseOf pauses orders that began before the lock.
func unlocked(o *Order) []store.Op { return user.NotLocked(o.Owner.User, o.Owner.Tenant) }

// pauseWaiting pauses an order whose time has come while its owner is locked, or its template may not be sent.
func (f *Flow) pauseWaiting(ctx context.Context, id string) error {
	o, changed, err := f.Orders.Move(ctx, id, []Status{Waiting}, func(o *Order) error {
		held, err := f.Clearance().heldBy(ctx, o)
		if err != nil {
			return err
		}
		o.Status, o.Reason = Paused, held
		o.addNotice(f.notices().paused(o, o.Version+1))
		return nil
	})
	if err == nil && changed {
		f.Listing().announce(ctx, id)
		f.notices().tell(ctx, o, f.notices().paused(o, o.Version))
	}
	return err
}

// PauseOf pauses the running and waiting orders of all kinds of a locked user and of its secondaries (decisions §3).
// It takes effect within one sub-batch. It is called after the lock was written.
func (b *Store) PauseOf(ctx context.Context, userID string) error {
	active, err := b.Active(ctx, "")
	if err != nil {
		return err
	}
	var mine []Active
	for _, a := range active {
		if a.Owner == userID || a.Tenant == userID {
			mine = append(mine, a)
		}
	}
	return errors.Join(parallel.Each(len(mine), 8, func(i int) error {
		_, _, err := b.Move(ctx, mine[i].ID, []Status{Sending, Waiting}, func(o *Order) error {
			o.Status, o.Reason = Paused, pauseLocked
			return nil
		})
		return err
	})...)
}

// PauseFor pauses a sending or waiting order for a reason, a message key that the console shows.
func (f *Flow) PauseFor(ctx context.Context, id, reason string) error {
	o, changed, err := f.Orders.Move(ctx, id, []Status{Sending, Waiting}, func(o *Order) error {
		t, err := f.of(o).Kind.Tally(ctx, o, true)
		if err != nil {
			return err
		}
		o.Status, o.Reason, o.Counts, o.Held = Paused, reason, t.Counts, t.Held
		o.addNotice(f.notices().paused(o, o.Version+1))
		return nil
	})
	if err == nil && changed {
		f.Listing().announce(ctx, id)
		f.notices().tell(ctx, o, f.notices().paused(o, o.Version))
	}
	return err
}
