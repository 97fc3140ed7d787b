package bulk

import (
	"context"
	"errors"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/store"
	"herald/pkg/platform/user"
)

// pauseLocked is the reason of an order whose owner is locked. On unlock nothing starts by itself (decisions §3).
const pauseLocked = "bulk.pause.locked"

// unlocked is the guard of every change that lets an order send: neither its owner nor the owner's tenant is locked when the
// change is written. What began before the lock is paused by PauseOf after it.
func unlocked(o *order.Order) []store.Op { return user.NotLocked(o.Owner.User, o.Owner.Tenant) }

// pauseWaiting pauses an order whose time has come while its owner is locked.
func (r *Room) pauseWaiting(ctx context.Context, id string) error {
	o, changed, err := r.Orders.Move(ctx, id, []order.Status{order.Waiting}, func(o *order.Order) error {
		o.Status, o.Reason = order.Paused, pauseLocked
		return nil
	})
	if err == nil && changed {
		r.announce(ctx, id)
		r.tellPaused(ctx, o)
	}
	return err
}

// PauseOf pauses the running and waiting orders of a user who was locked, and of its secondaries (decisions §3); it takes
// effect within one sub-batch. It is called after the lock was written.
func PauseOf(ctx context.Context, orders *order.Book, userID string) error {
	active, err := orders.Active(ctx, Kind)
	if err != nil {
		return err
	}
	var mine []order.Active
	for _, a := range active {
		if a.Owner == userID || a.Tenant == userID {
			mine = append(mine, a)
		}
	}
	return errors.Join(each(len(mine), 8, func(i int) error {
		_, _, err := orders.Move(ctx, mine[i].ID, []order.Status{order.Sending, order.Waiting}, func(o *order.Order) error {
			o.Status, o.Reason = order.Paused, pauseLocked
			return nil
		})
		return err
	})...)
}
