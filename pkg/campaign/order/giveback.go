package order

import (
	"context"

	"herald/pkg/credit/ledger"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

// GiveBack is a part of an order's charge that goes back because of what a kind does with one of its targets, as with a number that is
// returned.
type GiveBack struct {
	Operation string // names it for ever: the same one is made once
	Operator  ledger.Operator
	Reason    string // a message key
	// Amount gives the part of an order that is settled, and With what the kind writes in the same transaction. Both may run again.
	Amount func(o *Order) (money.Amount, error)
	With   func(ctx context.Context) ([]store.Op, error)
}

// GiveBack gives a part of a settled order back, with what the kind writes, in one transaction; the same operation again does nothing. A
// part of nothing writes what the kind writes alone. Faults: order.state.refund (409) before the settlement, order.refundAgent (409)
// when the agent has spent its margin, those of With.
func (st Settlement) GiveBack(ctx context.Context, id string, b *GiveBack) error {
	var given *RefundResponse
	var o *Order
	err := Retry(ctx, func() error {
		_, done, err := store.Load[RefundResponse](ctx, st.flow.DB, Part(id, refundRow+b.Operation), true)
		if err != nil || done {
			return err
		}
		var ok bool
		if o, ok, err = st.flow.Orders.Get(ctx, id); err == nil && (!ok || !o.Settled) {
			err = Allowed(Repay, Settling)
		}
		if err != nil {
			return err
		}
		amount, err := b.Amount(o)
		if err != nil {
			return err
		}
		with, err := b.With(ctx)
		if err != nil {
			return err
		}
		r := &RefundResponse{Amount: amount, Reason: b.Reason, Operator: b.Operator.Name, CreateTime: st.flow.Now()}
		with = append(with, store.Op{Verb: store.Put, Key: Part(id, refundRow+b.Operation), Item: r, If: store.Missing("pk")})
		if amount <= 0 {
			return st.flow.DB.Transact(ctx, with)
		}
		given, err = r, st.giveBackNow(ctx, o, b, r, with)
		return err
	})
	if fault.Is(err, "ledger.short") { // the agent spent its credit meanwhile
		err = fault.State("order.refundAgent", "most", "0")
	}
	if err == nil && given != nil {
		st.flow.notices().tell(ctx, o, st.flow.notices().repaid(o, b.Operation, given))
	}
	return err
}

func (st Settlement) giveBackNow(ctx context.Context, o *Order, b *GiveBack, r *RefundResponse, with []store.Op) error {
	movement, err := st.repayment(ctx, o, b.Operator, r.Amount, b.Operation)
	if err != nil {
		return err
	}
	o.Back += r.Amount
	told := *r
	told.Reason = st.flow.Texts(ctx, r.Reason)
	o.addNotice(st.flow.notices().repaid(o, b.Operation, &told))
	change := st.flow.Orders.Change(o)
	if o.Gone { // it is in no list
		change = append([]store.Op{change[0]}, st.flow.Orders.outbox(o)...)
	}
	movement.With = append(change, with...)
	_, err = st.flow.Credit.Ledger.Post(ctx, movement)
	return err
}
