package container

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"herald/pkg/app/manifest"
	"herald/pkg/kit/config"
)

// The container runs the work of every function.
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
	space := regexp.MustCompile(`\s+`) // a long one stands in several lines
	text := space.ReplaceAllString(string(table), "")
	for _, name := range names {
		source, err := os.ReadFile("../../../functions/" + name + "/main.go")
		if err != nil {
			t.Fatal(err)
		}
		_, main, ok := strings.Cut(string(source), "func main() ")
		if !ok || !strings.Contains(text, `"`+name+`":func()`+space.ReplaceAllString(main, "")+",") {
			t.Errorf("functions/%s is not what the table has: %s", name, main)
		}
	}
}

// A process posts to its own websockets and does not treat those of another process as gone.
func TestAnotherProcessKeepsItsSockets(t *testing.T) {
	mine, others := newSockets(nil), newSockets(nil)
	if gone, err := mine.Post(t.Context(), others.name+"x", nil); gone || err != nil {
		t.Errorf("of another process: gone %v, %v", gone, err)
	}
	if gone, err := mine.Post(t.Context(), mine.name+"x", nil); !gone || err != nil {
		t.Errorf("of its own that has ended: gone %v, %v", gone, err)
	}
}

// Configuration that is probably a mistake is logged at the start.
func TestWhatIsProbablyNotMeantIsSaid(t *testing.T) {
	all := func(url string, hops int, grace time.Duration) string {
		return strings.Join(warnings(&config.Config{PublicURL: url, Hops: hops, Container: config.Container{Grace: grace}}), "\n")
	}
	if w := all("https://herald.test", 1, 125*time.Second); w != "" {
		t.Error(w)
	}
	if w := all("http://herald.test", 0, 125*time.Second); w != "" {
		t.Error(w)
	}
	if w := all("https://herald.test", 0, 125*time.Second); !strings.Contains(w, "HERALD_TRUSTED_HOPS") {
		t.Errorf("proxies: %q", w)
	}
	if w := all("http://herald.test", 0, 30*time.Second); !strings.Contains(w, "HERALD_STOP_SECONDS") {
		t.Errorf("grace: %q", w)
	}
}
