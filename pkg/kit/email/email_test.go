package email_test

import (
	_ "embed"
	"encoding/json"
	"slices"
	"testing"

	"herald/pkg/kit/email"
)

//go:embed testdata/addresses.json
var table []byte

// Addresses end in any top-level domain; with the setting at 4, only in a short one.
func TestAddresses(t *testing.T) {
	var of struct{ Valid, Short, Invalid []string }
	if err := json.Unmarshal(table, &of); err != nil {
		t.Fatal(err)
	}
	for _, a := range of.Valid {
		if !email.Valid(a, email.LongestEnding) || email.Valid(a, 4) != slices.Contains(of.Short, a) {
			t.Errorf("%s: %v, of 4 %v", a, email.Valid(a, email.LongestEnding), email.Valid(a, 4))
		}
	}
	for _, a := range of.Invalid {
		if email.Valid(a, email.LongestEnding) {
			t.Errorf("%s is valid", a)
		}
	}
}
