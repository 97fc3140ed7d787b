package container

import (
	"bytes"
	"context"
	"maps"
	"net"
	"net/http"
	"time"
)

// As behind the gateway: the most that a request may hold and how long it may take.
const (
	maxBody        = 10 << 20
	requestTimeout = 29 * time.Second
)

func (s *Server) handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /ws", s.sockets)
	mux.HandleFunc("GET /healthz", s.health)
	mux.HandleFunc("GET /readyz", s.ready)
	mux.HandleFunc("/", s.api)
	return mux
}

// health tells the platform whether to send requests here.
func (s *Server) health(w http.ResponseWriter, _ *http.Request) {
	if s.stopping.Load() {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
}

// ready tells whether the process can do its work now: it is not stopping, and its database takes writes.
func (s *Server) ready(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), readyTimeout)
	defer cancel()
	if err := s.database.ready(ctx); err != nil || s.stopping.Load() {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
}

// readyTimeout bounds the look at the database.
const readyTimeout = 2 * time.Second

// api does the gateway's work in front of a function: it records the caller, bounds size and time, and sends the
// response when the function is done.
func (s *Server) api(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), requestTimeout)
	defer cancel()
	r = r.WithContext(ctx)
	if host, _, err := net.SplitHostPort(r.RemoteAddr); err == nil {
		r.Header.Add("X-Forwarded-For", host)
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	answer := &answer{header: http.Header{}, status: http.StatusOK}
	s.house.API.ServeHTTP(answer, r)
	maps.Copy(w.Header(), answer.header)
	w.WriteHeader(answer.status)
	_, _ = w.Write(answer.body.Bytes()) // the client is gone when this fails
}

// answer keeps what is to be answered.
type answer struct {
	header  http.Header
	status  int
	written bool
	body    bytes.Buffer
}

func (a *answer) Header() http.Header { return a.header }

func (a *answer) WriteHeader(status int) {
	if !a.written {
		a.status, a.written = status, true
	}
}

func (a *answer) Write(b []byte) (int, error) {
	a.written = true
	return a.body.Write(b)
}
