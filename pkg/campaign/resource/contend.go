package resource

import (
	"context"
	"errors"
	"slices"

	"herald/pkg/kit/store"
)

// ErrContended: plans of other orders that are not whole yet hold numbers that the order lacks. It is to be planned again.
var ErrContended = errors.New("resource: the plans of other orders hold the numbers for now")

// contentions is how often a plan looks again at once; plans that run side by side take less.
const contentions = 8

// contend decides what happens to an order that finds too few free numbers. It returns nil when there are too few even if all other plans
// under way gave theirs up, else an error that has the plan repeated. Of the orders that wait for each other, the one with the smallest
// id keeps its numbers and the others release theirs. So one of them becomes whole. has is what the order had when need was counted: when
// another run of its plan changed that since, the plan is decided again.
func (r *Store) contend(ctx context.Context, h *Hold, need *Need, has Held) error {
	lots, err := r.sold(ctx, need)
	if err != nil {
		return err
	}
	first, n, underWay := true, 0, map[string]bool{}
	for i := range lots {
		if lots[i].Free+lots[i].Reserved <= 0 {
			continue
		}
		// One read tells of each number whether the order could have it: two reads could miss one that moved in between.
		all, err := r.ofLot(ctx, &lots[i], need, func(n *Number) (bool, error) {
			switch {
			case n.State == Free, n.State == Reserved && slices.Contains(h.Before, n.Hold):
				return true, nil
			case n.State != Reserved || n.OrderID == h.OrderID:
				return false, nil
			}
			is, known := underWay[n.Hold]
			if !known {
				held, err := r.Held(ctx, n.Hold, true)
				if err != nil {
					return false, err
				}
				is = !held.Whole()
				underWay[n.Hold] = is
			}
			first = first && (!is || h.OrderID < n.OrderID)
			return is, nil
		})
		if err != nil {
			return err
		}
		n = need.sum(n, all)
	}
	if n < need.Amount {
		now, err := r.Held(ctx, h.ID, true)
		if err == nil && (now.Reserved != has.Reserved || now.Assigned != has.Assigned) {
			err = store.Retryable(ErrContended)
		}
		return err
	}
	if !first {
		if err := r.yield(ctx, h.ID, has); err != nil {
			return err
		}
	}
	return ErrContended
}
