package dispatch

import (
	"context"

	"herald/pkg/kit/money"
)

// Figures of an order as they are now: its row in the lists knows them as of its last change of state. charge is what its
// targets cost so far; it may still fall until the settlement.
func (r *Engine) Figures(ctx context.Context, id string) (counts map[string]int, charge money.Amount, err error) {
	o, ok, err := r.Orders.Get(ctx, id)
	if err != nil || !ok {
		return nil, 0, err
	}
	t, err := r.Tally(ctx, o, false)
	if err != nil {
		return nil, 0, err
	}
	return t.Counts, o.Spent + o.Price*money.Amount(t.Charged), nil
}
