package bulk_test

import (
	"context"
	"net/http"

	"herald/pkg/kit/store"
	"herald/pkg/kit/store/wire"
)

// Two thirds of all calls are reads, and the SDK is most of what a call costs here. In four of five seeds nine of ten reads go
// straight to the table; those that are left meet faults ten times as often, so that as many reads fail as in the fifth seed,
// which takes no short cut. Writes never do.
const straight = 0.9

type shortcut struct {
	store.DB // by the SDK
	i        *instance
}

// read does a read in one way or the other.
func read[T any](ctx context.Context, d shortcut, bySDK, direct func() (T, error)) (T, error) {
	if !d.i.s.chance(straight) {
		return bySDK()
	}
	d.i.run.gate()
	var got T
	err := ctx.Err()
	if err == nil {
		got, err = direct()
	}
	d.i.run.gate()
	return got, err
}

func (d shortcut) Get(ctx context.Context, key store.Key, consistent bool) (store.Item, error) {
	return read(ctx, d, func() (store.Item, error) { return d.DB.Get(ctx, key, consistent) }, func() (store.Item, error) {
		it, err := d.i.s.db.Get(ctx, key, consistent)
		return unmarked(it)[0], err
	})
}

func (d shortcut) GetMany(ctx context.Context, keys []store.Key, consistent bool) ([]store.Item, error) {
	return read(ctx, d, func() ([]store.Item, error) { return d.DB.GetMany(ctx, keys, consistent) }, func() ([]store.Item, error) {
		items, err := d.i.s.db.GetMany(ctx, keys, consistent)
		return unmarked(items...), err
	})
}

func (d shortcut) Query(ctx context.Context, q store.Query) ([]store.Item, error) {
	return read(ctx, d, func() ([]store.Item, error) { return d.DB.Query(ctx, q) }, func() ([]store.Item, error) {
		items, err := d.i.s.db.Query(ctx, q)
		return unmarked(items...), err
	})
}

// unmarked are rows as a room sees them. The table gave copies.
func unmarked(items ...store.Item) []store.Item {
	for _, it := range items {
		delete(it, store.MarkAttribute)
	}
	return items
}

// likely is how often the first try of a call meets a fault.
func (s *system) likely(req *http.Request) float64 {
	switch wire.Call(req) {
	case "GetItem", "BatchGetItem", "Query":
		if s.shortcut {
			return usual / (1 - straight)
		}
	}
	return usual
}

const usual = 0.03
