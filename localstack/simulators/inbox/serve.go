package inbox

import (
	_ "embed"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

//go:embed page.html
var page []byte

const (
	pageSize = 200
	wait     = 10 * time.Second // for the answer of an address that unsubscribes
)

// policies of the answers. The frame that shows an email runs no scripts and may load pictures alone.
const (
	pagePolicy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src 'self'; " +
		"frame-src 'self'; base-uri 'none'"
	framePolicy = "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src * data:; " +
		"style-src 'unsafe-inline'; font-src *"
)

// Handler serves the inbox: the page, and below it the list and the parts of messages.
//
//	GET  /                       the page
//	GET  /messages?q=            {"messages": [...], "total": n}, newest first
//	GET  /messages/{id}          a message with headers, text and HTML
//	GET  /messages/{id}/html     the HTML part, for a sandboxed frame
//	GET  /messages/{id}/raw      the message as it came
//	POST /messages/{id}/unsubscribe  the POST of RFC 8058, as a mailbox provider makes it: {"status": 200, "body": "..."}
func (s *Store) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, "text/html; charset=utf-8", pagePolicy, page)
	})
	mux.HandleFunc("GET /messages", s.list)
	mux.HandleFunc("GET /messages/{id}", s.with(func(w http.ResponseWriter, _ *http.Request, m Message) { write(w, http.StatusOK, m) }))
	mux.HandleFunc("GET /messages/{id}/html", s.with(func(w http.ResponseWriter, _ *http.Request, m Message) {
		answer(w, "text/html; charset=utf-8", framePolicy, []byte(m.HTML))
	}))
	mux.HandleFunc("GET /messages/{id}/raw", s.with(func(w http.ResponseWriter, _ *http.Request, m Message) {
		answer(w, "text/plain; charset=utf-8", "default-src 'none'", []byte(m.Raw))
	}))
	mux.HandleFunc("POST /messages/{id}/unsubscribe", s.with(unsubscribe))
	return mux
}

func answer(w http.ResponseWriter, kind, policy string, body []byte) {
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	_, _ = w.Write(body) // the client is gone when this fails
}

func write(w http.ResponseWriter, status int, v any) {
	body, err := json.Marshal(v)
	if err != nil {
		panic("inbox: " + err.Error()) // texts and numbers have a JSON form
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(body) // the client is gone when this fails
}

func (s *Store) list(w http.ResponseWriter, r *http.Request) {
	limit, err := strconv.Atoi(r.URL.Query().Get("limit"))
	if err != nil || limit < 1 || limit > mostMessages {
		limit = pageSize
	}
	found, all := s.Search(r.URL.Query().Get("q"), limit)
	write(w, http.StatusOK, map[string]any{"messages": found, "total": all})
}

func (s *Store) with(serve func(http.ResponseWriter, *http.Request, Message)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		m, ok := s.Find(r.PathValue("id"))
		if !ok {
			write(w, http.StatusNotFound, map[string]string{"error": "no such message"})
			return
		}
		serve(w, r, m)
	}
}

// OneClick is the address of List-Unsubscribe to which a mailbox provider posts; empty when the message has none.
func (m *Message) OneClick() string {
	if !strings.EqualFold(strings.TrimSpace(m.Header("List-Unsubscribe-Post")), "List-Unsubscribe=One-Click") {
		return ""
	}
	for part := range strings.SplitSeq(m.Header("List-Unsubscribe"), ",") {
		address := strings.Trim(strings.TrimSpace(part), "<>")
		if u, err := url.Parse(address); err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" {
			return address
		}
	}
	return ""
}

// unsubscribe posts as mailbox providers do: no cookies, no redirects.
func unsubscribe(w http.ResponseWriter, r *http.Request, m Message) {
	address := m.OneClick()
	if address == "" {
		write(w, http.StatusConflict, map[string]string{"error": "the message has no one-click unsubscribe (RFC 8058)"})
		return
	}
	req, err := http.NewRequestWithContext(r.Context(), http.MethodPost, address, strings.NewReader("List-Unsubscribe=One-Click"))
	if err != nil {
		write(w, http.StatusBadGateway, map[string]string{"error": err.Error()})
		return
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	client := http.Client{Timeout: wait, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := client.Do(req)
	if err != nil {
		write(w, http.StatusBadGateway, map[string]string{"error": err.Error()})
		return
	}
	defer res.Body.Close()
	body, _ := io.ReadAll(io.LimitReader(res.Body, 2000)) // as much as came
	write(w, http.StatusOK, map[string]any{"status": res.StatusCode, "body": string(body), "address": address})
}
