package order

import (
	"cmp"
	"context"
	"errors"

	"herald/pkg/campaign/allowance"
	"herald/pkg/credit/ledger"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/user"
)

// Intake takes the orders of a kind: estimate, submission and drafts. W is an order as its customer writes it, T the row of
// a draft of it, and D a pointer to T.
type Intake[W, T any, D DraftRow[W, T]] struct {
	Flow *Flow
	// Basics reads the part that every request has. Tidy normalizes a request for storage: no blanks around, times in
	// UTC.
	Head func(*W) Basics
	Tidy func(*W)
	// Quote checks a request completely. It changes nothing.
	Quote func(ctx context.Context, p *auth.Principal, w *W) (Quote, error)
	// Requote is Quote for the edit of an order that holds something of its own already; nil: Quote.
	Requote func(ctx context.Context, p *auth.Principal, w *W, o *Order) (Quote, error)
	// Edited names the order that an estimate is about the edit of; empty for a new one. nil: always for a new one.
	Edited func(*W) string
	// Keep marks the files that a request refers to, so that they are not cleaned away.
	Keep func(ctx context.Context, p *auth.Principal, w *W) error
	// For names the customer that staff or an agent request for; empty: for the caller. nil: always for the caller.
	For func(*W) string
	// Written gives the request of an order as it stands, and Same tells whether two ask for the same but for name, time and remark.
	Written func(ctx context.Context, o *Order) (*W, error)
	Same    func(a, b *W) bool
	// Audience returns the recipients that an order would reach, for a reviewer; nil: those that the order itself
	// names.
	Audience func(ctx context.Context, o *Order) (*Audience, error)
	// Listed are the drafts of the kind.
	Listed store.List[T]
}

// SubmitResponse is the answer to an order (decisions §10).
type SubmitResponse struct {
	ID            string       `json:"id"`
	OrderNo       string       `json:"orderNo"`
	Status        Status       `json:"status"`
	EstimatedCost money.Amount `json:"estimatedCost"`
}

func submitted(o *Order) *SubmitResponse { return &SubmitResponse{o.ID, o.No, o.Status, o.Cost} }

// ordered tells the audit log of an order.
func ordered(ctx context.Context, o *Order) {
	auditlog.Note(ctx, o.ID, nil, map[string]any{"orderNo": o.No, "total": o.Total, "cost": o.Cost.String()})
}

// DraftRef tells which draft an order became.
type DraftRef struct {
	DraftID string `json:"draftId"`
}

// Submit orders a request. A repeated operation returns the stored order, also when the first one spent the balance.
// Faults: 40201 and 40202 (saved as a draft), 40922 (nothing is saved), 40302, 40314 (no service subscription), and
// those of Quote.
func (in *Intake[W, T, D]) Submit(ctx context.Context, p *auth.Principal, w *W) (*SubmitResponse, error) {
	stands, draft, err := in.earlier(ctx, p, "") // the draft of this operation: its first try was short
	if err != nil || stands != nil {
		return stands, err
	}
	of, err := in.prepare(ctx, p, w)
	if err != nil {
		return nil, err
	}
	return in.place(ctx, p, w, of, draft)
}

// earlier returns the results of an earlier try of a repeated operation: the order, and the draft of an id, or of the
// operation if there is none. It makes one call, and none at the first try.
func (in *Intake[W, T, D]) earlier(ctx context.Context, p *auth.Principal, draftID string) (*SubmitResponse, *T, error) {
	if !web.Repeated(ctx) {
		return nil, nil, nil
	}
	operation := web.OperationID(ctx, in.Flow.NewID)
	rows, err := in.Flow.DB.GetMany(ctx, []store.Key{Key(operation), in.Listed.Key(string(p.Scope()), cmp.Or(draftID, operation))}, true)
	if err != nil {
		return nil, nil, err
	}
	var o Order
	if ok, err := store.Decode(rows[0], &o); err != nil {
		return nil, nil, err
	} else if ok && o.Kind == in.Flow.Kind.Spec().Name && o.madeBy() == p.UserID {
		ordered(ctx, &o)
		return submitted(&o), nil, nil
	}
	d, err := in.own(p, rows[1])
	return nil, d, err
}

// madeBy returns the user who made an order: its owner, or the user who ordered for the owner.
func (o *Order) madeBy() string {
	if o.Operator != nil {
		return o.Operator.ID
	}
	return o.Owner.User
}

