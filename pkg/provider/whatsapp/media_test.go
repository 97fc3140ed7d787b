package whatsapp_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"herald/pkg/provider"
)

func TestUploadMedia(t *testing.T) {
	var product, kind, name, partType, content string
	s := mustServeForm(t, func(w http.ResponseWriter, r *http.Request) {
		product, kind = r.FormValue("messaging_product"), r.FormValue("type")
		f, h, err := r.FormFile("file")
		if err != nil {
			t.Error(err)
			return
		}
		b, err := io.ReadAll(f)
		if err != nil {
			t.Error(err)
		}
		name, partType, content = h.Filename, h.Header.Get("Content-Type"), string(b)
		if r.URL.Path != "/v23.0/1066/media" || r.Header.Get("Authorization") != "Bearer secret-token" {
			t.Errorf("%s %v", r.URL.Path, r.Header)
		}
		io.WriteString(w, `{"id":"4490709327384033"}`)
	})
	id, err := mustAdapter(t, s).UploadMedia(context.Background(), "a \"b\".png", "image/png", []byte("\x89PNG"))
	if err != nil || id != "4490709327384033" {
		t.Fatalf("%q %v", id, err)
	}
	if product != "whatsapp" || kind != "image/png" || name != `a "b".png` || partType != "image/png" || content != "\x89PNG" {
		t.Errorf("form %q %q %q %q %q", product, kind, name, partType, content)
	}
}

func mustServeForm(t *testing.T, h http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}

func TestUploadMediaFailures(t *testing.T) {
	for name, c := range map[string]struct {
		status  int
		body    string
		verdict provider.Verdict
		code    int
	}{
		"refused type":       {400, graphError(100, ""), provider.Rejected, 100},
		"rate limit":         {400, graphError(130429, ""), provider.Retry, 130429},
		"token":              {401, graphError(190, ""), provider.Retry, 190},
		"bare 502":           {502, `<html>`, provider.Unknown, 0},
		"200 without an id":  {200, `{}`, provider.Unknown, 0},
		"200 with a word id": {200, `{"id":"abc"}`, provider.Unknown, 0},
	} {
		t.Run(name, func(t *testing.T) {
			s := mustServe(t, reply(c.status, c.body))
			_, err := mustAdapter(t, s.URL).UploadMedia(context.Background(), "a.png", "image/png", []byte("x"))
			var r *provider.Refusal
			if !errors.As(err, &r) || r.Outcome.Verdict != c.verdict || r.Outcome.Code != c.code {
				t.Errorf("error %v", err)
			}
		})
	}
}
