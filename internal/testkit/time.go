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

// slot is that of the sign-in back-off. A story must not cross the end of one.
const slot = 3 * time.Minute

// from sets the clock to a time, or up to a slot before it.
func (c *Time) from(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = at.UTC().Truncate(slot)
}

// Run lets the clock run as fast as the real one from now on: for a test in which something works by itself.
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

// look tells the time without moving it.
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

// Add puts the clock forward.
func (c *Time) Add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.begin()
	c.at = c.at.Add(d)
}
