package receipt

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// receiptBatch is a queue message: receipts that are written together.
type receiptBatch struct {
	Due   int64    `json:"d,omitempty"` // unix s before which they wait for others; the queue itself delays for 15 minutes at most
	Tries int      `json:"n,omitempty"` // how often they gave way
	Items []Status `json:"i"`
}

// unpack reads the receipt batches of a queue batch. It names unreadable messages by their place.
func unpack(batch []queue.Message) (parcels []receiptBatch, bad map[int]error) {
	parcels, bad = make([]receiptBatch, len(batch)), map[int]error{}
	for m, msg := range batch {
		if err := json.Unmarshal(msg.Body, &parcels[m]); err != nil {
			parcels[m], bad[m] = receiptBatch{}, fmt.Errorf("dispatch: parcel: %w", err)
		}
	}
	return parcels, bad
}

// soon returns those of the orders with waiting receipts whose receipts are written at their next stop. After the settlement a receipt
// shows within 10 minutes (decisions §13). Shortly before recipients in doubt are given up, what came in time must count.
func (r *Service) soon(ctx context.Context, parcels []receiptBatch, now time.Time, w waiting) (map[string]bool, error) {
	found := map[string]bool{}
	var keys []store.Key
	var ids []string
	for _, p := range parcels {
		for _, s := range p.Items {
			ref, err := chunkrow.ParseReference(s.Ref)
			if _, asked := found[ref.Order]; err != nil || asked || (!p.isWaiting(now) && longer(now, time.Unix(ref.Sent, 0), s, w).IsZero()) {
				continue
			}
			found[ref.Order] = false
			keys, ids = append(keys, order.Key(ref.Order)), append(ids, ref.Order)
		}
	}
	if len(keys) == 0 {
		return found, nil
	}
	rows, err := r.Flow.DB.GetMany(ctx, keys, false)
	if err != nil {
		return nil, err
	}
	for i, row := range rows {
		var o struct {
			Settled bool       `dynamodbav:"se"`
			Ended   *time.Time `dynamodbav:"ea"`
		}
		if _, err := store.Decode(row, &o); err != nil {
			return nil, err
		}
		found[ids[i]] = o.Settled || o.Ended != nil && w.ends(now.Sub(*o.Ended))
	}
	return found, nil
}

// deliverySlot is when receipts are written, and how often they gave way before.
type deliverySlot struct {
	due   int64 // unix s
	tries int
}

// isWaiting reports a batch that only stopped on its way.
func (p *receiptBatch) isWaiting(now time.Time) bool { return p.Due > now.Unix()+1 }

// due returns when a receipt of the batch is written, in unix s; 0 for now.
func (p *receiptBatch) due(now, sent time.Time, s Status, w waiting) int64 {
	if s.Call != nil {
		return 0 // what a call costs, and whose line is free, is wanted at once
	}
	if p.isWaiting(now) {
		return p.Due
	}
	if end := longer(now, sent, s, w); !end.IsZero() {
		return end.Unix()
	}
	return 0
}

// post puts receipts on the queue, to come back at their turn.
func (r *Service) post(ctx context.Context, now time.Time, receipts map[deliverySlot][]Status) error {
	var messages []queue.Message
	for at, items := range receipts {
		wait := time.Unix(at.due, 0).Sub(now)
		if wait > hop {
			// On the way to their hour they meet at every stop, and go on as one message.
			wait = stop(now).Sub(now)
		}
		for start := 0; start < len(items); start += perMessage {
			messages = packed(messages, at, items[start:min(start+perMessage, len(items))], wait+time.Second-1)
		}
	}
	if len(messages) == 0 {
		return nil
	}
	return r.Flow.Queues.Send(ctx, ReceiptQueue, messages...)
}

// packed adds the messages of receipts: one, unless they are too large for it. Ours are short; what others send is as long
// as it likes.
func packed(messages []queue.Message, at deliverySlot, items []Status, wait time.Duration) []queue.Message {
	m := queue.New(TaskReceipts, "", receiptBatch{at.due, at.tries, items})
	if half := len(items) / 2; half > 0 && len(m.Body) > queue.MaxBytes-1024 {
		return packed(packed(messages, at, items[:half], wait), at, items[half:], wait)
	}
	return append(messages, m.Later(wait))
}

