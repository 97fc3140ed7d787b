// Package parallel does the same for many things side by side.
package parallel

import (
	"sync"
	"sync/atomic"
)

// Each calls do for 0…n-1, at most limit side by side, and gives the error of each.
func Each(n, limit int, do func(i int) error) []error {
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
