package dispatch

import (
	"context"
	"time"

	"herald/pkg/audience/consent"
	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/dispatch/gate"
	"herald/pkg/campaign/dispatch/inbound"
	"herald/pkg/campaign/dispatch/plan"
	"herald/pkg/campaign/dispatch/receipt"
	"herald/pkg/campaign/dispatch/recipientindex"
	"herald/pkg/campaign/emaillink/linkactivity"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/sender"
	"herald/pkg/kit/metric"
	"herald/pkg/provider"
	"herald/pkg/provider/rate"
)

// Statistics counts orders and lists their recipients.
type Statistics struct {
	Flow    *order.Flow
	Content Content
	Senders *provider.Registry
	Numbers *sender.Store
	// Activity tells what recipients of emails did; nil: it is not known.
	Activity *linkactivity.Reader

	Chunks *chunkrow.Store
	Index  *recipientindex.Index
}

// Feed hands the chunks of an order to the workers.
type Feed struct {
	Flow    *order.Flow
	Content Content
	Senders *provider.Registry
	Shares  *rate.Shares
	Quota   *SenderQuota

	Chunks     *chunkrow.Store
	Statistics *Statistics
}

// ChunkSender sends chunks.
type ChunkSender struct {
	Flow    *order.Flow
	Content Content
	Senders *provider.Registry
	Numbers *sender.Store
	Memory  int
	Wait    func(ctx context.Context, at time.Time) error
	Metrics *metric.Set

	// Limits of the senders and their customers.
	Rates  *rate.Slots
	Lines  *rate.Lines
	Shares *rate.Shares

	// Quota is that of the engine.
	Quota *SenderQuota

	// Recipients that may not be written to.
	Suppressed *suppression.Store
	Consents   *consent.Store
	Gate       *gate.Service

	Chunks *chunkrow.Store
	Feed   *Feed
}

// Chunks reads the rows of chunks.
func (r *Engine) Chunks() *chunkrow.Store { return &chunkrow.Store{Flow: r.Flow} }

// Index finds the messages to a number.
func (r *Engine) Index() *recipientindex.Index {
	return &recipientindex.Index{Flow: r.Flow, Senders: r.Senders, Cache: &r.caches.index, Orders: &r.caches.orders}
}

// Statistics counts orders.
func (r *Engine) Statistics() *Statistics {
	return &Statistics{Flow: r.Flow, Content: r.Content, Senders: r.Senders, Numbers: r.Numbers, Activity: r.Activity,
		Chunks: r.Chunks(), Index: r.Index()}
}

// Receipts writes receipts.
func (r *Engine) Receipts() *receipt.Service {
	return &receipt.Service{Flow: r.Flow, Lines: r.Lines, Memory: r.Memory, Spec: r.Spec, Metrics: r.Metrics}
}

// Inbound handles what recipients write.
func (r *Engine) Inbound() *inbound.Service {
	return &inbound.Service{Flow: r.Flow, Suppressed: r.Suppressed, Senders: r.Senders, Replies: r.Replies, Receipts: r.Receipts(),
		Index: r.Index(), Users: &r.caches.users}
}

// Gate checks single messages.
func (r *Engine) Gate() *gate.Service {
	return &gate.Service{Flow: r.Flow, Suppressed: r.Suppressed, Consents: r.Consents}
}

// Plans plans orders.
func (r *Engine) Plans() *plan.Service {
	return &plan.Service{Flow: r.Flow, Content: r.Content, Memory: r.Memory, Chunks: r.Chunks()}
}

// Feed hands out chunks.
func (r *Engine) Feed() *Feed {
	return &Feed{Flow: r.Flow, Content: r.Content, Senders: r.Senders, Shares: r.Shares, Quota: r.Quota, Chunks: r.Chunks(),
		Statistics: r.Statistics()}
}

// Sender sends chunks.
func (r *Engine) Sender() *ChunkSender {
	return &ChunkSender{Metrics: r.Metrics, Flow: r.Flow, Content: r.Content, Senders: r.Senders, Numbers: r.Numbers, Memory: r.Memory,
		Wait:  r.Wait,
		Rates: r.Rates, Lines: r.Lines, Shares: r.Shares, Quota: r.Quota, Suppressed: r.Suppressed, Consents: r.Consents, Gate: r.Gate(),
		Chunks: r.Chunks(), Feed: r.Feed()}
}
