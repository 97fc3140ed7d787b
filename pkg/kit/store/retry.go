package store

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// again marks an error of Retry's function that another try may do away with.
type again struct{ error }

func (a again) Unwrap() error { return a.error }

// Retryable lets Retry call its function once more for an error that is neither a failed condition nor a conflict.
// It suits an ErrUnclear where the function finds out itself whether it was done.
func Retryable(err error) error {
	if err == nil {
		return nil
	}
	return again{err}
}

// Retry repeats fn while its write conflicts with a concurrent writer; fn reads and decides anew each time. It
// repeats after a *Failed, an ErrConflict and errors marked by Retryable, at most tries times in all. The delay has
// full jitter of up to 5 ms before the second try, doubled to at most 320 ms. Any other error is returned at once.
// So is ErrUnclear: a decision made anew after it would take our own write for another writer's. After the last try
// it returns ErrConflict, or the error that Retryable marked.
func Retry(ctx context.Context, tries int, fn func() error) error {
	for try := 1; ; try++ {
		err := fn()
		var marked again
		met := ConditionFailed(err) != nil || errors.Is(err, ErrConflict)
		switch {
		case errors.As(err, &marked):
			if try >= tries {
				return marked.error
			}
		case err == nil || !met:
			return err
		case try >= tries: // without the condition: the caller would take it for one of its own
			// The failed condition is not wrapped: callers must not read it out of this error.
			return fmt.Errorf("%w after %d tries: %s", ErrConflict, tries, err.Error())
		}
		if e := sleep(ctx, jitter(5*time.Millisecond, try-1)); e != nil {
			return e
		}
	}
}

// Decide is Retry for a function that knows its own write again when it reads: it is repeated after an ErrUnclear, too.
func Decide(ctx context.Context, tries int, fn func() error) error {
	return Retry(ctx, tries, func() error {
		err := fn()
		if errors.Is(err, ErrUnclear) {
			return Retryable(err)
		}
		return err
	})
}

// TransactWithRetry writes a transaction whose conditions show whether it was done. It sends the same operations
// again after an ErrConflict or an ErrUnclear, at most tries times in all. It returns a *Failed as it is: another
// writer's write stands, or our own of an earlier try.
func TransactWithRetry(ctx context.Context, db DB, tries int, ops []Op) error {
	for try := 1; ; try++ {
		err := db.Transact(ctx, ops)
		if try >= tries || !(errors.Is(err, ErrConflict) || errors.Is(err, ErrUnclear)) {
			return err
		}
		if e := sleep(ctx, jitter(5*time.Millisecond, try-1)); e != nil {
			return e
		}
	}
}

// Lost reports that a write conflicted with another writer, or may have: read again and decide anew.
func Lost(err error) bool {
	return ConditionFailed(err) != nil || errors.Is(err, ErrConflict) || errors.Is(err, ErrUnclear)
}

// jitter draws a time of up to unit, doubled with every try before, at most 64 times the unit.
func jitter(unit time.Duration, before int) time.Duration {
	return time.Duration(rand.Int64N(int64(unit) << min(before, 6)))
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// pause waits before a repeated call.
func pause(ctx context.Context, try int) error {
	if try == 0 {
		return nil
	}
	if try > 8 {
		return errors.New("store: still unprocessed after 8 tries")
	}
	return sleep(ctx, jitter(25*time.Millisecond, try))
}
