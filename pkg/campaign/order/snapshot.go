package order

import (
	"context"
	"errors"
	"slices"
	"time"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
)

// tries bounds how often a change is repeated because of a concurrent writer.
const tries = 16

// Retry repeats a decision, which fn makes anew each time, while its write loses against another one or its outcome is
// unclear. Fault: web.busy (503) when that does not end.
func Retry(ctx context.Context, fn func() error) error {
	err := store.Retry(ctx, tries, func() error {
		err := fn()
		if errors.Is(err, store.ErrUnclear) {
			return store.Retryable(err)
		}
		return err
	})
	if store.Lost(err) {
		return fault.New(fault.Unavailable, 0, "web.busy").Wait(time.Second).With(err)
	}
	return err
}

// Guard gives conditions on rows of other modules that must hold when a change is written, e.g. that the owner is not locked.
type Guard func(*Order) []store.Op

// ErrGuarded: a Guard's condition did not hold; nothing was changed.
var ErrGuarded = errors.New("order: a condition on another row does not hold")

// Move changes an order from one of the states, once: set sees the fresh order and may refuse. It gives the order as it is
// afterwards, and whether this call changed it. Errors: ErrGuarded, the 404 fault, web.busy.
func (b *Store) Move(ctx context.Context, id string, from []Status, set func(*Order) error, guards ...Guard) (o *Order, changed bool,
	err error) {
	return b.moveSeen(ctx, &snapshot{id: id}, from, set, guards...)
}

// snapshot is an order as it was read just now. It is used once; after that, and when it is nil, the order is read again.
type snapshot struct {
	id    string
	order *Order
}

func seen(o *Order) *snapshot { return &snapshot{o.ID, o} }

// moveSeen is Move of an order as it was read just now.
func (b *Store) moveSeen(ctx context.Context, at *snapshot, from []Status, set func(*Order) error, guards ...Guard) (o *Order, changed bool,
	err error) {
	var tried Order
	err = Retry(ctx, func() error {
		if o, err = b.fresh(ctx, at); err != nil {
			return err
		}
		if tried.Version != 0 && o.Version == tried.Version && o.Status == tried.Status && o.Act == tried.Act {
			changed = true // it was ours, and the answer was lost
			return nil
		}
		if !slices.Contains(from, o.Status) {
			return nil
		}
		if err := set(o); err != nil {
			return err
		}
		tried = *o
		tried.Version++
		err = b.change(ctx, o, guards)
		changed = err == nil
		return err
	})
	if err != nil {
		return nil, false, err
	}
	return o, changed, nil
}

// fresh is an order as it was seen, once, and after that as it is; the 404 fault for none.
func (b *Store) fresh(ctx context.Context, at *snapshot) (*Order, error) {
	if o := at.order; o != nil {
		at.order = nil
		return o, nil
	}
	o, ok, err := b.Get(ctx, at.id)
	if err == nil && !ok {
		err = fault.Missing()
	}
	return o, err
}

// change writes a changed order under guards.
func (b *Store) change(ctx context.Context, o *Order, guards []Guard) error {
	ops := b.Change(o)
	own := len(ops)
	for _, g := range guards {
		ops = append(ops, g(o)...)
	}
	err := b.DB.Transact(ctx, ops)
	if f := store.ConditionFailed(err); f != nil && f.Index >= own {
		return ErrGuarded
	}
	return err
}
