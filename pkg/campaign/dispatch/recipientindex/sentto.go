package recipientindex

import (
	"context"
	"slices"
	"strings"
	"time"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
)

// sentMessage is a message to a number that an order has sent, or may have.
type SentMessage struct {
	*order.Order
	Ref    chunkrow.Reference
	Failed bool
}

// These are the numbers of a tenant's chunks that are read at once in search of a number. The first read is small,
// since the newest chunk almost always has it. Later reads are as large as one call allows.
const (
	firstSpots = 3
	mostSpots  = 24
)

// laterSpots is how many are asked of each tenant after the first.
func laterSpots(open map[uint64][]spot) int {
	tenants := map[string]bool{}
	for _, all := range open {
		for _, s := range all {
			tenants[s.tenant] = true
		}
	}
	return max(firstSpots, mostSpots/max(1, len(tenants)*len(open)))
}

// wrote returns, by number, the messages that a sender of the webhook sent to it. For each tenant these are the
// newest message before a moment (unix s, by number) and the later ones. The newest order comes first.
func (r *Index) MessagesTo(ctx context.Context, webhook string, asked map[uint64]int64) (map[uint64][]SentMessage, error) {
	numbers := make([]uint64, 0, len(asked))
	for n := range asked {
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	open, err := r.spots(ctx, numbers)
	if err != nil {
		return nil, err
	}
	out, atOnce := map[uint64][]SentMessage{}, firstSpots
	for {
		var some []spot
		whose := map[spot][]uint64{}
		for _, n := range numbers {
			rest, turn := open[n][:0:0], map[string]int{}
			for _, s := range open[n] {
				if settled(out[n], s, asked[n]) {
					continue
				}
				if turn[s.tenant]++; turn[s.tenant] > atOnce {
					rest = append(rest, s)
					continue
				}
				if whose[s] == nil {
					some = append(some, s)
				}
				whose[s] = append(whose[s], n)
			}
			open[n] = rest
		}
		if len(some) == 0 {
			break
		}
		if err := r.confirm(ctx, webhook, some, whose, out); err != nil {
			return nil, err
		}
		atOnce = laterSpots(open)
	}
	for _, all := range out {
		slices.SortStableFunc(all, func(a, b SentMessage) int { return strings.Compare(b.ID, a.ID) })
	}
	return out, nil
}

// settled tells that nothing older than what was found matters: the tenant's newest message of the moment is known, or the order's own.
func settled(found []SentMessage, s spot, at int64) bool {
	return slices.ContainsFunc(found, func(l SentMessage) bool {
		return l.Owner.Tenant == s.tenant && (l.ID == s.order || !l.Failed && l.Ref.Sent <= at+1)
	})
}

// confirm reads chunks, and adds the messages that they really sent.
func (r *Index) confirm(ctx context.Context, webhook string, some []spot, whose map[spot][]uint64, out map[uint64][]SentMessage) error {
	var keys []store.Key
	for _, s := range some {
		keys = append(keys, order.Key(s.order), chunkrow.ChunkKey('R', s.order, s.gen, s.chunk), chunkrow.ChunkKey('S', s.order, s.gen, s.chunk),
			chunkrow.ChunkKey('P', s.order, s.gen, s.chunk))
	}
	distinct := slices.Clone(keys)
	slices.SortFunc(distinct, compareKeys)
	distinct = slices.Compact(distinct)
	got := map[store.Key]store.Item{}
	for part := range slices.Chunk(distinct, 100) {
		rows, err := r.Flow.DB.GetMany(ctx, part, true)
		if err != nil {
			return err
		}
		for i, k := range part {
			got[k] = rows[i]
		}
	}
	for i, s := range some {
		o := new(order.Order)
		var to chunkrow.Recipients
		var c chunkrow.Chunk
		for k, into := range []any{o, &to, &c.Sends, &c.Receipts} {
			if _, err := store.Decode(got[keys[4*i+k]], into); err != nil {
				return err
			}
		}
		if got[keys[4*i]] == nil || got[keys[4*i+2]] == nil {
			continue
		}
		if by := r.Senders.Sender(o.Sender); by == nil || by.Hook != webhook {
			continue
		}
		stands, err := to.Numbers()
		if err != nil {
			return err
		}
		for _, n := range whose[s] {
			if l := sent(o, s, n, stands, &c); l != nil && !slices.ContainsFunc(out[n], func(known SentMessage) bool { return known.ID == l.ID }) {
				out[n] = append(out[n], *l)
			}
		}
	}
	return nil
}

func compareKeys(a, b store.Key) int {
	if c := strings.Compare(a.PK, b.PK); c != 0 {
		return c
	}
	return strings.Compare(a.SK, b.SK)
}

// sent returns the message of a chunk to a number, or one that may have been sent. It returns nil when the number is
// not in the chunk, still waits, was refused or was blocked.
func sent(o *order.Order, s spot, number uint64, stands []uint64, c *chunkrow.Chunk) *SentMessage {
	for i, n := range stands {
		if !phone.Same(n, number) || i >= c.Sends.N {
			continue
		}
		l := &SentMessage{Order: o, Ref: chunkrow.Reference{Order: s.order, Gen: s.gen, Chunk: s.chunk, Index: i, Attempt: c.Sends.Pass,
			Sent: c.Sends.SentAt(i).Unix()}}
		switch chunkrow.MergedState(&c.Sends, &c.Receipts, i, time.Time{}) {
		case chunkrow.StateToSend:
		case chunkrow.StateFailed:
			if l.Failed = true; c.Receipts.Get(i) > 0 {
				return l // accepted once
			}
		default:
			return l
		}
	}
	return nil
}
