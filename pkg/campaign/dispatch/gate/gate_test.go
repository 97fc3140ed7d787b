package gate

import (
	"testing"

	"herald/pkg/audience/suppression"
)

// A suppression of all messages also suppresses calls. A suppression of calls does not suppress messages.
func TestSuppressedOnAnyChannel(t *testing.T) {
	for _, on := range suppression.Channels() {
		held := func(n uint64, channel string) (string, bool) { return "asked for it", n == 7 && channel == on }
		if reason, is := BlockedFrom(held, 7, "voice"); !is || reason != "asked for it" {
			t.Errorf("suppressed for %s and called", on)
		}
		if _, is := BlockedFrom(held, 8, "voice"); is {
			t.Error("somebody else is held back")
		}
		if _, is := BlockedFrom(held, 7, "sms"); is != (on == "sms") {
			t.Errorf("suppressed for %s, a short message: %v", on, is)
		}
	}
}
