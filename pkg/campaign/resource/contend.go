package resource

import (
	"context"
	"errors"
)

// ErrContended: plans of other orders that are not whole yet hold numbers that the order lacks. It is to be planned again.
var ErrContended = errors.New("resource: the plans of other orders hold the numbers for now")

// contentions is how often a plan looks again at once; plans that run side by side take less.
const contentions = 8

// contend decides what happens to an order that finds too few free numbers. It returns nil when there are too few even if all other plans
// under way gave theirs up, else an error that has the plan repeated. Of the orders that wait for each other, the one with the smallest
// id keeps its numbers and the others release theirs. So one of them becomes whole.
func (r *Store) contend(ctx context.Context, h *Hold, need *Need) error {
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
			case n.State == Free, n.State == Reserved && n.Hold == h.Before:
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
				is = !held.whole()
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
		return nil
	}
	if !first {
		if err := r.Release(ctx, h.ID); err != nil {
			return err
		}
	}
	return ErrContended
}
