package store

import (
	"context"
	"iter"
	"slices"
	"time"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/id"
	"herald/pkg/kit/parallel"
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
}

// ListQuery is what a caller wants of a list. Filters are as on the wire.
type ListQuery struct {
	Current, Size int
	SortFields    []string
	SortOrders    []string // ascend, descend
	Filters       map[string]string
}

func (l List[T]) partition(scope string) string { return "L#" + l.Entity + "#" + scope }

// Key of an entity's row in a scope.
func (l List[T]) Key(scope, id string) Key {
	return Key{Table: l.Table, PK: l.partition(scope), SK: id}
}

// Insert gives the operations that add a new entity's rows; put them into the entity's own transaction.
func (l List[T]) Insert(scopes []string, id string, row T) []Op {
	var ops []Op
	for _, s := range scopes {
		ops = append(ops, Op{Verb: Put, Key: l.Key(s, id), Item: l.kept(row)},
			l.counted(s, id, 1))
		ops = append(ops, l.Changed(s, id)...)
	}
	return ops
}

// Replace gives the operations that renew an entity's rows.
func (l List[T]) Replace(scopes []string, id string, row T) []Op {
	var ops []Op
	for _, s := range scopes {
		ops = append(ops, Op{Verb: Put, Key: l.Key(s, id), Item: l.kept(row)})
		ops = append(ops, l.Changed(s, id)...)
	}
	return ops
}

// Remove gives the operations that take an entity's rows away; the entity's own condition must make them happen once.
func (l List[T]) Remove(scopes []string, id string) []Op {
	var ops []Op
	for _, s := range scopes {
		ops = append(ops, Op{Verb: Delete, Key: l.Key(s, id)}, l.counted(s, id, -1), l.Gone(s, id))
		ops = append(ops, l.Changed(s, id)...)
	}
	return ops
}

// Gone tells the bookmarks of a scope that a row was removed, for who writes rows and counts in other ways than by Remove.
func (l List[T]) Gone(scope, id string) Op {
	return Op{Verb: Put, Key: l.Key(scope, goneKey+id), Item: map[string]any{}}
}

// Count is a change of the number of a scope's rows, for the same.
func (l List[T]) Count(scope string, n int64) Op {
	return Op{Verb: Update, Key: l.Key(scope, countKey), Add: map[string]int64{"n": n}}
}

// Sorts names the sort fields, for the OpenAPI document.
func (l List[T]) Sorts() []string {
	out := []string{"createTime"}
	for _, c := range l.Columns {
		if c.Sort && c.Name != "createTime" {
			out = append(out, c.Name)
		}
	}
	return out
}

// Budget is how many rows of a scope a page with filters or another order looks at, the newest first, however many there are.
const Budget = 10_000

// Total is how many rows match. More tells that they are those of the newest rows alone, as far as Budget goes: there are older
// ones that were not looked at.
type Total struct {
	N    int
	More bool
}

// Page gives one page of a scope and the number of all rows that match.
// Without filters and in the default order (newest first) it reads the page alone; otherwise up to Budget rows.
func (l List[T]) Page(ctx context.Context, db DB, scope string, q ListQuery) ([]T, Total, error) {
	plain, err := l.Plain(q)
	if err != nil {
		return nil, Total{}, err
	}
	if plain {
		rows, n, err := l.newest(ctx, db, scope, q)
		return rows, Total{N: n}, err
	}
	if l.ByTime {
		return l.filtered(ctx, db, scope, q)
	}
	rows, more, err := l.matching(ctx, db, scope, q, Budget)
	if err != nil {
		return nil, Total{}, err
	}
	return Cut(rows, q.Current, q.Size), Total{len(rows), more}, nil
}

// Cut gives one page of rows, counted from 1.
func Cut[T any](rows []T, current, size int) []T {
	from := min((current-1)*size, len(rows))
	return rows[from:min(from+size, len(rows))]
}

// Plain refuses unknown sort fields and tells whether the query is the default: newest first, no filter.
func (l List[T]) Plain(q ListQuery) (plain bool, err error) {
	for _, f := range q.SortFields {
		if !slices.Contains(l.Sorts(), f) {
			return false, fault.Bad("sortFields", "web.sortField", "field", f)
		}
	}
	order := "descend"
	if len(q.SortOrders) > 0 {
		order = q.SortOrders[0]
	}
	if len(q.SortOrders) > max(1, len(q.SortFields)) {
		return false, fault.Bad("sortOrders", "web.filter", "field", "sortOrders")
	}
	byTime := len(q.SortFields) == 0 || (len(q.SortFields) == 1 && q.SortFields[0] == "createTime")
	return byTime && order == "descend" && len(q.Filters) == 0, nil
}

