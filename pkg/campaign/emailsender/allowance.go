package emailsender

import (
	"context"
	"time"

	"herald/pkg/kit/clock"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/quota"
	"herald/pkg/kit/store"
)

// midnight is the begin of the day at +08:00 that a moment lies in.
func midnight(at time.Time) time.Time {
	at = at.In(clock.China)
	return time.Date(at.Year(), at.Month(), at.Day(), 0, 0, 0, 0, clock.China)
}

// Allowance is what a sender may send today.
type Allowance struct {
	Limit int       // 0: without limit
	Used  int       // emails of today
	Left  int       // that may still be sent; meaningless without a limit
	Until time.Time // end of the day, at which a new one begins
}

// day is the counter of a day, taken a grant of Take.
type (
	day struct {
		N int `dynamodbav:"n"`
	}
	taken struct {
		N   int    `dynamodbav:"n"`
		Day string `dynamodbav:"d"`
		TTL int64  `dynamodbav:"ttl"`
	}
)

// keep is how long counters and grants are kept.
const keep = 4 * 24 * time.Hour

// Allowance reads what a sender may send today. Faults: 404 for a sender that is gone.
func (r *Service) Allowance(ctx context.Context, id string) (Allowance, error) {
	_, a, err := r.allowance(ctx, id)
	return a, err
}

func (r *Service) allowance(ctx context.Context, id string) (*entity, Allowance, error) {
	now := r.now()
	rows, err := r.DB.GetMany(ctx, []store.Key{key(id), dayKey(id, quota.Day(now))}, true)
	if err != nil {
		return nil, Allowance{}, err
	}
	if rows[0] == nil {
		return nil, Allowance{}, fault.Missing()
	}
	var e entity
	var counted day
	if _, err := store.Decode(rows[0], &e); err != nil {
		return nil, Allowance{}, err
	}
	_, err = store.Decode(rows[1], &counted)
	a := Allowance{Limit: e.limit(now), Used: counted.N, Until: midnight(now).AddDate(0, 0, 1)}
	a.Left = max(0, a.Limit-a.Used)
	return &e, a, err
}

// mostAhead is how many days ahead a forecast looks.
const mostAhead = 400

// Tomorrow is when the next day begins.
func (r *Service) Tomorrow() time.Time { return midnight(r.now()).AddDate(0, 0, 1) }

// Forecast is how long a sender that nothing else uses waits before it may send the last of n emails, by its limit and its warm-up.
// Faults: 404 for a sender that is gone.
func (r *Service) Forecast(ctx context.Context, id string, n int) (time.Duration, error) {
	e, today, err := r.allowance(ctx, id)
	if err != nil || today.Limit == 0 || n <= today.Left {
		return 0, err
	}
	n -= today.Left
	at := today.Until
	for range mostAhead {
		limit := e.limit(at)
		if limit == 0 || n <= limit {
			break
		}
		n, at = n-limit, at.AddDate(0, 0, 1)
	}
	return at.Sub(r.now()), nil
}

// Take counts up to n emails of a sender before they are sent, and returns how many may be sent. It is exact when many workers take at
// once. A repetition with the same key, within four days, returns the grant of the first call. A call that is granted nothing leaves
// nothing behind. Faults: 404 for a sender that is gone.
func (r *Service) Take(ctx context.Context, id, key string, n int) (granted int, err error) {
	err = store.Decide(ctx, tries, func() error {
		granted = 0
		had, ok, err := store.Load[taken](ctx, r.DB, takeKey(id, key), true)
		if err != nil {
			return err
		}
		if ok {
			granted = had.N
			return nil
		}
		e, err := r.load(ctx, id)
		if err != nil || !e.Enabled || n <= 0 {
			return err
		}
		now := r.now()
		today, limit := quota.Day(now), e.limit(now)
		count := store.Op{Verb: store.Update, Key: dayKey(id, today), Set: map[string]any{"ttl": now.Add(keep).Unix()}}
		want := n
		if limit > 0 {
			counted, _, err := store.Load[day](ctx, r.DB, dayKey(id, today), true)
			if err != nil {
				return err
			}
			if want = min(n, limit-counted.N); want <= 0 {
				return nil
			}
			count.If = store.Or(store.Missing("n"), store.Le("n", limit-want))
		}
		count.Add = map[string]int64{"n": int64(want)}
		grant := store.Op{Verb: store.Put, Key: takeKey(id, key), Item: taken{want, today, now.Add(keep).Unix()}, If: store.Missing("pk")}
		if err := r.DB.Transact(ctx, []store.Op{count, grant}); err != nil {
			return err
		}
		granted = want
		return nil
	})
	return granted, err
}

// GiveBack takes back emails of a grant that were not sent. It happens once for a key; another call, and one for an unknown key, changes
// nothing.
func (r *Service) GiveBack(ctx context.Context, id, key string, n int) error {
	return store.Decide(ctx, tries, func() error {
		had, ok, err := store.Load[struct {
			taken
			Back bool `dynamodbav:"b"`
		}](ctx, r.DB, takeKey(id, key), true)
		if err != nil || !ok || had.Back || n <= 0 {
			return err
		}
		n := min(n, had.N)
		return r.DB.Transact(ctx, []store.Op{
			{Verb: store.Update, Key: takeKey(id, key), Add: map[string]int64{"n": -int64(n)}, Set: map[string]any{"b": true},
				If: store.And(store.Eq("n", had.N), store.Missing("b"))},
			{Verb: store.Update, Key: dayKey(id, had.Day), Add: map[string]int64{"n": -int64(n)}, If: store.Exists("pk")},
		})
	})
}

// load reads a sender without regard to a scope.
func (r *Service) load(ctx context.Context, id string) (*entity, error) {
	e, ok, err := store.Load[entity](ctx, r.DB, key(id), false)
	if err == nil && !ok {
		err = fault.Missing()
	}
	return &e, err
}
