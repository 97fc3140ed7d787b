package queue

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"
)

// Received is a message that this process has until its queue's visibility time-out.
type Received struct {
	Message
	Handle     string // for Delete
	ID         string // the same in every delivery of the message
	Deliveries int    // with this one; 0: not known
	Text       string // the message as it travelled
	Err        error  // it is none of ours; it comes back until the queue gives it up
}

// Receive waits for messages of a queue and gives up to most of them, ten at most. Lambda does this for functions; a process
// that serves everything does it itself.
func (s *SQS) Receive(ctx context.Context, queue string, most int, wait time.Duration) ([]Received, error) {
	url, ok := s.URLs[queue]
	if !ok {
		return nil, fmt.Errorf("queue: no url of %s", queue)
	}
	out, err := s.Client.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: &url, MaxNumberOfMessages: int32(min(most, maxEntries)),
		WaitTimeSeconds:             int32(wait / time.Second),
		MessageSystemAttributeNames: []types.MessageSystemAttributeName{types.MessageSystemAttributeNameApproximateReceiveCount}})
	if err != nil {
		return nil, fmt.Errorf("queue %s: %w", queue, err)
	}
	all := make([]Received, len(out.Messages))
	for i, m := range out.Messages {
		all[i] = received(m)
	}
	return all, nil
}

// Delete tells a queue that messages were dealt with. When it fails some of them may come again.
func (s *SQS) Delete(ctx context.Context, queue string, handles ...string) error {
	return s.remove(ctx, queue, s.URLs[queue], handles)
}

// remove deletes messages of the queue at a URL.
func (s *SQS) remove(ctx context.Context, queue, url string, handles []string) error {
	for some := range slices.Chunk(handles, maxEntries) {
		var entries []types.DeleteMessageBatchRequestEntry
		for i, h := range some {
			entries = append(entries, types.DeleteMessageBatchRequestEntry{Id: aws.String(strconv.Itoa(i)), ReceiptHandle: &h})
		}
		out, err := s.Client.DeleteMessageBatch(ctx, &sqs.DeleteMessageBatchInput{QueueUrl: &url, Entries: entries})
		if err == nil && len(out.Failed) > 0 {
			err = fmt.Errorf("%d messages not deleted: %s", len(out.Failed), aws.ToString(out.Failed[0].Message))
		}
		if err != nil {
			return fmt.Errorf("queue %s: %w", queue, err)
		}
	}
	return nil
}
