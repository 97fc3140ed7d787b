package order

import (
	"context"
	"slices"
	"time"

	"herald/pkg/campaign/review"
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
	Price     money.Amount   `json:"price" doc:"Price of a recipient. For SMS: of one part."`
	Parts     int            `json:"parts,omitempty" doc:"Parts of an SMS that each recipient is charged for."`
	Counts    map[string]int `json:"counts" doc:"Targets by state. Recipients: toSend, sending, sent, arrived, read, failed, complained, unknown. Groups: waiting, building, created, failed, unknown. They add up to total."`
	Funnel    *Funnel        `json:"funnel,omitempty"`
	BeginTime *time.Time     `json:"beginTime" doc:"Start of sending."`
	Deadline  *time.Time     `json:"deadline,omitempty" doc:"End of sending: nothing is sent later. Based on the earliest start until an order begins whose hours count from its start."`
	EndTime   *time.Time     `json:"endTime" doc:"End of sending."`

	Settled    bool             `json:"settled"`
	Earlier    []Generation     `json:"earlier,omitempty" doc:"Recipients sent to before the last retry."`
	Operator   string           `json:"operator,omitempty" doc:"Name of the user who ordered for the customer."`
	Refunds    []RefundResponse `json:"refunds,omitempty" doc:"Refunds by staff, newest last."`
	Refunded   money.Amount     `json:"refunded" doc:"Credit of the actual cost that staff refunded."`
	Refundable money.Amount     `json:"refundable" doc:"Credit of the actual cost that can still be refunded, without discounts."`
	RetryTime  *time.Time       `json:"retryTime,omitempty" doc:"Time of the last retry of failed recipients. beginTime and endTime are then those of the retry."`
	Events     []EventResponse  `json:"events" doc:"What happened to the order, oldest first. At most 40: the first and the newest."`
	Actions    []Action         `json:"actions" doc:"Actions that are possible in this state."`

	ReviewMinutes int `json:"reviewMinutes,omitempty" doc:"Under review: minutes within which three of four recent orders of the kind were reviewed. Absent without enough recent reviews."`

	Sender string `json:"-"` // for the kind
	Of     *Order `json:"-"` // for the kind
}

type byID struct {
	ID string `path:"id"`
}

// Mount serves the routes that all order kinds share (decisions §2). detail reads the kind's data of an order by id,
// and returns a function that makes the kind's detail of the common one. E is the body of a change of an order or draft.
func Mount[E, W, T, V any, D DraftRow[W, T], C ChangeBody[W, E]](a *web.API, in *Intake[W, T, D],
	detail func(ctx context.Context, id string) (func(Detail, *Tally) *V, error)) {
	s := in.Flow.Kind.Spec()
	perm := func(verb string) string { return s.Perm + ":" + verb }
	tell := func(ctx context.Context, id string, count func(*Order) (*Order, *Tally, error)) (*V, error) {
		o, err := in.Flow.Find(ctx, id)
		if err != nil {
			return nil, err
		}
		var t *Tally
		var own func(Detail, *Tally) *V
		err = parallel.Do(
			func() (err error) { o, t, err = count(o); return err },
			func() (err error) { own, err = detail(ctx, id); return err })
		if err != nil {
			return nil, err
		}
		common := in.Flow.Listing().detail(ctx, o, t)
		err = parallel.Do(
			func() (err error) { common.Refunds, err = in.Flow.Settlement().refundsOf(ctx, o); return err },
			func() (err error) { common.ReviewMinutes, err = in.Flow.usualReview(ctx, o); return err })
		if err != nil {
			return nil, err
		}
		return own(common, t), nil
	}
	list.Mount(a, in.Flow.Listing().list())
	web.Handle(a, web.Route{Method: "POST", Path: s.Path, Perm: perm("add"), Summary: s.Summary, Spends: true},
		func(ctx context.Context, q *struct{ Body W }) (*SubmitResponse, error) {
			return in.Submit(ctx, auth.Must(ctx), &q.Body)
		})
	web.Handle(a, web.Route{Method: "PUT", Path: s.Path, Perm: perm("edit"),
		Summary: "Change an order that has not started. Its reservation is adjusted", Spends: true},
		func(ctx context.Context, q *struct{ Body E }) (*SubmitResponse, error) {
			id, w := C(&q.Body).Parts()
			return in.edit(ctx, id, w)
		})
	askingRoutes(a, in)
	web.Handle(a, web.Route{Method: "GET", Path: s.Path + "/{id}", Perm: perm("page"), Summary: "Get an order with current counts"},
		func(ctx context.Context, q *byID) (*V, error) {
			return tell(ctx, q.ID, func(o *Order) (*Order, *Tally, error) {
				t, err := in.Flow.Kind.Tally(ctx, o, false)
				return o, t, err
			})
		})
	actionRoutes(a, in, tell)
	draftRoutes[E, W, T, D, C](a, in)
}

