package container

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"herald/pkg/app/manifest"
)

// The one program does what each function's own would.
func TestEveryFunctionIsHeld(t *testing.T) {
	names := []string{manifest.Sockets, manifest.Janitor}
	for _, g := range manifest.Groups {
		names = append(names, g.Name)
	}
	for _, c := range manifest.Consumers {
		names = append(names, c.Name)
	}
	if len(functions) != len(names) {
		t.Errorf("%d functions, the manifest has %d", len(functions), len(names))
	}
	table, err := os.ReadFile("functions.go")
	if err != nil {
		t.Fatal(err)
	}
	space := regexp.MustCompile(`:\s+func`)
	text := space.ReplaceAllString(string(table), ": func")
	for _, name := range names {
		source, err := os.ReadFile("../../../functions/" + name + "/main.go")
		if err != nil {
			t.Fatal(err)
		}
		_, main, ok := strings.Cut(string(source), "func main() ")
		if !ok || !strings.Contains(text, `"`+name+`": func() `+strings.TrimSpace(main)+",\n") {
			t.Errorf("functions/%s is not what the table has: %s", name, main)
		}
	}
}
