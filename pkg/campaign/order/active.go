package order

import (
	"context"
	"errors"
	"slices"
	"sync"

	"herald/pkg/kit/store"
)

// Active is an order that still needs something, as the index of all of them knows it.
type Active struct {
	ID     string `dynamodbav:"-"`
	Kind   string `dynamodbav:"k"`
	Owner  string `dynamodbav:"o"` // user
	Tenant string `dynamodbav:"t"`
}

func activeOf(o *Order) Active {
	return Active{Kind: o.Kind, Owner: o.Owner.User, Tenant: o.Owner.Tenant}
}

// mostKeys of one read.
const mostKeys = 100

// Running is the number of the first of some orders that is not settled; empty for none.
func (b *Store) Running(ctx context.Context, ids []string) (no string, err error) {
	for some := range slices.Chunk(ids, mostKeys) {
		keys := make([]store.Key, len(some))
		for i, id := range some {
			keys[i] = Key(id)
		}
		rows, err := b.DB.GetMany(ctx, keys, true)
		if err != nil {
			return "", err
		}
		for _, row := range rows {
			var o Order
			if ok, err := store.Decode(row, &o); err != nil {
				return "", err
			} else if ok && !o.Settled {
				return o.No, nil
			}
		}
	}
	return "", nil
}

// By are the numbers of the orders that still need something and go out by some senders, at most so many, and how many there are.
func (b *Store) By(ctx context.Context, senders []string, most int) (numbers []string, n int, err error) {
	active, err := b.Active(ctx, "")
	if err != nil {
		return nil, 0, err
	}
	for some := range slices.Chunk(active, mostKeys) {
		keys := make([]store.Key, len(some))
		for i, a := range some {
			keys[i] = Key(a.ID)
		}
		rows, err := b.DB.GetMany(ctx, keys, true)
		if err != nil {
			return nil, 0, err
		}
		for _, row := range rows {
			var o Order
			if ok, err := store.Decode(row, &o); err != nil {
				return nil, 0, err
			} else if !ok || o.Settled || !slices.Contains(senders, o.Sender) {
				continue
			}
			if n++; len(numbers) < most {
				numbers = append(numbers, o.No)
			}
		}
	}
	slices.Sort(numbers)
	return numbers, n, nil
}

// Active lists the orders of a kind, of all kinds for "", that still need something. The shards are read side by side.
func (b *Store) Active(ctx context.Context, kind string) ([]Active, error) {
	var found [activeShards][]Active
	var errs [activeShards]error
	var wg sync.WaitGroup
	for shard := range activeShards {
		wg.Go(func() { found[shard], errs[shard] = b.shard(ctx, shard, kind) })
	}
	wg.Wait()
	var out []Active
	for _, part := range found {
		out = append(out, part...)
	}
	return out, errors.Join(errs[:]...)
}

func (b *Store) shard(ctx context.Context, shard int, kind string) ([]Active, error) {
	rows, err := store.Collect(store.Rows(ctx, b.DB, store.Query{Table: table, PK: activePartition(shard), Consistent: true}))
	if err != nil {
		return nil, err
	}
	var out []Active
	for _, row := range rows {
		var a Active
		if _, err := store.Decode(row, &a); err != nil {
			return nil, err
		}
		if a.ID = store.SortKey(row); kind == "" || a.Kind == kind {
			out = append(out, a)
		}
	}
	return out, nil
}
