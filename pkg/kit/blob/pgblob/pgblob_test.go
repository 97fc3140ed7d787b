//go:build postgres

package pgblob_test

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"herald/internal/blobtest"
	"herald/internal/postgrestest"
	"herald/internal/testkit"
	"herald/pkg/kit/blob"
	"herald/pkg/kit/blob/pgblob"
)

var keys = [][]byte{[]byte("a key that signs links, 32 bytes!")}

// installation has the files of a schema of its own, whose links lead to a server of the test.
func installation(t *testing.T, breaker *postgrestest.Breaker) (*pgblob.Files, *testkit.Time) {
	t.Helper()
	clock := &testkit.Time{}
	f := pgblob.New(pgblob.Options{Database: postgrestest.Open(t, breaker), Keys: keys, Now: clock.Now,
		Log: func(line map[string]any) { t.Errorf("%v", line) }})
	server := httptest.NewServer(f)
	t.Cleanup(server.Close)
	f.Public = server.URL
	return f, clock
}

// PostgreSQL does what is asked of every store.
func TestPostgresIsAStore(t *testing.T) {
	f, _ := installation(t, nil)
	blobtest.Run(t, f.Bucket("file"), http.DefaultClient)
	if _, err := f.Bucket("upload").Get(t.Context(), "p/one", 1<<20); !errors.Is(err, blob.ErrMissing) {
		t.Errorf("another bucket has it: %v", err)
	}
}

func get(t *testing.T, link, language string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, link, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept-Language", language)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer, string(text)
}

