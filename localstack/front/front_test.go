package front

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"herald/pkg/app/manifest"
)

// site is a front door before a gateway that answers with what it was asked.
func site(t *testing.T, files map[string]string) *httptest.Server {
	t.Helper()
	gateway := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.Copy(io.Discard, r.Body); err != nil {
			panic(http.ErrAbortHandler)
		}
		fmt.Fprintf(w, "%s %s from=%s key=%s", r.Method, r.URL.RequestURI(), r.Header.Get("X-Forwarded-For"),
			r.Header.Values(manifest.OriginHeader))
	}))
	t.Cleanup(gateway.Close)
	cloud, err := url.Parse(gateway.URL)
	if err != nil {
		t.Fatal(err)
	}
	web := t.TempDir()
	for name, text := range files {
		file := filepath.Join(web, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	door := httptest.NewServer(New(Options{Cloud: cloud, HTTPAPI: "h1", SocketAPI: "s1", Web: web, Key: "the key"}))
	t.Cleanup(door.Close)
	return door
}

func get(t *testing.T, address string, header ...string) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequest(http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	answer, err := http.DefaultTransport.RoundTrip(request)
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

func TestPathsGoWhereTheDistributionSendsThem(t *testing.T) {
	door := site(t, map[string]string{"index.html": "the page", "icon.svg": "<svg/>", "_next/static/a.js": "code"})
	for _, c := range []struct{ path, answer, caching string }{
		{"/", "the page", "no-cache"},
		{"/orders/list", "the page", "no-cache"},
		{"/orders?id=1.2", "the page", "no-cache"},
		{"/icon.svg", "<svg/>", "public, max-age=3600"},
		{"/_next/static/a.js", "code", "public, max-age=31536000, immutable"},
		{"/_next/static/gone.js", "not found\n", "no-cache"},
		{"/../../etc/passwd.txt", "not found\n", "no-cache"},
		{"/api/gc/a%2Fb//c?x=1&x=2", "GET /_aws/execute-api/h1/$default/api/gc/a%2Fb//c?x=1&x=2 from=127.0.0.1 key=[the key]", ""},
		{"/s/abc", "GET /_aws/execute-api/h1/$default/s/abc from=127.0.0.1 key=[the key]", ""},
		{"/u/token", "GET /_aws/execute-api/h1/$default/u/token from=127.0.0.1 key=[the key]", ""},
		{"/l/token", "GET /_aws/execute-api/h1/$default/l/token from=127.0.0.1 key=[the key]", ""},
		{"/o/token", "GET /_aws/execute-api/h1/$default/o/token from=127.0.0.1 key=[the key]", ""},
		{"/orders", "the page", "no-cache"},
		{"/ws?access_token=t", "GET /_aws/execute-api/s1/ws?access_token=t from=127.0.0.1 key=[the key]", ""},
	} {
		answer, text := get(t, door.URL+c.path)
		if text != c.answer || answer.Header.Get("Cache-Control") != c.caching {
			t.Errorf("%s: %q, %q", c.path, text, answer.Header.Get("Cache-Control"))
		}
	}
}

func TestPagesCarryTheSecurityHeaders(t *testing.T) {
	door := site(t, map[string]string{"index.html": "<script>boot()</script>", "_next/static/a.js": "code"})
	if answer, _ := get(t, door.URL+"/_next/static/a.js"); answer.Header.Get("Content-Security-Policy") != "" {
		t.Error("a script carries the policy of documents")
	}
	answer, _ := get(t, door.URL+"/")
	if policy := answer.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "script-src 'self' 'sha256-") {
		t.Errorf("policy %q", policy)
	}
	if answer.Header.Get("X-Frame-Options") != "DENY" || answer.Header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("headers %v", answer.Header)
	}
}

func TestWhatAClientWritesIntoForwardedForStaysLeftOfItsAddress(t *testing.T) {
	door := site(t, nil)
	if _, text := get(t, door.URL+"/api/x", "X-Forwarded-For", "6.6.6.6", manifest.OriginHeader, "a guess"); !strings.HasSuffix(text,
		"from=6.6.6.6, 127.0.0.1 key=[the key]") {
		t.Error(text)
	}
}

func TestTheGatewaysLimitOfTenMegabytesHolds(t *testing.T) {
	door := site(t, nil)
	for size, want := range map[int]int{maxBody: http.StatusOK, maxBody + 1: http.StatusRequestEntityTooLarge} {
		answer, err := http.Post(door.URL+"/api/uf/uploadfile", "text/plain", io.LimitReader(zeros{}, int64(size)))
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != want {
			t.Errorf("%d bytes: %d", size, answer.StatusCode)
		}
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

func TestBeforeTheConsoleIsBuiltThereIsAPlainPage(t *testing.T) {
	door := site(t, nil)
	if answer, text := get(t, door.URL+"/any"); answer.StatusCode != http.StatusOK || !strings.Contains(text, "not built yet") {
		t.Errorf("%d %s", answer.StatusCode, text)
	}
}
