package receipt

import (
	"context"
	"sort"
	"time"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/job"
	"herald/pkg/kit/metric"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
	"herald/pkg/provider/rate"
)

// The queue of receipts and the kind of its messages.
const (
	ReceiptQueue = "receipt"
	TaskReceipts = "receipts"
)

// perMessage is how many receipts go into one queue message. A receipt takes about 50 bytes, so a message stays one
// billed unit of 64 KB.
const perMessage = 1000

// status is a receipt on the queue, as short as it can be.
type Status struct {
	Ref   string             `json:"r"`
	S     uint8              `json:"s"`
	At    int64              `json:"t"`
	Code  int                `json:"c,omitempty"`
	B     uint8              `json:"b,omitempty"` // of an email: provider.Bounce
	ID    string             `json:"i,omitempty"` // the provider's id, only where there is no reference of ours
	Stop  bool               `json:"x,omitempty"`
	Said  bool               `json:"a,omitempty"` // no receipt: the recipient answered
	Way   int64              `json:"n,omitempty"` // what bringing it here cost, in billionths of a US dollar
	Call  *provider.CallFact `json:"k,omitempty"`
	By    string             `json:"by,omitempty"` // of a call: whose line it has
	Until int64              `json:"l,omitempty"`  // and until when it surely has it, in unix s
}

// pendingChunk is what the receipts of a chunk say, together with the messages that brought them.
type pendingChunk struct {
	at    chunkrow.ChunkRef
	items []Status
	index []int       // recipient of each item
	sent  []time.Time // of each item
	tries int
	from  map[int]bool
	later bool // gave way
	soon  bool // the order is settled: its counts wait for nothing
	lost  bool // there is no such chunk
	cost  chunkrow.Costs
	ended map[string]int // calls whose end is new, by whose lines they had
}

// HandleBatch is the batch handler of the receipt queue. It makes one conditional write per changed chunk, for any
// number of receipts. A fault of one message or one receipt affects no other.
func (r *Service) HandleBatch(ctx context.Context, batch []queue.Message) (failed []int, err error) {
	window, err := r.waiting(ctx)
	if err != nil {
		return nil, err
	}
	now := r.Flow.Now()
	parcels, bad := unpack(batch)
	for _, err := range bad {
		r.Flow.Log(map[string]any{"error": "receipts: " + err.Error()})
	}
	soon, err := r.soon(ctx, parcels, now, window)
	if err != nil {
		return nil, err
	}
	work, lost, early := gather(parcels, now, window, soon)
	way := r.waysOf(parcels, now, 2*(len(batch)+9)/10)
	for _, d := range work {
		d.cost[chunkrow.CostWays] += way() * int64(len(d.items))
		for _, item := range d.items {
			d.cost[chunkrow.CostWays] += item.Way
		}
	}
	errs := r.applyAll(ctx, work, window)
	orders := map[string]bool{}
	for i, d := range work {
		switch {
		case errs[i] != nil:
			r.Flow.Log(map[string]any{"error": "receipts: " + errs[i].Error(), "order": d.at.Order, "chunk": d.at.Number})
			for m := range d.from {
				bad[m] = errs[i]
			}
		case d.later:
			d.postpone(now, window, early)
		case d.lost:
			lost = append(lost, d.items...)
		default:
			orders[d.at.Order] = true
			r.measure(d, now)
		}
	}
	markPriced(early, way())
	if err := r.post(ctx, now, early); err != nil {
		return nil, err
	}
	r.keepLost(ctx, lost)
	for id := range orders {
		r.Flow.Listing().Progress(ctx, id)
	}
	for m, err := range bad {
		failed = append(failed, m)
		queue.NoteFailure(ctx, m, err)
	}
	sort.Ints(failed)
	return failed, nil
}

// measure notes how long ago the newest prompt receipt of a chunk happened: earlier ones have waited for it, and late ones wait for each
// other on purpose. The time is the provider's, to the second, so that it includes how late the provider called.
func (r *Service) measure(d *pendingChunk, now time.Time) {
	var newest int64
	for i, s := range d.items {
		if i < len(d.sent) && time.Unix(s.At, 0).Sub(d.sent[i]) <= windows[0].late {
			newest = max(newest, s.At)
		}
	}
	if newest > 0 {
		r.Metrics.Observe(metric.ReceiptLag, "receipts", max(0, now.Sub(time.Unix(newest, 0)).Seconds()))
	}
}

