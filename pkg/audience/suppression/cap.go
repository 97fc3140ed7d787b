package suppression

import (
	"context"
	"slices"
	"strings"
	"time"

	"herald/pkg/kit/parallel"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
)

// FrequencyCap bounds how many messages a recipient gets of one tenant: Count in any Days. The zero cap is none.
type FrequencyCap struct{ Count, Days int }

// On reports a cap that blocks recipients.
func (c FrequencyCap) On() bool { return c.Count > 0 && c.Days > 0 }

// tally is which orders wrote to a recipient, newest last. One order counts once, however often it tries; when it has the
// recipient under two forms of the number, each counts.
type tally struct {
	Orders  []string `dynamodbav:"o"` // references of orders (id and generation), with the number as it is dialled
	Times   []int64  `dynamodbav:"t"` // unix s
	Rev     int64    `dynamodbav:"q"`
	Expires int64    `dynamodbav:"ttl"`
}

const capWorkers = 16

// Take counts a message of an order to each number, and returns the numbers that reached the cap and must not be
// written to. It is exact when orders run at once, and counts an order's number once for any repetition. A number
// that is counted and then not written to (a worker died) stays counted. It makes one read and one write a number.
func (b *Store) Take(ctx context.Context, tenant, order string, numbers []uint64, c FrequencyCap) (capped []bool, err error) {
	capped = make([]bool, len(numbers))
	if !c.On() {
		return capped, nil
	}
	keys := make([]store.Key, len(numbers))
	for i, n := range numbers {
		keys[i] = capKey(tenant, phone.Normal(n))
	}
	rows, err := b.DB.GetMany(ctx, unique(keys), true)
	if err != nil {
		return nil, err
	}
	have := map[store.Key]store.Item{}
	for i, k := range unique(keys) {
		have[k] = rows[i]
	}
	for _, err := range parallel.Each(len(keys), capWorkers, func(i int) error {
		var err error
		capped[i], err = b.take(ctx, keys[i], have[keys[i]], order+"#"+format(numbers[i]), c)
		return err
	}) {
		if err != nil {
			return nil, err
		}
	}
	return capped, nil
}

// Reached tells whether a number got as many messages as a cap allows; it counts nothing.
func (b *Store) Reached(ctx context.Context, tenant string, number uint64, c FrequencyCap) (bool, error) {
	t, _, err := store.Load[tally](ctx, b.DB, capKey(tenant, phone.Normal(number)), true)
	return len(t.since(b.Now().AddDate(0, 0, -c.Days)).Orders) >= c.Count, err
}

func unique(keys []store.Key) []store.Key {
	out := slices.Clone(keys)
	slices.SortFunc(out, func(a, b store.Key) int { return strings.Compare(a.SK, b.SK) })
	return slices.Compact(out)
}

// take counts one message, or finds it counted, or finds the cap reached. it is the row as it was read.
func (b *Store) take(ctx context.Context, key store.Key, it store.Item, order string, c FrequencyCap) (capped bool, err error) {
	read := true
	err = store.Decide(ctx, tries, func() (err error) {
		if !read { // another writer was faster
			if it, err = b.DB.Get(ctx, key, true); err != nil {
				return err
			}
		}
		read = false
		var t tally
		if _, err := store.Decode(it, &t); err != nil {
			return err
		}
		if slices.Contains(t.Orders, order) {
			return nil
		}
		now := b.Now()
		next := t.since(now.AddDate(0, 0, -c.Days))
		if capped = len(next.Orders) >= c.Count; capped {
			return nil
		}
		cond := store.Eq("q", t.Rev)
		if t.Rev == 0 {
			cond = store.Missing("q")
		}
		next.Orders, next.Times, next.Rev = append(next.Orders, order), append(next.Times, now.Unix()), t.Rev+1
		next.Expires = now.AddDate(0, 0, c.Days).Add(time.Hour).Unix()
		_, err = b.DB.Write(ctx, store.Op{Verb: store.Put, Key: key, Item: next, If: cond})
		return err
	})
	return capped, err
}

// since is the tally without what is older.
func (t tally) since(from time.Time) tally {
	out := tally{Rev: t.Rev}
	for i, at := range t.Times {
		if at > from.Unix() {
			out.Orders, out.Times = append(out.Orders, t.Orders[i]), append(out.Times, at)
		}
	}
	return out
}
