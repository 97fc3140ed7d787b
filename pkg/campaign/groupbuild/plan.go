package groupbuild

import (
	"context"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
)

// An audience is written down before it is dealt out: members come and go, and a plan that is repeated must deal out the same people.
const (
	audienceRow = 20_000 // people of a row
	sideBySide  = 16
)

// people is a row of an order's audience.
type people struct {
	Packed []byte `dynamodbav:"p"`
	Last   bool   `dynamodbav:"l,omitempty"` // no people follow
}

// planned says up to which generation all groups of an order stand.
type planned struct {
	Gen int `dynamodbav:"g"`
}

// Plan writes the groups of an order: those of its audience, or of a retry the failed ones anew. It may be repeated, and run twice at once.
func (r *Engine) Plan(ctx context.Context, o *order.Order) error {
	if whole, err := r.PlanComplete(ctx, o); err != nil || whole {
		return err
	}
	var err error
	if o.Retried() {
		err = r.retryPlan(ctx, o)
	} else {
		err = r.plan(ctx, o)
	}
	if fault.Is(err, "group.fail.file") || fault.Is(err, "group.fail.empty") {
		return r.GiveUp(ctx, o, fault.As(err).Key)
	}
	if err != nil {
		return err
	}
	with := []store.Op{{Verb: store.Put, Key: planKey(o), Item: planned{o.Gen}, If: store.Or(store.Missing("g"), store.Lt("g", o.Gen))}}
	if err := r.Flow.DB.Transact(ctx, append(with, r.Release(o)...)); err != nil && store.ConditionFailed(err) == nil {
		return err
	}
	return r.Flow.OnPlanned(ctx, o.ID)
}

// PlanComplete tells whether all groups of an order's generation stand.
func (r *Engine) PlanComplete(ctx context.Context, o *order.Order) (bool, error) {
	p, _, err := store.Load[planned](ctx, r.Flow.DB, planKey(o), true)
	return p.Gen >= o.Gen, err
}

func (r *Engine) plan(ctx context.Context, o *order.Order) error {
	b, err := r.Plans.Blueprint(ctx, o)
	if err != nil || b.Gen > o.Gen { // it was edited meanwhile
		return err
	}
	members, err := r.audience(ctx, o, b)
	if err != nil {
		return err
	}
	members = members[:min(len(members), o.Total*b.Places)] // for so many it was reserved
	groups := b.distribute(members)
	if len(groups) == 0 {
		return fault.State("group.fail.empty")
	}
	for _, err := range parallel.Each(len(groups), sideBySide, func(i int) error {
		groups[i].Gen, groups[i].Rev = o.Gen, 1
		_, err := r.Flow.DB.Write(ctx, store.Op{Verb: store.Put, Key: groupKey(o, i), Item: groups[i], If: store.Missing("pk")})
		if store.ConditionFailed(err) != nil {
			return nil // it stands
		}
		return err
	}) {
		if err != nil {
			return err
		}
	}
	if len(groups) == o.Total {
		return nil
	}
	return r.Flow.ReduceTotal(ctx, o, len(groups), len(groups))
}

// deal deals members out evenly, with the staff before them in each group.
func (b *Blueprint) distribute(members []uint64) []group {
	n := (len(members) + b.Places - 1) / b.Places
	groups := make([]group, n)
	for i := range groups {
		some := members[i*len(members)/n : (i+1)*len(members)/n]
		all := append(append(append(make([]uint64, 0, len(some)+len(b.Services)+len(b.Admins)), b.Services...), b.Admins...), some...)
		groups[i] = group{N: i, Try: 1, State: Waiting, Name: b.Name(i), People: pack(all), Services: len(b.Services), Admins: len(b.Admins),
			Seats: packSeats(make([]place, len(all)))}
	}
	return groups
}

