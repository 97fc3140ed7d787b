package suppression

import (
	"testing"
	"time"
)

// The sender of a short message can be forged, so START by one lifts no suppression that came by another channel, or by several.
func TestStartByShortMessageLiftsItsOwnStopOnly(t *testing.T) {
	type word struct {
		via string
		off bool
	}
	for _, c := range []struct {
		words []word
		holds bool
	}{
		{[]word{{"whatsapp", false}, {"sms", true}}, true},
		{[]word{{"sms", false}, {"sms", true}}, false},
		{[]word{{"sms", false}, {"whatsapp", true}}, false},
		{[]word{{"whatsapp", false}, {"whatsapp", true}}, false},
		{[]word{{"sms", false}, {"whatsapp", false}, {"sms", true}}, true},
		{[]word{{"whatsapp", false}, {"sms", false}, {"sms", true}}, true},
		{[]word{{"sms", false}, {"whatsapp", false}, {"whatsapp", true}}, false},
		{[]word{{"whatsapp", false}, {"whatsapp", true}, {"sms", false}, {"sms", true}}, false},
	} {
		b := book(t)
		for i, w := range c.words {
			said := Change{Owner: tenant, Number: 5511987654321, Source: Stop, Via: w.via, Off: w.off, At: time.Unix(int64(i+1), 0)}
			if _, err := b.Record(t.Context(), []Change{said}); err != nil {
				t.Fatal(err)
			}
		}
		if got := b.holds(t, 5511987654321); got != c.holds {
			t.Errorf("%v: suppressed %v", c.words, got)
		}
	}
}
