// Package queue sends tasks: small messages whose loss, repetition and order mean nothing, because the truth is in the store.
package queue

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"

	"herald/pkg/kit/store"
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

// Limits of SQS (developer guide, message quotas): ten entries in a batch, and 1 MiB of bodies and attributes. A
// queue that was made before August 2025 takes 256 KiB, so that is the limit of a batch; its size does not change
// its price.
const (
	maxEntries = 10
	// MaxBytes is the most that one message may hold, Kind and Body together.
	MaxBytes = 256 << 10
)

// tries of entries that SQS refused for a moment, by its own fault or because they came too fast.
const tries = 5

// Send sends in batches of as many as one call takes, by number and by size. When it fails some may have been sent.
func (s *SQS) Send(ctx context.Context, queue string, messages ...Message) error {
	url, ok := s.URLs[queue]
	if !ok {
		return fmt.Errorf("queue: no url of %s", queue)
	}
	var batch []types.SendMessageBatchRequestEntry
	size := 0
	flush := func() error {
		err := s.batch(ctx, url, batch)
		if err != nil {
			return fmt.Errorf("queue %s: %w", queue, err)
		}
		batch, size = nil, 0
		return nil
	}
	for _, m := range messages {
		body, err := json.Marshal(m)
		if err != nil {
			return err
		}
		if len(body) > MaxBytes {
			return fmt.Errorf("queue %s: a message %q of %d bytes", queue, m.Kind, len(body))
		}
		if len(batch) == maxEntries || size+len(body) > MaxBytes {
			if err := flush(); err != nil {
				return err
			}
		}
		e := types.SendMessageBatchRequestEntry{Id: aws.String(strconv.Itoa(len(batch))), MessageBody: aws.String(string(body)),
			DelaySeconds: int32(m.Delay / time.Second)}
		if m.Group != "" {
			e.MessageGroupId = aws.String(m.Group)
		}
		batch, size = append(batch, e), size+len(body)
	}
	return flush()
}

// batch sends one batch, and what was refused for a moment again.
func (s *SQS) batch(ctx context.Context, url string, entries []types.SendMessageBatchRequestEntry) error {
	if len(entries) == 0 {
		return nil
	}
	return store.Retry(ctx, tries, func() error {
		out, err := s.Client.SendMessageBatch(ctx, &sqs.SendMessageBatchInput{QueueUrl: &url, Entries: entries})
		if err != nil || len(out.Failed) == 0 {
			return err
		}
		left := out.Failed[0]
		var rest []types.SendMessageBatchRequestEntry
		for _, e := range entries {
			i := slices.IndexFunc(out.Failed, func(f types.BatchResultErrorEntry) bool { return aws.ToString(f.Id) == *e.Id })
			if i < 0 {
				continue
			}
			rest = append(rest, e)
			if out.Failed[i].SenderFault {
				left = out.Failed[i]
			}
		}
		entries = rest
		err = fmt.Errorf("%d messages refused: %s: %s", len(out.Failed), aws.ToString(left.Code), aws.ToString(left.Message))
		if left.SenderFault {
			return err
		}
		return store.Retryable(err)
	})
}

// Handler does the work of a message. An error brings the message back after its visibility time-out.
type Handler func(ctx context.Context, m Message) error

// BatchHandler sees a whole batch and tells which messages failed, by index.
type BatchHandler func(ctx context.Context, batch []Message) (failed []int, err error)
