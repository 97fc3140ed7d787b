package dispatch

import (
	"math"
	"testing"

	"herald/pkg/campaign/order"
)

// The honest statement about two rates: too few to tell, perhaps chance, hardly chance.
func TestWhatTwoRatesTell(t *testing.T) {
	for name, c := range map[string]struct {
		a, of, b, and  int
		verdict, leads string
		p              float64
	}{
		"nobody":                 {0, 0, 0, 0, "few", "", 1},
		"few":                    {1, 29, 20, 29, "few", "b", 1},
		"one of them few":        {10, 100, 20, 29, "few", "b", 1},
		"hardly anybody reached": {1, 40, 8, 40, "few", "b", 1},
		"nearly everybody":       {199, 200, 195, 200, "few", "a", 1},
		"the same":               {50, 100, 50, 100, "chance", "", 1},
		"a little":               {50, 100, 56, 100, "chance", "b", 0.3953},
		"a lot":                  {30, 100, 50, 100, "clear", "b", 0.0039},
		"a little of many":       {5000, 10000, 5300, 10000, "clear", "b", 0.00002},
		"the first":              {120, 200, 60, 200, "clear", "a", 0},
	} {
		rate := func(k, n int) *Variant {
			v := &Variant{Reached: k, Called: n}
			if n > 0 {
				v.Rate = float64(k) / float64(n)
			}
			return v
		}
		one, two := rate(c.a, c.of), rate(c.b, c.and)
		f := finding(one, two)
		if f.Verdict != c.verdict || f.Leads != c.leads || math.Abs(f.P-c.p) > 0.0001 {
			t.Errorf("%s: %+v", name, f)
		}
		if better(one, two) == order.VariantB != (c.leads == "b") {
			t.Errorf("%s: %s goes to the rest", name, better(one, two))
		}
	}
}
