package order

import (
	"context"
	"time"

	"herald/pkg/campaign/allowance"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
)

// Try orders a request as a test: free, without a review and without stock, to a few targets. A customer has a number
// of tests a day at +08:00. All other rules are those of an order: suppressions, hours, rates, and the outcome of
// each target. Faults: order.testMost, order.testDaily (409), those of allowance.Claim, and those of Submit but for
// balance and stock.
func (in *Intake[W, T, D]) Try(ctx context.Context, p *auth.Principal, w *W) (*SubmitResponse, error) {
	stands, _, err := in.earlier(ctx, p, "")
	if err != nil || stands != nil {
		return stands, err
	}
	of, err := in.prepare(ctx, p, w)
	if err != nil {
		return nil, err
	}
	most, err := in.Flow.Settings.Int(ctx, "order.test.numbers")
	if err != nil {
		return nil, err
	}
	if of.tests, err = in.Flow.Settings.Int(ctx, "order.test.daily"); err != nil {
		return nil, err
	}
	switch n := of.Estimate.Targets; {
	case n > most:
		return nil, fault.Bad("fileId", "order.testMost", "n", most)
	case of.tests == 0:
		return nil, fault.State("order.testDaily", "n", 0)
	}
	if in.Flow.Credit.Allowance != nil {
		if of.free, err = in.Flow.Credit.Allowance.Claim(ctx, allowance.Test, of.as.Tenant); err != nil {
			return nil, err
		}
	}
	of.Price, of.agent, of.Cost, of.Estimate.Stock = 0, 0, 0, nil
	of.auto, of.Enough = true, true
	return in.place(ctx, p, w, of, nil)
}

// oneTest counts a test of a customer that may make so many a day; its condition fails for one too many.
func (b *Store) oneTest(o *Order, most int) store.Op {
	key := store.Key{Table: table, PK: "BATCH#" + o.Owner.Tenant, SK: o.Created.In(clock.China).Format(time.DateOnly) + "#test"}
	return store.Op{Verb: store.Update, Key: key, Add: map[string]int64{"n": 1}, If: store.Or(store.Missing("pk"), store.Lt("n", most))}
}
