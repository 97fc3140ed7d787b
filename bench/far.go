package main

import (
	"context"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"herald/pkg/kit/store"
	"herald/pkg/kit/store/wire"
)

// A table in memory is many times what a function holds, and the collector of a process that has both says nothing
// of the function. So a process of its own measures the memory, and reads the tables of another one.

// serveTables lets other processes ask tables, until it is ended; gives their address.
func serveTables(tables *wire.Server) (address string, end func(), err error) {
	listener, err := new(net.ListenConfig).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	s := &http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer, err := tables.RoundTrip(r)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		defer answer.Body.Close() //nolint:errcheck // it is in memory
		maps.Copy(w.Header(), answer.Header)
		w.WriteHeader(answer.StatusCode)
		_, _ = io.Copy(w, answer.Body) // the reader tells of a cut answer
	})}
	go s.Serve(listener) //nolint:errcheck // it ends by end
	return listener.Addr().String(), func() { _ = s.Close() }, nil
}

// far is the way to the tables of another process at an address.
type far string

func (f far) RoundTrip(req *http.Request) (*http.Response, error) {
	there := req.Clone(req.Context())
	there.URL.Scheme, there.URL.Host, there.Host = "http", string(f), string(f)
	return http.DefaultTransport.RoundTrip(there)
}

func (f far) tables() store.DB { return store.NewDynamo(wire.Client(f), "herald", nil) }

// peak is the most memory that this process had, in bytes. The parent's figure of it (ru_maxrss) includes the
// parent's memory at the start.
func peak() (int64, error) {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, err
	}
	_, rest, _ := strings.Cut(string(text), "VmHWM:")
	line, _, _ := strings.Cut(rest, "\n")
	kb, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(line), " kB"), 10, 64)
	return kb << 10, err
}
