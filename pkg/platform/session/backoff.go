package session

import (
	"context"
	"sync"
	"time"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
)

// Back-off (decisions §12): an account from its fifth failure in a row, an address from its fiftieth in 15 minutes (address.go).
// During it the right password is refused as well, and an attempt is not counted. Every other attempt is counted before it
// is judged.
const (
	freeFailures    = 5
	longestWait     = 900 * time.Second
	addressFailures = 50
	slot            = 3 * time.Minute
	slots           = 6 // the running one and the 15 minutes before it
	attemptLife     = 30 * 24 * time.Hour
)

// attempt counts the failures in a row of a login name.
type attempt struct {
	N       int    `dynamodbav:"n"`
	At      int64  `dynamodbav:"at"` // unix ms of the last one
	Last    string `dynamodbav:"i"`  // id of the last one, so that a write that is repeated counts once
	Expires int64  `dynamodbav:"ttl"`
}

// wait after the nth failure in a row: 0 … 0, 1, 2, 4 … 900 s.
func wait(n int) time.Duration {
	if n < freeFailures {
		return 0
	}
	return min(time.Second<<min(n-freeFailures, 10), longestWait)
}

func (a attempt) gate(now time.Time) error {
	free := wait(a.N)
	if free == 0 {
		return nil // even if the clock of the last counter was ahead
	}
	return backOff(time.UnixMilli(a.At).Add(free).Sub(now))
}

// backOff is the refusal for a time; nil when it is over.
func backOff(left time.Duration) error {
	if left <= 0 {
		return nil
	}
	left = (left + time.Second - 1).Truncate(time.Second)
	return fault.New(fault.TooMany, 42901, "session.backOff", "seconds", int(left/time.Second)).Wait(left)
}

// guess is an attempt that was counted and may be judged.
type guess struct {
	login   string
	address []store.Key // the slots of its networks, which it was counted in
	before  attempt     // the failures in a row before it
	own     string      // id of the attempt
}

// take counts an attempt as a failure before the password is checked; passed takes that back. Parallel guesses so
// win nothing: as many are checked as sequential ones, the rest get session.backOff (42901) with any password. take
// reads another row together with those that decide, and runs meanwhile during the counting. A read and two writes.
func (r *Service) take(ctx context.Context, login, address string, other store.Key, meanwhile func(other store.Item) error) (guess, error) {
	now := r.Now()
	g := guess{login: login}
	from := networksOf("", address, now)
	rows, err := r.DB.GetMany(ctx, append([]store.Key{attemptKey(login), other}, from.keys()...), true)
	if err != nil {
		return g, err
	}
	var seen attempt
	if _, err := store.Decode(rows[0], &seen); err != nil {
		return g, err
	}
	if err := seen.gate(now); err != nil {
		return g, err
	}
	err = parallel.Do(
		func() (err error) {
			// The address first: one that is refused must not lock the account.
			if g.address, err = r.countAddress(ctx, from, rows[2:], now); err != nil {
				return err
			}
			if g.before, g.own, err = r.count(ctx, login, seen, now); fault.As(err) != nil {
				err = firstError(r.giveBack(ctx, g.address), err)
			}
			return err
		},
		func() error { return meanwhile(rows[1]) })
	return g, err
}

// passed takes back what take counted: the attempt was right. login: the failures in a row have ended, too.
func (r *Service) passed(ctx context.Context, g guess, login bool) error {
	var err, given error
	var both sync.WaitGroup
	both.Go(func() { given = r.giveBack(ctx, g.address) })
	if login {
		_, err = r.DB.Write(ctx, store.Op{Verb: store.Delete, Key: attemptKey(g.login)})
	}
	both.Wait()
	return firstError(err, given)
}

// uncount takes back what take counted, and leaves the failures in a row as they were before it. An attempt that others followed stays
// counted.
func (r *Service) uncount(ctx context.Context, g guess) error {
	back := store.Op{Verb: store.Put, Key: attemptKey(g.login), Item: g.before, If: store.Eq("i", g.own)}
	if g.before.Last == "" {
		back = store.Op{Verb: store.Delete, Key: back.Key, If: back.If}
	}
	return parallel.Do(
		func() error { return r.giveBack(ctx, g.address) },
		func() error {
			_, err := r.DB.Write(ctx, back)
			if store.ConditionFailed(err) != nil {
				return nil
			}
			return err
		})
}

// count counts an attempt at a name. Attempts that others counted meanwhile are judged first. It gives the failures before the attempt, and
// the attempt's id.
func (r *Service) count(ctx context.Context, login string, seen attempt, now time.Time) (attempt, string, error) {
	a := attempt{At: now.UnixMilli(), Last: r.NewID(), Expires: now.Add(attemptLife).Unix()}
	err := store.Retry(ctx, tries, func() error {
		cond := store.Missing("pk")
		if seen.Last != "" {
			cond = store.Eq("i", seen.Last)
		}
		a.N = seen.N + 1
		_, err := r.DB.Write(ctx, store.Op{Verb: store.Put, Key: attemptKey(login), Item: a, If: cond})
		failed := store.ConditionFailed(err)
		if failed == nil {
			return err
		}
		var stands attempt
		if _, err := store.Decode(failed.Old, &stands); err != nil || stands.Last == a.Last {
			return err
		}
		seen = stands
		if err := seen.gate(now); err != nil {
			return err
		}
		return failed
	})
	return seen, a.Last, err
}
