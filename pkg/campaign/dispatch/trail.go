package dispatch

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/id"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
)

// trail remembers, in a process, whom the orders of the last days wrote to: who answers STOP names no order, and the sender is
// shared by tenants. Recipients never change once they are planned, so an order is read once in a process's life.
type trail struct {
	mu     sync.Mutex // never held while the database is asked
	orders map[string]*reach
	held   int
}

// known gives what is remembered of an order as of a generation, nil for nothing.
func (t *trail) known(orderID string, gen int) *reach {
	t.mu.Lock()
	defer t.mu.Unlock()
	if what := t.orders[orderID]; what != nil && what.o.Gen >= gen {
		return what
	}
	return nil
}

// keep remembers an order that is known to be whole. When there is no room it forgets the others.
func (t *trail) keep(orderID string, what *reach) {
	if !what.whole || len(what.spots) > remembered {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if known := t.orders[orderID]; known != nil {
		t.held -= len(known.spots)
	}
	if t.orders == nil || t.held+len(what.spots) > remembered {
		t.orders, t.held = map[string]*reach{}, 0
	}
	t.orders[orderID] = what
	t.held += len(what.spots)
}

// reach is whom an order was planned to write to, by normal form. It never changes once it is made.
type reach struct {
	o     order.Order
	spots []place
	whole bool
}

type place struct {
	number uint64
	gen    uint16
	chunk  uint32
	index  uint16
}

// Bounds of a search: the newest orders, and recipients that a process remembers (48 MB). What lies beyond is found by nobody;
// the word then holds for everybody.
const (
	searchedOrders = 2000
	remembered     = 3_000_000
)

// letter is a message to a number that an order has sent, or may have.
type letter struct {
	*order.Order
	ref    Reference
	failed bool
}

// wrote gives, by number, what was written to it by a sender of the webhook, that of the newest order first.
func (r *Engine) wrote(ctx context.Context, webhook string, numbers []uint64) (map[uint64][]letter, error) {
	out := map[uint64][]letter{}
	rows, _, err := r.Orders.Since(ctx, r.Kinds(), auth.Everything, id.Floor(r.Now().AddDate(0, 0, -searchedDays)), searchedOrders)
	if err != nil {
		return nil, err
	}
	read := 0
	for _, row := range rows {
		if row.Status == order.Review || row.Status == order.Waiting || row.Status == order.Refused || !r.Senders.Hears(webhook, row.Channel) {
			continue
		}
		if read+row.Total > remembered && r.trail.known(row.ID, row.Gen) == nil {
			break
		}
		reach, err := r.reach(ctx, row.ID, row.Gen)
		if err != nil {
			return nil, err
		}
		read += len(reach.spots)
		if s := r.Senders.Sender(reach.o.Sender); s == nil || s.Hook != webhook {
			continue
		}
		for _, n := range numbers {
			l, err := r.called(ctx, reach, n)
			if err != nil {
				return nil, err
			}
			if l != nil {
				out[n] = append(out[n], *l)
			}
		}
	}
	return out, nil
}

// reach gives an order's recipients, from memory when they are known to be all, those of a generation too.
func (r *Engine) reach(ctx context.Context, orderID string, gen int) (*reach, error) {
	if have := r.trail.known(orderID, gen); have != nil {
		return have, nil
	}
	o, _, err := r.Orders.Get(ctx, orderID)
	if err != nil {
		return nil, err
	}
	rows, err := store.Collect(store.Rows(ctx, r.DB, store.Query{Table: "campaign", PK: order.Key(orderID).PK, Prefix: "R#", Attributes: []string{"sk", "k"}}))
	if err != nil {
		return nil, err
	}
	out := &reach{o: *o}
	for _, it := range rows {
		var to Recipients
		if _, err := store.Decode(it, &to); err != nil {
			return nil, err
		}
		numbers, err := to.numbers()
		if err != nil {
			return nil, err
		}
		gen := genOf(store.SortKey(it))
		for i, n := range numbers {
			out.spots = append(out.spots, place{phone.Normal(n), uint16(gen), uint32(chunkNumber(it)), uint16(i)})
		}
	}
	slices.SortFunc(out.spots, func(a, b place) int { return cmp.Compare(a.number, b.number) })
	latest := 0
	for _, p := range out.spots {
		if int(p.gen) == o.Gen {
			latest++
		}
	}
	out.whole = latest >= o.Targets()
	r.trail.keep(orderID, out)
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

// called gives the message that the order has written to a number, or may have: none when the recipient still waits, was refused or
// held back.
func (r *Engine) called(ctx context.Context, in *reach, number uint64) (*letter, error) {
	normal := phone.Normal(number)
	i, _ := slices.BinarySearchFunc(in.spots, normal, func(p place, n uint64) int { return cmp.Compare(p.number, n) })
	for ; i < len(in.spots) && in.spots[i].number == normal; i++ {
		p := in.spots[i]
		rows, err := r.DB.GetMany(ctx, []store.Key{chunkKey('S', in.o.ID, int(p.gen), int(p.chunk)), chunkKey('P', in.o.ID, int(p.gen), int(p.chunk))}, true)
		if err != nil {
			return nil, err
		}
		var s Sends
		var got Receipts
		if ok, err := store.Decode(rows[0], &s); err != nil || !ok {
			return nil, err
		}
		if _, err := store.Decode(rows[1], &got); err != nil {
			return nil, err
		}
		l := &letter{Order: &in.o, ref: Reference{Order: in.o.ID, Gen: int(p.gen), Chunk: int(p.chunk), Index: int(p.index), Attempt: s.Pass, Sent: s.sentAt(int(p.index)).Unix()}}
		switch mergedState(&s, &got, int(p.index), time.Time{}) {
		case StateToSend:
		case StateFailed:
			if l.failed = true; got.get(int(p.index)) > 0 {
				return l, nil // accepted once
			}
		default:
			return l, nil
		}
	}
	return nil, nil
}
