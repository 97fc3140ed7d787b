package order

import (
	"context"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/list"
	"herald/pkg/kit/money"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/web"
)

// Detail is what every kind tells of an order as of now (decisions §10). A kind embeds it in a detail of its own.
type Detail struct {
	Row
	Price     money.Amount   `json:"price"`
	Counts    map[string]int `json:"counts" doc:"toSend, sending, sent, arrived, read, failed, complained, unknown; they add up to total"`
	BeginTime *time.Time     `json:"beginTime" doc:"when sending began"`
	EndTime   *time.Time     `json:"endTime" doc:"when nothing was left to send"`
	Settled   bool           `json:"settled"`
	Actions   []Action       `json:"actions" doc:"what may be done in this state"`
}

type byID struct {
	ID string `path:"id"`
}

// Mount serves the orders of a kind: what is asked and done with any order (decisions §2). detail reads what the kind's own detail
// has beside the order of an id, and gives what makes it of the common one; change takes apart the body of a change of a draft.
func Mount[W, T, E, D any](a *web.API, in *Intake[W, T], detail func(ctx context.Context, id string) (func(Detail, *Tally) *D, error), change func(*E) (id string, w *W)) {
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
		return own(in.detail(ctx, o, t), t), nil
	}
	act := func(action Action) func(context.Context, *byID) (*D, error) {
		return func(ctx context.Context, q *byID) (*D, error) {
			return tell(ctx, q.ID, func(o *Order) (*Order, *Tally, error) { return in.act(ctx, action, o) })
		}
	}
	list.Mount(a, in.list())
	web.Handle(a, web.Route{Method: "POST", Path: s.Path, Perm: perm("add"), Summary: s.Summary, Spends: true}, func(ctx context.Context, q *struct{ Body W }) (*Submitted, error) {
		return in.Submit(ctx, auth.Must(ctx), &q.Body)
	})
	web.Handle(a, web.Route{Method: "POST", Path: s.Path + "/estimate", Perm: perm("estimate"), Asks: true, Summary: "What an order would cost; changes nothing"}, in.estimateRoute)
	web.Handle(a, web.Route{Method: "PUT", Path: s.Path + "/review", Perm: perm("review"), Spends: true, Summary: "Pass or refuse orders; the answer is 200 with a result per id"}, in.review)
	web.Handle(a, web.Route{Method: "GET", Path: s.Path + "/{id}", Perm: perm("page"), Summary: "An order with its counts as of now"}, func(ctx context.Context, q *byID) (*D, error) {
		return tell(ctx, q.ID, func(o *Order) (*Order, *Tally, error) {
			t, err := in.Kind.Tally(ctx, o, false)
			return o, t, err
		})
	})
	web.Handle(a, web.Route{Method: "PUT", Path: s.Path + "/{id}/pause", Perm: perm("pause"), Summary: "Pause; takes effect within 2 s"}, act(Pause))
	web.Handle(a, web.Route{Method: "PUT", Path: s.Path + "/{id}/start", Perm: perm("start"), Summary: "Go on after a pause", Spends: true}, act(Start))
	web.Handle(a, web.Route{Method: "PUT", Path: s.Path + "/{id}/cancel", Perm: perm("cancel"), Summary: "Cancel before anything was sent; everything is released"}, act(Cancel))
	web.Handle(a, web.Route{Method: "GET", Path: s.Path + "/{id}/stop", Perm: perm("stop"), Summary: "What stopping would charge and release at this moment; changes nothing"}, in.stopping)
	web.Handle(a, web.Route{Method: "PUT", Path: s.Path + "/{id}/stop", Perm: perm("stop"), Summary: "Stop while sending; the sent part settles"}, act(Stop))
	web.Handle(a, web.Route{Method: "DELETE", Path: s.Path + "/{id}", Perm: perm("del"), Summary: "Remove an ended order from the lists"}, func(ctx context.Context, q *byID) (*web.Done, error) {
		return &web.Done{}, in.remove(ctx, q.ID)
	})
	draftRoutes(a, in, change)
}

// Said gives a reason in the caller's language if it is a message key; a reviewer's own words stay.
func (f *Flow) Said(ctx context.Context, text string) string {
	if f.Text == nil || text == "" {
		return text
	}
	return f.Text(ctx, text)
}

func (in *Intake[W, T]) estimateRoute(ctx context.Context, q *struct{ Body W }) (*Estimate, error) {
	p := auth.Must(ctx)
	of, err := in.estimate(ctx, p, &q.Body)
	if err != nil {
		return nil, err
	}
	e := &of.Estimate
	if err := of.Asked(ctx, e); err != nil {
		return nil, err
	}
	for i := range e.Refused {
		e.Refused[i].Reason = in.Said(ctx, e.Refused[i].Reason)
	}
	return e, nil
}

// detail is the common part of a detail.
func (f *Flow) detail(ctx context.Context, o *Order, t *Tally) Detail {
	d := Detail{Row: RowOf(o), Price: o.Price, Counts: t.Counts, BeginTime: o.Begun, EndTime: o.Ended, Settled: o.Settled, Actions: available(o, t)}
	d.Row.Counts, d.Row.Reason = d.Counts, f.Said(ctx, o.Reason)
	return d
}
