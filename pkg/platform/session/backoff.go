package session

import (
	"context"
	"time"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
)

// Back-off (decisions §12): an account from its fifth failure in a row, an address from its fiftieth in 15 minutes.
// During it the right password is refused as well, and an attempt is not counted.
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
	return backOff(time.UnixMilli(a.At).Add(wait(a.N)).Sub(now))
}

// backOff is the refusal for a time; nil when it is over.
func backOff(left time.Duration) error {
	if left <= 0 {
		return nil
	}
	left = (left + time.Second - 1).Truncate(time.Second)
	return fault.New(fault.TooMany, 42901, "session.backOff", "seconds", int(left/time.Second)).Wait(left)
}

type addressCount struct {
	N int `dynamodbav:"n"`
}

// gateKeys are the rows that decide whether a password is looked at.
func gateKeys(login, address string, now time.Time) []store.Key {
	return append([]store.Key{attemptKey(login)}, addressKeys(address, now)...)
}

// addressKeys are the slots of an address, the newest first.
func addressKeys(address string, now time.Time) []store.Key {
	keys := make([]store.Key, slots)
	for i := range keys {
		keys[i] = addressKey(address, now.Truncate(slot).Add(time.Duration(-i)*slot))
	}
	return keys
}

// gate judges the rows of gateKeys.
func gate(rows []store.Item, now time.Time) (attempt, error) {
	var a attempt
	if _, err := store.Decode(rows[0], &a); err != nil {
		return a, err
	}
	if err := a.gate(now); err != nil {
		return a, err
	}
	return a, gateAddress(rows[1:], now)
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
	now := r.Now()
	door := what + "#" + address
	rows, err := r.DB.GetMany(ctx, addressKeys(door, now), true)
	if err != nil {
		return err
	}
	if err := gateAddress(rows, now); err != nil {
		return err
	}
	return r.countAddress(ctx, door, now)
}

func (r *Room) countAddress(ctx context.Context, address string, now time.Time) error {
	attempt := r.NewID() // so that a write that is repeated counts once
	_, err := r.DB.Write(ctx, store.Op{Verb: store.Update, Key: addressKey(address, now.Truncate(slot)), Add: map[string]int64{"n": 1},
		Set: map[string]any{"ttl": now.Add(slots * slot).Unix(), "i": attempt}, If: store.Ne("i", attempt)})
	if store.ConditionFailed(err) != nil {
		return nil
	}
	return err
}

// failed counts a wrong password for the name and for the address, at the same time.
func (r *Room) failed(ctx context.Context, login, address string, seen attempt) error {
	now := r.Now()
	byAddress := make(chan error, 1)
	go func() { byAddress <- r.countAddress(ctx, address, now) }()
	return firstError(r.count(ctx, login, seen, now), <-byAddress)
}

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
		seen = attempt{} // of others who failed, or signed in, meanwhile
		if _, err := store.Decode(failed.Old, &seen); err != nil || seen.Last == a.Last {
			return err
		}
	}
}
