package bulk

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/campaign/order"
	"herald/pkg/credit/ledger"
	"herald/pkg/kit/money"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
)

// SettleTask is the handler of TaskSettle.
func (r *Room) SettleTask(ctx context.Context, m queue.Message) error {
	var t task
	if err := json.Unmarshal(m.Body, &t); err != nil {
		return fmt.Errorf("bulk: task: %w", err)
	}
	return r.Settle(ctx, t.Order)
}

// Settle closes the reservation of an order when no charge can change any more, or at the deadline after its last send
// (decisions §7, §12). What is sent, arrived or read is charged; what is unknown by then is refunded. It may be called at any time.
func (r *Room) Settle(ctx context.Context, id string) error {
	var settled *order.Order
	err := order.Retry(ctx, func() error {
		o, ok, err := r.Orders.Get(ctx, id)
		if err != nil || !ok || o.Settled || o.Ended == nil || (o.Status != order.Settling && o.Status != order.Stopped) {
			return err
		}
		counts, chunks, err := r.counts(ctx, o, true)
		if err != nil {
			return err
		}
		due, err := r.due(ctx, o, counts)
		if err != nil || !due || working(chunks, r.Now()) {
			return err
		}
		if err = r.close(ctx, o, counts); err == nil {
			settled = o
		}
		return err
	})
	if err == nil && settled != nil {
		r.announce(ctx, id)
		r.tellSettled(ctx, settled)
	}
	return err
}

// due tells whether the settlement may be made now.
func (r *Room) due(ctx context.Context, o *order.Order, counts Counts) (bool, error) {
	settle, err := r.Settings.Int(ctx, "order.settle.minutes")
	if err != nil {
		return false, err
	}
	unknown, err := r.Settings.Int(ctx, "order.unknown.minutes")
	if err != nil {
		return false, err
	}
	after := r.Now().Sub(*o.Ended)
	doubtful := counts[StateSending] + counts[StateUnknown]
	if after >= time.Duration(unknown)*time.Minute {
		doubtful = 0
	}
	return counts[StateSent]+doubtful == 0 || after >= time.Duration(settle)*time.Minute, nil
}

// working reports a worker that still holds a chunk: its calls may be in flight.
func working(chunks []chunk, now time.Time) bool {
	for _, c := range chunks {
		if c.s.Lease > now.UnixMilli() {
			return true
		}
	}
	return false
}

// close settles and changes the order in one transaction.
func (r *Room) close(ctx context.Context, o *order.Order, counts Counts) error {
	sum := 0
	for _, n := range counts {
		sum += n
	}
	if sum != o.Total {
		r.Log(map[string]any{"alarm": "counts do not add up", "order": o.ID, "sum": sum, "total": o.Total})
		return fmt.Errorf("bulk: counts of %s add up to %d, not %d", o.ID, sum, o.Total)
	}
	n := money.Amount(counts.charged())
	if n*o.Price > o.Cost { // nobody pays more than was reserved, and no order stays open for it
		r.Log(map[string]any{"alarm": "charge above the reservation", "order": o.ID, "charge": (n * o.Price).String(), "reserved": o.Cost.String()})
		n = o.Cost / o.Price
	}
	charge := o.Price * n
	agency := ledger.Agency{Agent: o.Owner.Agent, Amount: max(0, o.Price-o.Agent) * n} // the quote keeps Agent at Price where the agent has none
	if o.Status == order.Settling {
		o.Status = order.Completed
	}
	o.Actual, o.Counts, o.Settled = &charge, counts.plain(), true
	with := r.giveBack(o, int(n))
	if o.Status == order.Stopped && o.Group != "" { // perhaps before its plan was whole
		with = append(with, contact.Release(o.Group, o.ID))
	}
	_, err := r.Ledger.Settle(ctx, o.Ref(), charge, agency, append(with, r.Orders.Change(o)...)...)
	return err
}

// release gives the whole reservation back and changes the order in one transaction with whatever else is given.
func (r *Room) release(ctx context.Context, o *order.Order, with ...store.Op) error {
	zero := money.Amount(0)
	o.Actual, o.Settled = &zero, true
	o.Counts = Counts{StateToSend: o.Total}.plain()
	with = append(with, r.giveBack(o, 0)...)
	if o.Group != "" {
		with = append(with, contact.Release(o.Group, o.ID))
	}
	_, err := r.Ledger.Settle(ctx, o.Ref(), 0, ledger.Agency{}, append(with, r.Orders.Change(o)...)...)
	return err
}

// giveBack gives the operations that return to the country's stock what an order took and was not charged for.
func (r *Room) giveBack(o *order.Order, charged int) []store.Op {
	if o.Stock <= charged {
		return nil
	}
	return []store.Op{r.Stock.Give(o.Country, o.Stock-charged)}
}
