package country_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"herald/internal/clocktest"
	"herald/pkg/kit/store"
	"herald/pkg/platform/country"
)

func moment(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func hoursOf(t *testing.T, code, window string) *country.Hours {
	t.Helper()
	h, err := country.New(store.NewMemory(nil), clocktest.Running()).Hours(t.Context(), code, window)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// Both readings of India's window, and zones that the window names.
func TestSendingWindows(t *testing.T) {
	const us = "08:00-21:00 America/New_York,America/Los_Angeles"
	for _, c := range []struct {
		code, window, at string
		open             bool
	}{
		{"IN", "10:30-20:30", "2026-11-21T04:59:59Z", false}, {"IN", "10:30-20:30", "2026-11-21T05:00:00Z", true},
		{"IN", "10:30-20:30", "2026-11-21T14:59:59Z", true}, {"IN", "10:30-20:30", "2026-11-21T15:00:00Z", false},
		{"IN", "10:30-21:00", "2026-11-21T15:29:00Z", true}, // the other reading of the specification
		{"IN", "10:00-20:30", "2026-11-21T04:30:00Z", true},
		{"US", us, "2026-11-21T13:00:00Z", false}, {"US", us, "2026-11-21T16:00:00Z", true}, {"US", us, "2026-11-22T01:59:00Z", true},
		{"US", us, "2026-11-22T02:00:00Z", false},
		{"BR", "", "2026-11-21T04:00:00Z", true}, // any hour
	} {
		if h := hoursOf(t, c.code, c.window); h.All(moment(t, c.at)) != c.open {
			t.Errorf("%s of %s at %s: %t", c.window, c.code, c.at, !c.open)
		}
	}
}

// Each number uses its own time zone. A number without a zone may be written to when all zones of the country are open. The country is open
// when one of its zones is.
func TestEachNumberHasItsOwnHours(t *testing.T) {
	us := hoursOf(t, "US", "08:00-21:00")
	const newYork, honolulu, nowhere = 12125550123, 18085550123, 18005550123
	for _, c := range []struct {
		at                        string
		newYork, honolulu, nobody bool // the last: a number without zones
		some                      bool
	}{
		{"2026-11-21T12:59:00Z", false, false, false, false},
		{"2026-11-21T13:00:00Z", true, false, false, true},
		{"2026-11-21T18:00:00Z", true, true, true, true},
		{"2026-11-22T02:00:00Z", false, true, false, true},
		{"2026-11-22T06:59:00Z", false, true, false, true},
		{"2026-11-22T07:00:00Z", false, false, false, false},
		{"2026-07-21T12:00:00Z", true, false, false, true}, // in summer an hour earlier, but not in Hawaii
		{"2026-07-21T18:00:00Z", true, true, true, true},
	} {
		at := moment(t, c.at)
		for number, want := range map[uint64]bool{newYork: c.newYork, honolulu: c.honolulu, nowhere: c.nobody} {
			if us.Open(us.Of(number), at) != want {
				t.Errorf("%d at %s: %t", number, c.at, !want)
			}
		}
		if us.Some(at) != c.some || us.All(at) != c.nobody {
			t.Errorf("the country at %s: %t %t", c.at, us.Some(at), us.All(at))
		}
	}
	at := moment(t, "2026-11-22T03:00:00Z")
	if got := us.Opens(us.Of(newYork), at); !got.Equal(moment(t, "2026-11-22T13:00:00Z")) {
		t.Errorf("New York opens at %s", got)
	}
	if got := us.Opens(0, at); !got.Equal(moment(t, "2026-11-22T18:00:00Z")) {
		t.Errorf("all are open at %s", got)
	}
	if got := us.SomeOpens(moment(t, "2026-11-22T08:00:00Z")); !got.Equal(moment(t, "2026-11-22T13:00:00Z")) {
		t.Errorf("somebody opens at %s", got)
	}
	if west, east := us.Span(at); west != -600 || east != -300 {
		t.Errorf("from %d to %d", west, east)
	}
}

// Opens and Closes are exact to the minute on every day of a year and a half. Clocks change in both hemispheres, also by half an hour.
// Between a moment and the returned one nothing changes.
func TestHoursAreExactWhenClocksChange(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, c := range []struct{ code, window string }{
		{"US", "02:15-02:45"}, {"US", "08:00-21:00"}, {"AU", "01:45-09:00"}, {"NZ", "02:30-23:59"}, {"PT", "00:10-01:20"}, {"IN", "10:30-20:30"},
		{"GL", "09:00-17:00"},
	} {
		h := hoursOf(t, c.code, c.window)
		for range 60 {
			at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(rng.IntN(540*24*60)) * time.Minute)
			if rng.IntN(3) == 0 { // near a change of clocks
				at = time.Date(2026, []time.Month{3, 4, 9, 10, 11}[rng.IntN(5)], 1+rng.IntN(31), rng.IntN(24), rng.IntN(60), 0, 0, time.UTC)
			}
			group := rng.IntN(h.Groups())
			open := h.Open(group, at)
			change := h.Opens(group, at)
			if open {
				change = h.Closes(group, at)
			}
			if change.IsZero() { // its zones have no hour in common
				continue
			}
			for m := at; m.Before(change); m = m.Add(time.Minute) {
				if h.Open(group, m) != open {
					t.Fatalf("%s of %s, group %d at %s: %t until %s, but not at %s", c.window, c.code, group, at, open, change, m)
				}
			}
			if h.Open(group, change) == open {
				t.Fatalf("%s of %s, group %d at %s: nothing changes at %s", c.window, c.code, group, at, change)
			}
		}
	}
}

// The work ends with its slowest group, including the nights between; hours that never end give no such time.
func TestWorkEndsWithinHours(t *testing.T) {
	us := hoursOf(t, "US", "08:00-21:00")
	newYork, honolulu := us.Of(12125550123), us.Of(18085550123)
	begin := moment(t, "2026-11-21T23:00:00Z") // 18:00 in New York, 13:00 in Hawaii
	for _, c := range []struct {
		work   time.Duration
		groups []int
		end    string
	}{
		{time.Hour, []int{newYork}, "2026-11-22T00:00:00Z"},
		{4 * time.Hour, []int{newYork}, "2026-11-22T14:00:00Z"}, // three hours, and one on the next day
		{4 * time.Hour, []int{honolulu}, "2026-11-22T03:00:00Z"},
		{4 * time.Hour, []int{newYork, honolulu}, "2026-11-22T14:00:00Z"},
		{20 * time.Hour, []int{honolulu}, "2026-11-23T06:00:00Z"},
	} {
		if got := us.Done(begin, c.work, c.groups...); !got.Equal(moment(t, c.end)) {
			t.Errorf("%s of %v are done at %s, want %s", c.work, c.groups, got, c.end)
		}
	}
	var any *country.Hours
	if got := any.Done(begin, time.Hour); !got.Equal(begin.Add(time.Hour)) {
		t.Errorf("at any hour: %s", got)
	}
	if got := hoursOf(t, "RU", "10:00-18:00").Done(begin, time.Hour, 0); !got.IsZero() {
		t.Errorf("zones without a common hour: %s", got)
	}
}

// A window in which the zones have no hour in common on some day is detected.
func TestZonesWithoutACommonHour(t *testing.T) {
	from := moment(t, "2026-11-21T00:00:00Z")
	for _, c := range []struct {
		code, window string
		never        bool
	}{
		{"US", "08:00-21:00", false}, {"RU", "08:00-21:00", false}, {"RU", "10:00-20:00", true}, {"RU", "10:00-20:00 Europe/Moscow", false},
		{"IN", "10:30-10:31", false}, {"US", "09:00-14:01", false}, {"US", "09:00-10:00", true}, {"BR", "18:00-20:30", false},
		{"CL", "09:00-12:01", false}, {"CL", "09:00-12:00", true},
	} {
		if got := hoursOf(t, c.code, c.window).Never(from); got != c.never {
			t.Errorf("%s of %s: %t", c.window, c.code, got)
		}
	}
}

// Hours are parsed once, because they are read before every sub-batch (B16). Invalid hours stay an error.
func TestHoursAreReadOnce(t *testing.T) {
	if first, again := hoursOf(t, "US", "09:00-20:00"), hoursOf(t, "US", "09:00-20:00"); first != again {
		t.Error("read again")
	}
	book := country.New(store.NewMemory(nil), clocktest.Running())
	for _, window := range []string{"08:00-21:00 Nowhere/Land", "21:00-08:00", "8-21", "x"} {
		if h, err := book.Hours(t.Context(), "US", window); err == nil {
			t.Errorf("%s was taken: %v", window, h)
		}
	}
}
