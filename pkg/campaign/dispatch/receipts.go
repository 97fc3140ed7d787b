package dispatch

import (
	"context"
	"sort"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/job"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// perMessage is how many receipts go into one queue message. A receipt takes about 50 bytes, so a message stays one
// billed unit of 64 KB.
const perMessage = 1000

// status is a receipt on the queue, as short as it can be.
type status struct {
	Ref   string             `json:"r"`
	S     uint8              `json:"s"`
	At    int64              `json:"t"`
	Code  int                `json:"c,omitempty"`
	ID    string             `json:"i,omitempty"` // the provider's id, only where there is no reference of ours
	Stop  bool               `json:"x,omitempty"`
	Said  bool               `json:"a,omitempty"` // no receipt: the recipient answered
	Way   int64              `json:"n,omitempty"` // what bringing it here cost, in billionths of a US dollar
	Call  *provider.CallFact `json:"k,omitempty"`
	By    string             `json:"by,omitempty"` // of a call: whose line it has
	Until int64              `json:"l,omitempty"`  // and until when it surely has it, in unix s
}

// chunkRef names a chunk.
type chunkRef struct {
	order  string
	gen, c int
}

// pendingChunk is what the receipts of a chunk say, together with the messages that brought them.
type pendingChunk struct {
	at    chunkRef
	items []status
	index []int       // recipient of each item
	sent  []time.Time // of each item
	tries int
	from  map[int]bool
	later bool // gave way
	soon  bool // the order is settled: its counts wait for nothing
	lost  bool // there is no such chunk
	cost  costs
	ended map[string]int // calls whose end is new, by whose lines they had
}

// Receipts is the batch handler of the receipt queue. It makes one conditional write per changed chunk, for any
// number of receipts. A fault of one message or one receipt affects no other.
func (r *Engine) Receipts(ctx context.Context, batch []queue.Message) (failed []int, err error) {
	first, err := r.Flow.Settings.Int(ctx, "receipt.window.seconds")
	if err != nil {
		return nil, err
	}
	now, window := r.Flow.Now(), time.Duration(first)*time.Second
	parcels, bad := unpack(batch)
	for _, err := range bad {
		r.Flow.Log(map[string]any{"error": "receipts: " + err.Error()})
	}
	soon, err := r.settled(ctx, parcels, now, window)
	if err != nil {
		return nil, err
	}
	work, lost, early := gather(parcels, now, window, soon)
	way := r.waysOf(parcels, now, 2*(len(batch)+9)/10)
	for _, d := range work {
		d.cost[costWays] += way() * int64(len(d.items))
		for _, item := range d.items {
			d.cost[costWays] += item.Way
		}
	}
	errs := r.applyAll(ctx, work, window)
	orders := map[string]bool{}
	for i, d := range work {
		switch {
		case errs[i] != nil:
			r.Flow.Log(map[string]any{"error": "receipts: " + errs[i].Error(), "order": d.at.order, "chunk": d.at.c})
			for m := range d.from {
				bad[m] = errs[i]
			}
		case d.later:
			d.postpone(now, window, early)
		case d.lost:
			lost = append(lost, d.items...)
		default:
			orders[d.at.order] = true
		}
	}
	markPriced(early, way())
	if err := r.post(ctx, now, early); err != nil {
		return nil, err
	}
	r.keepLost(ctx, lost)
	for id := range orders {
		r.Flow.Progress(ctx, id)
	}
	for m := range bad {
		failed = append(failed, m)
	}
	sort.Ints(failed)
	return failed, nil
}

// The late receipts of thousands of chunks come together every quarter of an hour. They are written in parallel, and
// those without time left go back to the queue.
const sideBySide = 16

// applyAll writes the changed chunks and gives the error of each.
func (r *Engine) applyAll(ctx context.Context, work []*pendingChunk, first time.Duration) []error {
	return parallel.Each(len(work), sideBySide, func(i int) error {
		if job.Late(ctx) {
			return context.DeadlineExceeded
		}
		return r.apply(ctx, work[i], first)
	})
}

// gather sorts receipts by chunk. Those that are not due yet go back to the queue, many in a message.
func gather(parcels []receiptBatch, now time.Time, first time.Duration, soon map[string]bool) (work []*pendingChunk, lost []status,
	early map[deliverySlot][]status) {
	bySpot := map[chunkRef]*pendingChunk{}
	early = map[deliverySlot][]status{}
	for m, p := range parcels {
		for _, s := range p.Items {
			ref, err := ParseReference(s.Ref)
			if err != nil {
				lost = append(lost, s)
				continue
			}
			sent := time.Unix(ref.Sent, 0)
			if due := p.due(now, sent, s, first); due != 0 && !soon[ref.Order] {
				at := deliverySlot{due, p.Tries}
				early[at] = append(early[at], s)
				continue
			}
			if !s.Said {
				s.At = max(s.At, ref.Sent) // nothing arrived before it was sent
			}
			if s.Until <= now.Unix() {
				s.By = "" // the line is free by itself, and may be another call's
			}
			at := chunkRef{ref.Order, ref.Gen, ref.Chunk}
			d := bySpot[at]
			if d == nil {
				d = &pendingChunk{at: at, from: map[int]bool{}, soon: soon[ref.Order]}
				bySpot[at] = d
				work = append(work, d)
			}
			d.items, d.index, d.sent = append(d.items, s), append(d.index, ref.Index), append(d.sent, sent)
			d.tries = max(d.tries, p.Tries)
			d.from[m] = true
		}
	}
	return work, lost, early
}

// apply merges the receipts of one chunk into its row, and repeats this while a concurrent writer was faster.
func (r *Engine) apply(ctx context.Context, d *pendingChunk, first time.Duration) error {
	var p Receipts
	ctx, meter := store.Metered(ctx)
	tried := false
	err := order.Retry(ctx, func() (err error) {
		var changed bool
		// The first read may be a moment old: then the write fails, and the next is not.
		if p, changed, err = r.merge(ctx, d, first, tried); err != nil || !changed {
			return err
		}
		tried = true
		d.cost = d.cost.plus(priced(meter.Take()))
		p.Cost = p.Cost.plus(d.cost.plus(aWrite()))
		return r.save(ctx, d.at, chunkKey('P', d.at.order, d.at.gen, d.at.c), p)
	})
	if err == nil && tried && !d.later { // who lost a save and gave way then has written nothing
		r.hungUp(ctx, d.ended)
		return r.settleWhenFinal(ctx, d.at, &p)
	}
	return err
}

// merge gives the row of a chunk with its receipts merged in, and whether they changed it.
func (r *Engine) merge(ctx context.Context, d *pendingChunk, first time.Duration, consistent bool) (p Receipts, changed bool, err error) {
	d.ended = nil // of a try whose save was lost: those calls end in the row that stands
	if p, _, err = store.Load[Receipts](ctx, r.Flow.DB, chunkKey('P', d.at.order, d.at.gen, d.at.c), consistent); err != nil {
		return p, false, err
	}
	n := p.N
	if n == 0 {
		s, known, err := store.Load[Sends](ctx, r.Flow.DB, chunkKey('S', d.at.order, d.at.gen, d.at.c), consistent)
		if err != nil {
			return p, false, err
		}
		if !known && !consistent {
			return r.merge(ctx, d, first, true)
		}
		if d.lost = !known; d.lost {
			return p, false, nil
		}
		n = s.N
		if p.Bits == nil {
			p = newReceipts(n)
		}
		p.know(&s)
	}
	if d.later = d.mayWait(r.Flow.Now(), time.Unix(p.Flushed, 0), first); d.later {
		return p, false, nil
	}
	changed, stop := p.take(d, n)
	if stop != 0 {
		err = r.Flow.PauseFor(ctx, d.at.order, "dispatch.pause.content")
	}
	return p, changed, err
}

// take merges receipts into the row and tells whether anything changed and whether one of them stops the order.
func (p *Receipts) take(d *pendingChunk, n int) (changed bool, stop int) {
	var noted []moment
	d.ended = map[string]int{}
	for k, item := range d.items {
		i, s := d.index[k], provider.ReceiptState(item.S)
		if i >= n || s > provider.ReceiptComplained {
			continue
		}
		if item.Stop {
			stop = item.Code
		}
		if item.Said {
			if p.replies(i, n) {
				changed, noted = true, append(noted, moment{i, answered, item.At})
			}
			continue
		}
		before := p.get(i)
		heard := p.addCallFact(i, n, item.Call)
		changed = changed || heard
		if !p.merge(i, s) {
			continue
		}
		if item.By != "" && over(s) && !over(before) {
			d.ended[item.By]++
		}
		changed = true
		switch s {
		case provider.ReceiptFailed:
			p.Codes = addCode(p.Codes, i, item.Code)
		case provider.ReceiptArrived, provider.ReceiptRead:
			// A read without an arrival before it: the chat was open.
			if before < provider.ReceiptArrived && s == provider.ReceiptRead {
				noted = append(noted, moment{i, provider.ReceiptArrived, item.At})
			}
			noted = append(noted, moment{i, s, item.At})
		}
	}
	p.record(noted)
	return changed, stop
}

// settleWhenFinal requests the settlement when a chunk can no longer change any charge. The settlement reads the
// order itself. A sender that was active when the row was read may have ended before the write, and settled without
// it. In that case this call requests the settlement.
func (r *Engine) settleWhenFinal(ctx context.Context, at chunkRef, p *Receipts) error {
	if p.N == 0 {
		s, _, err := store.Load[Sends](ctx, r.Flow.DB, chunkKey('S', at.order, at.gen, at.c), true)
		if err != nil {
			return err
		}
		p.know(&s)
	}
	if !p.final() {
		return nil
	}
	return r.Flow.Queues.Send(ctx, order.JobQueue, order.Task(r.Spec().TaskSettle(), &order.Order{ID: at.order, Gen: at.gen}))
}
