package clock

import (
	"context"
	"sync/atomic"
	"time"
)

// Led is a clock that follows another one, such as that of a database: processes that follow the same one agree on the time, however
// their machines' clocks differ. It is the system's clock until Follow was called. Between two calls of Follow it goes on evenly, also when
// the machine's clock is set.
type Led struct {
	System Clock // nil: System
	last   atomic.Pointer[reading]
}

// reading is what the other clock showed at a moment of the system's.
type reading struct{ here, there time.Time }

func (r *reading) at(here time.Time) time.Time { return r.there.Add(here.Sub(r.here)) }

// Now implements Clock.
func (l *Led) Now() time.Time {
	here := l.system()
	if r := l.last.Load(); r != nil {
		return r.at(here)
	}
	return here
}

func (l *Led) system() time.Time {
	if l.System == nil {
		return System()
	}
	return l.System()
}

// Follow asks the other clock. After the first answer the clock changes only as far as an answer shows that it is wrong: one that took long
// says little, since nothing tells which part of the time it took to come.
func (l *Led) Follow(ctx context.Context, other func(ctx context.Context) (time.Time, error)) error {
	began := l.system()
	theirs, err := other(ctx)
	if err != nil {
		return err
	}
	here := l.system()
	took := here.Sub(began)
	least, most := theirs.UTC(), theirs.UTC().Add(took) // when the answer was here
	now := least.Add(took / 2)
	if r := l.last.Load(); r != nil {
		now = r.at(here)
		if now.Before(least) {
			now = least
		}
		if now.After(most) {
			now = most
		}
	}
	l.last.Store(&reading{here, now})
	return nil
}
