package dispatch

import (
	"context"
	"slices"
	"time"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/store"
	"herald/pkg/platform/country"
)

// quiet is how long the feeder may be silent before the janitor takes a task for lost.
const quiet = 20 * time.Second

// Work hands out the chunks of a sending order.
func (r *Feed) Work(ctx context.Context, o *order.Order, at order.WorkTrigger) error {
	switch at {
	case order.LooksOn:
		return r.resume(ctx, o)
	case order.GoesOn:
		return r.goOn(ctx, o)
	case order.Ends: // who is at work finds it
		return nil
	}
	return r.feed(ctx, o)
}

// The last receipts come after the last call, when an order waits for its next opening or for its sender. No worker
// counts progress then. For trailing the tick does, for orders that are quick to read.
const trailing = 10 * time.Minute

// goOn enqueues the chunks that a pause parked. Sleeping chunks keep sleeping.
func (r *Feed) goOn(ctx context.Context, o *order.Order) error {
	f, ok, err := r.Chunks.Feeder(ctx, o)
	if err != nil || !ok {
		return err
	}
	hours, err := r.Flow.Clearance().Hours(ctx, o.Country)
	if err != nil {
		return err
	}
	chunks, err := r.Chunks.Chunks(ctx, o.ID, o.Gen, true)
	if err != nil {
		return err
	}
	var parked []int
	for _, c := range chunks {
		if c.Number < f.Next && !c.Sends.Done && c.Sends.Lease <= r.Flow.Now().UnixMilli() && !f.Resumed.Has(c.Number) &&
			!c.Sends.OutsideHours(r.Flow.Now(), hours) {
			parked = append(parked, c.Number)
		}
	}
	if len(parked) > 0 {
		if err := r.Flow.Queues.Send(ctx, SendQueue, r.chunkTasks(o, parked)...); err != nil {
			return err
		}
	}
	return r.feed(ctx, o)
}

// resume finds stuck chunks of a sending order: chunks that were enqueued, are not done and have no lease. It also
// finds chunks that slept and may go on. Then it feeds the order and corrects the feeder's hints. It reads only the
// chunks between the first that is not done and the last that was enqueued, and no sleeping ones. So a tick costs the
// same for an order of any size.
func (r *Feed) resume(ctx context.Context, o *order.Order) error {
	f, ok, err := r.Chunks.Feeder(ctx, o)
	if err != nil || !ok {
		return err
	}
	if o.Pieces() <= order.Few && r.Flow.Now().Sub(time.UnixMilli(f.Enqueued)) < trailing {
		if paused, err := r.Flow.Listing().SyncLists(ctx, o); err != nil || paused {
			return err
		}
	}
	hours, err := r.Flow.Clearance().Hours(ctx, o.Country)
	if err != nil {
		return err
	}
	if f.Until > r.Flow.Now().UnixMilli() && f.Hours == hours.Sign() {
		return r.feed(ctx, o)
	}
	found, err := r.lookAt(ctx, o, f, hours)
	if err != nil {
		return err
	}
	if len(found.stuck) > 0 {
		if _, err := r.Flow.DB.Write(ctx, store.Op{Verb: store.Update, Key: chunkrow.FeederKey(o.ID, o.Gen),
			Set: map[string]any{"r": found.now.UnixMilli()}}); err != nil {
			return err
		}
		if err := r.Flow.Queues.Send(ctx, SendQueue, r.chunkTasks(o, found.stuck)...); err != nil {
			return err
		}
	}
	if op, wrong := found.mend(chunkrow.FeederKey(o.ID, o.Gen), f); wrong {
		if _, err = r.Flow.DB.Write(ctx, op); err != nil && !store.Lost(err) {
			return err
		}
	}
	if o, err = r.decide(ctx, o, found.right.Low); err != nil {
		return err
	}
	return r.feed(ctx, o)
}