// actionRoutes are the routes that change the state of an order. tell answers with the detail of the order that count returns.
func actionRoutes[W, T, V any, D DraftRow[W, T]](a *web.API, in *Intake[W, T, D],
	tell func(ctx context.Context, id string, count func(*Order) (*Order, *Tally, error)) (*V, error)) {
	s := in.Flow.Kind.Spec()
	perm := func(verb string) string { return s.Perm + ":" + verb }
	act := func(action Action) func(context.Context, *byID) (*V, error) {
		return func(ctx context.Context, q *byID) (*V, error) {
			return tell(ctx, q.ID, func(o *Order) (*Order, *Tally, error) { return in.Flow.act(ctx, action, o, price.Expected{}) })
		}
	}
	web.Handle(a, web.Route{Method: "PUT", Path: s.Path + "/{id}/pause", Perm: perm("pause"),
		Summary: "Pause an order. Takes effect within 2 seconds"},
		act(Pause))
	web.Handle(a, web.Route{Method: "PUT", Path: s.Path + "/{id}/start", Perm: perm("start"), Summary: "Resume a paused order", Spends: true},
		act(Start))
	web.Handle(a, web.Route{Method: "PUT", Path: s.Path + "/{id}/cancel", Perm: perm("cancel"),
		Summary: "Cancel an order before sending starts. The whole reservation is released"}, act(Cancel))
	web.Handle(a, web.Route{Method: "GET", Path: s.Path + "/{id}/stop", Perm: perm("stop"),
		Summary: "Estimate the charge and the release if the order is stopped now. Changes nothing"}, in.Flow.stopping)
	web.Handle(a, web.Route{Method: "PUT", Path: s.Path + "/{id}/stop", Perm: perm("stop"),
		Summary: "Stop an order while it is sending. The sent part is charged"}, act(Stop))
	web.Handle(a, web.Route{Method: "GET", Path: s.Path + "/{id}/retry", Perm: perm("retry"),
		Summary: "Estimate the cost of a retry of the failed recipients. Changes nothing"}, in.Flow.retries().retrying)
	web.Handle(a, web.Route{Method: "PUT", Path: s.Path + "/{id}/retry", Perm: perm("retry"),
		Summary: "Retry the failed recipients of a settled order, with a separate reservation", Spends: true},
		func(ctx context.Context, q *retryBody) (*V, error) {
			return tell(ctx, q.ID, func(o *Order) (*Order, *Tally, error) { return in.Flow.act(ctx, Resend, o, price.ExpectedIn(q.Body)) })
		})
	web.Handle(a, web.Route{Method: "PUT", Path: s.Path + "/{id}/refund", Perm: perm("refund"),
		Summary: "Refund credit of a settled order", Spends: true}, func(ctx context.Context, q *refundBody) (*V, error) {
		return tell(ctx, q.ID, func(o *Order) (*Order, *Tally, error) { return in.Flow.Settlement().refund(ctx, o, q) })
	})
	web.Handle(a, web.Route{Method: "DELETE", Path: s.Path + "/{id}", Perm: perm("del"), Summary: "Remove a finished order from the lists"},
		func(ctx context.Context, q *byID) (*web.Done, error) {
			return &web.Done{}, in.Flow.remove(ctx, q.ID)
		})
}

