package dispatch

import (
	"context"
	"errors"
	"time"
)

// What a customer may send in a second (order.Bounds, business-domain §3) holds over all of its orders and workers. It is shared as a
// sender's throughput is: a worker takes a slot of its customer's time for each sub-batch, waits for it, and spreads its messages over
// it. The sender's own slot is taken after that, so who waits for its turn keeps nobody from sending.

// paces gives how many recipients a sub-batch has and how many are called in a second.
func (w *worker) paces(ctx context.Context, rate int) (size, pace int, err error) {
	size, pace = max(1, min(subBatch, int(subBatchTime.Seconds()*float64(rate)))), rate
	if w.Bounds == nil {
		return size, pace, nil
	}
	agreed, err := w.Bounds(ctx, w.o.Owner.Tenant)
	if most := agreed.PerSecond; most > 0 && most < rate {
		w.most, size, pace = most, min(size, most), most
	}
	return size, pace, err
}

// errTooLong tells that the turn of a sub-batch comes after this invocation has to hand over.
var errTooLong = errors.New("dispatch: the turn comes too late")

// turn waits until n messages may begin, of left, and gives the moment.
func (w *worker) turn(ctx context.Context, n, left, rate int) (time.Time, error) {
	if w.most > 0 {
		at, err := w.Rates.Take(ctx, "customer."+w.o.Owner.Tenant, time.Duration(n)*time.Second/time.Duration(w.most))
		if err != nil {
			return at, err
		}
		if err := w.rest(ctx, at); err != nil {
			return at, err
		}
	}
	slot, err := w.slot(ctx, n, left, rate)
	if err != nil {
		return slot, err
	}
	return slot, w.rest(ctx, slot)
}

// rest waits until a moment that this invocation still lives to see.
func (w *worker) rest(ctx context.Context, at time.Time) error {
	if at.Sub(w.began) > handOver {
		return errTooLong
	}
	return sleepUntil(ctx, w.Now, at)
}

// answerTime is how long the last answers of a sub-batch take at least; a slot of several sub-batches has room for them.
var answerTime = 150 * time.Millisecond

// slot gives the moment at which n messages may begin, of left. A slow sender is taken for several sub-batches at once: the
// answers that each waits for are little beside its sending. A fast one is shared by workers, one sends while others wait.
func (w *worker) slot(ctx context.Context, n, left, rate int) (time.Time, error) {
	lasts := func(messages int) time.Duration { return time.Duration(messages) * time.Second / time.Duration(rate) }
	if now := w.Now(); !now.Add(lasts(n)).After(w.until) {
		return now, nil
	}
	batches := 1
	if lasts(n) >= 8*answerTime && w.most == 0 { // what waits for its customer's turn keeps no sender
		batches = max(1, min(int(slotTime/lasts(n)), (left+n-1)/n))
	}
	d := lasts(min(left, batches*n)) + time.Duration(batches-1)*answerTime
	begin, err := w.Rates.Take(ctx, w.o.Sender, d)
	w.until = begin.Add(d)
	return begin, err
}
