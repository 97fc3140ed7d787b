package sender

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"time"

	"herald/pkg/kit/store"
)

// day is what a sender sent, by hour (unix hours).
type day struct {
	Rev   int64          `dynamodbav:"v"`
	Hours map[string]int `dynamodbav:"h"`
}

const (
	hoursKept = 24 // whole hours behind the one that runs: a message counts for 24 to 25 hours, never less
	tries     = 20
)

func hourOf(t time.Time) int64 { return t.Unix() / 3600 }

// recent drops the hours that count no more and adds up the others.
func (d *day) recent(now time.Time) (used int) {
	maps.DeleteFunc(d.Hours, func(h string, _ int) bool {
		n, err := strconv.ParseInt(h, 10, 64)
		return err != nil || n < hourOf(now)-hoursKept
	})
	for _, n := range d.Hours {
		used += n
	}
	return used
}

// used is what counts at a moment that is still to come.
func (d *day) used(at time.Time) (used int) {
	for h, n := range d.Hours {
		if hour, err := strconv.ParseInt(h, 10, 64); err == nil && hour >= hourOf(at)-hoursKept {
			used += n
		}
	}
	return used
}

// freeAt returns when a sender without allowance may send again: as soon as enough of its messages leave the day's
// window, or the next day of its warm-up begins.
func (d *day) freeAt(s *State, now time.Time) time.Time {
	at := now.Add(time.Hour)
	for _, h := range slices.Sorted(maps.Keys(d.Hours)) {
		n, err := strconv.ParseInt(h, 10, 64)
		if err != nil || d.Hours[h] == 0 {
			continue
		}
		at = time.Unix((n+hoursKept+1)*3600, 0)
		if limit := s.Limit(at); limit == 0 || d.used(at) < limit {
			break
		}
	}
	if day := s.nextDay(now); !day.IsZero() && day.Before(at) {
		if limit := s.Limit(day); limit == 0 || d.used(day) < limit {
			return day
		}
	}
	return at
}

// Allowance of a sender.
type Allowance struct {
	Bounded bool
	N       int       // messages that may be sent
	Hour    int64     // in which they were counted, for GiveBack
	Until   time.Time // with none: when there may be some again

	of []string // whose days they were counted in: the sender's, its account's
}

// Take counts up to want messages to a sender that has a limit, and to the account whose limit it shares. It is exact when many workers
// take at once; what a worker took and did not send, because it died, stays counted.
func (b *Store) Take(ctx context.Context, id string, want int) (a Allowance, err error) {
	a = Allowance{N: want}
	for _, of := range b.days(id) {
		one, err := b.take(ctx, of, a.N)
		if err != nil || !one.Bounded {
			if err != nil {
				return a, errors.Join(err, b.GiveBack(ctx, a, a.N))
			}
			continue
		}
		if err := b.GiveBack(ctx, a, a.N-one.N); err != nil {
			return a, err
		}
		a = Allowance{Bounded: true, N: one.N, Hour: one.Hour, Until: one.Until, of: append(a.of, of)}
		if a.N == 0 {
			return a, nil
		}
	}
	return a, nil
}

// days are whose limits hold for a sender.
func (b *Store) days(id string) []string {
	if b.Shared != nil {
		if account := b.Shared(id); account != "" {
			return []string{id, account}
		}
	}
	return []string{id}
}

func (b *Store) take(ctx context.Context, id string, want int) (a Allowance, err error) {
	s, err := b.Of(ctx, id)
	if err != nil {
		return a, err
	}
	limit := s.Limit(b.Now())
	if limit == 0 {
		return Allowance{N: want}, nil
	}
	err = b.count(ctx, id, func(d *day, now time.Time) int {
		a = Allowance{Bounded: true, Hour: hourOf(now), N: min(want, max(0, limit-d.recent(now)))}
		if a.N == 0 {
			a.Until = d.freeAt(&s, now)
		}
		return a.N
	})
	return a, err
}

// GiveBack takes back n messages that were counted and not sent.
func (b *Store) GiveBack(ctx context.Context, a Allowance, n int) error {
	if !a.Bounded || n <= 0 {
		return nil
	}
	for _, of := range a.of {
		err := b.count(ctx, of, func(d *day, _ time.Time) int {
			h := strconv.FormatInt(a.Hour, 10)
			d.Hours[h] = max(0, d.Hours[h]-n)
			return -1
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// count changes a sender's day: by so many messages of this hour, by what change itself did (-1), or not at all (0).
func (b *Store) count(ctx context.Context, id string, change func(*day, time.Time) int) error {
	return store.Retry(ctx, tries, func() error {
		d, ok, err := store.Load[day](ctx, b.DB, dayKey(id), true)
		if err != nil {
			return err
		}
		seen, cond := d.Rev, store.Missing("pk")
		if ok {
			cond = store.Eq("v", seen)
		}
		if d.Hours == nil {
			d.Hours = map[string]int{}
		}
		now := b.Now()
		n := change(&d, now)
		if n == 0 {
			return nil
		}
		if n > 0 {
			d.Hours[strconv.FormatInt(hourOf(now), 10)] += n
		}
		d.Rev++
		_, err = b.DB.Write(ctx, store.Op{Verb: store.Put, Key: dayKey(id), Item: d, If: cond})
		if store.ConditionFailed(err) != nil {
			return store.ErrConflict
		}
		return err
	})
}

// Used is what a sender sent in the last day, as far as it is counted: only while it has a limit.
func (b *Store) Used(ctx context.Context, id string) (int, error) {
	d, _, err := store.Load[day](ctx, b.DB, dayKey(id), false)
	if err != nil {
		return 0, err
	}
	return d.recent(b.Now()), nil
}

// Waiting tells why a sender sends nothing now, in the words of a row's state, and until when; Ready when it does.
func (b *Store) Waiting(ctx context.Context, id string) (state string, until time.Time, err error) {
	s, err := b.Of(ctx, id)
	now := b.Now()
	switch at := time.UnixMilli(s.Until); {
	case err != nil:
		return "", until, err
	case s.Off:
		return Off, until, nil
	case at.After(now):
		state, until = Rests, at
	}
	for _, of := range b.days(id) {
		room, err := b.fullUntil(ctx, of)
		if err != nil {
			return "", until, err
		}
		if room.After(until) {
			state, until = Full, room
		}
	}
	if state == "" {
		state = Ready
	}
	return state, until, nil
}

// fullUntil returns when a used-up day has allowance again; zero while it has some.
func (b *Store) fullUntil(ctx context.Context, id string) (at time.Time, err error) {
	s, err := b.Of(ctx, id)
	now := b.Now()
	limit := s.Limit(now)
	if err != nil || limit == 0 {
		return at, err
	}
	d, _, err := store.Load[day](ctx, b.DB, dayKey(id), false)
	if err == nil && d.recent(now) >= limit {
		at = d.freeAt(&s, now)
	}
	return at, err
}
