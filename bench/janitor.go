package main

import (
	"context"
	"strings"
	"sync"

	"herald/pkg/kit/store"
)

// tended is the database as the janitor sees it. It keeps apart what a tick did for one order: the calls that named
// a row of the order, or found one. Its reads of every minute, with or without orders, are a fixed cost of the
// platform and no order's.
type tended struct {
	store.DB
	meter *store.Meter
	order string
	share float64 // of what a merge of the recipient index writes: an order too small for one of its own shares it with others

	mu  sync.Mutex // one call at a time, so that the meter tells what it used
	own store.Usage
}

// note runs a call and takes down what it used if it was for the order.
func (t *tended) note(mine bool, call func() (found bool, err error)) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	before := t.meter.Take()
	found, err := call()
	used := t.meter.Take()
	t.meter.Add(before.Plus(used))
	if mine || found {
		t.own = t.own.Plus(used)
	}
	return err
}

func (t *tended) names(k store.Key) bool {
	return strings.Contains(k.PK, t.order) || strings.Contains(k.SK, t.order)
}

func (t *tended) ops(ops []store.Op) bool {
	for _, op := range ops {
		if t.names(op.Key) {
			return true
		}
	}
	return false
}

// Get implements store.DB, as the others do.
func (t *tended) Get(ctx context.Context, key store.Key, consistent bool) (it store.Item, err error) {
	err = t.note(t.names(key), func() (bool, error) { it, err = t.DB.Get(ctx, key, consistent); return false, err })
	return it, err
}

func (t *tended) GetMany(ctx context.Context, keys []store.Key, consistent bool) (rows []store.Item, err error) {
	mine := false
	for _, k := range keys {
		mine = mine || t.names(k)
	}
	err = t.note(mine, func() (bool, error) { rows, err = t.DB.GetMany(ctx, keys, consistent); return false, err })
	return rows, err
}

func (t *tended) Query(ctx context.Context, q store.Query) (rows []store.Item, err error) {
	err = t.note(strings.Contains(q.PK, t.order), func() (found bool, err error) {
		rows, err = t.DB.Query(ctx, q)
		for _, row := range rows {
			found = found || t.names(store.Key{PK: q.PK, SK: store.SortKey(row)})
		}
		return found, err
	})
	return rows, err
}

func (t *tended) Write(ctx context.Context, op store.Op) (it store.Item, err error) {
	err = t.note(t.names(op.Key), func() (bool, error) { it, err = t.DB.Write(ctx, op); return false, err })
	return it, err
}

func (t *tended) WriteAll(ctx context.Context, ops []store.Op) error {
	if len(ops) > 0 && strings.HasPrefix(ops[0].Key.PK, "RINDEX#") && ops[0].Verb == store.Put {
		return t.merged(ctx, ops)
	}
	return t.note(t.ops(ops), func() (bool, error) { return false, t.DB.WriteAll(ctx, ops) })
}

func (t *tended) Transact(ctx context.Context, ops []store.Op) error {
	return t.note(t.ops(ops), func() (bool, error) { return false, t.DB.Transact(ctx, ops) })
}

// merged takes down the order's share of a merge.
func (t *tended) merged(ctx context.Context, ops []store.Op) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	before := t.meter.Take()
	err := t.DB.WriteAll(ctx, ops)
	used := t.meter.Take()
	t.meter.Add(before.Plus(used))
	used.WriteUnits *= t.share
	t.own = t.own.Plus(used)
	return err
}

// mergedTogether is how many recipients a merge of the recipient index has at least, unless it is the day's last.
const mergedTogether = 128_000

func shareOf(recipients int) float64 { return min(1, float64(recipients)/mergedTogether) }
