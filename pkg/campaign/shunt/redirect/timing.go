package redirect

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"
)

// timed is how many durations of answers are remembered.
const timed = 64

// usual is what an answer takes before any was measured: a first answer reads and writes.
const usual = 20 * time.Millisecond

// timing remembers how long answers about known links have taken, those to people and to machines apart.
type timing struct {
	mu    sync.Mutex
	known [2]struct {
		took [timed]time.Duration
		n    int
	}
}

func side(machine bool) int {
	if machine {
		return 1
	}
	return 0
}

func (p *timing) note(machine bool, took time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	k := &p.known[side(machine)]
	k.took[k.n%timed] = took
	k.n++
}

// draw gives the duration of one of the last answers.
func (p *timing) draw(machine bool) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	k := &p.known[side(machine)]
	if k.n == 0 {
		return usual/2 + rand.N(usual)
	}
	return k.took[rand.IntN(min(k.n, timed))]
}

// sleep waits, unless the request ends before.
func sleep(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}
