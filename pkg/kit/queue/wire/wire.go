// Package wire is the part of SQS's JSON protocol that package queue speaks, as an http.RoundTripper. The real SDK
// client talks to it without a network, so tests break calls where they break in production, below the SDK.
package wire

import (
	"bytes"
	"crypto/md5" //nolint:gosec // SQS answers with it and the SDK checks it
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"path"
	"time"

	"herald/pkg/kit/queue"
)

// Server takes messages as SQS does.
type Server struct {
	// Deliver gets each message that was taken, with the name at the end of its queue's URL.
	Deliver func(name string, m queue.Message)
	// Receive gives up to most visible messages of a queue, and Delete removes one; nil: the routes are not served.
	Receive func(name string, most int) []Received
	Delete  func(name, handle string)
	// Depth tells how many messages of a queue are visible, in work, and delayed; nil: the route is not served.
	Depth func(name string) (visible, hidden, delayed int)
	// Partial refuses a message of a batch when it says so; nil: none.
	Partial func() bool
}

// Received is a message as a consumer gets it.
type Received struct {
	Handle string
	queue.Message
	ID         string
	Sent       time.Time
	Deliveries int
}

type entry struct {
	ID    string `json:"Id"`
	Body  string `json:"MessageBody"`
	Delay int    `json:"DelaySeconds"`
	Group string `json:"MessageGroupId"`
}

type taken struct {
	ID      string `json:"Id"`
	Message string `json:"MessageId"`
	Digest  string `json:"MD5OfMessageBody"`
}

type refused struct {
	ID      string `json:"Id"`
	Code    string
	Message string
}

// RoundTrip is http.RoundTripper.
func (s *Server) RoundTrip(req *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(req.Body)
	_ = req.Body.Close()
	if err != nil {
		return nil, err
	}
	serve := map[string]func(*http.Request, []byte) (*http.Response, error){"AmazonSQS.SendMessageBatch": s.send}
	if s.Receive != nil {
		serve["AmazonSQS.ReceiveMessage"], serve["AmazonSQS.DeleteMessageBatch"] = s.receive, s.delete
	}
	if s.Depth != nil {
		serve["AmazonSQS.GetQueueAttributes"] = s.attributes
	}
	target := req.Header.Get("X-Amz-Target")
	if serve[target] == nil {
		return Refuse(req, http.StatusBadRequest, "com.amazonaws.sqs#UnsupportedOperation", target), nil
	}
	return serve[target](req, body)
}

func (s *Server) send(req *http.Request, body []byte) (*http.Response, error) {
	var in struct {
		QueueURL string `json:"QueueUrl"`
		Entries  []entry
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return Refuse(req, http.StatusBadRequest, "com.amazonaws.sqs#InvalidMessageContents", err.Error()), nil
	}
	if len(in.Entries) == 0 || len(in.Entries) > 10 {
		return Refuse(req, http.StatusBadRequest, "com.amazonaws.sqs#TooManyEntriesInBatchRequest", fmt.Sprint(len(in.Entries))), nil
	}
	out := struct {
		Successful []taken
		Failed     []refused
	}{Successful: []taken{}, Failed: []refused{}}
	for _, e := range in.Entries {
		if s.Partial != nil && s.Partial() {
			out.Failed = append(out.Failed, refused{e.ID, "InternalError", "try again"})
			continue
		}
		m := queue.Message{Group: e.Group, Delay: time.Duration(e.Delay) * time.Second}
		if err := json.Unmarshal([]byte(e.Body), &m); err != nil {
			return nil, err
		}
		s.Deliver(path.Base(in.QueueURL), m)
		sum := md5.Sum([]byte(e.Body)) //nolint:gosec // see above
		out.Successful = append(out.Successful, taken{e.ID, "wire", hex.EncodeToString(sum[:])})
	}
	return answer(req, http.StatusOK, out), nil
}

// Refuse is an error answer of SQS, e.g. 400 ThrottlingException or 500 InternalError.
func Refuse(req *http.Request, status int, code, message string) *http.Response {
	return answer(req, status, map[string]string{"__type": code, "message": message})
}

func answer(req *http.Request, status int, v any) *http.Response {
	body, _ := json.Marshal(v) // plain structs
	return &http.Response{Status: fmt.Sprintf("%d %s", status, http.StatusText(status)), StatusCode: status, Proto: "HTTP/1.1", ProtoMajor: 1,
		ProtoMinor:    1,
		Header:        http.Header{"Content-Type": {"application/x-amz-json-1.0"}, "X-Amzn-Requestid": {"WIRE"}},
		ContentLength: int64(len(body)), Body: io.NopCloser(bytes.NewReader(body)), Request: req}
}
