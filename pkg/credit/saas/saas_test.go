package saas_test

import (
	"testing"
	"time"

	"herald/pkg/credit/saas"
	"herald/pkg/kit/clock"
)

// A year is a calendar year from the later of now and the end of the subscription. If the date does not exist in that year, the last day of
// the month counts.
func TestRenewal(t *testing.T) {
	day := func(text string) time.Time {
		at, err := time.ParseInLocation("2006-01-02 15:04", text, clock.China)
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
	for name, c := range map[string]struct{ until, now, want string }{
		"first":                          {"", "2026-11-22 10:00", "2027-11-22 10:00"},
		"before its end":                 {"2027-03-01 08:00", "2026-11-22 10:00", "2028-03-01 08:00"},
		"on its end":                     {"2026-11-22 10:00", "2026-11-22 10:00", "2027-11-22 10:00"},
		"long after":                     {"2020-01-01 00:00", "2026-11-22 10:00", "2027-11-22 10:00"},
		"over a leap day":                {"", "2027-03-01 00:00", "2028-03-01 00:00"},
		"from a leap day":                {"", "2028-02-29 12:00", "2029-02-28 12:00"},
		"from a leap day early in china": {"", "2028-02-29 04:00", "2029-02-28 04:00"},
		"to a leap year":                 {"2027-02-28 12:00", "2027-01-01 00:00", "2028-02-28 12:00"},
		"the last day of a year":         {"", "2026-12-31 23:59", "2027-12-31 23:59"},
	} {
		var until time.Time
		if c.until != "" {
			until = day(c.until).UTC()
		}
		if got := saas.Renewed(until, day(c.now)); !got.Equal(day(c.want)) {
			t.Errorf("%s: until %s", name, got.In(clock.China))
		}
	}
}

// The status is that of the moment: a subscription has expired exactly at its end.
func TestStatus(t *testing.T) {
	now := time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)
	for until, want := range map[time.Time]saas.Status{{}: saas.NotPurchased, now: saas.Expired, now.Add(1): saas.Active, now.Add(-1): saas.Expired} {
		if got := (saas.Subscription{Until: until}).At(now); got != want {
			t.Errorf("%s: %d", until, got)
		}
	}
}
