package bulk

import (
	"context"
	"encoding/json"
	"fmt"
	"sort"
	"strings"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// maxWebhook is the most that Meta sends in one call (facts §1.11), and perMessage how many receipts go into one queue message:
// about 50 bytes each, so that a message stays one billed unit of 64 KB.
const (
	maxWebhook = 4 << 20
	perMessage = 1000
	lostKept   = 30 * 24 * time.Hour
)

// parcel is a queue message: receipts that are written together.
type parcel struct {
	Due   int64    `json:"d,omitempty"` // unix s before which they wait for others; the queue itself delays for 15 minutes at most
	Items []status `json:"i"`
}

// status is a receipt on the queue, as short as it can be.
type status struct {
	Ref  string `json:"r"`
	S    uint8  `json:"s"`
	At   int64  `json:"t"`
	Code int    `json:"c,omitempty"`
	ID   string `json:"i,omitempty"` // the provider's id, only where there is no reference of ours
	Stop bool   `json:"x,omitempty"`
}

// spot is a chunk, and dirty what its receipts say together with the messages that brought them.
type spot struct {
	order  string
	gen, c int
}

type dirty struct {
	at    spot
	items []status
	index []int // recipient of each item
	from  map[int]bool
}

// Receipts is the batch handler of the receipt queue: one conditional write per changed chunk, whatever the number of receipts.
func (r *Room) Receipts(ctx context.Context, batch []queue.Message) (failed []int, err error) {
	now := r.Now()
	work, lost, early, err := gather(batch, now)
	if err != nil {
		return nil, err
	}
	if err := r.gatherUntil(ctx, now, early); err != nil {
		return nil, err
	}
	bad := map[int]bool{}
	for _, s := range lost {
		if err := r.lost(ctx, s); err != nil {
			return nil, err
		}
	}
	orders := map[string]bool{}
	for _, d := range work {
		if err := r.apply(ctx, d); err != nil {
			r.Log(map[string]any{"error": "receipts: " + err.Error(), "order": d.at.order, "chunk": d.at.c})
			for m := range d.from {
				bad[m] = true
			}
			continue
		}
		orders[d.at.order] = true
	}
	for id := range orders {
		r.progress(ctx, id)
	}
	for m := range bad {
		failed = append(failed, m)
	}
	sort.Ints(failed)
	return failed, nil
}

// gather sorts receipts by chunk. Those that are not due yet go back to the queue, many in a message.
func gather(batch []queue.Message, now time.Time) (work []*dirty, lost []status, early map[int64][]status, err error) {
	bySpot := map[spot]*dirty{}
	early = map[int64][]status{}
	for m, msg := range batch {
		var p parcel
		if err := json.Unmarshal(msg.Body, &p); err != nil {
			return nil, nil, nil, fmt.Errorf("bulk: receipts: %w", err)
		}
		if p.Due > now.Unix()+1 {
			early[p.Due] = append(early[p.Due], p.Items...)
			continue
		}
		for _, s := range p.Items {
			ref, err := ParseReference(s.Ref)
			if err != nil {
				lost = append(lost, s)
				continue
			}
			at := spot{ref.Order, ref.Gen, ref.Chunk}
			d := bySpot[at]
			if d == nil {
				d = &dirty{at: at, from: map[int]bool{}}
				bySpot[at] = d
				work = append(work, d)
			}
			d.items, d.index = append(d.items, s), append(d.index, ref.Index)
			d.from[m] = true
		}
	}
	return work, lost, early, nil
}

// apply merges the receipts of one chunk into its row until nobody was quicker.
func (r *Room) apply(ctx context.Context, d *dirty) error {
	key := chunkKey('P', d.at.order, d.at.gen, d.at.c)
	for {
		rows, err := r.DB.GetMany(ctx, []store.Key{key, chunkKey('S', d.at.order, d.at.gen, d.at.c)}, true)
		if err != nil {
			return err
		}
		var s Sends
		if known, err := store.Decode(rows[1], &s); err != nil {
			return err
		} else if !known {
			return r.lostAll(ctx, d.items)
		}
		p := newReceipts(s.N)
		if _, err := store.Decode(rows[0], &p); err != nil {
			return err
		}
		changed, stop := p.take(d, s.N)
		if stop != 0 {
			if err := r.pauseFor(ctx, d.at.order, "bulk.pause.content"); err != nil {
				return err
			}
		}
		if !changed {
			return nil
		}
		err = r.save(ctx, d.at, key, p)
		if err == nil {
			return r.settleWhenFinal(ctx, d.at, &s, &p)
		}
		if !order.Lost(err) {
			return err
		}
	}
}

// take merges receipts into the row and tells whether anything changed and whether one of them stops the order.
func (p *Receipts) take(d *dirty, n int) (changed bool, stop int) {
	for k, item := range d.items {
		i, s := d.index[k], provider.ReceiptState(item.S)
		if i >= n || s > provider.ReceiptComplained {
			continue
		}
		if item.Stop {
			stop = item.Code
		}
		before := p.get(i)
		if !p.merge(i, s) {
			continue
		}
		changed = true
		switch s {
		case provider.ReceiptFailed:
			p.Codes = addCode(p.Codes, i, item.Code)
		case provider.ReceiptArrived, provider.ReceiptRead:
			// A read without an arrival before it: the chat was open.
			if before < provider.ReceiptArrived && s == provider.ReceiptRead {
				p.record(i, provider.ReceiptArrived, time.Unix(item.At, 0))
			}
			p.record(i, s, time.Unix(item.At, 0))
		}
	}
	return changed, stop
}

// logMax keeps the row within one write unit: 375 bytes of states, the keys, and this.
const logMax = 400

// save writes the row under its revision. A full log moves to a row of its own first; the same log under the same number, so
// that a repetition after a crash changes nothing.
func (r *Room) save(ctx context.Context, at spot, key store.Key, p Receipts) error {
	seen := p.Rev
	if len(p.Log) > logMax {
		spill := store.Op{Verb: store.Put, Key: spillKey(at.order, at.gen, at.c, p.Spill), Item: map[string]any{"g": p.Log}}
		if _, err := r.DB.Write(ctx, spill); err != nil {
			return err
		}
		p.Spill, p.Log = p.Spill+1, nil
	}
	p.Rev++
	cond := store.Eq("q", seen)
	if seen == 0 {
		cond = store.Missing("pk")
	}
	_, err := r.DB.Write(ctx, store.Op{Verb: store.Put, Key: key, Item: p, If: cond})
	return err
}

// settleWhenFinal asks for the settlement when a chunk can change no charge any more; the order itself is looked at there.
func (r *Room) settleWhenFinal(ctx context.Context, at spot, s *Sends, p *Receipts) error {
	c := Counts{}
	c.add(s, p, r.Now())
	if !s.Done || !c.final() {
		return nil
	}
	return r.Queues.Send(ctx, JobQueue, queue.New(TaskSettle, "", task{at.order, at.gen}))
}

func (r *Room) lostAll(ctx context.Context, items []status) error {
	for _, s := range items {
		if err := r.lost(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// lost keeps a receipt that belongs to nothing we know for 30 days and raises an alarm: it is either another system's or a
// message that we sent and forgot.
func (r *Room) lost(ctx context.Context, s status) error {
	at := r.Now()
	r.Log(map[string]any{"alarm": "receipt without a known reference", "reference": s.Ref, "provider": s.ID})
	key := lostKey(at, strings.Join([]string{s.Ref, s.ID, fmt.Sprint(s.S)}, "|"))
	_, err := r.DB.Write(ctx, store.Op{Verb: store.Put, Key: key, Item: map[string]any{"s": s.S, "t": s.At, "c": s.Code, "ttl": at.Add(lostKept).Unix()}})
	return err
}
