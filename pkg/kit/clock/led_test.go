package clock_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"herald/pkg/kit/clock"
)

// Two clocks that follow a third agree, however wrong they are, and one that cannot ask goes on as before.
func TestClocksFollowOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := func(context.Context) (time.Time, error) {
			time.Sleep(20 * time.Millisecond)
			now := clock.System().Add(time.Hour)
			time.Sleep(20 * time.Millisecond)
			return now, nil
		}
		late, early := &clock.Led{System: off(-3 * time.Minute)}, &clock.Led{System: off(3 * time.Minute)}
		for _, l := range []*clock.Led{late, early} {
			if err := l.Follow(t.Context(), server); err != nil {
				t.Fatal(err)
			}
			if err := l.Follow(t.Context(), func(context.Context) (time.Time, error) { return time.Time{}, errors.New("gone") }); err == nil {
				t.Error("an answer that is none")
			}
			if got, want := l.Now(), clock.System().Add(time.Hour); !got.Equal(want) {
				t.Errorf("%v, want %v", got, want)
			}
		}
	})
}

func off(by time.Duration) clock.Clock { return func() time.Time { return clock.System().Add(by) } }

// An answer that came late does not change a clock that may be right, and corrects one that cannot be.
func TestALateAnswerMovesNoClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &clock.Led{}
		follow := func(ahead, before time.Duration) {
			t.Helper()
			if err := l.Follow(t.Context(), func(context.Context) (time.Time, error) {
				time.Sleep(before) // in the queue for a connection
				return clock.System().Add(ahead), nil
			}); err != nil {
				t.Fatal(err)
			}
		}
		for _, step := range []struct{ ahead, before, want time.Duration }{
			{time.Hour, 0, time.Hour},
			{time.Hour, 50 * time.Second, time.Hour},
			{time.Hour + time.Second, 0, time.Hour + time.Second},
			{time.Hour, 0, time.Hour},
		} {
			follow(step.ahead, step.before)
			if got := l.Now().Sub(clock.System()); got != step.want {
				t.Errorf("%v: the clock is %v ahead", step, got)
			}
		}
	})
}
