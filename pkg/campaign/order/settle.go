package order

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"herald/pkg/credit/ledger"
	"herald/pkg/kit/money"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
)

// SettleTask is the handler of <kind>.settle.
func (f *Flow) SettleTask(ctx context.Context, m queue.Message) error {
	var t task
	if err := json.Unmarshal(m.Body, &t); err != nil {
		return fmt.Errorf("order: task: %w", err)
	}
	return f.Settle(ctx, t.Order)
}

// Settle closes the reservation of an order when no charge can change any more, or at the deadline after its last
// send (decisions §7, §12). Targets in state sent, arrived or read are charged; unknown ones are refunded. It may be
// called at any time.
func (f *Flow) Settle(ctx context.Context, id string) error {
	var settled *Order
	err := Retry(ctx, func() error {
		o, ok, err := f.Orders.Get(ctx, id)
		if err != nil || !ok || o.Settled || o.Ended == nil || (o.Status != Settling && o.Status != Stopped) {
			return err
		}
		f = f.of(o)
		t, err := f.Kind.Tally(ctx, o, true)
		if err != nil {
			return err
		}
		due, err := f.due(ctx, o, t)
		if err != nil || !due || t.Busy {
			return err
		}
		made, err := f.close(ctx, o, t)
		if err == nil && !made { // another call settled it with its own counts, or ours did and its answer was lost
			o, _, err = f.Orders.Get(ctx, id)
		}
		if err == nil && o.Settled {
			settled = o
		}
		return err
	})
	if err == nil && settled != nil {
		f.announce(ctx, id)
		f.tell(ctx, settled, f.settled(settled))
	}
	return err
}

// due tells whether the settlement may be made now.
func (f *Flow) due(ctx context.Context, o *Order, t *Tally) (bool, error) {
	settle, unknown, err := f.deadlines(ctx)
	if err != nil {
		return false, err
	}
	after := f.Now().Sub(*o.Ended)
	doubtful := t.Doubtful
	if after >= unknown {
		doubtful = 0
	}
	return t.Pending+doubtful == 0 || after >= settle, nil
}

// deadlines returns how long after its end an order is settled without its missing receipts, and how long until a
// target in doubt is given up.
func (f *Flow) deadlines(ctx context.Context) (settle, unknown time.Duration, err error) {
	s, err := f.Settings.Int(ctx, "order.settle.minutes")
	if err != nil {
		return 0, 0, err
	}
	u, err := f.Settings.Int(ctx, "order.unknown.minutes")
	return time.Duration(s) * time.Minute, time.Duration(u) * time.Minute, err
}

// close settles and changes the order in one transaction. made tells that this very call did it.
func (f *Flow) close(ctx context.Context, o *Order, t *Tally) (made bool, err error) {
	sum := 0
	for _, n := range t.Counts {
		sum += n
	}
	if sum != o.Total {
		f.Log(map[string]any{"alarm": "counts do not add up", "order": o.ID, "sum": sum, "total": o.Total})
		return false, fmt.Errorf("order: counts of %s add up to %d, not %d", o.ID, sum, o.Total)
	}
	n := money.Amount(t.Charged)
	if n*o.Price > o.Cost { // the charge never exceeds the reservation, and the order settles all the same
		f.Log(map[string]any{"alarm": "charge above the reservation", "order": o.ID, "charge": (n * o.Price).String(),
			"reserved": o.Cost.String()})
		n = o.Cost / o.Price
	}
	charge := o.Price * n
	var agency ledger.Agency
	if o.Status == Settling {
		o.Status = Completed
	}
	all := o.Spent + charge
	o.Actual, o.Paid, o.Counts, o.Held, o.Settled = &all, int(n), t.Counts, t.Held, true
	o.addNotice(f.settled(o))
	with := f.giveBack(o, int(n))
	if o.Status == Stopped { // perhaps before its plan was whole
		with = append(with, f.Kind.Release(o)...)
	}
	var held *ledger.HeldReservation
	err = parallel.Do(
		func() (err error) { held, err = f.held(ctx, o); return err },
		func() error {
			agreed, err := f.bounds(ctx, o.Owner.Tenant)
			// the quote keeps Agent at Price where the agent has none
			agency = ledger.Share(o.Owner, charge, max(0, o.Price-o.Agent)*n, agreed.Discount)
			return err
		})
	if err == nil {
		o.Given += agency.Discount
		_, made, err = f.Ledger.SettleHeld(ctx, held, charge, agency, append(with, f.Orders.Change(o)...)...)
	}
	return made, err
}

// release releases the whole reservation and changes the order in one transaction with the given operations. made
// reports that this very call did it.
func (f *Flow) release(ctx context.Context, o *Order, held *ledger.HeldReservation, with ...store.Op) (made bool, err error) {
	all := o.Spent
	o.Actual, o.Settled = &all, true
	if !o.Retried() {
		o.Counts = f.Kind.Spec().untouched(o.Total)
	}
	with = append(append(with, f.giveBack(o, 0)...), f.Kind.Release(o)...)
	_, made, err = f.Ledger.SettleHeld(ctx, held, 0, ledger.Agency{}, append(with, f.Orders.Change(o)...)...)
	return made, err
}

// giveBack gives the operations that return to the country's stock what an order took and was not charged for.
func (f *Flow) giveBack(o *Order, charged int) []store.Op {
	if o.Stock <= charged {
		return nil
	}
	return []store.Op{f.Stock.Give(o.stockKey(), o.Stock-charged)}
}
