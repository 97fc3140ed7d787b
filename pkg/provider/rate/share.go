package rate

import (
	"context"
	"sync"
	"time"

	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
)

// Shares divides a sender among the tenants that send by it at a moment, by their weights, so that no tenant waits
// for another one's million. Each tenant writes what it sends, and whether it has to wait, to a row of its own.
// Every worker reads all rows about once a second and sends no faster than its tenant's share. An unused part is
// divided among the other tenants. Slots alone hold the hard limit of the sender: a share that is wrong for a second
// costs fairness, never a refusal. Keys: table campaign, RATE#<sender> / L#<ten minutes>#<tenant>.
type Shares struct {
	DB  store.DB
	Now func() time.Time

	mu     sync.Mutex
	boards map[string]*board // by sender and tenant
}

// Times of the shares.
const (
	lookEvery  = time.Second
	quietEvery = 10 * time.Second       // how often a tenant that is alone writes
	gone       = 3 * time.Second        // after which a tenant that wrote every second counts as gone
	hungryFor  = 5 * time.Second        // how long a tenant that waited counts as needing its whole share
	patience   = 100 * time.Millisecond // less is no waiting
	laneStep   = 10 * time.Minute       // a partition's stretch: who was there earlier is not read
	laneKept   = 24 * time.Hour
	more       = 1.02 // a little more than the share, so that the sender is never idle
)

// line is a tenant's use of a sender.
type line struct {
	Weight  int   `dynamodbav:"w"`
	LastUse int64 `dynamodbav:"s"` // unix ms
	Hungry  int64 `dynamodbav:"h"` // unix ms until which it wants its whole share
	Often   bool  `dynamodbav:"o"` // it tells every second
	Sent    int64 `dynamodbav:"n"` // messages since the row was made
}

// Tenant is a tenant that sends.
type Tenant struct {
	ID     string
	Weight int // hundredths of a share beside the one that every tenant has
}

// Use is what a tenant did since it asked last.
type Use struct {
	Sent   int
	Waited time.Duration // for its last turn
}

// board is what a process knows of a sender's tenants.
type board struct {
	mu     sync.Mutex
	asked  time.Time
	told   time.Time
	sent   int64 // not written yet
	hungry time.Time
	lanes  map[string]line
	rates  map[string]float64 // messages a second of each; none is known at the first look
	others bool
	share  float64 // messages a second; 0: no other tenant is there
}

func (s *Shares) board(sender, tenant string) *board {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.boards == nil || len(s.boards) > 10_000 { // a process that runs for months forgets
		s.boards = map[string]*board{}
	}
	b := s.boards[sender+"#"+tenant]
	if b == nil {
		b = &board{}
		s.boards[sender+"#"+tenant] = b
	}
	return b
}

