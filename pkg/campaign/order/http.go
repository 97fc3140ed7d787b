package order

import (
	"context"
	"slices"
	"time"

	"herald/pkg/credit/price"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/list"
	"herald/pkg/kit/money"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/web"
)

// Detail is what every kind tells of an order as of now (decisions §10). A kind embeds it in a detail of its own.
type Detail struct {
	Row
	Price      money.Amount     `json:"price" doc:"of a recipient; of a short message, of one of its parts"`
	Parts      int              `json:"parts,omitempty" doc:"of a short message: how many each recipient is charged for"`
	Counts     map[string]int   `json:"counts" doc:"targets by state: of recipients toSend, sending, sent, arrived, read, failed, complained, unknown, of groups waiting, building, created, failed, unknown; they add up to total"`
	Funnel     *Funnel          `json:"funnel,omitempty"`
	BeginTime  *time.Time       `json:"beginTime" doc:"when sending began"`
	Deadline   *time.Time       `json:"deadline,omitempty" doc:"after which nothing is sent any more; reckoned from the earliest start, until an order begins whose hours count from then"`
	EndTime    *time.Time       `json:"endTime" doc:"when nothing was left to send"`
	Settled    bool             `json:"settled"`
	Earlier    []Generation     `json:"earlier,omitempty" doc:"what was sent before the last retry, in its order"`
	Operator   string           `json:"operator,omitempty" doc:"who ordered it for its customer"`
	Refunds    []RefundResponse `json:"refunds,omitempty" doc:"what staff gave back of the charge, the newest last"`
	Refunded   money.Amount     `json:"refunded" doc:"of the actual cost, by staff"`
	Refundable money.Amount     `json:"refundable" doc:"what is left of the actual cost, without discounts"`
	RetryTime  *time.Time       `json:"retryTime,omitempty" doc:"when the failed recipients were last asked to be sent to again; beginTime and endTime are of that retry then"`
	Actions    []Action         `json:"actions" doc:"what may be done in this state"`

	Sender string `json:"-"` // for the kind
	Of     *Order `json:"-"` // for the kind
}

type byID struct {
	ID string `path:"id"`
}

// Mount serves the routes that all order kinds share (decisions §2). detail reads the kind's data of an order by id,
// and returns a function that makes the kind's detail of the common one. change splits the body of a draft's change.
func Mount[W, T, E, D any](a *web.API, in *Intake[W, T], detail func(ctx context.Context, id string) (func(Detail, *Tally) *D, error),
	change func(*E) (id string, w *W)) {
	s := in.Kind.Spec()
	perm := func(verb string) string { return s.Perm + ":" + verb }
	tell := func(ctx context.Context, id string, count func(*Order) (*Order, *Tally, error)) (*D, error) {
		o, err := in.Find(ctx, id)
		if err != nil {
			return nil, err
		}
		var t *Tally
		var own func(Detail, *Tally) *D
		err = parallel.Do(
			func() (err error) { o, t, err = count(o); return err },
			func() (err error) { own, err = detail(ctx, id); return err })
		if err != nil {
			return nil, err
		}
		refunds, err := in.refundsOf(ctx, o)
		if err != nil {
			return nil, err
		}
		common := in.detail(ctx, o, t)
		common.Refunds = refunds
		return own(common, t), nil
	}
	list.Mount(a, in.list())
	web.Handle(a, web.Route{Method: "POST", Path: s.Path, Perm: perm("add"), Summary: s.Summary, Spends: true},
		func(ctx context.Context, q *struct{ Body W }) (*SubmitResponse, error) {
			return in.Submit(ctx, auth.Must(ctx), &q.Body)
		})
	web.Handle(a, web.Route{Method: "PUT", Path: s.Path, Perm: perm("edit"),
		Summary: "Change an order that has not begun; its reservation follows", Spends: true},
		func(ctx context.Context, q *struct{ Body E }) (*SubmitResponse, error) {
			id, w := change(&q.Body)
			return in.edit(ctx, id, w)
		})
	askingRoutes(a, in)
	web.Handle(a, web.Route{Method: "GET", Path: s.Path + "/{id}", Perm: perm("page"), Summary: "An order with its counts as of now"},
		func(ctx context.Context, q *byID) (*D, error) {
			return tell(ctx, q.ID, func(o *Order) (*Order, *Tally, error) {
				t, err := in.Kind.Tally(ctx, o, false)
				return o, t, err
			})
		})
	actionRoutes(a, in, tell)
	draftRoutes(a, in, change)
}

