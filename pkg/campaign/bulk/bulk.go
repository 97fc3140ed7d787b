// Package bulk is the room of bulk sends: an order to many recipients, from the estimate to the settlement. SQS is a doorbell,
// DynamoDB is the truth (architecture §4): every state here can be found again by the janitor, and a message to a recipient is
// preceded by a written intent and never repeated unless the provider certainly refused it.
package bulk

import (
	"herald/pkg/audience/contact"
	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/order"
	"herald/pkg/platform/upload"
	"herald/pkg/provider"
	"herald/pkg/provider/rate"
)

// Kind of these orders.
const Kind = "bulk"

// Queues and kinds of messages.
const (
	SendQueue    = "send"
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
	*order.Flow
	Contacts *contact.Room // of who makes and plans orders
	Files    *upload.Room  // likewise
	// Suppressed knows who must not be written to.
	Suppressed *suppression.Book
	Channels   map[string]Channel // by channel name
	Rates      *rate.Slots
	Hook       provider.Webhook

	intake *order.Intake[Wish, Draft]
	trail  trail
}

// New completes a room whose fields are given.
func New(r *Room) *Room {
	r.Kind = r
	r.intake = &order.Intake[Wish, Draft]{Flow: r.Flow, Head: head, Tidy: (*Wish).tidy, Quote: r.quote, Keep: r.keepFiles,
		Listed: drafts, Draft: func(h order.DraftHead, w *Wish) Draft { return Draft{h, *w} }, Opened: opened}
	return r
}

// Spec names the kind.
func (r *Room) Spec() order.Spec {
	return order.Spec{Name: Kind, Prefix: "GS", Path: base, Perm: "gc:groupsendorder", Summary: "Order a bulk send", Page: "/send/order", Settled: "bulk.tell." + "settled", States: stateNames}
}

// doorbell names a chunk.
type doorbell struct {
	Order string `json:"o"`
	Gen   int    `json:"g"`
	Chunk int    `json:"c"`
}