// An expired link and one that was changed give the same sentence, in the reader's language. Forms expire too.
func TestLinksExpire(t *testing.T) {
	f, clock := installation(t, nil)
	b := f.Bucket("file")
	if err := b.Put(t.Context(), "a", "text/plain", []byte("hello")); err != nil {
		t.Fatal(err)
	}
	link, err := b.Link(t.Context(), "a", "a.txt", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	form, err := b.UploadForm(t.Context(), "b", "text/plain", 10, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	clock.Add(59 * time.Second)
	if answer, text := get(t, link, "en"); answer.StatusCode != http.StatusOK || text != "hello" {
		t.Errorf("within its life: %s %q", answer.Status, text)
	}
	const sentence = "This link has expired or was changed. Go back to the page to get a new one."
	changed := strings.Replace(link, "a.txt", "b.txt", 1)
	if answer, text := get(t, changed, "en"); answer.StatusCode != http.StatusForbidden || text != sentence {
		t.Errorf("changed: %s %q", answer.Status, text)
	}
	clock.Add(time.Second)
	if answer, text := get(t, link, "en"); answer.StatusCode != http.StatusForbidden || text != sentence {
		t.Errorf("expired: %s %q", answer.Status, text)
	}
	if _, text := get(t, link, "pt-BR"); !strings.HasPrefix(text, "Este link expirou") {
		t.Errorf("in Portuguese: %q", text)
	}
	if status, err := blobtest.Post(t.Context(), http.DefaultClient, form, []byte("late")); err != nil || status != http.StatusForbidden {
		t.Errorf("an expired form: %d, %v", status, err)
	}
}

// While keys are exchanged, links of the old key hold.
func TestKeysOfLinksAreExchanged(t *testing.T) {
	f, _ := installation(t, nil)
	b := f.Bucket("file")
	if err := b.Put(t.Context(), "a", "text/plain", []byte("hello")); err != nil {
		t.Fatal(err)
	}
	link, err := b.Link(t.Context(), "a", "a.txt", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	for status, now := range map[int][][]byte{http.StatusOK: {[]byte("another key"), keys[0]}, http.StatusForbidden: {[]byte("another key")}} {
		f.Keys = now
		if answer, _ := get(t, link, "en"); answer.StatusCode != status {
			t.Errorf("%d keys: %s", len(now), answer.Status)
		}
	}
}

// What a user uploaded cannot act in the console's origin: a page is saved, and without rights where it is shown.
func TestAPageOfAUserHasNoRights(t *testing.T) {
	f, _ := installation(t, nil)
	b := f.Bucket("upload")
	if err := b.Put(t.Context(), "a", "text/html", []byte("<script>steal()</script>")); err != nil {
		t.Fatal(err)
	}
	link, err := b.Link(t.Context(), "a", "a.html", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	answer, _ := get(t, link, "en")
	h := answer.Header
	if !strings.HasPrefix(h.Get("Content-Disposition"), "attachment") || !strings.Contains(h.Get("Content-Security-Policy"), "sandbox") ||
		h.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("%v", h)
	}
}

// chunks counts the chunks of all contents.
func chunks(t *testing.T, f *pgblob.Files) (n int) {
	t.Helper()
	if err := postgrestest.Connect(t).QueryRow(t.Context(), "select count(*) from "+f.Database.Table("file_chunks")).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// Contents of files that were replaced, deleted or expired, and of uploads that broke, are removed, and no others.
func TestSweepRemovesWhatNoFileHas(t *testing.T) {
	f, _ := installation(t, nil)
	b, ctx := f.Bucket("upload"), t.Context()
	for _, key := range []string{"p/old", "p/new", "u/kept", "u/gone", "u/twice", "u/twice"} {
		if err := b.Put(ctx, key, "text/plain", []byte(key)); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Delete(ctx, "u/gone"); err != nil {
		t.Fatal(err)
	}
	broken := io.MultiReader(bytes.NewReader(blobtest.Content(300<<10)), failing{})
	if err := b.PutFile(ctx, "u/broken", "text/plain", seeker{broken}); err == nil {
		t.Error("a body that breaks was stored")
	}
	rules := []pgblob.Rule{{Bucket: "upload", Prefix: "p/", Days: 1}}
	if err := f.Sweep(ctx, rules); err != nil || chunks(t, f) != 7 { // six, and a whole chunk of the broken one
		t.Errorf("before their time: %d (%v)", chunks(t, f), err)
	}
	files, left := f.Database.Table("files"), f.Database.Table("file_leftovers")
	postgrestest.Exec(t, "update "+files+" set made = now() - interval '25 hours' where name in ('p/old', 'u/kept')",
		"update "+left+" set until = now() - interval '1 second'")
	if err := f.Sweep(ctx, rules); err != nil {
		t.Fatal(err)
	}
	if n := chunks(t, f); n != 3 {
		t.Errorf("%d chunks are left", n)
	}
	for _, key := range []string{"p/new", "u/kept", "u/twice"} {
		if got, err := b.Get(ctx, key, 100); err != nil || string(got) != key {
			t.Errorf("%s: %q, %v", key, got, err)
		}
	}
	if _, err := b.Get(ctx, "p/old", 100); !errors.Is(err, blob.ErrMissing) {
		t.Errorf("an expired file: %v", err)
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

type seeker struct{ io.Reader }

func (seeker) Seek(int64, int) (int64, error) { return 0, errors.New("no") }

// The connection breaks at each call of a write and a read. The file is there, whole.
func TestConnectionsThatBreak(t *testing.T) {
	breaker := &postgrestest.Breaker{}
	f, _ := installation(t, breaker)
	b, want := f.Bucket("file"), blobtest.Content(600<<10)
	step := 3
	if postgrestest.Full() {
		step = 1
	}
	for first, broke := 0, true; broke; first += step {
		breaker.Plan(first%2 == 1, func(call int) bool { return call == first })
		err := b.Put(t.Context(), "a", "text/plain", want)
		got, e := b.Get(t.Context(), "a", 1<<20)
		if err != nil || e != nil || !bytes.Equal(got, want) {
			t.Fatalf("call %d: %d bytes, %v, %v", first, len(got), err, e)
		}
		if err := b.Delete(t.Context(), "a"); err != nil {
			t.Fatalf("call %d: %v", first, err)
		}
		broke = breaker.Broken() > 0
	}
}
