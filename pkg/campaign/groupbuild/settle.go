package groupbuild

import (
	"context"
	"slices"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/lazyregexp"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// link is what leads into a group (facts §7).
var link = lazyregexp.New(`^https://chat\.whatsapp\.com/[A-Za-z0-9]{20,24}$`)

// Resolution is a user's statement about a group.
type Resolution struct {
	ID   string `path:"id"`
	N    int    `path:"n" minimum:"1"`
	Body struct {
		Made bool   `json:"made" doc:"True: the group exists. False: it does not, and it is built again while the order runs, otherwise it fails."`
		Link string `json:"link,omitempty" maxLength:"100" doc:"Invite link of an existing group." example:"https://chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv"`
	}
}

// Proposal is what a customer found out about a group in doubt. It decides nothing: the customer pays for the group.
type Proposal struct {
	Made bool      `json:"made" dynamodbav:"m"`
	Link string    `json:"link,omitempty" dynamodbav:"l,omitempty"`
	By   string    `json:"by" dynamodbav:"b" doc:"Name of the user."`
	Time time.Time `json:"time" dynamodbav:"t"`
}

// resolve ends a doubt by a statement of staff. A statement of another user is stored as a proposal. So is one of
// staff with a narrowed scope that a group was not made, since the platform pays that charge back. The worker accepts
// that a group was not made after another query to its provider. Faults: 404; 409 for a group that is not in doubt,
// that its provider knows or is still asked to make, or whose order is settled; 400 for a link that leads into no
// group.
func (r *Engine) resolve(ctx context.Context, in *Resolution) (*Group, error) {
	if in.Body.Made && !link.MatchString(in.Body.Link) {
		return nil, fault.Bad("link", "group.linkBad")
	}
	var o *order.Order
	var g *group
	tried := int64(-1) // the revision that we wrote, or tried to
	err := order.Retry(ctx, func() (err error) {
		if o, err = r.Flow.Find(ctx, in.ID); err != nil {
			return err
		}
		if g, err = r.groupOf(ctx, o, in.N); err != nil {
			return err
		}
		switch {
		case (web.Repeated(ctx) || g.Rev == tried) && g.deniedChange(in):
			return nil // it was done, and the answer was lost
		case o.Settled || g.Gen != o.Gen && g.stands(o) == Unknown: // a round before, which is paid back
			return fault.State("group.settled")
		case g.stands(o) != Unknown:
			return fault.State("group.certain")
		}
		if err := r.applyDenial(auth.Must(ctx), g, in, r.running(o)); err != nil {
			return err
		}
		tried = g.Rev + 1
		// An order that goes another way meanwhile, to its settlement or its end, is looked at again.
		ops := []store.Op{g.put(o), {Verb: store.Check, Key: order.Key(o.ID), If: store.Eq("v", o.Version)}}
		if g.Denied { // its provider is asked again, until it answers
			ops = append(ops, r.watched(o, g))
		}
		return r.Flow.DB.Transact(ctx, ops)
	})
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, o.ID, nil, map[string]any{"group": g.Name, "made": in.Body.Made, "link": in.Body.Link})
	web.AfterWrite(ctx, func(ctx context.Context) {
		if err := r.goOn(ctx, o, g); err != nil { // the tick finds it
			r.Flow.Log(map[string]any{"warning": "build: " + err.Error(), "order": o.ID})
		}
	})
	out := r.shown(ctx, o, g)
	return &out, nil
}

// applyDenial accepts a user's statement about a group. Faults: group.asked (409) for a group that its provider
// knows, or is still asked to make.
func (r *Engine) applyDenial(p *auth.Principal, g *group, in *Resolution, running bool) error {
	now := r.Flow.Now()
	switch {
	case p.Type != auth.Admin, p.Bound != "" && !in.Body.Made: // what was not made is paid back by the platform
		g.Proposal = &Proposal{in.Body.Made, in.Body.Link, p.Name, now}
	case in.Body.Made:
		g.resolved(in, running)
		g.Ended = &now
	case g.ID != "" || g.State != Unknown || g.Intent && g.Until > now.UnixMilli():
		return fault.State("group.asked")
	default:
		g.Denied = true
	}
	return nil
}

// deniedChange reports that a user's statement about a group was accepted.
func (g *group) deniedChange(in *Resolution) bool {
	made, link := in.Body.Made, in.Body.Link
	return g.Reason == word(made) && g.Link == link || !made && g.Denied || g.Proposal != nil && g.Proposal.Made == made &&
		g.Proposal.Link == link
}

// goOn has the worker look at a group whose doubt ended or ends, and at its order.
func (r *Engine) goOn(ctx context.Context, o *order.Order, g *group) error {
	return parallel.Do(
		func() error {
			if g.Denied {
				return r.Flow.Queues.Send(ctx, Queue, r.task(o, task{o.ID, o.Begin(), g.N, true, nil}))
			}
			return r.enqueue(ctx, o, slices.Compact([]int{g.N, o.Total - 1})...)
		},
		func() error { return r.Flow.Queues.Send(ctx, order.JobQueue, order.Task(r.Spec().TaskSettle(), o)) })
}

// deny ends a doubt as staff say it: the group was not made. Its provider was asked just now and does not know it.
func (w *work) deny(ctx context.Context) error {
	w.g.resolved(&Resolution{}, w.running(w.o))
	if w.g.State != Waiting {
		now := w.Flow.Now()
		w.g.Ended = &now
	}
	if err := w.save(ctx); err != nil {
		return err
	}
	return w.goOn(ctx, w.o, w.g)
}

// word returns the text of a group whose doubt a user ended.
func word(made bool) string {
	if made {
		return "group.note.told"
	}
	return "group.fail.notMade"
}

func (g *group) resolved(in *Resolution, running bool) {
	g.Intent, g.Until, g.Reason, g.Denied, g.Proposal = false, 0, word(in.Body.Made), false, nil
	switch {
	case in.Body.Made:
		g.State, g.Link = Created, in.Body.Link
	case running:
		g.anew(g.Gen)
		g.Reason = word(false)
	default:
		g.State = Failed
	}
}

// running tells whether groups of an order may still be begun.
func (r *Engine) running(o *order.Order) bool {
	return slices.Contains([]order.Status{order.Sending, order.Paused}, o.Status)
}
