package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var proofLink = regexp.MustCompile(`docs/proof\.md#([\w-]+)`)

// Each claim of README.md that names a proof names one that make prove runs and that the page has.
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
	sections := sectionsOf(string(read(page)))
	for _, id := range linked {
		if sections[id] == "" {
			t.Errorf("README.md links to %s#%s, which is not there: run make prove ONLY=%s", page, id, id)
		}
	}
	for _, id := range linked {
		if strings.Contains(sections[id], "**It FAILED**") {
			t.Errorf("README.md claims what failed: %s", id)
		}
	}
	for id := range sections {
		if !slices.Contains(ids, id) {
			t.Errorf("%s has %s, which make prove does not run", page, id)
		}
	}
	if again := pageOf(proofs("1", "1"), sections); again != string(read(page)) {
		t.Errorf("%s is not as make prove writes it", page)
	}
}
