package balance

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
)

// copyNamed answers with its name and what it was sent.
func copyNamed(t *testing.T, name string, ready *atomic.Bool) *httptest.Server {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/readyz" {
			if !ready.Load() {
				w.WriteHeader(http.StatusServiceUnavailable)
			}
			return
		}
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		_, _ = io.WriteString(w, name+" "+r.Host+" "+string(body))
	}))
	t.Cleanup(s.Close)
	return s
}

func originOf(t *testing.T, s *httptest.Server) *url.URL {
	u, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// Requests go to ready copies only, also in the moment after one has ended, and arrive whole.
func TestRequestsReachReadyCopies(t *testing.T) {
	var oneReady, twoReady atomic.Bool
	oneReady.Store(true)
	one, two := copyNamed(t, "one", &oneReady), copyNamed(t, "two", &twoReady)
	b := New([]*url.URL{originOf(t, one), originOf(t, two)})
	entry := httptest.NewServer(b)
	t.Cleanup(entry.Close)
	ask := func() (int, string) {
		answer, err := http.Post(entry.URL+"/api", "text/plain", strings.NewReader("body"))
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return answer.StatusCode, string(text)
	}
	if status, _ := ask(); status != http.StatusServiceUnavailable {
		t.Errorf("without a ready copy: %d", status)
	}
	go b.Run(t.Context())
	until := func(wanted func(status int, text string) bool) {
		t.Helper()
		for t.Context().Err() == nil {
			if wanted(ask()) {
				return
			}
		}
		t.Fatal("it never came")
	}
	host := strings.TrimPrefix(entry.URL, "http://")
	until(func(status int, text string) bool { return status == http.StatusOK && text == "one "+host+" body" })
	twoReady.Store(true)
	until(func(_ int, text string) bool { return strings.HasPrefix(text, "two ") })
	one.Close()
	for range 20 {
		if status, text := ask(); status != http.StatusOK || text != "two "+host+" body" {
			t.Fatalf("%d %s", status, text)
		}
	}
}
