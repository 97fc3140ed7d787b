package stock

import (
	"context"
	"slices"
	"time"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
)

// GroupDay is the stock of groups of a day. A day without a row is without limit.
type GroupDay struct {
	ID       string    `dynamodbav:"-" json:"id" doc:"Day, yyyy-mm-dd."`
	Date     string    `dynamodbav:"d" json:"date"`
	Num      *int64    `dynamodbav:"n" json:"num" doc:"Groups that can still be made."`
	Gone     bool      `dynamodbav:"de,omitempty" json:"-"` // the limit was removed; the row stays for what running orders give back
	Operator string    `dynamodbav:"by,omitempty" json:"operator"`
	Updated  time.Time `dynamodbav:"ua" json:"updateTime"`
}

// left is how many groups can still be made; nil without limit.
func (d *GroupDay) remaining() *int {
	if d.Num == nil || d.Gone {
		return nil
	}
	n := int(max(0, *d.Num))
	return &n
}

// num is left as the wire has it.
func (d *GroupDay) num() *int64 {
	if d.remaining() == nil {
		return nil
	}
	n := max(0, *d.Num)
	return &n
}

// groups gives the stock of groups of a day.
func (b *Store) groups(ctx context.Context, day string) (GroupDay, error) {
	row, _, err := store.Load[GroupDay](ctx, b.DB, groupKey(day), false)
	return row, err
}

// Groups gives how many groups can be made on each of some days from one on, by the day. A day without limit has no entry.
func (b *Store) Groups(ctx context.Context, from time.Time, days int) (map[string]int, error) {
	keys, names := make([]store.Key, days), make([]string, days)
	for i := range days {
		names[i] = DayOf(from.AddDate(0, 0, i))
		keys[i] = groupKey(names[i])
	}
	rows, err := b.DB.GetMany(ctx, keys, false)
	all := map[string]int{}
	for i, it := range rows {
		var row GroupDay
		if _, err := store.Decode(it, &row); err != nil {
			return nil, err
		}
		if left := row.remaining(); left != nil {
			all[names[i]] = *left
		}
	}
	return all, err
}

// groupDays gives the days of a month (yyyy-mm) that have a limit.
func (b *Store) groupDays(ctx context.Context, month string) ([]GroupDay, error) {
	items, err := store.Collect(store.Rows(ctx, b.DB, store.Query{Table: table, PK: "STOCKGROUP#" + month, Consistent: true}))
	if err != nil {
		return nil, err
	}
	all, err := store.DecodeAll[GroupDay](items)
	for i := range all {
		all[i].ID, all[i].Num = all[i].Date, all[i].num()
	}
	return slices.DeleteFunc(all, func(d GroupDay) bool { return d.Num == nil }), err
}

func (b *Store) setGroups(ctx context.Context, day string, n int64, operator string) error {
	row := GroupDay{Date: day, Num: &n, Operator: operator, Updated: b.Now()}
	_, err := b.DB.Write(ctx, store.Op{Verb: store.Put, Key: groupKey(day), Item: row})
	return err
}

// dropGroups removes the limit of a day. The 404 fault for none.
func (b *Store) dropGroups(ctx context.Context, day string) error {
	_, err := b.DB.Write(ctx, store.Op{Verb: store.Update, Key: groupKey(day), Set: map[string]any{"de": true},
		If: store.And(store.Exists("n"), store.Missing("de"))})
	if store.ConditionFailed(err) != nil {
		return fault.Missing()
	}
	return err
}
