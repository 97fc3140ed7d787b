package order

import (
	"sync"
	"time"
)

// recent caches when a process last did something about orders. It drops old entries, so a process that runs for
// months holds only orders under way.
type recent struct {
	mu    sync.Mutex
	last  map[string]time.Time
	swept time.Time
}

// forgotten is after how long, and how often at most, a process forgets: longer than any listEvery of an order of a million
// (10 minutes).
const forgotten = 15 * time.Minute

// early reports whether it is less than every since the last time that it was not early.
func (r *recent) early(id string, now time.Time, every time.Duration) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if now.Sub(r.swept) >= forgotten {
		kept := map[string]time.Time{}
		for id, at := range r.last {
			if now.Sub(at) < forgotten {
				kept[id] = at
			}
		}
		r.last, r.swept = kept, now
	}
	if now.Sub(r.last[id]) < every {
		return true
	}
	r.last[id] = now
	return false
}
