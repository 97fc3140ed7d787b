package order

import (
	"testing"
	"time"
)

// Working days are Monday to Friday at +08:00: the evening of a Sunday in UTC is a Monday there.
func TestWorkingDays(t *testing.T) {
	for _, c := range []struct {
		from string
		days int
		want string
	}{
		{"2026-11-27T10:00:00Z", 1, "2026-11-30T10:00:00Z"}, // Friday → Monday
		{"2026-11-28T10:00:00Z", 1, "2026-11-30T10:00:00Z"}, // Saturday → Monday
		{"2026-11-29T17:00:00Z", 1, "2026-11-30T17:00:00Z"}, // Monday 01:00 there → Tuesday
		{"2026-11-27T10:00:00Z", 5, "2026-12-04T10:00:00Z"},
		{"2026-11-27T10:00:00Z", 30, "2027-01-08T10:00:00Z"}, // six weeks
		{"2026-11-27T10:00:00Z", 0, "2026-11-27T10:00:00Z"},
	} {
		from, _ := time.Parse(time.RFC3339, c.from)
		if got := workingDays(from, c.days).Format(time.RFC3339); got != c.want {
			t.Errorf("%d working days after %s: %s instead of %s", c.days, c.from, got, c.want)
		}
	}
}
