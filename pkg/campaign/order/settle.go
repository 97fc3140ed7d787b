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

// Settlement closes the reservations of orders, and gives credit back afterwards.
type Settlement struct{ flow *Flow }

// Settlement is the settlement of the orders of the kind.
func (f *Flow) Settlement() Settlement { return Settlement{f} }

// SettleTask is the handler of <kind>.settle.
func (st Settlement) SettleTask(ctx context.Context, m queue.Message) error {
	var t task
	if err := json.Unmarshal(m.Body, &t); err != nil {
		return fmt.Errorf("order: task: %w", err)
	}
	return st.Settle(ctx, t.Order)
}

// Settle closes the reservation of an order when no charge can change any more, or at the deadline after its last
// send (decisions §7, §12). Targets in state sent, arrived or read are charged; unknown ones are refunded. It may be
// called at any time.
func (st Settlement) Settle(ctx context.Context, id string) error {
	var settled *Order
	err := Retry(ctx, func() error {
		o, ok, err := st.flow.Orders.Get(ctx, id)
		if err != nil || !ok || o.Settled || o.Ended == nil || (o.Status != Settling && o.Status != Stopped) {
			return err
		}
		st.flow = st.flow.of(o)
		t, err := st.flow.Kind.Tally(ctx, o, true)
		if err != nil {
			return err
		}
		due, err := st.due(ctx, o, t)
		if err != nil || !due || t.Busy {
			return err
		}
		made, err := st.close(ctx, o, t)
		if err == nil && !made { // another call settled it with its own counts, or ours did and its answer was lost
			o, _, err = st.flow.Orders.Get(ctx, id)
		}
		if err == nil && o.Settled {
			settled = o
		}
		return err
	})
	if err == nil && settled != nil {
		st.flow.Listing().announce(ctx, id)
		st.flow.notices().tell(ctx, settled, st.flow.notices().settled(settled))
	}
	return err
}

// due tells whether the settlement may be made now.
func (st Settlement) due(ctx context.Context, o *Order, t *Tally) (bool, error) {
	settle, unknown, err := st.deadlines(ctx)
	if err != nil {
		return false, err
	}
	after := st.flow.Now().Sub(*o.Ended)
	doubtful := t.Doubtful
	if after >= unknown {
		doubtful = 0
	}
	return t.Pending+doubtful == 0 || after >= settle, nil
}

// deadlines returns how long after its end an order is settled without its missing receipts, and how long until a
// target in doubt is given up.
func (st Settlement) deadlines(ctx context.Context) (settle, unknown time.Duration, err error) {
	s, err := st.flow.Settings.Int(ctx, "order.settle.minutes")
	if err != nil {
		return 0, 0, err
	}
	u, err := st.flow.Settings.Int(ctx, "order.unknown.minutes")
	return time.Duration(s) * time.Minute, time.Duration(u) * time.Minute, err
}

// GivesUpAfter is how long after the end of sending a target in doubt is refunded at the earliest: a receipt that came before counts.
func (st Settlement) GivesUpAfter(ctx context.Context) (time.Duration, error) {
	settle, unknown, err := st.deadlines(ctx)
	return min(settle, unknown), err
}

// close settles and changes the order in one transaction. made tells that this very call did it.
func (st Settlement) close(ctx context.Context, o *Order, t *Tally) (made bool, err error) {
	sum := 0
	for _, n := range t.Counts {
		sum += n
	}
	if sum != o.Total {
		st.flow.Log(map[string]any{"alarm": "counts do not add up", "order": o.ID, "sum": sum, "total": o.Total})
		return false, fmt.Errorf("order: counts of %s add up to %d, not %d", o.ID, sum, o.Total)
	}
	n := money.Amount(t.Charged)
	if n*o.Price > o.Cost { // the charge never exceeds the reservation, and the order settles all the same
		st.flow.Log(map[string]any{"alarm": "charge above the reservation", "order": o.ID, "charge": (n * o.Price).String(),
			"reserved": o.Cost.String()})
		n = o.Cost / o.Price
	}
	charge := o.Price * n
	var agency ledger.Agency
	if o.Status == Settling {
		o.Status = Completed
	}
	all := o.Spent + charge
	o.Actual, o.Paid, o.Counts, o.Held, o.Bounces, o.Settled = &all, int(n), t.Counts, t.Held, t.Bounces, true
	if t.Final != nil {
		o.Counts = t.Final
	}
	o.addNotice(st.flow.notices().settled(o))
	with := append(st.giveBack(o, int(n)), t.Terms...)
	if o.Status == Stopped { // perhaps before its plan was whole
		with = append(with, st.flow.Kind.Release(o)...)
	}
	var held *ledger.HeldReservation
	err = parallel.Do(
		func() (err error) { held, err = st.held(ctx, o); return err },
		func() error {
			agreed, err := st.flow.pricing().bounds(ctx, o.Owner.Tenant)
			// the quote keeps Agent at Price where the agent has none
			agency = ledger.Share(o.Owner, charge, max(0, o.Price-o.Agent)*n, agreed.Discount)
			return err
		})
	if err != nil {
		return false, err
	}
	later, err := st.later(ctx, o, t, int(n), agency.Discount)
	if err == nil {
		o.Given += agency.Discount
		with = append(with, later...)
		_, made, err = st.flow.Credit.Ledger.SettleHeld(ctx, held, charge, agency, append(with, st.flow.Orders.Change(o)...)...)
	}
	return made, err
}

// release releases the whole reservation and changes the order in one transaction with the given operations. made
// reports that this very call did it.
func (st Settlement) release(ctx context.Context, o *Order, held *ledger.HeldReservation, with ...store.Op) (made bool, err error) {
	all := o.Spent
	o.Actual, o.Settled = &all, true
	if !o.Retried() {
		o.Counts = st.flow.Kind.Spec().untouched(o.Total)
	}
	with = append(append(with, st.giveBack(o, 0)...), st.flow.Kind.Release(o)...)
	_, made, err = st.flow.Credit.Ledger.SettleHeld(ctx, held, 0, ledger.Agency{}, append(with, st.flow.Orders.Change(o)...)...)
	return made, err
}

// giveBack gives the operations that return to the country's stock what an order took and was not charged for.
func (st Settlement) giveBack(o *Order, charged int) []store.Op {
	if o.Stock <= charged {
		return nil
	}
	return []store.Op{st.flow.Credit.Stock.Give(o.stockKey(), o.Stock-charged)}
}
