package dispatch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/dispatch/ratecontrol"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/sender"
	"herald/pkg/kit/phone"
	"herald/pkg/provider"
)

// An order goes out by all the senders that may replace its own (provider.Registry.Beside). Each recipient's number
// selects one of them. So a recipient sees the same sender from order to order, and another one only while that
// sender is missing. A worker has a sender slot for each sender, with its rate, its daily limit and its shares. It
// sends each sub-batch by one sender slot, and goes on with the next when one is busy or has no allowance.

// senderSlot is one sender as a worker uses it.
type senderSlot struct {
	by       string // its id
	place    int    // index among the sender slots
	sender   *provider.Account
	renderer Renderer
	second   Renderer // of the other message of a trial

	// Its rate.
	slot ratecontrol.Slot
	rate int // messages a second, of a gateway by the parts of a message
	size int // recipients of a sub-batch
	pace int // that are called in a second

	// What was taken of it.
	allow       *sender.Allowance // of the sender, that this invocation took
	excludedErr error             // why it is left out for the rest of the invocation: ratecontrol.NotYet
}

// openSlots opens the sender slots once in an invocation, that of the order's own sender first.
func (w *worker) openSlots(ctx context.Context) error {
	agreed, err := w.bounds(ctx)
	if err != nil {
		return err
	}
	w.limiter.Weight = agreed.Weight
	for _, account := range w.svc.Senders.Siblings(w.o.Sender) {
		p := account.Profile()
		l := &senderSlot{by: p.Sender, place: len(w.lanes), sender: account, renderer: w.renderer, rate: max(1,
			p.PerSecond/w.svc.Feed.Statistics.partsOf(w.o))}
		if l.renderer = w.renderer.By(p.Sender); l.renderer == nil {
			continue
		}
		if w.second != nil {
			if l.second = w.second.By(p.Sender); l.second == nil {
				continue
			}
		}
		l.size, l.pace = max(1, min(chunkrow.PerBatch, int(subBatchTime.Seconds()*float64(l.rate)))), l.rate
		if most := agreed.PerSecond; most > 0 && most < l.rate {
			l.slot.Most, l.size, l.pace = most, min(l.size, most), most
		}
		l.slot.Sender, l.slot.Ticket = p.Sender, w.d.Turns[p.Sender]
		w.lanes = append(w.lanes, l)
	}
	if len(w.lanes) == 0 {
		return fmt.Errorf("dispatch: nobody can send the messages of %s", w.o.ID)
	}
	w.senderSlot = w.lanes[w.d.Chunk%len(w.lanes)] // chunks that are sent at the same time begin by different senders
	for _, l := range w.lanes {
		if l.slot.Ticket.Taken() {
			w.senderSlot = l
		}
	}
	return nil
}

func (w *worker) bounds(ctx context.Context) (order.Bounds, error) {
	if w.svc.Flow.Credit.Bounds == nil {
		return order.Bounds{}, nil
	}
	return w.svc.Flow.Credit.Bounds(ctx, w.o.Owner.Tenant)
}

// next chooses the sender slot of the next sub-batch and returns its recipients among left; none when the chunk was
// put off.
func (w *worker) next(ctx context.Context, left []int) ([]int, error) {
	if len(w.lanes) == 1 {
		return left, w.senderSlot.excludedErr
	}
	accounts := make([]*provider.Account, len(w.lanes))
	for i, l := range w.lanes {
		accounts[i] = l.sender
	}
	ranks, err := w.svc.Numbers.Weights(ctx, accounts)
	if err != nil {
		return nil, err
	}
	for i, l := range w.lanes {
		ranks[i].Spent = l.spent(w.svc.Flow.Now())
	}
	by := make([][]int, len(w.lanes))
	for _, i := range left {
		k := max(0, sender.Pick(ranks, fmt.Sprint(phone.Normal(w.numbers[i]))))
		by[k] = append(by[k], i)
	}
	for _, l := range w.lanes { // whose turn has come meanwhile
		if later := (ratecontrol.NotYet{}); errors.As(l.excludedErr, &later) && !later.At.After(w.svc.Flow.Now()) {
			l.back(later)
		}
	}
	// A slot that is still open is used up, since no other worker can use it.
	if own := by[w.place]; len(own) > 0 && w.excludedErr == nil && w.limiter.SlotLasts(&w.slot, min(len(own), w.size), w.rate) {
		return own, nil
	}
	var soon error
	for k := 1; k <= len(w.lanes); k++ {
		l := w.lanes[(w.place+k)%len(w.lanes)]
		if len(by[l.place]) == 0 {
			continue
		}
		if l.excludedErr != nil {
			soon = sooner(soon, l.excludedErr)
			continue
		}
		w.senderSlot = l
		return by[l.place], nil
	}
	return nil, soon
}

