package main

import (
	"slices"
	"strings"
	"testing"

	"herald/pkg/app/manifest"
)

// A function that may settle a stopped order also releases the contact list that it held, in the same transaction.
func TestWhoSettlesOrdersLetsGoOfTheirCollections(t *testing.T) {
	for _, name := range []string{"gc", "bgo", "call", "send", "build", "job", manifest.Janitor} {
		if !slices.ContainsFunc(grants[name].rows, func(u use) bool {
			return u.table == "audience" && strings.Contains(u.verbs, "d") && (len(u.keys) == 0 || slices.Contains(u.keys, "C#*"))
		}) {
			t.Errorf("%s may not let go of a collection", name)
		}
	}
}
