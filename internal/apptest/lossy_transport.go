package apptest

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"

	"herald/pkg/kit/store/wire"
)

// Failure is what happens to the n-th write of a call, counted from one.
type Failure int

const (
	AnswerLost    Failure = iota // carried out, and no answer comes however often it is tried
	NotReached                   // never carried out, and no answer comes
	ProcessKilled                // carried out, and the function dies with it
)

// LossyTransport carries calls to a database in memory and breaks a chosen write.
type LossyTransport struct {
	to      http.RoundTripper
	mu      sync.Mutex
	at      int // the write that meets its fate; 0: none
	failure Failure
	writes  []string // writes of the call so far
	dead    bool
	broke   bool
	written strings.Builder // every text that was written
}

// ErrAnswerCut is the error of a call that gets no answer.
var ErrAnswerCut = errors.New("net/http: timeout awaiting response headers")

// RoundTrip carries a call, or breaks it.
func (c *LossyTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	_ = r.Body.Close()
	r.Body = io.NopCloser(bytes.NewReader(body))
	switch f, broken := c.outcome(wire.Call(r), body); {
	case !broken:
		return c.to.RoundTrip(r)
	case f == ProcessKilled: // nothing of it reaches anything any more, and it need not try for long
		return wire.Refuse(r, http.StatusBadRequest, "AccessDeniedException", "the function is dead"), nil
	case f == AnswerLost:
		res, err := c.to.RoundTrip(r)
		if err == nil {
			_ = res.Body.Close()
		}
	}
	return nil, ErrAnswerCut
}

// outcome tells whether a call is broken, and how. The write that kills the process is itself carried out.
func (c *LossyTransport) outcome(call string, body []byte) (f Failure, broken bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.dead {
		return ProcessKilled, true
	}
	switch call {
	case "PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "TransactWriteItems":
	default:
		return 0, false
	}
	var in any // the SDK writes maps in any order
	_ = json.Unmarshal(body, &in)
	CollectTexts(&c.written, in)
	same := fmt.Sprint(call, in)
	if !slices.Contains(c.writes, same) {
		c.writes = append(c.writes, same)
	}
	if c.at == 0 || slices.Index(c.writes, same)+1 != c.at {
		return 0, false
	}
	c.broke = true
	if c.dead = c.failure == ProcessKilled; c.dead {
		return AnswerLost, true
	}
	return c.failure, true
}

// CollectTexts collects the texts of a request, including those inside bytes.
func CollectTexts(into *strings.Builder, in any) {
	switch x := in.(type) {
	case map[string]any:
		for k, v := range x {
			raw, isText := v.(string)
			if b, err := base64.StdEncoding.DecodeString(raw); k == "B" && isText && err == nil {
				into.Write(b)
			}
			CollectTexts(into, v)
		}
	case []any:
		for _, v := range x {
			CollectTexts(into, v)
		}
	case string:
		into.WriteString(x + "\n")
	}
}

// Arm breaks the n-th write from now on; 0 breaks none. It reports whether the previous failure happened.
func (c *LossyTransport) Arm(n int, f Failure) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	broke := c.broke
	c.at, c.failure, c.writes, c.dead, c.broke = n, f, nil, false, false
	return broke
}
