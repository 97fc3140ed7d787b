package order

import (
	"cmp"
	"context"
	"time"

	"herald/pkg/credit/ledger"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/user"
)

// edits change orders that have not begun.
type edits struct{ flow *Flow }

// edits are those of the orders of the kind.
func (f *Flow) edits() edits { return edits{f} }

// payer returns the user that a request is for: its caller, or a named customer in the caller's scope. Only staff and
// agents order for others. Any other user gives the 404 fault.
func (in *Intake[W, T, D]) payer(ctx context.Context, p *auth.Principal, w *W) (*auth.Principal, error) {
	if in.For == nil {
		return p, nil
	}
	id := in.For(w)
	if id == "" || id == p.UserID {
		return p, nil
	}
	if p.Type != auth.Admin && p.Type != auth.Agent {
		return nil, fault.Missing()
	}
	u, err := (&user.Store{DB: in.Flow.DB, Now: in.Flow.Now}).Find(ctx, p.Scope(), id)
	if err == nil && u.Type == auth.Admin {
		err = fault.Missing()
	}
	if err != nil {
		return nil, err
	}
	return ownerAs(u.Owner(), u.Name, u.Type), nil
}

// ownerAs is an owner as the one who orders and pays.
func ownerAs(o auth.Owner, name string, ty auth.Type) *auth.Principal {
	return &auth.Principal{UserID: o.User, Name: name, Type: ty, Tenant: o.Tenant, Agent: o.Agent}
}

// customerOf is who pays for an order.
func customerOf(o *Order) *auth.Principal {
	ty := auth.First
	switch o.Owner.User {
	case o.Owner.Agent:
		ty = auth.Agent
	case o.Owner.Tenant:
	default:
		ty = auth.Secondary
	}
	return ownerAs(o.Owner, o.By, ty)
}

// editable refuses what can no longer be changed (business-domain §8).
func (ed edits) editable(ctx context.Context, o *Order) error {
	if o.Test || o.Retried() || Allowed(Edit, o.Status) != nil {
		return fault.State("order.state.edit")
	}
	if o.StartAt == nil {
		return nil
	}
	before, err := ed.flow.Settings.Int(ctx, "order.edit.minutes")
	if err == nil && !ed.flow.Now().Before(o.StartAt.Add(-time.Duration(before)*time.Minute)) {
		err = fault.State("order.state.edit")
	}
	return err
}

// edit changes an order that has not begun. Its name, time and remark change as they are. Any other change is priced
// and planned anew, moves the reservation by the difference in the same transaction, and needs a new review. Faults:
// order.state.edit (409), 40201, 40202 and 40922, which change nothing, and those of Quote.
func (in *Intake[W, T, D]) edit(ctx context.Context, id string, w *W) (*SubmitResponse, error) {
	o, err := in.Flow.Find(ctx, id)
	if err != nil {
		return nil, err
	}
	operation := web.OperationID(ctx, in.Flow.NewID)
	if o.Act == operation { // it was done, and the answer was lost
		return in.Flow.edits().edited(ctx, o, o)
	}
	if err := in.Flow.edits().editable(ctx, o); err != nil {
		return nil, err
	}
	in.Tidy(w)
	var old *W
	var of *checkedOrder
	err = parallel.Do(
		func() (err error) { old, err = in.Written(ctx, o); return err },
		func() (err error) { of, err = in.editing(o).prepareFor(ctx, customerOf(o), w); return err })
	if err != nil {
		return nil, err
	}
	before, same := *o, in.Same(old, w)
	at := seen(o)
	err = Retry(ctx, func() (err error) {
		if o, err = in.Flow.Orders.fresh(ctx, at); err != nil || o.Act == operation {
			return err
		}
		if err := in.Flow.edits().editable(ctx, o); err != nil {
			return err
		}
		next := *o
		next.Name, next.Remark, next.StartAt, next.Until, next.Within = of.Name, of.Remark, of.StartAt, of.Until, of.CheckedRequest.Hours
		next.operate(ctx, operation)
		if !same || !sameTimes(o, &next) {
			next.Edits++
		}
		if same {
			err = in.Flow.edits().amend(ctx, o, &next, of)
			o = &next
			return err
		}
		err = in.Flow.edits().rewrite(ctx, o, &next, of)
		o = &next
		return err
	})
	if err != nil {
		return nil, err
	}
	return in.Flow.edits().edited(ctx, &before, o)
}

// editing is the intake with the quote for the edit of an order.
func (in *Intake[W, T, D]) editing(o *Order) *Intake[W, T, D] {
	if in.Requote == nil {
		return in
	}
	of := *in
	of.Quote = func(ctx context.Context, p *auth.Principal, w *W) (Quote, error) { return in.Requote(ctx, p, w, o) }
	return &of
}

// sameTimes tells whether two orders are sent in the same time.
func sameTimes(a, b *Order) bool {
	same := func(x, y *time.Time) bool { return x == nil && y == nil || x != nil && y != nil && x.Equal(*y) }
	return same(a.StartAt, b.StartAt) && same(a.Until, b.Until) && a.Within == b.Within
}

// amend writes what changes alone. An order that begins on another day takes its stock from that day's, or is refused as a shortage.
func (ed edits) amend(ctx context.Context, o, next *Order, of *checkedOrder) error {
	if of.shelf == o.dailyStockName(of.shelf != "") {
		return ed.flow.Orders.change(ctx, next, []Guard{of.kind.AmendedRows})
	}
	if next.Stock, next.StockName = 0, ""; of.Estimate.Stock != nil && of.Left == nil {
		next.Stock, next.StockName = next.Total, of.shelf
	}
	ops, refusals := ed.stockTerms(o, next)
	ops = append(ops, ed.flow.Orders.Change(next)...)
	ops = append(ops, of.kind.AmendedRows(next)...)
	err := ed.flow.DB.Transact(ctx, ops)
	if failed := store.ConditionFailed(err); failed != nil && failed.Index < len(refusals) {
		return refusals[failed.Index]
	}
	return err
}

