package session

import (
	"context"
	"sync"
	"time"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
)

// Back-off (decisions §12): an account from its fifth failure in a row, an address from its fiftieth in 15 minutes.
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
		return nil // whatever the clock of whoever counted last says
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

// addressCount counts the attempts of an address in a slot that have failed or are being judged.
type addressCount struct {
	N    int    `dynamodbav:"n"`
	Last string `dynamodbav:"i"`
}

func total(rows []store.Item) (int, error) {
	counts, err := store.DecodeAll[addressCount](rows)
	sum := 0
	for _, c := range counts {
		sum += c.N
	}
	return sum, err
}

// addressKeys are the slots of an address, the newest first.
func addressKeys(address string, now time.Time) []store.Key {
	keys := make([]store.Key, slots)
	for i := range keys {
		keys[i] = addressKey(address, now.Truncate(slot).Add(time.Duration(-i)*slot))
	}
	return keys
}

// guess is an attempt that was counted and may be judged.
type guess struct {
	login   string
	address store.Key // the slot it was counted in
}

// take counts an attempt before anybody looks at its password, as a failure: passed takes that back. Guesses side by side
// so win nothing: as many are judged as one after the other, the rest get session.backOff (42901) whatever they contain.
// It reads another row with those that decide, and does something with that while it counts. A read and two writes.
func (r *Room) take(ctx context.Context, login, address string, other store.Key, meanwhile func(other store.Item) error) (guess, error) {
	now := r.Now()
	g := guess{login: login}
	keys := addressKeys(address, now)
	rows, err := r.DB.GetMany(ctx, append([]store.Key{attemptKey(login), other}, keys...), true)
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
			if g.address, err = r.countAddress(ctx, keys, rows[2:], now); err != nil {
				return err
			}
			if err = r.count(ctx, login, seen, now); fault.As(err) != nil {
				err = firstError(r.giveBack(ctx, g.address), err)
			}
			return err
		},
		func() error { return meanwhile(rows[1]) })
	return g, err
}

// passed takes back what take counted: the attempt was right. login: the failures in a row have ended, too.
func (r *Room) passed(ctx context.Context, g guess, login bool) error {
	var err, given error
	var both sync.WaitGroup
	both.Go(func() { given = r.giveBack(ctx, g.address) })
	if login {
		_, err = r.DB.Write(ctx, store.Op{Verb: store.Delete, Key: attemptKey(g.login)})
	}
	both.Wait()
	return firstError(err, given)
}

// gateAddress judges the slots of an address, the newest first.
func gateAddress(rows []store.Item, now time.Time) error {
	sum, left := 0, time.Duration(0)
	for i, row := range rows {
		var c addressCount
		if _, err := store.Decode(row, &c); err != nil {
			return err
		}
		sum += c.N
		if sum >= addressFailures && left == 0 {
			// Enough is forgotten when this slot leaves the window.
			left = now.Truncate(slot).Add(time.Duration(slots-i) * slot).Sub(now)
		}
	}
	return backOff(left)
}

// Knock counts an attempt that anybody may make, of a registration for instance, and refuses it when the address has made
// too many: the bound of wrong passwords, counted apart from them. Fault session.backOff (42901). A read and a write.
func (r *Room) Knock(ctx context.Context, what, address string) error {
	_, err := r.takeAddress(ctx, what+"#"+address, r.Now())
	return err
}

// takeAddress counts an attempt of an address unless it has made too many, and gives the slot it was counted in. The slots
// before are read, the running one decides in its condition.
func (r *Room) takeAddress(ctx context.Context, address string, now time.Time) (store.Key, error) {
	keys := addressKeys(address, now)
	rows, err := r.DB.GetMany(ctx, keys, true)
	if err != nil {
		return keys[0], err
	}
	return r.countAddress(ctx, keys, rows, now)
}

// countAddress is takeAddress with the slots as they were read.
func (r *Room) countAddress(ctx context.Context, keys []store.Key, rows []store.Item, now time.Time) (_ store.Key, err error) {
	attempt := r.NewID()
	for try := 0; ; try++ {
		if try > 0 {
			if rows, err = r.DB.GetMany(ctx, keys, true); err != nil {
				return keys[0], err
			}
		}
		if err := gateAddress(rows, now); err != nil {
			return keys[0], err
		}
		before, err := total(rows[1:])
		if err != nil {
			return keys[0], err
		}
		_, err = r.DB.Write(ctx, store.Op{Verb: store.Update, Key: keys[0], Add: map[string]int64{"n": 1},
			Set: map[string]any{"ttl": now.Truncate(slot).Add((slots + 1) * slot).Unix(), "i": attempt}, // i: a write that is repeated counts once
			If:  store.And(store.Ne("i", attempt), store.Or(store.Missing("n"), store.Lt("n", addressFailures-before)))})
		failed := store.ConditionFailed(err)
		if failed == nil || try >= tries {
			return keys[0], err
		}
		var stands addressCount
		if _, err := store.Decode(failed.Old, &stands); err != nil || stands.Last == attempt {
			return keys[0], err
		}
	}
}

// giveBack takes an attempt out of its slot again.
func (r *Room) giveBack(ctx context.Context, slot store.Key) error {
	_, err := r.DB.Write(ctx, store.Op{Verb: store.Update, Key: slot, Add: map[string]int64{"n": -1}, If: store.Gt("n", 0)})
	if store.ConditionFailed(err) != nil {
		return nil
	}
	return err
}

// count counts an attempt at a name. What others counted meanwhile is judged first.
func (r *Room) count(ctx context.Context, login string, seen attempt, now time.Time) error {
	a := attempt{At: now.UnixMilli(), Last: r.NewID(), Expires: now.Add(attemptLife).Unix()}
	for {
		cond := store.Missing("pk")
		if seen.N > 0 {
			cond = store.Eq("i", seen.Last)
		}
		a.N = seen.N + 1
		_, err := r.DB.Write(ctx, store.Op{Verb: store.Put, Key: attemptKey(login), Item: a, If: cond})
		failed := store.ConditionFailed(err)
		if failed == nil {
			return err
		}
		seen = attempt{}
		if _, err := store.Decode(failed.Old, &seen); err != nil || seen.Last == a.Last {
			return err
		}
		if err := seen.gate(now); err != nil {
			return err
		}
	}
}
