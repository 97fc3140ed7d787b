package dispatch

import (
	"context"
	"errors"
	"time"

	"herald/pkg/kit/queue"
	"herald/pkg/provider/rate"
)

// Two rate limits decide when a sub-batch begins. The customer's limit of messages a second (order.Bounds,
// business-domain §3) holds over all of its orders and workers. For each sub-batch a worker takes a slot of the
// customer's time, waits for it, and spreads its messages over it. It takes the sender's slot afterwards, so that a
// waiting customer blocks no other one.
//
// While several customers want a sender, each sends at its share of the rate (rate.Shares). A customer's workers
// queue for slots of their share. So the sender's queue stays short for every customer and for new ones. A worker
// gives its slot to its next task when it would have to wait longer than a function should run.

// module is how much longer this invocation may begin a sub-batch.
func (w *worker) timeLeft() time.Duration { return w.began.Add(handOver).Sub(w.Flow.Now()) }

// longQueue is the length of a sender's queue from which a worker queues within its customer's share. patience is how
// long a worker waits for its slot.
const (
	longQueue = 500 * time.Millisecond
	patience  = 2 * time.Second
)

// errNotYet says that the slot of a sub-batch begins later than a worker should wait. The task is delivered at that
// time.
type errNotYet struct {
	at  time.Time
	own turn // among its own, that was taken for it
}

func (e errNotYet) Error() string { return "dispatch: the turn comes at " + e.at.String() }

// full makes an errNotYet of a slot that was taken for too long.
func full(err error) error {
	if f := (rate.Full{}); errors.As(err, &f) {
		return errNotYet{at: f.Until.Add(-patience)}
	}
	return err
}

// turn waits until n messages may begin, of left, and gives the moment; errNotYet when it comes later.
func (w *worker) turn(ctx context.Context, n, left, rate int) (time.Time, error) {
	if w.timeLeft() <= 0 {
		return time.Time{}, errNotYet{at: w.Flow.Now()}
	}
	if w.most > 0 {
		lasts := time.Duration(n) * time.Second / time.Duration(w.most)
		at, err := w.Rates.Take(ctx, "customer."+w.o.Owner.Tenant, lasts, w.timeLeft())
		if err != nil {
			return at, full(err)
		}
		if err := w.sleepUntil(ctx, at); err != nil {
			return at, err
		}
	}
	if w.slotLasts(n, rate) {
		return w.Flow.Now().Add(lead), nil
	}
	queued, err := w.share(ctx, n, rate)
	if err != nil {
		return time.Time{}, err
	}
	asked := w.Flow.Now()
	slot, err := w.slot(ctx, n, left, rate, queued)
	if later := (errNotYet{}); errors.As(err, &later) && !queued {
		w.contended = true // queue among your own
		if queued, err = w.share(ctx, n, rate); err == nil {
			slot, err = w.slot(ctx, n, left, rate, queued)
		}
	}
	if later := (errNotYet{}); errors.As(err, &later) && later.at.Sub(w.Flow.Now()) <= min(patience, w.timeLeft()) {
		if err = w.sleepUntil(ctx, later.at); err == nil {
			slot, err = w.slot(ctx, n, left, rate, queued)
		}
	}
	if later := (errNotYet{}); errors.As(err, &later) {
		if later.own = (turn{}); queued {
			later.own = turn{later.at.UnixMilli(), w.exclusive}
		}
		return slot, later
	}
	if err != nil {
		return slot, err
	}
	w.waited = max(w.waited, slot.Sub(asked)-lead)
	w.contended = w.contended || slot.Sub(asked) > longQueue
	return slot, w.sleepUntil(ctx, slot.Add(-lead))
}

// share waits for n messages of the customer's share of the sender, when others want it, or many workers of this customer do.
func (w *worker) share(ctx context.Context, n, perSecond int) (queued bool, err error) {
	use := rate.Use{Sent: w.unreported, Waited: w.waited}
	w.unreported, w.waited = n, 0
	if w.ticket.taken() { // it waited for this one
		use.Waited = max(use.Waited, patience)
	}
	share, err := w.Shares.Of(ctx, w.by, rate.Tenant{ID: w.o.Owner.Tenant, Weight: w.weight}, float64(perSecond)/margin, use)
	if err != nil { // the sender's own limit holds all the same
		w.Flow.Log(map[string]any{"warning": "shares: " + err.Error(), "order": w.o.ID})
	}
	if w.exclusive = share == 0; w.exclusive && !w.contended && !w.ticket.taken() {
		return false, nil
	}
	took := w.ticket
	if w.ticket = (turn{}); took.Alone && !w.exclusive {
		took = turn{} // of a queue as fast as the sender, and minutes long
	}
	if !took.taken() {
		queue := "share."
		if w.exclusive {
			queue, share = "alone.", float64(perSecond)/margin
		}
		lasts := time.Duration(float64(n) / share * float64(time.Second))
		at, err := w.Rates.Take(ctx, queue+w.by+"."+w.o.Owner.Tenant, lasts, mostQueue)
		if err != nil {
			return false, full(err)
		}
		took = turn{at.UnixMilli(), w.exclusive}
	}
	at := took.at()
	wait := at.Sub(w.Flow.Now())
	w.waited = max(w.waited, wait)
	if wait > min(patience, w.timeLeft()) {
		return true, errNotYet{at, took}
	}
	return true, w.sleepUntil(ctx, at)
}

