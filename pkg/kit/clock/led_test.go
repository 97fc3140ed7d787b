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
