package dispatch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/dispatch/ratecontrol"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/platform/country"
	"herald/pkg/provider"
)

// Times of a worker. A sub-batch takes at most subBatchTime plus one call, and the lease outlives both. The hand-over
// leaves the function (28 s) enough time to end its calls: it never returns with calls in flight.
const (
	leaseTime    = 20 * time.Second
	callTime     = 10 * time.Second
	subBatchTime = 1250 * time.Millisecond
	maxPass      = 6
	maxBackoff   = 15 * time.Minute
)

// worker sends what is left of one chunk, as long as it holds the epoch.
type worker struct {
	svc     *ChunkSender
	o       *order.Order
	d       chunkTask
	limiter *ratecontrol.Limiter
	purse   *chunkrow.CostMeter // nil: cost is not counted

	// The senders.
	*senderSlot // by which it sends now
	lanes       []*senderSlot
	lines       int    // taken for the sub-batch, of a sender that makes calls
	quota       *taken // of the sender that recipients see; nil: nothing was taken

	// The row of the chunk.
	s      chunkrow.Sends
	held   bool      // the lease is this worker's
	rung   time.Time // when the delayed task of a chunk that waits for its sender is delivered; zero when there is none
	judged int       // how many of the chunk were called when the order was judged last; 0: it was not

	// The recipients and their messages.
	renderer Renderer // of the order's messages
	numbers  []uint64
	values   [][]string
	dealt    chunkrow.Distribution // which of two messages they get
	second   Renderer              // of the other message; nil of an order of one
	clock    *clock                // by which they sleep

	// The sub-batch under way.
	intent map[int]bool     // not called yet
	wait   time.Duration    // longest delay that a provider asked for
	stop   provider.Outcome // that stops the order or the sender
	halt   error            // why no more calls are made: errParked, or the order's state is unknown

	// Who may not be written to.
	guard      *suppression.Guard
	looked     time.Time // when the guard was asked for last
	controlled time.Time // when the order was
}

// Chunk is the handler of TaskChunk. An error brings the task back; everything that it finds already done is no error.
func (r *ChunkSender) Chunk(ctx context.Context, m queue.Message) error {
	var d chunkTask
	if err := json.Unmarshal(m.Body, &d); err != nil {
		return fmt.Errorf("dispatch: doorbell: %w", err)
	}
	ctx, purse := chunkrow.Metered(ctx, r.Flow.Now, r.Memory)
	o, s, to, err := r.Chunks.Rows(ctx, d.Order, d.Gen, d.Chunk)
	if err != nil || o == nil {
		return err
	}
	may, hours, err := r.maySend(ctx, o, d.Gen)
	now := r.Flow.Now()
	switch {
	case err != nil:
		return err
	case !may || s.Lease > now.UnixMilli():
		return nil // parked or leased: the janitor enqueues it again if need be
	case s.Done:
		return r.Feed.feed(ctx, o)
	case to.Rest && o.Trying():
		return nil // the choice of the message enqueues it
	case s.OutsideHours(now, hours):
		return nil // the feeder wakes it
	case s.After > now.UnixMilli() && s.Sleep == 0 && !s.Spent:
		return r.Feed.wakeChunk(ctx, o, d, time.UnixMilli(s.After).Sub(now))
	}
	if r.Senders.Sender(o.Sender) == nil {
		r.Flow.Log(map[string]any{"alarm": "sender is not configured", "order": o.ID, "sender": o.Sender})
		return r.Flow.PauseFor(ctx, o.ID, "dispatch.pause.sender")
	}
	w := &worker{svc: r, o: o, d: d, s: s, purse: purse, limiter: &ratecontrol.Limiter{Rates: r.Rates, Shares: r.Shares, Now: r.Flow.Now,
		Wait: r.sleepUntil, Log: r.Flow.Log, Order: o.ID, Tenant: o.Owner.Tenant, Began: now}}
	if s.Spent && s.After > now.UnixMilli() {
		w.rung = time.UnixMilli(s.After)
	}
	w.s.Sleep, w.s.Spent = 0, false
	if err := w.prepare(ctx, to); err != nil {
		return err
	}
	w.clock = newClock(hours, w.numbers)
	return w.run(ctx)
}

