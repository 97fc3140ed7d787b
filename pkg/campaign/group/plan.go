package group

import (
	"context"
	"strconv"

	"herald/pkg/audience/contact"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
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
	Last   bool   `dynamodbav:"l,omitempty"` // nobody comes behind them
}

// planned says up to which generation all groups of an order stand.
type planned struct {
	Gen int `dynamodbav:"g"`
}

// Plan writes the groups of an order: those of its audience, or of a retry the failed ones anew. It may be repeated, and run twice at once.
func (r *Room) Plan(ctx context.Context, o *order.Order) error {
	if whole, err := r.Whole(ctx, o); err != nil || whole {
		return err
	}
	var err error
	if o.Retried() {
		err = r.again(ctx, o)
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
	if err := r.DB.Transact(ctx, append(with, r.Release(o)...)); err != nil && store.ConditionFailed(err) == nil {
		return err
	}
	return r.Planned(ctx, o.ID)
}

// Whole tells whether all groups of an order's generation stand.
func (r *Room) Whole(ctx context.Context, o *order.Order) (bool, error) {
	p, _, err := store.Load[planned](ctx, r.DB, planKey(o), true)
	return p.Gen >= o.Gen, err
}

func (r *Room) plan(ctx context.Context, o *order.Order) error {
	b, ok, err := store.Load[Body](ctx, r.DB, bodyKey(o.ID), true)
	if err != nil || !ok || b.Gen > o.Gen { // it was edited meanwhile
		return err
	}
	members, err := r.audience(ctx, o, &b)
	if err != nil {
		return err
	}
	members = members[:min(len(members), o.Total*b.places())] // for so many it was reserved
	groups := b.deal(members)
	if len(groups) == 0 {
		return fault.State("group.fail.empty")
	}
	for _, err := range parallel.Each(len(groups), sideBySide, func(i int) error {
		groups[i].Gen, groups[i].Rev = o.Gen, 1
		_, err := r.DB.Write(ctx, store.Op{Verb: store.Put, Key: groupKey(o, i), Item: groups[i], If: store.Missing("pk")})
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
	return r.Shrink(ctx, o, len(groups), len(groups))
}

// deal deals members out evenly, with the staff before them in each group.
func (b *Body) deal(members []uint64) []group {
	w, places := &b.Request, b.places()
	n := (len(members) + places - 1) / places
	groups := make([]group, n)
	for i := range groups {
		some := members[i*len(members)/n : (i+1)*len(members)/n]
		all := append(append(append(make([]uint64, 0, len(some)+w.SizeMax-places), b.Services...), b.Admins...), some...)
		groups[i] = group{N: i, Try: 1, State: Waiting, Name: w.GroupName, People: pack(all), Services: len(b.Services), Admins: len(b.Admins), Seats: packSeats(make([]seat, len(all)))}
		if w.Suffix {
			groups[i].Name += strconv.Itoa(*w.SuffixStart + i)
		}
	}
	return groups
}

// audience are the members of an order, in the order in which they are dealt out. Who writes a row of them first decides it for all.
func (r *Room) audience(ctx context.Context, o *order.Order, b *Body) (all []uint64, err error) {
	var left []uint64 // of the source; nil until it is asked for
	for i := 0; ; i++ {
		row, ok, err := store.Load[people](ctx, r.DB, audienceKey(o, i), true)
		if err != nil {
			return nil, err
		}
		if !ok {
			if left == nil {
				if left, err = r.source(ctx, b); err != nil {
					return nil, err
				}
			}
			left = without(left, all)
			n := min(len(left), audienceRow)
			row = people{pack(left[:n]), n == len(left)}
			_, err = r.DB.Write(ctx, store.Op{Verb: store.Put, Key: audienceKey(o, i), Item: row, If: store.Missing("pk")})
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

// source reads who is to be in the groups; who is in each of them by his office is no member of one.
func (r *Room) source(ctx context.Context, b *Body) ([]uint64, error) {
	w, all := &b.Request, []uint64{}
	if w.FileID != "" {
		file, err := r.Contacts.File(ctx, auth.Everything, w.FileID, w.CountryCode)
		if err != nil {
			return nil, err
		}
		if file.Sum != b.Sum {
			return nil, fault.State("group.fail.file")
		}
		all = file.Numbers
	} else if err := r.Contacts.Members(ctx, w.GroupID, b.Packs, func(m *contact.Pack) error {
		all = append(all, m.Only(b.some()).Numbers...)
		return nil
	}); err != nil {
		return nil, err
	}
	return without(all, append(append([]uint64{}, b.Services...), b.Admins...)), nil
}

// again has the groups that failed built anew, of a retry.
func (r *Room) again(ctx context.Context, o *order.Order) error {
	all, err := r.groups(ctx, o, true)
	if err != nil {
		return err
	}
	taken := 0
	for i := range all {
		g := &all[i]
		if g.Gen < o.Gen && g.stands(o) == Failed && taken < o.Targets() {
			g.anew(o.Gen)
			if _, err := r.DB.Write(ctx, g.put(o)); err != nil {
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
	return r.Shrink(ctx, o, taken, taken)
}

// anew makes a group one of which nothing was done, under a name of its own at the provider.
func (g *group) anew(gen int) {
	*g = group{N: g.N, Gen: gen, Try: g.Try + 1, State: Waiting, Name: g.Name, People: g.People, Services: g.Services, Admins: g.Admins, Seats: packSeats(make([]seat, len(g.Seats)/seatBytes)), Rev: g.Rev}
}

// GiveUp ends an order whose groups could not be planned. One of whose groups something stands goes on with those.
func (r *Room) GiveUp(ctx context.Context, o *order.Order, reason string) error {
	_, err := r.Fail(ctx, o, reason, func(now *order.Order) ([]store.Op, bool, error) {
		whole, err := r.Whole(ctx, now)
		// A plan that ends later finds the order ended: nothing is built of one that does not run.
		return []store.Op{{Verb: store.Check, Key: planKey(now), If: store.Or(store.Missing("g"), store.Lt("g", now.Gen))}}, whole, err
	})
	return err
}

// Release lets go of an order's collection.
func (r *Room) Release(o *order.Order) []store.Op {
	if o.Group == "" {
		return nil
	}
	return []store.Op{contact.Release(o.Group, o.ID)}
}

// Again lets the groups that failed be built again, as long as their country is open.
func (r *Room) Again(ctx context.Context, o *order.Order) (*order.Again, error) {
	t, err := r.Tally(ctx, o, true)
	if err != nil {
		return nil, err
	}
	if t.Failed == 0 {
		return nil, fault.State("order.retryNone")
	}
	return &order.Again{Head: head(&Request{}), Targets: t.Failed, Chunks: t.Failed, Rows: func(*order.Order) []store.Op { return nil }},
		r.Countries.Open(ctx, "countryCode", o.Country, business)
}
