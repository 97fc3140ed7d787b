package dispatch

import (
	"context"
	"time"
)

// sleepUntil waits for a moment; an error when the invocation ends before.
func (r *ChunkSender) sleepUntil(ctx context.Context, at time.Time) error {
	if r.Wait != nil {
		return r.Wait(ctx, at)
	}
	d := at.Sub(r.Flow.Now())
	if d <= 0 {
		return nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