// The late receipts of thousands of chunks come together every quarter of an hour. They are written in parallel, and
// those without time left go back to the queue.
const sideBySide = 16

// applyAll writes the changed chunks and gives the error of each.
func (r *Service) applyAll(ctx context.Context, work []*pendingChunk, w waiting) []error {
	return parallel.Each(len(work), sideBySide, func(i int) error {
		if job.Late(ctx) {
			return context.DeadlineExceeded
		}
		return r.apply(ctx, work[i], w)
	})
}

// gather sorts receipts by chunk. Those that are not due yet go back to the queue, many in a message.
func gather(parcels []receiptBatch, now time.Time, w waiting, soon map[string]bool) (work []*pendingChunk, lost []Status,
	early map[deliverySlot][]Status) {
	bySpot := map[chunkrow.ChunkRef]*pendingChunk{}
	early = map[deliverySlot][]Status{}
	for m, p := range parcels {
		for _, s := range p.Items {
			ref, err := chunkrow.ParseReference(s.Ref)
			if err != nil {
				lost = append(lost, s)
				continue
			}
			sent := time.Unix(ref.Sent, 0)
			if due := p.due(now, sent, s, w); due != 0 && !soon[ref.Order] {
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
			at := chunkrow.ChunkRef{Order: ref.Order, Gen: ref.Gen, Number: ref.Chunk}
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
func (r *Service) apply(ctx context.Context, d *pendingChunk, w waiting) error {
	var p chunkrow.Receipts
	ctx, meter := store.Metered(ctx)
	tried := false
	err := order.Retry(ctx, func() (err error) {
		var changed bool
		// The first read may be a moment old: then the write fails, and the next is not.
		if p, changed, err = r.merge(ctx, d, w, tried); err != nil || !changed {
			return err
		}
		tried = true
		d.cost = d.cost.Plus(chunkrow.Priced(meter.Take()))
		p.Cost = p.Cost.Plus(d.cost.Plus(chunkrow.WriteCost()))
		return r.save(ctx, d.at, chunkrow.ChunkKey('P', d.at.Order, d.at.Gen, d.at.Number), p)
	})
	if err == nil && tried && !d.later { // who lost a save and gave way then has written nothing
		r.hungUp(ctx, d.ended)
		return r.settleWhenFinal(ctx, d.at, &p)
	}
	return err
}

// merge gives the row of a chunk with its receipts merged in, and whether they changed it.
func (r *Service) merge(ctx context.Context, d *pendingChunk, w waiting, consistent bool) (p chunkrow.Receipts,
	changed bool, err error) {
	d.ended = nil // of a try whose save was lost: those calls end in the row that stands
	if p, _, err = store.Load[chunkrow.Receipts](ctx, r.Flow.DB, chunkrow.ChunkKey('P', d.at.Order, d.at.Gen, d.at.Number),
		consistent); err != nil {
		return p, false, err
	}
	n := p.N
	if n == 0 {
		s, known, err := store.Load[chunkrow.Sends](ctx, r.Flow.DB, chunkrow.ChunkKey('S', d.at.Order, d.at.Gen, d.at.Number), consistent)
		if err != nil {
			return p, false, err
		}
		if !known && !consistent {
			return r.merge(ctx, d, w, true)
		}
		if d.lost = !known; d.lost {
			return p, false, nil
		}
		n = s.N
		if p.Bits == nil {
			p = chunkrow.NewReceipts(n)
		}
		p.CopySends(&s)
	}
	if d.later = d.mayWait(r.Flow.Now(), time.Unix(p.Flushed, 0), w); d.later {
		return p, false, nil
	}
	changed, stop := d.take(&p, n)
	if stop != 0 {
		err = r.Flow.PauseFor(ctx, d.at.Order, "dispatch.pause.content")
	}
	return p, changed, err
}

// take merges receipts into the row and tells whether anything changed and whether one of them stops the order.
func (d *pendingChunk) take(p *chunkrow.Receipts, n int) (changed bool, stop int) {
	var noted []chunkrow.Moment
	bounced := false
	d.ended = map[string]int{}
	for k, item := range d.items {
		i := d.index[k]
		if i >= n || provider.ReceiptState(item.S) > provider.ReceiptComplained {
			continue
		}
		s := chunkrow.StateOf(provider.ReceiptState(item.S), provider.Bounce(item.B))
		if item.Stop {
			stop, bounced = item.Code, bounced || item.B != 0
		}
		if item.Said {
			if p.AddReply(i, n) {
				changed, noted = true, append(noted, chunkrow.Moment{Index: i, State: chunkrow.Answered, At: item.At})
			}
			continue
		}
		before := p.Get(i)
		heard := p.AddCallFact(i, n, item.Call)
		listed := s == chunkrow.HardBounced && provider.Bounce(item.B) == provider.Blacklist && p.AddBlacklisted(i, n)
		changed = changed || heard || listed
		if !p.Merge(i, s) {
			continue
		}
		if item.By != "" && chunkrow.CallIsOver(s) && !chunkrow.CallIsOver(before) {
			d.ended[item.By]++
		}
		changed = true
		switch s {
		case provider.ReceiptFailed, chunkrow.SoftBounced, chunkrow.HardBounced:
			p.Codes = chunkrow.AddCode(p.Codes, i, item.Code)
		case provider.ReceiptArrived, provider.ReceiptRead:
			// A read without an arrival before it: the chat was open.
			if before < provider.ReceiptArrived && s == provider.ReceiptRead {
				noted = append(noted, chunkrow.Moment{Index: i, State: provider.ReceiptArrived, At: item.At})
			}
			noted = append(noted, chunkrow.Moment{Index: i, State: s, At: item.At})
		}
	}
	p.Record(noted)
	if bounced && refusing(p, stop) < min(enoughBounces, n) {
		stop = 0
	}
	return changed, stop
}

// enoughBounces is how many recipients' mail servers must say that the sender is at fault before an order pauses. A recipient knows the
// marks of its own email and can write a bounce of it, and a single server may be strict.
const enoughBounces = 3

// refusing counts the recipients that failed with a code.
func refusing(p *chunkrow.Receipts, code int) (n int) {
	codes := map[int]int{}
	chunkrow.ReadCodes(p.Codes, codes)
	for _, c := range codes {
		if c == code {
			n++
		}
	}
	return n
}

// PostNow queues receipts that are written at once.
func (r *Service) PostNow(ctx context.Context, items []Status) error {
	now := r.Flow.Now()
	return r.post(ctx, now, map[deliverySlot][]Status{{now.Unix(), 0}: items})
}

// settleWhenFinal requests the settlement when a chunk can no longer change any charge. The settlement reads the
// order itself. A sender that was active when the row was read may have ended before the write, and settled without
// it. In that case this call requests the settlement.
func (r *Service) settleWhenFinal(ctx context.Context, at chunkrow.ChunkRef, p *chunkrow.Receipts) error {
	if p.N == 0 {
		s, _, err := store.Load[chunkrow.Sends](ctx, r.Flow.DB, chunkrow.ChunkKey('S', at.Order, at.Gen, at.Number), true)
		if err != nil {
			return err
		}
		p.CopySends(&s)
	}
	if !p.Final() {
		return nil
	}
	return r.Flow.Queues.Send(ctx, order.JobQueue, order.Task(r.Spec().TaskSettle(), &order.Order{ID: at.Order, Gen: at.Gen}))
}

// Service queues receipts and writes them to the rows of their chunks.
type Service struct {
	Flow   *order.Flow
	Lines  *rate.Lines
	Memory int
	Spec   func() order.Spec
	// Metrics measures how late receipts are counted; nil: it is not measured.
	Metrics *metric.Set
}

// save writes the row under its revision. A full log moves to a row of its own first. One whose writer was not the first, or died,
// stays beside: what it tells came by receipts, and stands in another once more.
func (r *Service) save(ctx context.Context, at chunkrow.ChunkRef, key store.Key, p chunkrow.Receipts) error {
	seen := p.Rev
	if p.Full() {
		spill := store.Op{Verb: store.Put, Key: chunkrow.SpillKey(at.Order, at.Gen, at.Number, p.Spill, r.Flow.NewID(ctx)),
			Item: chunkrow.Spilled{Log: p.Log, Base: p.Base}}
		if _, err := r.Flow.DB.Write(ctx, spill); err != nil {
			return err
		}
		p.Spill, p.Log = p.Spill+1, nil
	}
	p.Rev++
	p.Flushed = r.Flow.Now().Unix()
	cond := store.Eq("q", seen)
	if seen == 0 {
		cond = store.Missing("pk")
	}
	_, err := r.Flow.DB.Write(ctx, store.Op{Verb: store.Put, Key: key, Item: p, If: cond})
	return err
}
