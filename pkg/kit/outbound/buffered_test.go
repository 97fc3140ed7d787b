package outbound_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"strings"
	"testing"

	"herald/pkg/kit/outbound"
)

// closed is a body like smithy-go's after its response has arrived: it can be read, but WriteTo returns io.EOF.
type closed struct{ *strings.Reader }

func (closed) Close() error                     { return nil }
func (closed) WriteTo(io.Writer) (int64, error) { return 0, io.EOF }
func long(size int) (text string, answer []byte) {
	return strings.Repeat("x", size), bytes.Repeat([]byte("y"), 8<<20)
}

// The connection of a long response is not cut because the request's body was closed meanwhile, and is kept for the next call.
func TestAnAnswerIsReadToItsEndAfterTheBodyWasClosed(t *testing.T) {
	for _, size := range []int{1, 5_000, 300_000} {
		text, answer := long(size)
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if got, err := io.ReadAll(r.Body); err != nil || string(got) != text {
				t.Errorf("%d bytes came of %d (%v)", len(got), size, err)
			}
			_, _ = w.Write(answer)
		}))
		t.Cleanup(server.Close)
		via := outbound.SingleAttempt{Transport: outbound.Transport(1)}
		for call := range 3 {
			reused := false
			req, err := http.NewRequestWithContext(httptrace.WithClientTrace(t.Context(),
				&httptrace.ClientTrace{GotConn: func(c httptrace.GotConnInfo) { reused = c.Reused }}), "POST", server.URL,
				closed{strings.NewReader(text)})
			if err != nil {
				t.Fatal(err)
			}
			req.ContentLength = int64(size)
			res, err := via.Do(req)
			if err != nil {
				t.Fatalf("%d bytes: %v", size, err)
			}
			if got, err := io.ReadAll(res.Body); err != nil || len(got) != len(answer) {
				t.Errorf("%d bytes: %d of the answer (%v)", size, len(got), err)
			}
			_ = res.Body.Close()
			if call > 0 && !reused {
				t.Errorf("%d bytes: the connection was cut after call %d", size, call)
			}
		}
	}
}

// A body that is shorter than its declared length is an error before anything is sent.
func TestABodyShorterThanItSaysIsNotSent(t *testing.T) {
	asked := false
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked = true }))
	t.Cleanup(server.Close)
	req, err := http.NewRequestWithContext(t.Context(), "POST", server.URL, io.NopCloser(strings.NewReader("ab")))
	if err != nil {
		t.Fatal(err)
	}
	req.ContentLength = 3
	if res, err := (outbound.BufferedTransport{Transport: http.DefaultTransport}).RoundTrip(req); err == nil || asked {
		t.Errorf("%+v", res)
	}
}
