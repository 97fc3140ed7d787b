package app

import (
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"
)

// The permissions page has a row for each permission, and the tests named in its rows exist.
func TestPermissionsAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../../docs/permissions.md")
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string]bool{"–": true}
	name := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	if err := fs.WalkDir(os.DirFS(".."), ".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		code, err := os.ReadFile("../" + path)
		for _, m := range name.FindAllSubmatch(code, -1) {
			tests[string(m[1])] = true
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	missing := map[string]bool{}
	for _, p := range Grants().All() {
		missing[p] = true
	}
	for _, row := range regexp.MustCompile("(?m)^\\| `([^`]+)` \\|.*\\| ([^|]+) \\|$").FindAllStringSubmatch(string(page), -1) {
		if !missing[row[1]] {
			t.Errorf("%s is unknown or has two rows", row[1])
		}
		delete(missing, row[1])
		if test := strings.Trim(row[2], "`"); !tests[test] {
			t.Errorf("%s names %s, which does not exist", row[1], test)
		}
	}
	for p := range missing {
		t.Errorf("%s has no row", p)
	}
}
