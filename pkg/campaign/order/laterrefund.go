package order

import (
	"context"
	"strconv"
	"time"

	"herald/pkg/credit/ledger"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/job"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
	"herald/pkg/platform/notice"
)

// Emails that came back for the moment are charged at the settlement and given back some working days later (business-domain §9). The
// settlement fixes the amount, in its own transaction, and makes it due. What comes after the settlement moves nothing. A generation
// of an order has one such refund. Its row, its movement and the order are written in one transaction, so it is made exactly once.

// settingLater is the setting of the working days until it.
const settingLater = "email.refund.soft.days"

// laterRefund is what a generation of an order gets back at a time.
type laterRefund struct {
	Order   string       `dynamodbav:"o"`
	Gen     int          `dynamodbav:"g"`
	Targets int          `dynamodbav:"n"`
	Amount  money.Amount `dynamodbav:"m"`
	Due     time.Time    `dynamodbav:"at"`
}

const laterRow = "LR#" // behind it the generation

// laterReason is the reason of such a refund, a message key.
const laterReason = "order.refundSoft"

// waitForAgent is until another try when the order's agent has spent what it would give back.
const waitForAgent = 24 * time.Hour

func (f *Flow) laterRefunds() *job.Index {
	return &job.Index{DB: f.DB, Table: table, Name: "later." + f.Kind.Spec().Name, Shards: 2}
}

// later gives the operations that make the refund due of a generation that is about to be settled: n of its targets are charged, less a
// discount.
func (st Settlement) later(ctx context.Context, o *Order, t *Tally, n int, discount money.Amount) ([]store.Op, error) {
	targets := min(t.Later, n)
	part := o.Price * money.Amount(targets)
	if part -= money.Part(part, discount, o.Price*money.Amount(n)); part <= 0 {
		return nil, nil
	}
	days, err := st.flow.Settings.Int(ctx, settingLater)
	if err != nil {
		return nil, err
	}
	r := laterRefund{Order: o.ID, Gen: o.Gen, Targets: targets, Amount: part, Due: workingDays(st.flow.Now(), days)}
	return []store.Op{{Verb: store.Put, Key: Part(o.ID, laterRow+strconv.Itoa(o.Gen)), Item: r, If: store.Missing("pk")},
		st.flow.laterRefunds().At(r.Due, o.ID+"."+strconv.Itoa(o.Gen), "", r)}, nil
}

// workingDays is a time so many working days later: Monday to Friday at +08:00.
func workingDays(from time.Time, days int) time.Time {
	at := from.In(clock.China)
	for days > 0 {
		at = at.AddDate(0, 0, 1)
		if d := at.Weekday(); d != time.Saturday && d != time.Sunday {
			days--
		}
	}
	return at.UTC()
}

// tickLater makes the refunds whose time has come.
func (st Settlement) tickLater(ctx context.Context) error {
	return st.flow.laterRefunds().Tick(ctx, st.flow.Now(), func(ctx context.Context, d job.Due) (time.Time, error) {
		var r laterRefund
		if err := d.Decode(&r); err != nil {
			return time.Time{}, err
		}
		return st.refundLater(ctx, &r)
	})
}

// refundLater gives back what is due, and tells when to look again: an order that is being retried has no settled charge, and an agent may
// have spent its margin. A deleted customer gets nothing back. It may be repeated.
func (st Settlement) refundLater(ctx context.Context, r *laterRefund) (again time.Time, err error) {
	id := r.Order
	operation := "soft." + id + "." + strconv.Itoa(r.Gen)
	var o *Order
	var given *RefundResponse
	err = Retry(ctx, func() (err error) {
		var ok bool
		if _, ok, err = store.Load[RefundResponse](ctx, st.flow.DB, Part(id, refundRow+operation), true); err != nil || ok {
			return err
		}
		if o, ok, err = st.flow.Orders.Get(ctx, id); err != nil || !ok {
			return err
		}
		if !o.Settled {
			again = st.flow.Now().Add(time.Hour)
			return nil
		}
		amount := min(r.Amount, o.Refundable())
		if amount <= 0 { // staff gave all of it back
			return nil
		}
		given, err = st.writeLater(ctx, o, amount, operation)
		return err
	})
	if fault.Is(err, "order.refundAgent") || fault.Is(err, "ledger.short") {
		st.flow.Log(map[string]any{"warning": "the agent's margin is spent", "order": id, "amount": r.Amount.String()})
		return st.flow.Now().Add(waitForAgent), nil
	}
	if fault.Is(err, "web.notFound") { // the customer was deleted, and its account is closed
		st.flow.Log(map[string]any{"warning": "the account of a refund is closed", "order": id, "amount": r.Amount.String()})
		return time.Time{}, nil
	}
	if err == nil && given != nil {
		st.flow.notices().tell(ctx, o, st.flow.notices().refundedLater(o, operation, given))
	}
	return again, err
}

// writeLater writes the movement, the order and the refund's row in one transaction.
func (st Settlement) writeLater(ctx context.Context, o *Order, amount money.Amount, operation string) (*RefundResponse, error) {
	movement, err := st.repayment(ctx, o, ledger.System, amount, operation)
	if err != nil {
		return nil, err
	}
	r := &RefundResponse{Amount: amount, Reason: laterReason, Operator: ledger.System.Name, CreateTime: st.flow.Now()}
	o.Back += amount
	o.addNotice(st.flow.notices().refundedLater(o, operation, r))
	change := st.flow.Orders.Change(o)
	if o.Gone { // it is in no list
		change = append([]store.Op{change[0]}, st.flow.Orders.outbox(o)...)
	}
	movement.With = append(change, store.Op{Verb: store.Put, Key: Part(o.ID, refundRow+operation), Item: r, If: store.Missing("pk")})
	_, err = st.flow.Credit.Ledger.Post(ctx, movement)
	return r, err
}

// refundedLater tells what was given back of a charge for emails that came back.
func (ns notices) refundedLater(o *Order, operation string, r *RefundResponse) notice.Personal {
	return ns.noticeFor(o, "refund."+operation, "refundSoft", map[string]string{"amount": r.Amount.String()})
}
