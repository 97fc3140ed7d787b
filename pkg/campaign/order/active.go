package order

import (
	"context"
	"errors"
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
