// Package blobtest has what every store of files must do, for tests of each of them.
package blobtest

import (
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"herald/pkg/kit/blob"
)

// Run tests a store, whose links client can follow. unchecked are changes that a stand-in for a store lets pass: "link <parameter>" and
// "form <field>".
func Run(t *testing.T, files blob.Store, client *http.Client, unchecked ...string) {
	s := suite{files, client, unchecked}
	t.Run("objects", s.objects)
	t.Run("links", s.links)
	t.Run("forms", s.forms)
	t.Run("changed forms", s.changedForms)
}

type suite struct {
	files     blob.Store
	client    *http.Client
	unchecked []string
}

// Content is a content of a size, in which no two places are alike.
func Content(size int) []byte {
	b := make([]byte, size)
	for i := range b {
		b[i] = byte(i ^ i>>8 ^ i>>16)
	}
	return b
}

func (s suite) get(t *testing.T, key string) []byte {
	t.Helper()
	b, err := s.files.Get(t.Context(), key, 10<<20)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Objects of any size are kept as they are, replaced, deleted twice, and read up to a limit.
func (s suite) objects(t *testing.T) {
	ctx := t.Context()
	if _, err := s.files.Get(ctx, "o/none", 10); !errors.Is(err, blob.ErrMissing) {
		t.Errorf("a missing object: %v", err)
	}
	for _, size := range []int{0, 1, 256 << 10, 256<<10 + 1, 1<<20 - 1} {
		want := Content(size)
		if err := s.files.Put(ctx, "o/one", "text/plain", want); err != nil {
			t.Fatal(err)
		}
		if got := s.get(t, "o/one"); !bytes.Equal(got, want) {
			t.Errorf("%d bytes came back as %d", size, len(got))
		}
	}
	if err := s.files.PutFile(ctx, "o/one", "text/plain", strings.NewReader("12345")); err != nil {
		t.Fatal(err)
	}
	if got, err := s.files.Get(ctx, "o/one", 5); err != nil || string(got) != "12345" {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := s.files.Get(ctx, "o/one", 4); err == nil || !strings.Contains(err.Error(), "larger than 4 bytes") {
		t.Errorf("%q, %v", got, err)
	}
	for range 2 {
		if err := s.files.Delete(ctx, "o/one"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.files.Get(ctx, "o/one", 10); !errors.Is(err, blob.ErrMissing) {
		t.Errorf("a deleted object: %v", err)
	}
}

// fetch makes a request and gives status, headers and content.
func (s suite) fetch(t *testing.T, method, address string, header http.Header) (*http.Response, []byte) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	maps.Copy(r.Header, header)
	answer, err := s.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer, body
}

// A link saves one file under a name, whole or in parts. A link that was changed gives nothing.
func (s suite) links(t *testing.T) {
	const key, name = "l/a b+ü", `balance "May" 余额.xlsx`
	want := Content(600 << 10)
	for _, k := range []string{key, "l/other"} {
		if err := s.files.Put(t.Context(), k, "application/pdf", want); err != nil {
			t.Fatal(err)
		}
	}
	link, err := s.files.Link(t.Context(), key, name, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	answer, got := s.fetch(t, http.MethodGet, link, nil)
	if answer.StatusCode != http.StatusOK || !bytes.Equal(got, want) || answer.Header.Get("Content-Type") != "application/pdf" {
		t.Errorf("%s %v, %d bytes", answer.Status, answer.Header, len(got))
	}
	if kind, _, err := mime.ParseMediaType(answer.Header.Get("Content-Disposition")); err != nil || kind != "attachment" {
		t.Errorf("it is saved by %q", answer.Header.Get("Content-Disposition"))
	}
	for part, body := range map[string][]byte{"bytes=262140-262150": want[262140:262151], "bytes=-3": want[len(want)-3:]} {
		answer, got := s.fetch(t, http.MethodGet, link, http.Header{"Range": {part}})
		if answer.StatusCode != http.StatusPartialContent || !bytes.Equal(got, body) {
			t.Errorf("%s: %s, %d bytes", part, answer.Status, len(got))
		}
	}
	u, err := url.Parse(link)
	if err != nil {
		t.Fatal(err)
	}
	other := *u
	other.Path, other.RawPath = strings.Replace(u.Path, key, "l/other", 1), ""
	s.refused(t, http.MethodGet, other.String())
	s.refused(t, http.MethodDelete, link)
	for param := range u.Query() {
		if slices.Contains(s.unchecked, "link "+param) {
			continue
		}
		changed, query := *u, u.Query()
		query.Set(param, query.Get(param)+"0")
		changed.RawQuery = query.Encode()
		s.refused(t, http.MethodGet, changed.String())
	}
}

func (s suite) refused(t *testing.T, method, link string) {
	t.Helper()
	answer, body := s.fetch(t, method, link, nil)
	if answer.StatusCode < 400 || answer.StatusCode > 499 || len(body) > 20_000 { // S3 tells what it signed
		t.Errorf("%s %s: %s", method, link, answer.Status)
	}
}

// Post sends a form with a file, as the console does, and gives the status.
func Post(ctx context.Context, client *http.Client, form blob.Form, content []byte) (int, error) {
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for name, value := range form.Fields {
		if err := w.WriteField(name, value); err != nil {
			return 0, err
		}
	}
	part, err := w.CreateFormFile("file", "x.bin")
	if err == nil {
		_, err = part.Write(content)
	}
	if err = errors.Join(err, w.Close()); err != nil {
		return 0, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, form.URL, &body)
	if err != nil {
		return 0, err
	}
	r.Header.Set("Content-Type", w.FormDataContentType())
	answer, err := client.Do(r)
	if err != nil {
		return 0, err
	}
	return answer.StatusCode, answer.Body.Close()
}

func (s suite) post(t *testing.T, form blob.Form, size int) int {
	t.Helper()
	status, err := Post(t.Context(), s.client, form, Content(size))
	if err != nil {
		t.Fatal(err)
	}
	return status
}

func (s suite) form(t *testing.T, key string, limit int64) blob.Form {
	t.Helper()
	form, err := s.files.UploadForm(t.Context(), key, "application/octet-stream", limit, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	return form
}

// A form takes files of up to its limit, again and again, and neither larger nor empty ones.
func (s suite) forms(t *testing.T) {
	const limit = 300 << 10
	form := s.form(t, "p/one", limit)
	for _, size := range []int{1, limit} {
		if status := s.post(t, form, size); status < 200 || status > 299 {
			t.Fatalf("%d bytes: status %d", size, status)
		}
		if got := s.get(t, "p/one"); !bytes.Equal(got, Content(size)) {
			t.Errorf("%d bytes came back as %d", size, len(got))
		}
	}
	for _, size := range []int{0, limit + 1, 2 * limit} {
		if status := s.post(t, form, size); status < 400 || status > 499 {
			t.Errorf("%d bytes: status %d", size, status)
		}
	}
	if got := s.get(t, "p/one"); !bytes.Equal(got, Content(limit)) {
		t.Errorf("a refused upload left %d bytes", len(got))
	}
}

// A form whose fields were changed takes nothing.
func (s suite) changedForms(t *testing.T) {
	for field := range s.form(t, "p/changed", 100).Fields {
		for name, change := range map[string]func(blob.Form){
			"changed": func(f blob.Form) { f.Fields[field] += "x" }, "missing": func(f blob.Form) { delete(f.Fields, field) }} {
			if name == "changed" && slices.Contains(s.unchecked, "form "+field) {
				continue
			}
			form := s.form(t, "p/changed", 100)
			change(form)
			if status := s.post(t, form, 10); status < 400 || status > 499 {
				t.Errorf("%s is %s: status %d", field, name, status)
			}
		}
	}
	for _, key := range []string{"p/changed", "p/changedx"} {
		if _, err := s.files.Get(t.Context(), key, 100); !errors.Is(err, blob.ErrMissing) {
			t.Errorf("%s: %v", key, err)
		}
	}
}
