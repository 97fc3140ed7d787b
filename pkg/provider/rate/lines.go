package rate

import (
	"context"
	"errors"
	"slices"
	"time"

	"herald/pkg/kit/store"
)

// Lines counts the simultaneous calls of a sender, over all workers. A worker that takes lines gives the latest end
// of its calls. After it the lines are free again, so a crashed process costs waiting time, and never a line for
// ever. Keys: table campaign, RATE#<sender> / N.
type Lines struct {
	DB  store.DB
	Now func() time.Time
}

type taken struct {
	Version int64 `dynamodbav:"v"`
	Until   []use `dynamodbav:"u,omitempty"` // the earliest end first
}

// use is so many lines until a time.
type use struct {
	End int64 `dynamodbav:"e"` // unix s, in steps
	N   int   `dynamodbav:"n"`
}

// lineStep is how exact ends are.
const lineStep = 15 * time.Second

func linesKey(sender string) store.Key {
	return store.Key{Table: "campaign", PK: "RATE#" + sender, SK: "N"}
}

// Take takes up to n of most lines, for calls that are over by then, and tells how many: 0 when all are taken.
func (l *Lines) Take(ctx context.Context, sender string, most, n int, until time.Time) (got int, err error) {
	end := until.Truncate(lineStep).Add(lineStep).Unix()
	err = l.change(ctx, sender, func(t *taken) bool {
		if got = max(0, min(n, most-t.sum())); got == 0 {
			return false
		}
		at, there := slices.BinarySearchFunc(t.Until, end, func(u use, end int64) int { return int(u.End - end) })
		if !there {
			t.Until = slices.Insert(t.Until, at, use{End: end})
		}
		t.Until[at].N += got
		return true
	})
	if errors.Is(err, store.ErrConflict) {
		return 0, nil // others were faster all the time: who waits gets some later
	}
	return got, err
}

// Free gives n lines back: of those that end first, so that a line whose call goes on is never counted too early as free. Each call's
// line is given back once at most; one that is not ends by itself.
func (l *Lines) Free(ctx context.Context, sender string, n int) error {
	return l.change(ctx, sender, func(t *taken) bool {
		left := n
		for i := range t.Until {
			some := min(left, t.Until[i].N)
			t.Until[i].N, left = t.Until[i].N-some, left-some
		}
		return left < n
	})
}

func (t *taken) sum() (n int) {
	for _, u := range t.Until {
		n += u.N
	}
	return n
}

// change writes the row and repeats after a conflict; do reports whether there is something to write.
func (l *Lines) change(ctx context.Context, sender string, do func(*taken) bool) error {
	return store.Retry(ctx, tries, func() error {
		t, ok, err := store.Load[taken](ctx, l.DB, linesKey(sender), true)
		if err != nil {
			return err
		}
		now, seen := l.Now().Unix(), t.Version
		t.Until = slices.DeleteFunc(t.Until, func(u use) bool { return u.End <= now || u.N == 0 })
		if !do(&t) {
			return nil
		}
		cond := store.Eq("v", seen)
		if !ok {
			cond = store.Missing("pk")
		}
		t.Version++
		_, err = l.DB.Write(ctx, store.Op{Verb: store.Put, Key: linesKey(sender), Item: t, If: cond})
		if store.ConditionFailed(err) != nil {
			return store.Retryable(err)
		}
		return err // unclear: at worst a line is taken and unused, or given back later
	})
}
