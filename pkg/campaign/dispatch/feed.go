package dispatch

import (
	"context"
	"time"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/platform/country"
)

// feedWindow returns how many chunks of an order may be queued or sending. It is small, so that pause, cancel and
// other tenants act at once and the first send does not wait for the size of the order. A worker sends about 250
// messages a second; a worker more than a sender needs would be paid for waiting. Chunks that sleep or wait for
// another try do not count.
func (r *Feed) feedWindow(o *order.Order) int {
	n := 0
	for _, s := range r.Senders.Siblings(o.Sender) {
		n += 1 + s.Profile().PerSecond/250
	}
	return max(1, n)
}

// handing is what is handed out at once: the chunks up to a new one, and some that slept.
type feedBatch struct {
	next    int
	resumed []int
}

// selectFeed returns the chunks of an order that may be handed out now. Before its message is chosen that is at most
// the sample. It is nothing while all its recipients sleep. New chunks go first: the longer a chunk has slept, the
// more of its zones are open.
func (r *Feed) selectFeed(o *order.Order, f chunkrow.Feeder, hours *country.Hours) feedBatch {
	h := feedBatch{next: f.Next}
	if now := r.Flow.Now(); f.Opens(hours, now).After(now) {
		return h
	}
	most, room := f.Planned, f.Done+f.Deferred+r.feedWindow(o)-f.Next
	if o.Trying() {
		most = min(most, o.Trial.Sample)
	}
	fresh := max(0, min(room, most-f.Next))
	h.next += fresh
	for c := range 8 * len(f.Resumed) {
		if f.Resumed.Has(c) && len(h.resumed) < room-fresh {
			h.resumed = append(h.resumed, c)
		}
	}
	return h
}

// some tells whether there is something.
func (h feedBatch) some(f chunkrow.Feeder) bool { return h.next > f.Next || len(h.resumed) > 0 }

// feed enqueues the next chunks of a sending order, up to the window.
func (r *Feed) feed(ctx context.Context, o *order.Order) error {
	hours, err := r.Flow.Clearance().Hours(ctx, o.Country)
	if err != nil {
		return err
	}
	end := false
	err = order.Retry(ctx, func() error {
		f, ok, err := r.Chunks.Feeder(ctx, o)
		if err != nil || !ok {
			return err
		}
		h := r.selectFeed(o, f, hours)
		if end = f.PlanComplete && f.Next >= f.Planned && f.Done >= f.Planned; !h.some(f) {
			return nil
		}
		return r.enqueueChunks(ctx, o, f, h, nil)
	})
	if err == nil && end {
		r.leave(ctx, o)
		return r.Flow.Complete(ctx, o.ID)
	}
	return err
}

// leave releases the customer's share of the senders. Workers that do not see it wait some seconds longer.
func (r *Feed) leave(ctx context.Context, o *order.Order) {
	for _, s := range r.Senders.Siblings(o.Sender) {
		if err := r.Shares.Exit(ctx, s.Profile().Sender, o.Owner.Tenant); err != nil {
			r.Flow.Log(map[string]any{"warning": "shares: " + err.Error(), "order": o.ID})
		}
	}
}

// enqueueChunks enqueues chunks and counts them in the same write. It fails when a concurrent feeder has handed out
// the same chunks.
func (r *Feed) enqueueChunks(ctx context.Context, o *order.Order, f chunkrow.Feeder, h feedBatch, add map[string]int64) error {
	op := store.Op{Verb: store.Update, Key: chunkrow.FeederKey(o.ID, o.Gen), Set: map[string]any{"n": h.next,
		"r": r.Flow.Now().UnixMilli()}, Add: add,
		If: store.Eq("n", f.Next)}
	if f.Until != 0 {
		op.Remove = append(op.Remove, "u") // a worker is active
	}
	rung := h.resumed
	if len(h.resumed) > 0 {
		left := append(chunkrow.Bitset(nil), f.Resumed...)
		for _, c := range h.resumed {
			left.Clear(c)
		}
		op.Set["q"], op.Set["qr"], op.If = left, f.Claimed+1, store.And(op.If, store.Eq("qr", f.Claimed))
		op.Add = map[string]int64{"a": -int64(len(h.resumed))}
		for name, n := range add {
			op.Add[name] += n
		}
	}
	if _, err := r.Flow.DB.Write(ctx, op); err != nil {
		return err
	}
	for c := f.Next; c < h.next; c++ {
		rung = append(rung, c)
	}
	return r.Flow.Queues.Send(ctx, SendQueue, r.chunkTasks(o, rung)...)
}

// chunkTasks returns the tasks of chunks.
func (r *Feed) chunkTasks(o *order.Order, chunks []int) (all []queue.Message) {
	for _, c := range chunks {
		all = append(all, queue.New(r.taskChunk(), o.Owner.Tenant, chunkTask{Order: o.ID, Gen: o.Gen, Chunk: c}))
	}
	return all
}

// counted is what the feeder counts when a worker leaves a chunk.
type counted struct{ done, aside int }

// aside is one chunk that waits beside the window, or none.
func asideCount(is bool) int {
	if is {
		return 1
	}
	return 0
}

// parted counts a chunk whose row its worker has just written for the last time for now, and feeds the next.
func (r *Feed) parted(ctx context.Context, o *order.Order, of counted, purse *chunkrow.CostMeter) error {
	f, ok, err := r.Chunks.Feeder(ctx, o)
	if err != nil || !ok {
		return err
	}
	hours, err := r.Flow.Clearance().Hours(ctx, o.Country)
	if err != nil {
		return err
	}
	add, then := map[string]int64{"d": int64(of.done), "a": int64(of.aside)}, f
	then.Done, then.Deferred = then.Done+of.done, then.Deferred+of.aside
	add = purse.Spent().Plus(chunkrow.WriteCost()).Into(add, chunkrow.FeedCosts)
	if h := r.selectFeed(o, then, hours); h.some(f) {
		if err := r.enqueueChunks(ctx, o, f, h, add); !store.Lost(err) {
			r.Flow.Listing().Progress(ctx, o.ID)
			return err
		}
	}
	if err := r.Chunks.AddToFeeder(ctx, o, add); err != nil {
		return err
	}
	r.Flow.Listing().Progress(ctx, o.ID)
	return r.feed(ctx, o)
}

// almost is how much too early a trial may be decided. A trial began with a tick, and the tick of its last minute
// must not miss it by a moment.
const almost = 5 * time.Second

// decide lets an order of two messages go on when its sample is sent and its time has come. below is the first chunk
// that is not done. It returns the current order.
func (r *Feed) decide(ctx context.Context, o *order.Order, below int) (*order.Order, error) {
	if !o.Trying() || below < o.Trial.Sample {
		return o, nil
	}
	t := o.Trial
	switch {
	case t.Sampled == nil:
		return r.Flow.Trials().OnSampled(ctx, o)
	case t.Hand || r.Flow.Now().Add(almost).Before(t.Due()):
		return o, nil
	}
	chunks, err := r.Chunks.Chunks(ctx, o.ID, o.Gen, true)
	if err != nil {
		return nil, err
	}
	clicked, err := r.Statistics.clicked(ctx, o)
	if err != nil {
		return nil, err
	}
	a, b, _ := r.Statistics.tried(o, chunks, clicked)
	return r.Flow.Trials().Decide(ctx, o, better(a, b))
}
