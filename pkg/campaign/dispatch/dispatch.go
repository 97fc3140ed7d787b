package dispatch

import (
	"context"
	"time"

	"herald/pkg/audience/consent"
	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/sender"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
	"herald/pkg/provider/rate"
)

// Queues and kinds of messages.
const (
	SendQueue    = "send"
	ReceiptQueue = "receipt"
	TaskReceipts = "receipts"
)

// Engine is what such a kind sends with. It is the Kind of its flow.
type Engine struct {
	Flow    *order.Flow
	Content Content
	// Suppressed knows who must not be written to.
	Suppressed *suppression.Store
	Consents   *consent.Store
	Senders    *provider.Registry
	Rates      *rate.Slots
	Lines      *rate.Lines // of senders that make calls
	Shares     *rate.Shares
	Numbers    *sender.Store // how the senders stand
	// Replies are the receivers of recipients' replies. Without one a message that asks for nothing is not queued.
	Replies []ReplyReceiver
	// Memory is that of the function, in MB; 0: it is not counted.
	Memory int
	// Wait waits for a moment of Now's clock, an error when the context ends before; nil: Now is the time of day.
	Wait func(ctx context.Context, at time.Time) error

	recipientIndex recipientIndex
	index          indexCache
	users          users
}

// New completes an engine whose fields are given.
func New(r *Engine) *Engine {
	r.Flow.Kind = r
	return r
}

// Content gives the recipients and messages of an order kind.
type Content interface {
	Spec() order.Spec
	// Recipients passes an order's recipients to a planner, each time in the same chunks and in the same order.
	// Before that it creates at the provider what the messages need. A fault, or a permanent *provider.Refusal, ends
	// the order.
	Recipients(ctx context.Context, o *order.Order, p *Planner) error
	// Renderer makes the order's messages.
	Renderer(ctx context.Context, o *order.Order) (Renderer, error)
	// Placeholders names the values that an order's recipients bring for its messages, in the order in which they are kept.
	Placeholders(ctx context.Context, o *order.Order) ([]string, error)
	// RetryPlan tells by what an order is priced when it is sent again. A fault tells why it may not be.
	RetryPlan(ctx context.Context, o *order.Order) (order.Basics, error)
	// Release gives operations that let go what an order holds of other modules until it is planned.
	Release(o *order.Order) []store.Op
}

// Renderer makes messages to single recipients of an order's message.
type Renderer interface {
	// To fills in a recipient; own are its values in the order of the placeholders, empty for none.
	To(number uint64, reference string, own []string) provider.Message
	// By makes the messages of a sender, for files lie with one of them; nil when it cannot send them.
	By(sender string) Renderer
	// Second makes the other message of a trial; nil when there is none.
	Second() Renderer
}

// Spec names the kind; its targets have the states of recipients.
func (r *Engine) Spec() order.Spec {
	s := r.Content.Spec()
	s.States = stateNames
	return s
}

// Release lets go what an order holds of other modules.
func (r *Engine) Release(o *order.Order) []store.Op { return r.Content.Release(o) }

// Rows are the engine's own rows of a new order, or of its next generation: that of the one before takes no more chunks.
func Rows(o *order.Order) []store.Op {
	ops := []store.Op{{Verb: store.Put, Key: feederKey(o.ID, o.Gen), Item: Feeder{}}}
	if o.Gen > 1 {
		ops = append(ops, store.Op{Verb: store.Update, Key: feederKey(o.ID, o.Gen-1), Set: map[string]any{"x": true}})
	}
	return ops
}

// Chunks is how many chunks recipients of a file make.
func Chunks(recipients int) int { return (recipients + chunkSize - 1) / chunkSize }

// SendTasks are the worker's.
func (r *Engine) SendTasks() map[string]queue.Handler {
	return map[string]queue.Handler{r.taskChunk(): r.Chunk}
}

func (r *Engine) taskChunk() string { return r.Content.Spec().Name + ".chunk" }

// task names a chunk.
type chunkTask struct {
	Order string `json:"o"`
	Gen   int    `json:"g"`
	Chunk int    `json:"c"`
	// Turns are those that were taken for it already, by sender.
	Turns map[string]turn `json:"ts,omitempty"`
}

// turn is a customer's own turn at a sender that was taken and not used yet; the zero value for none.
type turn struct {
	At    int64 `json:"a"`           // unix ms
	Alone bool  `json:"l,omitempty"` // while no other customer wanted the sender
}

func (t turn) taken() bool { return t.At != 0 }

func (t turn) at() time.Time { return time.UnixMilli(t.At) }
