package click

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"herald/pkg/kit/parallel"
	"herald/pkg/kit/quota"
	"herald/pkg/kit/store"
)

// Reader reads the counters.
type Reader struct {
	DB  store.DB
	Now func() time.Time
}

// Total is what a link has in all.
type Total struct{ Clicks7, Clicks, Bots int64 }

// Totals gives the clicks of links, in the order of their codes: those of the last seven days at +08:00, today included, and of all days.
func (r *Reader) Totals(ctx context.Context, codes []string) ([]Total, error) {
	all, from := make([]Total, len(codes)), quota.Day(r.Now().AddDate(0, 0, -6))
	errs := parallel.Each(len(codes), sideBySide, func(i int) error {
		k := countersKey(codes[i], "")
		for it, err := range store.Rows(ctx, r.DB, store.Query{Table: k.Table, PK: k.PK, From: dayPrefix + from, To: totalPrefix + "~",
			Attributes: []string{attrPeople, attrBots}}) {
			if err != nil {
				return err
			}
			var n struct {
				People int64 `dynamodbav:"p"`
				Bots   int64 `dynamodbav:"b"`
			}
			if _, err := store.Decode(it, &n); err != nil {
				return err
			}
			if strings.HasPrefix(store.SortKey(it), totalPrefix) {
				all[i].Clicks += n.People
				all[i].Bots += n.Bots
			} else {
				all[i].Clicks7 += n.People
			}
		}
		return nil
	})
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// Day is what a link has on a day.
type Day struct {
	Day         string // 2006-01-02 at +08:00
	Clicks      int64
	Bots        int64
	Fallback    int64
	Unavailable int64
	Countries   map[string]int64 // people, by ISO 3166-1 alpha-2; those of unknown countries are missing
	Targets     map[int]int64    // people, by the numbers of targets
}

// Days gives the days of a link that have requests, from a day to another, in order.
func (r *Reader) Days(ctx context.Context, code, from, to string) (days []Day, err error) {
	k := countersKey(code, "")
	for it, err := range store.Rows(ctx, r.DB, store.Query{Table: k.Table, PK: k.PK, From: dayPrefix + from, To: dayPrefix + to + "~"}) {
		if err != nil {
			return nil, err
		}
		row := map[string]any{}
		if _, err := store.Decode(it, &row); err != nil {
			return nil, err
		}
		day, _, _ := strings.Cut(strings.TrimPrefix(store.SortKey(it), dayPrefix), "#")
		if len(days) == 0 || days[len(days)-1].Day != day {
			days = append(days, Day{Day: day, Countries: map[string]int64{}, Targets: map[int]int64{}})
		}
		days[len(days)-1].add(row)
	}
	return slices.Clip(days), nil
}

// add adds the counters of a shard.
func (d *Day) add(row map[string]any) {
	for name, value := range row {
		f, ok := value.(float64)
		if !ok {
			continue
		}
		switch n := int64(f); {
		case name == attrPeople:
			d.Clicks += n
		case name == attrBots:
			d.Bots += n
		case name == attrFallback:
			d.Fallback += n
		case name == attrUnavailable:
			d.Unavailable += n
		case len(name) == 3 && strings.HasPrefix(name, attrCountry):
			d.Countries[name[1:]] += n
		case len(name) > 1 && strings.HasPrefix(name, attrTarget):
			if target, err := strconv.Atoi(name[1:]); err == nil {
				d.Targets[target] += n
			}
		}
	}
}
