package topup

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"herald/pkg/credit/ledger"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/provider"
)

// The money of a recharge goes back by the way on which it came. The transaction that makes the refund takes the
// credit first. The credit comes back when the provider refuses the refund. A refund in between is queried until it
// is known.

// RefundStatus is how far a refund is.
type RefundStatus int

const (
	RefundRunning RefundStatus = 1 // the credit is taken, the provider is asked
	RefundDone    RefundStatus = 2 // the money is back
	RefundRefused RefundStatus = 3 // the provider will not carry it out; the credit is back
)

// Refund is money of an order that goes back. Its id is its number at the provider.
type Refund struct {
	ID      string          `dynamodbav:"id"`
	Version int64           `dynamodbav:"v"`
	Order   string          `dynamodbav:"o"`
	User    string          `dynamodbav:"u"`
	Fen     provider.Fen    `dynamodbav:"f"`
	Credit  money.Amount    `dynamodbav:"cr,omitempty"` // taken for it; empty: as much as its fen
	Total   provider.Fen    `dynamodbav:"t"`            // of the payment
	Remark  string          `dynamodbav:"rm,omitempty"`
	By      ledger.Operator `dynamodbav:"by"`
	Status  RefundStatus    `dynamodbav:"s"`
	Reason  string          `dynamodbav:"re,omitempty"` // the provider's word, while it runs or when it was refused
	Created time.Time       `dynamodbav:"md"`
	Ended   *time.Time      `dynamodbav:"ea,omitempty"`
}

// taken is the credit that was taken for it.
func (f *Refund) taken() money.Amount {
	if f.Credit == 0 {
		return credit(f.Fen)
	}
	return f.Credit
}

func refundKey(id string) store.Key { return store.Key{Table: table, PK: "REFUND#" + id, SK: "F"} }

// ofOrder is the row by which an order's refunds are found.
func ofOrder(order, id string) store.Key {
	return store.Key{Table: table, PK: "TOPUP#" + order, SK: "F#" + id}
}

// Refund gives a refund by its id; false for none.
func (r *Service) Refund(ctx context.Context, id string) (Refund, bool, error) {
	return store.Load[Refund](ctx, r.DB, refundKey(id), true)
}

// Refunds are those of an order, oldest first.
func (r *Service) Refunds(ctx context.Context, order string) ([]Refund, error) {
	items, err := r.DB.Query(ctx, store.Query{Table: table, PK: "TOPUP#" + order, From: "F#", To: "F#~", Limit: mostRefunds, Consistent: true})
	if err != nil || len(items) == 0 {
		return nil, err
	}
	keys := make([]store.Key, len(items))
	for i, it := range items {
		keys[i] = refundKey(store.SortKey(it)[len("F#"):])
	}
	if items, err = r.DB.GetMany(ctx, keys, true); err != nil {
		return nil, err
	}
	return store.DecodeAll[Refund](items)
}

// mostRefunds of one order are read: WeChat Pay takes no more (facts 5.1).
const mostRefunds = 50

// takesRefund refuses what the provider's documentation refuses. Faults: topup.refundLate, topup.refundOften (409).
func (r *Service) takesRefund(ctx context.Context, o *Order, profile *provider.PaymentProfile) error {
	if paid := o.PaidAt; profile.RefundWithin > 0 && paid != nil && r.Now().Sub(*paid) > profile.RefundWithin {
		return fault.State("topup.refundLate", "days", int(profile.RefundWithin/(24*time.Hour)))
	}
	if profile.RefundsMost == 0 {
		return nil
	}
	made, err := r.DB.Query(ctx, store.Query{Table: table, PK: "TOPUP#" + o.ID, From: "F#", To: "F#~", Limit: profile.RefundsMost,
		Consistent: true})
	if err == nil && len(made) >= profile.RefundsMost {
		err = fault.State("topup.refundOften", "most", profile.RefundsMost)
	}
	return err
}

