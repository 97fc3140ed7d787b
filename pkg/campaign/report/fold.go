package report

import (
	"context"
	"hash/fnv"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/store"
)

const (
	// foldEvery is how many counts there are for one that looks whether the log is to be packed.
	foldEvery = 16
	// foldLeast is how many rows of the log are packed at least, and foldMost at most.
	foldLeast, foldMost = 200, 2000
	// foldTime is how long one may pack: longer than any function runs.
	foldTime = 20 * time.Minute
)

// folds reports whether a count is one that looks after the log: one of foldEvery.
func folds(name string) bool {
	h := fnv.New32a()
	_, _ = io.WriteString(h, name) // it takes everything
	return h.Sum32()%foldEvery == 0
}

// fold packs the log of a scope when it has become long. One at a time does, by a lease. One that dies leaves packs that are ahead of the
// head: each says up to which slot it is, so they are right, and the next fold goes on.
func (r *Service) fold(ctx context.Context, scope auth.Scope) error {
	now := r.Now()
	was, there, err := store.Load[head](ctx, r.DB, headKey(scope), true)
	if err != nil || was.Until > now.Unix() || now.Sub(time.Unix(was.At, 0)) < spreads {
		return err
	}
	closed := slotOf(now.Add(-settles - slotWidth))
	if was.Slot >= closed {
		return nil
	}
	changes, err := r.log(ctx, scope, was.Slot, closed, foldLeast)
	if err != nil || len(changes) < foldLeast {
		return err
	}
	lease := store.Op{Verb: store.Update, Key: headKey(scope), Set: map[string]any{"w": was.Slot, "l": now.Add(foldTime).Unix()},
		If: store.Missing("pk")}
	if there {
		lease.If = store.And(store.Eq("w", was.Slot), store.Eq("l", was.Until))
	}
	if _, err := r.DB.Write(ctx, lease); err != nil {
		if store.ConditionFailed(err) != nil {
			return nil // another one packs
		}
		return err
	}
	if changes, err = r.log(ctx, scope, was.Slot, closed, foldMost); err != nil {
		return err
	}
	if len(changes) == foldMost { // whole slots
		last := changes[foldMost-1].Slot
		if last != changes[0].Slot {
			closed = last
			changes = slices.DeleteFunc(changes, func(c change) bool { return c.Slot == last })
		} else if changes, err = r.log(ctx, scope, was.Slot, closed, 0); err != nil {
			return err
		}
	}
	if err := (&folding{r, scope, was.Slot, closed}).all(ctx, changes); err != nil {
		return err
	}
	_, err = r.DB.Write(ctx, store.Op{Verb: store.Put, Key: headKey(scope), Item: head{Slot: closed, Former: was.Slot, At: r.Now().Unix()}})
	return err
}

// folding brings the packs of a scope, which have everything before a slot, up to another one.
type folding struct {
	*Service
	scope    auth.Scope
	from, to string
}

func (f *folding) all(ctx context.Context, changes []change) error {
	slices.SortStableFunc(changes, func(a, b change) int { return strings.Compare(a.Day, b.Day) })
	months := map[string][]change{}
	for _, c := range changes {
		months[c.Day[:len(monthForm)]] = append(months[c.Day[:len(monthForm)]], c)
	}
	for _, month := range slices.Sorted(maps.Keys(months)) {
		of := months[month]
		for _, channel := range with(of, func(c *change) string { return c.Channel }) {
			mine := slices.DeleteFunc(slices.Clone(of), func(c change) bool { return channel != all && c.Channel != channel })
			if err := f.countries(ctx, channel, mine); err != nil {
				return err
			}
		}
		if err := f.series(ctx, month, of); err != nil {
			return err
		}
	}
	return nil
}

// with gives what the changes have, each once, and "all".
func with(changes []change, of func(*change) string) []string {
	names := map[string]bool{all: true}
	for i := range changes {
		names[of(&changes[i])] = true
	}
	return slices.Sorted(maps.Keys(names))
}

// countries adds changes of a month, in the order of their days, to the packs of each day from the first that changed.
func (f *folding) countries(ctx context.Context, channel string, changes []change) error {
	first := changes[0].Day
	key := packKey(f.scope, "c", channel, first)
	base, err := f.countriesUntil(ctx, key, f.from, true)
	if err != nil {
		return err
	}
	there := map[string]*pack{}
	query := store.Query{Table: table, PK: key.PK, From: key.SK, To: packKey(f.scope, "c", channel, first[:len(monthForm)]).SK + "99",
		Consistent: true}
	for row, err := range store.Rows(ctx, f.DB, query) {
		if err != nil {
			return err
		}
		p, err := countriesOf(row, f.from)
		if err != nil {
			return err
		}
		there[p.Day] = p
	}
	days := slices.Collect(maps.Keys(there))
	for _, c := range changes {
		days = append(days, c.Day)
	}
	slices.Sort(days)
	var ops []store.Op
	for _, day := range slices.Compact(days) {
		if there[day] != nil {
			base = there[day]
		}
		p := base.clone() // of a day without a pack: what there was before, with its own changes
		for i := range changes {
			if c := &changes[i]; c.Day <= day && base.lacks(c) {
				p.of(c.Country).add(c.counters())
			}
		}
		p.Slot = max(p.Slot, f.to)
		ops = append(ops, p.put(packKey(f.scope, "c", channel, day)))
	}
	return f.DB.WriteAll(ctx, ops)
}

// series adds changes of a month to the series of their countries and of all.
func (f *folding) series(ctx context.Context, month string, changes []change) error {
	countries := with(changes, func(c *change) string { return c.Country })
	var ops []store.Op
	for part := range slices.Chunk(countries, 50) {
		keys := make([]store.Key, len(part))
		for i, country := range part {
			keys[i] = packKey(f.scope, "s", country, month)
		}
		rows, err := f.DB.GetMany(ctx, keys, true)
		if err != nil {
			return err
		}
		for i, row := range rows {
			p, err := unpacked(row, f.from)
			if err != nil {
				return err
			}
			for _, c := range changes {
				if (part[i] == all || part[i] == c.Country) && c.Slot >= p.Slot {
					p.of(c.Day[len(monthForm):] + c.Channel).add(c.counters())
				}
			}
			p.Slot = max(p.Slot, f.to)
			ops = append(ops, p.put(keys[i]))
		}
	}
	return f.DB.WriteAll(ctx, ops)
}
