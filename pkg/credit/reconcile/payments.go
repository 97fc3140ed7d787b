package reconcile

import (
	"context"
	"errors"
	"time"

	"herald/pkg/credit/topup"
	"herald/pkg/kit/clock"
	"herald/pkg/provider"
)

// Round is how far a run over the providers is.
type Round struct {
	Unit     int    `dynamodbav:"u"`
	After    string `dynamodbav:"a,omitempty"` // the order that was last, of a unit that is a walk
	Orders   int    `dynamodbav:"o"`           // that were asked about
	Lines    int    `dynamodbav:"l"`           // of bills
	Credited int    `dynamodbav:"c"`           // without a callback
}

const (
	billDays  = 3                   // whose bills are read: a payment is looked for more than once
	longAgo   = 10 * 24 * time.Hour // how old an order may be that is still asked about
	checked   = 48 * time.Hour      // how long after its credit a payment is compared
	walkStep  = 50                  // orders between two looks at the clock
	ourOrders = 100                 // that are read at once
)

// unit is a part of a round: a provider's bill of a day, or, of one that gives no bills, its orders one by one.
type unit struct {
	provider string
	day      time.Time
	newest   bool // its bill may not be there yet
}

// units of a run, the same at each of its steps.
func (r *Service) units(run *Run) (all []unit) {
	if r.Payments == nil {
		return nil
	}
	for _, name := range topup.Providers() {
		profile, used := r.Payments.Profile(name)
		switch {
		case !used:
		case profile.Bills:
			y, m, d := run.Started.In(clock.China).Date()
			for ago := billDays; ago > 0; ago-- {
				all = append(all, unit{name, time.Date(y, m, d-ago, 0, 0, 0, 0, clock.China), ago == 1})
			}
		default:
			all = append(all, unit{provider: name})
		}
	}
	return all
}

// stepPayments goes on with a round.
func (r *Service) stepPayments(ctx context.Context, run *Run, until time.Time) (done bool, err error) {
	units := r.units(run)
	for run.Round.Unit < len(units) {
		u, more := units[run.Round.Unit], false
		if u.day.IsZero() {
			more, err = r.walk(ctx, run, u)
		} else {
			err = r.bill(ctx, run, u)
		}
		if err != nil {
			return false, err
		}
		if !more {
			run.Round.Unit, run.Round.After = run.Round.Unit+1, ""
		}
		if r.Now().After(until) {
			return run.Round.Unit == len(units), nil
		}
	}
	return true, nil
}

// unread notes that a provider could not be asked; other errors are ours.
func unread(run *Run, u unit, about string, err error) error {
	if f := new(provider.Failure); !errors.As(err, &f) {
		return err
	}
	run.differ(Difference{What: Unread, Provider: u.provider, About: about, Note: err.Error()})
	return nil
}

// walk asks about the next orders of a provider without bills: those that were given up may have been paid all the same.
func (r *Service) walk(ctx context.Context, run *Run, u unit) (more bool, err error) {
	orders, err := r.Payments.CreatedBetween(ctx, run.Started.Add(-longAgo), run.Started, run.Round.After, walkStep)
	if err != nil || len(orders) == 0 {
		return false, err
	}
	for _, o := range orders {
		if run.Round.After = o.ID; o.Provider != u.provider {
			continue
		}
		switch {
		case !o.Credited():
			err = r.ask(ctx, run, u, o)
		case o.DoneAt != nil && run.Started.Sub(*o.DoneAt) < checked:
			err = r.compare(ctx, run, u, o)
		}
		if err != nil {
			return false, err
		}
	}
	return len(orders) == walkStep, nil
}

// ask has a provider asked about an order that was not paid as far as we know; what is found is credited as ever.
func (r *Service) ask(ctx context.Context, run *Run, u unit, o *topup.Order) error {
	run.Round.Orders++
	if err := r.Payments.Poll(ctx, o.ID); err != nil {
		return unread(run, u, o.ID, err)
	}
	now, ok, err := r.Payments.Get(ctx, o.ID)
	if err == nil && ok && now.Credited() {
		r.lost(run, now)
	}
	return err
}

// lost notes an order that this run has credited.
func (r *Service) lost(run *Run, o *topup.Order) {
	run.Round.Credited++
	run.differ(Difference{What: Lost, Provider: o.Provider, About: o.ID, Expected: o.Paid.String(), Mended: true})
}

// compare holds what was credited against the provider's word.
func (r *Service) compare(ctx context.Context, run *Run, u unit, o *topup.Order) error {
	run.Round.Orders++
	provided, err := r.Payments.Provider(u.provider)
	if err != nil || provided == nil {
		return err
	}
	p, err := provided.Query(ctx, o.ID)
	switch {
	case provider.CauseOf(err) == provider.NotThere:
		run.differ(Difference{What: Untold, Provider: u.provider, About: o.ID, Found: o.Paid.String()})
		return nil
	case err != nil:
		return unread(run, u, o.ID, err)
	}
	if p.Currency != o.Currency {
		run.differ(Difference{What: Amount, Provider: o.Provider, About: o.ID, Expected: p.Amount.String() + " " + p.Currency,
			Found: o.Paid.String() + " " + o.Currency})
	}
	r.same(run, o, p.ProviderID, p.Amount)
	if p.State == provider.PaymentRefunded && o.Returned < o.Paid {
		run.differ(Difference{What: GivenBack, Provider: u.provider, About: o.ID, Expected: p.Amount.String(), Found: o.Returned.String()})
	}
	return nil
}

// same notes a payment that was credited otherwise than the provider tells.
func (r *Service) same(run *Run, o *topup.Order, id string, paid provider.Fen) {
	if o.Paid != paid || o.TradeNo != id {
		run.differ(Difference{What: Amount, Provider: o.Provider, About: o.ID, Expected: paid.String() + " " + id,
			Found: o.Paid.String() + " " + o.TradeNo})
	}
}