// maySend is the control check: asked before every sub-batch (decisions §6). The hours are those of the country, of which some are open.
func (r *ChunkSender) maySend(ctx context.Context, o *order.Order, gen int) (bool, *country.Hours, error) {
	if o.Status != order.Sending || o.Gen != gen || o.Overdue(r.Flow.Now()) {
		return false, nil, nil
	}
	hours, err := r.Flow.Clearance().Hours(ctx, o.Country)
	return err == nil && hours.Some(r.Flow.Now()), hours, err
}

func (w *worker) prepare(ctx context.Context, to chunkrow.Recipients) (err error) {
	if w.renderer, err = w.svc.Content.Renderer(ctx, w.o); err != nil {
		return err
	}
	w.dealt, w.second = to.Distribution, w.renderer.Second()
	if w.numbers, err = to.Numbers(); err != nil {
		return fmt.Errorf("dispatch: recipients of %s/%d: %w", w.o.ID, w.d.Chunk, err)
	}
	if w.values, err = chunkrow.UnpackValues(to.Values); err != nil {
		return err
	}
	if len(w.numbers) != w.s.N {
		return fmt.Errorf("dispatch: chunk %s/%d has %d numbers for %d recipients", w.o.ID, w.d.Chunk, len(w.numbers), w.s.N)
	}
	return nil
}

var errFenced = errors.New("dispatch: the chunk has another holder")

func (w *worker) run(ctx context.Context) error {
	err := w.batches(ctx)
	if errors.Is(err, errFenced) {
		return nil // the other holder goes on; what we had in flight stays in doubt
	}
	return err
}

func (w *worker) batches(ctx context.Context) error {
	if err := w.openSlots(ctx); err != nil {
		return err
	}
	if err := w.guarded(ctx); err != nil {
		return err
	}
	defer w.giveBackAllowance(ctx)
	defer w.giveBackQuota(ctx)
	for tried := map[int]bool{}; ; {
		left := slices.DeleteFunc(w.s.Open(0, w.s.N), func(i int) bool { return tried[i] || w.clock.outsideHours(i, w.svc.Flow.Now()) })
		if len(left) == 0 {
			return w.finish(ctx)
		}
		own, err := w.next(ctx, left)
		if later := (ratecontrol.NotYet{}); errors.As(err, &later) {
			return w.passOn(ctx)
		}
		if err != nil {
			return err
		}
		some, goOn, err := w.allowed(ctx, own)
		if err != nil || !goOn {
			return err
		}
		if some == 0 {
			continue // by another sender
		}
		some, goOn, err = w.granted(ctx, some, len(left))
		if err != nil || !goOn {
			return err
		}
		some, goOn, err = w.lined(ctx, some)
		if err != nil || !goOn {
			return err
		}
		more, err := w.batch(ctx, own[:some], len(own), tried)
		if err != nil || !more {
			return err
		}
	}
}

// intended writes the intent of a sub-batch, reads the order again, and returns the recipients that may be called.
// When the order may not send, or its state is unknown, the intent is withdrawn.
func (w *worker) intended(ctx context.Context, batch []int) (cleared []int, may bool, err error) {
	for _, i := range batch {
		w.s.Set(i, chunkrow.Doubt)
	}
	w.intend(batch)
	if err := w.write(ctx, w.svc.Flow.Now().Add(leaseTime)); err != nil {
		return nil, false, err
	}
	if may, err = w.control(ctx); err == nil && may {
		batch, err = w.cleared(ctx, batch)
	}
	if err != nil || !may {
		return nil, false, errors.Join(err, w.giveBack(ctx, w.waiting(batch)))
	}
	return batch, true, nil
}

// giveBack withdraws an intent whose calls were certainly not made.
func (w *worker) giveBack(ctx context.Context, batch []int) error {
	for _, i := range batch {
		w.s.Set(i, chunkrow.ToSend)
	}
	err := w.write(ctx, time.Time{})
	if err == nil {
		w.svc.Flow.Listing().SyncListRows(ctx, w.o) // what was under way when the order was paused or stopped
	}
	return err
}