// audience are the members of an order, in the order in which they are dealt out. Who writes a row of them first decides it for all.
func (r *Engine) audience(ctx context.Context, o *order.Order, b *Blueprint) (all []uint64, err error) {
	var left []uint64 // of the source; nil until it is asked for
	for i := 0; ; i++ {
		row, ok, err := store.Load[people](ctx, r.Flow.DB, audienceKey(o, i), true)
		if err != nil {
			return nil, err
		}
		if !ok {
			if left == nil {
				if left, err = b.Members(ctx); err != nil {
					return nil, err
				}
			}
			left = without(left, all)
			n := min(len(left), audienceRow)
			row = people{pack(left[:n]), n == len(left)}
			_, err = r.Flow.DB.Write(ctx, store.Op{Verb: store.Put, Key: audienceKey(o, i), Item: row, If: store.Missing("pk")})
			if store.ConditionFailed(err) != nil {
				i-- // another one was faster: it decides
				continue
			}
			if err != nil {
				return nil, err
			}
		}
		if all = append(all, unpack(row.Packed)...); row.Last {
			return all, nil
		}
	}
}

// without leaves out numbers.
func without(all, some []uint64) []uint64 {
	if len(some) == 0 {
		return all
	}
	out := make(map[uint64]struct{}, len(some))
	for _, n := range some {
		out[n] = struct{}{}
	}
	left := make([]uint64, 0, len(all))
	for _, n := range all {
		if _, there := out[n]; !there {
			left = append(left, n)
		}
	}
	return left
}

// again has the groups that failed built anew, of a retry.
func (r *Engine) retryPlan(ctx context.Context, o *order.Order) error {
	all, err := r.groups(ctx, o, true)
	if err != nil {
		return err
	}
	taken := 0
	for i := range all {
		g := &all[i]
		if g.Gen < o.Gen && g.stands(o) == Failed && taken < o.Targets() {
			g.anew(o.Gen)
			if _, err := r.Flow.DB.Write(ctx, g.put(o)); err != nil {
				return err // who wrote meanwhile was the same plan, or will be met by its repetition
			}
		}
		if g.Gen == o.Gen {
			taken++
		}
	}
	if taken == o.Targets() {
		return nil
	}
	return r.Flow.ReduceTotal(ctx, o, taken, taken)
}

// anew makes a group one of which nothing was done, under a name of its own at the provider.
func (g *group) anew(gen int) {
	*g = group{N: g.N, Gen: gen, Try: g.Try + 1, State: Waiting, Name: g.Name, People: g.People, Services: g.Services, Admins: g.Admins,
		Seats: packSeats(make([]place, len(g.Seats)/seatBytes)), Rev: g.Rev}
}

// GiveUp ends an order whose groups could not be planned. One of whose groups something stands goes on with those.
func (r *Engine) GiveUp(ctx context.Context, o *order.Order, reason string) error {
	_, err := r.Flow.Fail(ctx, o, reason, func(now *order.Order) ([]store.Op, bool, error) {
		whole, err := r.PlanComplete(ctx, now)
		// A plan that ends later finds the order ended: nothing is built of one that does not run.
		return []store.Op{{Verb: store.Check, Key: planKey(now), If: store.Or(store.Missing("g"), store.Lt("g", now.Gen))}}, whole, err
	})
	return err
}

// RetryPlan lets the groups that failed be built again.
func (r *Engine) RetryPlan(ctx context.Context, o *order.Order) (*order.RetryPlan, error) {
	t, err := r.Tally(ctx, o, true)
	if err != nil {
		return nil, err
	}
	if t.Failed == 0 {
		return nil, fault.State("order.retryNone")
	}
	head, err := r.Plans.RetryPlan(ctx, o)
	return &order.RetryPlan{Head: head, Targets: t.Failed, Chunks: t.Failed, Rows: func(*order.Order) []store.Op { return nil }}, err
}

// Release lets go what an order holds of other modules.
func (r *Engine) Release(o *order.Order) []store.Op { return r.Plans.Release(o) }
