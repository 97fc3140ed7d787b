package contact

import (
	"cmp"
	"context"
	"slices"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
)

// writeAhead is how many packs of a new collection are written in one call.
const writeAhead = 25

// filler fills the collections of a derivation.
type filler struct {
	service *Service
	*derivation
	through compiledFilter
	gone    map[uint64]struct{} // members of Less
	packs   map[string]int      // of each source, as of now
	beat    func() error
	far     int
}

// prepare reads what all parts need: the members to leave out, and where a split is cut.
func (f *filler) prepare(ctx context.Context) (err error) {
	if f.through, err = f.service.compileFilter(ctx, f.Filter, f.Type, f.CountryCode); err != nil {
		return err
	}
	f.through.email = f.Filter.At(f.Created) // as of the request, at any time of the work
	if f.Filter.ActiveDays > 0 {
		f.through.since = f.Created.AddDate(0, 0, -f.Filter.ActiveDays)
	}
	f.packs = map[string]int{}
	f.Total = 0
	for _, one := range append(slices.Clone(f.From), f.Less...) {
		m, ok, err := store.Load[meta](ctx, f.service.DB, metaKey(one), true)
		if err != nil {
			return err
		}
		if !ok {
			return fault.New(fault.NotFound, 40413, "contact.sourceGone")
		}
		packs, err := decodePacks(m.Packs)
		if err != nil {
			return err
		}
		f.packs[one] = len(packs)
		f.Total += m.MemberCount
	}
	if f.What == WasSplit {
		f.Total *= len(f.Into) + 1
	}
	note := f.service.workers().Heartbeat(ctx, deriveKey(f.ID), &f.Task, beatStep, func() {})
	f.beat = func() error { f.Done = f.far; return note() }
	for _, one := range f.Less {
		err := f.each(ctx, one, func(p *Pack) error {
			for _, n := range p.Numbers {
				f.gone[phone.Normal(n)] = struct{}{}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	if f.What == WasSplit && f.Bounds == nil {
		return f.cut(ctx)
	}
	return nil
}

// each reads the packs of a source, and notes how far the task is.
func (f *filler) each(ctx context.Context, one string, yield func(p *Pack) error) error {
	return f.service.Members(ctx, one, f.packs[one], func(p *Pack) error {
		f.far += len(p.Numbers)
		_ = f.beat() // a note that is lost costs nothing: every part is written with its conditions
		return yield(p)
	})
}

// cut decides where a split is cut, once for all workers.
func (f *filler) cut(ctx context.Context) error {
	var all []uint64
	for _, one := range f.From {
		err := f.each(ctx, one, func(p *Pack) error {
			for _, i := range f.through.some(&p.of) {
				all = append(all, scramble(p.Numbers[i]))
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	bounds := cutAt(all, len(f.Into))
	_, err := f.service.DB.Write(ctx, store.Op{Verb: store.Update, Key: deriveKey(f.ID), Set: map[string]any{"bo": bounds},
		If: store.Missing("bo")})
	if failed := store.ConditionFailed(err); failed != nil {
		var now derivation
		if _, err := store.Decode(failed.Old, &now); err != nil {
			return err
		}
		bounds, err = now.Bounds, nil
	}
	f.Bounds = bounds
	return err
}

// fill makes the members of one of the new collections visible, in one transaction with the note that it was done.
func (f *filler) fill(ctx context.Context, n int) error {
	limits, err := f.service.bounds(ctx)
	if err != nil {
		return err
	}
	return store.Retry(ctx, tries, func() error { return f.fillNow(ctx, n, limits) })
}

// fillNow is fill once. A *store.Failed when the collection was changed meanwhile.
func (f *filler) fillNow(ctx context.Context, n int, limits bounds) error {
	c, err := f.service.claim(ctx, f.Into[n])
	if err != nil {
		return err
	}
	if c == nil { // deleted meanwhile
		return f.service.sweep(ctx, f.Into[n])
	}
	w := &draft{service: f.service, content: c, limits: limits, seen: map[uint64]struct{}{}}
	w.wa, w.active = c.tally()
	for i := range c.members {
		for _, number := range c.members[i].numbers {
			w.seen[phone.Normal(number)] = struct{}{}
		}
	}
	for _, one := range f.From {
		if err := f.each(ctx, one, func(p *Pack) error { return w.take(ctx, &p.of, f.chosen(p, n)) }); err != nil {
			return err
		}
	}
	if err := w.flush(ctx, true); err != nil {
		return err
	}
	if len(c.packs) >= maxPacks {
		return fault.New(fault.Conflict, 40911, "contact.full")
	}
	c.part, c.shown = true, map[string]any{"wc": w.wa, "ac": w.active}
	err = f.service.commit(ctx, c, map[string]int64{"ri": -1}, f.filled(n),
		EventOf(f.Into[n], f.ID, f.event(f.service.Now(), w.added, w.twice)))
	failed := store.ConditionFailed(err)
	if failed != nil && failed.Index == 0 {
		return nil // another delivery filled it
	}
	return err
}

// chosen gives the members of a pack that belong into a part.
func (f *filler) chosen(p *Pack, n int) []int {
	return slices.DeleteFunc(f.through.some(&p.of), func(i int) bool {
		number := p.Numbers[i]
		if _, gone := f.gone[phone.Normal(number)]; gone {
			return true
		}
		return f.What == WasSplit && partOf(f.Bounds, number) != n
	})
}

// draft is a collection that is being filled from the packs of others.
type draft struct {
	service *Service
	*content
	limits bounds
	seen   map[uint64]struct{}
	open   members // of no pack yet
	size   int     // bytes of their values
	rows   []store.Op

	added, twice, wa, active int
}

// take adds some members of a pack, each number once: of one that several collections have, the first one's values and evidence stay.
func (w *draft) take(ctx context.Context, of *members, places []int) error {
	places = slices.DeleteFunc(places, func(i int) bool {
		_, twice := w.seen[phone.Normal(of.numbers[i])]
		if twice {
			w.twice++
		}
		w.seen[phone.Normal(of.numbers[i])] = struct{}{}
		return twice
	})
	for _, name := range of.values.Names {
		if !hasColumn(w.Columns, name) && hasRoom(w.kind(), w.Columns, name, w.limits) {
			w.Columns = append(w.Columns, name)
		}
	}
	w.added += len(places)
	for len(places) > 0 {
		some := places[:min(len(places), packSize-len(w.open.numbers))]
		w.size += w.open.join(of.pick(some), w.Columns)
		places = places[len(some):]
		if len(w.open.numbers) == packSize || w.size >= packValues {
			if err := w.flush(ctx, false); err != nil {
				return err
			}
		}
	}
	return nil
}

// flush makes a pack of the members that are open; rows are written when there are many, or now.
func (w *draft) flush(ctx context.Context, now bool) error {
	if len(w.open.numbers) > 0 {
		pack := w.open.sorted()
		pack.created = w.service.Now()
		row, err := w.place(len(w.packs), pack)
		if err != nil {
			return err
		}
		wa, active := pack.tally()
		w.wa, w.active = w.wa+wa, w.active+active
		w.members[len(w.members)-1] = members{} // it is counted, and may be one of very many
		w.rows, w.open, w.size = append(w.rows, row...), members{}, 0
	}
	if len(w.rows) == 0 || !now && len(w.rows) < writeAhead {
		return nil
	}
	err := w.service.DB.WriteAll(ctx, w.rows)
	w.rows = nil
	return err
}

// join adds members with their values of some columns; it gives how many bytes of values came.
func (m *members) join(o members, columns []string) (bytes int) {
	before, after := len(m.numbers), len(m.numbers)+len(o.numbers)
	m.numbers = append(m.numbers, o.numbers...)
	if m.proofs != nil || o.proofs != nil {
		all := make([]Proof, after)
		copy(all, m.proofs)
		copy(all[before:], o.proofs)
		m.proofs = all
	}
	for c, name := range o.values.Names {
		if !hasColumn(columns, name) {
			continue
		}
		at := m.values.at(name, before)
		m.values.Cells[at] = append(m.values.Cells[at], o.values.Cells[c]...)
		for _, v := range o.values.Cells[c] {
			bytes += len(v)
		}
	}
	for c, cells := range m.values.Cells {
		m.values.Cells[c] = append(cells, make([]string, after-len(cells))...)
	}
	return bytes
}

// sorted gives members in the order of their numbers, as a pack has them.
func (m *members) sorted() members {
	places := make([]int, len(m.numbers))
	for i := range places {
		places[i] = i
	}
	slices.SortFunc(places, func(a, b int) int { return cmp.Compare(m.numbers[a], m.numbers[b]) })
	return m.pick(places)
}
