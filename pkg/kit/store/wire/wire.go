// Package wire is DynamoDB's JSON protocol over a store.DB, as an http.RoundTripper. The real SDK client talks to it
// without a network, so tests break calls where they break in production, below the SDK: a refused connection, a cut
// answer, a 500 after the commit. They see what the SDK's retries make of it. It knows the calls and expressions
// that package store writes and refuses any other. Capacity is not reported: meter the DB behind it.
package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"herald/pkg/kit/store"
)

// Server answers as DynamoDB does. Make it with New.
type Server struct {
	db     store.DB
	prefix string
	now    func() time.Time

	// Partial leaves a part of a batch unprocessed when it says so; nil: never.
	Partial func() bool
	// Page is after how many rows a page of a query ends; 0: only by its limit.
	Page int

	mu     sync.Mutex
	tokens map[string]*token // of transactions, kept for ten minutes (API reference, TransactWriteItems)
}

type token struct {
	until time.Time
	done  chan struct{}
	err   error
}

// New serves the tables <prefix>-<name> of db.
func New(db store.DB, prefix string, now func() time.Time) *Server {
	return &Server{db: db, prefix: prefix + "-", now: now, tokens: map[string]*token{}}
}

// Call names the operation of a request, e.g. PutItem.
func Call(req *http.Request) string {
	_, name, _ := strings.Cut(req.Header.Get("X-Amz-Target"), ".")
	return name
}

// RoundTrip is http.RoundTripper.
func (s *Server) RoundTrip(req *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(req.Body)
	_ = req.Body.Close()
	if err != nil {
		return nil, err
	}
	handle, ok := calls[Call(req)]
	if !ok {
		return Refuse(req, 400, "UnknownOperationException", Call(req)), nil
	}
	out, err := handle(s, req.Context(), body)
	if err != nil {
		return refusal(req, err)
	}
	return respond(req, 200, out)
}

// Refuse is an error answer of DynamoDB, e.g. 400 ThrottlingException or 500 InternalServerError.
func Refuse(req *http.Request, status int, code, message string) *http.Response {
	res, _ := respond(req, status, map[string]any{"__type": "com.amazonaws.dynamodb.v20120810#" + code, "message": message}) // strings marshal
	return res
}

func respond(req *http.Request, status int, v any) (*http.Response, error) {
	body, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return &http.Response{
		Status: fmt.Sprintf("%d %s", status, http.StatusText(status)), StatusCode: status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header:        http.Header{"Content-Type": {"application/x-amz-json-1.0"}, "X-Amzn-Requestid": {"WIRE"}},
		ContentLength: int64(len(body)), Body: io.NopCloser(bytes.NewReader(body)), Request: req,
	}, nil
}

// invalid is what DynamoDB answers as ValidationException.
type invalid string

func (i invalid) Error() string { return string(i) }

func refusal(req *http.Request, err error) (*http.Response, error) {
	if failed := store.ConditionFailed(err); failed != nil {
		return respond(req, 400, map[string]any{"__type": "com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException",
			"message": "The conditional request failed", "Item": rowOut(failed.Old)})
	}
	if c, ok := err.(cancelled); ok {
		return respond(req, 400, map[string]any{"__type": "com.amazonaws.dynamodb.v20120810#TransactionCanceledException",
			"message": "Transaction cancelled", "CancellationReasons": c})
	}
	return Refuse(req, 400, "ValidationException", err.Error()), nil
}
