package awssms

import (
	"testing"

	"herald/pkg/provider"
)

// Numbers of words are stored: they never change, and none belongs to two words.
func TestNumbersOfWords(t *testing.T) {
	seen := map[string]bool{}
	for i, c := range classes {
		if c.first != 100*(i+1) || len(c.words) > 100 {
			t.Errorf("%s begins at %d and has %d", c.name, c.first, len(c.words))
		}
		for k, w := range c.words {
			got, code := find(w)
			if seen[w] || got != &classes[i] || code != c.first+k || Reason(code) != c.reason {
				t.Errorf("%s: %d", w, code)
			}
			seen[w] = true
		}
	}
	if _, code := find("DESTINATION_PHONE_NUMBER_OPTED_OUT"); code != 400 {
		t.Errorf("opted out is %d", code)
	}
	if out := outcomeOf(&Refused{Name: "SomethingNew"}); out.Verdict != provider.Unknown {
		t.Errorf("an error that nobody knows: %+v", out)
	}
	if Reason(0) != provider.OtherReason || Reason(799) != provider.OtherReason {
		t.Error("numbers without a word")
	}
}
