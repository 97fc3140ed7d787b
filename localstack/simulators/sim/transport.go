package sim

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"syscall"
)

// Transport serves the simulator to a client of the same process without sockets. A cut answer is io.ErrUnexpectedEOF after
// the message was accepted; a context that ends while the answer is slow is that context's error.
// After Close it refuses connections.
func (s *Sim) Transport() http.RoundTripper { return memory{s, s.ctx} }

// InMemory is the same for any handler: it lets the simulator deliver webhooks to a handler without sockets.
func InMemory(h http.Handler) http.RoundTripper { return memory{h, context.Background()} }

type memory struct {
	handler http.Handler
	up      context.Context // ends with the listener
}

func (t memory) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx := req.Context()
	body := req.Body
	if body == nil {
		body = http.NoBody
	}
	defer body.Close()
	if err := ctx.Err(); err != nil {
		return nil, &net.OpError{Op: "dial", Net: "memory", Err: err}
	}
	if t.up.Err() != nil {
		return nil, &net.OpError{Op: "dial", Net: "memory", Err: syscall.ECONNREFUSED}
	}
	in := req.WithContext(ctx)
	in.Body, in.RequestURI, in.RemoteAddr = body, req.URL.RequestURI(), "127.0.0.1:0"
	if in.Host == "" {
		in.Host = req.URL.Host
	}
	w := &memoryWriter{header: make(http.Header)}
	if cut := w.serve(t.handler, in); cut {
		return nil, io.ErrUnexpectedEOF
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if w.status == 0 {
		w.status = http.StatusOK
	}
	return &http.Response{Status: http.StatusText(w.status), StatusCode: w.status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: w.header, Body: io.NopCloser(bytes.NewReader(w.body)), ContentLength: int64(len(w.body)), Request: req}, nil
}

// memoryWriter collects an answer.
type memoryWriter struct {
	header http.Header
	status int
	body   []byte
}

// serve runs the handler; cut is true when it aborted the connection, as net/http understands it.
func (w *memoryWriter) serve(h http.Handler, r *http.Request) (cut bool) {
	defer func() {
		if p := recover(); p != nil {
			if p != http.ErrAbortHandler {
				panic(p)
			}
			cut = true
		}
	}()
	h.ServeHTTP(w, r)
	return false
}

func (w *memoryWriter) Header() http.Header { return w.header }

func (w *memoryWriter) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
}

func (w *memoryWriter) Write(p []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	w.body = append(w.body, p...)
	return len(p), nil
}
