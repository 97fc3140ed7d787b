package clean

import (
	"strings"
	"testing"
)

// Without an origin no picture of another host passes as the house's own (S11).
func TestAnEmptyOriginIsNobodys(t *testing.T) {
	for _, origin := range []string{"", "/", "https://herald.test"} {
		clean := HTML(origin)
		if out := clean(`<img src="//evil.test/x.png">`); strings.Contains(out, "evil") {
			t.Errorf("%q: %s", origin, out)
		}
		if out := clean(`<img src="/own.png">`); !strings.Contains(out, "/own.png") {
			t.Errorf("%q: %s", origin, out)
		}
	}
}
