package redirect

import (
	"slices"
	"testing"
	"time"
)

// An unknown code takes as long as one of the last known ones: those of people and of machines apart.
func TestUnknownCodesTakeTheTimeOfKnownOnes(t *testing.T) {
	var p timing
	if d := p.draw(false); d < usual/2 || d > 2*usual {
		t.Error(d)
	}
	for i := range 3 * timed {
		p.note(false, time.Duration(i)*time.Millisecond)
	}
	p.note(true, time.Second)
	var drawn []time.Duration
	for range 1000 {
		drawn = append(drawn, p.draw(false))
	}
	if least, most := slices.Min(drawn), slices.Max(drawn); least < 2*timed*time.Millisecond || most >= 3*timed*time.Millisecond || least == most {
		t.Error(least, most)
	}
	if d := p.draw(true); d != time.Second {
		t.Error(d)
	}
}
