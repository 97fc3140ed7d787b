// Package sender is the module for what messages are sent by: how a number or an account stands with its provider (quality, tier), what
// staff allow it (weight, daily limit, warm-up, on or off), and whether it rests because it fails. The accounts themselves are of the
// configuration (provider.Registry); a sender without a row is sound and without limits.
//
// Keys, in table campaign:
//
//	SENDER / <id>          how it stands
//	SENDERDAY / <id>       what it sent in the last day, by hour
package sender

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"sync"
	"time"

	"herald/pkg/campaign/webhook"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

const table = "campaign"

func key(id string) store.Key    { return store.Key{Table: table, PK: "SENDER", SK: id} }
func dayKey(id string) store.Key { return store.Key{Table: table, PK: "SENDERDAY", SK: id} }

// State is how a sender stands.
type State struct {
	Weight   int       `dynamodbav:"w"`           // beside others of its channel; 0: nothing new goes out by it
	Daily    int       `dynamodbav:"d,omitempty"` // messages in any 24 hours that staff allow; 0: without limit
	WarmUp   int       `dynamodbav:"u,omitempty"` // messages of the first day of its warm-up, doubled every day; 0: none
	WarmFrom time.Time `dynamodbav:"uf,omitzero"` // when that began
	Off      bool      `dynamodbav:"x,omitempty"` // staff switched it off: what was ordered by it waits
	// recipients in any 24 hours that the provider allows; 0: not known, or without limit
	Tier    int              `dynamodbav:"t,omitempty"`
	Quality provider.Quality `dynamodbav:"q,omitempty"`  // as the provider sees it; empty: not known
	Until   int64            `dynamodbav:"r,omitempty"`  // unix ms until which it rests
	Since   int64            `dynamodbav:"rs,omitempty"` // unix ms since which it rests, or did last
	Rests   int              `dynamodbav:"n,omitempty"`  // how often in a row
	By      string           `dynamodbav:"by,omitempty"` // who changed it last
	At      time.Time        `dynamodbav:"at,omitzero"`
}

// usual is the state of a sender without a row.
func usual() State { return State{Weight: usualWeight} }

const usualWeight = 100

// Store of senders.
type Store struct {
	DB  store.DB
	Now func() time.Time
	// Shared is the account whose limit of the day a sender shares with others (its row is kept under the account's id); empty for none,
	// as nil tells of all.
	Shared func(id string) string
	// Paused reports a sender whose account at the provider staff paused; nil: none is. It counts as switched off.
	Paused func(id string) bool

	mu    sync.Mutex // never held while the database is asked
	read  time.Time
	known map[string]State
}

// fresh is how long a process believes what it read.
const fresh = time.Second

// Of gives how a sender stands, as of a second ago at most.
func (b *Store) Of(ctx context.Context, id string) (State, error) {
	all, err := b.all(ctx)
	if err != nil {
		return State{}, err
	}
	return b.stateOf(all, id), nil
}

// stateOf is a sender's state among those that were read.
func (b *Store) stateOf(all map[string]State, id string) State {
	s, ok := all[id]
	if !ok {
		s = usual()
	}
	if b.Paused != nil && b.Paused(id) {
		s.Off = true
	}
	return s
}

// all reads the few rows that there are.
func (b *Store) all(ctx context.Context) (map[string]State, error) {
	b.mu.Lock()
	known, read := b.known, b.read
	b.mu.Unlock()
	if now := b.Now(); known != nil && now.Sub(read) < fresh && !now.Before(read) {
		return known, nil
	}
	asked := b.Now()
	rows, err := store.Collect(store.Rows(ctx, b.DB, store.Query{Table: table, PK: key("").PK, Consistent: true}))
	if err != nil {
		return nil, err
	}
	known = make(map[string]State, len(rows))
	for _, row := range rows {
		var s State
		if _, err := store.Decode(row, &s); err != nil {
			return nil, err
		}
		known[store.SortKey(row)] = s
	}
	b.mu.Lock()
	b.known, b.read = known, asked
	b.mu.Unlock()
	return known, nil
}

// set changes attributes of a sender's row; the first change writes what is usual besides.
func (b *Store) set(ctx context.Context, id string, attributes map[string]any) error {
	_, err := b.DB.Write(ctx, store.Op{Verb: store.Update, Key: key(id), Set: attributes, If: store.Exists("pk")})
	if store.ConditionFailed(err) != nil {
		all := map[string]any{"w": usualWeight}
		for k, v := range attributes {
			all[k] = v
		}
		_, err = b.DB.Write(ctx, store.Op{Verb: store.Update, Key: key(id), Set: all})
	}
	b.mu.Lock()
	b.known = nil
	b.mu.Unlock()
	return err
}

// TaskEvents is a message on the queue of what providers tell: their words about senders.
const TaskEvents = "sender.told"

