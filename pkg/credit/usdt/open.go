package usdt

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"herald/pkg/credit/exchange"
	"herald/pkg/kit/audit"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// Open makes an order of a payType (3 ERC20, 4 OMNI, 5 TRC20), or gives the one that the caller has open on that chain. Faults:
// usdt.off (50302), usdt.pending (40911) for an open one on another chain, exchange.stale (50301), usdt.empty (50304), web.forbidden.
func (r *Room) Open(ctx context.Context, payType int) (*Order, error) {
	p := auth.Must(ctx)
	on, ok := platform(func(p Platform) bool { return p.PayType == payType })
	switch {
	case !ok:
		return nil, fault.Bad("payType", "web.badRequest")
	case !p.Can(on.perm()):
		return nil, fault.New(fault.Forbidden, 0, "web.forbidden")
	case p.Type == auth.Admin:
		return nil, fault.Missing()
	}
	if _, err := r.chain(ctx, on.Chain); err != nil {
		return nil, err
	}
	id := r.NewID(ctx)
	if o, ok, err := r.Get(ctx, id); err != nil || ok && o.User == p.UserID { // the call is a repetition
		audit.Note(ctx, id, nil, nil)
		return o, err
	}
	was, open, err := r.pending(ctx, p.UserID)
	if err != nil {
		return nil, err
	}
	if open != nil {
		audit.Note(ctx, open.ID, nil, nil)
		if open.Chain == on.Chain {
			return open, nil
		}
		return nil, fault.New(fault.Conflict, 40911, "usdt.pending", "platform", nameOf(open.Chain))
	}
	rate, err := r.Rates.Of(ctx, "USDT")
	if err != nil {
		return nil, exchange.Fault(err)
	}
	minutes, err := r.Life(ctx)
	if err != nil {
		return nil, err
	}
	now := r.Now().UTC().Truncate(time.Second)
	o := &Order{ID: id, Version: 1, Name: p.Name, Chain: on.Chain, Rate: rate.Rate, Made: now, Expires: now.Add(time.Duration(minutes) * time.Minute), Status: Waiting, Owner: p.Owner()}
	if err := r.take(ctx, o, was); err != nil {
		return nil, err
	}
	audit.Note(ctx, o.ID, nil, map[string]any{"platform": on.Name, "address": o.Address, "rate": o.Rate.String()})
	return o, nil
}

// pending gives the id of a user's newest order, and the order itself while it is open.
func (r *Room) pending(ctx context.Context, user string) (was string, open *Order, err error) {
	p, ok, err := store.Load[pending](ctx, r.DB, pendingKey(user), true)
	if err != nil || !ok {
		return "", nil, err
	}
	o, ok, err := r.Get(ctx, p.Order)
	if err != nil || !ok || !o.Status.open() {
		return p.Order, nil, err
	}
	return p.Order, o, nil
}

// choice is how many free addresses an order chooses among, so that orders of one moment do not meet.
const choice = 25

// take gives an address to an order and writes it. was is the user's order before.
func (r *Room) take(ctx context.Context, o *Order, was string) error {
	mine := store.Missing("pk")
	if was != "" {
		mine = store.Eq("o", was)
	}
	err := store.Retry(ctx, tries, func() error {
		free, err := r.free(ctx, o.Chain, choice)
		if err != nil {
			return err
		}
		if len(free) == 0 {
			r.Log(map[string]any{"alarm": "no address is left for USDT", "chain": o.Chain})
			return fault.New(fault.Unavailable, 50304, "usdt.empty")
		}
		key := free[rand.IntN(len(free))]
		o.Address = key.SK[14:]
		ops := append([]store.Op{
			{Verb: store.Delete, Key: key, If: store.Exists("pk")},
			{Verb: store.Put, Key: orderKey(o.ID), Item: o, If: store.Missing("pk")},
			{Verb: store.Put, Key: pendingKey(o.User), Item: pending{o.ID}, If: mine},
			{Verb: store.Put, Key: addressKey(o.Chain, o.Address), Item: place{o.Address, o.Chain, o.ID, o.Made, ""}},
			looks(r.DB).At(o.Made.Add(time.Minute), o.ID, "", nil)},
			rows.Insert(scopes(o.Owner), o.ID, rowOf(o))...)
		err = r.DB.Transact(ctx, ops)
		if failed := store.ConditionFailed(err); failed != nil && failed.Index == 2 { // the user has another one by now
			return fault.New(fault.Conflict, 40911, "usdt.pending", "platform", nameOf(o.Chain)).With(errors.New(failed.Error()))
		}
		return err
	})
	if err == nil {
		r.low(ctx, o.Chain)
	}
	return err
}

// free gives addresses that may be given away now, at most so many.
func (r *Room) free(ctx context.Context, chain string, most int) ([]store.Key, error) {
	got, err := r.DB.Query(ctx, store.Query{Table: table, PK: "USDTFREE#" + chain, To: fmt.Sprintf("%013d~", r.Now().UnixMilli()), Limit: most, Consistent: true})
	keys := make([]store.Key, len(got))
	for i, it := range got {
		keys[i] = store.Key{Table: table, PK: "USDTFREE#" + chain, SK: store.SortKey(it)}
	}
	return keys, err
}

// low raises an alarm when few addresses are left. What fails here fails nothing.
func (r *Room) low(ctx context.Context, chain string) {
	least, err := r.Low(ctx)
	var free []store.Key
	if err == nil {
		free, err = r.free(ctx, chain, least+1)
	}
	if err != nil {
		r.Log(map[string]any{"warning": "usdt: " + err.Error()})
	} else if len(free) <= least {
		r.Log(map[string]any{"alarm": "few addresses are left for USDT", "chain": chain, "free": len(free)})
	}
}

// chain gives the reader of a chain, or the fault that it is not used here. One that its issuer no longer supports must be switched on.
func (r *Room) chain(ctx context.Context, name string) (provider.Chain, error) {
	c, err := r.Chain(name)
	if err == nil && c != nil && c.Profile().Outdated {
		var on bool
		if on, err = r.Outdated(ctx); !on {
			c = nil
		}
	}
	if err == nil && c == nil {
		err = fault.New(fault.Unavailable, 50302, "usdt.off")
	}
	return c, err
}
