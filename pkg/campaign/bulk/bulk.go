// Package bulk is the room of bulk sends: an order to many recipients, from the estimate to the settlement. SQS is a doorbell,
// DynamoDB is the truth (architecture §4): every state here can be found again by the janitor, and a message to a recipient is
// preceded by a written intent and never repeated unless the provider certainly refused it.
package bulk

import (
	"context"
	"sync"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/credit/ledger"
	"herald/pkg/credit/price"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/push"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
	"herald/pkg/provider/rate"
)

// Kind of these orders, and the prefix of their numbers.
const (
	Kind   = "bulk"
	prefix = "GS"
)

// Queues and kinds of messages.
const (
	SendQueue    = "send"
	JobQueue     = "job"
	ReceiptQueue = "receipt"
	TaskPlan     = "bulk.plan"
	TaskSettle   = "bulk.settle"
	TaskChunk    = "bulk.chunk"
	TaskReceipts = "receipts"
)

// Group is a contact collection as an order sees it.
type Group struct {
	ID      string
	Name    string
	Country string
	Members int
	Packs   int // how many packs of members it had when it was read
}

// Targets are the recipients that a file brings.
type Targets struct {
	Numbers []uint64
	Columns []string   // names of the values
	Values  [][]string // by recipient, in the order of Columns; nil without columns
	Bad     int
}

// Audience is where recipients come from.
type Audience interface {
	// Group in the scope; the 404 fault for any other id.
	Group(ctx context.Context, scope auth.Scope, id string) (Group, error)
	// Members calls yield with the numbers of each of the first packs of a collection, always in the same order.
	Members(ctx context.Context, id string, packs int, yield func([]uint64) error) error
	// File reads an uploaded contact file for a country, without duplicates, in the file's order.
	File(ctx context.Context, scope auth.Scope, fileID, country string) (Targets, error)
}

// Media brings an uploaded file to the provider. Kind is image or video.
type Media interface {
	// Check fails with a fault when the scope has no such file or it is of another kind.
	Check(ctx context.Context, scope auth.Scope, fileID string, kind provider.Kind) error
	// Read gives the file.
	Read(ctx context.Context, fileID string) (name, contentType string, body []byte, err error)
}

// Settings are read at every use, so that a change holds at once.
type Settings interface {
	Int(ctx context.Context, key string) (int, error)
	Bool(ctx context.Context, key string) (bool, error)
	String(ctx context.Context, key string) (string, error)
}

// Stock is what may still be sent to a country (campaign/stock). Its operations go into the order's own transactions.
type Stock interface {
	// Left is nil without limit.
	Left(ctx context.Context, country string) (*int, error)
	// Take fails by its condition when there is less.
	Take(country string, n int) store.Op
	// Give has no condition.
	Give(country string, n int) store.Op
}

// Countries are what an admin made of the countries.
type Countries interface {
	// Open refuses a country that is closed for bulk sends, as a fault about the field.
	Open(ctx context.Context, field, code string) error
	// Zones are the country's time zones.
	Zones(ctx context.Context, code string) ([]string, error)
}

// Channel is a provider with its sender.
type Channel struct {
	Messenger provider.Messenger
	Media     provider.MediaStore
}

// Room is the bulk room.
type Room struct {
	DB       store.DB
	Orders   *order.Book
	Ledger   *ledger.Book
	Prices   *price.List
	Audience Audience
	Media    Media
	// Keep marks uploaded files that something refers to, so that they are not cleaned away; nil: nothing is. The 404 fault
	// for one that the scope does not see.
	Keep      func(ctx context.Context, scope auth.Scope, fileIDs ...string) error
	Settings  Settings
	Countries Countries
	Stock     Stock              // nil: without limit
	Channels  map[string]Channel // by channel name
	Queues    queue.Queues
	Hub       *push.Hub
	Rates     *rate.Slots
	Hook      provider.Webhook
	Now       func() time.Time
	NewID     func(ctx context.Context) string
	Log       func(line map[string]any)
	// Text is a message key in the caller's language; a text that is no key stays as it is.
	Text func(ctx context.Context, key string) string
	// Tell tells an order's owner what happened to it; nil tells nobody. It must be told once by News.Key.
	Tell func(ctx context.Context, n News) error

	mu     sync.Mutex
	pushed map[string]time.Time // when this process last thought of pushing an order's progress
}

// doorbell names a chunk.
type doorbell struct {
	Order string `json:"o"`
	Gen   int    `json:"g"`
	Chunk int    `json:"c"`
}

// task names an order.
type task struct {
	Order string `json:"o"`
	Gen   int    `json:"g"`
}