// dailyStockName is what an order of the stock of days was to take from, limited or not; empty for another order.
func (o *Order) dailyStockName(daily bool) string {
	if o.StockName != "" || !daily {
		return o.StockName
	}
	h := Basics{Country: o.Country, StartAt: o.StartAt, Daily: true}
	return h.stockKey(o.requestedAt())
}

// edited sends the notice of an edit and enqueues the work that follows.
func (ed edits) edited(ctx context.Context, before, o *Order) (*SubmitResponse, error) {
	was := map[string]any{"name": before.Name, "total": before.Total, "cost": before.Cost.String(), "startTime": before.StartAt}
	auditlog.Note(ctx, o.ID, was, map[string]any{"name": o.Name, "total": o.Total, "cost": o.Cost.String(), "startTime": o.StartAt})
	ed.flow.enqueue(ctx, o.ID, Task(ed.flow.Kind.Spec().TaskPlan(), o), ed.flow.transitionTask(o, acted))
	return submitted(o), nil
}

// rewrite writes what an order is after an edit: a generation of its own, which no work of the one before can reach.
func (ed edits) rewrite(ctx context.Context, o, next *Order, of *checkedOrder) error {
	e, now := &of.Estimate, ed.flow.Now()
	if e.Targets == 0 {
		return of.Empty
	}
	if of.Left != nil && e.short() {
		return fault.New(fault.Payment, 40202, "order.editStock")
	}
	if err := ed.flow.pricing().agreed(ctx, of.pricedQuote); err != nil {
		return err
	}
	if err := o.agreedBefore(ctx, e); err != nil {
		return err
	}
	next.Gen, next.Res, next.First, next.Past = o.Gen+1, cmp.Or(o.Res, o.Gen), o.Gen+1, nil
	next.Country, next.Total, next.Parts, next.Cost, next.Stock = of.Country, e.Targets, e.Parts, e.Cost, 0
	ed.flow.pricing().priced(next, e.Price, of.agent)
	next.Counts, next.Edited, next.Status, next.Reason, next.Template = ed.flow.Kind.Spec().untouched(e.Targets), &now, Review, "", ""
	next.Trial, next.Second = nil, ""
	of.kind.Fill(next)
	if of.auto {
		next.Status = Waiting
	}
	if next.StockName = ""; e.Stock != nil && of.Left == nil {
		next.Stock, next.StockName = next.Total, of.shelf
	}
	with, refusals := ed.editTerms(o, next, of)
	with = append(append(with, ed.flow.Orders.Change(next)...), of.kind.Rows(next)...)
	if o.Group != next.Group {
		with = append(with, ed.flow.Kind.Release(o)...)
	}
	by := ledger.OperatorOf(auth.Must(ctx))
	err := ed.flow.Credit.Ledger.Adjust(ctx, ledger.Order{Ref: o.Ref(), Account: o.Owner.User, Operator: by, Remark: o.No},
		next.Act, next.Cost, with...)
	if failed := store.ConditionFailed(err); failed != nil && failed.Index < len(refusals) {
		return refusals[failed.Index]
	}
	if fault.Is(err, "ledger.short") {
		return fault.New(fault.Payment, 40201, "order.editShort")
	}
	return err
}

// agreedBefore refuses an edit by an agent that makes its customer's order dearer, in all or by recipient: the agent earns by the
// difference. Faults (409): order.agreedCost, order.agreedPrice.
func (o *Order) agreedBefore(ctx context.Context, e *Estimate) error {
	by := auth.Must(ctx)
	switch {
	case by.Type != auth.Agent || o.madeBy() == by.UserID:
		return nil
	case e.Cost > o.Cost:
		return fault.State("order.agreedCost", "cost", o.Cost.String())
	case e.Price > o.Price:
		return fault.State("order.agreedPrice", "price", o.Price.String(), "now", e.Price.String())
	}
	return nil
}

// editTerms are what must hold when an edit is written, each operation with its refusal.
func (ed edits) editTerms(o, next *Order, of *checkedOrder) (ops []store.Op, refusals []error) {
	add := func(refusal error, more ...store.Op) {
		for range more {
			refusals = append(refusals, refusal)
		}
		ops = append(ops, more...)
	}
	add(fault.State("order.locked"), unlocked(o)...)
	for _, t := range of.kind.Terms(next) {
		add(t.Refusal, t.Ops...)
	}
	more, short := ed.stockTerms(o, next)
	return append(ops, more...), append(refusals, short...)
}

// stockTerms takes from the stock the part that an order has more after an edit, and returns the part that it has
// less; each with its refusal.
func (ed edits) stockTerms(o, next *Order) (ops []store.Op, refusals []error) {
	short := fault.New(fault.Payment, 40202, "order.editStock")
	take, give := next.Stock, o.Stock
	if o.stockKey() == next.stockKey() { // one write for a row
		less := min(take, give)
		take, give = take-less, give-less
	}
	if take > 0 {
		ops, refusals = append(ops, ed.flow.Credit.Stock.Take(next.stockKey(), take)), append(refusals, short)
	}
	if give > 0 {
		ops, refusals = append(ops, ed.flow.Credit.Stock.Give(o.stockKey(), give)), append(refusals, short)
	}
	return ops, refusals
}
