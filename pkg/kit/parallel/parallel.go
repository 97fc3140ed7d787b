// Package parallel does several things side by side.
package parallel

import (
	"errors"
	"sync"
	"sync/atomic"
)

// errUnfinished is of what ended without a result: its goroutine was ended.
var errUnfinished = errors.New("parallel: unfinished")

// Each calls do for 0…n-1, at most limit side by side, and gives the error of each. A panic is the caller's.
func Each(n, limit int, do func(i int) error) []error {
	errs := make([]error, n)
	for i := range errs {
		errs[i] = errUnfinished
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	var panicked atomic.Pointer[any]
	for range min(limit, n) {
		wg.Go(func() {
			defer func() {
				if v := recover(); v != nil {
					panicked.Store(&v)
				}
			}()
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				errs[i] = do(i)
			}
		})
	}
	wg.Wait()
	if v := panicked.Load(); v != nil {
		panic(*v)
	}
	return errs
}

// Do does things side by side to the end of all and gives the first error in their order: the same whichever was faster.
func Do(things ...func() error) error {
	for _, err := range Each(len(things), len(things), func(i int) error { return things[i]() }) {
		if err != nil {
			return err
		}
	}
	return nil
}