// spent tells that the sender was found to have nothing left of its day.
func (l *senderSlot) spent(now time.Time) bool {
	return l.allow != nil && l.allow.Bounded && l.allow.N == 0 && l.allow.Until.After(now)
}

// back makes a sender slot available again whose time has come.
func (l *senderSlot) back(later ratecontrol.NotYet) {
	if l.excludedErr = nil; later.Own.Taken() {
		l.slot.Ticket = later.Own
	}
}

// sooner is that of two turns which comes first.
func sooner(a, b error) error {
	var one, other ratecontrol.NotYet
	if a == nil || errors.As(a, &one) && errors.As(b, &other) && other.At.Before(one.At) {
		return b
	}
	return a
}

// batch sends a sub-batch by the sender slot and notes which recipients were tried. left is how many recipients
// remain for the slot. It reports whether the worker goes on.
func (w *worker) batch(ctx context.Context, batch []int, left int, tried map[int]bool) (more bool, err error) {
	called := 0
	defer func() { w.unline(ctx, called) }()
	slot, err := w.limiter.Begin(ctx, &w.slot, len(batch), left, w.rate)
	if later := (ratecontrol.NotYet{}); errors.As(err, &later) {
		if w.excludedErr = later; w.limiter.TimeLeft() <= 0 {
			return false, w.passOn(ctx)
		}
		return true, nil
	}
	if err != nil {
		return false, err
	}
	for _, i := range batch {
		tried[i] = true
	}
	batch, may, err := w.intended(ctx, batch)
	if err != nil || !may {
		return false, err
	}
	slot, err = w.limiter.InTime(ctx, &w.slot, slot, ratecontrol.Batch{Messages: len(batch), Left: left, PerSecond: w.rate})
	if later := (ratecontrol.NotYet{}); errors.As(err, &later) {
		w.excludedErr = later
		return false, errors.Join(w.giveBack(ctx, w.waiting(batch)), w.passOn(ctx))
	}
	if err != nil {
		return false, errors.Join(err, w.giveBack(ctx, w.waiting(batch)))
	}
	rest := w.send(ctx, batch, slot, w.pace)
	called = w.onLines(batch)
	for _, i := range rest {
		delete(tried, i)
	}
	w.spend(len(batch) - len(rest))
	w.spendQuota(batch)
	if w.stop.Stop && (w.stop.Scope != provider.Sender || !w.others(ctx)) {
		return false, w.pauseOrder(ctx)
	}
	if w.stop.Stop {
		w.instead(ctx, batch, tried)
	}
	if w.halt != nil {
		return false, errors.Join(w.halted(), w.giveBack(ctx, nil))
	}
	if err := w.enforceLimits(ctx); err != nil {
		w.svc.Flow.Log(map[string]any{"warning": "judge: " + err.Error(), "order": w.o.ID})
	}
	w.svc.Flow.Listing().Progress(ctx, w.o.ID)
	return true, nil
}

// capacityAt is when the first of the senders that have nothing left of the day may send again.
func (w *worker) capacityAt() (at time.Time) {
	for _, l := range w.lanes {
		if l.spent(w.svc.Flow.Now()) && (at.IsZero() || l.allow.Until.Before(at)) {
			at = l.allow.Until
		}
	}
	return at
}

// others tells whether another sender can go on where one was stopped.
func (w *worker) others(ctx context.Context) bool {
	now := w.svc.Flow.Now()
	return slices.ContainsFunc(w.lanes, func(l *senderSlot) bool {
		if l == w.senderSlot {
			return false
		}
		s, err := w.svc.Numbers.Of(ctx, l.by)
		return err == nil && !s.Off && s.Weight > 0 && s.Until < now.UnixMilli()
	})
}

// blockersBy tells how the senders of an order stand: why none sends, in the words of sender.Row, and until when.
func (r *Statistics) blockersBy(ctx context.Context, id string) (state string, until time.Time, err error) {
	all := r.Senders.Siblings(id)
	if len(all) < 2 {
		return r.Numbers.Waiting(ctx, id)
	}
	for _, s := range all {
		one, at, err := r.Numbers.Waiting(ctx, s.Profile().Sender)
		if err != nil || one == sender.Ready {
			return one, at, err
		}
		if state == "" || !at.IsZero() && (until.IsZero() || at.Before(until)) {
			state, until = one, at
		}
	}
	return cmp.Or(state, sender.Ready), until, nil
}