// own is a draft of the caller's own, of its row; nil for none.
func (in *Intake[W, T, D]) own(p *auth.Principal, row store.Item) (*T, error) {
	var d T
	if ok, err := store.Decode(row, &d); err != nil || !ok {
		return nil, err
	}
	if head, _ := D(&d).Parts(); head.Owner.User != p.UserID {
		return nil, nil
	}
	return &d, nil
}

// ready is an order that may be made.
type checkedOrder struct {
	*pricedQuote
	as     *auth.Principal  // who orders and pays: the caller, or who it orders for
	auto   bool             // without a review
	tests  int              // it is a test, of which so many may be made a day
	free   *allowance.Claim // of a test: what it counts against; nil: nothing
	agreed Bounds
}

// prepare checks and prices a request for the customer that it is ordered for.
func (in *Intake[W, T, D]) prepare(ctx context.Context, p *auth.Principal, w *W) (*checkedOrder, error) {
	in.Tidy(w)
	as, err := in.payer(ctx, p, w)
	if err != nil {
		return nil, err
	}
	return in.prepareFor(ctx, as, w)
}

// prepareFor is prepare for the user who orders and pays.
func (in *Intake[W, T, D]) prepareFor(ctx context.Context, as *auth.Principal, w *W) (r *checkedOrder, err error) {
	if Blank(in.Head(w).Name) {
		return nil, fault.Bad("name", "web.valid.missing")
	}
	if as.Type == auth.Admin { // staff hold no credit (decisions §13)
		return nil, fault.Bad("userId", "order.customer")
	}
	r = &checkedOrder{as: as}
	r.pricedQuote, err = in.estimate(ctx, as, w,
		func() error { return in.Flow.Credit.Services.Admit(ctx, as) },
		func() (err error) { r.agreed, err = in.Flow.pricing().bounds(ctx, as.Tenant); return err },
		func() error { return in.Flow.Orders.Fill(ctx, in.Flow.Kind.Spec().Prefix) },
		func() (err error) { r.auto, err = in.Flow.Settings.Bool(ctx, "order.review.auto"); return err })
	return r, err
}

// place reserves and writes a priced order. It returns at once for any size; the planning follows. from is the draft
// that becomes the order. It is deleted in the same transaction, so it becomes one order only. A request that exceeds
// the balance (40201) or the country's stock (40202) is saved as a draft, and the refusal says so.
func (in *Intake[W, T, D]) place(ctx context.Context, p *auth.Principal, w *W, of *checkedOrder, from *T) (*SubmitResponse, error) {
	id := web.OperationID(ctx, in.Flow.NewID)
	if err := of.kind.Precondition(id); err != nil { // before balance and bound of the day: what stands is paid for and counted
		return nil, err
	}
	if of.Estimate.Targets == 0 {
		return nil, of.Empty
	}
	if err := in.Flow.pricing().agreed(ctx, of.pricedQuote); err != nil {
		return nil, err
	}
	if !of.Enough {
		if of.short() && of.Balance >= of.Cost {
			return nil, in.keepAsDraft(ctx, id, w, from, stockShort())
		}
		return nil, in.keepAsDraft(ctx, id, w, from, creditShort())
	}
	o, err := in.Flow.newOrder(ctx, p, of, id)
	if err != nil {
		return nil, err
	}
	with, refusals := in.terms(o, of, from)
	with = append(append(with, in.Flow.Orders.Add(o)...), of.kind.Rows(o)...)
	_, err = in.Flow.Credit.Ledger.Reserve(ctx, ledger.Order{Snapshot: of.seen, Ref: o.Ref(), Account: o.Owner.User, Service: o.Kind,
		Operator: ledger.OperatorOf(p), Remark: o.No}, o.Cost, with...)
	failed := store.ConditionFailed(err)
	switch {
	case fault.Is(err, "ledger.short"):
		return nil, in.keepAsDraft(ctx, id, w, from, creditShort()) // it was spent meanwhile
	case failed != nil && failed.Index < len(refusals) && refusals[failed.Index] == errDraft:
		return nil, in.changed(ctx, from)
	case failed != nil && failed.Index < len(refusals) && refusals[failed.Index] != nil:
		return nil, refusals[failed.Index]
	case failed != nil && failed.Index < len(refusals):
		return nil, in.keepAsDraft(ctx, id, w, from, stockShort()) // others took the stock meanwhile
	case err != nil:
		return nil, err
	}
	ordered(ctx, o)
	if o.Operator != nil {
		in.Flow.Notices.NotifyLater(ctx, in.Flow.notices().placed(o, p.Name))
	}
	in.Flow.enqueue(ctx, o.ID, Task(in.Flow.Kind.Spec().TaskPlan(), o))
	return submitted(o), nil
}

