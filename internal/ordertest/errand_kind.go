package ordertest

import (
	"context"
	"errors"

	"herald/pkg/campaign/order"
	"herald/pkg/campaign/orderkind"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/module"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

var (
	_ orderkind.Kind = (*ErrandKind)(nil)
	_ module.Worker  = (*ErrandKind)(nil)
	_ module.Ticker  = (*ErrandKind)(nil)
)

// ErrandKind is an order kind without recipients: something is done a number of times.
type ErrandKind struct {
	*order.Flow
	Intake *order.Intake[Errand, errandDraft, *errandDraft]
}

// Errand is the request of an ErrandKind order.
type Errand struct {
	Name        string `json:"name" dynamodbav:"n"`
	CountryCode string `json:"countryCode" dynamodbav:"co"`
	Times       int    `json:"times" minimum:"1" dynamodbav:"t"`
}

type errandDraft struct {
	order.DraftHead
	Errand
}

type errandChange struct {
	ID string `json:"id"`
	Errand
}

func (d *errandDraft) Parts() (*order.DraftHead, *Errand) { return &d.DraftHead, &d.Errand }

func (c *errandChange) Parts() (string, *Errand) { return c.ID, &c.Errand }

type errandDetail struct {
	order.Detail
	Times int `json:"times"`
}

// doneRow is the row beside an order that counts its executions.
type doneRow struct {
	Done int `dynamodbav:"d"`
}

func doneKey(id string) store.Key { return order.Part(id, "DONE") }

// errandOrderKind registers the kind.
func errandOrderKind() orderkind.Registration {
	return orderkind.Registration{Name: "errand", Group: "gc",
		New: func(p orderkind.Parts) orderkind.Kind { return NewErrandKind(p.Flow()) }}
}

// NewErrandKind makes the kind on a life cycle.
func NewErrandKind(f *order.Flow) *ErrandKind {
	k := &ErrandKind{Flow: f}
	f.Kind = k
	head := func(w *Errand) order.Basics {
		return order.Basics{Name: w.Name, Country: w.CountryCode, Service: "bulk.whatsapp"}
	}
	k.Intake = &order.Intake[Errand, errandDraft, *errandDraft]{Flow: f, Quote: k.quote, Head: head,
		Tidy:    func(*Errand) {},
		Keep:    func(context.Context, *auth.Principal, *Errand) error { return nil },
		Listed:  order.Drafts[Errand, errandDraft]("errand", head),
		Written: k.written, Same: func(a, b *Errand) bool { return false }}
	return k
}

// Lifecycle is the life cycle of its orders.
func (k *ErrandKind) Lifecycle() *order.Flow { return k.Flow }

// Figures counts a running order for the reports.
func (k *ErrandKind) Figures(ctx context.Context, id string) (order.Figure, error) {
	return k.Flow.Listing().Figures(ctx, id)
}

// Use takes nothing: errands need no contacts and files.
func (k *ErrandKind) Use(orderkind.Services) {}

func (k *ErrandKind) Spec() order.Spec {
	return order.Spec{Name: "errand", Prefix: "ER", Path: "/toy/errand", Perm: "gc:groupsendorder", Summary: "Order errands",
		Page: "/toy/errand",
		File: "errands", Settled: "bulk.tell.settled", States: []string{"open", "done"}}
}

func (k *ErrandKind) Routes(a *web.API) {
	order.Mount[errandChange](a, k.Intake, func(context.Context, string) (func(order.Detail, *order.Tally) *errandDetail, error) {
		return func(common order.Detail, _ *order.Tally) *errandDetail { return &errandDetail{common, common.Total} }, nil
	})
}

func (k *ErrandKind) quote(_ context.Context, _ *auth.Principal, w *Errand) (order.Quote, error) {
	return &errandQuote{plainQuote{order.CheckedRequest{Basics: order.Basics{Name: w.Name, Country: w.CountryCode, Service: "bulk.whatsapp"},
		Targets: w.Times, Refused: []order.Refusal{}}}}, nil
}

// errandQuote is a checked Errand.
type errandQuote struct{ plainQuote }

func (*errandQuote) Fill(o *order.Order) { o.Chunks = 1 }

func (*errandQuote) Rows(*order.Order) []store.Op { return nil }

func (k *ErrandKind) written(_ context.Context, o *order.Order) (*Errand, error) {
	return &Errand{Name: o.Name, CountryCode: o.Country, Times: o.Total}, nil
}

// Plan makes the row; twice is once.
func (k *ErrandKind) Plan(ctx context.Context, o *order.Order) error {
	_, err := k.Flow.DB.Write(ctx, store.Op{Verb: store.Put, Key: doneKey(o.ID), Item: doneRow{}, If: store.Missing("pk")})
	if err != nil && store.ConditionFailed(err) == nil {
		return err
	}
	return k.Flow.OnPlanned(ctx, o.ID)
}

func (k *ErrandKind) done(ctx context.Context, id string) (doneRow, bool, error) {
	return store.Load[doneRow](ctx, k.Flow.DB, doneKey(id), true)
}

func (k *ErrandKind) PlanComplete(ctx context.Context, o *order.Order) (bool, error) {
	_, ok, err := k.done(ctx, o.ID)
	return ok, err
}

func (k *ErrandKind) GiveUp(ctx context.Context, o *order.Order, reason string) error {
	_, err := k.Flow.Fail(ctx, o, reason, func(*order.Order) ([]store.Op, bool, error) { return nil, false, nil })
	return err
}

// Work does the remaining errands, one after the other, as long as the order may go on. An errand that two workers do
// at once counts once.
func (k *ErrandKind) Work(ctx context.Context, o *order.Order, _ order.WorkTrigger) error {
	for {
		now, ok, err := k.Flow.Orders.Get(ctx, o.ID)
		if err != nil || !ok || now.Status != order.Sending {
			return err
		}
		row, ok, err := k.done(ctx, o.ID)
		if err != nil || !ok {
			return err
		}
		if row.Done >= o.Total {
			return k.Flow.Complete(ctx, o.ID)
		}
		_, err = k.Flow.DB.Write(ctx, store.Op{Verb: store.Put, Key: doneKey(o.ID), Item: doneRow{row.Done + 1}, If: store.Eq("d", row.Done)})
		if err != nil && store.ConditionFailed(err) == nil && !errors.Is(err, store.ErrUnclear) {
			return err
		}
		k.Flow.Listing().Progress(ctx, o.ID)
	}
}

func (k *ErrandKind) Tally(ctx context.Context, o *order.Order, _ bool) (*order.Tally, error) {
	row, _, err := k.done(ctx, o.ID)
	if err != nil {
		return nil, err
	}
	left := o.Total - row.Done
	return &order.Tally{Counts: map[string]int{"open": left, "done": row.Done}, Remaining: left, Charged: row.Done, Done: left == 0}, nil
}

func (k *ErrandKind) Release(*order.Order) []store.Op { return nil }

func (k *ErrandKind) RetryPlan(context.Context, *order.Order) (*order.RetryPlan, error) {
	return nil, fault.State("order.retryNone") // an errand does not fail
}

func (k *ErrandKind) OnProgress(*order.Order) map[string]string {
	return map[string]string{"arrived": "0", "failed": "0"}
}
