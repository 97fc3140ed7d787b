package dispatch

import (
	"context"
	"time"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/sender"
	"herald/pkg/kit/fault"
)

// SenderQuota bounds what the sender that recipients see sends on a day, beside the limits of the provider's sender. A chunk takes its
// part before any intent is written, and gives back what it did not need.
type SenderQuota struct {
	// Take grants up to n messages of an order for today. The same key gives the same grant. A fault of kind Conflict tells that the
	// order cannot go on with its sender: it pauses, and the fault's key is the reason.
	Take func(ctx context.Context, o *order.Order, key string, n int) (Grant, error)
	// GiveBack returns messages of a grant, once for a key.
	GiveBack func(ctx context.Context, o *order.Order, key string, n int) error
	// FullUntil returns when the sender of an order may send again; zero while it may.
	FullUntil func(ctx context.Context, o *order.Order) (time.Time, error)
}

// Grant is what a sender may send of what was asked for.
type Grant struct {
	N     int
	Until time.Time // when it may send more
}

// taken is what an invocation took of a quota.
type taken struct {
	key   string
	left  int
	short bool // less than the chunk needs
	until time.Time
}

// granted bounds a sub-batch of n by the quota of the order's sender. goOn is false when the chunk was put off, or the order paused
// because its sender is gone. open is how many recipients the chunk still has.
func (w *worker) granted(ctx context.Context, n, open int) (some int, goOn bool, err error) {
	q := w.svc.Quota
	if q == nil {
		return n, true, nil
	}
	if w.quota == nil || w.quota.left == 0 && !w.quota.short {
		key := w.svc.Flow.NewID(ctx)
		open = min(open, w.size+w.pace*int(leaseTime.Seconds())) // about what an invocation sends: others need the rest
		got, err := q.Take(ctx, w.o, key, open)
		if f := fault.As(err); f != nil && f.Kind == fault.Conflict {
			return 0, false, w.stopped(ctx, f.Key)
		}
		if err != nil {
			return 0, false, err
		}
		w.quota = &taken{key: key, left: got.N, short: got.N < open, until: got.Until}
	}
	if w.quota.left == 0 {
		return 0, false, w.waitForDay(ctx, w.quota.until)
	}
	return min(n, w.quota.left), true, nil
}

// stopped releases the chunk and pauses its order, whose sender cannot be used any more.
func (w *worker) stopped(ctx context.Context, reason string) error {
	if w.held {
		if err := w.write(ctx, time.Time{}); err != nil {
			return err
		}
	}
	return w.svc.Flow.PauseFor(ctx, w.o.ID, reason)
}

// waitForDay leaves the chunk until its sender may send again. A queue delays a message for a quarter of an hour at most, so there is no
// task: the tick hands the chunk out when the quota has something left, which is also soon after the limit was raised.
func (w *worker) waitForDay(ctx context.Context, until time.Time) error {
	w.s.Spent = true
	if w.rung.UnixMilli() == until.UnixMilli() && w.s.Lease == 0 && !w.held { // its row is as it was
		return nil
	}
	w.s.After = until.UnixMilli()
	return w.write(ctx, time.Time{})
}

// spendQuota counts what a sub-batch sent, or may have sent.
func (w *worker) spendQuota(batch []int) {
	if w.quota == nil {
		return
	}
	for _, i := range batch {
		if state := w.s.Get(i); state == chunkrow.Accepted || state == chunkrow.Doubt {
			w.quota.left = max(0, w.quota.left-1)
		}
	}
}

// giveBackQuota gives back what this invocation took and did not need. A part that is lost stays counted.
func (w *worker) giveBackQuota(ctx context.Context) {
	if w.quota == nil || w.quota.left == 0 {
		return
	}
	if err := w.svc.Quota.GiveBack(context.WithoutCancel(ctx), w.o, w.quota.key, w.quota.left); err != nil {
		w.svc.Flow.Log(map[string]any{"warning": "quota: " + err.Error(), "order": w.o.ID})
	}
	w.quota.left = 0
}

// ready tells whether one of the senders of an order may send now, and the one that recipients see.
func (r *Feed) ready(ctx context.Context, o *order.Order) (bool, error) {
	state, _, err := r.Statistics.blockersBy(ctx, o.Sender)
	if err != nil || state != sender.Ready || r.Quota == nil {
		return state == sender.Ready, err
	}
	until, err := r.Quota.FullUntil(ctx, o)
	return until.IsZero(), err
}
