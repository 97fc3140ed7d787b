package build

import (
	"context"
	"slices"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/audit"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/pattern"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// link is what leads into a group (facts §7).
var link = pattern.New(`^https://chat\.whatsapp\.com/[A-Za-z0-9]{20,24}$`)

// Resolution is what somebody found out about a group.
type Resolution struct {
	ID   string `path:"id"`
	N    int    `path:"n" minimum:"1"`
	Body struct {
		Made bool   `json:"made" doc:"it is there; else it was not made, and is built again while its order runs, or fails"`
		Link string `json:"link,omitempty" maxLength:"100" doc:"of one that is there" example:"https://chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv"`
	}
}

// resolve ends a doubt by somebody's word. Faults: 404, 409 for a group of which there is none, or whose order is settled, 400 for a link
// that leads into no group.
func (r *Engine) resolve(ctx context.Context, in *Resolution) (*Group, error) {
	if in.Body.Made && !link.MatchString(in.Body.Link) {
		return nil, fault.Bad("link", "group.linkBad")
	}
	var o *order.Order
	var g *group
	tried := int64(-1) // the revision that we wrote, or tried to
	err := order.Retry(ctx, func() (err error) {
		if o, err = r.Find(ctx, in.ID); err != nil {
			return err
		}
		if g, err = r.groupOf(ctx, o, in.N); err != nil {
			return err
		}
		switch {
		case (web.Repeated(ctx) || g.Rev == tried) && g.Reason == word(in.Body.Made) && g.Link == in.Body.Link:
			return nil // it was done, and the answer was lost
		case o.Settled || g.Gen != o.Gen && g.stands(o) == Unknown: // a round before, which is paid back
			return fault.State("group.settled")
		case g.stands(o) != Unknown:
			return fault.State("group.certain")
		}
		g.resolved(in, r.running(o))
		if g.State != Waiting {
			now := r.Now()
			g.Ended = &now
		}
		tried = g.Rev + 1
		// An order that goes another way meanwhile, to its settlement or its end, is looked at again.
		return r.DB.Transact(ctx, []store.Op{g.put(o), {Verb: store.Check, Key: order.Key(o.ID), If: store.Eq("v", o.Version)}})
	})
	if err != nil {
		return nil, err
	}
	audit.Note(ctx, o.ID, nil, map[string]any{"group": g.Name, "made": in.Body.Made, "link": in.Body.Link})
	web.Beside(ctx, func(ctx context.Context) {
		err := parallel.Do(func() error { return r.ring(ctx, o, slices.Compact([]int{g.N, o.Total - 1})...) }, func() error { return r.Queues.Send(ctx, order.JobQueue, order.Task(r.Spec().TaskSettle(), o)) })
		if err != nil { // the tick finds it
			r.Log(map[string]any{"warning": "build: " + err.Error(), "order": o.ID})
		}
	})
	out := r.shown(ctx, o, g)
	return &out, nil
}

// word is what is said of a group whose doubt somebody ended.
func word(made bool) string {
	if made {
		return "group.note.told"
	}
	return "group.fail.notMade"
}

func (g *group) resolved(in *Resolution, running bool) {
	g.Intent, g.Until, g.Reason = false, 0, word(in.Body.Made)
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
