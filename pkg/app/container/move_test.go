//go:build postgres

package container

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"herald/internal/postgrestest"
	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/app/manifest"
	"herald/pkg/app/move"
	"herald/pkg/kit/blob"
	"herald/pkg/kit/config"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
)

// home is a place of the tests for an installation's data that no process serves.
type home struct {
	*move.Home
	env  *app.Env
	said bytes.Buffer
}

// homeOnPostgres opens a schema.
func homeOnPostgres(t *testing.T, aws *testkit.Env, schema string) *home {
	t.Helper()
	cfg := *aws.Config
	cfg.Name, cfg.PublicURL, cfg.Container.Files = schema, "", true
	h := &home{env: app.Build(&cfg, aws.AWS, aws.Meter, aws.Now)}
	d, err := openDatabase(t.Context(), config.Postgres{URL: postgrestest.URL(t)}, h.env)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	h.Home = homeOf(h.env, d, &h.said)
	return h
}

func (h *home) export(t *testing.T, live bool) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "export")
	if err := h.Export(t.Context(), folder, move.Options{ID: h.env.IDs.Next(), Live: live, Out: &h.said}); err != nil {
		t.Fatal(err)
	}
	return folder
}

func (h *home) take(t *testing.T, folder string) error {
	t.Helper()
	return h.Import(t.Context(), folder, move.ImportOptions{Rehearsal: true, Out: &h.said})
}

// content is all that a home holds, a line each.
func (h *home) content(t *testing.T) (all []string) {
	t.Helper()
	for _, table := range h.Tables {
		for segment := range h.Rows.Segments() {
			if err := h.Rows.Each(t.Context(), table, segment, func(doc []byte) error {
				var row any
				err := json.Unmarshal(doc, &row)
				text, _ := json.Marshal(row) // with its names in order
				if !bytes.Contains(text, []byte(`"INSTALLATION"`)) {
					all = append(all, table+" "+string(text))
				}
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
	}
	slices.Sort(all)
	return all
}

// same compares two lists and shows the first difference.
func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	if slices.Equal(got, want) {
		return
	}
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			t.Fatalf("%s: %d lines for %d; the first difference is\n%s\nfor\n%s", what, len(got), len(want), got[i], want[i])
		}
	}
	t.Fatalf("%s: %d lines for %d", what, len(got), len(want))
}

// buckets are the stores of files.
func (h *home) buckets() (uploads, files blob.Store) {
	if h.env.Uploads != nil {
		return h.env.Uploads, h.env.Files
	}
	client := h.Home.Files.(move.S3Files).Client
	return blob.New(client, client, h.env.Config.Buckets["upload"]), blob.New(client, client, h.env.Config.Buckets["file"])
}

// seed fills a home with a row of each table, a file of each bucket, a message and a dead letter.
func (h *home) seed(t *testing.T) {
	t.Helper()
	var ops []store.Op
	for _, table := range manifest.Tables {
		ops = append(ops, store.Op{Verb: store.Put, Key: store.Key{Table: table.Name, PK: "X#<&>\u2028", SK: "1"}, Item: map[string]any{"n": 1,
			"b": []byte{0, 255}, "l": []any{"a", nil, true, map[string]any{"z": 1.5, "a": "é"}}}},
			store.Op{Verb: store.Put, Key: store.Key{Table: table.Name, PK: strings.Repeat("long", 400), SK: "2"}, Item: map[string]any{"ttl": 4e9}})
	}
	if err := h.DB.WriteAll(t.Context(), ops); err != nil {
		t.Fatal(err)
	}
	uploads, files := h.buckets()
	if err := uploads.Put(t.Context(), "a/长 名.txt", "text/plain; charset=utf-8", bytes.Repeat([]byte("0123456789"), 60_000)); err != nil {
		t.Fatal(err)
	}
	if err := files.Put(t.Context(), "empty", "application/zip", nil); err != nil {
		t.Fatal(err)
	}
	if err := h.env.Queues.Send(t.Context(), "receipt", queue.New("one", "acme", 1)); err != nil {
		t.Fatal(err)
	}
	dead := move.Message{Body: []byte(`{"k":"dead","b":1}`), Dead: true, Tries: 5, Visible: h.Now()}
	if err := h.Messages.Put(t.Context(), "send", []move.Message{dead}); err != nil {
		t.Fatal(err)
	}
}

// breaking are files that cannot be written.
type breaking struct{ move.Files }

func (breaking) Put(context.Context, string, move.File, io.ReadSeeker) error {
	return errors.New("the network is gone")
}

// unread are files that cannot be read.
type unread struct{ move.Files }

