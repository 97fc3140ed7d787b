package ledger

import (
	"context"
	"errors"
	"fmt"
	"time"

	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

// Reservation is credit that an order holds: reserved = settled + released, to the unit, once it is closed (decisions §4).
type Reservation struct {
	Ref      string       `dynamodbav:"rf"`
	Account  string       `dynamodbav:"ac"`
	Service  string       `dynamodbav:"sv"`
	Remark   string       `dynamodbav:"rm,omitempty"` // the remark of the order's lines
	Reserved money.Amount `dynamodbav:"rs"`
	Settled  money.Amount `dynamodbav:"st"`
	Released money.Amount `dynamodbav:"rl"`
	Open     bool         `dynamodbav:"op"`
	At       time.Time    `dynamodbav:"at"`
}

type reserveOp struct {
	put Reservation
	was bool // it is being closed
}

func (r *reserveOp) op(now time.Time) store.Op {
	cond := store.Missing("pk")
	if r.was {
		cond = store.Eq("op", true)
	} else {
		r.put.At = now
	}
	return store.Op{Verb: store.Put, Key: reservationKey(r.put.Ref), Item: r.put, If: cond}
}

// Order names what credit is reserved for.
type Order struct {
	Snapshot *View  // the account as it was read; nil: it is read now
	Ref      string // order id and generation
	Account  string
	Service  string
	Operator Operator
	Remark   string
}

// Reserve takes the estimate from the available credit (the "pay" line). with is carried out in the same transaction.
// Faults: ledger.short (40201), ledger.frozen (40302).
func (b *Ledger) Reserve(ctx context.Context, o Order, amount money.Amount, with ...store.Op) ([]Entry, error) {
	if amount < 0 {
		return nil, errors.New("ledger: negative reservation")
	}
	return b.Post(ctx, Movement{
		ID: "reserve:" + o.Ref, Operator: o.Operator, Remark: o.Remark, Ref: o.Ref, With: with, Snapshot: o.Snapshot,
		Changes: []Change{{Account: o.Account, Type: Pay, Available: -amount, Reserved: amount}},
		reserve: &reserveOp{put: Reservation{Ref: o.Ref, Account: o.Account, Service: o.Service, Remark: o.Remark, Reserved: amount, Open: true}},
	})
}

// Settle closes a reservation: charge becomes revenue, the rest is released (the "refund" line; none when nothing
// remains). It is carried out once. A repetition changes nothing, even with another charge, and gives the
// reservation as it was closed.
func (b *Ledger) Settle(ctx context.Context, ref string, charge money.Amount, agency Agency, with ...store.Op) (Reservation, error) {
	h := &HeldReservation{ref: ref}
	var err error
	if h.Reservation, h.found, err = b.Reservation(ctx, ref); err != nil {
		return h.Reservation, err
	}
	r, made, err := b.SettleHeld(ctx, h, charge, agency, with...)
	if err == nil && !made {
		r, _, err = b.Reservation(ctx, ref) // another settlement may have been first
	}
	return r, err
}

// SettleHeld is Settle of a reservation that was read. made tells that this very call closed it: when it does not, what stands
// must be looked at, for the answer may have been lost. A settlement in which the platform pays out more than it takes is an error.
func (b *Ledger) SettleHeld(ctx context.Context, h *HeldReservation, charge money.Amount, agency Agency, with ...store.Op) (r Reservation,
	made bool, err error) {
	ref := h.ref
	r = h.Reservation
	if !h.found {
		return r, false, fmt.Errorf("ledger: no reservation %s", ref)
	}
	if !r.Open {
		return r, false, nil
	}
	if charge < 0 || charge > r.Reserved {
		return r, false, fmt.Errorf("ledger: charge %s of %s is not within the reserved %s", charge, ref, r.Reserved)
	}
	if agency.Agent == "" || agency.Agent == r.Account {
		agency.Amount = 0
	}
	if err := agency.check(ref, charge); err != nil {
		return r, false, err
	}
	rest := r.Reserved - charge
	r.Settled, r.Released, r.Open = charge, rest, false
	kind := Refund
	if rest == 0 {
		kind = settle
	}
	m := Movement{ID: settlement + ref, Operator: System, Remark: r.Remark, Ref: ref, With: with, Snapshot: h.view,
		Changes: []Change{{Account: r.Account, Type: kind, Available: rest, Reserved: -r.Reserved}},
		Contra:  []Leg{{Revenue + r.Service, charge}},
		reserve: &reserveOp{put: r, was: true},
	}
	if agency.Amount > 0 {
		m.Changes = append(m.Changes, Change{Account: agency.Agent, Type: Rebate, Available: agency.Amount})
		m.Contra = append(m.Contra, Leg{Rebates, -agency.Amount})
	}
	if agency.Discount > 0 {
		m.Changes = append(m.Changes, Change{Account: r.Account, Type: Discount, Available: agency.Discount})
		m.Contra = append(m.Contra, Leg{Discounts, -agency.Discount})
	}
	_, made, err = b.post(ctx, m)
	return r, made, err
}

// Reservation reads a reservation; false for none.
func (b *Ledger) Reservation(ctx context.Context, ref string) (Reservation, bool, error) {
	return store.Load[Reservation](ctx, b.DB, reservationKey(ref), true)
}
