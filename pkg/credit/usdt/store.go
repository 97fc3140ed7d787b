package usdt

import (
	"context"
	"fmt"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/job"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// Keys:
//
//	table payment: USDT#<id> / O                          the order
//	               L#usdt#<scope> / <id>                  its rows in lists
//	               JOB#<shard> / …                        when it is due
//	               USDTPEND#<user> / P                    the user's newest order
//	                               / C#<chain>            its newest on a chain, whose address its next order there gets
//	               USDTADDR#<chain> / <address>           an address of the pool
//	               USDTLOW#<chain> / S                    whether few of them are free
//	               USDTFREE#<chain> / <unix ms>#<address> one that may be given away from a time on
//	table credit:  USDTTX#<chain>#<hash> / <index>        a transfer that was credited, for ever: it credits nothing else
const table = "payment"

func orderKey(id string) store.Key { return store.Key{Table: table, PK: "USDT#" + id, SK: "O"} }

func pendingKey(user string) store.Key {
	return store.Key{Table: table, PK: "USDTPEND#" + user, SK: "P"}
}

func lastKey(user, chain string) store.Key {
	return store.Key{Table: table, PK: "USDTPEND#" + user, SK: "C#" + chain}
}

func addressKey(chain, address string) store.Key {
	return store.Key{Table: table, PK: "USDTADDR#" + chain, SK: address}
}

func levelKey(chain string) store.Key {
	return store.Key{Table: table, PK: "USDTLOW#" + chain, SK: "S"}
}

func freeKey(chain string, at int64, address string) store.Key {
	return store.Key{Table: table, PK: "USDTFREE#" + chain, SK: fmt.Sprintf("%013d#%s", at, address)}
}

func transferKey(chain, hash string, index int) store.Key {
	return store.Key{Table: "credit", PK: "USDTTX#" + chain + "#" + hash, SK: fmt.Sprintf("%06d", index)}
}

func looks(db store.DB) *job.Index { return &job.Index{DB: db, Table: table, Name: "usdt", Shards: 2} }

// used is what a transfer was credited for.
type used struct {
	Order string         `dynamodbav:"o"`
	Micro provider.Micro `dynamodbav:"m"`
}

type pending struct {
	Order string `dynamodbav:"o"`
}

// place is an address of the pool.
type place struct {
	Address string    `dynamodbav:"a"`
	Chain   string    `dynamodbav:"c"`
	Order   string    `dynamodbav:"o,omitempty"` // that it was given to last
	Since   time.Time `dynamodbav:"s"`
	By      string    `dynamodbav:"b,omitempty"`
}

const tries = 8

// Get gives an order by its id; false for none.
func (r *Service) Get(ctx context.Context, id string) (*Order, bool, error) {
	o, ok, err := store.Load[Order](ctx, r.DB, orderKey(id), true)
	return &o, ok, err
}

// find gives an order in the caller's scope; 404 otherwise.
func (r *Service) find(ctx context.Context, id string) (*Order, error) {
	got, err := r.DB.GetMany(ctx, []store.Key{rows.Key(string(auth.Must(ctx).Scope()), id), orderKey(id)}, true)
	if err != nil {
		return nil, err
	}
	o := &Order{}
	if ok, err := store.Decode(got[1], o); err != nil || !ok || got[0] == nil {
		return nil, fault.OrMissing(err)
	}
	return o, nil
}

// next is an order's row with its changes, on condition that no other writer was faster, and its rows in lists.
func next(o *Order) []store.Op {
	was := o.Version
	o.Version++
	return append([]store.Op{{Verb: store.Put, Key: orderKey(o.ID), Item: o, If: store.Eq("v", was)}},
		rows.Replace(o.Owner.ScopeNames(), o.ID, rowOf(o))...)
}

// change decides about an order as stored and writes the result. how gives the operations to be written beside it,
// and false when there is nothing to write.
func (r *Service) change(ctx context.Context, id string, how func(o *Order) (more []store.Op, write bool, err error)) (o *Order,
	changed bool, err error) {
	err = store.Retry(ctx, tries, func() error {
		var ok bool
		var err error
		if o, ok, err = r.Get(ctx, id); err != nil || !ok {
			return fault.OrMissing(err)
		}
		var more []store.Op
		if more, changed, err = how(o); err != nil || !changed {
			return err
		}
		return r.DB.Transact(ctx, append(next(o), more...))
	})
	return o, changed, err
}

// release makes the address of an order that is over free after its rest. It belongs to the write that ends the order. Nothing when
// a later order has the address.
func release(o *Order, now time.Time, rest time.Duration) []store.Op {
	if o.Until != nil {
		return nil
	}
	o.FreeAt, o.Rested = now.Add(rest).UnixMilli(), false
	return []store.Op{{Verb: store.Put, Key: freeKey(o.Chain, o.FreeAt, o.Address), Item: struct{}{}}}
}

// reclaim takes the address back for an order that goes on; its condition fails when another user's order has it. Nothing for an order
// that has its address, or shares it with a later one.
func reclaim(o *Order) []store.Op {
	if o.FreeAt == 0 || o.Until != nil {
		return nil
	}
	key := freeKey(o.Chain, o.FreeAt, o.Address)
	o.FreeAt = 0
	return []store.Op{{Verb: store.Delete, Key: key, If: store.Exists("pk")}}
}

// leave ends the time of an order at an address that is another user's by now: what came before is credited without it.
func (r *Service) leave(ctx context.Context, o *Order) error {
	if o.FreeAt == 0 || o.Until != nil {
		return nil
	}
	it, err := r.DB.Get(ctx, freeKey(o.Chain, o.FreeAt, o.Address), true)
	if err == nil && it == nil {
		until := time.UnixMilli(o.FreeAt).UTC()
		o.Until = &until
	}
	return err
}
