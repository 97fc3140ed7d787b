package rate

import (
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"herald/pkg/kit/store"
)

const lease = 2 * time.Minute

// exchange is the lines of a sender, with a clock of its own.
type exchange struct {
	*testing.T
	*Lines
	mu  sync.Mutex
	now time.Time
}

func newExchange(t *testing.T) *exchange {
	b := &exchange{T: t, now: time.Date(2026, 11, 25, 10, 0, 7, 0, time.UTC)}
	b.Lines = &Lines{DB: store.NewMemory(nil), Now: func() time.Time {
		b.mu.Lock()
		defer b.mu.Unlock()
		return b.now
	}}
	return b
}

func (b *exchange) pass(d time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.now = b.now.Add(d)
}

func (b *exchange) take(sender string, most, n int) int {
	b.Helper()
	got, err := b.Take(b.Context(), sender, most, n, b.Now().Add(lease))
	if err != nil {
		b.Fatal(err)
	}
	return got
}

func (b *exchange) free(sender string, n int) {
	b.Helper()
	if err := b.Free(b.Context(), sender, n); err != nil {
		b.Fatal(err)
	}
}

// Too many lines are not taken. Lines that were given back can be taken. Senders do not share lines.
func TestLinesAreTakenAndGivenBack(t *testing.T) {
	b := newExchange(t)
	for i, step := range []struct{ free, take, want int }{{0, 3, 3}, {0, 4, 2}, {0, 1, 0}, {2, 5, 2}, {0, 0, 0}, {5, 9, 5}, {99, 9, 5}} {
		if step.free > 0 {
			b.free("1", step.free)
		}
		if got := b.take("1", 5, step.take); got != step.want {
			t.Errorf("step %d: %d, want %d", i, got, step.want)
		}
	}
	if got := b.take("2", 5, 5); got != 5 {
		t.Errorf("another sender has %d", got)
	}
	if got := b.take("1", 3, 1); got != 0 {
		t.Errorf("with fewer lines than are taken: %d", got)
	}
}

// A line that was not given back is free at the latest end of its call, and not before.
func TestLinesAreFreeByThemselves(t *testing.T) {
	b := newExchange(t)
	b.take("1", 2, 2)
	if b.pass(lease - time.Second); b.take("1", 2, 1) != 0 {
		t.Error("free too early")
	}
	if b.pass(lineStep + time.Second); b.take("1", 2, 2) != 2 {
		t.Error("not free by itself")
	}
}

// Many workers at once never have more lines than there are, and no line is given twice.
func TestLinesOfManyWorkers(t *testing.T) {
	b := newExchange(t)
	const most = 10
	var all sync.WaitGroup
	got := make([]int, 40)
	for i := range got {
		all.Go(func() { got[i] = b.take("1", most, 3) })
	}
	all.Wait()
	sum := 0
	for _, n := range got {
		sum += n
	}
	if sum == 0 || sum > most {
		t.Errorf("%d of %d lines: %v", sum, most, got)
	}
	if sum += b.take("1", most, most); sum != most {
		t.Errorf("%d of %d lines in the end", sum, most)
	}
}

// Calls end early, late within their time, or without an event: there are never more at a time than lines.
func TestNeverMoreCallsThanLines(t *testing.T) {
	for seed := range uint64(100) {
		b, rng := newExchange(t), rand.New(rand.NewPCG(seed, 1))
		most := 1 + rng.IntN(6)
		type call struct {
			end   time.Time
			heard bool
		}
		var calls []call
		made := 0
		for range 300 {
			b.pass(time.Duration(rng.IntN(20)) * time.Second)
			going := calls[:0]
			for _, c := range calls {
				if c.end.After(b.Now()) {
					going = append(going, c)
				} else if c.heard && b.Now().Sub(c.end) < 20*time.Second {
					b.free("1", 1)
				}
			}
			calls = going
			n := b.take("1", most, 1+rng.IntN(3))
			made += n
			for range n {
				calls = append(calls, call{b.Now().Add(time.Duration(rng.Int64N(int64(lease - 20*time.Second)))), rng.IntN(4) > 0})
			}
			if len(calls) > most {
				t.Fatalf("seed %d: %d calls on %d lines", seed, len(calls), most)
			}
		}
		if made < 20 {
			t.Errorf("seed %d: only %d calls", seed, made)
		}
	}
}
