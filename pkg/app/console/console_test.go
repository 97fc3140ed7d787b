package console_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"herald/pkg/app/console"
)

// built is a console of some files behind a server.
func built(t *testing.T, o console.Options, files map[string]string) *httptest.Server {
	t.Helper()
	o.Folder = t.TempDir()
	for name, text := range files {
		file := filepath.Join(o.Folder, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	handler, err := console.New(o)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server
}

func get(t *testing.T, address string, header ...string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	answer, err := http.DefaultTransport.RoundTrip(r)
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

var page = map[string]string{"index.html": "<script>boot()</script>" + strings.Repeat("page ", 1000), "icon.svg": "<svg/>",
	"_next/static/a.js": strings.Repeat("code ", 1000)}

// Paths without a dot are the index page. Hashed files are kept for ever, pages are asked for again, and missing files are no pages.
func TestPathsAndCaching(t *testing.T) {
	s := built(t, console.Options{}, page)
	for path, want := range map[string]struct {
		status  int
		file    string
		caching string
	}{
		"/": {200, "index.html", "no-cache"}, "/orders/list": {200, "index.html", "no-cache"}, "/orders?id=1.2": {200, "index.html", "no-cache"},
		"/icon.svg":             {200, "icon.svg", "public, max-age=3600"},
		"/_next/static/a.js":    {200, "_next/static/a.js", "public, max-age=31536000, immutable"},
		"/_next/static/gone.js": {404, "", "no-cache"}, "/../../etc/passwd.txt": {404, "", "no-cache"},
	} {
		answer, text := get(t, s.URL+path)
		if answer.StatusCode != want.status || answer.Header.Get("Cache-Control") != want.caching || want.file != "" && text != page[want.file] {
			t.Errorf("%s: %s, %q, %.40q", path, answer.Status, answer.Header.Get("Cache-Control"), text)
		}
	}
}

// Documents carry the policy with the hashes of their scripts; scripts do not. TLS is required where it ends in front.
func TestSecurityHeaders(t *testing.T) {
	s := built(t, console.Options{Sources: "https://files.example", Secure: true}, page)
	answer, _ := get(t, s.URL+"/orders")
	policy := answer.Header.Get("Content-Security-Policy")
	if !strings.Contains(policy, "script-src 'self' 'sha256-") || !strings.Contains(policy, "connect-src 'self' https://files.example;") {
		t.Errorf("policy %q", policy)
	}
	for _, path := range []string{"/orders", "/_next/static/a.js"} {
		answer, _ := get(t, s.URL+path)
		if h := answer.Header; h.Get("X-Frame-Options") != "DENY" || h.Get("X-Content-Type-Options") != "nosniff" ||
			h.Get("Referrer-Policy") != "no-referrer" || h.Get("Strict-Transport-Security") != "max-age=31536000" {
			t.Errorf("%s: %v", path, h)
		}
	}
	if answer, _ := get(t, s.URL+"/_next/static/a.js"); answer.Header.Get("Content-Security-Policy") != "" {
		t.Error("a script carries the policy of documents")
	}
	if answer, _ := get(t, built(t, console.Options{}, page).URL); answer.Header.Get("Strict-Transport-Security") != "" {
		t.Error("TLS is required of a host without it")
	}
}

// Text is compressed for browsers that accept it. An unchanged page is not sent again.
func TestCompressionAndValidation(t *testing.T) {
	s := built(t, console.Options{}, page)
	answer, text := get(t, s.URL+"/", "Accept-Encoding", "gzip")
	if answer.Header.Get("Content-Encoding") != "gzip" || len(text) > 500 || !strings.Contains(answer.Header.Get("Vary"), "Accept-Encoding") {
		t.Errorf("%d bytes, %v", len(text), answer.Header)
	}
	again, text := get(t, s.URL+"/", "Accept-Encoding", "gzip", "If-None-Match", answer.Header.Get("ETag"))
	if again.StatusCode != http.StatusNotModified || text != "" {
		t.Errorf("%s, %d bytes", again.Status, len(text))
	}
}

// A folder without a console is refused, in a sentence that says what to do.
func TestAFolderWithoutAConsoleIsRefused(t *testing.T) {
	err := console.Options{Folder: t.TempDir()}.Check()
	if err == nil || !strings.Contains(err.Error(), "npm run build") || !strings.Contains(err.Error(), "HERALD_CONSOLE") {
		t.Error(err)
	}
}
