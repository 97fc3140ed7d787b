package order

import (
	"context"
	"strings"
	"unicode"

	"herald/pkg/credit/ledger"
	"herald/pkg/kit/audit"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/user"
)

// Intake takes the orders of a kind: estimate, submission and drafts. W is an order as its customer writes it, and T the row of
// a draft of it.
type Intake[W, T any] struct {
	*Flow
	// Head reads what every request has, and Tidy gives a request the form in which it is kept: no blanks around, times in UTC.
	Head func(*W) Head
	Tidy func(*W)
	// Quote checks a request completely. It changes nothing.
	Quote func(ctx context.Context, p *auth.Principal, w *W) (*Quote, error)
	// Keep marks the files that a request refers to, so that they are not cleaned away.
	Keep func(ctx context.Context, p *auth.Principal, w *W) error
	// Listed are the drafts of the kind; Draft makes a row of them, and Opened takes it apart.
	Listed store.List[T]
	Draft  func(DraftHead, *W) T
	Opened func(*T) (*DraftHead, *W)
}

// Submitted is the answer to an order (decisions §10).
type Submitted struct {
	ID            string       `json:"id"`
	OrderNo       string       `json:"orderNo"`
	Status        Status       `json:"status"`
	EstimatedCost money.Amount `json:"estimatedCost"`
}

func submitted(o *Order) *Submitted { return &Submitted{o.ID, o.No, o.Status, o.Cost} }

// ordered tells the audit log of an order.
func ordered(ctx context.Context, o *Order) {
	audit.Note(ctx, o.ID, nil, map[string]any{"orderNo": o.No, "total": o.Total, "cost": o.Cost.String()})
}

// Kept tells which draft an order became.
type Kept struct {
	DraftID string `json:"draftId"`
}

// Submit orders a request. A repeated operation answers the order that stands, before anything is asked that the first one
// changed. Faults: 40201 and 40202 (kept as a draft), 40302, and whatever Quote refuses.
func (in *Intake[W, T]) Submit(ctx context.Context, p *auth.Principal, w *W) (*Submitted, error) {
	id := in.NewID(ctx)
	stands, draft, err := in.before(ctx, p, id, id)
	if err != nil || stands != nil {
		return stands, err
	}
	return in.place(ctx, p, w, id, draft) // a draft of this operation: its first try was short
}

// before gives what stands already: the caller's order of an operation, and the caller's draft of an id. One call.
func (in *Intake[W, T]) before(ctx context.Context, p *auth.Principal, operation, draftID string) (*Submitted, *T, error) {
	rows, err := in.DB.GetMany(ctx, []store.Key{Key(operation), in.Listed.Key(string(p.Scope()), draftID)}, true)
	if err != nil {
		return nil, nil, err
	}
	var o Order
	if ok, err := store.Decode(rows[0], &o); err != nil {
		return nil, nil, err
	} else if ok && o.Kind == in.Kind.Spec().Name && o.Owner.User == p.UserID {
		ordered(ctx, &o)
		return submitted(&o), nil, nil
	}
	var d T
	if ok, err := store.Decode(rows[1], &d); err != nil || !ok {
		return nil, nil, err
	}
	if head, _ := in.Opened(&d); head.Owner.User != p.UserID {
		return nil, nil, nil
	}
	return nil, &d, nil
}

