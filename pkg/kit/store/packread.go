package store

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"herald/pkg/kit/id"
)

// errPacksChanged: packs were made anew, or rows changed, while they were read.
var errPacksChanged = errors.New("store: the packs moved")

// packsChanged gives the error, or one that says that rows moved.
func packsChanged(err error) error {
	if err != nil {
		return err
	}
	return errPacksChanged
}

// filtered gives a page of the rows that match and their number. It reads the rows down to the packs as far as
// Budget goes, the packs as far as PackBudget goes, and the rows below them for the rest of Budget. The shown rows
// are read from the table and tested.
func (l *engine) filtered(ctx context.Context, db DB, scope string, q ListQuery) ([]any, Total, error) {
	for try := range 3 {
		s, err := l.search(db, scope, q)
		if err != nil {
			return nil, Total{}, err
		}
		s.sure = try > 0
		rows, err := s.page(ctx)
		if !errors.Is(err, errPacksChanged) {
			return rows, Total{len(s.hits), s.more}, err
		}
	}
	rows, more, err := l.matching(ctx, db, scope, q, Budget) // the rows themselves are right even while they move
	return Cut(rows, q.Current, q.Size), Total{len(rows), more}, err
}

// hit is a row that matches: with the row, or in a pack with the values that were asked for.
type hit struct {
	row      any
	pack, at int
	values   []any
}

// search is a page in the making. Hits are in the order of the rows, the newest first.
type search struct {
	*engine
	db     DB
	scope  string
	q      ListQuery
	span   Query
	tests  []func(any) bool
	hits   []hit
	looked int // rows that were read from the table
	fresh  int // of them old enough for a pack, above the packs
	more   bool
	sure   bool // packs are read consistently

	packs   *packs
	columns []int  // of the packed ones, that are asked for
	shown   engine // of hits
	match   []func(any) bool
	ids     map[int][]any // of packs
}

func (l *engine) search(db DB, scope string, q ListQuery) (*search, error) {
	tests, err := l.tests(q.Filters)
	if err != nil {
		return nil, err
	}
	s := &search{engine: l, db: db, scope: scope, q: q, span: l.span(scope, q.Filters), tests: tests, ids: map[int][]any{}}
	columns, _ := l.packed()
	for n, c := range columns {
		if !slices.Contains(q.SortFields, c.Name) && !filters(q.Filters, c) {
			continue
		}
		at := len(s.columns)
		s.columns = append(s.columns, n)
		s.shown.Columns = append(s.shown.Columns, column{Name: c.Name, Kind: c.Kind, Words: c.Words, Sort: c.Sort, Get: func(row any) any {
			h := row.(*hit)
			if h.row != nil {
				return c.Get(h.row)
			}
			return h.values[at]
		}})
	}
	s.match, err = s.shown.tests(q.Filters)
	return s, err
}

// filters tells whether a filter is about a column.
func filters(all map[string]string, c column) bool {
	for name := range all {
		if bound, ok := strings.CutPrefix(name, c.Name); ok && (bound == "" || bound == "Start" || bound == "End") {
			return true
		}
	}
	return false
}

// page finds the hits and gives the page of them.
func (s *search) page(ctx context.Context) ([]any, error) {
	if err := s.look(ctx); err != nil {
		return nil, err
	}
	newest := ListQuery{SortFields: s.q.SortFields, SortOrders: s.q.SortOrders}
	if plain, err := s.plain(newest); err != nil {
		return nil, err
	} else if !plain {
		if len(s.q.SortFields) == 0 {
			slices.Reverse(s.hits) // the oldest first
		} else {
			order := s.shown.order(s.q)
			slices.SortStableFunc(s.hits, func(a, b hit) int { return order(&a, &b) })
		}
	}
	rows, err := s.rows(ctx, Cut(s.hits, s.q.Current, s.q.Size))
	if err == nil && s.packs != nil && !s.Permanent && (s.more || s.usable(s.packs)) {
		// The page is right without it, and the next reader goes on.
		if err = s.maintain(ctx, s.db, s.scope, s.packs, s.fresh); errors.Is(err, ErrUnclear) || errors.Is(err, ErrConflict) ||
			ConditionFailed(err) != nil {
			err = nil
		}
	}
	return rows, err
}

