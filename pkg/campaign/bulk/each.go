package bulk

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// each calls do for 0…n-1, at most limit side by side, and gives the error of each.
func each(n, limit int, do func(i int) error) []error {
	errs := make([]error, n)
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(limit, n) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				errs[i] = do(i)
			}
		})
	}
	wg.Wait()
	return errs
}

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
