package receipt

import (
	"context"
	"time"
)

// wordTimeBudget is how long after a call's limit its line surely still belongs to it. A worker may dial late, up to
// its own lifetime after it took the line. An end event that comes later releases no line: the line was released by
// timeout and may be another call's.
const wordTimeBudget = 45 * time.Second

// lineEnd is until when a call that was dialled then surely has its line, in unix s.
func lineEnd(sent int64, limit int) int64 {
	return sent + int64(limit) + int64(wordTimeBudget/time.Second)
}

// hungUp gives back the lines of calls whose end was just written first.
func (r *Service) hungUp(ctx context.Context, ended map[string]int) {
	for sender, n := range ended {
		if err := r.Lines.Free(ctx, sender, n); err != nil {
			r.Flow.Log(map[string]any{"warning": "lines: " + err.Error(), "sender": sender})
		}
	}
}

// CallTimeBudget is how long a call may last beyond its limit until its line is released by timeout: the time of
// ringing and the delay of events.
const CallTimeBudget = 90 * time.Second
