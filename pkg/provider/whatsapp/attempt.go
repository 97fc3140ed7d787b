package whatsapp

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"sync"
	"sync/atomic"
	"time"

	"herald/pkg/provider"
)

const (
	answerSize  = 2 << 10  // an ordinary answer is about 200 bytes
	answerLimit = 64 << 10 // longer ones are no answer of the API
	unreachable = time.Second
)

// attempt is the reusable state of one call. It goes back to the pool only after a complete answer to a completely
// written request: otherwise the transport's writer may still hold the message.
type attempt struct {
	data    []byte
	reader  bytes.Reader
	body    io.ReadCloser // over reader; of a kind that net/http writes together with the headers, in one segment
	answer  []byte
	trace   httptrace.ClientTrace
	got     bool // a connection was obtained
	conn    *countedConn
	before  int64 // writes on conn before this call
	written atomic.Bool
}

var attempts = sync.Pool{New: func() any {
	t := &attempt{answer: make([]byte, answerSize)}
	t.body = io.NopCloser(&t.reader)
	t.trace.GotConn = func(info httptrace.GotConnInfo) {
		t.got = true
		if t.conn = counted(info.Conn); t.conn != nil {
			t.before = t.conn.writes.Load()
		}
	}
	t.trace.WroteRequest = func(httptrace.WroteRequestInfo) { t.written.Store(true) }
	return t
}}

// newAttempt makes the call's body from m.
func newAttempt(m *provider.Message) *attempt {
	t := attempts.Get().(*attempt)
	t.got, t.conn = false, nil
	t.written.Store(false)
	t.data = appendMessage(t.data[:0], m)
	t.reader.Reset(t.data)
	return t
}

func (t *attempt) recycle() {
	if t.written.Load() {
		attempts.Put(t)
	}
}

// request is the message request with the body of this attempt.
func (t *attempt) request(ctx context.Context, message *http.Request) *http.Request {
	req := message.WithContext(httptrace.WithClientTrace(ctx, &t.trace))
	req.Body = t.body
	req.ContentLength = int64(len(t.data))
	return req
}

var errLongAnswer = errors.New("whatsapp: answer is too long")

// roundTrip makes the call and reads the whole answer, so that the connection is reused.
// The answer is valid until recycle.
func (t *attempt) roundTrip(rt http.RoundTripper, req *http.Request) (status int, answer []byte, err error) {
	res, err := rt.RoundTrip(req)
	if err != nil {
		return 0, nil, err
	}
	defer res.Body.Close()
	n := 0
	for {
		if n == len(t.answer) {
			if n >= answerLimit {
				return 0, nil, errLongAnswer
			}
			t.answer = append(t.answer, make([]byte, n)...)
		}
		k, err := res.Body.Read(t.answer[n:])
		n += k
		if err == io.EOF {
			return res.StatusCode, t.answer[:n], nil
		}
		if err != nil {
			return 0, nil, err
		}
	}
}

// failed tells a refusal from a doubt after a call without a complete answer: a message of which nothing can have
// reached the other side was not accepted; anything else may have been (facts 1.11).
func (t *attempt) failed(rt http.RoundTripper, err error) provider.Outcome {
	out := provider.Outcome{Verdict: provider.Unknown, Detail: provider.Clip(err.Error())}
	if !t.unwritten(rt, err) {
		return out
	}
	out.Verdict = provider.Retry
	if !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
		out.Scope, out.After = provider.Sender, unreachable
	}
	return out
}

// unwritten reports that not a byte of the call left. net/http has stopped writing by the time that it returns an error.
func (t *attempt) unwritten(rt http.RoundTripper, err error) bool {
	if t.got {
		return t.conn != nil && t.conn.writes.Load() == t.before
	}
	if _, ordinary := rt.(*http.Transport); ordinary {
		return true // it calls GotConn before it writes
	}
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "dial"
}
