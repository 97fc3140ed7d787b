package order

import (
	"testing"
	"time"
)

func TestSendingWindows(t *testing.T) {
	at := func(text string) time.Time {
		v, err := time.Parse(time.RFC3339, text)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	const india, us = "10:30-20:30 Asia/Kolkata", "08:00-21:00 America/New_York,America/Los_Angeles"
	for _, c := range []struct {
		window, at string
		open       bool
	}{
		{india, "2026-11-21T04:59:59Z", false}, {india, "2026-11-21T05:00:00Z", true}, {india, "2026-11-21T14:59:59Z", true}, {india, "2026-11-21T15:00:00Z", false},
		{"10:30-21:00 Asia/Kolkata", "2026-11-21T15:29:00Z", true}, // the other reading of the specification
		{"10:00-20:30 Asia/Kolkata", "2026-11-21T04:30:00Z", true},
		{us, "2026-11-21T13:00:00Z", false}, {us, "2026-11-21T16:00:00Z", true}, {us, "2026-11-22T01:59:00Z", true}, {us, "2026-11-22T02:00:00Z", false},
	} {
		got, err := open(c.window, at(c.at))
		if err != nil || got != c.open {
			t.Errorf("%s at %s: %t %v", c.window, c.at, got, err)
		}
	}
}

// A window is looked at before every sub-batch, its zones are unpacked once (B16); a zone that is none stays an error.
func TestAWindowLoadsItsZonesOnce(t *testing.T) {
	now := time.Date(2026, 11, 22, 6, 0, 0, 0, time.UTC) // 11:30 in India
	for range 2 {
		if inside, err := open("10:30-20:30 Asia/Kolkata", now); err != nil || !inside {
			t.Error(inside, err)
		}
		if inside, err := open("08:00-21:00 America/New_York,Pacific/Honolulu", now); err != nil || inside {
			t.Error(inside, err)
		}
		if _, err := open("08:00-21:00 Nowhere/Land", now); err == nil {
			t.Error("a zone that is none was taken")
		}
	}
	first, err := location("Asia/Kolkata")
	if err != nil {
		t.Fatal(err)
	}
	if again, err := location("Asia/Kolkata"); err != nil || again != first {
		t.Errorf("loaded again: %v", err)
	}
}
