package parts

import (
	"slices"
	"testing"
)

// A layer that is not listed would not be included.
func TestEveryDistrictIsListed(t *testing.T) {
	folders, err := files.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range folders {
		if !slices.Contains(districts, f.Name()) {
			t.Errorf("%s is missing", f.Name())
		}
	}
}