// askingRoutes are the routes that answer before something is decided, and the review that decides.
func askingRoutes[W, T any, D DraftRow[W, T]](a *web.API, in *Intake[W, T, D]) {
	s := in.Flow.Kind.Spec()
	web.Handle(a, web.Route{Method: "POST", Path: s.Path + "/estimate", Perm: s.Perm + ":estimate", Asks: true,
		Summary: "Estimate the cost of an order. Changes nothing"}, in.estimateRoute)
	web.Handle(a, web.Route{Method: "PUT", Path: s.Path + "/review", Perm: s.Perm + ":review", Spends: true,
		Summary: "Approve or refuse orders. Returns 200 with a result per id"}, in.Flow.Reviews().review)
	web.Handle(a, web.Route{Method: "GET", Path: s.Path + "/{id}/review", Perm: s.Perm + ":review",
		Summary: "Get data for the review of an order: recipients, the customer's history and the next order to review"}, in.dossier)
}

// usualReview is within how many minutes an order under review is usually decided; 0 when that is not known.
func (f *Flow) usualReview(ctx context.Context, o *Order) (int, error) {
	if o.Status != Review {
		return 0, nil
	}
	return review.Usual(ctx, f.DB, f.Kind.Spec().Name, f.Now())
}

// Texts gives a reason in the caller's language if it is a message key; a reviewer's own words stay.
func (f *Flow) Texts(ctx context.Context, text string) string {
	if f.Text == nil || text == "" {
		return text
	}
	return f.Text(ctx, text)
}

func (in *Intake[W, T, D]) estimateRoute(ctx context.Context, q *struct{ Body W }) (*Estimate, error) {
	return in.Estimated(ctx, &q.Body)
}

// Estimated returns the cost of a request for its payer: the caller, or the customer that the caller orders for. It
// changes nothing.
func (in *Intake[W, T, D]) Estimated(ctx context.Context, w *W) (*Estimate, error) {
	in.Tidy(w)
	p, err := in.payer(ctx, auth.Must(ctx), w)
	if err != nil {
		return nil, err
	}
	if in.Edited != nil && in.Edited(w) != "" {
		o, err := in.Flow.Find(ctx, in.Edited(w))
		if err != nil {
			return nil, err
		}
		in = in.editing(o)
	}
	of, err := in.estimate(ctx, p, w)
	if err != nil {
		return nil, err
	}
	return in.Flow.pricing().explained(ctx, of)
}

// explained is an estimate with all that its reader sees of it.
func (pr pricing) explained(ctx context.Context, of *pricedQuote) (*Estimate, error) {
	e := &of.Estimate
	if err := of.kind.Explain(ctx, e); err != nil {
		return nil, err
	}
	for i := range e.Refused {
		e.Refused[i].Reason = pr.flow.Texts(ctx, e.Refused[i].Reason)
	}
	return e, nil
}

// agreed refuses an order that costs more than its caller expects. Fault: price.raised (40922) with the new estimate.
func (pr pricing) agreed(ctx context.Context, of *pricedQuote) error {
	if of.Expected.Covers(of.Cost) {
		return nil
	}
	e, err := pr.explained(ctx, of)
	if err != nil {
		return err
	}
	return of.Expected.Check(e.Cost, e)
}

// detail is the common part of a detail.
func (ls Listing) detail(ctx context.Context, o *Order, t *Tally) Detail {
	d := Detail{Row: RowOf(o), Price: o.Price / ls.flow.pricing().times(o), Parts: o.Parts, Counts: t.Counts, Funnel: t.Funnel,
		BeginTime: o.firstBegun(), Deadline: o.deadline(ls.flow.Now()), Of: o, EndTime: o.Ended, RetryTime: o.Renewed,
		Refunded: o.Back, Refundable: o.Refundable(), Earlier: o.Past, Settled: o.Settled, Actions: available(o, t), Sender: o.Sender,
		Events: ls.eventsFor(ctx, o)}
	if o.Operator != nil {
		d.Operator = o.Operator.Name
	}
	if ls.flow.edits().editable(ctx, o) != nil {
		d.Actions = slices.DeleteFunc(d.Actions, func(a Action) bool { return a == Edit })
	}
	d.Row.Counts, d.Row.HeldBack, d.Row.Reason = d.Counts, t.Held, ls.flow.Texts(ctx, o.Reason)
	return d
}
