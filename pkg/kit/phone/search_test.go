package phone_test

import (
	"testing"

	"herald/pkg/kit/phone"
)

// TestSearch finds a number by every way of writing it, by a part, and by the forms of WhatsApp.
func TestSearch(t *testing.T) {
	for _, c := range []struct {
		filter, number string
		want           bool
	}{
		{"+5511987650123", "5511987650123", true}, {"+55 11 98765-0123", "5511987650123", true}, {"(11) 98765-0123", "5511987650123", true}, {"005511987650123", "5511987650123", true}, {"98765", "5511987650123", true},
		{"5582999448233", "558299448233", true}, {"558299448233", "5582999448233", true}, {"+52 1 55 1234 5678", "525512345678", true}, {"525512345678", "5215512345678", true}, {"541123456789", "5491123456789", true},
		{"5511987650124", "5511987650123", false}, {"abc", "5511987650123", false}, {"", "5511987650123", true}, {" 0123 ", "5511987650123", true},
	} {
		if got := phone.Search(c.filter)(c.number); got != c.want {
			t.Errorf("%q finds %s: %v", c.filter, c.number, got)
		}
	}
}
