// Package rate shares a sender's throughput among workers: a worker takes a slot of time from the sender's row and paces itself
// inside it, so two workers never use the same slot (architecture §4). Keys: table campaign, RATE#<sender> / R.
package rate

import (
	"context"
	"time"

	"herald/pkg/kit/store"
)

// Slots of all senders.
type Slots struct {
	DB  store.DB
	Now func() time.Time
}

type row struct {
	Next int64 `dynamodbav:"x"` // unix µs from which the sender is free
}

func key(sender string) store.Key {
	return store.Key{Table: "campaign", PK: "RATE#" + sender, SK: "R"}
}

// Take reserves the time for n messages at perSecond and gives the moment at which it begins, now or later.
// A slot that is not used is lost: it throttles, it never bursts.
func (s *Slots) Take(ctx context.Context, sender string, n, perSecond int) (time.Time, error) {
	need := int64(n) * 1_000_000 / int64(perSecond)
	for {
		now := s.Now().UnixMicro()
		// The usual case: the sender is busy, and the slot begins where the last one ends.
		it, err := s.DB.Write(ctx, store.Op{Verb: store.Update, Key: key(sender), Add: map[string]int64{"x": need}, If: store.Ge("x", now)})
		if err == nil {
			var r row
			_, err = store.Decode(it, &r)
			return time.UnixMicro(r.Next - need), err
		}
		if store.ConditionFailed(err) == nil {
			return time.Time{}, err
		}
		_, err = s.DB.Write(ctx, store.Op{Verb: store.Update, Key: key(sender), Set: map[string]any{"x": now + need}, If: store.Or(store.Missing("x"), store.Lt("x", now))})
		if err == nil {
			return time.UnixMicro(now), nil
		}
		if store.ConditionFailed(err) == nil {
			return time.Time{}, err
		}
	}
}

// Slow makes a sender pause: the provider said that it is too fast.
func (s *Slots) Slow(ctx context.Context, sender string, d time.Duration) error {
	until := s.Now().Add(d).UnixMicro()
	_, err := s.DB.Write(ctx, store.Op{Verb: store.Update, Key: key(sender), Set: map[string]any{"x": until}, If: store.Or(store.Missing("x"), store.Lt("x", until))})
	if store.ConditionFailed(err) != nil {
		return nil // it pauses longer already
	}
	return err
}