// windows are how long a receipt waits for others of its chunk, by its delay after the sending. HandleBatch are most of
// an order's cost, and one write takes all that came together (facts/serverless §2). Nearly all come within a minute
// and show soon. The later the rest come, the longer they wait for each other.
var windows = []struct{ late, window time.Duration }{
	{30 * time.Second, 0}, // the setting
	{90 * time.Second, 30 * time.Second},
	{5 * time.Minute, 2 * time.Minute},
	{time.Hour, 15 * time.Minute},
	{2 * time.Hour, 30 * time.Minute},
	{8 * time.Hour, 90 * time.Minute},
}

const longestWindow = 4 * time.Hour

// waiting is how long receipts wait for each other.
type waiting struct {
	first time.Duration // the shortest window; 0: none waits
	final time.Duration // after the end of sending; then recipients in doubt are given up
}

func (r *Service) waiting(ctx context.Context) (w waiting, err error) {
	seconds, err := r.Flow.Settings.Int(ctx, "receipt.window.seconds")
	if err != nil {
		return w, err
	}
	w.first = time.Duration(seconds) * time.Second
	w.final, err = r.Flow.Settlement().GivesUpAfter(ctx)
	return w, err
}

// margin is how long before the end receipts wait no longer: two stops, so that one on its way is seen once more.
func (w waiting) margin() time.Duration { return min(2*hop, w.final/4) }

// ends reports whether a recipient in doubt is about to be given up, by the time since its sending or since the end of all sending.
func (w waiting) ends(late time.Duration) bool { return late >= w.final-w.margin() && late < w.final }

// receiptWindow returns the window of a receipt. A receipt that moves credit or is a complaint never waits long, and none waits beyond
// the moment at which its recipient is given up: then it would have moved credit.
func receiptWindow(late time.Duration, s provider.ReceiptState, w waiting) time.Duration {
	if w.first == 0 || s == provider.ReceiptFailed || s == provider.ReceiptComplained || w.ends(late) {
		return w.first
	}
	for _, one := range windows {
		if late < one.late {
			return max(w.first, one.window)
		}
	}
	return longestWindow
}

// writeAt is when a receipt is written: at the end of its window.
func writeAt(now, sent time.Time, s provider.ReceiptState, w waiting) time.Time {
	window := receiptWindow(now.Sub(sent), s, w)
	if window == 0 {
		return now
	}
	return now.Truncate(window).Add(window)
}

// hop is how long receipts travel without being looked at: when their order is settled meanwhile, they are written at the
// next stop.
const hop = 9 * time.Minute

// stop is when all receipts meet that have longer to wait.
func stop(now time.Time) time.Time { return now.Truncate(hop).Add(hop) }

// longer gives the end of a receipt's window when that is still to come and longer than a quarter of an hour; else no time.
// Such receipts travel with the others to the next stop, and only from there by themselves.
func longer(now, sent time.Time, s Status, w waiting) time.Time {
	const late = time.Minute // after the end of the window a batch may still be under way
	state := provider.ReceiptState(s.S)
	if s.Stop || receiptWindow(now.Sub(sent), state, w) <= queue.MaxDelay {
		return time.Time{}
	}
	if end := writeAt(now.Add(-late), sent.Add(-late), state, w); end.After(now) {
		return end
	}
	return time.Time{}
}

// maxTries is how often receipts give way to others of their chunk that were written a moment ago.
const maxTries = 6

// mayWait reports whether the receipts can wait for their next turn. The queue spreads the receipts of one moment
// over several invocations, and each would write the chunk once more. Events of calls never wait: they release a line
// and fix the minutes.
func (d *pendingChunk) mayWait(now, flushed time.Time, w waiting) bool {
	if d.soon {
		return false
	}
	for k, item := range d.items {
		if item.Call != nil || item.Stop {
			return false
		}
		window := receiptWindow(now.Sub(d.sent[k]), provider.ReceiptState(item.S), w)
		limit := maxTries
		if window > queue.MaxDelay {
			limit = 3
		}
		if d.tries >= limit || now.Sub(flushed) >= min(window/2, time.Minute) {
			return false
		}
	}
	return true
}

// postpone puts the receipts off to their next turn.
func (d *pendingChunk) postpone(now time.Time, w waiting, into map[deliverySlot][]Status) {
	for k, item := range d.items {
		at := deliverySlot{writeAt(now, d.sent[k], provider.ReceiptState(item.S), w).Unix(), d.tries + 1}
		into[at] = append(into[at], item)
	}
}
