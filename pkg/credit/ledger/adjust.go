package ledger

import (
	"context"
	"fmt"

	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

// Adjust changes the amount of an open reservation by one movement of the difference (a "pay" line, or a "refund"
// line). The old amount is released and the new one reserved, or nothing is changed. operation makes it happen once.
// The operations with are written in the same transaction, also when the amount stays. Faults: ledger.short (40201),
// ledger.frozen (40302), and a *store.Failed: of with, or behind it when the reservation was changed meanwhile.
func (b *Ledger) Adjust(ctx context.Context, o Order, operation string, amount money.Amount, with ...store.Op) error {
	h, err := b.Held(ctx, o.Ref, o.Account)
	switch {
	case err != nil:
		return err
	case amount < 0:
		return fmt.Errorf("ledger: reservation %s cannot hold %s", o.Ref, amount)
	case !h.found || !h.Open: // it ended since the caller read it
		return &store.Failed{Index: len(with)}
	}
	r, more := h.Reservation, amount-h.Reserved
	if more == 0 {
		return b.DB.Transact(ctx, with)
	}
	kind := Pay
	if more < 0 {
		kind = Refund
	}
	as := store.And(store.Eq("op", true), store.Eq("rs", r.Reserved)) // else the caller looks at it again
	r.Reserved = amount
	_, err = b.Post(ctx, Movement{
		ID: "adjust:" + o.Ref + ":" + operation, Operator: o.Operator, Remark: o.Remark, Ref: o.Ref,
		Changes: []Change{{Account: o.Account, Type: kind, Available: -more, Reserved: more}},
		With:    append(with, store.Op{Verb: store.Put, Key: reservationKey(o.Ref), Item: r, If: as}),
	})
	return err
}
