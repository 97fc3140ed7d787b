package phone_test

import (
	"testing"

	"herald/pkg/kit/phone"
)

// Tolerated and refused ways of writing a number (decisions §13).
func TestWaysOfWriting(t *testing.T) {
	for value, want := range map[string]*phone.Problem{
		"5511987654321.00": nil, "’5511987654321": nil, "5’511’987’654’321": nil, "5511987654321.0": nil,
		"5511987654321,0": phone.Letters, "55/11/987654321": phone.Letters, "++5511987654321": phone.Letters, "+ +5511987654321": phone.Letters,
	} {
		if n, problem := phone.Parse(value, "BR"); problem != want || problem == nil && n != 5511987654321 {
			t.Errorf("%q: %d, %v", value, n, problem)
		}
	}
}
