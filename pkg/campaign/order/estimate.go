package order

import (
	"cmp"
	"context"
	"time"

	"herald/pkg/campaign/stock"
	"herald/pkg/credit/ledger"
	"herald/pkg/credit/price"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
	"herald/pkg/platform/country"
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
	Stock      *int         `json:"stock" doc:"Null: no limit."`
	Enough     bool         `json:"enough"`
	FinishTime time.Time    `json:"finishTime" doc:"Estimated latest end, in all time zones of the country."`
	Refused    []Refusal    `json:"refused"`
	Parts      int          `json:"parts,omitempty" doc:"Parts of an SMS that each recipient is charged for: the number of parts of the longest text. The price is for one part."`
	Window     *Window      `json:"window,omitempty" doc:"Sending hours of the country. Missing: any hour."`
	Encoding   string       `json:"encoding,omitempty" doc:"Encoding of the longest text: GSM-7 or UCS-2."`
	Characters int          `json:"characters,omitempty" doc:"Characters of the longest text."`
	Forced     string       `json:"forced,omitempty" doc:"Characters of the longest text that are not in GSM-7, each once, at most 10."`
	Uneven     bool         `json:"uneven,omitempty" doc:"Some recipients' texts have fewer parts than the longest. All are charged for the longest."`
}

// short tells that the country's stock does not cover the estimate.
func (e *Estimate) short() bool { return e.Stock != nil && *e.Stock < e.Targets }

// Basics is the part of a request that all order kinds have.
type Basics struct {
	Name    string
	Country string // alpha-2
	Remark  string
	StartAt *time.Time
	Until   *time.Time // after which nothing is sent any more
	Hours   int        // instead of Until: so long after it begins nothing is sent any more
	Service string     // that is priced
	Daily   bool       // of the stock of card-dealer SMS on the day of its start
	Groups  bool       // of the stock of groups of the day of its start
	Stocked bool       // the stock covers the order, or it is not made
	Ends    string     // field of Until in the request; empty: deadline

	Expected price.Expected // the price of the estimate
}

// stockKey names the stock of an order that begins by now; empty for its country's.
func (h *Basics) stockKey(now time.Time) string {
	if h.StartAt != nil && h.StartAt.After(now) {
		now = *h.StartAt
	}
	switch {
	case h.Groups:
		return stock.GroupsOn(now)
	case h.Daily:
		return stock.OnDay(now, h.Country)
	}
	return ""
}

// CheckedRequest is a request that its kind checked, before it is priced.
type CheckedRequest struct {
	Basics
	Targets     int
	Refused     []Refusal     // reasons are keys of messages
	Empty       error         // why no recipient is left; nil when one is
	Duration    time.Duration // from the start to the last target at the order's own throughput, without other delays
	Waits       time.Duration // from now until the last targets may begin; 0: at once
	SenderRests time.Duration // nothing is sent in between, at any hour
	Parts       int           // how many times the price a target costs; 0: once
	Left        *int          // of what the kind itself hands out, how many targets an order can have; nil: no limit
}

// Quote is a checked request, and what its kind writes when it is ordered. The life cycle calls Fill before Terms and Rows.
type Quote interface {
	// Checked is the result of the check.
	Checked() CheckedRequest
	// Explain adds data to an estimate that a user requests.
	Explain(ctx context.Context, e *Estimate) error
	// Precondition refuses what was ordered before under the customer's own id; not the order of that id itself, whose answer was
	// lost.
	Precondition(id string) error
	// Fill completes a new or edited order.
	Fill(o *Order)
	// Terms must hold when the order is written; each with the refusal that says so.
	Terms(o *Order) []Term
	// Rows gives the rows of the kind beside the order.
	Rows(o *Order) []store.Op
	// AmendedRows are the rows that follow when its name, times and remark change alone.
	AmendedRows(o *Order) []store.Op
}

// Term is a condition, or a write, in an order's own transaction, and the refusal when it fails.
type Term struct {
	Ops     []store.Op
	Refusal error
}

// pricedQuote is a quote that is priced.
type pricedQuote struct {
	Estimate
	CheckedRequest
	kind  Quote        // what the kind writes
	agent money.Amount // the agent's own price
	seen  *ledger.View // the payer's account
	shelf string       // what its stock is taken from, where it is not the country's
	hours *country.Hours
}

