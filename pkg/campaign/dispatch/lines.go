package dispatch

import (
	"context"
	"time"
)

// A call takes one of its sender's lines until it is over. Lines are taken before any intent is written. Lines of
// recipients that were not called are released at once, the others when the end of the call is first written.

// callTimeBudget is how long a call may last beyond its limit until its line is released by timeout: the time of
// ringing and the delay of events.
const callTimeBudget = 90 * time.Second

// wordTimeBudget is how long after a call's limit its line surely still belongs to it. A worker may dial late, up to
// its own lifetime after it took the line. An end event that comes later releases no line: the line was released by
// timeout and may be another call's.
const wordTimeBudget = 45 * time.Second

// lineEnd is until when a call that was dialled then surely has its line, in unix s.
func lineEnd(sent int64, limit int) int64 {
	return sent + int64(limit) + int64(wordTimeBudget/time.Second)
}

// lined returns how many of n recipients may be called on the free lines of the sender slot. When all lines are taken
// it returns none, and the chunk was put off.
func (w *worker) lined(ctx context.Context, n int) (int, bool, error) {
	p := w.sender.Profile()
	if p.Lines == 0 {
		return n, true, nil
	}
	got, err := w.Lines.Take(ctx, w.by, p.Lines, n, w.Flow.Now().Add(time.Duration(max(1, w.o.Parts))*time.Minute+callTimeBudget))
	if err != nil {
		return 0, false, err
	}
	if got == 0 {
		return 0, false, w.putOff(ctx, w.Flow.Now().Add(busyLines))
	}
	w.lines = got
	return got, true, nil
}

// busyLines is how long who finds all lines taken waits: a call lasts longer than that.
const busyLines = 3 * time.Second

// onLines counts who of a batch has a line: whose call was taken, or may have been.
func (w *worker) onLines(batch []int) (n int) {
	for _, i := range batch {
		if s := w.s.get(i); s == accepted || s == doubt {
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
	if err := w.Lines.Free(context.WithoutCancel(ctx), w.by, free); err != nil {
		w.Flow.Log(map[string]any{"warning": "lines: " + err.Error(), "sender": w.by})
	}
}

// hungUp gives back the lines of calls whose end was just written first.
func (r *Engine) hungUp(ctx context.Context, ended map[string]int) {
	for sender, n := range ended {
		if err := r.Lines.Free(ctx, sender, n); err != nil {
			r.Flow.Log(map[string]any{"warning": "lines: " + err.Error(), "sender": sender})
		}
	}
}
