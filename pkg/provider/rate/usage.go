package rate

import (
	"context"
	"time"

	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
)

// Usage is how much of a sender's throughput is used.
type Usage struct {
	Ahead     time.Duration // slots that are taken from now on
	PerSecond float64       // messages, on average since the last full ten minutes
	Tenants   int           // that send by it now
}

// UsageOf reads how a sender is used. A message counts once a worker told it, every ten seconds.
func UsageOf(ctx context.Context, db store.DB, now time.Time, sender string) (u Usage, err error) {
	var slots row
	var lines []store.Item
	err = parallel.Do(
		func() (err error) { slots, _, err = store.Load[row](ctx, db, key(sender), false); return err },
		func() (err error) {
			lines, err = db.Query(ctx, store.Query{Table: key(sender).Table, PK: key(sender).PK, Prefix: linePrefix(now), Limit: 1000})
			return err
		})
	if err != nil {
		return u, err
	}
	u.Ahead = max(0, time.UnixMicro(slots.Next).Sub(now))
	began := now.UTC().Truncate(laneStep)
	for _, it := range lines {
		var l line
		if _, err := store.Decode(it, &l); err != nil {
			return u, err
		}
		u.PerSecond += float64(l.Sent) / max(1, now.Sub(began).Seconds())
		if now.Sub(time.UnixMilli(l.LastUse)) < quietEvery+gone {
			u.Tenants++
		}
	}
	return u, nil
}