func (unread) Each(context.Context, string, func(move.File, io.Reader) error) error {
	return errors.New("the network is gone")
}

func want(t *testing.T, err error, words ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("it was accepted, and should say %q", words)
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("%q does not say %q", err, w)
		}
	}
	if strings.Contains(err.Error(), "\n") {
		t.Errorf("%q is more than a sentence", err)
	}
}

// Everything arrives in another installation as it was, and the source is closed until it is opened again.
func TestAnInstallationMoves(t *testing.T) {
	aws := testkit.Memory(t)
	source, target := homeOnPostgres(t, aws, postgrestest.Name(t)), homeOnPostgres(t, aws, postgrestest.Name(t))
	source.seed(t)
	folder := source.export(t, false)
	want(t, move.Check(t.Context(), source.DB), "exported", "reopen")
	files := source.Files
	source.Files = unread{files}
	want(t, source.Export(t.Context(), filepath.Join(t.TempDir(), "again"), move.Options{ID: "2", Out: &source.said}), "network is gone")
	source.Files = files
	want(t, move.Check(t.Context(), source.DB), "exported") // an export that fails opens nothing that moved before
	if err := target.take(t, folder); err != nil {
		t.Fatal(err)
	}
	same(t, "rows", target.content(t), source.content(t))
	sameFiles(t, target, source)
	sameMessages(t, target, source)
	if err := move.Check(t.Context(), target.DB); err != nil {
		t.Error(err)
	}
	if err := move.Reopen(t.Context(), source.DB); err != nil {
		t.Error(err)
	}
	if err := move.Check(t.Context(), source.DB); err != nil {
		t.Error(err)
	}
}

// A folder that is not whole, or of a newer program, changes nothing.
func TestAFolderThatCannotBeUsedIsRefused(t *testing.T) {
	aws := testkit.Memory(t)
	source, target := homeOnPostgres(t, aws, postgrestest.Name(t)), homeOnPostgres(t, aws, postgrestest.Name(t))
	source.seed(t)
	folder := source.export(t, true)
	want(t, target.Import(t.Context(), folder, move.ImportOptions{Out: &target.said}), "while the product served", "-rehearsal")
	header := filepath.Join(folder, "herald.json")
	text, err := os.ReadFile(header)
	if err != nil {
		t.Fatal(err)
	}
	change := func(name string, to []byte) (back func()) {
		was, err := os.ReadFile(filepath.Join(folder, name))
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, name), to, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		return func() { _ = os.WriteFile(filepath.Join(folder, name), was, 0o600) }
	}
	for name, words := range map[string][]string{"rows/credit-0-0000.zst": {"rows/credit-0-0000.zst", "damaged", "nothing was imported"},
		"files/upload-0000.tar.zst": {"files/upload-0000.tar.zst", "damaged"}, "SHA256SUMS": {"missing", "copy the folder again"}} {
		was, _ := os.ReadFile(filepath.Join(folder, name)) // change reads it too
		back := change(name, append(slices.Clone(was[:len(was)-1]), 'x'))
		want(t, target.take(t, folder), words...)
		back()
	}
	back := change("herald.json", bytes.Replace(text, []byte(`"format": 1`), []byte(`"format": 9`), 1))
	want(t, target.take(t, folder), "format 9", "newer program")
	back()
	if err := os.Rename(filepath.Join(folder, "SHA256SUMS"), filepath.Join(folder, "x")); err != nil {
		t.Fatal(err)
	}
	want(t, target.take(t, folder), "not whole", "export again")
	want(t, target.take(t, t.TempDir()), "holds no export")
	if got := target.content(t); len(got) > 0 {
		t.Errorf("%d rows were written", len(got))
	}
	if err := move.Check(t.Context(), target.DB); err != nil {
		t.Error(err)
	}
}

// An import that was interrupted closes the installation until it was begun again, with the same export and no other.
func TestAnInterruptedImportIsBegunAgain(t *testing.T) {
	aws := testkit.Memory(t)
	source, target := homeOnPostgres(t, aws, postgrestest.Name(t)), homeOnPostgres(t, aws, postgrestest.Name(t))
	source.seed(t)
	folder, other := source.export(t, true), source.export(t, true)
	files := target.Files
	target.Files = breaking{files}
	want(t, target.take(t, folder), "the network is gone")
	want(t, move.Check(t.Context(), target.DB), "not complete", "same folder")
	want(t, books(t.Context(), target.Home, &target.said), "not complete", "same folder")
	want(t, move.Reopen(t.Context(), target.DB), "not complete")
	target.Files = files
	want(t, target.take(t, other), "another export")
	if err := target.take(t, folder); err != nil {
		t.Fatal(err)
	}
	same(t, "rows", target.content(t), source.content(t))
	if err := errors.Join(move.Check(t.Context(), target.DB), books(t.Context(), target.Home, &target.said)); err != nil {
		t.Error(err)
	}
}