func (l List[T]) newest(ctx context.Context, db DB, scope string, q ListQuery) ([]T, int, error) {
	offset := (q.Current - 1) * q.Size
	if offset+q.Size <= shallow {
		var n int
		var rows []T
		err := parallel.Do(
			func() (err error) { n, err = l.number(ctx, db, scope); return err },
			func() (err error) {
				rows, err = l.read(ctx, db, Query{Table: l.Table, PK: l.partition(scope), From: "0", Desc: true, Limit: offset + q.Size})
				return err
			})
		return rows[min(offset, len(rows)):], n, err
	}
	if rows, n, ok, err := l.guessed(ctx, db, scope, offset, q.Size); ok || err != nil {
		return rows, n, err
	}
	for try := 1; ; try++ {
		x, err := l.index(ctx, db, scope, try > 1)
		if err != nil || offset >= x.n {
			return nil, x.total(), err
		}
		// Counted from the oldest row, what is wanted is [low, high): offsets there do not move when new rows come.
		high := x.n - offset
		low := max(0, high-q.Size)
		key, at := x.mark(low)
		if low-at > x.far() && try <= 3 {
			if err := l.extend(ctx, db, scope); err != nil {
				return nil, 0, err
			}
			continue
		}
		remember(l.Key(scope, ""), x)
		rows, err := l.read(ctx, db, Query{Table: l.Table, PK: l.partition(scope), From: key, Limit: min(high-at, x.far()+high-low)})
		if err == nil && len(x.gone) >= goneTooMany {
			err = l.settle(ctx, db, scope, x)
		}
		return between(rows, low-at, high-at), x.n, err
	}
}

// between are the rows [low, high), the newest first; fewer where rows went away meanwhile.
func between[T any](rows []T, low, high int) []T {
	rows = rows[min(low, len(rows)):min(high, len(rows))]
	slices.Reverse(rows)
	return rows
}

func (l List[T]) read(ctx context.Context, db DB, q Query) ([]T, error) {
	items, err := db.Query(ctx, q)
	if err != nil {
		return nil, err
	}
	return l.DecodeAll(items)
}

// All gives every row of a scope that matches, in order: for files and for lists that are bounded otherwise.
func (l List[T]) All(ctx context.Context, db DB, scope string, q ListQuery) ([]T, error) {
	rows, _, err := l.matching(ctx, db, scope, q, 0)
	return rows, err
}

// Each gives the rows of a scope that match, the newest first, a page at a time: whatever there are, memory is bounded.
func (l List[T]) Each(ctx context.Context, db DB, scope string, filters map[string]string) (iter.Seq2[*T, error], error) {
	tests, err := l.tests(filters)
	return func(yield func(*T, error) bool) {
		for it, err := range Rows(ctx, db, l.span(scope, filters)) {
			var row T
			if err == nil {
				row, err = l.Decode(it)
			}
			if err != nil {
				yield(nil, err)
				return
			}
			if matches(&row, tests) && !yield(&row, nil) {
				return
			}
		}
	}, err
}

// listPage is how many rows of a list are read at a time.
const listPage = 2000

// matching gives the rows that match of the newest most, in order, and whether there are older ones; 0 for all. Rows that do
// not match are not kept.
func (l List[T]) matching(ctx context.Context, db DB, scope string, q ListQuery, most int) (found []T, more bool, err error) {
	if _, err := l.Plain(q); err != nil {
		return nil, false, err
	}
	tests, err := l.tests(q.Filters)
	if err != nil {
		return nil, false, err
	}
	at := l.span(scope, q.Filters)
	read := 0
	for it, err := range Rows(ctx, db, at) {
		if err != nil {
			return nil, false, err
		}
		row, err := l.Decode(it)
		if err != nil {
			return nil, false, err
		}
		if matches(&row, tests) {
			found = append(found, row)
		}
		if read++; read == most { // not the next page for the sake of one row
			at.After, at.Limit = SortKey(it), 1
			rest, err := db.Query(ctx, at)
			if more = len(rest) > 0; err != nil {
				return nil, false, err
			}
			break
		}
	}
	l.sort(found, q)
	return found, more, nil
}

// span is what must be read of a scope for filters.
func (l List[T]) span(scope string, filters map[string]string) Query {
	q := Query{Table: l.Table, PK: l.partition(scope), From: "0", Desc: true, Limit: listPage}
	if !l.ByTime {
		return q
	}
	const apart = 24 * time.Hour
	if at, err := time.Parse(time.RFC3339, filters["createTimeStart"]); err == nil {
		q.From = id.Floor(at.Add(-apart))
	}
	if at, err := time.Parse(time.RFC3339, filters["createTimeEnd"]); err == nil {
		q.To = id.Floor(at.Add(apart))
	}
	return q
}