// Of gives how many messages a second a tenant may send by a sender that can send total of them; 0 when no other
// tenant is there. A weight counts as so many hundredths of a share beside the one that every tenant has. It costs a
// small read a second, and a write as often while there are others. With an error the last share holds.
func (s *Shares) Of(ctx context.Context, sender string, who Tenant, total float64, use Use) (float64, error) {
	b, now := s.board(sender, who.ID), s.Now()
	q, share := b.begin(now, use)
	if q == nil { // no lock is held while anything is asked: others of the process go on with what is known
		return share, nil
	}
	var lanes map[string]line
	err := parallel.Do(
		func() error { return s.tell(ctx, lineKey(sender, who.ID, now), q, who.Weight) },
		func() (err error) { lanes, err = s.lines(ctx, sender, now); return err })
	if err != nil {
		return share, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.learn(who.ID, lanes)
	b.share = b.part(who, total, now)
	return b.share, nil
}

// question is the state that a call writes; tells is false when it is too early to write.
type question struct {
	tells, often bool
	sent         int64
	hungry       time.Time
}

// begin records the use and decides who reads and writes now; nil: this call does not.
func (b *board) begin(now time.Time, use Use) (*question, float64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sent += int64(use.Sent)
	if use.Waited > patience {
		b.hungry = now.Add(hungryFor)
	}
	if !b.asked.IsZero() && now.Sub(b.asked) < lookEvery {
		return nil, b.share
	}
	b.asked = now
	q := &question{tells: now.Sub(b.told) >= quietEvery || b.others, often: b.others, sent: b.sent, hungry: b.hungry}
	if q.tells {
		b.sent, b.told = 0, now
	}
	return q, b.share
}

func linePrefix(now time.Time) string {
	return "L#" + now.UTC().Truncate(laneStep).Format("0102T1504") + "#"
}

func lineKey(sender, tenant string, now time.Time) store.Key {
	k := key(sender)
	k.SK = linePrefix(now) + tenant
	return k
}

// tell writes a tenant's use. A lost or repeated write is a moment's unfairness.
func (s *Shares) tell(ctx context.Context, k store.Key, q *question, weight int) error {
	if !q.tells {
		return nil
	}
	now := s.Now()
	_, err := s.DB.Write(ctx, store.Op{Verb: store.Update, Key: k, Add: map[string]int64{"n": q.sent}, Set: map[string]any{
		"w": weight, "s": now.UnixMilli(), "h": q.hungry.UnixMilli(), "o": q.often, "ttl": now.Add(laneKept).Unix()}})
	return err
}

// lines reads the recent rows of tenants.
func (s *Shares) lines(ctx context.Context, sender string, now time.Time) (map[string]line, error) {
	prefix := linePrefix(now)
	rows, err := store.Collect(store.Rows(ctx, s.DB, store.Query{Table: key(sender).Table, PK: key(sender).PK, Prefix: prefix}))
	if err != nil {
		return nil, err
	}
	out := make(map[string]line, len(rows))
	for _, row := range rows {
		var l line
		if _, err := store.Decode(row, &l); err != nil {
			return nil, err
		}
		if seen := now.Sub(time.UnixMilli(l.LastUse)); l.Often && seen < gone || !l.Often && seen < quietEvery+gone {
			out[store.SortKey(row)[len(prefix):]] = l
		}
	}
	return out, nil
}

// Exit tells that a tenant has nothing more to send by a sender, so that its share is the others' at once. Where it has after all, it is
// there again with its next question, within a second.
func (s *Shares) Exit(ctx context.Context, sender, tenant string) error {
	b := s.board(sender, tenant)
	b.mu.Lock()
	b.asked, b.told = time.Time{}, time.Time{}
	b.mu.Unlock()
	_, err := s.DB.Write(ctx, store.Op{Verb: store.Update, Key: lineKey(sender, tenant, s.Now()), Set: map[string]any{"s": 0},
		If: store.Exists("pk")})
	if store.ConditionFailed(err) != nil {
		return nil // it was not there
	}
	return err
}

// learn takes what was read, and how fast each went since the last time.
func (b *board) learn(me string, lanes map[string]line) {
	rates := map[string]float64{}
	b.others = false
	for t, l := range lanes {
		if t == me {
			continue
		}
		b.others = true
		if was, ok := b.lanes[t]; ok && l.LastUse > was.LastUse && l.Sent >= was.Sent {
			rates[t] = float64(l.Sent-was.Sent) / (float64(l.LastUse-was.LastUse) / 1000)
		} else if rate, ok := b.rates[t]; ok {
			rates[t] = rate
		}
	}
	b.lanes, b.rates = lanes, rates
}

// part divides a sender: a tenant that does not need its whole share keeps its use and a bit, the rest is divided
// among the others.
func (b *board) part(me Tenant, total float64, now time.Time) float64 {
	if !b.others {
		return 0
	}
	shares := func(weight int) float64 { return 1 + float64(weight)/100 }
	mine := shares(me.Weight)
	all := mine
	for t, l := range b.lanes {
		if t != me.ID {
			all += shares(l.Weight)
		}
	}
	left, hungry := total, mine
	for t, l := range b.lanes {
		if t == me.ID {
			continue
		}
		fair := total * shares(l.Weight) / all
		rate, known := b.rates[t]
		if wants := rate*1.3 + total/50; known && now.UnixMilli() > l.Hungry && wants < fair {
			left -= wants
		} else {
			hungry += shares(l.Weight)
		}
	}
	return more * max(left*mine/hungry, total*mine/all)
}
