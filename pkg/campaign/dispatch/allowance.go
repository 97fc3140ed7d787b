package dispatch

import (
	"context"
	"time"

	"herald/pkg/provider"
)

// What a sender may send in a day (sender.Book: its tier at the provider, staff's limit, its warm-up) is taken for as much of a chunk as
// there is, before anything is intended. A chunk for which there is nothing left waits, and its order with it: it is deferred, not
// dropped. Nothing is taken of a sender without a limit.

// allowed gives how many of n recipients may be written to now; 0 when the chunk was put off.
func (w *worker) allowed(ctx context.Context, n int) (int, error) {
	s, err := w.Numbers.Of(ctx, w.o.Sender)
	if err != nil {
		return 0, err
	}
	if s.Off {
		return 0, w.putOff(ctx, w.Now().Add(maxBackoff))
	}
	if w.allow == nil || w.allow.Bounded && w.allow.N == 0 {
		a, err := w.Numbers.Take(ctx, w.o.Sender, len(w.s.open(0, w.s.N)))
		if err != nil {
			return 0, err
		}
		w.allow = &a
	}
	if w.allow.Bounded && w.allow.N == 0 {
		return 0, w.putOff(ctx, w.allow.Until)
	}
	if w.allow.Bounded {
		n = min(n, w.allow.N)
	}
	return n, nil
}

// spend notes that recipients were called.
func (w *worker) spend(n int) {
	if w.allow != nil && w.allow.Bounded {
		w.allow.N = max(0, w.allow.N-n)
	}
}

// giveBackAllowance gives back what this invocation took and did not need.
func (w *worker) giveBackAllowance(ctx context.Context) {
	if w.allow == nil || !w.allow.Bounded || w.allow.N == 0 {
		return
	}
	if err := w.Numbers.GiveBack(context.WithoutCancel(ctx), w.o.Sender, *w.allow, w.allow.N); err != nil {
		w.Log(map[string]any{"warning": "allowance: " + err.Error(), "sender": w.o.Sender})
	}
	w.allow.N = 0
}

// putOff lets the chunk wait; nobody is at it meanwhile, and its doorbell rings again by then.
func (w *worker) putOff(ctx context.Context, until time.Time) error {
	later := max(time.Second, min(until.Sub(w.Now()), maxBackoff))
	w.s.After = w.Now().Add(later).UnixMilli()
	if err := w.write(ctx, time.Time{}); err != nil {
		return err
	}
	return w.wakeChunk(ctx, w.o, w.d, later)
}

// failing is from how many calls a sub-batch tells whether a sender works: when half of them came to nothing that can be understood.
const failing = 5

// watch lets a sender rest whose provider does not answer, and notes that one which rested works again.
func (w *worker) watch(ctx context.Context, outcomes []provider.Outcome) {
	bad := 0
	for _, o := range outcomes {
		if o.Verdict == provider.Unknown || o.Verdict == provider.Retry && o.Code == 0 {
			bad++
		}
	}
	var err error
	switch {
	case len(outcomes) < failing:
		return
	case bad == 0:
		err = w.Numbers.Well(ctx, w.o.Sender)
	case 2*bad >= len(outcomes):
		var rest time.Duration
		if rest, err = w.Numbers.Rest(ctx, w.o.Sender); err == nil {
			w.Log(map[string]any{"alarm": "sender rests", "sender": w.o.Sender, "seconds": int(rest.Seconds())})
			w.slow(ctx, provider.Outcome{After: rest})
		}
	}
	if err != nil {
		w.Log(map[string]any{"warning": "sender: " + err.Error(), "sender": w.o.Sender})
	}
}
