package inbox

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"herald/pkg/campaign/webhook"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// mark of the references of replies: no order's begins so.
const mark = "inbox."

// Reference is what the provider echoes of a reply.
func Reference(conversation string, at time.Time, message string) string {
	return fmt.Sprintf("%s%s.%d.%s", mark, conversation, at.UnixMilli(), message)
}

// ReceiptReceiver takes the receipts of our replies out of a webhook's receipts and queues them.
type ReceiptReceiver struct{ Queues queue.Queues }

var _ webhook.Receiver = ReceiptReceiver{}

// Kinds are receipts.
func (ReceiptReceiver) Kinds() []webhook.Kind { return []webhook.Kind{webhook.Receipts} }

// Receive queues the receipts of replies for Forward. The receivers behind it see the others.
func (r ReceiptReceiver) Receive(ctx context.Context, _ *provider.Account, events *provider.Events) error {
	var ours, others []provider.Receipt
	for _, e := range events.Receipts {
		if strings.HasPrefix(e.Reference, mark) {
			ours = append(ours, e)
		} else {
			others = append(others, e)
		}
	}
	if len(ours) == 0 {
		return nil
	}
	events.Receipts = others
	return r.Queues.Send(ctx, InboundQueue, queue.New(TaskReceipts, "", ours))
}

var receiptStates = map[provider.ReceiptState]string{provider.ReceiptSent: sent, provider.ReceiptArrived: arrived,
	provider.ReceiptRead: read, provider.ReceiptFailed: failed}

// receipt takes over what the provider tells about a reply; states only rise. What arrived is charged, what failed before is given
// back.
func (r *Service) receipt(ctx context.Context, in provider.Receipt) error {
	parts := strings.Split(strings.TrimPrefix(in.Reference, mark), ".")
	state := receiptStates[in.State]
	if len(parts) != 3 || state == "" {
		return nil
	}
	at, err := strconv.ParseInt(parts[1], 10, 64)
	if err != nil {
		return nil // not one of ours
	}
	s := sending{Conversation: parts[0], At: at, Message: parts[2]}
	return store.Decide(ctx, 16, func() error {
		e, m, ok, err := r.both(ctx, s)
		if err != nil || !ok || m.State == "" {
			return err
		}
		if rank[m.State] < rank[state] {
			reason := ""
			if sender := r.Senders.Sender(e.Sender); state == failed && sender != nil {
				reason = "dispatch.reason." + string(sender.Reason(in.Code))
			}
			op := store.Op{Verb: store.Update, Key: s.key(), Set: map[string]any{"s": state, "r": reason}, If: store.Eq("s", m.State)}
			if _, err := r.DB.Write(ctx, op); err != nil {
				return err
			}
			m.State = state
			r.tell(ctx, e)
		}
		switch m.State {
		case failed:
			return r.settle(ctx, m, false)
		case arrived, read:
			return r.settle(ctx, m, true)
		}
		return nil
	})
}

func refusal(err error) *provider.Refusal {
	var refused *provider.Refusal
	if errors.As(err, &refused) {
		return refused
	}
	return nil
}
