package order

import (
	"context"
	"slices"
	"time"

	"herald/pkg/credit/ledger"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/notice"
)

// RefundResponse is what staff gave back of an order's charge at a time.
type RefundResponse struct {
	Amount     money.Amount `json:"amount" dynamodbav:"m"`
	Reason     string       `json:"reason" dynamodbav:"r"`
	Operator   string       `json:"operator" dynamodbav:"by"`
	CreateTime time.Time    `json:"createTime" dynamodbav:"at"`
}

const refundRow = "RF#" // behind it the operation

// refundBody is the body of a refund.
type refundBody struct {
	ID   string `path:"id"`
	Body struct {
		Amount *money.Amount `json:"amount,omitempty" doc:"Credit with at most two decimals. Default: all that can be refunded." example:"12.5"`
		Reason string        `json:"reason" minLength:"1" maxLength:"255" doc:"Reason, shown to the order's owner."`
	}
}

// Refundable returns the rest of an order's charge without discounts and earlier refunds.
func (o *Order) Refundable() money.Amount {
	if o.Actual == nil || !o.Settled {
		return 0
	}
	return max(0, *o.Actual-o.Given-o.Back)
}

// refund gives back credit of a settled order, once for an operation and never more than was charged in all. Its agent gives back the
// same part of its margin. Faults: the 409 of the action, order.refundNone, order.refundMost, order.refundAgent, stafflimit.credit (40316).
func (st Settlement) refund(ctx context.Context, was *Order, in *refundBody) (*Order, *Tally, error) {
	if Blank(in.Body.Reason) {
		return nil, nil, fault.Bad("reason", "order.refundReason")
	}
	operation, at := web.OperationID(ctx, st.flow.NewID), seen(was)
	given, o, err := st.refunded(ctx, was, operation)
	if err == nil && given == nil {
		err = Retry(ctx, func() (err error) {
			if o, err = st.flow.Orders.fresh(ctx, at); err != nil {
				return err
			}
			given, err = st.repay(ctx, o, in, operation)
			return err
		})
	}
	if err != nil {
		return nil, nil, err
	}
	auditlog.Note(ctx, o.ID, nil, map[string]any{"orderNo": o.No, "amount": given.Amount.String(), "reason": given.Reason})
	st.flow.notices().tell(ctx, o, st.flow.notices().repaid(o, operation, given))
	t, err := st.flow.Kind.Tally(ctx, o, false)
	return o, t, err
}

// refunded gives what a repeated operation has given back already; nil for nothing.
func (st Settlement) refunded(ctx context.Context, o *Order, operation string) (*RefundResponse, *Order, error) {
	if !web.Repeated(ctx) {
		return nil, o, nil
	}
	r, ok, err := store.Load[RefundResponse](ctx, st.flow.DB, Part(o.ID, refundRow+operation), true)
	if err != nil || !ok {
		return nil, o, err
	}
	return &r, o, nil
}

// repay writes a refund: the movement, the order and the refund's own row in one transaction.
func (st Settlement) repay(ctx context.Context, o *Order, in *refundBody, operation string) (*RefundResponse, error) {
	if err := Allowed(Repay, o.Status); err != nil {
		return nil, err
	}
	most := o.Refundable()
	amount := most
	if in.Body.Amount != nil {
		amount = *in.Body.Amount
	}
	switch {
	case most == 0:
		return nil, fault.State("order.refundNone")
	case amount <= 0 || amount > most:
		return nil, fault.Bad("amount", "order.refundMost", "most", most.String())
	}
	counted, err := st.flow.Credit.Limits.Credit(ctx, amount)
	if err != nil {
		return nil, err
	}
	p := auth.Must(ctx)
	movement, err := st.repayment(ctx, o, ledger.OperatorOf(p), amount, operation)
	if err != nil {
		return nil, err
	}
	r := &RefundResponse{Amount: amount, Reason: in.Body.Reason, Operator: p.Name, CreateTime: st.flow.Now()}
	o.Back += amount
	o.addNotice(st.flow.notices().repaid(o, operation, r))
	movement.With = append(st.flow.Orders.Change(o), store.Op{Verb: store.Put, Key: Part(o.ID, refundRow+operation), Item: r,
		If: store.Missing("pk")})
	movement.With = append(movement.With, counted...)
	_, err = st.flow.Credit.Ledger.Post(ctx, movement)
	if fault.Is(err, "ledger.short") { // the agent spent its credit meanwhile
		err = fault.State("order.refundAgent", "most", max(0, *o.Actual-o.Given-o.margin()+o.Reclaim-o.Back).String())
	}
	return r, err
}

// repaid tells what was given back, and why.
func (ns notices) repaid(o *Order, operation string, r *RefundResponse) notice.Personal {
	return ns.noticeFor(o, "refund."+operation, "refund", map[string]string{"amount": r.Amount.String(), "reason": r.Reason})
}

// refundsOf are the refunds of an order, in their order.
func (st Settlement) refundsOf(ctx context.Context, o *Order) ([]RefundResponse, error) {
	if o.Back == 0 {
		return nil, nil
	}
	rows, err := store.Collect(store.Rows(ctx, st.flow.DB, store.Query{Table: table, PK: Key(o.ID).PK, Prefix: refundRow}))
	if err != nil {
		return nil, err
	}
	all, err := store.DecodeAll[RefundResponse](rows)
	for i := range all {
		all[i].Reason = st.flow.Texts(ctx, all[i].Reason) // of a refund that no person made
	}
	slices.SortStableFunc(all, func(a, b RefundResponse) int { return a.CreateTime.Compare(b.CreateTime) })
	return all, err
}
