package commentitem

import (
	"context"
	"errors"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/campaign/review"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/job"
	"herald/pkg/kit/store"
)

// leases is when the tick looks at the ends of leases.
func (r *Service) leases() *job.Index {
	return &job.Index{DB: r.Flow.DB, Table: table, Name: "commentitem", Shards: 1}
}

// Tick returns the items whose leases are over, and takes settled orders out of the work.
func (r *Service) Tick(ctx context.Context) error {
	return errors.Join(r.leases().Tick(ctx, r.Flow.Now(), func(ctx context.Context, d job.Due) (next time.Time, err error) {
		_, _, _, err = r.change(ctx, d.ID, "lease "+d.At.Format(time.RFC3339Nano), func(_ *order.Order, it *Item) ([]store.Op, error) {
			if it.State != Taken || it.leased(r.now()) {
				return nil, errSame
			}
			it.State = Free
			it.leave()
			return nil, nil
		})
		if fault.As(err) != nil { // its order is settled
			err = nil
		}
		return next, err
	}), r.ends().Tick(ctx, r.Flow.Now(), func(ctx context.Context, d job.Due) (time.Time, error) {
		if over, err := r.prune(ctx, d.ID); err != nil || over {
			return time.Time{}, err
		}
		return r.Flow.Now().Add(endsEvery), nil
	}))
}

// ends is when the tick looks whether the work of an order is over, every endsEvery.
func (r *Service) ends() *job.Index {
	return &job.Index{DB: r.Flow.DB, Table: table, Name: "commentwork", Shards: 1}
}

const endsEvery = 15 * time.Minute

// prunedAtOnce is how many items a transaction takes out of the work: each has up to 5 rows, as up to 4 scopes see it, and a
// transaction has at most 100 operations.
const prunedAtOnce = 16

// prune ends the work of a settled order. One that is retried meanwhile keeps its work.
func (r *Service) prune(ctx context.Context, orderID string) (over bool, err error) {
	o, ok, err := r.Flow.Orders.Get(ctx, orderID)
	if err != nil || ok && !o.Settled {
		return false, err
	}
	if !ok { // its rows are gone, so that it cannot be retried
		o = &order.Order{ID: orderID}
	}
	left, err := r.active(ctx, orderID+"-")
	if err != nil {
		return false, err
	}
	still := store.Op{Verb: store.Check, Key: order.Key(orderID),
		If: store.Or(store.Missing("pk"), store.And(store.Exists("se"), store.Eq("g", o.Gen)))}
	for first := 0; first == 0 || first < len(left); first += prunedAtOnce {
		ops := []store.Op{still}
		if first == 0 {
			ops = append(ops, store.Op{Verb: store.Delete, Key: workKey(orderID)})
		}
		for _, it := range left[first:min(first+prunedAtOnce, len(left))] {
			ops = append(append(ops, store.Op{Verb: store.Delete, Key: activeKey(it.ID)}), review.QueueRemoval(queueName, o.Owner, it.ID)...)
		}
		err := store.TransactWithRetry(ctx, r.Flow.DB, tries, ops)
		if store.ConditionFailed(err) != nil {
			return false, nil
		}
		if err != nil {
			return false, err
		}
	}
	return true, nil
}
