package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
)

// Overrides keeps a bounded set of named entries that are rarely changed and often read: dictionaries, pickers,
// countries. An index row holds the version of each entry, so that a process that knows an entry needs one read of
// the index a second at most at any traffic, and two calls when an entry has changed.
//
// Keys: <name> / INDEX with an attribute "e:"+entry = version; <name>#<entry> / E with the entry. Writes are rare,
// and Max bounds the entries, so the one index row is not hot.
type Overrides[T any] struct {
	db    DB
	now   func() time.Time
	table string
	name  string
	most  int

	turn  Mutex
	at    time.Time
	index map[string]int64
	known map[string]storedEntry[T]
}

// OverridesFresh is how long a process believes the index that it read: a change holds everywhere within it.
const OverridesFresh = time.Second

// ErrFull: there are as many entries as are allowed.
var ErrFull = errors.New("store: the overrides are full")

type storedEntry[T any] struct {
	Version int64 `dynamodbav:"v"`
	Entry   T     `dynamodbav:"e"`
}

// NewOverrides makes overrides of at most so many entries; a process has one of a name.
func NewOverrides[T any](db DB, now func() time.Time, table, name string, most int) *Overrides[T] {
	return &Overrides[T]{db: db, now: now, table: table, name: name, most: most, turn: NewMutex(), known: map[string]storedEntry[T]{}}
}

const entryAttribute = "e:"

func (s *Overrides[T]) indexKey() Key { return Key{Table: s.table, PK: s.name, SK: "INDEX"} }

func (s *Overrides[T]) key(entry string) Key {
	return Key{Table: s.table, PK: s.name + "#" + entry, SK: "E"}
}

// Get gives the entries of these names that exist. At most two calls for up to 100 names.
func (s *Overrides[T]) Get(ctx context.Context, names ...string) (map[string]T, error) {
	if err := s.turn.Lock(ctx); err != nil {
		return nil, err
	}
	defer s.turn.Unlock()
	if err := s.fresh(ctx); err != nil {
		return nil, err
	}
	return s.pick(ctx, names)
}

// All gives every entry.
func (s *Overrides[T]) All(ctx context.Context) (map[string]T, error) {
	if err := s.turn.Lock(ctx); err != nil {
		return nil, err
	}
	defer s.turn.Unlock()
	if err := s.fresh(ctx); err != nil {
		return nil, err
	}
	names := make([]string, 0, len(s.index))
	for n := range s.index {
		names = append(names, n)
	}
	return s.pick(ctx, names)
}

// Renew lets the next read ask the table. It serves the pages of users who may have changed an entry a moment ago in
// another process.
func (s *Overrides[T]) Renew() {
	_ = s.turn.Lock(context.Background()) // it never ends
	defer s.turn.Unlock()
	s.index = nil
}

// fresh reads the index when the one that is known is old.
func (s *Overrides[T]) fresh(ctx context.Context) error {
	now := s.now()
	if s.index != nil && now.Sub(s.at) < OverridesFresh && !now.Before(s.at) {
		return nil
	}
	it, err := s.db.Get(ctx, s.indexKey(), true)
	if err != nil {
		return err
	}
	index := map[string]int64{}
	for attr, av := range it {
		entry, ok := strings.CutPrefix(attr, entryAttribute)
		if !ok {
			continue
		}
		var v int64
		if err := attributevalue.Unmarshal(av, &v); err != nil {
			return fmt.Errorf("overrides %s %s: %w", s.name, entry, err)
		}
		index[entry] = v
	}
	s.at, s.index = now, index
	return nil
}

// pick gives entries of the index as it is known, reading those that changed.
func (s *Overrides[T]) pick(ctx context.Context, names []string) (map[string]T, error) {
	var keys []Key
	var wanted []string
	for _, n := range names {
		if v, ok := s.index[n]; ok && s.known[n].Version != v {
			keys, wanted = append(keys, s.key(n)), append(wanted, n)
		}
	}
	for from := 0; from < len(keys); from += 100 {
		rows, err := s.db.GetMany(ctx, keys[from:min(from+100, len(keys))], true)
		if err != nil {
			return nil, err
		}
		for i, row := range rows {
			var e storedEntry[T]
			ok, err := Decode(row, &e)
			if err != nil {
				return nil, fmt.Errorf("overrides %s %s: %w", s.name, wanted[from+i], err)
			}
			if ok {
				s.known[wanted[from+i]] = e
			} else {
				delete(s.known, wanted[from+i]) // it went since the index was read
			}
		}
	}
	out := make(map[string]T, len(names))
	for _, n := range names {
		if _, ok := s.index[n]; !ok {
			delete(s.known, n)
		} else if e, ok := s.known[n]; ok {
			out[n] = e.Entry
		}
	}
	return out, nil
}

// Change gives set the current entry. It stores the entry that set returns, or removes it when keep is false.
// Nothing is written when set fails. set may be called again when another writer was faster. Errors: ErrFull when an
// entry would exceed the limit, ErrConflict after 8 tries.
func (s *Overrides[T]) Change(ctx context.Context, name string, set func(old T, exists bool) (entry T, keep bool, err error)) error {
	defer func() {
		s.Renew() // this process's copy is old
	}()
	return Retry(ctx, 8, func() error { return s.change(ctx, name, set) })
}

func (s *Overrides[T]) change(ctx context.Context, name string, set func(T, bool) (T, bool, error)) error {
	rows, err := s.db.GetMany(ctx, []Key{s.indexKey(), s.key(name)}, true)
	if err != nil {
		return err
	}
	var old storedEntry[T]
	exists, err := Decode(rows[1], &old)
	if err != nil {
		return err
	}
	entry, keep, err := set(old.Entry, exists)
	if err != nil || (!keep && !exists) {
		return err
	}
	attr := entryAttribute + name
	if !keep {
		return s.db.Transact(ctx, []Op{
			{Verb: Delete, Key: s.key(name), If: Eq("v", old.Version)},
			{Verb: Update, Key: s.indexKey(), Remove: []string{attr}},
		})
	}
	if !exists && len(rows[0]) >= s.most+2 { // beside pk and sk
		return ErrFull
	}
	// Versions never come again, not even after an entry was taken away and another took its name.
	next := storedEntry[T]{Version: max(old.Version+1, s.now().UnixMilli()), Entry: entry}
	put := Op{Verb: Put, Key: s.key(name), Item: next, If: Missing("pk")}
	if exists {
		put.If = Eq("v", old.Version)
	}
	return s.db.Transact(ctx, []Op{put, {Verb: Update, Key: s.indexKey(), Set: map[string]any{attr: next.Version}}})
}
