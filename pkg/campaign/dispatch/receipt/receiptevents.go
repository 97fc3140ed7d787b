package receipt

import (
	"context"
	"errors"
	"math"
	"time"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/webhook"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// OnCallEvent queues what a person pressed or said on a call, or who hung up, with the receipts. The event shows that
// the call was answered and never that it is over. Only the provider's end event has the seconds, and settlement uses
// those. A call without an end event costs its first minute at the order's deadline. A reference of another system
// gives ErrForeign.
func (r *Service) OnCallEvent(ctx context.Context, reference string, f provider.CallFact) error {
	if _, err := chunkrow.ParseReference(reference); err != nil {
		return errors.Join(ErrForeign, err)
	}
	now := r.Flow.Now()
	s := Status{Ref: reference, S: uint8(provider.ReceiptArrived), At: now.Unix(), Call: &f}
	return r.post(ctx, now, map[deliverySlot][]Status{{now.Unix(), 0}: {s}})
}

// ErrForeign is the error of a reference that is none of ours.
var ErrForeign = errors.New("dispatch: a foreign reference")

// Receiver queues a webhook's receipts of orders' messages.
type Receiver struct{ Receipts *Service }

var _ webhook.Receiver = Receiver{}

// Kinds are receipts alone.
func (Receiver) Kinds() []webhook.Kind { return []webhook.Kind{webhook.Receipts} }

// Receive queues the receipts, each until the end of its window.
func (r Receiver) Receive(ctx context.Context, from *provider.Account, events *provider.Events) error {
	return r.Receipts.queueReceipts(ctx, from, events.Receipts)
}

func (r *Service) queueReceipts(ctx context.Context, from *provider.Account, receipts []provider.Receipt) error {
	window, err := r.waiting(ctx)
	if err != nil {
		return err
	}
	now := r.Flow.Now()
	out := map[deliverySlot][]Status{}
	for _, e := range receipts {
		if e.State == provider.ReceiptNone {
			continue
		}
		s := Status{Ref: e.Reference, S: uint8(e.State), At: e.At.Unix(), Code: e.Code, B: uint8(e.Bounce), Stop: e.Stop, Call: e.Call}
		due := now
		if ref, err := chunkrow.ParseReference(e.Reference); err != nil {
			s.Ref, s.ID = foreign(e.Reference), foreign(e.ProviderID)
		} else if e.Call != nil {
			s.By, s.Until = from.Profile().Sender, lineEnd(ref.Sent, e.Limit)
		} else if !e.Stop {
			if due = writeAt(now, time.Unix(ref.Sent, 0), e.State, window); due.Sub(now) > queue.MaxDelay {
				due = stop(now)
			}
		}
		at := deliverySlot{due.Unix(), 0}
		out[at] = append(out[at], s)
	}
	markPriced(out, r.waysOf([]receiptBatch{{Items: make([]Status, len(receipts))}}, now, 0)())
	return r.post(ctx, now, out)
}

// waysOf tells what this invocation costs so far for each receipt of its batch, beside the rows of chunks.
func (r *Service) waysOf(parcels []receiptBatch, began time.Time, requests int) func() int64 {
	n := 0
	for _, p := range parcels {
		n += len(p.Items)
	}
	return func() int64 {
		u := store.Usage{Invokes: 1, Queue: int64(requests), MBms: (r.Flow.Now().Sub(began).Milliseconds() + 1) * int64(r.Memory)}
		return int64(math.Round(float64(chunkrow.Priced(u).Sum()) / float64(max(1, n))))
	}
}

// brought notes on receipts that go on what their way here has cost, and their next message.
func markPriced(all map[deliverySlot][]Status, each int64) {
	message := chunkrow.Priced(store.Usage{Queue: 1})
	for _, items := range all {
		for i := range items {
			items[i].Way += each
		}
		if len(items) > 0 {
			items[0].Way += message[chunkrow.CostQueue]
		}
	}
}
