package move

import (
	"context"
	"io"
	"time"

	"herald/pkg/credit/ledger"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/store"
)

// Home is where an installation keeps its data.
type Home struct {
	Name      string // HERALD_NAME
	Kind      string // aws or postgres
	FilesKind string // s3 or postgres
	DB        store.DB
	Ledger    *ledger.Ledger
	Now       clock.Clock
	Keys      map[string][]string // see Header

	Rows     Rows
	Files    Files
	Messages Messages

	Tables     []string
	Buckets    []string
	QueueNames []string

	Address   string                                  // of the running product, which must not answer; empty: it is not asked
	Exclusive func(ctx context.Context) (bool, error) // takes or renews the sole use of the data; nil: the address alone is asked
	End       func(ctx context.Context) error         // ends the sole use; nil with Exclusive
}

// Rows reads and writes all rows of a table as documents of DynamoDB's JSON.
type Rows interface {
	// Segments is into how many parts a table is divided that are read side by side.
	Segments() int
	// Each calls each for every row of a segment. An error ends it.
	Each(ctx context.Context, table string, segment int, each func(doc []byte) error) error
	// Put writes rows over those of the same keys.
	Put(ctx context.Context, table string, docs [][]byte) error
}

// File is a file of a bucket.
type File struct {
	Key, Type string
	Size      int64
	Made      time.Time
}

// Files reads and writes all files of a bucket.
type Files interface {
	Each(ctx context.Context, bucket string, each func(f File, body io.Reader) error) error
	// Put writes a file. Where the home has its own times, the file is as old as the home's copy.
	Put(ctx context.Context, bucket string, f File, body io.ReadSeeker) error
}

// Message is a message of a queue.
type Message struct {
	Group   string    `json:"group,omitempty"`
	Body    []byte    `json:"body"`
	Visible time.Time `json:"visible,omitzero"` // not before
	Dead    bool      `json:"dead,omitempty"`   // it is a dead letter
	Tries   int       `json:"tries,omitempty"`  // deliveries of a dead letter
}

// Messages reads and writes all messages of a queue.
type Messages interface {
	// Each calls each for every message and every dead letter. They stay in the queue.
	Each(ctx context.Context, queue string, each func(Message) error) error
	Put(ctx context.Context, queue string, all []Message) error
}
