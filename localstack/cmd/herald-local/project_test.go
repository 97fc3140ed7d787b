package main

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"context"
	"errors"
	"io"
	"os"
	"testing"
)

func TestTheSameBinaryGivesTheSameArchive(t *testing.T) {
	one, err := archiveOf([]byte("binary"), flate.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	two, err := archiveOf([]byte("binary"), flate.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(one, two) {
		t.Error("two archives of one binary differ")
	}
	r, err := zip.NewReader(bytes.NewReader(one), int64(len(one)))
	if err != nil {
		t.Fatal(err)
	}
	f, err := r.File[0].Open()
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(f)
	if err != nil || string(content) != "binary" || r.File[0].Name != "bootstrap" || r.File[0].Mode().Perm() != 0o755 {
		t.Errorf("%q %v %v", content, r.File[0].Mode(), err)
	}
}

func TestWorkIsDoneOncePerContent(t *testing.T) {
	p := project(t.TempDir())
	count := 0
	work := func() error { count++; return nil }
	for _, content := range []string{"a", "a", "b", "b", "a"} {
		if err := p.once(p.path("deep", "stamp"), content, work); err != nil {
			t.Fatal(err)
		}
	}
	if count != 3 {
		t.Errorf("%d times", count)
	}
	failing := errors.New("no")
	if err := p.once(p.path("deep", "stamp"), "c", func() error { return failing }); !errors.Is(err, failing) {
		t.Error(err)
	}
	if err := p.once(p.path("deep", "stamp"), "c", work); err != nil || count != 4 {
		t.Errorf("work that failed is not repeated: %d %v", count, err)
	}
}

func TestTheDigestChangesWithSourcesOnly(t *testing.T) {
	p := project(t.TempDir())
	write := func(name, text string) string {
		t.Helper()
		if err := os.MkdirAll(p.path("web", "src"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(p.path("web", "node_modules"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p.path("web", name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		digest, err := p.digest("web", "absent")
		if err != nil {
			t.Fatal(err)
		}
		return digest
	}
	first := write("src/a.ts", "1")
	if write("node_modules/x.js", "1") != first || write("next-env.d.ts", "1") != first {
		t.Error("a result counts as a source")
	}
	if write("src/a.ts", "2") == first {
		t.Error("an edit does not count")
	}
}

func TestTheFirstErrorEndsTheOthers(t *testing.T) {
	failing := errors.New("no")
	err := together(context.Background(),
		func(context.Context) error { return failing },
		func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() },
	)
	if !errors.Is(err, failing) {
		t.Error(err)
	}
}

func TestSecretsAreMadeUpOnceAndSetByTheEnvironment(t *testing.T) {
	file := t.TempDir() + "/secrets.json"
	t.Setenv("HERALD_WHATSAPP_TOKEN", "mine")
	first, err := readWhatsApp(file)
	if err != nil {
		t.Fatal(err)
	}
	second, err := readWhatsApp(file)
	if err != nil {
		t.Fatal(err)
	}
	if first.Secrets["auth/key"] == "" || first.Secrets["auth/key"] != second.Secrets["auth/key"] {
		t.Error("the secrets changed between two starts")
	}
	var kept map[string]string
	if err := readJSON(file, &kept); err != nil || second.Secrets["whatsapp/token"] != "mine" || kept["whatsapp/token"] == "mine" {
		t.Errorf("token %q, kept %q, %v", second.Secrets["whatsapp/token"], kept["whatsapp/token"], err)
	}
}
