package whatsappsim

import (
	"hash/fnv"
	"strconv"
	"time"
)

// bucket is the number's throughput: it fills at rate a second and holds one second's worth.
type bucket struct {
	interval time.Duration
	hold     time.Duration
	free     time.Time // when the bucket would be full
}

func newBucket(rate int, now time.Time) bucket {
	interval := time.Second / time.Duration(rate)
	return bucket{interval: interval, hold: time.Second - interval, free: now}
}

// take reports whether one more message fits now.
func (b *bucket) take(now time.Time) bool {
	if b.free.Before(now) {
		b.free = now
	}
	if b.free.Sub(now) > b.hold {
		return false
	}
	b.free = b.free.Add(b.interval)
	return true
}

// Pair limit (facts 1.5): one message in 6 s to the same user, with a burst of 45 that borrows from the future.
const (
	pairInterval = int64(6 * time.Second)
	pairHold     = 44 * pairInterval
	pairSweep    = 1 << 16
)

// pairLimit keeps for each recipient when its bucket is full again; a full one is forgotten.
type pairLimit struct {
	free  map[uint64]int64 // recipient → unix ns
	sweep int              // size at which the full ones are swept out
}

func (p *pairLimit) take(to string, now int64) bool {
	if p.free == nil {
		p.free, p.sweep = make(map[uint64]int64), pairSweep
	}
	key := recipientKey(to)
	free := max(p.free[key], now)
	if free-now > pairHold {
		return false
	}
	if len(p.free) >= p.sweep {
		for k, t := range p.free {
			if t <= now {
				delete(p.free, k)
			}
		}
		p.sweep = max(pairSweep, 2*len(p.free))
	}
	p.free[key] = free + pairInterval
	return true
}

// recipientKey packs a number; what is not one (a user id) is hashed.
func recipientKey(to string) uint64 {
	if n, err := strconv.ParseUint(to, 10, 64); err == nil {
		return n
	}
	h := fnv.New64a()
	h.Write([]byte(to))
	return h.Sum64()
}
