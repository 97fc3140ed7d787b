package store

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"time"

	"herald/pkg/kit/id"
	"herald/pkg/kit/parallel"
)

// maintain does one step for the packs of a scope, if there is one to do. It packs changed rows anew, then rows that
// have become old, then the rows below. fresh is the number of rows above the packs that were met.
func (l *engine) maintain(ctx context.Context, db DB, scope string, p *packs, fresh int) error {
	top := id.Floor(time.Now().Add(-packAge))
	columns, declared := l.packed()
	next := packs{Version: p.Version, Columns: declared, Until: p.Until, All: slices.Clone(p.All)}
	m := packing{engine: l, db: db, scope: scope, columns: columns, next: next}
	var err error
	switch {
	case !l.usable(p):
		err = m.begin(ctx, p, top)
	case len(p.stale) >= staleMany:
		err = m.renew(ctx, p)
	case fresh >= packRows && top > p.Until:
		err = m.above(ctx, top)
	case !p.whole():
		err = m.below(ctx)
	default:
		return nil
	}
	if err != nil {
		return err
	}
	return m.commit(ctx)
}

// packing is a step: the next head, and the rows that are unneeded once it is stored.
type packing struct {
	*engine
	db      DB
	scope   string
	columns []column
	next    packs
	made    []Op // packs
	waste   []Key
	stale   []stale // marks
}

// begin gives up what there is and packs the newest of the old rows.
func (m *packing) begin(ctx context.Context, was *packs, top string) error {
	for it, err := range Rows(ctx, m.db, Query{Table: m.Table, PK: m.partition(m.scope), Prefix: staleKey, Consistent: true}) {
		if err != nil {
			return err
		}
		one, err := staleOf(it)
		if err != nil {
			return err
		}
		if m.stale = append(m.stale, one); len(m.stale) == staleSwept {
			break
		}
	}
	for _, p := range was.All {
		m.forget(p)
	}
	m.next.All, m.next.Until = nil, top
	rows, err := m.rows(ctx, "0", top, true)
	return errors.Join(err, m.add(0, "0", rows))
}

// below packs rows below what is packed.
func (m *packing) below(ctx context.Context) error {
	first := m.next.All[0].From
	rows, err := m.rows(ctx, "0", first, true)
	if n := len(rows); n > 0 && SortKey(rows[n-1]) == first {
		rows = rows[:n-1]
	}
	return errors.Join(err, m.add(0, "0", rows))
}

// above packs rows above what is packed.
func (m *packing) above(ctx context.Context, top string) error {
	from := m.next.Until + " " // above the id
	rows, err := m.rows(ctx, from, top, false)
	if m.next.Until = top; len(rows) == packAtOnce {
		m.next.Until = SortKey(rows[len(rows)-1])
	}
	return errors.Join(err, m.add(len(m.next.All), from, rows))
}

// renew packs anew what has marks, at most some packs.
func (m *packing) renew(ctx context.Context, p *packs) error {
	todo := map[int]bool{-1: true} // rows outside the packs need no mark
	for _, s := range p.stale {
		n := p.of(s.id)
		if !todo[n] && len(todo) > packAtOnce/packRows {
			continue
		}
		todo[n] = true
		m.stale = append(m.stale, s)
	}
	for n := len(p.All) - 1; n >= 0; n-- {
		if !todo[n] {
			continue
		}
		to := p.Until
		if n+1 < len(p.All) {
			to = p.All[n+1].From
		}
		at := Query{Table: m.Table, PK: m.partition(m.scope), From: p.All[n].From, To: to, Limit: packRows, Consistent: true}
		rows, err := Collect(Rows(ctx, m.db, at))
		if last := len(rows) - 1; n+1 < len(p.All) && last >= 0 && SortKey(rows[last]) == to {
			rows = rows[:last]
		}
		m.forget(p.All[n])
		m.next.All = slices.Delete(m.next.All, n, n+1)
		if err := errors.Join(err, m.add(n, p.All[n].From, rows)); err != nil {
			return err
		}
	}
	return nil
}

// rows reads rows between two ids, the oldest first: the newest or the oldest packAtOnce of them.
func (m *packing) rows(ctx context.Context, from, to string, newest bool) (rows []Item, err error) {
	at := Query{Table: m.Table, PK: m.partition(m.scope), From: from, To: to, Desc: newest, Limit: packRows, Consistent: true}
	for it, err := range Rows(ctx, m.db, at) {
		if err != nil {
			return nil, err
		}
		if rows = append(rows, it); len(rows) == packAtOnce {
			break
		}
	}
	if newest {
		slices.Reverse(rows)
	}
	return rows, nil
}

