//go:build cloud

package upload_test

import (
	"bytes"
	"encoding/json"
	"mime/multipart"
	"net/http"
	"testing"

	"herald/internal/testkit"
	"herald/internal/testkit/film"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/platform/upload"
)

// post sends a file with a presigned form, as a browser does, and returns the status.
func post(t *testing.T, f upload.Presigned, body []byte) int {
	t.Helper()
	var buf bytes.Buffer
	m := multipart.NewWriter(&buf)
	for k, v := range f.Fields {
		if err := m.WriteField(k, v); err != nil {
			t.Fatal(err)
		}
	}
	part, err := m.CreateFormFile("file", "file")
	if err == nil {
		_, err = part.Write(body)
	}
	if err == nil {
		err = m.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.Post(f.URL, m.FormDataContentType(), &buf)
	if err != nil {
		t.Fatal(err)
	}
	if err := res.Body.Close(); err != nil {
		t.Fatal(err)
	}
	return res.StatusCode
}

func TestPresignedUpload(t *testing.T) {
	w := on(t, testkit.Cloud(t)) // the conditions of a form are the bucket's own
	presign := func(name string, size int, contentType any) upload.Presigned {
		body := object{"name": name, "size": size}
		if contentType != nil {
			body["type"] = contentType
		}
		a := w.Customer.Post("/uf/uploadfile/presign", body)
		f := testkit.Data[upload.Presigned](a)
		var raw map[string]json.RawMessage
		if err := json.Unmarshal(a.Data, &raw); err != nil || raw["id"] == nil || raw["url"] == nil || raw["fields"] == nil {
			t.Fatalf("%s, %v", a.Raw, err)
		}
		return f
	}
	movie := film.Plain("mp42", 4<<20+1)
	f := presign("film.mp4", len(movie), nil)
	scope := auth.UserScope(w.Customer.User.ID)
	if _, _, err := w.room.Open(ctx, scope, f.ID); !fault.Is(err, "upload.absent") {
		t.Errorf("before it is there: %v", err)
	}
	if status := post(t, f, movie); status/100 != 2 {
		t.Fatalf("the bucket answers %d", status)
	}
	if _, data, err := w.room.Open(ctx, scope, f.ID); err != nil || !bytes.Equal(data, movie) {
		t.Fatalf("%d bytes, %v", len(data), err)
	}
	// The form still writes, but not what was looked at.
	post(t, f, []byte("MZ something else"))
	if _, data, err := w.room.Open(ctx, scope, f.ID); err != nil || !bytes.Equal(data, movie) {
		t.Errorf("the content was changed after it was looked at: %d bytes, %v", len(data), err)
	}
	if got, err := w.room.Find(ctx, auth.Everything, f.ID); err != nil || got.Kind != upload.Video || got.Size != int64(len(movie)) {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := w.room.Find(ctx, auth.UserScope(w.Direct.User.ID), f.ID); fault.As(err) == nil {
		t.Errorf("a foreign file: %v", err)
	}
	lie := presign("numbers.xlsx", 10, "image/png")
	if status := post(t, lie, []byte("MZ\x90\x00\x03")); status/100 != 2 {
		t.Fatalf("the bucket answers %d", status)
	}
	if _, err := w.room.Find(ctx, scope, lie.ID); !fault.Is(err, "upload.none") {
		t.Errorf("an executable as a picture: %v", err)
	}
	if status := post(t, presign("a.txt", 10, "text/html"), bytes.Repeat([]byte("1"), 1<<20+1)); status/100 == 2 {
		t.Errorf("the bucket takes more than a megabyte: %d", status)
	}
}
