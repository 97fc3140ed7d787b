package sim

import (
	"hash/fnv"
	"strconv"
	"time"
)

// Chance is a random choice that depends only on the seed, the subject and the purpose: the same messages meet the
// same fate in any order. Purposes below 1000 are the simulators' own.
func (s *Sim) Chance(about, purpose uint64, rate float64) bool {
	return rate > 0 && s.fraction(about, purpose) < rate
}

// fraction is the random number in [0,1) behind Chance.
func (s *Sim) fraction(about, purpose uint64) float64 {
	return float64(Mix(Mix(s.cfg.Seed, purpose), about)>>11) / (1 << 53)
}

// Mix is splitmix64 over two numbers.
func Mix(a, b uint64) uint64 {
	z := a + (b+1)*0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Hash makes a number of a name for Chance; one of digits is that number.
func Hash(name string) uint64 {
	if n, err := strconv.ParseUint(name, 10, 64); err == nil {
		return n
	}
	h := fnv.New64a()
	h.Write([]byte(name))
	return h.Sum64()
}

// bucket is a throughput: it fills at rate a second and holds one second's worth.
type bucket struct {
	interval time.Duration
	hold     time.Duration
	free     time.Time // when the bucket would be full
}

func newBucket(rate int, now time.Time) bucket {
	interval := time.Second / time.Duration(max(rate, 1))
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