// An installation that is in use, a running copy, and other keys are refused, and nothing is written.
func TestAHomeThatCannotBeFilledIsRefused(t *testing.T) {
	aws := testkit.Memory(t)
	source, target := homeOnPostgres(t, aws, postgrestest.Name(t)), homeOnPostgres(t, aws, postgrestest.Name(t))
	source.seed(t)
	folder := source.export(t, true)
	key := target.Keys["HERALD_SECRET_LINK_KEY"]
	target.Keys["HERALD_SECRET_LINK_KEY"] = []string{"another"}
	want(t, target.take(t, folder), "HERALD_SECRET_LINK_KEY", "-new-keys")
	target.Keys["HERALD_SECRET_LINK_KEY"] = key
	if err := target.env.Files.Put(t.Context(), "a", "text/plain", []byte("a")); err != nil {
		t.Fatal(err)
	}
	want(t, target.take(t, folder), "in use", "bucket file", "HERALD_NAME")
	if err := target.env.Files.Delete(t.Context(), "a"); err != nil {
		t.Fatal(err)
	}
	person := store.Op{Verb: store.Put, Key: store.Key{Table: "platform", PK: "U#1", SK: "U"}, Item: map[string]any{"a": 1}}
	if _, err := target.DB.Write(t.Context(), person); err != nil {
		t.Fatal(err)
	}
	want(t, target.take(t, folder), "in use", "table platform")
	if got := target.content(t); len(got) != 1 {
		t.Errorf("%d rows", len(got))
	}
	none := homeOnPostgres(t, aws, postgrestest.Name(t))
	want(t, none.Export(t.Context(), filepath.Join(t.TempDir(), "x"), move.Options{ID: "1", Out: &none.said}), "no rows", "HERALD_NAME")
	running := homeOnPostgres(t, aws, source.Home.Name)
	if held, err := running.Exclusive(t.Context()); err != nil || !held {
		t.Fatal(held, err)
	}
	want(t, source.Export(t.Context(), filepath.Join(t.TempDir(), "x"), move.Options{ID: "1", Out: &source.said}), "stop it")
	if err := move.Check(t.Context(), source.DB); err != nil {
		t.Error(err)
	}
}

// moves exports a product that has worked and imports it at another home, whose books hold the same.
func moves(t *testing.T, source, target *home) {
	t.Helper()
	if err := target.take(t, source.export(t, false)); err != nil {
		t.Fatalf("%v\n%s", err, target.said.String())
	}
	same(t, "rows", target.content(t), source.content(t))
	was, _, err := source.ReadBooks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	is, differences, err := target.ReadBooks(t.Context())
	if err != nil || len(differences) > 0 || was.String() != is.String() || is.Entries == 0 {
		t.Errorf("books %s, at the source %s: %v (%v)", is, was, differences, err)
	}
}

// sameFiles compares all files of two homes: names, types and contents.
func sameFiles(t *testing.T, got, want *home) {
	t.Helper()
	all := func(h *home) (lines []string) {
		for _, bucket := range h.Buckets {
			if err := h.Home.Files.Each(t.Context(), bucket, func(f move.File, body io.Reader) error {
				sum := sha256.New()
				n, err := io.Copy(sum, body)
				lines = append(lines, fmt.Sprintf("%s %s %s %d %d %x", bucket, f.Key, f.Type, f.Size, n, sum.Sum(nil)))
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		return lines
	}
	if lines := all(want); len(lines) != 2 {
		t.Errorf("%d files", len(lines))
	}
	same(t, "files", all(got), all(want))
}

// sameMessages compares the messages and dead letters of two homes.
func sameMessages(t *testing.T, got, want *home) {
	t.Helper()
	all := func(h *home) (lines []string) {
		found := make([][]string, len(h.QueueNames))
		errs := parallel.Each(len(found), len(found), func(i int) error {
			return h.Messages.Each(t.Context(), h.QueueNames[i], func(m move.Message) error {
				found[i] = append(found[i], fmt.Sprintf("%s %s %s %v", h.QueueNames[i], m.Group, m.Body, m.Dead))
				return nil
			})
		})
		if err := errors.Join(errs...); err != nil {
			t.Fatal(err)
		}
		return slices.Concat(found...)
	}
	if lines := all(want); len(lines) != 2 {
		t.Errorf("%d messages", len(lines))
	}
	same(t, "messages", all(got), all(want))
}
