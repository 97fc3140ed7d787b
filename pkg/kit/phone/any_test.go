package phone

import "testing"

func TestNumbersOfAnyCountry(t *testing.T) {
	for _, c := range []struct {
		text, country string
		number        uint64
		problem       *Problem
	}{
		{"+55 11 98765-4321", "BR", 5511987654321, nil}, {"008613800138000", "CN", 8613800138000, nil}, {"14155552671", "US", 14155552671, nil},
		{"16135550123", "CA", 16135550123, nil},
		{"", "", 0, Empty}, {"abc", "", 0, Letters}, {"0123456", "", 0, NoPrefix}, {"+5511", "", 0, TooShort},
	} {
		n, country, p := ParseAny(c.text)
		if n != c.number || country != c.country || p != c.problem {
			t.Errorf("%q: %d %q %v, want %d %q %v", c.text, n, country, p, c.number, c.country, c.problem)
		}
	}
}
