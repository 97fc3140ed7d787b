package topup

import (
	"context"
	"slices"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/id"
	"herald/pkg/kit/store"
)

// Providers are the names of the providers of payments, whether they are used here or not.
func Providers() (names []string) {
	for _, m := range methods() {
		if !slices.Contains(names, m.Provider) {
			names = append(names, m.Provider)
		}
	}
	slices.Sort(names)
	return names
}

// CreatedBetween gives the orders of all users that were made in a time, oldest first, at most so many after one.
func (r *Service) CreatedBetween(ctx context.Context, from, to time.Time, after string, limit int) ([]*Order, error) {
	partition := rows.Key(string(auth.Everything), "")
	q := store.Query{Table: partition.Table, PK: partition.PK, From: id.Floor(from), To: id.Floor(to), After: after, Limit: limit}
	items, err := r.DB.Query(ctx, q)
	if err != nil || len(items) == 0 {
		return nil, err
	}
	ids := make([]string, len(items))
	for i, it := range items {
		ids[i] = store.SortKey(it)
	}
	known, err := r.Many(ctx, ids)
	var out []*Order
	for _, one := range ids {
		if o := known[one]; o != nil {
			out = append(out, o)
		}
	}
	return out, err
}

// Many gives orders by their ids, which are different; what is none is left out.
func (r *Service) Many(ctx context.Context, ids []string) (map[string]*Order, error) {
	keys := make([]store.Key, len(ids))
	for i, one := range ids {
		keys[i] = orderKey(one)
	}
	items, err := r.DB.GetMany(ctx, keys, true)
	if err != nil {
		return nil, err
	}
	out := map[string]*Order{}
	for _, it := range items {
		var o Order
		ok, err := store.Decode(it, &o)
		if err != nil {
			return nil, err
		}
		if ok {
			out[o.ID] = &o
		}
	}
	return out, nil
}
