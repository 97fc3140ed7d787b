package report

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
)

// view adds up what a query without customer and template asks for, from packs and from the log since.
func (r *Service) view(ctx context.Context, q *SendingQuery, scope auth.Scope, days []time.Time) (*Sending, error) {
	v := &viewing{Service: r, q: q, scope: scope, days: days, months: monthsOf(days)}
	v.ends = v.endsOf()
	var former []Cell
	err := parallel.Do(
		func() (err error) { former, err = r.sums(ctx, q, scope, days); return err },
		func() error { return v.readLog(ctx) },
		func() error { return v.readSeries(ctx) },
		func() error { return v.readCountries(ctx) })
	if err != nil {
		return nil, err
	}
	for _, p := range slices.Concat(v.series, v.packs) { // one that is behind had no changes since
		p.Slot = max(p.Slot, v.from)
	}
	s, countries := summed(days, slices.Concat(v.cells(), former)), v.countries()
	by := groups{}
	for i := range former {
		by.add(former[i].Country, "", &former[i].Figures)
	}
	for _, country := range slices.Sorted(maps.Keys(countries)) {
		f := Figures{}
		if f.add(countries[country].named()); f != (Figures{}) {
			by.add(country, "", &f)
		}
	}
	if q.CountryCode == "" {
		s.Countries = by.most()
		rated(s.Countries)
	}
	return s, nil
}

// viewing is a view while it is added up.
type viewing struct {
	*Service
	q       *SendingQuery
	scope   auth.Scope
	days    []time.Time
	months  [][2]time.Time // each with its first and last day among the days
	ends    []end
	from    string   // slot before which everything is packed
	changes []change // since
	series  []*pack  // by month
	packs   []*pack  // by end
}

// end is a day up to which countries are added, or taken away.
type end struct {
	day  time.Time
	sign int64
}

func monthsOf(days []time.Time) (all [][2]time.Time) {
	for _, day := range days {
		if n := len(all) - 1; n < 0 || all[n][0].Month() != day.Month() {
			all = append(all, [2]time.Time{day, day})
		} else {
			all[n][1] = day
		}
	}
	return all
}

// endsOf are, of each month, the last day and without what there was up to the day before the first. None where one country is asked for.
func (v *viewing) endsOf() (ends []end) {
	if v.q.CountryCode != "" {
		return nil
	}
	for _, m := range v.months {
		ends = append(ends, end{m[1], 1})
		if m[0].Day() > 1 {
			ends = append(ends, end{m[0].AddDate(0, 0, -1), -1})
		}
	}
	return ends
}

func either(name string) string {
	if name == "" {
		return all
	}
	return name
}

// readLog reads how far the log is packed, and the log since. Packs are read beside it: while the head is fresh, it counts as before.
func (v *viewing) readLog(ctx context.Context) error {
	h, _, err := store.Load[head](ctx, v.DB, headKey(v.scope), true)
	if err != nil {
		return err
	}
	v.from = h.from(v.Now())
	// What was counted before the month of the first day is of earlier days.
	begin := slotOf(v.days[0].AddDate(0, 0, -v.days[0].Day()))
	v.changes, err = v.log(ctx, v.scope, max(v.from, begin), "", 0)
	return err
}

func (v *viewing) readSeries(ctx context.Context) error {
	keys := make([]store.Key, len(v.months))
	for i, m := range v.months {
		keys[i] = packKey(v.scope, "s", either(v.q.CountryCode), m[0].Format(monthForm))
	}
	rows, err := v.DB.GetMany(ctx, keys, false)
	if err != nil {
		return err
	}
	v.series = make([]*pack, len(rows))
	for i, row := range rows {
		if v.series[i], err = unpacked(row, ""); err != nil {
			return err
		}
	}
	return nil
}

func (v *viewing) readCountries(ctx context.Context) error {
	v.packs = make([]*pack, len(v.ends))
	return errors.Join(parallel.Each(len(v.ends), len(v.ends), func(i int) (err error) {
		v.packs[i], err = v.countriesUntil(ctx, packKey(v.scope, "c", either(v.q.Channel), v.ends[i].day.Format(dayForm)), "", false)
		return err
	})...)
}

// cells gives the figures of each day and channel, of the country that is asked for or of all.
func (v *viewing) cells() (cells []Cell) {
	first, last := v.days[0].Format(dayForm), v.days[len(v.days)-1].Format(dayForm)
	take := func(c Cell) {
		if c.Day >= first && c.Day <= last && v.q.matches(&c) {
			cells = append(cells, c)
		}
	}
	for i, m := range v.months {
		month := m[0].Format(monthForm)
		for name, counts := range v.series[i].By {
			c := Cell{Day: month + name[:2], Channel: name[2:], Country: v.q.CountryCode}
			c.Figures.add(counts.named())
			take(c)
		}
		for _, c := range v.changes {
			if c.Day[:len(monthForm)] == month && c.Slot >= v.series[i].Slot {
				take(c.Cell)
			}
		}
	}
	return cells
}

// countries adds up what each country has in the days, by the channel that is asked for or by all.
func (v *viewing) countries() map[string]*counts {
	sum := &pack{By: map[string]*counts{}}
	for i, e := range v.ends {
		p, last := v.packs[i], e.day.Format(dayForm)
		for k := range v.changes {
			c := &v.changes[k]
			if c.Day[:len(monthForm)] == last[:len(monthForm)] && c.Day <= last && p.lacks(c) && (v.q.Channel == "" || c.Channel == v.q.Channel) {
				p.of(c.Country).add(c.counters())
			}
		}
		for country, n := range p.By {
			to := sum.of(country)
			for k := range n {
				to[k] += e.sign * n[k]
			}
		}
	}
	return sum.By
}
