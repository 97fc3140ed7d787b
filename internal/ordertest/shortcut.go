package ordertest

import (
	"context"
	"net/http"
	"time"

	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/store/wire"
)

// directShare is the share of calls that bypass the SDK, which is most of the cost of a call here. In four of five seeds nine of ten calls
// of the tables and queues are direct. The others meet faults ten times as often, so that as many calls fail as in the fifth seed, which
// bypasses nothing.
const directShare = 0.9

type shortcut struct {
	store.DB // by the SDK
	i        *Instance
}

// carry makes a call by the SDK or directly.
func carry[T any](ctx context.Context, i *Instance, bySDK, direct func() (T, error)) (T, error) {
	if !i.s.chance(directShare) {
		return bySDK()
	}
	i.Run.gate()
	var got T
	err := ctx.Err()
	if err == nil {
		got, err = direct()
	}
	i.Run.gate()
	return got, err
}

func (d shortcut) Get(ctx context.Context, key store.Key, consistent bool) (store.Item, error) {
	return carry(ctx, d.i, func() (store.Item, error) { return d.DB.Get(ctx, key, consistent) }, func() (store.Item, error) {
		it, err := d.i.s.DB.Get(ctx, key, consistent)
		return unmarked(it)[0], err
	})
}

func (d shortcut) GetMany(ctx context.Context, keys []store.Key, consistent bool) ([]store.Item, error) {
	return carry(ctx, d.i, func() ([]store.Item, error) { return d.DB.GetMany(ctx, keys, consistent) }, func() ([]store.Item, error) {
		items, err := d.i.s.DB.GetMany(ctx, keys, consistent)
		return unmarked(items...), err
	})
}

func (d shortcut) Query(ctx context.Context, q store.Query) ([]store.Item, error) {
	return carry(ctx, d.i, func() ([]store.Item, error) { return d.DB.Query(ctx, q) }, func() ([]store.Item, error) {
		items, err := d.i.s.DB.Query(ctx, q)
		return unmarked(items...), err
	})
}

func (d shortcut) Write(ctx context.Context, op store.Op) (store.Item, error) {
	return carry(ctx, d.i, func() (store.Item, error) { return d.DB.Write(ctx, op) }, func() (store.Item, error) {
		it, err := d.i.s.DB.Write(ctx, op)
		return unmarked(it)[0], unmarkedFailure(err)
	})
}

func (d shortcut) WriteAll(ctx context.Context, ops []store.Op) error {
	_, err := carry(ctx, d.i, func() (struct{}, error) { return struct{}{}, d.DB.WriteAll(ctx, ops) }, func() (struct{}, error) {
		return struct{}{}, d.i.s.DB.WriteAll(ctx, ops)
	})
	return err
}

func (d shortcut) Transact(ctx context.Context, ops []store.Op) error {
	_, err := carry(ctx, d.i, func() (struct{}, error) { return struct{}{}, d.DB.Transact(ctx, ops) }, func() (struct{}, error) {
		return struct{}{}, unmarkedFailure(d.i.s.DB.Transact(ctx, ops))
	})
	return err
}

// queueShortcut sends most messages directly to their queue.
type queueShortcut struct {
	queue.Queues // by SDK
	i            *Instance
}

func (q queueShortcut) Send(ctx context.Context, name string, messages ...queue.Message) error {
	_, err := carry(ctx, q.i, func() (struct{}, error) { return struct{}{}, q.Queues.Send(ctx, name, messages...) }, func() (struct{}, error) {
		for _, m := range messages {
			m.Delay = m.Delay.Truncate(time.Second)
			q.i.s.Queues.Deliver(name, m)
		}
		return struct{}{}, nil
	})
	return err
}

// unmarkedFailure is a failed condition with its row as a module reads it.
func unmarkedFailure(err error) error {
	if failed := store.ConditionFailed(err); failed != nil {
		unmarked(failed.Old)
	}
	return err
}

// unmarked returns rows as a module reads them. The table returned copies.
func unmarked(items ...store.Item) []store.Item {
	for _, it := range items {
		delete(it, store.MarkAttribute)
	}
	return items
}

// likely is the probability that the first attempt of a call fails.
func (s *System) likely(req *http.Request) float64 {
	switch wire.Call(req) {
	case "SendMessageBatch", "GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "TransactWriteItems":
		if s.shortcut {
			return usualFaultRate / (1 - directShare)
		}
	}
	return usualFaultRate
}

const usualFaultRate = 0.03
