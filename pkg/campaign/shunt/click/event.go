// Package click counts the requests for shunting links: exactly, with few writes, and without a row that all of them write.
//
// # One message a request
//
// A request is one Event, which is queued before its answer (Post). Queues repeat messages, and consumers die between their writes and the
// deletion of a message. So each event has an id, and the ids that were counted are kept.
//
// # Buckets
//
// The events of a link within ten seconds are divided among shards: one at few requests, up to 256 at many, so that a shard has about a
// hundred of them. The one who posts draws the shard, and a repeated message names the same one. A shard of ten seconds is a bucket: one
// row with the ids that were counted. A consumer writes a bucket together with the counters of its shard, in one transaction: for the day
// and in all. Messages wait for the end of their ten seconds, so that a bucket is mostly written once. Each shard's rows take less than one
// write unit a second at any number of requests.
//
// # Keys
//
// Table campaign:
//
//	SHUNTB#<code> / <bucket>#<shard>     ids of the events that were counted; expires
//	SHUNTC#<code> / D#<day>#<shard>      counters of a day at +08:00; expires
//	SHUNTC#<code> / T#<shard>            counters of all days
package click

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"time"

	"herald/pkg/kit/queue"
	"herald/pkg/kit/useragent"
)

// The queue of events and the kind of its messages.
const (
	Queue = "click"
	Task  = "shunt.click"
)

// Targets that are none.
const (
	Nowhere  = 0  // nothing was available
	Fallback = -1 // the link's fallback address
)

// Event is one request for a link.
type Event struct {
	ID      string            `json:"i"`
	Link    string            `json:"l"` // code
	Tenant  string            `json:"o,omitempty"`
	At      int64             `json:"t"` // unix s
	Shard   int               `json:"s,omitempty"`
	Kind    useragent.Kind    `json:"k"`
	Bot     bool              `json:"b,omitempty"`
	Country string            `json:"c,omitempty"` // ISO 3166-1 alpha-2; empty: unknown
	Target  int               `json:"n,omitempty"` // number of the target within the link, or one of the above
	Visitor string            `json:"v,omitempty"` // of a visitor's cookie
	Params  map[string]string `json:"p,omitempty"` // campaign parameters
	Channel string            `json:"h,omitempty"` // id of the sales channel that the link belongs to
}

// idBytes is the size of an id. Of the hundred events of a bucket, two have the same id with a chance of 2^-35.
const idBytes = 6

var encoding = base64.RawURLEncoding.Strict()

// NewID is an id for an event.
func NewID() string {
	var b [idBytes]byte
	_, _ = rand.Read(b[:]) // never fails
	return encoding.EncodeToString(b[:])
}

// Bounds of shards.
const (
	bucketSeconds = 10
	perBucket     = 100 // events that a bucket is made for
	MaxShards     = 256
)

// Shards is how many shards the events of a link are divided among, at a number of requests a second: a power of two.
func Shards(perSecond float64) int {
	n := 1
	for n < MaxShards && float64(n)*perBucket < perSecond*bucketSeconds {
		n *= 2
	}
	return n
}

// Post queues an event. Where many come, it waits for the others of its bucket.
func Post(ctx context.Context, q queue.Queues, now time.Time, many bool, e Event) error {
	m := queue.New(Task, "", e)
	if many {
		m = m.Later(now.Truncate(bucketSeconds * time.Second).Add(bucketSeconds*time.Second + time.Second - 1).Sub(now))
	}
	return q.Send(ctx, Queue, m)
}
