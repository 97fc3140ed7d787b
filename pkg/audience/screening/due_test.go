package screening

import "testing"

// A charge above the reservation is cut to it, and the agent's margin is computed from the charged numbers.
func TestAChargeAboveTheReservationIsCut(t *testing.T) {
	for _, c := range []struct {
		run    Run
		n      int
		charge int64
		cut    bool
	}{
		{Run{Price: 10, Reserved: 1000, Valid: 100, Answered: 100}, 100, 1000, false},
		{Run{Price: 10, Reserved: 1000, Valid: 130, Answered: 130}, 100, 1000, true},
		{Run{Price: 10, Reserved: 1000, Valid: 3, Answered: 9, Minimum: 50}, 50, 500, false},
		{Run{Price: 10, Reserved: 1000, Minimum: 50}, 0, 0, false},
		{Run{Reserved: 0, Valid: 5, Answered: 5}, 5, 0, false},
	} {
		if n, charge, cut := c.run.due(); n != c.n || int64(charge) != c.charge || cut != c.cut {
			t.Errorf("%+v: %d numbers, %s, %v", c.run, n, charge, cut)
		}
	}
}
