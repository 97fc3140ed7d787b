package dispatch

import (
	"context"
	"strconv"
	"time"

	"herald/pkg/audience/consent"
	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/dispatch/inbound"
	"herald/pkg/campaign/dispatch/plan"
	"herald/pkg/campaign/dispatch/ratecontrol"
	"herald/pkg/campaign/dispatch/recipientindex"
	"herald/pkg/campaign/emaillink/linkactivity"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/sender"
	"herald/pkg/kit/metric"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
	"herald/pkg/provider/rate"
)

// SendQueue is the queue of chunks.
const SendQueue = "send"

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
	Replies []inbound.ReplyReceiver
	// Quota bounds the senders that recipients see; nil: those of the providers are the only ones.
	Quota *SenderQuota
	// Activity tells what recipients of emails did; nil: it is not known.
	Activity *linkactivity.Reader
	// Memory is that of the function, in MB; 0: it is not counted.
	Memory int
	// Metrics counts what is sent and refused; nil: it is not counted.
	Metrics *metric.Set
	// Wait waits for a moment of Now's clock, an error when the context ends before; nil: Now is the time of day.
	Wait func(ctx context.Context, at time.Time) error

	caches caches
}

// caches are what a process remembers between invocations.
type caches struct {
	orders recipientindex.OrderCache
	index  recipientindex.Cache
	users  inbound.Users
}

// New completes an engine whose fields are given.
func New(r *Engine) *Engine {
	r.Flow.Kind = r
	return r
}

// Content gives the recipients and messages of an order kind.
type Content interface {
	plan.Source
	// Renderer makes the order's messages.
	Renderer(ctx context.Context, o *order.Order) (Renderer, error)
	// Placeholders names the values that an order's recipients bring for its messages, in the order in which they are kept.
	Placeholders(ctx context.Context, o *order.Order) ([]string, error)
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
	s.States = chunkrow.StateNames
	return s
}

// Release lets go what an order holds of other modules.
func (r *Engine) Release(o *order.Order) []store.Op { return r.Content.Release(o) }

// Plan, PlanComplete, GiveUp, Work, Tally and RetryPlan implement order.Kind.
func (r *Engine) Plan(ctx context.Context, o *order.Order) error { return r.Plans().Plan(ctx, o) }

// PlanComplete tells whether every chunk of an order stands.
func (r *Engine) PlanComplete(ctx context.Context, o *order.Order) (bool, error) {
	return r.Plans().PlanComplete(ctx, o)
}

// GiveUp ends an order that cannot be planned.
func (r *Engine) GiveUp(ctx context.Context, o *order.Order, reason string) error {
	return r.Plans().GiveUp(ctx, o, reason)
}

// RetryPlan tells how many recipients of an order have failed.
func (r *Engine) RetryPlan(ctx context.Context, o *order.Order) (*order.RetryPlan, error) {
	return r.Plans().RetryPlan(ctx, o)
}

// Work hands out the chunks of a sending order.
func (r *Engine) Work(ctx context.Context, o *order.Order, at order.WorkTrigger) error {
	return r.Feed().Work(ctx, o, at)
}

// Tally counts an order by the states of its recipients.
func (r *Engine) Tally(ctx context.Context, o *order.Order, consistent bool) (*order.Tally, error) {
	return r.Statistics().Tally(ctx, o, consistent)
}

// SendTasks are the worker's.
func (r *Engine) SendTasks() map[string]queue.Handler {
	return map[string]queue.Handler{r.Feed().taskChunk(): r.Sender().Chunk}
}

func (r *Feed) taskChunk() string { return r.Content.Spec().Name + ".chunk" }

// task names a chunk.
type chunkTask struct {
	Order string `json:"o"`
	Gen   int    `json:"g"`
	Chunk int    `json:"c"`
	// Turns are those that were taken for it already, by sender.
	Turns map[string]ratecontrol.Reservation `json:"ts,omitempty"`
}

// OnProgress are the figures of a settled order.
func (r *Engine) OnProgress(o *order.Order) map[string]string {
	c := o.Counts
	out := map[string]string{"arrived": strconv.Itoa(c[string(chunkrow.StateArrived)] + c[string(chunkrow.StateRead)]),
		"failed": strconv.Itoa(c[string(chunkrow.StateFailed)])}
	if b := o.Bounces; b != nil {
		out["hard"], out["soft"] = strconv.Itoa(b.Permanent()), strconv.Itoa(b.Soft)
	}
	return out
}