// lookAt reads the chunks between the first that is not done and the last that was handed out.
func (r *Feed) lookAt(ctx context.Context, o *order.Order, f chunkrow.Feeder, hours *country.Hours) (a found, err error) {
	var rows []store.Item
	if f.Low < f.Next {
		from, to := chunkrow.ChunkKey('S', o.ID, o.Gen, f.Low), chunkrow.ChunkKey('S', o.ID, o.Gen, f.Next-1)
		if rows, err = store.Collect(store.Rows(ctx, r.Flow.DB,
			store.Query{Table: from.Table, PK: from.PK, From: from.SK, To: to.SK, Consistent: true})); err != nil {
			return a, err
		}
	}
	a = found{right: f, hours: hours, now: r.Flow.Now()}
	if opens := f.Opens(hours, a.now); opens.After(a.now) && !o.Trying() {
		a.night = opens
	}
	a.right.Done, a.right.Deferred = f.Low, 0
	chunks, err := store.DecodeAll[chunkrow.Sends](rows)
	if err != nil {
		return a, err
	}
	if slices.ContainsFunc(chunks, func(s chunkrow.Sends) bool { return s.Spent }) {
		if a.ready, err = r.ready(ctx, o); err != nil {
			return a, err
		}
	}
	for i := range chunks {
		a.add(chunkrow.ChunkNumber(rows[i]), &chunks[i], f)
	}
	return a, nil
}

// found is what the rows of the chunks tell that were handed out.
type found struct {
	now   time.Time
	hours *country.Hours
	right chunkrow.Feeder // as it should be
	stuck []int           // chunks to be rung again
	new   []int           // chunks that have slept, and wait for a place from now on
	night time.Time       // until when all recipients of the order sleep; zero when one is awake
	ready bool            // a sender of the order may send
	held  bool            // a worker holds the lease
	work  bool            // or about to be
	wakes int64           // when the first of those wakes that sleep, unix ms; 0 when none does
}

// add notes a chunk that was handed out.
func (a *found) add(c int, s *chunkrow.Sends, f chunkrow.Feeder) {
	silent := a.now.UnixMilli()-f.Enqueued > quiet.Milliseconds() && a.night.IsZero()
	switch {
	case s.Done:
		a.right.Done++
		if a.right.Low == c {
			a.right.Low++
		}
		return
	case s.Lease > a.now.UnixMilli():
		a.held = true
	case s.OutsideHours(a.now, a.hours):
		a.right.Deferred++
		if a.wakes == 0 || s.After < a.wakes {
			a.wakes = s.After
		}
		return
	case s.Slept() && f.Resumed.Has(c):
		a.right.Deferred++
		a.work = true
		return
	case s.Slept() && s.Lease == 0 && (silent || s.After > f.ResumedAt && s.After <= a.now.UnixMilli()):
		// Otherwise a task was queued for it, and a worker is about to take it.
		a.right.Deferred++
		a.new = append(a.new, c)
		return
	case s.Spent && a.ready && s.Lease <= a.now.UnixMilli(): // its sender has allowance again
		a.stuck = append(a.stuck, c)
	case s.Idle(a.now) && (s.Lease > 0 && a.night.IsZero() || silent):
		a.stuck = append(a.stuck, c)
	}
	a.work = true
	if s.Pass > 0 {
		a.right.Deferred++
	}
}

// mend sets the hints of a feeder right; false when they are.
func (a *found) mend(key store.Key, f chunkrow.Feeder) (op store.Op, wrong bool) {
	op = store.Op{Verb: store.Update, Key: key, Set: map[string]any{"d": a.right.Done, "a": a.right.Deferred, "l": a.right.Low},
		If: store.And(store.Eq("d", f.Done), store.Eq("a", f.Deferred), store.Eq("n", f.Next))}
	wrong = a.right.Done != f.Done || a.right.Deferred != f.Deferred || a.right.Low != f.Low
	if len(a.new) > 0 {
		woken := make(chunkrow.Bitset, max(len(f.Resumed), a.new[len(a.new)-1]/8+1))
		copy(woken, f.Resumed)
		for _, c := range a.new {
			woken.Set(c)
		}
		taken := store.Missing("qr")
		if f.Claimed > 0 {
			taken = store.Eq("qr", f.Claimed)
		}
		op.Set["q"], op.Set["qr"], op.Set["k"], op.If = woken, f.Claimed+1, a.now.UnixMilli(), store.And(op.If, taken)
		return op, true
	}
	until := int64(0)
	switch {
	case !a.night.IsZero() && !a.held:
		until = a.night.UnixMilli()
	case !a.work:
		until = a.wakes
	}
	if until > 0 && (until != f.Until || a.hours.Sign() != f.Hours) {
		op.Set["u"], op.Set["h"] = until, a.hours.Sign()
		return op, true
	}
	return op, wrong
}
