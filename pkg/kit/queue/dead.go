package queue

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"

	"herald/pkg/kit/parallel"
)

// Dead is a dead letter: a message that its queue gave up after its last delivery.
type Dead struct {
	Received
	Sent time.Time // when it was sent first; zero when it is not known
	Died time.Time // when its queue gave it up; zero when it is not known
}

// Depth is how much a queue holds.
type Depth struct {
	Waiting  int // visible messages
	InFlight int // messages that a consumer has
	Delayed  int // messages whose time has not come
	Dead     int // dead letters that were not collected
	// Oldest is how long the oldest visible message has waited; nil when it is not known.
	Oldest *time.Duration
}

// Inspector reads what queues hold, and their dead letters.
type Inspector interface {
	// Dead gives up to ten dead letters of a queue. One that is not removed is given again later.
	Dead(ctx context.Context, queue string) ([]Dead, error)
	// RemoveDead removes dead letters by their handles. When it fails some of them may be given again.
	RemoveDead(ctx context.Context, queue string, handles ...string) error
	Depth(ctx context.Context, queue string) (Depth, error)
}

// deadSuffix ends the name of a queue of dead letters.
const deadSuffix = "-dead"

// Dead implements Inspector.
func (s *SQS) Dead(ctx context.Context, queue string) ([]Dead, error) {
	url, ok := s.URLs[queue]
	if !ok {
		return nil, fmt.Errorf("queue: no url of %s", queue)
	}
	out, err := s.Client.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: aws.String(url + deadSuffix), MaxNumberOfMessages: maxEntries,
		MessageSystemAttributeNames: []types.MessageSystemAttributeName{types.MessageSystemAttributeNameSentTimestamp,
			types.MessageSystemAttributeNameMessageGroupId}})
	if err != nil {
		return nil, fmt.Errorf("queue %s%s: %w", queue, deadSuffix, err)
	}
	all := make([]Dead, len(out.Messages))
	for i, m := range out.Messages {
		all[i].Received = received(m)
		all[i].Group = m.Attributes[string(types.MessageSystemAttributeNameMessageGroupId)]
		if ms, err := strconv.ParseInt(m.Attributes[string(types.MessageSystemAttributeNameSentTimestamp)], 10, 64); err == nil {
			all[i].Sent = time.UnixMilli(ms)
		}
	}
	return all, nil
}

// RemoveDead implements Inspector.
func (s *SQS) RemoveDead(ctx context.Context, queue string, handles ...string) error {
	url, ok := s.URLs[queue]
	if !ok {
		return fmt.Errorf("queue: no url of %s", queue)
	}
	return s.remove(ctx, queue+deadSuffix, url+deadSuffix, handles)
}

// Depth implements Inspector. SQS does not tell the age of its oldest message.
func (s *SQS) Depth(ctx context.Context, queue string) (d Depth, err error) {
	url, ok := s.URLs[queue]
	if !ok {
		return d, fmt.Errorf("queue: no url of %s", queue)
	}
	look := func(url string, into map[types.QueueAttributeName]*int) error {
		var names []types.QueueAttributeName
		for name := range into {
			names = append(names, name)
		}
		out, err := s.Client.GetQueueAttributes(ctx, &sqs.GetQueueAttributesInput{QueueUrl: &url, AttributeNames: names})
		if err != nil {
			return fmt.Errorf("queue %s: %w", queue, err)
		}
		for name, n := range into {
			if *n, err = strconv.Atoi(out.Attributes[string(name)]); err != nil {
				return fmt.Errorf("queue %s: %s: %w", queue, name, err)
			}
		}
		return nil
	}
	err = parallel.Do(
		func() error {
			return look(url, map[types.QueueAttributeName]*int{types.QueueAttributeNameApproximateNumberOfMessages: &d.Waiting,
				types.QueueAttributeNameApproximateNumberOfMessagesNotVisible: &d.InFlight,
				types.QueueAttributeNameApproximateNumberOfMessagesDelayed:    &d.Delayed})
		},
		func() error {
			return look(url+deadSuffix, map[types.QueueAttributeName]*int{types.QueueAttributeNameApproximateNumberOfMessages: &d.Dead})
		})
	return d, err
}

// received reads a message of SQS.
func received(m types.Message) Received {
	text := aws.ToString(m.Body)
	r := Received{Handle: aws.ToString(m.ReceiptHandle), ID: aws.ToString(m.MessageId), Text: text}
	r.Deliveries, _ = strconv.Atoi(m.Attributes[string(types.MessageSystemAttributeNameApproximateReceiveCount)]) // 0: not asked for
	r.Err = json.Unmarshal([]byte(text), &r.Message)
	return r
}

// Failures collects why messages of a batch failed, by their index.
type Failures struct {
	by map[int]error
}

type failuresKey struct{}

// WithFailures gives a context in which handlers note failures.
func WithFailures(ctx context.Context) (context.Context, *Failures) {
	f := &Failures{by: map[int]error{}}
	return context.WithValue(ctx, failuresKey{}, f), f
}

// NoteFailure notes why a message of a batch failed. It is not safe for concurrent use.
func NoteFailure(ctx context.Context, index int, err error) {
	if f, ok := ctx.Value(failuresKey{}).(*Failures); ok {
		f.by[index] = err
	}
}

// Of gives why a message failed; nil when its handler did not say.
func (f *Failures) Of(index int) error { return f.by[index] }
