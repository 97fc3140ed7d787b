package clock

import (
	"context"
	"sync/atomic"
	"time"
)

// Led is a clock that follows another one, such as that of a database: processes that follow the same one agree on the time, however
// their machines' clocks differ. It is the system's clock until Follow was called.
type Led struct {
	System Clock // nil: System
	ahead  atomic.Int64
}

// Now implements Clock.
func (l *Led) Now() time.Time { return l.system().Add(time.Duration(l.ahead.Load())) }

func (l *Led) system() time.Time {
	if l.System == nil {
		return System()
	}
	return l.System()
}

// Follow asks the other clock. It is wrong by half the time of the question at most.
func (l *Led) Follow(ctx context.Context, other func(ctx context.Context) (time.Time, error)) error {
	began := l.system()
	theirs, err := other(ctx)
	if err != nil {
		return err
	}
	took := l.system().Sub(began)
	l.ahead.Store(int64(theirs.Sub(began.Add(took / 2))))
	return nil
}
