package order

import (
	"context"
	"time"

	"herald/pkg/credit/ledger"
	"herald/pkg/credit/price"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
)

// Refusal counts targets that cannot be reached.
type Refusal struct {
	Reason string `json:"reason"`
	Count  int    `json:"count"`
}

// Estimate is what an order would cost (decisions §10).
type Estimate struct {
	Targets    int          `json:"targets"`
	Price      money.Amount `json:"price"`
	Cost       money.Amount `json:"cost"`
	Balance    money.Amount `json:"balance"`
	Stock      *int         `json:"stock" doc:"null: without limit"`
	Enough     bool         `json:"enough"`
	FinishTime time.Time    `json:"finishTime"`
	Refused    []Refusal    `json:"refused"`
}

// short tells that the country's stock does not cover the estimate.
func (e *Estimate) short() bool { return e.Stock != nil && *e.Stock < e.Targets }

// Head is what a request has whatever is ordered.
type Head struct {
	Name    string
	Country string // alpha-2
	Remark  string
	StartAt *time.Time
	Service string // that is priced
	Stocked bool   // the country's stock covers the order, or it is not made
}

// Quote is a request checked by its kind, before it is priced. Its functions are never nil.
type Quote struct {
	Head
	Targets int
	Refused []Refusal     // reasons are keys of messages
	Nobody  error         // why nobody is left to reach, when nobody is
	Lasts   time.Duration // from the start to the last target
	// Fill completes a new order, and Rows gives the rows of the kind beside it; both are called once the order is paid for.
	Fill func(*Order)
	Rows func(*Order) []store.Op
	// Terms must hold when the order is written; each with the refusal that says so.
	Terms func(*Order) []Term
	// Asked adds to an estimate that somebody looks at.
	Asked func(ctx context.Context, e *Estimate) error
}

// Term is a condition, or a write, in an order's own transaction, and the refusal when it fails.
type Term struct {
	Ops     []store.Op
	Refusal error
}

// pricedQuote is a quote that is priced.
type pricedQuote struct {
	Estimate
	Quote
	agent money.Amount // the agent's own price
	seen  *ledger.View // the payer's account
}

// estimate checks a request completely and prices it. It changes nothing. What is asked for does not depend on each other, so
// all of it is read side by side, with whatever else its caller needs.
func (in *Intake[W, T]) estimate(ctx context.Context, p *auth.Principal, w *W, besides ...func() error) (*pricedQuote, error) {
	of, h := &pricedQuote{}, in.Head(w)
	var q *Quote
	var cost price.Quote
	err := parallel.Do(append([]func() error{
		func() error { return in.checkStart(ctx, h.StartAt) },
		func() (err error) { q, err = in.Quote(ctx, p, w); return err },
		func() (err error) { cost, err = in.Prices.Quote(ctx, p.Owner(), h.Service, h.Country); return err },
		func() (err error) { of.seen, err = in.Ledger.Look(ctx, "", p.UserID); return err },
		func() (err error) {
			if h.Stocked {
				of.Estimate.Stock, err = in.Stock.Left(ctx, h.Country)
			}
			return err
		},
	}, besides...)...)
	if err != nil {
		return nil, err
	}
	of.Quote, of.Price, of.agent, of.Balance = *q, cost.Price, cost.Agent, of.seen.Available(p.UserID)
	return of, in.price(of)
}

// price fills what follows from the price.
func (f *Flow) price(of *pricedQuote) (err error) {
	e := &of.Estimate
	e.Targets, e.Refused = of.Quote.Targets, of.Quote.Refused
	if e.Cost, err = e.Price.Mul(int64(e.Targets)); err != nil {
		return err
	}
	e.Enough = e.Balance >= e.Cost && e.Targets > 0 && !e.short()
	start := f.Now()
	if of.StartAt != nil && of.StartAt.After(start) {
		start = *of.StartAt
	}
	e.FinishTime = start.Add(of.Lasts).Truncate(time.Second)
	return nil
}

func (f *Flow) checkStart(ctx context.Context, at *time.Time) error {
	if at == nil {
		return nil
	}
	days, err := f.Settings.Int(ctx, "order.appointment.days")
	if err != nil {
		return err
	}
	switch now := f.Now(); {
	case at.Before(now.Add(-time.Minute)): // a minute for the clock of the client
		return fault.Bad("startTime", "order.startPast")
	case at.After(now.AddDate(0, 0, days)):
		return fault.Bad("startTime", "order.startFar", "days", days)
	}
	return nil
}
