//go:build cloud && endpoints

package queue_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/sqs"

	"herald/internal/testkit"
	"herald/pkg/kit/queue"
)

// A server that speaks the API of SQS does what is used of it: batches with groups, large messages, delays, long polls, and
// deletion.
func TestSQSOnEndpoints(t *testing.T) {
	k := testkit.Cloud(t)
	url := os.Getenv("HERALD_TEST_SQS")
	client := sqs.NewFromConfig(k.AWS, func(o *sqs.Options) { o.BaseEndpoint = &url })
	q := &queue.SQS{Client: client, URLs: k.Config.Queues}
	var sent []string
	var messages []queue.Message
	for i := range 27 {
		text := fmt.Sprintf("%02d", i) + strings.Repeat("x", 20_000)
		sent, messages = append(sent, text), append(messages, queue.New("one", fmt.Sprintf("tenant-%d", i%3), text))
	}
	large := strings.Repeat("y", 250<<10)
	messages = append(messages, queue.New("large", "", large))
	sent = append(sent, large)
	if err := q.Send(t.Context(), "send", messages...); err != nil {
		t.Fatal(err)
	}
	got := receive(t, q, "send", len(sent))
	slices.Sort(got)
	slices.Sort(sent)
	if !slices.Equal(got, sent) {
		t.Errorf("%d of %d messages came", len(got), len(sent))
	}
	began := time.Now()
	if err := q.Send(t.Context(), "job", queue.New("late", "", "later").Later(2*time.Second)); err != nil {
		t.Fatal(err)
	}
	if receive(t, q, "job", 1); time.Since(began) < 2*time.Second {
		t.Errorf("the delayed message came after %s", time.Since(began))
	}
}

// receive waits for so many messages.
func receive(t *testing.T, q *queue.SQS, name string, n int) (got []string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for len(got) < n {
		some, err := q.Receive(ctx, name, 10, 5*time.Second)
		if err != nil {
			t.Fatal(err)
		}
		var handles []string
		for _, m := range some {
			got, handles = append(got, strings.Trim(string(m.Body), `"`)), append(handles, m.Handle)
		}
		if len(handles) > 0 {
			if err := q.Delete(ctx, name, handles...); err != nil {
				t.Fatal(err)
			}
		}
	}
	return got
}
