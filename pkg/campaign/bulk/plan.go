package bulk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// A plan that meets errors is repeated by the queue and every minute by the janitor, but not for ever: no order hangs, and its
// credit with it.
const (
	planLimit  = 24 * time.Hour // from the submission
	mediaTries = 60             // refusals of the provider that may pass
)

// plannable are the states in which an order's recipients are still wanted.
var plannable = []order.Status{order.Review, order.Waiting, order.Sending, order.Paused}

// Plan is the handler of TaskPlan: the recipients become chunks. It may be repeated and may run twice at once: a chunk's rows
// always get the same recipients, and the sender's row is only ever created, never overwritten.
func (r *Room) Plan(ctx context.Context, m queue.Message) error {
	var t task
	if err := json.Unmarshal(m.Body, &t); err != nil {
		return fmt.Errorf("bulk: task: %w", err)
	}
	o, ok, err := r.Orders.Get(ctx, t.Order)
	if err != nil || !ok || !slices.Contains(plannable, o.Status) {
		return err
	}
	f, ok, err := r.feeder(ctx, o)
	if err != nil || !ok {
		return err
	}
	if f.Whole {
		return r.planned(ctx, o.ID)
	}
	body, _, err := store.Load[Body](ctx, r.DB, messageKey(o.ID), true)
	if err != nil {
		return err
	}
	if err := r.bringMedia(ctx, o, &body); err != nil {
		return r.unplanned(ctx, o, err)
	}
	p := &planner{Room: r, o: o, names: body.Message.used()}
	if err := p.walk(ctx, &body); err != nil {
		return r.unplanned(ctx, o, err)
	}
	return p.complete(ctx)
}

// planned lets the feeder go on, or an order begin that need not wait.
func (r *Room) planned(ctx context.Context, id string) error {
	o, ok, err := r.Orders.Get(ctx, id)
	if err != nil || !ok {
		return err
	}
	switch o.Status {
	case order.Waiting:
		return r.begin(ctx, o)
	case order.Sending:
		return r.feed(ctx, o)
	}
	return nil
}

// complete ends a plan. Places that brought nobody, because the collection or the file is gone, keep what an earlier run put
// there, or stay empty: whoever stands in a chunk may have been sent to, and is never planned again or released.
func (p *planner) complete(ctx context.Context) error {
	for p.chunk < p.o.Chunks {
		if err := p.cut(ctx, p.chunk, nil, nil); err != nil {
			return err
		}
	}
	if err := p.flush(ctx); err != nil {
		return err
	}
	if p.count == 0 {
		if stands, err := p.fail(ctx, p.o.ID, "bulk.empty"); err != nil || !stands {
			return err
		}
	}
	if p.count != p.o.Total || p.chunk != p.o.Chunks {
		if err := p.shrink(ctx, p.o.ID, p.count, p.chunk); err != nil {
			return err
		}
	}
	if err := p.whole(ctx, p.o, p.chunk); err != nil {
		return err
	}
	return p.planned(ctx, p.o.ID)
}

// whole tells the feeder that every chunk stands, and lets the collection go: its members were copied.
func (r *Room) whole(ctx context.Context, o *order.Order, chunks int) error {
	ops := []store.Op{{Verb: store.Update, Key: feederKey(o.ID, o.Gen), Set: map[string]any{"p": chunks, "w": true}, If: store.And(store.Le("p", chunks), store.Eq("w", false))}}
	if o.Group != "" {
		ops = append(ops, contact.Release(o.Group, o.ID))
	}
	return order.Retry(ctx, func() error {
		err := r.DB.Transact(ctx, ops)
		if store.ConditionFailed(err) != nil {
			return nil // another run was here
		}
		return err
	})
}

// advance tells the feeder how many chunks stand; it only ever grows.
func (r *Room) advance(ctx context.Context, o *order.Order, chunks int) error {
	_, err := r.DB.Write(ctx, store.Op{Verb: store.Update, Key: feederKey(o.ID, o.Gen), Set: map[string]any{"p": chunks}, If: store.Lt("p", chunks)})
	if store.ConditionFailed(err) != nil {
		return nil // another run was here
	}
	return err
}

