// Package bulk is the room of bulk sends: an order to many recipients, from the estimate to the settlement. SQS is a doorbell,
// DynamoDB is the truth (architecture §4): every state here can be found again by the janitor, and a message to a recipient is
// preceded by a written intent and never repeated unless the provider certainly refused it.
package bulk

import (
	"context"
	"sync"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/stock"
	"herald/pkg/credit/ledger"
	"herald/pkg/credit/price"
	"herald/pkg/kit/push"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/platform/country"
	"herald/pkg/platform/notice"
	"herald/pkg/platform/setting"
	"herald/pkg/platform/upload"
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

// Channel is a provider with its sender.
type Channel struct {
	Messenger provider.Messenger
	Media     provider.MediaStore
}

// Room is the bulk room. What lower rooms keep it asks of those rooms themselves: there is no other that could take their place.
type Room struct {
	DB        store.DB
	Orders    *order.Book
	Ledger    *ledger.Book
	Prices    *price.List
	Contacts  *contact.Room // of who makes and plans orders
	Files     *upload.Room  // likewise
	Settings  *setting.Book
	Countries *country.Book
	Stock     *stock.Book
	// Suppressed knows who must not be written to.
	Suppressed *suppression.Book
	Notices    *notice.Book
	Channels   map[string]Channel // by channel name
	Queues     queue.Queues
	Hub        *push.Hub
	Rates      *rate.Slots
	Hook       provider.Webhook
	Now        func() time.Time
	NewID      func(ctx context.Context) string
	Log        func(line map[string]any)
	// Text is a message key in the caller's language; a text that is no key stays as it is.
	Text func(ctx context.Context, key string) string

	trail trail

	mu     sync.Mutex
	pushed map[string]time.Time // when this process last thought of pushing an order's progress
	listed map[string]time.Time // and of writing it into the lists
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
