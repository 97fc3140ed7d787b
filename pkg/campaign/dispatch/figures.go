package dispatch

import (
	"context"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/money"
)

// Figures of an order as it is now.
func (r *Statistics) Figures(ctx context.Context, id string) (order.Figure, error) {
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
func (r *Statistics) second(o *order.Order, chunks []chunkrow.Chunk) map[string]int {
	if o.Trial == nil {
		return nil
	}
	counts, now := chunkrow.Counts{}, r.Flow.Now()
	for k := range chunks {
		c := &chunks[k]
		for i := range c.Sends.N {
			if !c.Moved.Has(i) && c.Sends.GetsSecond(i, o) {
				counts[chunkrow.MergedState(&c.Sends, &c.Receipts, i, now)]++
			}
		}
	}
	return counts.Plain()
}
