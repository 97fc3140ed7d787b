package image_test

import (
	"archive/tar"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/validate"

	"herald/localstack/image"
)

func input(t *testing.T, arch string) image.Input {
	t.Helper()
	program := filepath.Join(t.TempDir(), "program")
	if out, err := exec.Command("go", "build", "-o", program, "herald/tools/phones").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	pages := t.TempDir()
	for name, content := range map[string]string{"index.html": "<html>", "_next/a.js": "1"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(pages, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(pages, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return image.Input{Arch: arch, Program: program, Console: pages, Lock: "../../web/package-lock.json", Version: "1.2.3"}
}

func build(t *testing.T, arch string) v1.Image {
	t.Helper()
	made, err := image.Build(input(t, arch))
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// The image holds the program, the console and the bill of materials, belongs to root, and runs as a user that owns nothing.
func TestContentOfTheImage(t *testing.T) {
	made := build(t, "arm64")
	file, err := made.ConfigFile()
	if err != nil {
		t.Fatal(err)
	}
	c := file.Config
	if file.Architecture != "arm64" || file.OS != "linux" || c.User != "65532:65532" || !slices.Equal(c.Entrypoint, []string{"/herald"}) ||
		!slices.Equal(c.Cmd, []string{"serve"}) ||
		!slices.Equal(c.Env, []string{"HERALD_CONSOLE=/console"}) || c.Labels["org.opencontainers.image.version"] != "1.2.3" {
		t.Errorf("%+v", file)
	}
	files := mutate.Extract(made)
	defer files.Close()
	modes, bill := map[string]int64{}, []byte(nil)
	for r := tar.NewReader(files); ; {
		h, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		modes[strings.TrimSuffix(h.Name, "/")] = h.Mode
		if h.Uid != 0 || h.Gid != 0 || h.ModTime.Unix() != 0 {
			t.Errorf("%s is of %d:%d, %s", h.Name, h.Uid, h.Gid, h.ModTime)
		}
		if h.Name == "sbom.cdx.json" {
			if bill, err = io.ReadAll(r); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, mode := range map[string]int64{"herald": 0o755, "tmp": 0o1777, "console/index.html": 0o644, "console/_next/a.js": 0o644, "etc/passwd": 0o644} {
		if modes[name] != mode {
			t.Errorf("%s has mode %o, want %o", name, modes[name], mode)
		}
	}
	var parts struct{ Components []struct{ PURL string } }
	if err := json.Unmarshal(bill, &parts); err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for _, p := range parts.Components {
		name := p.PURL[:strings.LastIndex(p.PURL, "@")]
		listed[name] = true
	}
	for name, want := range map[string]bool{"pkg:golang/stdlib": true, "pkg:golang/github.com/nyaruka/phonenumbers": true, "pkg:npm/antd": true,
		"pkg:npm/%40ant-design/icons": true, "pkg:npm/vitest": false} {
		if listed[name] != want {
			t.Errorf("%s is listed: %t", name, !want)
		}
	}
}

// The same input gives the same image, whose files other programs can read.
func TestTheImageIsReproducible(t *testing.T) {
	first, second := build(t, "amd64"), build(t, "amd64")
	a, err := first.Digest()
	if err != nil {
		t.Fatal(err)
	}
	if b, err := second.Digest(); err != nil || a != b {
		t.Errorf("%s and %s: %v", a, b, err)
	}
	index, err := image.Index(first, build(t, "arm64"))
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(t.TempDir(), "oci")
	if err := image.WriteLayout(folder, index); err != nil {
		t.Fatal(err)
	}
	read, err := layout.ImageIndexFromPath(folder)
	if err != nil {
		t.Fatal(err)
	}
	if err := validate.Index(read); err != nil {
		t.Error(err)
	}
	archive := filepath.Join(t.TempDir(), "herald.tar")
	if err := image.WriteArchive(archive, "herald:1.2.3", first); err != nil {
		t.Fatal(err)
	}
	loaded, err := tarball.ImageFromPath(archive, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := validate.Image(loaded); err != nil {
		t.Error(err)
	}
}

// A folder without a built console, and what is no program of Go, make no image.
func TestWhatMakesNoImage(t *testing.T) {
	in := input(t, "amd64")
	for name, change := range map[string]func(in *image.Input){
		"holds no built console": func(in *image.Input) { in.Console = t.TempDir() },
		"unrecognized file":      func(in *image.Input) { in.Program = in.Console + "/index.html" },
		"no such file":           func(in *image.Input) { in.Lock = "none" },
	} {
		wrong := in
		change(&wrong)
		if _, err := image.Build(wrong); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%v, want %q", err, name)
		}
	}
}
