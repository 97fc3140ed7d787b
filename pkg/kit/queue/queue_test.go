package queue_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/sqs"

	"herald/pkg/kit/queue"
)

// service is SQS's SendMessageBatch with its limits, at the transport of the SDK.
type service struct {
	t       *testing.T
	refuse  func(call, entry int, body string) (code string, sender bool)
	calls   int
	largest int
	got     []string
}

func (s *service) RoundTrip(r *http.Request) (*http.Response, error) {
	var in struct {
		Entries []struct{ Id, MessageBody string }
	}
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		s.t.Error(err)
	}
	_ = r.Body.Close()
	s.calls++
	type entry map[string]any
	var done, failed []entry
	size := 0
	for i, e := range in.Entries {
		size += len(e.MessageBody)
		if s.refuse != nil {
			if code, sender := s.refuse(s.calls, i, e.MessageBody); code != "" {
				failed = append(failed, entry{"Id": e.Id, "Code": code, "SenderFault": sender, "Message": "no"})
				continue
			}
		}
		s.got = append(s.got, e.MessageBody)
		done = append(done, entry{"Id": e.Id, "MessageId": "m", "MD5OfMessageBody": ""})
	}
	s.largest = max(s.largest, size)
	status, out := 200, any(entry{"Successful": done, "Failed": failed})
	if size > 256<<10 || len(in.Entries) > 10 {
		status, out = 400, entry{"__type": "com.amazonaws.sqs#BatchRequestTooLong", "message": fmt.Sprintf("%d bytes", size)}
	}
	body, err := json.Marshal(out)
	return &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {"application/x-amz-json-1.0"}},
		Body: io.NopCloser(strings.NewReader(string(body))), Request: r}, err
}

func (s *service) queues() *queue.SQS {
	client := sqs.NewFromConfig(aws.Config{Region: "us-east-1", Credentials: credentials.NewStaticCredentialsProvider("a", "b", ""),
		HTTPClient: &http.Client{Transport: s}},
		func(o *sqs.Options) { o.DisableMessageChecksumValidation = true })
	return &queue.SQS{Client: client, URLs: map[string]string{"q": "http://sqs.test/q"}}
}

// A batch ends at ten messages or before the size limit of SQS, and keeps the given order.
func TestBatchesBySizeAndNumber(t *testing.T) {
	for _, c := range []struct{ messages, bytes, calls int }{{0, 0, 0}, {1, 10, 1}, {10, 10, 1}, {11, 10, 2}, {25, 60 << 10, 7},
		{3, 200 << 10, 3}, {20, 26 << 10, 3}} {
		s := &service{t: t}
		var messages []queue.Message
		for i := range c.messages {
			messages = append(messages, queue.New("k", "", fmt.Sprintf("%04d%s", i, strings.Repeat("x", c.bytes))))
		}
		if err := s.queues().Send(context.Background(), "q", messages...); err != nil {
			t.Errorf("%+v: %v", c, err)
		}
		if s.calls != c.calls || len(s.got) != c.messages || s.largest > queue.MaxBytes {
			t.Errorf("%+v: %d calls, %d messages, %d bytes at most", c, s.calls, len(s.got), s.largest)
		}
		for i, body := range s.got {
			if !strings.Contains(body, fmt.Sprintf(`"%04d`, i)) {
				t.Errorf("%+v: message %d is %.30s", c, i, body)
			}
		}
	}
	if err := (&service{t: t}).queues().Send(context.Background(), "q", queue.New("k", "", strings.Repeat("x", 300<<10))); err == nil {
		t.Error("a message that no queue takes was sent")
	}
}

// An entry that SQS refuses temporarily is sent again, alone. An invalid entry fails, and so does one that is refused permanently.
func TestRefusedEntriesAreSentAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var messages []queue.Message
		for i := range 10 {
			messages = append(messages, queue.New("k", "", i))
		}
		s := &service{t: t, refuse: func(call, entry int, _ string) (string, bool) {
			if call < 3 && entry%2 == 1 {
				return "InternalError", false
			}
			return "", false
		}}
		if err := s.queues().Send(context.Background(), "q", messages...); err != nil || s.calls != 3 || len(s.got) != 10 {
			t.Errorf("%d calls, %d messages: %v", s.calls, len(s.got), err)
		}
		for _, sender := range []bool{true, false} {
			s := &service{t: t, refuse: func(_, entry int, body string) (string, bool) {
				if strings.Contains(body, `"b":7`) {
					return "Refused", sender
				}
				return "", false
			}}
			err := s.queues().Send(context.Background(), "q", messages...)
			if want := map[bool]int{true: 1, false: 5}[sender]; err == nil || s.calls != want || len(s.got) != 9 {
				t.Errorf("sender's fault %v: %d calls, %d messages: %v", sender, s.calls, len(s.got), err)
			}
		}
	})
}
