package usdt

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"herald/pkg/credit/exchange"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/provider"
)

// Open makes an order of a payType (3 ERC20, 4 OMNI, 5 TRC20), or gives the one that the caller has open on that chain. Faults:
// web.forbidden, usdt.notGranted (40315), usdt.off (50302), usdt.pending (40911) for an open one on another chain, exchange.stale
// (50301), usdt.empty (50304).
func (r *Service) Open(ctx context.Context, payType int) (*Order, error) {
	on, err := r.may(ctx, payType)
	if err != nil {
		return nil, err
	}
	p, id := auth.Must(ctx), web.OperationID(ctx, r.NewID)
	if o, ok, err := r.Get(ctx, id); err != nil || ok && o.User == p.UserID { // the call is a repetition
		auditlog.Note(ctx, id, nil, nil)
		return o, err
	}
	was, open, err := r.standing(ctx, p.UserID, on.Chain)
	if err != nil {
		return nil, err
	}
	if open != nil {
		auditlog.Note(ctx, open.ID, nil, nil)
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
	o := &Order{ID: id, Version: 1, Name: p.Name, Chain: on.Chain, Rate: rate.Rate, Created: now,
		Expires: now.Add(time.Duration(minutes) * time.Minute), Status: Waiting, Owner: p.Owner()}
	if err := r.take(ctx, o, was); err != nil {
		return nil, err
	}
	auditlog.Note(ctx, o.ID, nil, map[string]any{"platform": on.Name, "address": o.Address, "rate": o.Rate.String()})
	return o, nil
}

// may refuses who may not pay so, and a chain that is not open.
func (r *Service) may(ctx context.Context, payType int) (Platform, error) {
	p := auth.Must(ctx)
	on, ok := platform(func(p Platform) bool { return p.PayType == payType })
	switch {
	case !ok:
		return on, fault.Bad("payType", "web.badRequest")
	case !p.Can(on.perm()):
		return on, fault.New(fault.Forbidden, 0, "web.forbidden")
	case p.Type == auth.Admin:
		return on, fault.Missing()
	}
	granted, err := r.Granted(ctx, p.UserID)
	if err == nil && !granted {
		err = fault.New(fault.Forbidden, 40315, "usdt.notGranted")
	}
	if err != nil {
		return on, err
	}
	open, err := r.opens(ctx, on.Chain)
	if err == nil && !open {
		err = fault.New(fault.Unavailable, 50302, "usdt.off")
	}
	return on, err
}

// Ways are the payTypes that are open here and to the caller.
func (r *Service) Ways(ctx context.Context) ([]int, error) {
	ways := []int{}
	for _, on := range platforms() {
		_, err := r.may(ctx, on.PayType)
		switch {
		case err == nil:
			ways = append(ways, on.PayType)
		case fault.As(err) == nil:
			return nil, err
		}
	}
	return ways, nil
}

// standing gives the id of a user's newest order, and the order that it has open: the newest, or the one on the chain.
func (r *Service) standing(ctx context.Context, user, chain string) (was string, open *Order, err error) {
	if was, open, err = r.pending(ctx, user); err != nil || open != nil {
		return was, open, err
	}
	last, err := r.last(ctx, lastKey(user, chain))
	if last != nil && last.Status.open() { // a hash was submitted to it while a later one was open on another chain
		open = last
	}
	return was, open, err
}

// pending gives the id of a user's newest order, and the order itself while it is open.
func (r *Service) pending(ctx context.Context, user string) (was string, open *Order, err error) {
	o, err := r.last(ctx, pendingKey(user))
	switch {
	case err != nil || o == nil:
		return "", nil, err
	case !o.Status.open():
		return o.ID, nil, nil
	}
	return o.ID, o, nil
}

// last gives the order that a row names; nil for none.
func (r *Service) last(ctx context.Context, key store.Key) (*Order, error) {
	p, ok, err := store.Load[pending](ctx, r.DB, key, true)
	if err != nil || !ok {
		return nil, err
	}
	o, ok, err := r.Get(ctx, p.Order)
	if err != nil || !ok {
		return nil, err
	}
	return o, nil
}

// choice is how many free addresses an order chooses among, so that orders of one moment do not meet.
const choice = 25

// take gives an address to an order and writes it. was is the user's order before.
func (r *Service) take(ctx context.Context, o *Order, was string) error {
	mine := store.Missing("pk")
	if was != "" {
		mine = store.Eq("o", was)
	}
	err := store.Retry(ctx, tries, func() error {
		address, err := r.address(ctx, o)
		if err != nil {
			return err
		}
		ops := append(append(address, []store.Op{
			{Verb: store.Put, Key: orderKey(o.ID), Item: o, If: store.Missing("pk")},
			{Verb: store.Put, Key: lastKey(o.User, o.Chain), Item: pending{o.ID}},
			{Verb: store.Put, Key: addressKey(o.Chain, o.Address), Item: place{o.Address, o.Chain, o.ID, o.Created, ""}},
			looks(r.DB).At(o.Created.Add(time.Minute), o.ID, "", nil)}...),
			rows.Insert(o.Owner.ScopeNames(), o.ID, rowOf(o))...)
		ops = append(ops, store.Op{Verb: store.Put, Key: pendingKey(o.User), Item: pending{o.ID}, If: mine})
		err = r.DB.Transact(ctx, ops)
		if failed := store.ConditionFailed(err); failed != nil && failed.Index == len(ops)-1 { // the user has another one by now
			return fault.New(fault.Conflict, 40911, "usdt.pending", "platform", nameOf(o.Chain)).With(errors.New(failed.Error()))
		}
		return err
	})
	if err == nil || fault.Is(err, "usdt.empty") {
		r.level(ctx, o.Chain, false)
	}
	return err
}

// address chooses an order's address and gives the operations that take it. It is that of the user's last order on
// the chain while it rests, so that no user holds more than one, else a free one.
func (r *Service) address(ctx context.Context, o *Order) ([]store.Op, error) {
	last, err := r.last(ctx, lastKey(o.User, o.Chain))
	if err != nil {
		return nil, err
	}
	if last != nil && last.FreeAt != 0 && last.Until == nil {
		key := freeKey(o.Chain, last.FreeAt, last.Address)
		rests, err := r.DB.GetMany(ctx, []store.Key{key}, true)
		if err != nil {
			return nil, err
		}
		if rests[0] != nil {
			o.Address, last.Until = last.Address, &o.Created
			return append([]store.Op{{Verb: store.Delete, Key: key, If: store.Exists("pk")}}, next(last)...), nil
		}
	}
	free, err := r.free(ctx, o.Chain, choice)
	if err != nil {
		return nil, err
	}
	if len(free) == 0 {
		r.Log(map[string]any{"alarm": "no address is left for USDT", "chain": o.Chain})
		return nil, fault.New(fault.Unavailable, 50304, "usdt.empty")
	}
	key := free[rand.IntN(len(free))]
	o.Address = key.SK[14:]
	return []store.Op{{Verb: store.Delete, Key: key, If: store.Exists("pk")}}, nil
}

// free gives addresses that may be given away now, at most so many.
func (r *Service) free(ctx context.Context, chain string, most int) ([]store.Key, error) {
	got, err := r.DB.Query(ctx, store.Query{Table: table, PK: "USDTFREE#" + chain, To: fmt.Sprintf("%013d~", r.Now().UnixMilli()), Limit: most,
		Consistent: true})
	keys := make([]store.Key, len(got))
	for i, it := range got {
		keys[i] = store.Key{Table: table, PK: "USDTFREE#" + chain, SK: store.SortKey(it)}
	}
	return keys, err
}

// reader gives the reader of a chain, or the fault that it is not used here.
func (r *Service) reader(name string) (provider.Chain, error) {
	c, err := r.Chain(name)
	if err == nil && c == nil {
		err = fault.New(fault.Unavailable, 50302, "usdt.off")
	}
	return c, err
}

// opens tells whether orders are made on a chain. One that its issuer no longer supports must be switched on; what was ordered while it
// was is brought to its end.
func (r *Service) opens(ctx context.Context, name string) (bool, error) {
	c, err := r.Chain(name)
	if err != nil || c == nil || !c.Profile().Outdated {
		return c != nil && err == nil, err
	}
	return r.Outdated(ctx)
}

// Open tells whether a user has an order that waits for a transfer, or whose transfer is being checked.
func Open(ctx context.Context, db store.DB, userID string) (bool, error) {
	r := &Service{DB: db}
	for _, p := range platforms() {
		if _, open, err := r.standing(ctx, userID, p.Chain); err != nil || open != nil {
			return open != nil, err
		}
	}
	return false, nil
}
