package dispatch

import (
	"context"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
)

// feedWindow is how many chunks of an order lie on the queue or are being sent: a few, so that pause, cancel and other tenants
// act at once and the first send does not wait for the size of the order. A worker keeps up with about 250 messages a second;
// one more than a sender needs would be paid for waiting. Chunks that wait for another try take no place.
func (r *Engine) feedWindow(o *order.Order) int {
	n := 0
	for _, s := range r.Senders.Beside(o.Sender) {
		n += 1 + s.Profile().PerSecond/250
	}
	return max(1, n)
}

// wanted is how far an order may be handed out: before its message is chosen no further than the sample.
func (r *Engine) wanted(o *order.Order, f Feeder) int {
	most := f.Planned
	if o.Trying() {
		most = min(most, o.Trial.Sample)
	}
	return min(most, f.Done+f.Aside+r.feedWindow(o))
}

// feed rings the next chunks of a sending order, up to the window.
func (r *Engine) feed(ctx context.Context, o *order.Order) error {
	end := false
	err := order.Retry(ctx, func() error {
		f, ok, err := r.feeder(ctx, o)
		if err != nil || !ok {
			return err
		}
		want := r.wanted(o, f)
		if end = f.Next >= want && f.Whole && f.Done >= f.Planned; f.Next >= want {
			return nil
		}
		return r.hand(ctx, o, f, want, nil)
	})
	if err == nil && end {
		r.leave(ctx, o)
		return r.Complete(ctx, o.ID)
	}
	return err
}

// leave gives the customer's share of the senders back. Who does not see it waits some seconds longer for it.
func (r *Engine) leave(ctx context.Context, o *order.Order) {
	for _, s := range r.Senders.Beside(o.Sender) {
		if err := r.Shares.Leave(ctx, s.Profile().Sender, o.Owner.Tenant); err != nil {
			r.Log(map[string]any{"warning": "shares: " + err.Error(), "order": o.ID})
		}
	}
}

// hand rings the chunks up to want, and counts in the same write. It fails when somebody else has handed out meanwhile.
func (r *Engine) hand(ctx context.Context, o *order.Order, f Feeder, want int, add map[string]int64) error {
	_, err := r.DB.Write(ctx, store.Op{Verb: store.Update, Key: feederKey(o.ID, o.Gen), Set: map[string]any{"n": want, "r": r.Now().UnixMilli()}, Add: add, If: store.Eq("n", f.Next)})
	if err != nil {
		return err
	}
	var bells []queue.Message
	for c := f.Next; c < want; c++ {
		bells = append(bells, queue.New(r.taskChunk(), o.Owner.Tenant, doorbell{Order: o.ID, Gen: o.Gen, Chunk: c}))
	}
	return r.Queues.Send(ctx, SendQueue, bells...)
}

// finished counts a chunk that its worker has just marked as done, and feeds the next.
func (r *Engine) finished(ctx context.Context, o *order.Order, wasAside bool, purse *purse) error {
	f, ok, err := r.feeder(ctx, o)
	if err != nil || !ok {
		return err
	}
	add, then := map[string]int64{"d": 1}, f
	then.Done++
	if wasAside {
		add["a"] = -1
		then.Aside--
	}
	add = purse.spent().plus(aWrite()).into(add, feedCosts)
	if want := r.wanted(o, then); want > f.Next {
		if err := r.hand(ctx, o, f, want, add); !store.Lost(err) {
			r.Progress(ctx, o.ID)
			return err
		}
	}
	if err := r.tell(ctx, o, add); err != nil {
		return err
	}
	r.Progress(ctx, o.ID)
	return r.feed(ctx, o)
}