// InboundQueue is what the webhook's function may send to.
const InboundQueue = "inbound"

// EventReceiver queues a webhook's events about senders.
type EventReceiver struct{ Queues queue.Queues }

var _ webhook.Receiver = EventReceiver{}

// Kinds are events about senders.
func (EventReceiver) Kinds() []webhook.Kind { return []webhook.Kind{webhook.Senders} }

// Receive queues the events for HandleCallback.
func (r EventReceiver) Receive(ctx context.Context, _ *provider.Account, events *provider.Events) error {
	return r.Queues.Send(ctx, InboundQueue, queue.New(TaskEvents, "", events.Senders))
}

// HandleCallback is the handler of TaskEvents.
func (b *Store) HandleCallback(ctx context.Context, m queue.Message) error {
	var all []provider.SenderEvent
	if err := json.Unmarshal(m.Body, &all); err != nil {
		return fmt.Errorf("sender: told: %w", err)
	}
	for _, e := range all {
		if err := b.tellOwner(ctx, e); err != nil {
			return err
		}
	}
	return nil
}

// tellOwner stores a provider's event about a sender.
func (b *Store) tellOwner(ctx context.Context, e provider.SenderEvent) error {
	attributes := map[string]any{}
	if e.Quality != "" {
		attributes["q"] = e.Quality
	}
	if e.Tier != nil {
		attributes["t"] = *e.Tier
	}
	if len(attributes) == 0 {
		return nil
	}
	return b.set(ctx, e.Sender, attributes)
}

// ErrNone tells that every sender is switched off.
var ErrNone = errors.New("sender: all are switched off")

// Choose takes one of several senders for something new: by weight, quality and rate, and not one that rests or has reached its limit of
// the day while another has not. The same seed chooses the same among the same, so a repetition does.
func (b *Store) Choose(ctx context.Context, among []*provider.Account, seed string) (*provider.Account, error) {
	all, err := b.all(ctx)
	if err != nil {
		return nil, err
	}
	full := make([]bool, len(among))
	for _, err := range parallel.Each(len(among), 8, func(i int) error {
		if len(among) < 2 {
			return nil
		}
		state, _, err := b.Waiting(ctx, among[i].Profile().Sender)
		full[i] = state == Full
		return err
	}) {
		if err != nil {
			return nil, err
		}
	}
	ranks := make([]Rank, len(among))
	for i, a := range among {
		ranks[i] = b.rank(all, a)
		ranks[i].Spent = full[i]
	}
	if i := Pick(ranks, seed); i >= 0 {
		return among[i], nil
	}
	return nil, ErrNone
}

// Rank is what decides between senders.
type Rank struct {
	ID    string
	Worth float64 // by weight, quality and rate: its share beside the others
	Off   bool    // staff switched it off
	Last  bool    // it rests, or nothing new goes out by it: taken when there is no other
	Spent bool    // it may send no more today: taken when all that are left may not
}

// Weights gives what decides between senders now.
func (b *Store) Weights(ctx context.Context, among []*provider.Account) ([]Rank, error) {
	all, err := b.all(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]Rank, len(among))
	for i, a := range among {
		out[i] = b.rank(all, a)
	}
	return out, nil
}

func (b *Store) rank(all map[string]State, a *provider.Account) Rank {
	p := a.Profile()
	s := b.stateOf(all, p.Sender)
	return Rank{ID: p.Sender, Worth: s.weight() * float64(max(1, p.PerSecond)), Off: s.Off, Last: b.Now().UnixMilli() < s.Until ||
		s.Weight == 0}
}

// Pick gives the place of the one that is taken for a seed; -1 when all are switched off. While the same are there the same seed takes
// the same one, and when one is missing only what it had goes to others: so a recipient keeps the number that it knows.
func Pick(among []Rank, seed string) int {
	best, class, score := -1, 0, math.Inf(-1)
	for i := range among {
		r := &among[i]
		if r.Off {
			continue
		}
		c := 0
		switch {
		case r.Spent:
			c = 2
		case r.Last:
			c = 1
		}
		if best >= 0 && c > class {
			continue
		}
		if s := drawn(seed, r.ID, r.Worth); best < 0 || c < class || s > score {
			best, class, score = i, c, s
		}
	}
	return best
}

// worth is a sender's weight by its quality.
func (s *State) weight() float64 {
	worth := float64(s.Weight)
	switch s.Quality {
	case "yellow":
		worth /= 2
	case "red":
		worth /= 10
	}
	return worth
}

// drawn is a number whose highest among several is as likely each one's as its weight says (weighted rendezvous hashing).
func drawn(seed, id string, weight float64) float64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(seed + "\x00" + id)) // a hash takes everything
	x := h.Sum64()                             // mixed once more: texts that differ in their ends only are near each other
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	u := (float64(x>>11) + 0.5) / (1 << 53)
	return -max(weight, 1e-9) / math.Log(u)
}
