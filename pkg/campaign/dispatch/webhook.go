package dispatch

import (
	"context"
	"time"

	"herald/pkg/campaign/webhook"
	"herald/pkg/kit/queue"
	"herald/pkg/provider"
)

// InboundReceiver queues what a webhook reports of recipients: messages, users' numbers, complaints and opt-outs.
type InboundReceiver struct{ Engine *Engine }

// ReceiptReceiver queues a webhook's receipts of orders' messages.
type ReceiptReceiver struct{ Engine *Engine }

var _, _ webhook.Receiver = InboundReceiver{}, ReceiptReceiver{}

// Kinds are the messages and users of recipients, and receipts that complain or suppress.
func (InboundReceiver) Kinds() []webhook.Kind {
	return []webhook.Kind{webhook.Inbound, webhook.Users, webhook.Receipts}
}

// Receive queues the events for HandleInbound.
func (r InboundReceiver) Receive(ctx context.Context, from *provider.Account, events *provider.Events) error {
	return r.Engine.receive(ctx, from, events)
}

// Kinds are receipts alone.
func (ReceiptReceiver) Kinds() []webhook.Kind { return []webhook.Kind{webhook.Receipts} }

// Receive queues the receipts, each until the end of its window.
func (r ReceiptReceiver) Receive(ctx context.Context, from *provider.Account, events *provider.Events) error {
	return r.Engine.queueReceipts(ctx, from, events.Receipts)
}

func (r *Engine) queueReceipts(ctx context.Context, from *provider.Account, receipts []provider.Receipt) error {
	first, err := r.Flow.Settings.Int(ctx, "receipt.window.seconds")
	if err != nil {
		return err
	}
	now, window := r.Flow.Now(), time.Duration(first)*time.Second
	out := map[deliverySlot][]status{}
	for _, e := range receipts {
		if e.State == provider.ReceiptNone {
			continue
		}
		s := status{Ref: e.Reference, S: uint8(e.State), At: e.At.Unix(), Code: e.Code, Stop: e.Stop, Call: e.Call}
		due := now
		if ref, err := ParseReference(e.Reference); err != nil {
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
	markPriced(out, r.waysOf([]receiptBatch{{Items: make([]status, len(receipts))}}, now, 0)())
	return r.post(ctx, now, out)
}
