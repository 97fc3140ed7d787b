package archtest

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestDocumentsAreShort holds the two first pages to their lengths.
func TestDocumentsAreShort(t *testing.T) {
	for name, most := range map[string]int{"README.md": 6 << 10, "ARCHITECTURE.md": 12 << 10} {
		if n := len(document(t, name)); n > most {
			t.Errorf("%s has %d bytes, at most %d: move details to docs/", name, n, most)
		}
	}
}

var (
	quoted = regexp.MustCompile("`([^`\n]+)`")
	link   = regexp.MustCompile(`\]\(([^)#\s]+)[^)]*\)`)
	path   = regexp.MustCompile(`^(?:pkg|web|infra|internal|localstack|functions|bench|docs)/[\w./-]+$`)
	named  = regexp.MustCompile(`\b(?:Test|Fuzz|Benchmark)[A-Z]\w+`)
	fenced = regexp.MustCompile("(?s)```.*?```")
	test   = regexp.MustCompile(`func ((?:Test|Fuzz|Benchmark)[A-Z]\w+)\(`)
)

// built are paths that exist after a build only.
var built = map[string]bool{"web/out": true, "web/.antd": true}

// TestDocumentsNameWhatExists follows each link, path and test that a document names.
func TestDocumentsNameWhatExists(t *testing.T) {
	tests := map[string]bool{}
	for _, s := range sources(t, "pkg", "infra", "internal", "localstack", "bench") {
		for _, m := range test.FindAllSubmatch(s.text, -1) {
			tests[string(m[1])] = true
		}
	}
	for _, name := range documents(t) {
		text := fenced.ReplaceAllString(document(t, name), "")
		for _, m := range quoted.FindAllStringSubmatch(text, -1) {
			if p := strings.TrimSuffix(m[1], "/"); path.MatchString(p) && !built[p] && !exists(p) {
				t.Errorf("%s names %s, which does not exist", name, m[1])
			}
			for _, w := range named.FindAllString(m[1], -1) {
				if !tests[w] {
					t.Errorf("%s names the test %s, which does not exist", name, w)
				}
			}
		}
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			if p := m[1]; !strings.Contains(p, "://") && !exists(filepath.Join(filepath.Dir(name), p)) {
				t.Errorf("%s links to %s, which does not exist", name, p)
			}
		}
	}
}

// documents are the pages at the root, in docs and beside the code.
func documents(t *testing.T) (names []string) {
	t.Helper()
	for _, pattern := range []string{"*.md", "infra/*.md", "localstack/*.md", "web/*.md"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range found {
			name, err := filepath.Rel(root, f)
			if err != nil {
				t.Fatal(err)
			}
			names = append(names, name)
		}
	}
	err := filepath.WalkDir(filepath.Join(root, "docs"), func(p string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(p, ".md") {
			name, err := filepath.Rel(root, p)
			names = append(names, name)
			return err
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func document(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func exists(name string) bool {
	_, err := os.Stat(filepath.Join(root, name))
	return err == nil
}