// shrink sets the total to what was really planned: members went away since the order was made. What was reserved for them is
// released at the settlement.
func (r *Room) shrink(ctx context.Context, id string, total, chunks int) error {
	_, _, err := r.Orders.Move(ctx, id, plannable, func(o *order.Order) error {
		o.Total, o.Chunks, o.Counts = total, chunks, Counts{StateToSend: total}.plain()
		return nil
	})
	return err
}

// unplanned decides about an order whose plan met an error. One that will not pass ends the order with its reason; any other
// is given back, so that the plan is repeated.
func (r *Room) unplanned(ctx context.Context, o *order.Order, err error) error {
	var refused *provider.Refusal
	f := fault.As(err)
	switch {
	case errors.As(err, &refused):
		return r.mediaRefused(ctx, o, refused.Outcome)
	case f != nil && f.Kind != fault.Unavailable && f.Kind != fault.Internal:
		return r.giveUp(ctx, o, f.Key)
	}
	return err
}

// mediaRefused ends an order whose picture or video the provider does not take. A refusal that may pass is waited for: the
// janitor repeats the plan, a limited number of times.
func (r *Room) mediaRefused(ctx context.Context, o *order.Order, out provider.Outcome) error {
	r.Log(map[string]any{"warning": "media refused", "order": o.ID, "code": out.Code, "detail": out.Detail})
	switch {
	case out.Stop && out.Scope == provider.Sender:
		return r.giveUp(ctx, o, "bulk.fail.sender")
	case out.Stop || out.Verdict == provider.Rejected:
		return r.giveUp(ctx, o, "bulk.fail.media")
	}
	row, err := r.DB.Write(ctx, store.Op{Verb: store.Update, Key: feederKey(o.ID, o.Gen), Add: map[string]int64{"m": 1}})
	if err != nil {
		return err
	}
	var f Feeder
	if _, err := store.Decode(row, &f); err != nil || f.Media < mediaTries {
		return err
	}
	return r.giveUp(ctx, o, "bulk.fail.media")
}

// giveUp ends an order that cannot be planned. When a part of the plan stands the order goes on with that part alone.
func (r *Room) giveUp(ctx context.Context, o *order.Order, reason string) error {
	stands, err := r.fail(ctx, o.ID, reason)
	if err != nil || !stands {
		return err
	}
	r.Log(map[string]any{"alarm": "order planned in part", "order": o.ID, "reason": reason})
	return (&planner{Room: r, o: o}).complete(ctx)
}

// fail ends an order of which nothing can have been sent, and releases everything: it was not charged, and its reason says
// why. stands tells that somebody is in a chunk already, so that the order was left as it is.
func (r *Room) fail(ctx context.Context, id, reason string) (stands bool, err error) {
	var ended *order.Order
	err = order.Retry(ctx, func() error {
		o, ok, err := r.Orders.Get(ctx, id)
		if err != nil || !ok || !slices.Contains(plannable, o.Status) {
			return err
		}
		f, _, err := r.feeder(ctx, o)
		if err != nil {
			return err
		}
		if f.Planned > 0 { // before that no chunk is handed out
			chunks, err := r.chunks(ctx, o.ID, o.Gen, true)
			if err != nil {
				return err
			}
			if stands = slices.ContainsFunc(chunks, func(c chunk) bool { return c.s.N > 0 }); stands {
				return nil
			}
		}
		o.Status, o.Reason = order.Failed, reason
		err = r.release(ctx, o, store.Op{Verb: store.Check, Key: feederKey(o.ID, o.Gen), If: store.Eq("p", f.Planned)})
		if err == nil {
			ended = o
		}
		return err
	})
	if err == nil && ended != nil {
		r.announce(ctx, id)
		r.tell(ctx, ended, "failed", "failed", map[string]string{"reason": reason})
	}
	return stands, err
}