// look finds the hits.
func (s *search) look(ctx context.Context) error {
	first, err := s.db.Query(ctx, s.span)
	if err != nil {
		return err
	}
	if err := s.take(first, ""); err != nil || len(first) < s.span.Limit {
		return err
	}
	last := SortKey(first[len(first)-1])
	if s.packs, err = s.engine.packs(ctx, s.db, s.scope); err != nil {
		return err
	}
	p := s.packs
	if !s.usable(p) || s.span.To != "" && s.span.To < p.All[0].From {
		return s.table(ctx, last, "", "")
	}
	if last > p.Until {
		if err := s.table(ctx, last, p.Until, ""); err != nil || s.more {
			return err
		}
	} else { // some of what was read is in the packs
		s.hits, s.looked, s.fresh = nil, 0, 0
		if err := s.take(first, p.Until); err != nil {
			return err
		}
	}
	if err := s.packed(ctx); err != nil || s.more {
		return err
	}
	if below := p.All[0].From; !p.whole() && s.span.From < below {
		return s.table(ctx, below, "", below)
	}
	return nil
}

// table looks at the rows of the table below one, down to an id that is no longer wanted, as far as Budget goes.
func (s *search) table(ctx context.Context, after, down, upTo string) error {
	q := s.span
	q.After = after
	if down != "" {
		q.From = max(q.From, down+" ")
	}
	if upTo != "" {
		q.To = upTo
	}
	for s.looked < Budget {
		q.Limit = min(listPage, Budget-s.looked)
		items, err := s.db.Query(ctx, q)
		if err != nil {
			return err
		}
		if err := s.take(items, down); err != nil || len(items) < q.Limit {
			return err
		}
		q.After = SortKey(items[len(items)-1])
	}
	q.Limit = 1 // not the next page for the sake of one row
	rest, err := s.db.Query(ctx, q)
	s.more = len(rest) > 0
	return err
}

// take tests rows of the table that are above an id.
func (s *search) take(items []Item, down string) error {
	top := id.Floor(time.Now().Add(-packAge))
	for _, it := range items {
		sk := SortKey(it)
		if sk <= down {
			break
		}
		row, err := s.decode(it)
		if err != nil {
			return err
		}
		if s.looked++; sk <= top && (s.packs == nil || sk > s.packs.Until) {
			s.fresh++
		}
		if matches(row, s.tests) {
			s.hits = append(s.hits, hit{row: row})
		}
	}
	return nil
}

// rows gives the rows of hits. Those of packs are read from the table now, together with the head: it is the one whose marks were
// read, and they match, or all is looked at anew.
func (s *search) rows(ctx context.Context, hits []hit) ([]any, error) {
	rows := make([]any, len(hits))
	var packs []int
	for i, h := range hits {
		if h.row != nil {
			rows[i] = h.row
		} else if !slices.Contains(packs, h.pack) {
			packs = append(packs, h.pack)
		}
	}
	if s.packs == nil || !s.usable(s.packs) {
		return rows, nil
	}
	if err := s.idsOf(ctx, packs); err != nil {
		return nil, err
	}
	keys := []Key{s.key(s.scope, packHead)}
	var at []int
	for i, h := range hits {
		if h.row == nil {
			keys, at = append(keys, s.key(s.scope, s.ids[h.pack][h.at].(string))), append(at, i)
		}
	}
	items, err := s.many(ctx, keys, true)
	if err != nil {
		return nil, err
	}
	var now struct {
		Name string `dynamodbav:"n"`
	}
	if _, err := Decode(items[0], &now); err != nil || now.Name != s.packs.Name {
		return nil, packsChanged(err)
	}
	for n, i := range at {
		if items[n+1] == nil {
			return nil, errPacksChanged
		}
		if rows[i], err = s.decode(items[n+1]); err != nil || !matches(rows[i], s.tests) {
			return nil, packsChanged(err)
		}
	}
	return rows, nil
}
