package redirect

import (
	"sync"
	"time"
)

// Bounds of what a process keeps of owners and hosts.
const (
	ownerFresh = time.Minute
	mostOwners = 1000
)

// cache keeps what was read for a minute. The zero value is ready. It is safe for concurrent use.
type cache[T any] struct {
	mu   sync.Mutex
	kept map[string]kept[T]
}

type kept[T any] struct {
	value T
	at    time.Time
}

// get gives what is kept under a name, or reads it. An error comes with the value that was kept before.
func (c *cache[T]) get(name string, now time.Time, read func() (T, error)) (T, error) {
	c.mu.Lock()
	known, ok := c.kept[name]
	c.mu.Unlock()
	if ok && now.Sub(known.at) < ownerFresh {
		return known.value, nil
	}
	value, err := read()
	if err != nil {
		return known.value, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.kept == nil || len(c.kept) >= mostOwners {
		c.kept = map[string]kept[T]{}
	}
	c.kept[name] = kept[T]{value, now}
	return value, nil
}
