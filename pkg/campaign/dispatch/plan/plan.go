package plan

import (
	"context"
	"errors"
	"slices"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// mediaTries is how often a provider may refuse an order's media for the moment.
const mediaTries = 60

// ErrEdited tells a plan that its order has been changed since: its recipients are no longer those that it was read with.
var ErrEdited = errors.New("dispatch: the order was edited")

// Plan cuts the recipients of an order into chunks. It may be repeated and may run twice at once. A chunk's rows
// always get the same recipients, and the sender's row is only created, never overwritten.
func (r *Service) Plan(ctx context.Context, o *order.Order) error {
	ctx, purse := chunkrow.Metered(ctx, r.Flow.Now, r.Memory)
	f, ok, err := r.Chunks.Feeder(ctx, o)
	if err != nil || !ok {
		return err
	}
	if f.PlanComplete {
		return r.Flow.OnPlanned(ctx, o.ID)
	}
	p := &Planner{plans: r, o: o, costMeter: purse}
	if !r.Content.Spec().Addressed { // an address tells no time zone
		if p.clocks, err = r.Flow.Rules.Countries.Clocks(ctx, o.Country); err != nil {
			return err
		}
	}
	bring := r.Content.Recipients
	if o.Retried() {
		bring = r.failedOf
	}
	err = bring(ctx, o, p)
	if errors.Is(err, ErrEdited) {
		return nil // the plan of what it is now was rung
	}
	if err != nil {
		return r.unplanned(ctx, o, err)
	}
	return p.complete(ctx)
}

// PlanComplete tells whether every chunk of an order stands.
func (r *Service) PlanComplete(ctx context.Context, o *order.Order) (bool, error) {
	f, ok, err := r.Chunks.Feeder(ctx, o)
	return !ok || f.PlanComplete, err
}

// complete ends a plan. A place may bring no recipients, because its list or file is gone. It keeps what an earlier
// run stored there, or stays empty. A recipient in a chunk may have been sent to, and is never planned again or
// released.
func (p *Planner) complete(ctx context.Context) error {
	if err := p.rested(ctx); err != nil {
		return err
	}
	for p.chunk < p.o.Chunks {
		if err := p.cut(ctx, p.chunk, nil, nil, p.waiting(p.chunk)); err != nil {
			return err
		}
	}
	if err := p.flush(ctx); err != nil {
		return err
	}
	if p.count == 0 {
		if stands, err := p.plans.fail(ctx, p.o, "dispatch.empty"); err != nil || !stands {
			return err
		}
	}
	if p.count != p.o.Targets() || p.chunk != p.o.Chunks {
		if err := p.plans.Flow.ReduceTotal(ctx, p.o, p.count, p.chunk); err != nil {
			return err
		}
	}
	if err := p.whole(ctx); err != nil {
		return err
	}
	return p.plans.Flow.OnPlanned(ctx, p.o.ID)
}

// whole tells the feeder that every chunk stands, and lets the collection go: its members were copied.
func (p *Planner) whole(ctx context.Context) error {
	set := p.planned()
	set["w"] = true
	ops := []store.Op{{Verb: store.Update, Key: chunkrow.FeederKey(p.o.ID, p.o.Gen),
		Set: set, Add: p.costMeter.Spent().Plus(chunkrow.WriteCost()).Into(nil, chunkrow.PlanCosts),
		If: store.And(store.Le("p", p.chunk), store.Eq("w", false), store.Missing("x"))}}
	ops = append(ops, p.plans.Content.Release(p.o)...)
	return order.Retry(ctx, func() error {
		err := p.plans.Flow.DB.Transact(ctx, ops)
		if store.ConditionFailed(err) != nil {
			return nil // another run was here
		}
		return err
	})
}

// advance tells the feeder how many chunks stand; it only ever grows.
func (p *Planner) advance(ctx context.Context) error {
	_, err := p.plans.Flow.DB.Write(ctx, store.Op{Verb: store.Update, Key: chunkrow.FeederKey(p.o.ID, p.o.Gen), Set: p.planned(),
		Add: p.costMeter.Spent().Into(nil, chunkrow.PlanCosts), If: store.And(store.Lt("p", p.chunk), store.Missing("x"))})
	if store.ConditionFailed(err) != nil {
		return nil // another run was here
	}
	return err
}

// planned is what the feeder knows of the chunks that stand.
func (p *Planner) planned() map[string]any {
	set := map[string]any{"p": p.chunk}
	if p.clocks != nil {
		set["z"], set["zs"] = p.groups, p.clocks.Sign()
	}
	return set
}

// unplanned decides about an order whose plan met an error. One that will not pass ends the order with its reason; any other
// is given back, so that the plan is repeated.
func (r *Service) unplanned(ctx context.Context, o *order.Order, err error) error {
	var refused *provider.Refusal
	f := fault.As(err)
	switch {
	case errors.As(err, &refused):
		return r.mediaRefused(ctx, o, refused.Outcome)
	case f != nil && f.Kind != fault.Unavailable && f.Kind != fault.Internal:
		return r.GiveUp(ctx, o, f.Key)
	}
	return err
}

// mediaRefused ends an order whose picture or video the provider does not take. A refusal that may pass is waited for: the
// janitor repeats the plan, a limited number of times.
func (r *Service) mediaRefused(ctx context.Context, o *order.Order, out provider.Outcome) error {
	r.Flow.Log(map[string]any{"warning": "media refused", "order": o.ID, "code": out.Code, "detail": out.Detail})
	switch {
	case out.Stop && out.Scope == provider.Sender:
		return r.GiveUp(ctx, o, "dispatch.fail.sender")
	case out.Stop || out.Verdict == provider.Rejected:
		return r.GiveUp(ctx, o, "dispatch.fail.media")
	}
	row, err := r.Flow.DB.Write(ctx, store.Op{Verb: store.Update, Key: chunkrow.FeederKey(o.ID, o.Gen), Add: map[string]int64{"m": 1}})
	if err != nil {
		return err
	}
	var f chunkrow.Feeder
	if _, err := store.Decode(row, &f); err != nil || f.Media < mediaTries {
		return err
	}
	return r.GiveUp(ctx, o, "dispatch.fail.media")
}

// GiveUp ends an order that cannot be planned. When a part of the plan stands the order goes on with that part alone.
func (r *Service) GiveUp(ctx context.Context, o *order.Order, reason string) error {
	stands, err := r.fail(ctx, o, reason)
	if err != nil || !stands {
		return err
	}
	r.Flow.Log(map[string]any{"alarm": "order planned in part", "order": o.ID, "reason": reason})
	return (&Planner{plans: r, o: o}).complete(ctx)
}

// fail ends an order of which nothing can have been sent. It stops when a chunk already has recipients.
func (r *Service) fail(ctx context.Context, of *order.Order, reason string) (stands bool, err error) {
	return r.Flow.Fail(ctx, of, reason, func(o *order.Order) ([]store.Op, bool, error) {
		f, _, err := r.Chunks.Feeder(ctx, o)
		if err != nil {
			return nil, false, err
		}
		if f.Planned > 0 { // before that no chunk is handed out
			chunks, err := r.Chunks.Chunks(ctx, o.ID, o.Gen, true)
			if err != nil {
				return nil, false, err
			}
			if slices.ContainsFunc(chunks, func(c chunkrow.Chunk) bool { return c.Sends.N > 0 }) {
				return nil, true, nil
			}
		}
		return []store.Op{{Verb: store.Check, Key: chunkrow.FeederKey(o.ID, o.Gen), If: store.Eq("p", f.Planned)}}, false, nil
	})
}

// Service cuts the recipients of an order into chunks.
type Service struct {
	Flow    *order.Flow
	Content Source
	Memory  int

	Chunks *chunkrow.Store
}

// Rows are the engine's own rows of a new order, or of its next generation: that of the one before takes no more chunks.
func Rows(o *order.Order) []store.Op {
	ops := []store.Op{{Verb: store.Put, Key: chunkrow.FeederKey(o.ID, o.Gen), Item: chunkrow.Feeder{}}}
	if o.Gen > 1 {
		ops = append(ops, store.Op{Verb: store.Update, Key: chunkrow.FeederKey(o.ID, o.Gen-1), Set: map[string]any{"x": true}})
	}
	return ops
}

// Chunks is how many chunks recipients of a file make.
func Chunks(recipients int) int { return (recipients + chunkrow.PerChunk - 1) / chunkrow.PerChunk }

// Source gives the recipients of an order kind.
type Source interface {
	Spec() order.Spec
	// Recipients passes an order's recipients to a planner, each time in the same chunks and in the same order.
	// Before that it creates at the provider what the messages need. A fault, or a permanent *provider.Refusal, ends
	// the order.
	Recipients(ctx context.Context, o *order.Order, p *Planner) error
	// RetryPlan tells by what an order is priced when it is sent again. A fault tells why it may not be.
	RetryPlan(ctx context.Context, o *order.Order) (order.Basics, error)
	// Release gives operations that let go what an order holds of other modules until it is planned.
	Release(o *order.Order) []store.Op
}