// place validates, prices, reserves and writes an order: it answers at once, whatever the size; the planning follows. from is
// the draft that becomes the order: it goes in the same transaction, so that it becomes one order only. A request that the
// balance (40201) or the country's stock (40202) does not cover is kept as a draft, and said so.
func (in *Intake[W, T]) place(ctx context.Context, p *auth.Principal, w *W, id string, from *T) (*Submitted, error) {
	in.Tidy(w)
	if Blank(in.Head(w).Name) {
		return nil, fault.Bad("name", "web.valid.missing")
	}
	of, err := in.estimate(ctx, p, w)
	if err != nil {
		return nil, err
	}
	if of.Estimate.Targets == 0 {
		return nil, of.Nobody
	}
	if err := in.Keep(ctx, p, w); err != nil {
		return nil, err
	}
	if !of.Enough {
		if of.short() && of.Balance >= of.Cost {
			return nil, in.keep(ctx, id, w, from, stockShort())
		}
		return nil, in.keep(ctx, id, w, from, creditShort())
	}
	o, err := in.newOrder(ctx, p, of, id)
	if err != nil {
		return nil, err
	}
	with, refusals := in.terms(o, of, from)
	with = append(append(with, in.Orders.Add(o)...), of.Rows(o)...)
	_, err = in.Ledger.Reserve(ctx, ledger.Order{Ref: o.Ref(), Account: p.UserID, Service: o.Kind, Operator: ledger.OperatorOf(p), Remark: o.No}, o.Cost, with...)
	failed := store.ConditionFailed(err)
	switch {
	case fault.Is(err, "ledger.short"):
		return nil, in.keep(ctx, id, w, from, creditShort()) // it was spent meanwhile
	case failed != nil && failed.Index < len(refusals) && refusals[failed.Index] != nil:
		return nil, refusals[failed.Index]
	case failed != nil && failed.Index < len(refusals):
		return nil, in.keep(ctx, id, w, from, stockShort()) // others took the stock meanwhile
	case err != nil:
		return nil, err
	}
	ordered(ctx, o)
	// The order is written. A lost task is found by the janitor, so it fails nothing.
	if err := in.Queues.Send(ctx, JobQueue, Task(in.Kind.Spec().TaskPlan(), o)); err != nil {
		in.Log(map[string]any{"warning": "plan: " + err.Error(), "order": id})
	}
	return submitted(o), nil
}

// terms gives what must hold when an order is written, and the refusal of each condition that does not; none for the stock,
// which makes a draft. Whatever was true when the order was priced may have changed meanwhile.
func (in *Intake[W, T]) terms(o *Order, of *offer, from *T) (ops []store.Op, refusals []error) {
	add := func(refusal error, more ...store.Op) {
		for range more {
			refusals = append(refusals, refusal)
		}
		ops = append(ops, more...)
	}
	add(fault.New(fault.Forbidden, 40302, "web.locked"), user.NotLocked(o.Owner.User, o.Owner.Tenant)...)
	if from != nil {
		add(fault.Missing(), in.drop(from)...) // somebody else ordered or deleted it
	}
	for _, t := range of.Terms(o) {
		add(t.Refusal, t.Ops...)
	}
	if of.Estimate.Stock != nil {
		o.Stock = o.Total
		add(nil, in.Stock.Take(o.Country, o.Stock))
	}
	return ops, refusals
}

// newOrder makes the order of a request.
func (f *Flow) newOrder(ctx context.Context, p *auth.Principal, of *offer, id string) (*Order, error) {
	spec := f.Kind.Spec()
	no, err := f.Orders.Number(ctx, spec.Prefix)
	if err != nil {
		return nil, err
	}
	auto, err := f.Settings.Bool(ctx, "order.review.auto")
	if err != nil {
		return nil, err
	}
	e := &of.Estimate
	o := &Order{ID: id, No: no, Kind: spec.Name, Name: of.Name, Status: Review, Owner: p.Owner(), By: p.Name, Lang: string(web.LangOf(ctx)),
		Country: of.Country, Total: e.Targets, Gen: 1, Price: e.Price, Agent: of.agent, Cost: e.Cost, Remark: of.Remark,
		StartAt: of.StartAt, Created: f.Now()}
	o.Counts = spec.untouched(o.Total)
	of.Fill(o)
	if auto {
		o.Status = Waiting
	}
	return o, nil
}

// keep saves a request that cannot be paid (40201), or that the country's stock does not cover (40202), as a draft, unless it is
// one already, and gives the refusal that says so.
func (in *Intake[W, T]) keep(ctx context.Context, id string, w *W, from *T, refusal *fault.Error) error {
	if from != nil {
		head, _ := in.Opened(from)
		id = head.ID
	} else if err := in.saveDraft(ctx, auth.Must(ctx), id, w); err != nil {
		return err
	}
	audit.Note(ctx, id, nil, map[string]any{"draft": in.Head(w).Name})
	return refusal.WithData(Kept{id})
}

func creditShort() *fault.Error { return fault.New(fault.Payment, 40201, "order.draftKept") }
func stockShort() *fault.Error  { return fault.New(fault.Payment, 40202, "order.stockShort") }

// Blank reports a text that shows nothing.
func Blank(text string) bool {
	return strings.IndexFunc(text, func(c rune) bool {
		return !unicode.IsSpace(c) && !unicode.Is(unicode.Cf, c) && !strings.ContainsRune("\u115f\u1160\u2800\u3164\uffa0", c)
	}) < 0
}
