package store

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"sort"
)

// Bookmarks of a scope are places between two rows with the number of rows below, about every 32nd. Rows are counted
// from the oldest, as these offsets do not move when new rows come. All bookmarks are in one row beside the number
// ("!B"), so that one read shows where any page begins. A removal leaves its id ("!D#"), so that a reader takes
// those below a bookmark off its offset; the bookmarks of other scopes do not change. A reader that meets many ids
// moves the offsets and takes the ids away in one transaction on that row.
const (
	headKey     = "!B"
	goneKey     = "!D#"
	spacing     = 32   // rows between two bookmarks, doubled until there are at most marksMost of them
	marksMost   = 8000 // about 20 KB
	behind      = 20   // so many of the newest rows get no bookmark: an older id may still be on its way
	goneAtATime = 90   // ids that one transaction takes away
	goneTooMany = 45   // ids from which on a reader does so
)

// head is the row of bookmarks.
type head struct {
	Version int64  `dynamodbav:"v"`
	Name    string `dynamodbav:"n"` // of this version, in whichever table
	Marks   marks  `dynamodbav:"m"`
}

// index is what a deep page needs beside the rows.
type index struct {
	head head
	gone []string // sorted
	n    int
}

func (x *index) total() int {
	if x == nil {
		return 0
	}
	return x.n
}

// below counts the removed ids below a key.
func (x *index) below(key string) int { return sort.SearchStrings(x.gone, key) }

// mark is the newest bookmark at or below an offset, the beginning where there is none: its key and where it is now.
func (x *index) mark(low int) (key string, at int) {
	m := &x.head.Marks
	now := func(i int) int { return m.at[i] - x.below(m.keys[i]) }
	i := sort.Search(len(m.keys), func(i int) bool { return now(i) > low }) - 1
	if i < 0 {
		return "0", 0 // the beginning needs no bookmark
	}
	return m.keys[i], now(i)
}

// far is how many rows lie at most between a bookmark and a page, unless there are too few bookmarks.
func (x *index) far() int { return behind + 2*apart(x.n) }

// apart is how many rows there are between two bookmarks of a list of n.
func apart(n int) int {
	s := spacing
	for n/s > marksMost {
		s *= 2
	}
	return s
}

// index reads the number of rows, the bookmarks and the ids that removals left: one query, all of it lies together.
func (l *engine) index(ctx context.Context, db DB, scope string, consistent bool) (*index, error) {
	x := &index{}
	for it, err := range Rows(ctx, db, Query{Table: l.Table, PK: l.partition(scope), From: countKey, To: goneKey + "~",
		Consistent: consistent}) {
		if err != nil {
			return nil, err
		}
		switch sk := SortKey(it); {
		case isCount(sk):
			var c listCount
			if _, err := Decode(it, &c); err != nil {
				return nil, err
			}
			x.n += c.N
		case sk == headKey:
			if _, err := Decode(it, &x.head); err != nil {
				return nil, err
			}
		case len(sk) > len(goneKey) && sk[:len(goneKey)] == goneKey:
			x.gone = append(x.gone, sk[len(goneKey):])
		}
	}
	return x, nil
}

// extend makes the bookmarks of the rows that have none. It reads their keys, and all keys where there are no bookmarks yet
// or where rows came below them.
func (l *engine) extend(ctx context.Context, db DB, scope string) error {
	before, err := l.index(ctx, db, scope, true)
	if err != nil {
		return err
	}
	m := before.head.Marks
	from, at := "0", 0
	if last := len(m.keys) - 1; last >= 0 {
		from, at = m.keys[last], m.at[last]
	}
	all, seen, after, err := l.ids(ctx, db, scope, from)
	if err != nil {
		return err
	}
	if after.head.Version != before.head.Version {
		return nil // another process did it
	}
	if now := at - after.below(from) + seen; now < min(before.n, after.n) || now > max(before.n, after.n) {
		m, at = marks{}, 0
		if from != "0" {
			if all, _, _, err = l.ids(ctx, db, scope, "0"); err != nil {
				return err
			}
		}
	}
	m = m.with(all, at, apart(at+len(all)))
	return l.replace(ctx, db, scope, headChange{before.head, head{Marks: m}, nil})
}

// ids gives the keys from one on as they were for the bookmarks: those of the rows and those that removals left, in order,
// and the number of the rows among them. The index is read after the rows, so that no removal falls between the two.
func (l *engine) ids(ctx context.Context, db DB, scope, from string) (all []string, rows int, x *index, err error) {
	for it, err := range Rows(ctx, db, Query{Table: l.Table, PK: l.partition(scope), From: from, Attributes: []string{"sk"}, Limit: listPage,
		Consistent: true}) {
		if err != nil {
			return nil, 0, nil, err
		}
		all = append(all, SortKey(it))
	}
	if x, err = l.index(ctx, db, scope, true); err != nil {
		return nil, 0, nil, err
	}
	rows = len(all)
	all = append(all, x.gone[x.below(from):]...)
	slices.Sort(all)
	return slices.Compact(all), rows, x, nil
}

// headChange is the bookmarks that were, those to come, and the removed ids that are counted in them.
type headChange struct {
	was, next head
	gone      []string
}

// replace writes bookmarks in the place of others, together with the removal of the ids that they no longer need.
// Nothing happens when another process was faster.
func (l *engine) replace(ctx context.Context, db DB, scope string, c headChange) error {
	was, next := c.was, c.next
	next.Version, next.Name = was.Version+1, rand.Text()[:8]
	cond := Eq("v", was.Version)
	if was.Version == 0 {
		cond = Missing("v")
	}
	ops := []Op{{Verb: Put, Key: l.key(scope, headKey), Item: next, If: cond}}
	for _, id := range c.gone {
		ops = append(ops, Op{Verb: Delete, Key: l.key(scope, goneKey+id)})
	}
	if err := db.Transact(ctx, ops); err != nil && ConditionFailed(err) == nil && !errors.Is(err, ErrConflict) {
		return err
	}
	return nil
}

// settle moves the bookmarks by the removals, at most goneAtATime of them.
func (l *engine) settle(ctx context.Context, db DB, scope string, x *index) error {
	done := &index{gone: x.gone[:min(goneAtATime, len(x.gone))]}
	was := x.head.Marks
	next := marks{keys: was.keys, at: make([]int, len(was.at))}
	for i, key := range was.keys {
		next.at[i] = was.at[i] - done.below(key)
	}
	return l.replace(ctx, db, scope, headChange{x.head, head{Marks: next}, done.gone})
}
