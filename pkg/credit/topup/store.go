package topup

import (
	"context"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/job"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// Keys:
//
//	table payment: TOPUP#<id> / O              the order
//	               TOPUP#<id> / A              when a waiting payer caused the last query
//	               TOPUP#<id> / F#<refund>     its refunds
//	               REFUND#<id> / F             a refund
//	               L#topup#<scope> / <id>      its rows in lists
//	               JOB#<shard> / …             when it is due
//	table credit:  PAID#<provider> / <id>      a payment that was credited, for ever: it credits nothing else
const table = "payment"

func orderKey(id string) store.Key { return store.Key{Table: table, PK: "TOPUP#" + id, SK: "O"} }

func nudgeKey(id string) store.Key { return store.Key{Table: table, PK: "TOPUP#" + id, SK: "A"} }

func paidKey(provider, tradeNo string) store.Key {
	return store.Key{Table: "credit", PK: "PAID#" + provider, SK: tradeNo}
}

func looks(db store.DB) *job.Index { return &job.Index{DB: db, Table: table, Name: "topup", Shards: 2} }

// paid is what a payment was credited for.
type paid struct {
	Order string `dynamodbav:"o"`
}

// row is an order in lists.
type row struct {
	ID       string       `dynamodbav:"-"`
	Created  time.Time    `dynamodbav:"-"`
	UserID   string       `dynamodbav:"u"`
	Name     string       `dynamodbav:"n"`
	Method   string       `dynamodbav:"m"`
	PayType  int          `dynamodbav:"t"`
	Provider string       `dynamodbav:"p"`
	TradeNo  string       `dynamodbav:"tn,omitempty"`
	For      string       `dynamodbav:"fo,omitempty"`
	Fen      provider.Fen `dynamodbav:"f"`
	Paid     provider.Fen `dynamodbav:"pd,omitempty"`
	Returned provider.Fen `dynamodbav:"rt,omitempty"`
	Status   Status       `dynamodbav:"s"`
	Reason   string       `dynamodbav:"r,omitempty"`
	PaidAt   *time.Time   `dynamodbav:"pa,omitempty"`
	DoneAt   *time.Time   `dynamodbav:"da,omitempty"`
	Sum
}

func rowOf(o *Order) row {
	return row{ID: o.ID, Created: o.Created, UserID: o.User, Name: o.Name, Method: o.Method, PayType: o.PayType, Provider: o.Provider,
		For: o.For, TradeNo: o.TradeNo, Fen: o.Fen,
		Paid: o.Paid, Returned: o.Returned, Status: o.Status, Reason: o.Reason, PaidAt: o.PaidAt, DoneAt: o.DoneAt, Sum: o.Sum}
}

// create writes a new order, with the next tick looking at it. False: it is there already.
func (r *Service) create(ctx context.Context, o *Order) (made bool, err error) {
	ops := append([]store.Op{
		{Verb: store.Put, Key: orderKey(o.ID), Item: o, If: store.Missing("pk")},
		looks(r.DB).At(o.Created, o.ID, "", nil)},
		rows.Insert(o.Owner.ScopeNames(), o.ID, rowOf(o))...)
	err = store.Retry(ctx, tries, func() error {
		err := r.DB.Transact(ctx, ops)
		if store.ConditionFailed(err) != nil {
			made = false
			return nil
		}
		made = err == nil
		return err
	})
	return made, err
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

// retry calls do with an order that was read, and again with the order as it is then when another writer changed it. Fault: 404 for
// one that is gone.
func (r *Service) retry(ctx context.Context, o *Order, do func(o *Order) error) error {
	again := false
	return store.Retry(ctx, tries, func() error {
		if again {
			var ok bool
			var err error
			if o, ok, err = r.Get(ctx, o.ID); err != nil || !ok {
				return fault.OrMissing(err)
			}
		}
		again = true
		return do(o)
	})
}

// change changes an order that waits; of one that does not wait any more nothing changes. It gives the order as it is then.
func (r *Service) change(ctx context.Context, id string, how func(o *Order)) (o *Order, changed bool, err error) {
	return r.alter(ctx, id, func(o *Order) bool {
		if o.Status == Waiting {
			how(o)
			return true
		}
		return false
	})
}

// alter changes an order as it is, unless how tells that there is nothing to write.
func (r *Service) alter(ctx context.Context, id string, how func(o *Order) bool) (o *Order, changed bool, err error) {
	err = store.Retry(ctx, tries, func() error {
		var ok bool
		var err error
		if o, ok, err = r.Get(ctx, id); err != nil || !ok {
			return fault.OrMissing(err)
		}
		if changed = how(o); !changed {
			return nil
		}
		return r.DB.Transact(ctx, next(o))
	})
	return o, changed, err
}
