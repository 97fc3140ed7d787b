package store

import (
	"context"
	"slices"

	"herald/pkg/kit/fault"
)

// The list engine (architecture §6). A list row is a projection of an entity, written in the entity's own transaction once
// for every scope that sees it: L#<entity>#<scope> / <id>. So the scope is the key of the read, and a row in the caller's
// scope is also the proof that the caller may see the entity. "!" in the same partition holds the number of rows,
// "!B" the bookmarks of the default sort.
const (
	countKey    = "!"
	bookmarkKey = "!B"
	spacing     = 100 // rows between two bookmarks
	shallow     = 120 // rows that are read from the top instead of by a bookmark
)

// ColumnKind decides how a column is filtered.
type ColumnKind uint8

const (
	Text   ColumnKind = iota // contains, whatever the case
	Exact                    // ids, codes, enums
	Number                   // exact, or <name>Start … <name>End
	Time                     // <name>Start … <name>End, RFC 3339
)

// Column is a filterable or sortable field of a list row.
type Column[T any] struct {
	Name string
	Kind ColumnKind
	Sort bool
	Get  func(*T) any // string, int64 or time.Time by kind
	// Words are what an Exact column can hold, where that is known: a filter with another word is refused.
	Words []string
}

// List declares a list once; page, export and selector come from it.
type List[T any] struct {
	Table   string
	Entity  string
	Columns []Column[T]
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
		ops = append(ops, Op{Verb: Put, Key: l.Key(s, id), Item: row},
			Op{Verb: Update, Key: l.Key(s, countKey), Add: map[string]int64{"n": 1}})
	}
	return ops
}

// Replace gives the operations that renew an entity's rows.
func (l List[T]) Replace(scopes []string, id string, row T) []Op {
	var ops []Op
	for _, s := range scopes {
		ops = append(ops, Op{Verb: Put, Key: l.Key(s, id), Item: row})
	}
	return ops
}

// Remove gives the operations that take an entity's rows away; the entity's own condition must make them happen once.
func (l List[T]) Remove(scopes []string, id string) []Op {
	var ops []Op
	for _, s := range scopes {
		ops = append(ops, Op{Verb: Delete, Key: l.Key(s, id)},
			Op{Verb: Update, Key: l.Key(s, countKey), Add: map[string]int64{"n": -1}},
			Op{Verb: Delete, Key: l.Key(s, bookmarkKey)})
	}
	return ops
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

// Page gives one page of a scope and the number of all rows that match.
// Without filters and in the default order (newest first) it reads the page alone; otherwise the whole scope.
func (l List[T]) Page(ctx context.Context, db DB, scope string, q ListQuery) ([]T, int, error) {
	plain, err := l.Plain(q)
	if err != nil {
		return nil, 0, err
	}
	if plain {
		return l.newest(ctx, db, scope, q)
	}
	rows, err := l.All(ctx, db, scope, q)
	if err != nil {
		return nil, 0, err
	}
	from := min((q.Current-1)*q.Size, len(rows))
	return rows[from:min(from+q.Size, len(rows))], len(rows), nil
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

type listCount struct {
	N int `dynamodbav:"n"`
}

type bookmarks struct {
	Rows int      `dynamodbav:"n"` // how many of the oldest rows they cover
	At   []string `dynamodbav:"a"` // sk of row 0, 100, 200 … counted from the oldest
}

func (l List[T]) newest(ctx context.Context, db DB, scope string, q ListQuery) ([]T, int, error) {
	offset := (q.Current - 1) * q.Size
	got, err := db.GetMany(ctx, []Key{l.Key(scope, countKey), l.Key(scope, bookmarkKey)}, false)
	if err != nil {
		return nil, 0, err
	}
	var count listCount
	var marks bookmarks
	if _, err := Decode(got[0], &count); err != nil {
		return nil, 0, err
	}
	if _, err := Decode(got[1], &marks); err != nil {
		return nil, 0, err
	}
	if offset >= count.N {
		return nil, count.N, nil
	}
	if offset+q.Size <= shallow {
		rows, err := l.read(ctx, db, Query{Table: l.Table, PK: l.partition(scope), From: "0", Desc: true, Limit: offset + q.Size})
		return rows[min(offset, len(rows)):], count.N, err
	}
	// Counted from the oldest row, what is wanted is [low, high): offsets there do not move when new rows come.
	high := count.N - offset
	low := max(0, high-q.Size)
	if low/spacing >= len(marks.At) {
		if marks, err = l.bookmark(ctx, db, scope); err != nil {
			return nil, 0, err
		}
	}
	if low/spacing >= len(marks.At) {
		return nil, count.N, nil // rows went away meanwhile
	}
	first := low / spacing * spacing
	rows, err := l.read(ctx, db, Query{Table: l.Table, PK: l.partition(scope), From: marks.At[low/spacing], Limit: high - first})
	if err != nil {
		return nil, 0, err
	}
	rows = rows[min(low-first, len(rows)):]
	slices.Reverse(rows)
	return rows, count.N, nil
}

// bookmark reads the keys of a scope once and keeps every hundredth.
func (l List[T]) bookmark(ctx context.Context, db DB, scope string) (bookmarks, error) {
	items, err := db.Query(ctx, Query{Table: l.Table, PK: l.partition(scope), From: "0", Attributes: []string{"sk"}})
	if err != nil {
		return bookmarks{}, err
	}
	b := bookmarks{Rows: len(items)}
	for i := 0; i < len(items); i += spacing {
		b.At = append(b.At, SortKey(items[i]))
	}
	_, err = db.Write(ctx, Op{Verb: Put, Key: l.Key(scope, bookmarkKey), Item: b})
	return b, err
}

func (l List[T]) read(ctx context.Context, db DB, q Query) ([]T, error) {
	items, err := db.Query(ctx, q)
	if err != nil {
		return nil, err
	}
	return DecodeAll[T](items)
}

// All gives every row of a scope that matches, in order.
func (l List[T]) All(ctx context.Context, db DB, scope string, q ListQuery) ([]T, error) {
	if _, err := l.Plain(q); err != nil {
		return nil, err
	}
	rows, err := l.read(ctx, db, Query{Table: l.Table, PK: l.partition(scope), From: "0", Desc: true})
	if err != nil {
		return nil, err
	}
	return l.Select(rows, q)
}
