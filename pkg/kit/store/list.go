package store

import (
	"context"
	"iter"
	"time"
)

// The list engine (architecture §6). A list row is a projection of an entity, written in the entity's own transaction once
// for every scope that sees it: L#<entity>#<scope> / <id>. So the scope is the key of the read, and a row in the caller's
// scope is also the proof that the caller may see the entity. "!" and "!0" to "!7" in the same partition hold the number of
// rows, in parts, "!B" the bookmarks of the default sort, "!D#<id>" what was removed since they were made.
const (
	countKey = "!"
	shallow  = 60 // rows that are read from the top instead of by a bookmark
)

// List declares a list once; page, export and selector come from it.
type List[T any] struct {
	Table   string
	Entity  string
	Columns []Column[T]
	// ByTime: the ids are ULIDs of the rows' createTime (within a day), so that a filter by it narrows what is read.
	ByTime bool
	// Lean rows keep neither their id nor their createTime, which are in the sort key: it gives both places in a row, which have
	// the tag "-", for the engine to fill. The time is kept as what it differs from the id's.
	Lean func(row *T) (id *string, created *time.Time)
	// Permanent: rows are only added, so that no function may delete them. Packs, which are made anew and deleted, are not kept.
	Permanent bool
}

// ListQuery is what a caller wants of a list. Filters are as on the wire.
type ListQuery struct {
	Current, Size int
	SortFields    []string
	SortOrders    []string // ascend, descend
	Filters       map[string]string
}

// Key of an entity's row in a scope. An id that no entity can have, because the list's own rows lie there, gives the key of no row.
func (l List[T]) Key(scope, id string) Key {
	if id != "" && id[0] < firstID {
		id = noID
	}
	return l.kind().key(scope, id)
}

// Ids of entities begin with a digit or a letter; the list's own rows sort below them.
const (
	firstID = '0'
	noID    = "0#none"
)

// Insert gives the operations that add a new entity's rows; put them into the entity's own transaction.
func (l List[T]) Insert(scopes []string, id string, row T) []Op {
	return l.kind().insert(scopes, id, &row)
}

// Replace gives the operations that renew an entity's rows.
func (l List[T]) Replace(scopes []string, id string, row T) []Op {
	return l.kind().replaced(scopes, id, &row)
}

// Remove gives the operations that take an entity's rows away; the entity's own condition must make them happen once.
func (l List[T]) Remove(scopes []string, id string) []Op { return l.kind().removed(scopes, id) }

// Gone tells the bookmarks of a scope that a row was removed, for who writes rows and counts in other ways than by Remove.
func (l List[T]) Gone(scope, id string) Op { return l.kind().removal(scope, id) }

// Count is a change of the number of a scope's rows, for the same.
func (l List[T]) Count(scope string, n int64) Op { return l.kind().count(scope, n) }

// Changed marks a row as changed for the packs of its scope. It is for writers that do not use Insert, Replace and
// Remove and change a column, and belongs to the transaction of the change.
func (l List[T]) Changed(scope, id string) []Op { return l.kind().changed(scope, id) }

// Sorts names the sort fields, for the OpenAPI document.
func (l List[T]) Sorts() []string { return l.engine().sorts() }

// Budget is how many rows of a scope a page with filters or another order looks at, the newest first, however many there are.
const Budget = 10_000

// Total is how many rows match. More tells that they are those of the newest rows alone, as far as Budget goes: there are older
// ones that were not looked at.
type Total struct {
	N    int
	More bool
}

// Cut gives one page of rows, counted from 1.
func Cut[T any](rows []T, current, size int) []T {
	from := min((current-1)*size, len(rows))
	return rows[from:min(from+size, len(rows))]
}

// Page gives one page of a scope and the number of all rows that match.
// Without filters and in the default order (newest first) it reads the page alone; otherwise up to Budget rows.
func (l List[T]) Page(ctx context.Context, db DB, scope string, q ListQuery) ([]T, Total, error) {
	rows, total, err := l.engine().page(ctx, db, scope, q)
	return values[T](rows), total, err
}

// All gives every row of a scope that matches, in order: for files and for lists that are bounded otherwise.
func (l List[T]) All(ctx context.Context, db DB, scope string, q ListQuery) ([]T, error) {
	rows, _, err := l.engine().matching(ctx, db, scope, q, 0)
	return values[T](rows), err
}

// Each gives the rows of a scope that match, newest first, a page at a time. Its memory is bounded for any number of
// rows.
func (l List[T]) Each(ctx context.Context, db DB, scope string, filters map[string]string) (iter.Seq2[*T, error], error) {
	each, err := l.engine().each(ctx, db, scope, filters)
	return func(yield func(*T, error) bool) {
		for row, err := range each {
			typed, _ := row.(*T) // none beside an error
			if !yield(typed, err) {
				return
			}
		}
	}, err
}

// Select filters and orders rows that are at hand.
func (l List[T]) Select(rows []T, q ListQuery) ([]T, error) {
	all := make([]any, len(rows))
	for i := range rows {
		all[i] = &rows[i]
	}
	found, err := l.engine().choose(all, q)
	return values[T](found), err
}

// Plain refuses unknown sort fields and tells whether the query is the default: newest first, no filter.
func (l List[T]) Plain(q ListQuery) (plain bool, err error) { return l.engine().plain(q) }

// Read reads a row of the list.
func (l List[T]) Read(it Item) (row T, err error) {
	read, err := l.kind().decode(it)
	return *read.(*T), err
}

// DecodeAll reads rows of the list.
func (l List[T]) DecodeAll(items []Item) ([]T, error) {
	rows, err := l.kind().decodeAll(items)
	return values[T](rows), err
}
