package move

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"

	"herald/pkg/kit/clock"
)

// SQSMessages are messages in SQS. The dead letters of a queue are in the queue of its name with -dead.
type SQSMessages struct {
	Client *sqs.Client
	URLs   map[string]string
	Now    clock.Clock
	Wait   func(ctx context.Context, d time.Duration) error
	Say    func(text string)
}

// SQS gives ten messages a call. What a consumer has or a delay hides cannot be read: an export waits for it, longer than the longest
// delay. What an export has read is hidden for an hour, and is there again then.
const (
	sqsBatch   = 10
	sqsHidden  = time.Hour
	sqsWait    = 17 * time.Minute
	sqsRecheck = 10 * time.Second
)

// Each implements Messages.
func (s SQSMessages) Each(ctx context.Context, queue string, each func(Message) error) error {
	if err := s.settle(ctx, queue, s.URLs[queue]); err != nil {
		return err
	}
	if err := s.drain(ctx, queue, s.URLs[queue], false, each); err != nil {
		return err
	}
	err := s.settle(ctx, queue+deadSuffix, s.URLs[queue]+deadSuffix) // one that another export has read is hidden, too
	if err == nil {
		err = s.drain(ctx, queue, s.URLs[queue]+deadSuffix, true, each)
	}
	if absent(err) {
		return nil // an installation without a queue of dead letters
	}
	return err
}

const deadSuffix = "-dead"

func absent(err error) bool {
	var none *types.QueueDoesNotExist
	return errors.As(err, &none)
}

// settle waits until every message can be read.
func (s SQSMessages) settle(ctx context.Context, queue, url string) error {
	until := s.Now().Add(sqsWait)
	for said := false; ; said = true {
		hidden, err := s.count(ctx, url, types.QueueAttributeNameApproximateNumberOfMessagesDelayed,
			types.QueueAttributeNameApproximateNumberOfMessagesNotVisible)
		switch {
		case err != nil:
			return fmt.Errorf("queue %s: %w", queue, err)
		case hidden == 0:
			return nil
		case s.Now().After(until):
			return fmt.Errorf("queue %s: %d messages are still in the hands of a consumer: stop it, wait an hour, and export again", queue, hidden)
		case !said:
			s.Say(fmt.Sprintf("queue %s: waiting for %d messages that are delayed or with a consumer, up to %s", queue, hidden, sqsWait))
		}
		if err := s.Wait(ctx, sqsRecheck); err != nil {
			return err
		}
	}
}

// count adds up numbers of messages of a queue.
func (s SQSMessages) count(ctx context.Context, url string, of ...types.QueueAttributeName) (sum int, err error) {
	out, err := s.Client.GetQueueAttributes(ctx, &sqs.GetQueueAttributesInput{QueueUrl: &url, AttributeNames: of})
	if err != nil {
		return 0, err
	}
	for _, text := range out.Attributes {
		n, err := strconv.Atoi(text)
		if err != nil {
			return 0, err
		}
		sum += n
	}
	return sum, nil
}

// drain reads until a queue gives no more and counts none. What was read first is there again after an hour, which ends an export.
func (s SQSMessages) drain(ctx context.Context, queue, url string, dead bool, each func(Message) error) error {
	for until := s.Now().Add(sqsHidden); ; {
		if s.Now().After(until) {
			return fmt.Errorf("queue %s: its messages are not read within %s: let the product work on them first, and export again", queue,
				sqsHidden)
		}
		out, err := s.Client.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: &url, MaxNumberOfMessages: sqsBatch, WaitTimeSeconds: 1,
			VisibilityTimeout: int32(sqsHidden / time.Second), MessageSystemAttributeNames: []types.MessageSystemAttributeName{
				types.MessageSystemAttributeNameMessageGroupId, types.MessageSystemAttributeNameApproximateReceiveCount}})
		if err != nil {
			return fmt.Errorf("queue %s: %w", queue, err)
		}
		for _, m := range out.Messages {
			one := Message{Group: m.Attributes["MessageGroupId"], Body: []byte(aws.ToString(m.Body)), Visible: s.Now().UTC(), Dead: dead}
			if dead {
				one.Tries, _ = strconv.Atoi(m.Attributes["ApproximateReceiveCount"]) // SQS gives numbers
			}
			if err := each(one); err != nil {
				return err
			}
		}
		if len(out.Messages) > 0 {
			continue
		}
		left, err := s.count(ctx, url, types.QueueAttributeNameApproximateNumberOfMessages)
		if err != nil {
			return fmt.Errorf("queue %s: %w", queue, err)
		}
		if left == 0 {
			return nil
		}
	}
}

// Put implements Messages.
func (s SQSMessages) Put(ctx context.Context, queue string, all []Message) error {
	for _, dead := range []bool{false, true} {
		url, some := s.URLs[queue], slices.DeleteFunc(slices.Clone(all), func(m Message) bool { return m.Dead != dead })
		if dead {
			url += deadSuffix
		}
		for batch := range batches(some) {
			if err := s.send(ctx, url, batch); err != nil {
				return fmt.Errorf("queue %s: %w", queue, err)
			}
		}
	}
	return nil
}

// batches divides messages by what one call takes: ten, and 256 KiB.
func batches(all []Message) func(yield func([]Message) bool) {
	return func(yield func([]Message) bool) {
		for from, to, size := 0, 0, 0; from < len(all); from, size = to, 0 {
			for to < len(all) && to-from < sqsBatch && (to == from || size+len(all[to].Body) <= 256<<10) {
				size += len(all[to].Body)
				to++
			}
			if !yield(all[from:to]) {
				return
			}
		}
	}
}

func (s SQSMessages) send(ctx context.Context, url string, batch []Message) error {
	entries := make([]types.SendMessageBatchRequestEntry, len(batch))
	for i, m := range batch {
		delay := min(max(m.Visible.Sub(s.Now()), 0), 15*time.Minute)
		if m.Dead {
			delay = 0
		}
		entries[i] = types.SendMessageBatchRequestEntry{Id: aws.String(strconv.Itoa(i)), MessageBody: aws.String(string(m.Body)),
			DelaySeconds: int32(delay / time.Second)}
		if m.Group != "" {
			entries[i].MessageGroupId = &m.Group
		}
	}
	out, err := s.Client.SendMessageBatch(ctx, &sqs.SendMessageBatchInput{QueueUrl: &url, Entries: entries})
	if err == nil && len(out.Failed) > 0 {
		err = fmt.Errorf("%d messages refused: %s", len(out.Failed), aws.ToString(out.Failed[0].Message))
	}
	return err
}
