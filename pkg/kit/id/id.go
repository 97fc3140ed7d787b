// Package id makes ULIDs: 26 characters, sortable by time (decisions §1).
package id

import (
	"crypto/rand"
	"io"
	"sync"
	"time"

	"github.com/oklog/ulid/v2"
)

// Source makes ids that rise even within a millisecond. It is safe for concurrent use.
type Source struct {
	mu      sync.Mutex
	entropy *ulid.MonotonicEntropy
	now     func() time.Time
}

// New takes its randomness from crypto/rand.
func New(now func() time.Time) *Source { return Seeded(now, rand.Reader) }

// Seeded takes its randomness from r, for a simulation that must repeat itself.
func Seeded(now func() time.Time, r io.Reader) *Source {
	return &Source{entropy: ulid.Monotonic(r, 0), now: now}
}

// Next is a new id.
func (s *Source) Next() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return ulid.MustNew(ulid.Timestamp(s.now()), s.entropy).String()
}

// Valid reports whether text is a ULID; anything else is never looked up.
func Valid(text string) bool {
	_, err := ulid.ParseStrict(text)
	return err == nil
}

// Nth is the n-th of the ids that go with one, the same whenever it is asked for: for what an operation with one id makes several of.
// Text that is no id is given back.
func Nth(text string, n int) string {
	u, err := ulid.ParseStrict(text)
	if err != nil {
		return text
	}
	for i := len(u) - 1; i >= 6 && n > 0; i-- {
		n += int(u[i])
		u[i], n = byte(n), n>>8
	}
	return u.String()
}

// Time is the moment an id was made, to the millisecond; zero for no id.
func Time(text string) time.Time {
	u, err := ulid.ParseStrict(text)
	if err != nil {
		return time.Time{}
	}
	return ulid.Time(u.Time()).UTC()
}

// Floor is what sorts before every id that was made at a time or later, and after those made before.
func Floor(at time.Time) string {
	var u ulid.ULID
	_ = u.SetTime(ulid.Timestamp(at)) // fails in the year 10889
	return u.String()
}
