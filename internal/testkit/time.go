package testkit

import (
	"sync"
	"time"

	"herald/internal/clocktest"
)

// Time is a clock that starts at clocktest.Start. It moves by a millisecond whenever it is read, and by the time
// that a test adds instead of waiting: a slow machine does not change a test's times.
type Time struct {
	mu      sync.Mutex
	at      time.Time
	running time.Time // when it began to run; zero while it stands
}

// slot is the duration of the sign-in back-off. A story must not cross the end of a slot.
const slot = 3 * time.Minute

// from sets the clock to a time, or up to a slot before it.
func (c *Time) from(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = at.UTC().Truncate(slot)
}

// Run lets the clock run in real time from now on, for tests with background work.
func (c *Time) Run() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.begin()
	c.running = time.Now()
}

func (c *Time) begin() {
	if c.at.IsZero() {
		c.at = clocktest.Start().Truncate(slot)
	}
}

// look returns the time without advancing it.
func (c *Time) look() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.read()
}

func (c *Time) read() time.Time {
	if c.running.IsZero() {
		return c.at
	}
	return c.at.Add(time.Since(c.running))
}

// Now is a little later than the last time.
func (c *Time) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.begin()
	if c.running.IsZero() {
		c.at = c.at.Add(time.Millisecond)
	}
	return c.read()
}

// Add advances the clock.
func (c *Time) Add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.begin()
	c.at = c.at.Add(d)
}
