package store

import "context"

// Faulty is a DB whose every call passes two gates, before and after. An error before means that nothing happened.
// An error after means that it happened and the caller does not learn it (commit, then time-out). A gate may also
// never return (a kill).
type Faulty struct {
	DB
	Before func(call string) error
	After  func(call string) error
}

func gate[T any](f *Faulty, call string, do func() (T, error)) (T, error) {
	var zero T
	if err := f.Before(call); err != nil {
		return zero, err
	}
	v, err := do()
	if err != nil {
		return zero, err
	}
	if err := f.After(call); err != nil {
		return zero, err
	}
	return v, nil
}

func (f *Faulty) Get(ctx context.Context, key Key, consistent bool) (Item, error) {
	return gate(f, "get", func() (Item, error) { return f.DB.Get(ctx, key, consistent) })
}

func (f *Faulty) GetMany(ctx context.Context, keys []Key, consistent bool) ([]Item, error) {
	return gate(f, "getMany", func() ([]Item, error) { return f.DB.GetMany(ctx, keys, consistent) })
}

func (f *Faulty) Query(ctx context.Context, q Query) ([]Item, error) {
	return gate(f, "query", func() ([]Item, error) { return f.DB.Query(ctx, q) })
}

func (f *Faulty) Write(ctx context.Context, op Op) (Item, error) {
	return gate(f, "write", func() (Item, error) { return f.DB.Write(ctx, op) })
}

func (f *Faulty) WriteAll(ctx context.Context, ops []Op) error {
	_, err := gate(f, "writeAll", func() (struct{}, error) { return struct{}{}, f.DB.WriteAll(ctx, ops) })
	return err
}

func (f *Faulty) Transact(ctx context.Context, ops []Op) error {
	_, err := gate(f, "transact", func() (struct{}, error) { return struct{}{}, f.DB.Transact(ctx, ops) })
	return err
}
