package bulk_test

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"testing"
	"time"

	"herald/internal/clocktest"
)

// standstill is a thousand times the duration of a seed.
const standstill = 6 * time.Minute

// pool runs the seeds of a simulation, one on each core at a time.
type pool struct {
	test         string // by which a seed is replayed
	next         atomic.Int64
	done, failed atomic.Int64
	began        time.Time
}

// run runs the seeds that the flags request. Each call of do runs one seed in a bubble of its own and returns its violations.
func (p *pool) run(t *testing.T, do func(seed uint64) (bad string)) {
	from, to := *first, *first+*seeds-1
	if *seed != 0 {
		from, to = *seed, *seed
	}
	p.began = time.Now()
	p.next.Store(int64(from) - 1)
	t.Run("seeds", func(t *testing.T) {
		for core := range runtime.GOMAXPROCS(0) {
			t.Run(fmt.Sprint(core), func(t *testing.T) {
				t.Parallel()
				for (p.failed.Load() == 0 || *keep) && (*spend == 0 || *seed != 0 || time.Since(p.began) < *spend) {
					s := uint64(p.next.Add(1))
					if s > to {
						return
					}
					p.one(t, s, do)
				}
			})
		}
	})
}

func (p *pool) one(t *testing.T, seed uint64, do func(uint64) string) {
	// A seed that stands still in real time cannot be ended: it is shown, with everything that waits.
	watch := time.AfterFunc(standstill, func() { debug.SetTraceback("all"); panic(fmt.Sprintf("seed %d stands still", seed)) })
	defer watch.Stop()
	var bad string
	clocktest.Bubble(t, func(*testing.T) { bad = do(seed) })
	if n := p.done.Add(1); n%1000 == 0 {
		t.Logf("%d seeds after %.0f s, %d broken", n, time.Since(p.began).Seconds(), p.failed.Load())
	}
	if bad != "" {
		p.failed.Add(1)
		t.Errorf("seed %d: %s\nreplay: go test ./pkg/campaign/bulk -run '^%s$' -seed %d", seed, bad, p.test, seed)
	}
}

func (p *pool) String() string {
	return fmt.Sprintf("%d seeds, %.1f a second", p.done.Load(), float64(p.done.Load())/time.Since(p.began).Seconds())
}