// estimate checks a request completely and prices it. It changes nothing. Its reads do not depend on each other, so
// they run in parallel, together with those of its caller.
func (in *Intake[W, T, D]) estimate(ctx context.Context, p *auth.Principal, w *W, besides ...func() error) (*pricedQuote, error) {
	of, h := &pricedQuote{}, in.Head(w)
	if _, known := country.Find(h.Country); !known { // before anything is looked up by it
		return nil, fault.Bad("countryCode", "country.unknown")
	}
	of.shelf = h.stockKey(in.Flow.Now())
	var cost price.Quote
	err := parallel.Do(append([]func() error{
		func() error { return in.Flow.pricing().checkTimes(ctx, &h) },
		func() (err error) { of.kind, err = in.Quote(ctx, p, w); return err },
		func() (err error) {
			cost, err = in.Flow.Credit.Prices.Quote(ctx, p.Owner(), h.Service, h.Country)
			return err
		},
		func() (err error) {
			of.hours, err = in.Flow.Clearance().Hours(ctx, h.Country)
			of.Window = WindowOf(of.hours, in.Flow.Now())
			return err
		},
		func() (err error) { of.seen, err = in.Flow.Credit.Ledger.Snapshot(ctx, "", p.UserID); return err },
		func() (err error) {
			if h.Stocked {
				of.Estimate.Stock, err = in.Flow.Credit.Stock.Remaining(ctx, cmp.Or(of.shelf, h.Country))
			}
			return err
		},
	}, besides...)...)
	if err != nil {
		return nil, err
	}
	of.CheckedRequest, of.Price, of.agent, of.Balance = of.kind.Checked(), cost.Price, cost.Agent, of.seen.Available(p.UserID)
	return of, in.Flow.pricing().price(of)
}

// price fills what follows from the price.
func (pr pricing) price(of *pricedQuote) (err error) {
	e := &of.Estimate
	e.Targets, e.Refused = of.CheckedRequest.Targets, of.CheckedRequest.Refused
	e.Parts = of.CheckedRequest.Parts
	if of.Left != nil {
		e.Stock = of.Left
	}
	if e.Cost, err = e.Price.Mul(int64(e.Targets) * int64(max(1, e.Parts))); err != nil {
		return err
	}
	e.Enough = e.Balance >= e.Cost && e.Targets > 0 && !e.short()
	start := pr.flow.Now()
	if of.StartAt != nil && of.StartAt.After(start) {
		start = *of.StartAt
	}
	if later := pr.flow.Now().Add(of.Waits); later.After(start) {
		start = later
	}
	e.FinishTime = of.done(start, of.Duration)
	if of.SenderRests > 0 {
		e.FinishTime = of.done(e.FinishTime.Add(of.SenderRests), 0)
	}
	e.FinishTime = e.FinishTime.Truncate(time.Second)
	return nil
}

// done returns when the given work is done at the latest. Numbers without suitable hours are blocked; the others take
// their usual time.
func (of *pricedQuote) done(from time.Time, work time.Duration) time.Time {
	last := from.Add(work)
	for _, group := range of.hours.Every() {
		if at := of.hours.Done(from, work, group); at.After(last) {
			last = at
		}
	}
	return last
}

// mostDeadline is how far behind its start an order's deadline may be.
const mostDeadline = 7 * 24 * time.Hour

// checkTimes checks when an order is to start and to end.
func (pr pricing) checkTimes(ctx context.Context, h *Basics) error {
	now := pr.flow.Now()
	start := now
	if h.StartAt != nil {
		if err := pr.checkStart(ctx, h.Country, *h.StartAt); err != nil {
			return err
		}
		if h.StartAt.After(now) {
			start = *h.StartAt
		}
	}
	switch {
	case h.Until == nil:
		return nil
	case !h.Until.After(start):
		return fault.Bad(cmp.Or(h.Ends, "deadline"), "order.deadlinePast")
	case h.Until.After(start.Add(mostDeadline)):
		return fault.Bad(cmp.Or(h.Ends, "deadline"), "order.deadlineFar", "days", int(mostDeadline/(24*time.Hour)))
	}
	return nil
}

// checkStart refuses a start that is past, too far, or outside the hours in which the country may be sent to (business-domain §5, §8).
func (pr pricing) checkStart(ctx context.Context, code string, at time.Time) error {
	days, err := pr.flow.Settings.Int(ctx, pr.flow.Kind.Spec().ahead())
	if err != nil {
		return err
	}
	switch now := pr.flow.Now(); {
	case at.Before(now.Add(-time.Minute)): // a minute for the clock of the client
		return fault.Bad("startTime", "order.startPast")
	case at.After(now.AddDate(0, 0, days)):
		return fault.Bad("startTime", "order.startFar", "days", days)
	case !at.After(now): // at once: the country's hours put it off
		return nil
	}
	hours, err := pr.flow.Clearance().Hours(ctx, code)
	if err != nil || hours.Some(at) {
		return err
	}
	return fault.Bad("startTime", "order.startOutside", "hours", hours.From+"-"+hours.To, "zone", zonesOf(hours, at))
}