// mostQueue is how far ahead turns among a customer's own are taken: no longer than a task can be put off.
const mostQueue = 10 * time.Minute

// answerTime is the least time that the last answers of a sub-batch take. A slot of several sub-batches includes it.
var answerTime = 150 * time.Millisecond

// lead is how long before its slot a worker is woken. By then its intent is written and the order read again, so that
// its calls begin and end within the slot. margin makes slots a little longer than necessary, for calls that are a
// little late: no second has more messages than the sender may send.
const (
	lead   = 60 * time.Millisecond
	margin = 1.04
)

func lasting(messages, perSecond int) time.Duration {
	return time.Duration(margin * float64(messages) / float64(perSecond) * float64(time.Second))
}

// slotLasts reports whether n messages fit into the slot that was taken.
func (w *worker) slotLasts(n, perSecond int) bool {
	return !w.Flow.Now().Add(lead + lasting(n, perSecond)).After(w.until)
}

// slot gives the moment at which n messages may begin, of left, or errNotYet. A slow sender is taken for several sub-batches at once,
// unless others want it: the answers that each waits for are little beside its sending. A fast one is shared by workers, one sends
// while others wait.
func (w *worker) slot(ctx context.Context, n, left, perSecond int, queued bool) (time.Time, error) {
	lasts := func(messages int) time.Duration { return lasting(messages, perSecond) }
	batches, queue := 1, longQueue
	if queued {
		queue = patience // its turn has come
	}
	if lasts(n) >= 8*answerTime {
		queue = slotTime                           // another worker may hold it for so long
		if w.most == 0 && w.exclusive && !queued { // what waits for its customer's turn keeps no sender
			batches = max(1, min(int(slotTime/lasts(n)), (left+n-1)/n))
		}
	}
	d := lasts(min(left, batches*n)) + time.Duration(batches-1)*(answerTime+lead)
	begin, err := w.Rates.Take(ctx, w.by, d, min(queue, w.timeLeft()))
	if f := (rate.Full{}); errors.As(err, &f) {
		return begin, errNotYet{at: f.Until.Add(-queue)}
	}
	begin = begin.Add(lead)
	w.until = begin.Add(d)
	return begin, err
}

// inTime gives the slot of a sub-batch that is about to be called: another one when the first was over before the intent was written.
func (w *worker) inTime(ctx context.Context, slot time.Time, n, left, rate int) (time.Time, error) {
	if w.Flow.Now().Sub(slot) <= lateCall(n, rate) {
		return slot, nil
	}
	w.until = time.Time{}
	slot, err := w.slot(ctx, n, left, rate, true)
	if err != nil {
		return slot, err
	}
	if err := w.sleepUntil(ctx, slot); err != nil {
		return slot, err
	}
	if now := w.Flow.Now(); now.After(slot) { // who is slow all the time sends all the same
		slot = now
	}
	return slot, nil
}

// passOn ends this invocation in time; a new task goes on, with the turns that were taken, when the first of them comes.
func (w *worker) passOn(ctx context.Context) error {
	if w.held {
		if err := w.write(ctx, time.Time{}); err != nil {
			return err
		}
	}
	d, at := w.d, time.Time{}
	d.Turns = nil
	for _, l := range w.lanes {
		took := l.ticket
		if later := (errNotYet{}); errors.As(l.excludedErr, &later) {
			if at.IsZero() || later.at.Before(at) {
				at = later.at
			}
			if later.own.taken() {
				took = later.own
			}
		}
		if took.taken() {
			if d.Turns == nil {
				d.Turns = map[string]turn{}
			}
			d.Turns[l.by] = took
		}
	}
	later := max(0, at.Sub(w.Flow.Now())).Truncate(time.Second)
	return w.Flow.Queues.Send(ctx, SendQueue, queue.New(w.taskChunk(), w.o.Owner.Tenant, d).Later(later))
}
