package store

import (
	"context"
	"errors"
	"slices"

	"herald/pkg/kit/parallel"
)

// packed looks at the packs, the newest first.
func (s *search) packed(ctx context.Context) error {
	var wanted []int
	n := 0
	for i := len(s.packs.All) - 1; i >= 0; i-- {
		p := s.packs.All[i]
		if s.span.To != "" && p.From > s.span.To {
			continue
		}
		if i+1 < len(s.packs.All) && s.packs.All[i+1].From <= s.span.From {
			break
		}
		if n += p.N; n > PackBudget {
			s.more = true
			break
		}
		wanted = append(wanted, i)
	}
	changed, err := s.changed(ctx, wanted)
	if err != nil {
		return err
	}
	const together = 10 // packs that are in memory
	for some := range slices.Chunk(wanted, together) {
		values, err := s.read(ctx, some, s.columns)
		if err != nil {
			return err
		}
		for k, i := range some {
			if err := s.test(ctx, i, values[k], changed[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// test finds the hits of a pack. Rows that changed are of the table; they and where they stood are known by their ids.
func (s *search) test(ctx context.Context, pack int, values [][]any, changed []changedRow) error {
	n := s.packs.All[pack].N
	next := len(changed) - 1
	for at := n - 1; at >= -1; at-- {
		key := ""
		if next >= 0 && at >= 0 {
			key = s.ids[pack][at].(string)
		}
		skip := false
		for next >= 0 && changed[next].id >= key {
			skip = changed[next].id == key
			if row := changed[next].row; row != nil && matches(row, s.tests) {
				s.hits = append(s.hits, hit{row: row})
			}
			next--
		}
		if at < 0 || skip {
			continue
		}
		h := hit{pack: pack, at: at, values: make([]any, len(s.columns))}
		for c := range s.columns {
			h.values[c] = values[c][at]
		}
		if matches(&h, s.match) {
			s.hits = append(s.hits, h)
		}
	}
	return ctx.Err()
}

// changedRow is a row with a mark; none where it is gone.
type changedRow struct {
	id  string
	row any
}

// changed reads the rows with marks of packs, and the ids of these packs.
func (s *search) changed(ctx context.Context, packs []int) (map[int][]changedRow, error) {
	changed := map[int][]changedRow{}
	var keys []Key
	var with []int
	for _, n := range packs {
		ids := s.packs.staleIn(n)
		for _, one := range ids {
			keys = append(keys, s.key(s.scope, one))
		}
		if len(ids) > 0 {
			with = append(with, n)
		}
	}
	if len(with) == 0 {
		return nil, nil
	}
	items, err := s.many(ctx, keys, true)
	if err != nil {
		return nil, err
	}
	for i, it := range items {
		one := changedRow{id: keys[i].SK}
		if it != nil {
			var err error
			if one.row, err = s.decode(it); err != nil {
				return nil, err
			}
		}
		n := s.packs.of(one.id)
		changed[n] = append(changed[n], one)
	}
	return changed, s.idsOf(ctx, with)
}

// idsOf reads the ids of packs that are not known yet.
func (s *search) idsOf(ctx context.Context, packs []int) error {
	packs = slices.DeleteFunc(slices.Clone(packs), func(n int) bool { _, ok := s.ids[n]; return ok })
	values, err := s.read(ctx, packs, []int{-1})
	for i, n := range packs {
		if err == nil {
			s.ids[n] = values[i][0]
		}
	}
	return err
}

// read gives columns of packs.
func (s *search) read(ctx context.Context, packs, columns []int) ([][][]any, error) {
	var keys []Key
	for _, n := range packs {
		for _, c := range columns {
			if s.packs.All[n].N > 0 {
				keys = append(keys, s.packOf(s.scope, s.packs.All[n].Name, c))
			}
		}
	}
	items, err := s.many(ctx, keys, s.sure)
	if err != nil {
		return nil, err
	}
	all, _ := s.engine.packed()
	out := make([][][]any, len(packs))
	for i, n := range packs {
		out[i] = make([][]any, len(columns))
		for k, c := range columns {
			if s.packs.All[n].N == 0 {
				continue
			}
			var item packItem
			if ok, err := Decode(items[0], &item); err != nil || !ok {
				return nil, packsChanged(err)
			}
			items = items[1:]
			kind := Exact
			if c >= 0 {
				kind = all[c].Kind
			}
			if out[i][k], err = unpackValues(kind, item.V, s.packs.All[n].N); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// many reads rows by their keys, however many.
func (s *search) many(ctx context.Context, keys []Key, consistent bool) ([]Item, error) {
	const a, side = 100, 4 // keys of a call, and calls side by side
	out := make([]Item, len(keys))
	errs := parallel.Each((len(keys)+a-1)/a, side, func(i int) error {
		items, err := s.db.GetMany(ctx, keys[i*a:min((i+1)*a, len(keys))], consistent)
		copy(out[i*a:], items)
		return err
	})
	return out, errors.Join(errs...)
}