// errDraft stands for the refusal of a draft that is not there any more as it was read.
var errDraft = errors.New("order: the draft was changed")

// terms returns the conditions of writing an order, and the refusal of each condition that fails; none for the stock,
// which makes a draft. Conditions that held when the order was priced may have changed.
func (in *Intake[W, T, D]) terms(o *Order, of *checkedOrder, from *T) (ops []store.Op, refusals []error) {
	add := func(refusal error, more ...store.Op) {
		for range more {
			refusals = append(refusals, refusal)
		}
		ops = append(ops, more...)
	}
	add(fault.New(fault.Forbidden, 40302, "web.locked"), user.NotLocked(o.Owner.User, o.Owner.Tenant)...)
	if from != nil {
		add(errDraft, in.drop(from)...) // it was ordered, changed or deleted meanwhile
	}
	if of.tests > 0 {
		add(fault.State("order.testDaily", "n", of.tests), in.Flow.Orders.oneTest(o, of.tests))
		if of.free != nil {
			of.free.Each(func(op store.Op, refusal error) { add(refusal, op) })
		}
	} else if of.agreed.Daily > 0 {
		add(fault.State("order.dailyBatch", "n", of.agreed.Daily), in.Flow.Orders.oneMore(o, of.agreed.Daily))
	}
	for _, t := range of.kind.Terms(o) {
		add(t.Refusal, t.Ops...)
	}
	if of.Estimate.Stock != nil && of.Left == nil {
		o.Stock, o.StockName = o.Total, of.shelf
		add(nil, in.Flow.Credit.Stock.Take(o.stockKey(), o.Stock))
	}
	return ops, refusals
}

// newOrder makes the order of a request.
func (f *Flow) newOrder(ctx context.Context, p *auth.Principal, of *checkedOrder, id string) (*Order, error) {
	spec := f.Kind.Spec()
	no, err := f.Orders.Number(ctx, spec.Prefix)
	if err != nil {
		return nil, err
	}
	e := &of.Estimate
	o := &Order{ID: id, No: no, Kind: spec.Name, Name: of.Name, Status: Review, Owner: of.as.Owner(), By: of.as.Name,
		Lang:    string(web.LangOf(ctx)),
		Country: of.Country, Total: e.Targets, Gen: 1, Parts: e.Parts, Cost: e.Cost, Remark: of.Remark,
		StartAt: of.StartAt, Until: of.Until, Within: of.CheckedRequest.Hours, Created: f.Now()}
	f.pricing().priced(o, e.Price, of.agent)
	o.Counts = spec.untouched(o.Total)
	o.Test = of.tests > 0
	if of.as != p {
		by := ledger.OperatorOf(p)
		o.Operator = &by
	}
	of.kind.Fill(o)
	if o.Operator != nil {
		o.addNotice(f.notices().placed(o, p.Name))
	}
	if of.auto {
		o.Status = Waiting
	}
	return o, nil
}

// keepAsDraft saves a request that the balance (40201) or the country's stock (40202) does not cover as a draft,
// unless it is one already. It returns the refusal that says so. It returns 404 for a draft that became an order
// meanwhile, because that order holds the missing credit.
func (in *Intake[W, T, D]) keepAsDraft(ctx context.Context, id string, w *W, from *T, refusal *fault.Error) error {
	if from != nil {
		head, _ := D(from).Parts()
		if _, err := in.draft(ctx, head.ID); err != nil {
			return err
		}
		id = head.ID
	} else if err := in.saveDraft(ctx, auth.Must(ctx), id, w); err != nil {
		return err
	}
	auditlog.Note(ctx, id, nil, map[string]any{"draft": in.Head(w).Name})
	return refusal.WithData(DraftRef{id})
}

func creditShort() *fault.Error { return fault.New(fault.Payment, 40201, "order.draftKept") }
func stockShort() *fault.Error  { return fault.New(fault.Payment, 40202, "order.stockShort") }
