package dispatch

import (
	"context"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
)

// quiet is how long the feeder may be silent before the janitor takes a doorbell for lost.
const quiet = 20 * time.Second

// Work hands out the chunks of a sending order.
func (r *Engine) Work(ctx context.Context, o *order.Order, at order.Moment) error {
	switch at {
	case order.LooksOn:
		return r.resume(ctx, o)
	case order.GoesOn:
		return r.goOn(ctx, o)
	}
	return r.feed(ctx, o)
}

// goOn rings the chunks again that a pause parked.
func (r *Engine) goOn(ctx context.Context, o *order.Order) error {
	f, ok, err := r.feeder(ctx, o)
	if err != nil || !ok {
		return err
	}
	chunks, err := r.chunks(ctx, o.ID, o.Gen, true)
	if err != nil {
		return err
	}
	var bells []queue.Message
	for _, c := range chunks {
		if c.c < f.Next && !c.s.Done && c.s.Lease <= r.Now().UnixMilli() {
			bells = append(bells, queue.New(r.taskChunk(), o.Owner.Tenant, doorbell{Order: o.ID, Gen: o.Gen, Chunk: c.c}))
		}
	}
	if len(bells) > 0 {
		if err := r.Queues.Send(ctx, SendQueue, bells...); err != nil {
			return err
		}
	}
	return r.feed(ctx, o)
}

// resume finds what got stuck in a sending order: chunks that were rung, are not done and that nobody holds; then it feeds on.
// The feeder's hints are set right on the way. It reads only what lies between the first chunk that is not done and the last
// that was rung, so that a tick costs the same for an order of any size.
func (r *Engine) resume(ctx context.Context, o *order.Order) error {
	f, ok, err := r.feeder(ctx, o)
	if err != nil || !ok {
		return err
	}
	var rows []store.Item
	if f.Low < f.Next {
		from, to := chunkKey('S', o.ID, o.Gen, f.Low), chunkKey('S', o.ID, o.Gen, f.Next-1)
		if rows, err = store.Collect(store.Rows(ctx, r.DB, store.Query{Table: from.Table, PK: from.PK, From: from.SK, To: to.SK, Consistent: true})); err != nil {
			return err
		}
	}
	now, right := r.Now(), f
	right.Done, right.Aside = f.Low, 0
	var bells []queue.Message
	for _, row := range rows {
		var s Sends
		if _, err := store.Decode(row, &s); err != nil {
			return err
		}
		c := chunkNumber(row)
		switch {
		case s.Done:
			right.Done++
			if right.Low == c {
				right.Low++
			}
			continue
		case s.idle(now) && (s.Lease > 0 || now.UnixMilli()-f.Rung > quiet.Milliseconds()):
			bells = append(bells, queue.New(r.taskChunk(), o.Owner.Tenant, doorbell{Order: o.ID, Gen: o.Gen, Chunk: c}))
		}
		if s.Pass > 0 {
			right.Aside++
		}
	}
	if len(bells) > 0 {
		if _, err := r.DB.Write(ctx, store.Op{Verb: store.Update, Key: feederKey(o.ID, o.Gen), Set: map[string]any{"r": now.UnixMilli()}}); err != nil {
			return err
		}
		if err := r.Queues.Send(ctx, SendQueue, bells...); err != nil {
			return err
		}
	}
	if right != f {
		_, err = r.DB.Write(ctx, store.Op{Verb: store.Update, Key: feederKey(o.ID, o.Gen), Set: map[string]any{"d": right.Done, "a": right.Aside, "l": right.Low},
			If: store.And(store.Eq("d", f.Done), store.Eq("a", f.Aside))})
		if err != nil && !store.Lost(err) {
			return err
		}
	}
	if o, err = r.decide(ctx, o, right.Low); err != nil {
		return err
	}
	return r.feed(ctx, o)
}

// idle reports a chunk that nobody holds and that is not waiting for its next try.
func (s *Sends) idle(now time.Time) bool {
	return s.Lease <= now.UnixMilli() && s.After <= now.UnixMilli()
}
