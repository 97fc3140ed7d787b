package parallel_test

import (
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"herald/pkg/kit/parallel"
)

// Each runs all functions once, never more than limit at a time, and returns the errors in order.
func TestEachKeepsToItsLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var running, most atomic.Int64
		began := time.Now()
		errs := parallel.Each(10, 3, func(i int) error {
			n := running.Add(1)
			for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
			}
			time.Sleep(time.Second)
			running.Add(-1)
			if i%2 == 1 {
				return fmt.Errorf("number %d", i)
			}
			return nil
		})
		if most.Load() != 3 || time.Since(began) != 4*time.Second {
			t.Errorf("%d at a time, %s in all", most.Load(), time.Since(began))
		}
		for i, err := range errs {
			if want := fmt.Sprintf("number %d", i); (err == nil) != (i%2 == 0) || err != nil && err.Error() != want {
				t.Errorf("%d: %v", i, err)
			}
		}
	})
}

// Do returns the first error in the order of its arguments, not in that of time, after all have ended.
func TestDoGivesTheFirstErrorInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow, fast := errors.New("slow"), errors.New("fast")
		ended := 0
		err := parallel.Do(
			func() error { time.Sleep(time.Hour); ended++; return slow },
			func() error { return fast })
		if !errors.Is(err, slow) || ended != 1 {
			t.Errorf("%v, %d", err, ended)
		}
	})
	if err := parallel.Do(); err != nil {
		t.Error(err)
	}
}

func TestAPanicReachesTheCaller(t *testing.T) {
	defer func() {
		if v := recover(); v != "broken" {
			t.Errorf("%v", v)
		}
	}()
	_ = parallel.Do(func() error { return nil }, func() error { panic("broken") })
	t.Error("the panic was lost")
}
