// Package queue sends doorbells: small messages whose loss, repetition and order mean nothing, because the truth is in the store.
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
)

// MaxDelay is the longest delay of SQS.
const MaxDelay = 900 * time.Second

// Message is what a consumer gets. Kind picks the task.
type Message struct {
	Kind  string          `json:"k"`
	Body  json.RawMessage `json:"b"`
	Group string          `json:"-"` // tenant, for fair queues
	Delay time.Duration   `json:"-"` // rounded down to seconds, at most MaxDelay
}

// New makes a message of a task's arguments.
func New(kind, group string, args any) Message {
	b, err := json.Marshal(args)
	if err != nil {
		panic(err) // arguments are plain structs
	}
	return Message{Kind: kind, Group: group, Body: b}
}

// Later delays a message.
func (m Message) Later(d time.Duration) Message {
	m.Delay = min(max(d, 0), MaxDelay)
	return m
}

// Queues sends to named queues.
type Queues interface {
	Send(ctx context.Context, queue string, messages ...Message) error
}

// SQS is the real thing; URLs by queue name.
type SQS struct {
	Client *sqs.Client
	URLs   map[string]string
}

// Send sends in batches of ten.
func (s *SQS) Send(ctx context.Context, queue string, messages ...Message) error {
	url, ok := s.URLs[queue]
	if !ok {
		return fmt.Errorf("queue: no url of %s", queue)
	}
	for start := 0; start < len(messages); start += 10 {
		var entries []types.SendMessageBatchRequestEntry
		for i, m := range messages[start:min(start+10, len(messages))] {
			body, err := json.Marshal(m)
			if err != nil {
				return err
			}
			e := types.SendMessageBatchRequestEntry{Id: aws.String(strconv.Itoa(i)), MessageBody: aws.String(string(body)), DelaySeconds: int32(m.Delay / time.Second)}
			if m.Group != "" {
				e.MessageGroupId = aws.String(m.Group)
			}
			entries = append(entries, e)
		}
		out, err := s.Client.SendMessageBatch(ctx, &sqs.SendMessageBatchInput{QueueUrl: &url, Entries: entries})
		if err != nil {
			return fmt.Errorf("queue %s: %w", queue, err)
		}
		if len(out.Failed) > 0 {
			return fmt.Errorf("queue %s: %d messages refused: %s", queue, len(out.Failed), aws.ToString(out.Failed[0].Message))
		}
	}
	return nil
}

// Handler does the work of a message. An error brings the message back after its visibility time-out.
type Handler func(ctx context.Context, m Message) error

// BatchHandler sees a whole batch and tells which messages failed, by index.
type BatchHandler func(ctx context.Context, batch []Message) (failed []int, err error)
