package dispatch

import (
	"context"
	"slices"
	"strconv"
	"sync"
	"time"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/dispatch/ratecontrol"
	"herald/pkg/kit/metric"
	"herald/pkg/provider"
)

// send calls the provider for a sub-batch whose intent is written, paced inside its slot, and notes the outcomes in the row.
// It returns when every call has ended, with who was not called because the slot is over: they wait for the next.
func (w *worker) send(ctx context.Context, batch []int, slot time.Time, rate int) (uncalled []int) {
	// The answer of a call is needed even when the invocation is canceled; the call's own limit bounds it.
	ctx = context.WithoutCancel(ctx)
	limit := &callLimit{parent: ctx}
	defer limit.end()
	outcomes := make([]provider.Outcome, len(batch))
	called := batch[:0:0]
	places := ratecontrol.NewPlaces(slot, len(batch), rate)
	var wg sync.WaitGroup
	for k, i := range batch {
		_ = w.svc.sleepUntil(ctx, places.Next()) // this context does not end
		if !places.Take(w.svc.Flow.Now()) {
			uncalled = w.uncalled(batch[k:])
			break
		}
		if !w.mayCall(ctx, i) {
			continue
		}
		m, k := w.message(i), len(called)
		called = append(called, i)
		call := limit.next()
		wg.Go(func() { outcomes[k] = w.sender.Send(call, m) })
	}
	wg.Wait()
	now, all := w.svc.Flow.Now(), refusesAll(outcomes[:len(called)])
	others := slices.ContainsFunc(outcomes, func(o provider.Outcome) bool { return o.Verdict == provider.Accepted }) ||
		w.s.Some(chunkrow.Accepted)
	for k, i := range called {
		w.s.Stamp(i, now)
		if outcomes[k].Values && others && w.own(i) {
			outcomes[k].Scope, outcomes[k].Stop, outcomes[k].Verdict = provider.Target, false, provider.Rejected
		}
		w.outcome(ctx, i, outcomes[k], all || refuses(outcomes[k]) && w.s.Pass+1 < 2*maxPass)
	}
	w.measure(outcomes[:len(called)])
	w.isOptedOut(ctx, called, outcomes)
	w.watch(ctx, outcomes[:len(called)], slot)
	return uncalled
}

// measure counts the outcomes of calls.
func (w *worker) measure(outcomes []provider.Outcome) {
	accepted, unknown, refused := 0, 0, map[int]int{}
	for _, o := range outcomes {
		switch o.Verdict {
		case provider.Accepted:
			accepted++
		case provider.Unknown:
			unknown++
		default:
			refused[o.Code]++
		}
	}
	set := w.svc.Metrics
	set.Add(metric.Sent, w.o.Channel, accepted)
	set.Add(metric.Unknown, w.o.Channel, unknown)
	for code, n := range refused {
		set.Add(metric.Refused, w.by+" "+strconv.Itoa(code), n)
	}
}

// uncalled gives up the rest of a slot that is over.
func (w *worker) uncalled(batch []int) []int {
	w.slot.Until = time.Time{}
	rest := w.waiting(batch)
	for _, i := range rest {
		w.s.Set(i, chunkrow.ToSend)
		delete(w.intent, i)
	}
	return rest
}

// own reports a recipient with values of its own: a refusal of the values is its own too when others were accepted.
func (w *worker) own(i int) bool {
	return i < len(w.values) && slices.ContainsFunc(w.values[i], func(v string) bool { return v != "" })
}

func (w *worker) message(i int) provider.Message {
	ref := chunkrow.Reference{Order: w.d.Order, Gen: w.d.Gen, Chunk: w.d.Chunk, Index: i, Attempt: w.s.Pass, Sent: w.svc.Flow.Now().Unix()}
	var own []string
	if i < len(w.values) {
		own = w.values[i]
	}
	if w.dealt.GetsSecond(i, w.o) {
		return w.senderSlot.second.To(w.numbers[i], ref.String(), own)
	}
	return w.senderSlot.renderer.To(w.numbers[i], ref.String(), own)
}

// outcome decides the next state of a recipient. Whether to retry is a property of the outcome, not of the caller. A
// refusal because of the sender is tried twice as often, and as long as the sender accepts nothing at all.
func (w *worker) outcome(ctx context.Context, i int, out provider.Outcome, patient bool) {
	if out.Stop && w.stop.Verdict == provider.Unknown {
		w.stop = out
	}
	switch {
	case out.Verdict == provider.Accepted:
		w.s.Set(i, chunkrow.Accepted)
	case out.Verdict == provider.Unknown:
		// stays in doubt: a receipt or the deadline decides
	case out.Stop && out.Scope != provider.Target:
		w.s.Set(i, chunkrow.ToSend) // the recipient did nothing wrong: it waits until the order goes on
	case out.Verdict == provider.Retry && (patient || w.s.Pass+1 < maxPass):
		w.s.Set(i, chunkrow.ToSend)
		w.wait = max(w.wait, out.After, grown(out.Grow, w.s.Pass))
		if out.Scope == provider.Sender {
			w.slow(ctx, out)
		}
	default:
		w.s.Set(i, chunkrow.Refused)
		w.s.Codes = chunkrow.AddCode(w.s.Codes, i, out.Code)
	}
}

// grown is how long a provider wants the n-th retry to wait.
func grown(factor, n int) time.Duration {
	d := time.Duration(0)
	if factor > 0 {
		d = time.Second
	}
	for range n {
		d = min(d*time.Duration(factor), maxBackoff)
	}
	return d
}

// slow makes every worker of the sender pause: it was too fast.
func (w *worker) slow(ctx context.Context, out provider.Outcome) {
	w.slot.Until = time.Time{} // the rest of its own slot too
	if err := w.svc.Rates.Slow(ctx, w.by, max(out.After, time.Second)); err != nil {
		w.svc.Flow.Log(map[string]any{"error": "slow: " + err.Error(), "order": w.o.ID})
	}
}

// pauseOrder stops an order whose template or sender the provider refuses, and tells its owner why.
func (w *worker) pauseOrder(ctx context.Context) error {
	w.s.After = 0
	if err := w.write(ctx, time.Time{}); err != nil {
		return err
	}
	reason := "dispatch.pause.sender"
	if w.stop.Scope == provider.Content {
		reason = "dispatch.pause.content"
	}
	w.svc.Flow.Log(map[string]any{"alarm": "order paused by provider", "order": w.o.ID, "code": w.stop.Code, "detail": w.stop.Detail})
	return w.svc.Flow.PauseFor(ctx, w.o.ID, reason)
}