// add packs rows as the packs from a place on. They cover all from an id on, unless there were more rows than were read.
func (m *packing) add(at int, from string, items []Item) error {
	rows, err := m.decodeAll(items)
	if err != nil {
		return err
	}
	if from == "0" && len(items) >= packAtOnce-1 {
		from = SortKey(items[0])
	}
	var ids []string
	for _, it := range items {
		ids = append(ids, SortKey(it))
	}
	var made []pack
	for begin := 0; begin < len(rows) || begin == 0; begin += packRows {
		end := min(begin+packRows, len(rows))
		some, err := m.encode(ids[begin:end], rows[begin:end])
		if err != nil {
			return err
		}
		made = append(made, some...)
	}
	made[0].From = from
	m.next.All = slices.Insert(m.next.All, at, made...)
	return nil
}

// encode makes packs of rows: one, or several where a column is too large.
func (m *packing) encode(ids []string, rows []any) ([]pack, error) {
	if len(rows) == 0 {
		return []pack{{}}, nil
	}
	p := pack{From: ids[0], Name: rand.Text()[:10], N: len(rows)}
	var made []Op
	for column := -1; column < len(m.columns); column++ {
		kind := Exact
		values := make([]any, len(rows))
		for i := range rows {
			if column < 0 {
				values[i] = ids[i]
			} else {
				kind, values[i] = m.columns[column].Kind, m.columns[column].Get(rows[i])
			}
		}
		packed, err := packValues(kind, values)
		if err != nil {
			return nil, err
		}
		if half := len(rows) / 2; len(packed) > packBytes && half > 0 {
			low, err := m.encode(ids[:half], rows[:half])
			if err != nil {
				return nil, err
			}
			high, err := m.encode(ids[half:], rows[half:])
			return append(low, high...), err
		}
		made = append(made, Op{Verb: Put, Key: m.packOf(m.scope, p.Name, column), Item: packItem{packed}})
	}
	m.made = append(m.made, made...)
	return []pack{p}, nil
}

// forget leaves a pack to be removed.
func (m *packing) forget(p pack) {
	for column := -1; p.Name != "" && column < len(m.columns); column++ {
		m.waste = append(m.waste, m.packOf(m.scope, p.Name, column))
	}
}

// commit writes the packs and then the head, if it is still the one that was read, and removes the rows that are no
// longer needed.
func (m *packing) commit(ctx context.Context) error {
	if err := m.db.WriteAll(ctx, m.made); err != nil {
		return err
	}
	cond := Eq("v", m.next.Version)
	if m.next.Version == 0 {
		cond = Missing("v")
	}
	m.next.Version, m.next.Name = m.next.Version+1, rand.Text()[:8]
	_, err := m.db.Write(ctx, Op{Verb: Put, Key: m.key(m.scope, packHead), Item: m.next, If: cond})
	switch {
	case ConditionFailed(err) != nil || errors.Is(err, ErrConflict): // another process was faster
		m.waste, m.stale = nil, nil
		for _, op := range m.made {
			m.waste = append(m.waste, op.Key)
		}
	case err != nil:
		return err // it is unknown which packs are named now: all of them stay
	}
	return m.clean(ctx)
}

// clean removes the rows that are no longer needed. A mark that was set anew stays, with those that are removed
// together with it.
func (m *packing) clean(ctx context.Context) error {
	var gone []Op
	for _, key := range m.waste {
		gone = append(gone, Op{Verb: Delete, Key: key})
	}
	if err := m.db.WriteAll(ctx, gone); err != nil {
		return err
	}
	chunks := slices.Collect(slices.Chunk(m.stale, staleTogether))
	return errors.Join(parallel.Each(len(chunks), 4, func(i int) error {
		var ops []Op
		for _, s := range chunks[i] {
			ops = append(ops, Op{Verb: Delete, Key: m.key(m.scope, staleKey+s.id), If: Eq("n", s.Name)})
		}
		err := m.db.Transact(ctx, ops)
		if ConditionFailed(err) != nil || errors.Is(err, ErrConflict) {
			return nil
		}
		return err
	})...)
}
