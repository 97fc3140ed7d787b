package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// A changed file of any kind names the package beside it, once; a file of the console names none.
func TestChangedFilesNameTheirPackages(t *testing.T) {
	p := project(t.TempDir())
	git := func(argv ...string) {
		t.Helper()
		c := exec.Command("git", append([]string{"-C", string(p), "-c", "user.name=a", "-c", "user.email=a@b"}, argv...)...)
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", argv, err, out)
		}
	}
	write := func(name string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(p.path(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p.path(name), []byte("package a\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	git("init", "-q", "-b", "main")
	write("pkg/kit/a/a.go")
	write("pkg/kit/b/b.go")
	write("README.md")
	git("add", ".")
	git("commit", "-qm", "a: begin")
	git("checkout", "-qb", "work")
	write("pkg/kit/a/testdata/a.golden")
	git("add", ".")
	git("commit", "-qm", "a: add a golden file")
	write("pkg/kit/a/messages.json")
	write("web/src/x.ts")
	write("docs/x.md")
	files, err := p.changed(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"docs/x.md", "pkg/kit/a/messages.json", "pkg/kit/a/testdata/a.golden", "web/src/x.ts"}
	if !slices.Equal(files, want) {
		t.Errorf("%q", files)
	}
	if got := p.goFolders(files); !slices.Equal(got, []string{"./pkg/kit/a"}) {
		t.Errorf("%q", got)
	}
}
