package money_test

import (
	"testing"

	"herald/pkg/kit/money"
)

func TestTypedAmounts(t *testing.T) {
	for text, want := range map[string]int64{
		"3.5": 350, "3,5": 350, "3,50": 350, "0,08": 8, " 3.25 ": 325, "3": 300, "1234": 123400, "1234,50": 123450,
		"1.234,50": 123450, "1,234.50": 123450, "1 234,50": 123450, "1\u00a0234,50": 123450, "1'234.50": 123450, "1,234,567": 123456700,
		"1.234.567,8": 123456780, "3,50\u200b": 350, "1 234": 123400,
	} {
		if got, err := money.Typed(text); err != nil || int64(got) != want {
			t.Errorf("%q: %v %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "1.234", "1,234", "1,23,4", "1.234.50", "12.34,5.6", "1,2,3", "3,", ",5", "1e3", "3.5 x", "1..5",
		"12,34.50", "1234.567", "1.234,567", "1 23"} {
		if got, err := money.Typed(text); err == nil {
			t.Errorf("%q: %v, want an error", text, got)
		}
	}
}
