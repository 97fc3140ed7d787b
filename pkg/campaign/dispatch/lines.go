package dispatch

import (
	"context"
	"time"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/dispatch/receipt"
)

// A call takes one of its sender's lines until it is over. Lines are taken before any intent is written. Lines of
// recipients that were not called are released at once, the others when the end of the call is first written.

// lined returns how many of n recipients may be called on the free lines of the sender slot. When all lines are taken
// it returns none, and the chunk was put off.
func (w *worker) lined(ctx context.Context, n int) (int, bool, error) {
	p := w.sender.Profile()
	if p.Lines == 0 {
		return n, true, nil
	}
	got, err := w.svc.Lines.Take(ctx, w.by, p.Lines, n, w.svc.Flow.Now().Add(time.Duration(max(1,
		w.o.Parts))*time.Minute+receipt.CallTimeBudget))
	if err != nil {
		return 0, false, err
	}
	if got == 0 {
		return 0, false, w.putOff(ctx, w.svc.Flow.Now().Add(busyLines))
	}
	w.lines = got
	return got, true, nil
}

// busyLines is how long who finds all lines taken waits: a call lasts longer than that.
const busyLines = 3 * time.Second

// onLines counts who of a batch has a line: whose call was taken, or may have been.
func (w *worker) onLines(batch []int) (n int) {
	for _, i := range batch {
		if s := w.s.Get(i); s == chunkrow.Accepted || s == chunkrow.Doubt {
			n++
		}
	}
	return n
}

// unline releases the lines of recipients that were not called.
func (w *worker) unline(ctx context.Context, called int) {
	free := w.lines - called
	w.lines = 0
	if free <= 0 {
		return
	}
	if err := w.svc.Lines.Free(context.WithoutCancel(ctx), w.by, free); err != nil {
		w.svc.Flow.Log(map[string]any{"warning": "lines: " + err.Error(), "sender": w.by})
	}
}
