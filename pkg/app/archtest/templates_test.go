package archtest

import (
	"slices"
	"strings"
	"testing"
)

// A template calls methods by their names, so the linker keeps every exported method of every type that is used: the function of public
// pages had 42 MB with templates, and has 13 MB without.
func TestTheProductHasNoTemplates(t *testing.T) {
	for _, s := range sources(t, "pkg") {
		for _, i := range s.file.Imports {
			if name := strings.Trim(i.Path.Value, `"`); !s.test() && slices.Contains([]string{"html/template", "text/template"}, name) {
				t.Errorf("%s imports %s: use maragu.dev/gomponents", s.path, name)
			}
		}
	}
}
