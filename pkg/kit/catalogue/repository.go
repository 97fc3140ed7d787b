package catalogue

import (
	"context"
	"errors"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
)

// Repository is where entities lie. An id that is none, or not in the caller's scope, is the 404 fault. Set compares versions and returns
// ErrChanged, so that a change takes back nothing of another one; a repeated creation gives what stands.
type Repository[T any] interface {
	Find(ctx context.Context, id string) (T, error)
	Add(ctx context.Context, id string, row T) (T, error)
	Set(ctx context.Context, id string, row T) error
	Drop(ctx context.Context, id string, row T) error
}

// ErrChanged is returned by Set for a row that another writer has changed since it was read.
var ErrChanged = errors.New("catalogue: changed since it was read")

// Revision is the version of a row, which each change raises. Rows of Listed and Named embed it.
type Revision struct {
	Version int64 `dynamodbav:"v,omitempty" json:"-"`
}

// Next raises the version. It gives the condition that the stored row has the version that was read.
func (r *Revision) Next() store.Cond {
	r.Version++
	if r.Version == 1 {
		return store.Missing("v")
	}
	return store.Eq("v", r.Version-1)
}

// next is Next of a row that embeds Revision.
func next[T any](row *T) store.Cond {
	return any(row).(interface{ Next() store.Cond }).Next()
}

// Standing is the error of a change whose first operation has the condition of the row: 404 where there is none, else ErrChanged.
func Standing(err error) error {
	failed := store.ConditionFailed(err)
	switch {
	case failed == nil:
		return err
	case failed.Old == nil:
		return fault.Missing()
	}
	return ErrChanged
}

// tries of a transaction that met another one.
const tries = 16

// Change reads a row, changes it and writes it; anew when another writer was faster. Faults: 404, what change refuses.
func Change[T any](ctx context.Context, k Repository[T], id string, change func(row *T) error) (row T, err error) {
	for range tries {
		if row, err = k.Find(ctx, id); err != nil {
			return row, err
		}
		if err = change(&row); err != nil {
			return row, err
		}
		if err = k.Set(ctx, id, row); !errors.Is(err, ErrChanged) {
			return row, err
		}
	}
	return row, store.ErrConflict
}

// Listed entities live in their list rows, in every scope that sees them. Their ids are those of operations.
type Listed[T any] struct {
	DB     store.DB
	List   store.List[T]
	Scopes func(row *T) []string
	Scope  func(p *auth.Principal) string // where a caller looks; nil: its scope
}

// Find reads the row in the caller's scope.
func (k Listed[T]) Find(ctx context.Context, id string) (row T, err error) {
	scope := string(auth.Must(ctx).Scope())
	if k.Scope != nil {
		scope = k.Scope(auth.Must(ctx))
	}
	it, err := k.DB.Get(ctx, k.List.Key(scope, id), true)
	if err == nil && it == nil {
		err = fault.Missing()
	}
	if err != nil {
		return row, err
	}
	return k.List.Read(it)
}

// Add writes the rows, once for an id.
func (k Listed[T]) Add(ctx context.Context, id string, row T) (T, error) {
	ops := k.List.Insert(k.Scopes(&row), id, row)
	ops[0].If = store.Missing("pk")
	done, err := k.transact(ctx, ops)
	if err == nil && !done {
		return k.Find(ctx, id) // a repetition
	}
	return row, err
}

// Set writes the rows of one that stands as it was read.
func (k Listed[T]) Set(ctx context.Context, id string, row T) error {
	return Standing(store.TransactWithRetry(ctx, k.DB, tries, k.Change(id, row)))
}

// Change gives the operations of Set, for a repository that writes more with them.
func (k Listed[T]) Change(id string, row T) []store.Op {
	read := store.And(store.Exists("pk"), next(&row))
	ops := k.List.Replace(k.Scopes(&row), id, row)
	ops[0].If = read
	return ops
}

// Drop takes the rows away.
func (k Listed[T]) Drop(ctx context.Context, id string, row T) error {
	ops := k.List.Remove(k.Scopes(&row), id)
	ops[0].If = store.Exists("pk") // the rows come and go together
	done, err := k.transact(ctx, ops)
	if err == nil && !done {
		err = fault.Missing()
	}
	return err
}

// transact tells whether the condition held.
func (k Listed[T]) transact(ctx context.Context, ops []store.Op) (done bool, err error) {
	err = store.Retry(ctx, tries, func() error {
		err := k.DB.Transact(ctx, ops)
		if done = store.ConditionFailed(err) == nil; !done {
			return nil
		}
		return err
	})
	return done, err
}

// Named entities have a row each, under a key that their id tells.
type Named[T any] struct {
	DB     store.DB
	Key    func(id string) (key store.Key, ok bool) // false for what can be no id
	Op     func(row *T) string                      // the operation that made it, as web.Operation gives it
	Exists func(row *T) error                       // refuses a name that is taken
}

// Find reads the row.
func (k Named[T]) Find(ctx context.Context, id string) (row T, err error) {
	key, ok := k.Key(id)
	if ok {
		row, ok, err = store.Load[T](ctx, k.DB, key, true)
	}
	if err == nil && !ok {
		err = fault.Missing()
	}
	return row, err
}

// Add writes a row under a free name; the same operation again gives what it made.
func (k Named[T]) Add(ctx context.Context, id string, row T) (T, error) {
	key, _ := k.Key(id) // made of a name that was checked
	_, err := k.DB.Write(ctx, store.Op{Verb: store.Put, Key: key, Item: row, If: store.Missing("pk")})
	if failed := store.ConditionFailed(err); failed != nil {
		var stands T
		if _, err := store.Decode(failed.Old, &stands); err != nil || k.Op(&row) != "" && k.Op(&stands) == k.Op(&row) {
			return stands, err
		}
		err = k.Exists(&row)
	}
	return row, err
}

// Set writes a row that stands as it was read.
func (k Named[T]) Set(ctx context.Context, id string, row T) error {
	return k.Put(ctx, id, row, store.And(store.Exists("pk"), next(&row)))
}

// Put writes a row under a condition.
func (k Named[T]) Put(ctx context.Context, id string, row T, stands store.Cond) error {
	key, _ := k.Key(id) // it was found
	_, err := k.DB.Write(ctx, store.Op{Verb: store.Put, Key: key, Item: row, If: stands})
	return Standing(err)
}

// Drop takes a row away.
func (k Named[T]) Drop(ctx context.Context, id string, _ T) error {
	key, _ := k.Key(id) // it was found
	_, err := k.DB.Write(ctx, store.Op{Verb: store.Delete, Key: key, If: store.Exists("pk")})
	return Standing(err)
}