// giveBack takes credit of an order's user for money that goes back to its payer, and has the provider called. A
// repetition of the call gives the same refund. Faults: those of takesRefund; topup.noRefund (409) for an order that
// bought no credit, was not paid or whose provider gives nothing back; topup.refundRange for more than remains of
// the payment; ledger.aboveBalance (40203) for more than the user holds.
func (r *Service) giveBack(ctx context.Context, o *Order, amount money.Amount, remark string) (Refund, error) {
	p := auth.Must(ctx)
	profile, used := r.Profile(o.Provider)
	if !o.Credited() || o.delivered() || !used || !profile.RefundPartial {
		return Refund{}, fault.State("topup.noRefund")
	}
	if amount%money.Credit != 0 {
		return Refund{}, fault.Bad("amount", "topup.whole")
	}
	now := r.Now()
	f := Refund{ID: web.OperationID(ctx, r.NewID), Version: 1, Order: o.ID, User: o.User, Fen: o.refundable(amount), Total: o.Paid,
		Remark: remark, By: ledger.OperatorOf(p),
		Status: RefundRunning, Created: now}
	if was, ok, err := r.Refund(ctx, f.ID); err != nil || ok && was.Order == o.ID {
		return was, err
	}
	if err := r.takesRefund(ctx, o, &profile); err != nil {
		return Refund{}, err
	}
	if err := r.retry(ctx, o, func(o *Order) error { return r.take(ctx, o, &f) }); err != nil {
		return Refund{}, err
	}
	return f, nil
}

// take takes the credit of a refund, which is made with it. A *store.Failed when the order has changed meanwhile.
func (r *Service) take(ctx context.Context, o *Order, f *Refund) error {
	if left := o.Paid - o.Returned; f.Fen < 1 || f.Fen > left {
		return fault.Bad("amount", "topup.refundRange", "max", int64(o.rest()/money.Credit))
	}
	if f.Credit = o.takes(f.Fen); f.Credit <= 0 {
		return fault.State("topup.noRefund")
	}
	after := *o
	after.give(f.Fen, f.Credit)
	_, err := r.Ledger.Post(ctx, ledger.Movement{ID: "refund:" + f.ID, Operator: f.By, Currency: o.currency(), Ref: o.ID, Remark: f.Remark,
		Changes: []ledger.Change{{Account: o.User, Type: ledger.Withdrawal, Available: -f.Credit, Forced: true}},
		Contra:  []ledger.Leg{{Account: CashIn(o), Amount: f.Credit}},
		With: slices.Concat(next(&after), []store.Op{
			{Verb: store.Put, Key: refundKey(f.ID), Item: *f, If: store.Missing("pk")},
			{Verb: store.Put, Key: ofOrder(o.ID, f.ID), Item: struct{}{}},
			looks(r.DB).At(f.Created, refundMark+f.ID, "", nil)})})
	if fault.Is(err, "ledger.short") {
		return fault.New(fault.Payment, 40203, "ledger.aboveBalance")
	}
	if store.ConditionFailed(err) != nil { // perhaps by the same call, whose answer was lost
		was, ok, loadErr := r.Refund(ctx, f.ID)
		if loadErr != nil {
			return loadErr
		}
		if ok {
			*f = was
			return nil
		}
	}
	return err
}

// refundMark begins the name of a refund among what is looked at.
const refundMark = "F:"

// Pursue queries the provider about a running refund, or requests it, and records the outcome. It may be called at
// any time, any number of times. An error means that the outcome is unknown: call it again.
func (r *Service) Pursue(ctx context.Context, id string) error {
	f, ok, err := r.Refund(ctx, id)
	if err != nil || !ok || f.Status != RefundRunning && !f.givenUp() {
		return err
	}
	o, ok, err := r.Get(ctx, f.Order)
	if err != nil || !ok {
		return fault.OrMissing(err)
	}
	provided, err := r.paymentProvider(o.Provider)
	if err != nil {
		return err
	}
	got, err := provided.QueryRefund(ctx, o.ID, f.ID)
	if f.givenUp() { // the provider knows it after all
		if err == nil && got.State == provider.RefundDone {
			r.alarm(o, "a refund that was given up has been carried out: money and credit are both its user's, somebody must look", f.ID)
		}
		return err
	}
	asked := provider.CauseOf(err) == provider.NotThere
	if asked { // it was never asked for, or that never arrived: the number does nothing twice
		got, err = provided.Refund(ctx, provider.RefundOrder{Number: o.ID, Refund: f.ID, Amount: f.Fen, Total: f.Total, Purpose: f.Remark})
	}
	if failure := new(provider.Failure); errors.As(err, &failure) {
		// A refused query says nothing about the refund, which may be on its way.
		said := strings.TrimSpace(failure.Code + " " + failure.Detail)
		switch {
		case asked && failure.Verdict == provider.Rejected:
			return r.refuse(ctx, o, f, said)
		case asked && failure.Cause == provider.NotThere && f.Reason == said && r.Now().Sub(f.Created) > oneDay:
			return r.giveUp(ctx, o, f)
		}
		return errors.Join(err, r.noted(ctx, f, said))
	}
	switch {
	case err != nil:
		return err
	case got.State == provider.RefundDone:
		return r.settle(ctx, f)
	case got.State == provider.RefundClosed:
		return r.refuse(ctx, o, f, "closed")
	case got.State == provider.RefundStuck:
		r.alarm(o, "a refund is stuck at its provider: somebody must look", f.ID)
		return r.noted(ctx, f, "stuck")
	}
	return nil
}

