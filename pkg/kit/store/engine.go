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

// engine is a list without the type of its rows, which are pointers here. One body serves all lists: with the type it would be
// compiled for each of some forty row types.
type engine struct {
	Table, Entity string
	ByTime        bool
	Permanent     bool
	Columns       []column
	New           func() any // a row
	Lean          func(row any) (id *string, created *time.Time)
}

// column is what the engine wants of a Column.
type column struct {
	Name  string
	Kind  ColumnKind
	Sort  bool
	Words []string
	Finds func(string) func(string) bool
	Get   func(row any) any

	Filter, Range bool
	Doc           string
	OneOf         []string
}

// kind is the engine of a list without its columns, for code that reads and writes single rows.
func (l List[T]) kind() *engine {
	e := &engine{Table: l.Table, Entity: l.Entity, ByTime: l.ByTime, Permanent: l.Permanent, New: func() any { return new(T) }}
	if l.Lean != nil {
		e.Lean = func(row any) (*string, *time.Time) { return l.Lean(row.(*T)) }
	}
	return e
}

// engine is kind with the columns.
func (l List[T]) engine() *engine {
	e := l.kind()
	e.Columns = make([]column, len(l.Columns))
	for i, c := range l.Columns {
		e.Columns[i] = column{Name: c.Name, Kind: c.Kind, Sort: c.Sort, Words: c.Words, Finds: c.Finds, Filter: c.Filter, Range: c.Range,
			Doc: c.Doc, OneOf: c.OneOf,
			Get: func(row any) any { return c.Get(row.(*T)) }}
	}
	return e
}

// values are the rows behind pointers.
func values[T any](rows []any) []T {
	out := make([]T, len(rows))
	for i, row := range rows {
		out[i] = *row.(*T)
	}
	return out
}

func (l *engine) partition(scope string) string { return "L#" + l.Entity + "#" + scope }

// key of an entity's row in a scope.
func (l *engine) key(scope, id string) Key {
	return Key{Table: l.Table, PK: l.partition(scope), SK: id}
}

func (l *engine) insert(scopes []string, id string, row any) []Op {
	var ops []Op
	for _, s := range scopes {
		ops = append(ops, Op{Verb: Put, Key: l.key(s, id), Item: l.keptAttributes(row)},
			l.counted(s, id, 1))
		ops = append(ops, l.changed(s, id)...)
	}
	return ops
}

func (l *engine) replaced(scopes []string, id string, row any) []Op {
	var ops []Op
	for _, s := range scopes {
		ops = append(ops, Op{Verb: Put, Key: l.key(s, id), Item: l.keptAttributes(row)})
		ops = append(ops, l.changed(s, id)...)
	}
	return ops
}

func (l *engine) removed(scopes []string, id string) []Op {
	var ops []Op
	for _, s := range scopes {
		ops = append(ops, Op{Verb: Delete, Key: l.key(s, id)}, l.counted(s, id, -1), l.removal(s, id))
		ops = append(ops, l.changed(s, id)...)
	}
	return ops
}

func (l *engine) removal(scope, id string) Op {
	return Op{Verb: Put, Key: l.key(scope, goneKey+id), Item: map[string]any{}}
}

func (l *engine) count(scope string, n int64) Op {
	return Op{Verb: Update, Key: l.key(scope, countKey), Add: map[string]int64{"n": n}}
}

// sorts names the sort fields.
func (l *engine) sorts() []string {
	out := []string{"createTime"}
	for _, c := range l.Columns {
		if c.Sort && c.Name != "createTime" {
			out = append(out, c.Name)
		}
	}
	return out
}

func (l *engine) page(ctx context.Context, db DB, scope string, q ListQuery) ([]any, Total, error) {
	plain, err := l.plain(q)
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

func (l *engine) plain(q ListQuery) (plain bool, err error) {
	for _, f := range q.SortFields {
		if !slices.Contains(l.sorts(), f) {
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

func (l *engine) newest(ctx context.Context, db DB, scope string, q ListQuery) ([]any, int, error) {
	offset := (q.Current - 1) * q.Size
	if offset+q.Size <= shallow {
		var n int
		var rows []any
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
		remember(l.key(scope, ""), x)
		rows, err := l.read(ctx, db, Query{Table: l.Table, PK: l.partition(scope), From: key, Limit: min(high-at, x.far()+high-low)})
		if err == nil && len(x.gone) >= goneTooMany {
			err = l.settle(ctx, db, scope, x)
		}
		return between(rows, low-at, high-at), x.n, err
	}
}

// between are the rows [low, high), the newest first; fewer where rows went away meanwhile.
func between(rows []any, low, high int) []any {
	rows = rows[min(low, len(rows)):min(high, len(rows))]
	slices.Reverse(rows)
	return rows
}

func (l *engine) read(ctx context.Context, db DB, q Query) ([]any, error) {
	items, err := db.Query(ctx, q)
	if err != nil {
		return nil, err
	}
	return l.decodeAll(items)
}

func (l *engine) each(ctx context.Context, db DB, scope string, filters map[string]string) (iter.Seq2[any, error], error) {
	tests, err := l.tests(filters)
	return func(yield func(any, error) bool) {
		for it, err := range Rows(ctx, db, l.span(scope, filters)) {
			var row any
			if err == nil {
				row, err = l.decode(it)
			}
			if err != nil {
				yield(nil, err)
				return
			}
			if matches(row, tests) && !yield(row, nil) {
				return
			}
		}
	}, err
}

// listPage is how many rows of a list are read at a time.
const listPage = 2000

// matching gives the rows that match of the newest most, in order, and whether there are older ones; 0 for all. Rows that do
// not match are not kept.
func (l *engine) matching(ctx context.Context, db DB, scope string, q ListQuery, most int) (found []any, more bool, err error) {
	if _, err := l.plain(q); err != nil {
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
		row, err := l.decode(it)
		if err != nil {
			return nil, false, err
		}
		if matches(row, tests) {
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
	slices.SortStableFunc(found, l.order(q))
	return found, more, nil
}

// span is what must be read of a scope for filters.
func (l *engine) span(scope string, filters map[string]string) Query {
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
