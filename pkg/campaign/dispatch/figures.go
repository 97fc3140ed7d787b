package dispatch

import (
	"context"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/money"
)

// Figures of an order as it is now.
func (r *Engine) Figures(ctx context.Context, id string) (order.Figure, error) {
	o, ok, err := r.Flow.Orders.Get(ctx, id)
	if err != nil || !ok {
		return order.Figure{}, err
	}
	t, err := r.Tally(ctx, o, false)
	if err != nil {
		return order.Figure{}, err
	}
	return order.Figure{Counts: t.Counts, Charge: o.Spent + o.Price*money.Amount(t.Charged), Second: t.Second}, nil
}

// second counts the recipients of an order's second message, in all generations; nil for an order of one message.
// Recipients that wait for the choice do not count.
func (r *Engine) second(o *order.Order, chunks []chunk) map[string]int {
	if o.Trial == nil {
		return nil
	}
	counts, now := Counts{}, r.Flow.Now()
	for k := range chunks {
		c := &chunks[k]
		for i := range c.s.N {
			if !c.moved.has(i) && c.s.second(i, o) {
				counts[mergedState(&c.s, &c.r, i, now)]++
			}
		}
	}
	return counts.plain()
}
