package dispatch

import (
	"context"
	"fmt"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/store"
)

// OnEvents tells of each piece of an order whether its receipts, or answers, were written at a time or after it.
func (r *Engine) OnEvents(ctx context.Context, o *order.Order, since time.Time) ([]bool, error) {
	out := make([]bool, o.Pieces())
	from := 0 // the first piece of the generation
	for gen := o.Begin(); gen <= o.Gen; gen++ {
		rows, err := store.Collect(store.Rows(ctx, r.Flow.DB,
			store.Query{Table: "campaign", PK: order.Key(o.ID).PK, Prefix: fmt.Sprintf("P#%d#", gen), Attributes: []string{"sk", "f"}}))
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			var p Receipts
			if _, err := store.Decode(row, &p); err != nil {
				return nil, err
			}
			if c := from + chunkNumber(row); c < len(out) {
				out[c] = p.Flushed >= since.Unix()
			}
		}
		if at := gen - o.Begin(); at < len(o.Past) {
			from += o.Past[at].Chunks
		}
	}
	return out, nil
}