// actionRoutes are the routes that change the state of an order. tell answers with the detail of the order that count returns.
func actionRoutes[W, T, D any](a *web.API, in *Intake[W, T],
	tell func(ctx context.Context, id string, count func(*Order) (*Order, *Tally, error)) (*D, error)) {
	s := in.Kind.Spec()
	perm := func(verb string) string { return s.Perm + ":" + verb }
	act := func(action Action) func(context.Context, *byID) (*D, error) {
		return func(ctx context.Context, q *byID) (*D, error) {
			return tell(ctx, q.ID, func(o *Order) (*Order, *Tally, error) { return in.act(ctx, action, o, price.Expected{}) })
		}
	}
	web.Handle(a, web.Route{Method: "PUT", Path: s.Path + "/{id}/pause", Perm: perm("pause"), Summary: "Pause; takes effect within 2 s"},
		act(Pause))
	web.Handle(a, web.Route{Method: "PUT", Path: s.Path + "/{id}/start", Perm: perm("start"), Summary: "Go on after a pause", Spends: true},
		act(Start))
	web.Handle(a, web.Route{Method: "PUT", Path: s.Path + "/{id}/cancel", Perm: perm("cancel"),
		Summary: "Cancel before anything was sent; everything is released"}, act(Cancel))
	web.Handle(a, web.Route{Method: "GET", Path: s.Path + "/{id}/stop", Perm: perm("stop"),
		Summary: "What stopping would charge and release at this moment; changes nothing"}, in.stopping)
	web.Handle(a, web.Route{Method: "PUT", Path: s.Path + "/{id}/stop", Perm: perm("stop"),
		Summary: "Stop while sending; the sent part settles"}, act(Stop))
	web.Handle(a, web.Route{Method: "GET", Path: s.Path + "/{id}/retry", Perm: perm("retry"),
		Summary: "What sending to the failed recipients again would cost; changes nothing"}, in.retrying)
	web.Handle(a, web.Route{Method: "PUT", Path: s.Path + "/{id}/retry", Perm: perm("retry"),
		Summary: "Send to the failed recipients of a settled order again, for a reservation of its own", Spends: true},
		func(ctx context.Context, q *retryBody) (*D, error) {
			return tell(ctx, q.ID, func(o *Order) (*Order, *Tally, error) { return in.act(ctx, Resend, o, price.ExpectedIn(q.Body)) })
		})
	web.Handle(a, web.Route{Method: "PUT", Path: s.Path + "/{id}/refund", Perm: perm("refund"),
		Summary: "Give back credit that a settled order was charged", Spends: true}, func(ctx context.Context, q *refundBody) (*D, error) {
		return tell(ctx, q.ID, func(o *Order) (*Order, *Tally, error) { return in.refund(ctx, o, q) })
	})
	web.Handle(a, web.Route{Method: "DELETE", Path: s.Path + "/{id}", Perm: perm("del"), Summary: "Remove an ended order from the lists"},
		func(ctx context.Context, q *byID) (*web.Done, error) {
			return &web.Done{}, in.remove(ctx, q.ID)
		})
}

// askingRoutes are the routes that answer before something is decided, and the review that decides.
func askingRoutes[W, T any](a *web.API, in *Intake[W, T]) {
	s := in.Kind.Spec()
	web.Handle(a, web.Route{Method: "POST", Path: s.Path + "/estimate", Perm: s.Perm + ":estimate", Asks: true,
		Summary: "What an order would cost; changes nothing"}, in.estimateRoute)
	web.Handle(a, web.Route{Method: "PUT", Path: s.Path + "/review", Perm: s.Perm + ":review", Spends: true,
		Summary: "Pass or refuse orders; the answer is 200 with a result per id"}, in.review)
	web.Handle(a, web.Route{Method: "GET", Path: s.Path + "/{id}/review", Perm: s.Perm + ":review",
		Summary: "What a reviewer reads beside an order: whom it reaches, what its customer did before, and which order comes next"}, in.dossier)
}

// Texts gives a reason in the caller's language if it is a message key; a reviewer's own words stay.
func (f *Flow) Texts(ctx context.Context, text string) string {
	if f.Text == nil || text == "" {
		return text
	}
	return f.Text(ctx, text)
}

func (in *Intake[W, T]) estimateRoute(ctx context.Context, q *struct{ Body W }) (*Estimate, error) {
	return in.Estimated(ctx, &q.Body)
}

// Estimated returns the cost of a request for its payer: the caller, or the customer that the caller orders for. It
// changes nothing.
func (in *Intake[W, T]) Estimated(ctx context.Context, w *W) (*Estimate, error) {
	in.Tidy(w)
	p, err := in.payer(ctx, auth.Must(ctx), w)
	if err != nil {
		return nil, err
	}
	of, err := in.estimate(ctx, p, w)
	if err != nil {
		return nil, err
	}
	return in.explained(ctx, of)
}

// explained is an estimate with all that its reader sees of it.
func (f *Flow) explained(ctx context.Context, of *pricedQuote) (*Estimate, error) {
	e := &of.Estimate
	if err := of.Requested(ctx, e); err != nil {
		return nil, err
	}
	for i := range e.Refused {
		e.Refused[i].Reason = f.Texts(ctx, e.Refused[i].Reason)
	}
	return e, nil
}

// agreed refuses an order that costs more than its caller expects. Fault: price.raised (40922) with the new estimate.
func (f *Flow) agreed(ctx context.Context, of *pricedQuote) error {
	if of.Expected.Covers(of.Cost) {
		return nil
	}
	e, err := f.explained(ctx, of)
	if err != nil {
		return err
	}
	return of.Expected.Check(e.Cost, e)
}

// detail is the common part of a detail.
func (f *Flow) detail(ctx context.Context, o *Order, t *Tally) Detail {
	d := Detail{Row: RowOf(o), Price: o.Price / f.times(o), Parts: o.Parts, Counts: t.Counts, Funnel: t.Funnel, BeginTime: o.Begun,
		Deadline: o.deadline(f.Now()), Of: o, EndTime: o.Ended, RetryTime: o.Renewed, Refunded: o.Back, Refundable: o.Refundable(),
		Earlier: o.Past, Settled: o.Settled, Actions: available(o, t), Sender: o.Sender}
	if o.Operator != nil {
		d.Operator = o.Operator.Name
	}
	if f.editable(ctx, o) != nil {
		d.Actions = slices.DeleteFunc(d.Actions, func(a Action) bool { return a == Edit })
	}
	d.Row.Counts, d.Row.Reason = d.Counts, f.Texts(ctx, o.Reason)
	return d
}
