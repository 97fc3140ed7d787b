// Package quota counts what is used on a day at +08:00 against bounds, for what costs only the platform.
package quota

import (
	"context"
	"time"

	"herald/pkg/kit/clock"
	"herald/pkg/kit/store"
)

// Count is a counter of a row and what a use adds to it. A use after which the counter would be above Most is refused, and so is
// every use when Most is 0.
type Count struct {
	Name string // the attribute
	Add  int64
	Most int
}

// None is the index of no counter.
const None = -1

// keep is how long a row is kept after its day began.
const keep = 3 * 24 * time.Hour

// Day names the day of a time.
func Day(at time.Time) string { return at.In(clock.China).Format(time.DateOnly) }

// Take adds to the counters of a row unless one of them would exceed its bound, and gives the index of that one, None otherwise.
func Take(ctx context.Context, db store.DB, now time.Time, key store.Key, counts ...Count) (full int, err error) {
	op := store.Op{Verb: store.Update, Key: key, Add: map[string]int64{}, Set: map[string]any{"ttl": now.Add(keep).Unix()}}
	var below []store.Cond
	for i, c := range counts {
		if c.Most <= 0 || c.Add > int64(c.Most) {
			return i, nil
		}
		op.Add[c.Name] = c.Add
		below = append(below, store.Or(store.Missing(c.Name), store.Le(c.Name, int64(c.Most)-c.Add)))
	}
	op.If = store.And(below...)
	_, err = db.Write(ctx, op)
	failed := store.ConditionFailed(err)
	if failed == nil {
		return None, err
	}
	was := map[string]any{}
	if _, err := store.Decode(failed.Old, &was); err != nil {
		return None, err
	}
	for i, c := range counts {
		if n, ok := was[c.Name].(float64); ok && int64(n) > int64(c.Most)-c.Add {
			return i, nil
		}
	}
	return 0, nil
}
