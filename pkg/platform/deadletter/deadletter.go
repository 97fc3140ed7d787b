// Package deadletter keeps the messages that queues gave up as rows, so that there is one list of them on AWS and on PostgreSQL. Staff see
// them by error, send them again, or discard them.
//
// A consumer notes why a message failed on its last delivery. The janitor's tick collects what the queues gave up: it writes the row
// first and removes the dead letter after it. A repeated collection finds the row, or the mark of what was done with it.
package deadletter

import (
	"context"
	"encoding/json"
	"time"

	"herald/pkg/kit/id"
	"herald/pkg/kit/module"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
)

// Service is the module of dead letters.
type Service struct {
	DB     store.DB
	Queues queue.Queues
	// Inspector reads the dead letters of queues.
	Inspector queue.Inspector
	Names     []string         // of the queues
	Most      func(string) int // deliveries after which a queue gives a message up
	Now       func() time.Time
	Log       func(line map[string]any)
}

var (
	_ module.Module = (*Service)(nil)
	_ module.Ticker = (*Service)(nil)
)

// Record is a dead letter without its body, which may name people.
type Record struct {
	Queue      string    `dynamodbav:"q"`
	Task       string    `dynamodbav:"k,omitempty"`
	Error      string    `dynamodbav:"e,omitempty"` // empty: not known
	Order      string    `dynamodbav:"o,omitempty"`
	Sent       time.Time `dynamodbav:"s,omitzero"`
	Died       time.Time `dynamodbav:"d,omitzero"`
	Collected  time.Time `dynamodbav:"c"`
	Deliveries int       `dynamodbav:"n"`
	Size       int       `dynamodbav:"z"`
	Unreadable bool      `dynamodbav:"x,omitempty"` // it is no message of ours and can only be discarded
	Expires    int64     `dynamodbav:"ttl"`
}

// body is the message of a dead letter.
type body struct {
	Text    string `dynamodbav:"t"`
	Group   string `dynamodbav:"g,omitempty"`
	Expires int64  `dynamodbav:"ttl"`
}

// over marks a dead letter that was dealt with: one that is collected again is removed without a row.
type over struct {
	What    string `dynamodbav:"w"`
	Expires int64  `dynamodbav:"ttl"`
}

// cause is why a message failed on its last delivery.
type cause struct {
	Error   string    `dynamodbav:"e"`
	At      time.Time `dynamodbav:"a"`
	Expires int64     `dynamodbav:"ttl"`
}

// Lives of rows. SQS keeps a dead letter for 14 days, which bounds how late one can be collected again.
const (
	kept   = 30 * 24 * time.Hour
	marked = 30 * 24 * time.Hour
)

// Keys, in table platform:
//
//	DEAD#<queue> / <group>#<id>     a dead letter
//	DEADBODY#<queue> / <id>         its message
//	DEADCAUSE#<queue> / <id>        why a message failed on its last delivery, written by the consumer
//	DEADOVER#<queue> / <id>         it was sent again or discarded
const table = "platform"

func letterKey(name, group, id string) store.Key {
	return store.Key{Table: table, PK: "DEAD#" + name, SK: group + "#" + id}
}
func bodyKey(name, id string) store.Key {
	return store.Key{Table: table, PK: "DEADBODY#" + name, SK: id}
}
func causeKey(name, id string) store.Key {
	return store.Key{Table: table, PK: "DEADCAUSE#" + name, SK: id}
}
func overKey(name, id string) store.Key {
	return store.Key{Table: table, PK: "DEADOVER#" + name, SK: id}
}

// Failure is a message that failed on its last delivery.
type Failure struct {
	ID    string // of the message
	Error error
}

// mostCauses bounds what one batch notes.
const mostCauses = 100

// NoteCauses notes why messages of a queue failed on their last delivery. It keeps the class of an error and no personal data.
func (s *Service) NoteCauses(ctx context.Context, name string, failures []Failure) error {
	now := s.Now()
	var ops []store.Op
	for _, f := range failures[:min(len(failures), mostCauses)] {
		ops = append(ops, store.Op{Verb: store.Put, Key: causeKey(name, f.ID),
			Item: cause{Error: Class(f.Error.Error()), At: now.UTC(), Expires: now.Add(kept).Unix()}})
	}
	if len(ops) == 0 {
		return nil
	}
	return s.DB.WriteAll(ctx, ops)
}

// OrderOf is the order that a message names; empty for none.
func OrderOf(m queue.Message) string {
	var named struct {
		Short string `json:"o"`
		Long  string `json:"order"`
		Full  string `json:"orderId"`
	}
	if json.Unmarshal(m.Body, &named) != nil {
		return ""
	}
	for _, text := range []string{named.Short, named.Long, named.Full} {
		if id.Valid(text) {
			return text
		}
	}
	return ""
}
