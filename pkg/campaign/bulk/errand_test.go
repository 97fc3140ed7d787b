package bulk_test

import (
	"context"
	"errors"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// errands is a kind of order without recipients: something is done a number of times.
type errands struct {
	*order.Flow
	intake *order.Intake[errand, errandDraft]
}

type errand struct {
	Name        string `json:"name" dynamodbav:"n"`
	CountryCode string `json:"countryCode" dynamodbav:"co"`
	Times       int    `json:"times" minimum:"1" dynamodbav:"t"`
}

type errandDraft struct {
	order.DraftHead
	errand
}

type errandChange struct {
	ID string `json:"id"`
	errand
}

type errandDetail struct {
	order.Detail
	Times int `json:"times"`
}

// doneRow is the row beside an order that says how often it was done.
type doneRow struct {
	Done int `dynamodbav:"d"`
}

func doneKey(id string) store.Key { return order.Part(id, "DONE") }

func newErrands(f *order.Flow) *errands {
	k := &errands{Flow: f}
	f.Kind = k
	opened := func(d *errandDraft) (*order.DraftHead, *errand) { return &d.DraftHead, &d.errand }
	k.intake = &order.Intake[errand, errandDraft]{Flow: f, Quote: k.quote,
		Head: func(w *errand) order.Basics {
			return order.Basics{Name: w.Name, Country: w.CountryCode, Service: "bulk.whatsapp"}
		},
		Tidy:   func(*errand) {},
		Keep:   func(context.Context, *auth.Principal, *errand) error { return nil },
		Listed: order.Drafts("errand", opened, func(w *errand) string { return w.Name }),
		Draft:  func(h order.DraftHead, w *errand) errandDraft { return errandDraft{h, *w} }, Opened: opened,
		Written: k.written, Same: func(a, b *errand) bool { return false }}
	return k
}

func (k *errands) Spec() order.Spec {
	return order.Spec{Name: "errand", Prefix: "ER", Path: "/toy/errand", Perm: "gc:groupsendorder", Summary: "Order errands",
		Page: "/toy/errand",
		File: "errands", Settled: "bulk.tell.settled", States: []string{"open", "done"}}
}

func (k *errands) Routes(a *web.API) {
	order.Mount(a, k.intake, func(context.Context, string) (func(order.Detail, *order.Tally) *errandDetail, error) {
		return func(common order.Detail, _ *order.Tally) *errandDetail { return &errandDetail{common, common.Total} }, nil
	}, func(c *errandChange) (string, *errand) { return c.ID, &c.errand })
}

func (k *errands) quote(_ context.Context, _ *auth.Principal, w *errand) (*order.Quote, error) {
	return &order.Quote{Basics: order.Basics{Name: w.Name, Country: w.CountryCode, Service: "bulk.whatsapp"}, Targets: w.Times,
		Refused:   []order.Refusal{},
		Fill:      func(o *order.Order) { o.Chunks = 1 },
		Rows:      func(o *order.Order) []store.Op { return nil },
		Terms:     func(*order.Order) []order.Term { return nil },
		Requested: func(context.Context, *order.Estimate) error { return nil }}, nil
}

func (k *errands) written(_ context.Context, o *order.Order) (*errand, error) {
	return &errand{Name: o.Name, CountryCode: o.Country, Times: o.Total}, nil
}

// Plan makes the row; twice is once.
func (k *errands) Plan(ctx context.Context, o *order.Order) error {
	_, err := k.DB.Write(ctx, store.Op{Verb: store.Put, Key: doneKey(o.ID), Item: doneRow{}, If: store.Missing("pk")})
	if err != nil && store.ConditionFailed(err) == nil {
		return err
	}
	return k.OnPlanned(ctx, o.ID)
}

func (k *errands) done(ctx context.Context, id string) (doneRow, bool, error) {
	return store.Load[doneRow](ctx, k.DB, doneKey(id), true)
}

func (k *errands) PlanComplete(ctx context.Context, o *order.Order) (bool, error) {
	_, ok, err := k.done(ctx, o.ID)
	return ok, err
}

func (k *errands) GiveUp(ctx context.Context, o *order.Order, reason string) error {
	_, err := k.Fail(ctx, o, reason, func(*order.Order) ([]store.Op, bool, error) { return nil, false, nil })
	return err
}

// Work does the remaining errands, one after the other, as long as the order may go on. An errand that two workers do
// at once counts once.
func (k *errands) Work(ctx context.Context, o *order.Order, _ order.WorkTrigger) error {
	for {
		now, ok, err := k.Orders.Get(ctx, o.ID)
		if err != nil || !ok || now.Status != order.Sending {
			return err
		}
		row, ok, err := k.done(ctx, o.ID)
		if err != nil || !ok {
			return err
		}
		if row.Done >= o.Total {
			return k.Complete(ctx, o.ID)
		}
		_, err = k.DB.Write(ctx, store.Op{Verb: store.Put, Key: doneKey(o.ID), Item: doneRow{row.Done + 1}, If: store.Eq("d", row.Done)})
		if err != nil && store.ConditionFailed(err) == nil && !errors.Is(err, store.ErrUnclear) {
			return err
		}
		k.Progress(ctx, o.ID)
	}
}

func (k *errands) Tally(ctx context.Context, o *order.Order, _ bool) (*order.Tally, error) {
	row, _, err := k.done(ctx, o.ID)
	if err != nil {
		return nil, err
	}
	left := o.Total - row.Done
	return &order.Tally{Counts: map[string]int{"open": left, "done": row.Done}, Remaining: left, Charged: row.Done, Done: left == 0}, nil
}

func (k *errands) Release(*order.Order) []store.Op { return nil }

func (k *errands) RetryPlan(context.Context, *order.Order) (*order.RetryPlan, error) {
	return nil, fault.State("order.retryNone") // an errand does not fail
}

func (k *errands) OnProgress(*order.Order) map[string]string {
	return map[string]string{"arrived": "0", "failed": "0"}
}
