package whatsapp_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"herald/pkg/provider"
	"herald/pkg/provider/whatsapp"
)

const accepted = `{"messaging_product":"whatsapp","contacts":[{"input":"5511987654321","wa_id":"5511987654321"}],"messages":[{"id":"wamid.HBgN=="}]}`

var noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

// server records its requests and gives the configured answers.
type server struct {
	*httptest.Server
	mu      sync.Mutex
	bodies  []string
	headers []http.Header
	paths   []string
}

func mustServe(t testing.TB, answer http.HandlerFunc) *server {
	t.Helper()
	s := &server{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Errorf("read request: %v", err)
		}
		s.mu.Lock()
		s.bodies = append(s.bodies, string(body))
		s.headers = append(s.headers, r.Header.Clone())
		s.paths = append(s.paths, r.Method+" "+r.URL.Path)
		s.mu.Unlock()
		answer(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *server) calls() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.bodies)
}

func config(base string) whatsapp.Config {
	return whatsapp.Config{BaseURL: base, Version: "v23.0", Token: "secret-token", AppSecrets: []string{"app-secret"},
		VerifyToken: "verify", PhoneNumberID: "1066", WABAID: "2077", Now: func() time.Time { return noon }}
}

func mustNew(t testing.TB, cfg whatsapp.Config) *whatsapp.Adapter {
	t.Helper()
	a, err := whatsapp.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// mustAdapter makes an adapter whose connections end with the test.
func mustAdapter(t testing.TB, base string) *whatsapp.Adapter {
	t.Helper()
	cfg := config(base)
	cfg.Client = whatsapp.NewHTTPClient(8)
	t.Cleanup(cfg.Client.CloseIdleConnections)
	return mustNew(t, cfg)
}

func reply(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

func textTo(to string) provider.Message {
	return provider.Message{To: to, Reference: "o1.1.0.7.1", Kind: provider.Text, Text: "Olá"}
}
