package testkit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"herald/pkg/kit/store"
)

// lossyTransport carries out every write of the tables and loses the first answer to it, as a cut connection does,
// or a service that answers too late.
type lossyTransport struct {
	to   http.RoundTripper
	mu   sync.Mutex
	seen map[string]bool // by the whole request: a repetition is answered
	n    int
}

var errLost = errors.New("net/http: timeout awaiting response headers")

func (l *lossyTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	_, call, _ := strings.Cut(r.Header.Get("X-Amz-Target"), ".")
	switch call {
	case "PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "TransactWriteItems":
	default:
		return l.to.RoundTrip(r)
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	_ = r.Body.Close()
	r.Body = io.NopCloser(bytes.NewReader(body))
	var in any // the SDK writes maps in any order
	if err := json.Unmarshal(body, &in); err != nil {
		return nil, err
	}
	same := fmt.Sprint(call, in)
	l.mu.Lock()
	again := l.seen[same]
	l.seen[same] = !again // the same write once more is a new one
	if !again {
		l.n++
	}
	l.mu.Unlock()
	res, err := l.to.RoundTrip(r)
	if err != nil || again || res.StatusCode != http.StatusOK {
		return res, err
	}
	_ = res.Body.Close()
	return nil, errLost
}

// LoseAnswers makes a DB like e.DB of which every write is carried out and answered only when it is repeated. The function
// tells how many writes there were so far.
func (e *Env) LoseAnswers() (store.DB, func() int) {
	l := &lossyTransport{to: http.DefaultTransport, seen: map[string]bool{}}
	if e.memory != nil {
		l.to = e.memory
	}
	client := dynamodb.NewFromConfig(e.AWS, func(o *dynamodb.Options) { o.HTTPClient = &http.Client{Transport: l} })
	return store.NewDynamo(client, Name, e.Meter), func() int { l.mu.Lock(); defer l.mu.Unlock(); return l.n }
}
