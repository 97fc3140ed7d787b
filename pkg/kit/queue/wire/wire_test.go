package wire_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"

	"herald/pkg/kit/queue"
	"herald/pkg/kit/queue/wire"
)

// The in-memory server behaves for the SDK's client as queue's callers require. Messages arrive as they were sent, with group and delay,
// and a refused message of a batch fails the call.
func TestWireIsSQS(t *testing.T) {
	var got []queue.Message
	refuse := false
	server := &wire.Server{Deliver: func(name string, m queue.Message) {
		if name != "herald-send" {
			t.Errorf("to %s", name)
		}
		got = append(got, m)
	}, Partial: func() bool { return refuse && len(got) == 15 }}
	client := sqs.NewFromConfig(aws.Config{Region: "us-east-1", BaseEndpoint: aws.String("http://sqs.wire"),
		Credentials: aws.AnonymousCredentials{}, HTTPClient: &http.Client{Transport: server}})
	q := &queue.SQS{Client: client, URLs: map[string]string{"send": "http://sqs.wire/0/herald-send"}}
	var all []queue.Message
	for i := range 13 {
		all = append(all, queue.New("kind", "tenant", map[string]int{"i": i}).Later(time.Duration(i)*time.Second))
	}
	if err := q.Send(context.Background(), "send", all...); err != nil {
		t.Fatal(err)
	}
	for i, m := range got {
		if m.Kind != "kind" || m.Group != "tenant" || m.Delay != all[i].Delay || string(m.Body) != string(all[i].Body) {
			t.Errorf("%d: %+v", i, m)
		}
	}
	refuse = true
	if err := q.Send(context.Background(), "send", all[:3]...); err == nil || len(got) != 15 {
		t.Fatalf("%v after %d messages", err, len(got))
	}
}
