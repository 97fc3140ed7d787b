// Package rate shares a sender's throughput among workers. A worker takes a slot of time from the sender's row and
// paces itself inside it, so two workers never use the same slot (architecture §4). Keys: table campaign,
// RATE#<sender> / R.
package rate

import (
	"context"
	"errors"
	"sync"
	"time"

	"herald/pkg/kit/store"
)

// Slots of all senders.
type Slots struct {
	DB  store.DB
	Now func() time.Time

	mu   sync.Mutex
	seen map[string]int64 // by sender: when it is free, as this process knows
}

type row struct {
	Next int64 `dynamodbav:"x"` // unix µs from which the sender is free
}

func key(sender string) store.Key {
	return store.Key{Table: "campaign", PK: "RATE#" + sender, SK: "R"}
}

// tries of a slot that other workers take as well.
const tries = 16

// Full is the error of a slot that is too late to wait for: the sender is taken until then. Nothing was reserved.
type Full struct{ Until time.Time }

func (f Full) Error() string { return "rate: taken until " + f.Until.String() }

// Take reserves a sender for a time and gives the moment at which it begins, now or at most so much later, or Full.
// A slot that is not used is lost: it throttles, it never bursts. A worker that cannot wait must not take one:
// unused slots of repeated attempts would delay all others for ever. Error: store.ErrConflict when other workers
// were faster all the time.
func (s *Slots) Take(ctx context.Context, sender string, d, wait time.Duration) (at time.Time, err error) {
	err = store.Retry(ctx, tries, func() (err error) {
		busy := s.busy(sender)
		if at, err = s.take(ctx, slot{sender, d, wait}, busy); store.ConditionFailed(err) != nil { // a wrong guess
			at, err = s.take(ctx, slot{sender, d, wait}, !busy)
		}
		if errors.Is(err, store.ErrUnclear) {
			return store.Retryable(err) // at worst a slot is lost
		}
		return err
	})
	return at, err
}

type slot struct {
	sender  string
	d, wait time.Duration
}

// take takes the slot behind the last one of a sender that is busy, or one from now on of a sender that is not.
func (s *Slots) take(ctx context.Context, t slot, busy bool) (time.Time, error) {
	sender, need, now := t.sender, t.d.Microseconds(), s.Now().UnixMicro()
	last := now + t.wait.Microseconds()
	op := store.Op{Verb: store.Update, Key: key(sender)}
	if busy {
		op.Add, op.If = map[string]int64{"x": need}, store.And(store.Ge("x", now), store.Le("x", last))
	} else {
		op.Set, op.If = map[string]any{"x": now + need}, store.Or(store.Missing("x"), store.Lt("x", now))
	}
	var r row
	it, err := s.DB.Write(ctx, op)
	if failed := store.ConditionFailed(err); failed != nil {
		if _, err := store.Decode(failed.Old, &r); err != nil {
			return time.Time{}, err
		}
		if s.saw(sender, r.Next); r.Next > last {
			return time.Time{}, Full{time.UnixMicro(r.Next)}
		}
	}
	if err != nil {
		return time.Time{}, err
	}
	_, err = store.Decode(it, &r)
	s.saw(sender, r.Next)
	return time.UnixMicro(r.Next - need), err
}

// busy guesses whether a sender has slots taken, by what this process saw of it last: a wrong guess costs a write.
func (s *Slots) busy(sender string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	next, known := s.seen[sender]
	return !known || next >= s.Now().UnixMicro()
}

func (s *Slots) saw(sender string, next int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.seen == nil {
		s.seen = map[string]int64{}
	}
	s.seen[sender] = next
}

// Slow makes a sender pause: the provider said that it is too fast.
func (s *Slots) Slow(ctx context.Context, sender string, d time.Duration) error {
	until := s.Now().Add(d).UnixMicro()
	_, err := s.DB.Write(ctx, store.Op{Verb: store.Update, Key: key(sender), Set: map[string]any{"x": until},
		If: store.Or(store.Missing("x"), store.Lt("x", until))})
	if store.ConditionFailed(err) != nil {
		return nil // it pauses longer already
	}
	return err
}
