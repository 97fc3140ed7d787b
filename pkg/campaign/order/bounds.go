package order

import (
	"context"
	"time"

	"herald/pkg/kit/clock"
	"herald/pkg/kit/store"
)

// Bounds are what staff agreed with a customer beside its prices (business-domain §3); its secondaries share them.
type Bounds struct {
	Daily     int // orders a day at +08:00; 0: without limit
	Weight    int // hundredths of a share of a sender, added to the share that every customer has (groupSendWeight)
	PerSecond int // messages a second, over all of its orders; 0: without limit
	Discount  int // percent of each charge that a brand customer is given back
}

func (pr pricing) bounds(ctx context.Context, tenant string) (Bounds, error) {
	if pr.flow.Credit.Bounds == nil {
		return Bounds{}, nil
	}
	return pr.flow.Credit.Bounds(ctx, tenant)
}

// oneMore counts an order of a customer that may make so many a day; its condition fails for one too many.
func (b *Store) oneMore(o *Order, most int) store.Op {
	key := store.Key{Table: table, PK: "BATCH#" + o.Owner.Tenant, SK: o.Created.In(clock.China).Format(time.DateOnly)}
	return store.Op{Verb: store.Update, Key: key, Add: map[string]int64{"n": 1}, If: store.Or(store.Missing("pk"), store.Lt("n", most))}
}
