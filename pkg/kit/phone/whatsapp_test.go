package phone_test

import (
	"testing"

	"herald/pkg/kit/phone"
)

// TestNumbersInWhatsAppsForm reads WhatsApp's form of a number, and gives the dialled one.
func TestNumbersInWhatsAppsForm(t *testing.T) {
	for _, c := range []struct {
		value, country string
		want           uint64
		of             string
		dialled        uint64
	}{
		{"5215512345678", "", 5215512345678, "MX", 525512345678}, {"+52 1 55 1234-5678", "MX", 5215512345678, "MX", 525512345678},
		{"525512345678", "", 525512345678, "MX", 0},
		{"558299448232", "", 558299448232, "BR", 5582999448232}, {"+55 82 9944-8232", "BR", 558299448232, "BR", 5582999448232},
		{"5582999448232", "BR", 5582999448232, "BR", 0},
		{"5491123456789", "", 5491123456789, "AR", 0}, {"541123456789", "AR", 541123456789, "AR", 0},
		{"558232218232", "BR", 558232218232, "BR", 0},
		{"5215512345678", "BR", 0, "", 0}, {"521551234567", "", 0, "", 0}, {"551", "", 0, "", 0}, {"550099448232", "", 0, "", 0},
	} {
		n, of, problem := phone.ParseReached(c.value, c.country)
		if n != c.want || (problem == nil) != (c.want != 0) || of != c.of {
			t.Errorf("%q of %q: %d of %q, %v", c.value, c.country, n, of, problem)
		}
		if got := phone.Dialled(c.value, of); got != c.dialled {
			t.Errorf("%q is dialled as %d", c.value, got)
		}
	}
}