// finish records the last outcomes. The chunk is then done, or sleeps when all remaining recipients do, or waits for
// another try of those refused for the moment.
func (w *worker) finish(ctx context.Context) error {
	left := w.wakeable(w.s.Open(0, w.s.N))
	if len(left) == 0 {
		w.s.Done = true
		if err := w.write(ctx, time.Time{}); err != nil {
			return err
		}
		return w.svc.Feed.parted(ctx, w.o, counted{done: 1, aside: -asideCount(w.s.Pass > 0)}, w.purse)
	}
	if wakes := w.clock.wakes(left, w.svc.Flow.Now()); !wakes.IsZero() {
		return w.sleep(ctx, wakes)
	}
	w.s.Pass++
	backoff := min(max(w.wait, time.Second<<min(w.s.Pass, maxPass)), maxBackoff)
	w.s.After = w.svc.Flow.Now().Add(backoff).UnixMilli()
	if err := w.write(ctx, time.Time{}); err != nil {
		return err
	}
	if w.s.Pass == 1 {
		if err := w.svc.Chunks.AddToFeeder(ctx, w.o, map[string]int64{"a": 1}); err != nil {
			return err
		}
	}
	return errors.Join(w.svc.Feed.wakeChunk(ctx, w.o, w.d, backoff), w.svc.Feed.feed(ctx, w.o))
}

// write stores the row under our epoch; the first write takes the lease. It is the only writer of outcomes and
// intents. Token and revision identify our own write. So an unclear answer, or the SDK's own repetition, is not taken
// for another worker's write.
func (w *worker) write(ctx context.Context, lease time.Time) error {
	cond := store.And(store.Eq("e", w.s.Epoch), store.Eq("v", w.s.Rev))
	if !w.held {
		cond = store.And(cond, store.Lt("l", w.svc.Flow.Now().UnixMilli()))
		w.s.Epoch++
		w.s.Owner = w.svc.Flow.NewID(ctx)
	}
	seen := w.s.Rev
	w.s.Rev++
	w.s.Lease = 0
	if !lease.IsZero() {
		w.s.Lease = lease.UnixMilli()
	}
	w.s.Cost = w.s.Cost.Plus(w.purse.Spent().Plus(chunkrow.WriteCost()))
	defer func() { w.purse.Meter.Take() }() // it is in what was written
	key := chunkrow.ChunkKey('S', w.d.Order, w.d.Gen, w.d.Chunk)
	for try := 0; ; try++ {
		_, err := w.svc.Flow.DB.Write(ctx, store.Op{Verb: store.Put, Key: key, Item: w.s, If: cond})
		if err == nil {
			w.held = true
			return nil
		}
		var now chunkrow.Sends
		if f := store.ConditionFailed(err); f != nil {
			if _, err := store.Decode(f.Old, &now); err != nil {
				return err
			}
		} else {
			if !errors.Is(err, store.ErrUnclear) || try == 5 {
				return err
			}
			if now, _, err = store.Load[chunkrow.Sends](ctx, w.svc.Flow.DB, key, true); err != nil {
				return err
			}
			if now.Rev == seen && (now.Owner == w.s.Owner) == w.held {
				continue // it was not carried out
			}
		}
		if now.Owner != w.s.Owner || now.Rev != w.s.Rev {
			return errFenced
		}
		w.held = true
		return nil
	}
}

// wakeChunk puts the chunk's task on the queue, now or later.
func (r *Feed) wakeChunk(ctx context.Context, o *order.Order, d chunkTask, later time.Duration) error {
	return r.Flow.Queues.Send(ctx, SendQueue, queue.New(r.taskChunk(), o.Owner.Tenant, d).Later(later+999*time.Millisecond*btoi(later > 0)))
}

// btoi rounds delays up: SQS knows whole seconds only.
func btoi(b bool) time.Duration {
	if b {
		return 1
	}
	return 0
}
