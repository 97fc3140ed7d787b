package recipientindex

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
)

// recipientIndex caches, in a process, the recipients of orders, for searches through whole orders. Recipients never
// change once they are planned, so an order is read once in a process's life.
type OrderCache struct {
	mu     sync.Mutex // never held while the database is asked
	orders map[string]*orderRecipients
	held   int
}

// known gives what is remembered of an order as of a generation, nil for nothing.
func (t *OrderCache) known(orderID string, gen int) *orderRecipients {
	t.mu.Lock()
	defer t.mu.Unlock()
	if what := t.orders[orderID]; what != nil && what.Order.Gen >= gen {
		return what
	}
	return nil
}

// keep caches an order that is known to be complete. When the cache is full it drops the others.
func (t *OrderCache) keep(orderID string, what *orderRecipients) {
	if !what.whole || len(what.Spots) > remembered {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if known := t.orders[orderID]; known != nil {
		t.held -= len(known.Spots)
	}
	if t.orders == nil || t.held+len(what.Spots) > remembered {
		t.orders, t.held = map[string]*orderRecipients{}, 0
	}
	t.orders[orderID] = what
	t.held += len(what.Spots)
}

// reach is the set of numbers that an order was planned to write to, in normal form. It never changes once it is
// made.
type orderRecipients struct {
	Order order.Order
	Spots []Place
	whole bool
}

type Place struct {
	Number uint64
	Gen    uint16
	Chunk  uint32
	index  uint16
}

// Bounds of a search through whole orders: the newest ones, and recipients that a process remembers (48 MB).
const (
	SearchedOrders = 2000
	remembered     = 3_000_000
)

// reach gives an order's recipients, from memory when they are known to be all, those of a generation too.
func (r *Index) RecipientsOf(ctx context.Context, orderID string, gen int) (*orderRecipients, error) {
	if have := r.Orders.known(orderID, gen); have != nil {
		return have, nil
	}
	o, _, err := r.Flow.Orders.Get(ctx, orderID)
	if err != nil {
		return nil, err
	}
	rows, err := store.Collect(store.Rows(ctx, r.Flow.DB,
		store.Query{Table: "campaign", PK: order.Key(orderID).PK, Prefix: "R#", Attributes: []string{"sk", "k"}}))
	if err != nil {
		return nil, err
	}
	out := &orderRecipients{Order: *o}
	for _, it := range rows {
		var to chunkrow.Recipients
		if _, err := store.Decode(it, &to); err != nil {
			return nil, err
		}
		numbers, err := to.Numbers()
		if err != nil {
			return nil, err
		}
		gen := genOf(store.SortKey(it))
		for i, n := range numbers {
			out.Spots = append(out.Spots, Place{phone.Normal(n), uint16(gen), uint32(chunkrow.ChunkNumber(it)), uint16(i)})
		}
	}
	slices.SortFunc(out.Spots, func(a, b Place) int { return cmp.Compare(a.Number, b.Number) })
	latest := 0
	for _, p := range out.Spots {
		if int(p.Gen) == o.Gen {
			latest++
		}
	}
	out.whole = latest >= o.Targets()
	r.Orders.keep(orderID, out)
	return out, nil
}

func genOf(sk string) int {
	gen := 0
	for _, c := range sk[2:] {
		if c < '0' || c > '9' {
			break
		}
		gen = gen*10 + int(c-'0')
	}
	return gen
}
