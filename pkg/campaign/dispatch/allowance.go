package dispatch

import (
	"context"
	"slices"
	"time"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/dispatch/ratecontrol"
	"herald/pkg/campaign/sender"
	"herald/pkg/provider"
)

// A sender has a daily allowance (sender.Book): its tier at the provider, the limit set by staff, its warm-up. A
// chunk takes its allowance before any intent is written. A chunk without allowance waits, and its order with it: it
// is deferred, not dropped. A sender without a limit takes nothing.

// allowed returns how many of the recipients of this sender slot may be written to now. It returns 0 when the sender
// has nothing left and another sender may go on. goOn is false when the chunk was put off.
func (w *worker) allowed(ctx context.Context, own []int) (n int, goOn bool, err error) {
	s, err := w.svc.Numbers.Of(ctx, w.by)
	if err != nil {
		return 0, false, err
	}
	if s.Off { // so are all others
		return 0, false, w.waitFor(ctx, w.svc.Flow.Now().Add(maxBackoff))
	}
	last := len(w.lanes) == 1 || w.spent(w.svc.Flow.Now()) // taken although it has nothing left: no sender has
	if w.allow == nil || w.allow.Bounded && w.allow.N == 0 {
		a, err := w.svc.Numbers.Take(ctx, w.by, len(own))
		if err != nil {
			return 0, false, err
		}
		w.allow = &a
	}
	n = min(w.size, len(own))
	if !w.allow.Bounded {
		return n, true, nil
	}
	if w.allow.N == 0 {
		if last {
			return 0, false, w.waitFor(ctx, w.capacityAt())
		}
		return 0, true, nil
	}
	return min(n, w.allow.N), true, nil
}

// spend notes that recipients were called.
func (w *worker) spend(n int) {
	if w.allow != nil && w.allow.Bounded {
		w.allow.N = max(0, w.allow.N-n)
	}
}

// giveBackAllowance gives back what this invocation took and did not need.
func (w *worker) giveBackAllowance(ctx context.Context) {
	for _, l := range w.lanes {
		if l.allow == nil || !l.allow.Bounded || l.allow.N == 0 {
			continue
		}
		if err := w.svc.Numbers.GiveBack(context.WithoutCancel(ctx), *l.allow, l.allow.N); err != nil {
			w.svc.Flow.Log(map[string]any{"warning": "allowance: " + err.Error(), "sender": l.by})
		}
		l.allow.N = 0
	}
}

// waitFor puts the chunk off until the given time, or until staff or the provider enable its sender again.
func (w *worker) waitFor(ctx context.Context, until time.Time) error {
	w.s.Spent = true
	if w.rung.After(w.svc.Flow.Now()) && w.s.Lease == 0 && !w.held { // nothing became of it: its row is as it was, and its task is under way
		return nil
	}
	return w.putOff(ctx, until)
}

// putOff puts the chunk off without a lease. Its task is delivered again by then.
func (w *worker) putOff(ctx context.Context, until time.Time) error {
	later := max(time.Second, min(until.Sub(w.svc.Flow.Now()), maxBackoff))
	w.s.After = w.svc.Flow.Now().Add(later).UnixMilli()
	if err := w.write(ctx, time.Time{}); err != nil {
		return err
	}
	return w.svc.Feed.wakeChunk(ctx, w.o, w.d, later)
}

// failing is the least number of calls by which a sub-batch judges its sender. The sender fails when half of the
// calls had no usable answer, or when all were refused for the moment because of the sender.
const failing = 5

// watch suspends a sender whose provider does not answer or accepts nothing from it. It also notes that a suspended
// sender works again. All calls began at the given moment.
func (w *worker) watch(ctx context.Context, outcomes []provider.Outcome, began time.Time) {
	bad, refusing := 0, 0
	for _, o := range outcomes {
		switch {
		case silent(o):
			bad++
		case refuses(o):
			refusing++
		}
	}
	var err error
	switch {
	case len(outcomes) < failing && refusing > 0 && refusing == len(outcomes) && len(w.lanes) > 1: // few prove little: another one tries
		err = w.svc.Numbers.Throttle(ctx, w.by, sender.Refusing)
	case len(outcomes) < failing:
		return
	case bad+refusing == 0:
		err = w.svc.Numbers.MarkHealthy(ctx, w.by, began)
	case 2*bad >= len(outcomes):
		err = w.rests(ctx, sender.Silent)
	case bad+refusing == len(outcomes):
		err = w.rests(ctx, sender.Refusing)
	}
	if err != nil {
		w.svc.Flow.Log(map[string]any{"warning": "sender: " + err.Error(), "sender": w.by})
	}
}

// silent reports a call that came to nothing which can be understood.
func silent(o provider.Outcome) bool {
	return o.Verdict == provider.Unknown || o.Verdict == provider.Retry && o.Code == 0
}

// refuses reports a call that was refused for the sender's sake, for the moment.
func refuses(o provider.Outcome) bool {
	return !silent(o) && o.Verdict == provider.Retry && o.Scope == provider.Sender && !o.Stop
}

// refusesAll tells that a sender takes nothing at all: its recipients are not what is wrong.
func refusesAll(outcomes []provider.Outcome) bool {
	return len(outcomes) >= failing && !slices.ContainsFunc(outcomes, func(o provider.Outcome) bool { return !refuses(o) })
}

// rests lets the sender rest, and all of its workers with it.
func (w *worker) rests(ctx context.Context, first time.Duration) error {
	rest, err := w.svc.Numbers.Suspend(ctx, w.by, first)
	if err != nil {
		return err
	}
	level := "alarm"
	if rest < sender.Silent { // it may be over in a moment
		level = "warning"
	}
	w.svc.Flow.Log(map[string]any{level: "sender rests", "sender": w.by, "seconds": int(rest.Seconds())})
	w.slow(ctx, provider.Outcome{After: rest})
	return nil
}

// instead lets a sender rest that its provider stopped, while others go on: who was not written to by it is by them.
func (w *worker) instead(ctx context.Context, batch []int, tried map[int]bool) {
	rest, err := w.svc.Numbers.Suspend(ctx, w.by, sender.Silent)
	w.svc.Flow.Log(map[string]any{"alarm": "sender rests", "sender": w.by, "seconds": int(rest.Seconds()), "code": w.stop.Code,
		"detail": w.stop.Detail})
	if err != nil {
		w.svc.Flow.Log(map[string]any{"warning": "sender: " + err.Error(), "sender": w.by})
	}
	w.excludedErr, w.stop = ratecontrol.NotYet{At: w.svc.Flow.Now().Add(max(rest, time.Minute))}, provider.Outcome{}
	for _, i := range batch {
		if w.s.Get(i) == chunkrow.ToSend {
			delete(tried, i)
		}
	}
}
