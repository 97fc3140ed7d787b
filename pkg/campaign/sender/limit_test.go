package sender

import (
	"testing"
	"time"

	"herald/pkg/provider"
)

// The forecast counts the daily limits of all senders, except senders that are off, or take no new orders while another does.
func TestHowLongMessagesTakeIsForeseen(t *testing.T) {
	b, now := book(t) // half past eight
	among := []*provider.Account{account("1"), account("2")}
	want := func(what string, n, perSecond int, wait time.Duration) {
		t.Helper()
		if pace, took, err := b.Forecast(t.Context(), among, n); err != nil || pace != perSecond || took != wait {
			t.Errorf("%s: %d a second after %s, %v", what, pace, took, err)
		}
	}
	want("no limits", 1_000_000, 2, 0)
	change(t, b, "1", map[string]any{"x": true})
	want("one is off", 1_000_000, 1, 0)
	change(t, b, "1", map[string]any{"x": false, "w": 0})
	want("one takes nothing new", 1_000_000, 1, 0)
	change(t, b, "2", map[string]any{"u": 300, "uf": *now})
	want("the first day", 300, 1, 0)
	want("the second", 301, 1, 24*time.Hour)
	want("300, 600, 1,200", 2000, 1, 48*time.Hour)
	if a, err := b.Take(t.Context(), "2", 200); err != nil || a.N != 200 {
		t.Fatal(a, err)
	}
	want("of which 200 are used", 101, 1, 24*time.Hour)
	change(t, b, "2", map[string]any{"u": 0, "d": 200})
	want("staff's limit, used up", 1, 1, now.Truncate(time.Hour).Add(25*time.Hour).Sub(*now))
	change(t, b, "1", map[string]any{"w": 100})
	want("another without a limit", 1_000_000, 2, 0)
	if pace, wait, err := b.Forecast(t.Context(), nil, 5); err != nil || pace != 0 || wait != 0 {
		t.Errorf("of a sender that is configured no more: %d, %v, %v", pace, wait, err)
	}
}
