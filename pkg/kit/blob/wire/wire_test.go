package wire_test

import (
	"bytes"
	"context"
	"errors"
	"mime/multipart"
	"net/http"
	"testing"
	"time"

	"herald/pkg/kit/blob"
	"herald/pkg/kit/blob/wire"
)

// The in-memory server behaves for the SDK's client as blob's callers require. Objects are returned, a missing one is ErrMissing, its
// deletion is no error, and a form uploads a file to its key.
func TestWireIsS3(t *testing.T) {
	ctx, server := context.Background(), wire.New()
	client := wire.Client(server)
	files := blob.New(client, client, "files")
	if _, err := files.Get(ctx, "a/b", 10); !errors.Is(err, blob.ErrMissing) {
		t.Fatalf("a missing object: %v", err)
	}
	if err := files.Put(ctx, "a/b", "text/plain", []byte("hello")); err != nil {
		t.Fatal(err)
	}
	if body, err := files.Get(ctx, "a/b", 10); err != nil || string(body) != "hello" {
		t.Fatalf("%q, %v", body, err)
	}
	for range 2 {
		if err := files.Delete(ctx, "a/b"); err != nil {
			t.Fatal(err)
		}
	}
	form, err := files.UploadForm(ctx, "p/x", "text/plain", 100, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for k, v := range form.Fields {
		if err := w.WriteField(k, v); err != nil {
			t.Fatal(err)
		}
	}
	part, err := w.CreateFormFile("file", "x.txt")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := part.Write([]byte("posted")); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, form.URL, &body)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", w.FormDataContentType())
	res, err := server.RoundTrip(req)
	if err != nil || res.StatusCode != http.StatusNoContent {
		t.Fatalf("%v, %v", res, err)
	}
	defer res.Body.Close()
	if body, err := files.Get(ctx, "p/x", 10); err != nil || string(body) != "posted" {
		t.Fatalf("%q, %v", body, err)
	}
}
