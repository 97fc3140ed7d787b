package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

var proofLink = regexp.MustCompile(`docs/proof\.md#([\w-]+)`)

// Each claim of README.md that names a proof names one that make prove runs and that the page has, and each proof backs a claim.
func TestClaimsHaveProofs(t *testing.T) {
	p, err := findProject()
	if err != nil {
		t.Fatal(err)
	}
	read := func(name string) []byte {
		text, err := os.ReadFile(p.path(filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	var ids, linked []string
	for _, one := range proofs("1", "1") {
		ids = append(ids, one.id)
	}
	for _, found := range proofLink.FindAllSubmatch(read("README.md"), -1) {
		linked = append(linked, string(found[1]))
	}
	slices.Sort(linked)
	linked = slices.Compact(linked)
	for _, id := range linked {
		if !slices.Contains(ids, id) {
			t.Errorf("README.md links to %s#%s, which make prove does not run", page, id)
		}
	}
	proved := read(page)
	for _, id := range ids {
		if !slices.Contains(linked, id) {
			t.Errorf("README.md does not link to %s#%s", page, id)
		}
		if !regexp.MustCompile(`(?m)^## ` + id + `$`).Match(proved) {
			t.Errorf("%s has no heading %s: run make prove", page, id)
		}
	}
}