// giveUp ends a refund that its provider accepts under its number again and again, and afterwards does not know.
// Alipay has closed it then, and has no status for that. A refund takes a day at most. Staff must look up in the
// provider's own books whether it moved later all the same.
func (r *Service) giveUp(ctx context.Context, o *Order, f Refund) error {
	r.alarm(o, "a provider knows nothing of a refund that it took: the credit is given back, somebody must look there", f.ID)
	return r.refuse(ctx, o, f, unknown)
}

// unknown is the reason of a refund that was given up.
const unknown = "closed without a word"

func (f *Refund) givenUp() bool { return f.Status == RefundRefused && f.Reason == unknown }

// settle ends a refund that was carried out.
func (r *Service) settle(ctx context.Context, f Refund) error {
	now, was := r.Now(), f.Version
	f.Status, f.Reason, f.Ended, f.Version = RefundDone, "", &now, f.Version+1
	o, ok, err := r.Get(ctx, f.Order)
	if err != nil || !ok {
		return fault.OrMissing(err)
	}
	err = r.DB.Transact(ctx, []store.Op{{Verb: store.Put, Key: refundKey(f.ID), Item: f, If: store.Eq("v", was)}})
	if store.ConditionFailed(err) != nil {
		return nil // another call recorded it first
	}
	if err == nil {
		r.push(ctx, o)
	}
	return err
}

// noted keeps the provider's word about a refund that runs.
func (r *Service) noted(ctx context.Context, f Refund, reason string) error {
	if f.Reason == reason {
		return nil
	}
	was := f.Version
	f.Reason, f.Version = reason, f.Version+1
	err := r.DB.Transact(ctx, []store.Op{{Verb: store.Put, Key: refundKey(f.ID), Item: f, If: store.Eq("v", was)}})
	if store.ConditionFailed(err) != nil {
		return nil // it is said again
	}
	return err
}

// refuse ends a refund that its provider will not carry out: the credit comes back, with the order and the refund, once.
func (r *Service) refuse(ctx context.Context, o *Order, f Refund, reason string) error {
	now, was := r.Now(), f.Version
	f.Status, f.Reason, f.Ended, f.Version = RefundRefused, reason, &now, f.Version+1
	amount := f.taken()
	return r.retry(ctx, o, func(o *Order) error {
		after := *o
		after.give(-f.Fen, -amount)
		_, err := r.Ledger.Post(ctx, ledger.Movement{ID: "refund:" + f.ID + ":back", Operator: ledger.System, Currency: o.currency(), Ref: o.ID,
			Remark:  f.Remark,
			Changes: []ledger.Change{{Account: f.User, Type: ledger.Refund, Available: amount}},
			Contra:  []ledger.Leg{{Account: CashIn(o), Amount: -amount}},
			With:    append([]store.Op{{Verb: store.Put, Key: refundKey(f.ID), Item: f, If: store.Eq("v", was)}}, next(&after)...)})
		switch failed := store.ConditionFailed(err); {
		case failed != nil && failed.Index == 0:
			return nil // another caller knew it first, or it is asked about again
		case fault.Is(err, "web.notFound"):
			r.alarm(o, "a refund was refused, and its account is closed", f.ID)
			return nil
		case err != nil:
			return err
		}
		r.push(ctx, o)
		return nil
	})
}

func pursue(f *Refund, tenant string) queue.Message {
	return queue.New(TaskRefund, tenant, requestedSum{f.ID})
}
