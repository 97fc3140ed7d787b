package contact_test

import (
	"bytes"
	"context"
	"encoding/json"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"

	"herald/pkg/kit/store"
	"herald/pkg/platform/upload"
)

// upload keeps a file of ana's.
func (w *world) upload(lines ...string) string {
	w.t.Helper()
	return w.uploadTo("/uf/uploadfile/contact", "people.txt", []byte(strings.Join(lines, "\n")))
}

func (w *world) uploadTo(path, name string, data []byte) string {
	w.t.Helper()
	var body bytes.Buffer
	m := multipart.NewWriter(&body)
	part, err := m.CreateFormFile("file", name)
	if err != nil {
		w.t.Fatal(err)
	}
	_, _ = part.Write(data) // a buffer takes everything
	if err := m.Close(); err != nil {
		w.t.Fatal(err)
	}
	req := httptest.NewRequest(http.MethodPost, "/api"+path, &body)
	req.Header.Set("Content-Type", m.FormDataContentType())
	req.Header.Set("Authorization", "Bearer ana")
	rec := httptest.NewRecorder()
	w.routes.ServeHTTP(rec, req)
	var out struct{ Data upload.UploadResponse }
	if err := json.Unmarshal(rec.Body.Bytes(), &out); err != nil || rec.Code != http.StatusOK {
		w.t.Fatalf("%s: %s, %v", path, rec.Body, err)
	}
	return out.Data.ID
}

// lose takes an uploaded file of ana's away.
func (w *world) lose(file string) {
	w.t.Helper()
	var ops []store.Op
	for _, scope := range ana.Owner().Scopes() {
		ops = append(ops, store.Op{Verb: store.Delete, Key: store.Key{Table: "platform", PK: "FILE#" + string(scope), SK: file}})
	}
	if err := w.beside.WriteAll(context.Background(), ops); err != nil {
		w.t.Fatal(err)
	}
}
