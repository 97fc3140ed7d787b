package dispatch

import (
	"context"
	"time"
)

// sleepUntil waits for a moment; an error when the invocation ends before.
func sleepUntil(ctx context.Context, now func() time.Time, at time.Time) error {
	d := at.Sub(now())
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
