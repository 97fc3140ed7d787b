package store

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"sort"
)

// The bookmarks of a scope (rows counted from the oldest, as offsets there do not move when new rows come): every 20th key
// with its offset, in rows of 100 that are written once and never changed, and a head that tells where each of them begins.
// A removal leaves its id ("!D#"), so that a reader takes those below a bookmark off its offset; nobody else's bookmarks
// change. A reader that meets many ids moves the offsets and takes the ids away in one transaction on the head.
const (
	headKey     = "!B"
	goneKey     = "!D#"
	marksKey    = "!M#"
	spacing     = 20  // rows between two bookmarks
	marksARow   = 100 // bookmarks in a row
	behind      = 20  // so many of the newest rows get no bookmark: an older id may still be on its way
	goneAtATime = 90  // ids that one transaction takes away
	goneTooMany = 45  // ids from which on a reader does so
)

// errMoved: the bookmarks changed while they were read.
var errMoved = errors.New("store: the bookmarks moved")

// head is the row that tells where the rows of bookmarks are.
type head struct {
	Version int64    `dynamodbav:"v"`
	Keys    []string `dynamodbav:"k"` // first key of each row
	At      []int    `dynamodbav:"p"` // its offset, with the rows of the ids that are left
	Rows    []string `dynamodbav:"r"`
}

// marks is a row of bookmarks.
type marks struct {
	Keys []string `dynamodbav:"k"`
	At   []int    `dynamodbav:"p"` // offsets from the first of the row
}

// index is what a deep page needs beside the rows.
type index struct {
	head head
	had  bool
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

// index reads the number of rows, the head and the ids that removals left: one query, all of it lies together.
func (l List[T]) index(ctx context.Context, db DB, scope string, consistent bool) (*index, error) {
	x := &index{}
	for it, err := range Rows(ctx, db, Query{Table: l.Table, PK: l.partition(scope), From: countKey, To: goneKey + "~", Consistent: consistent}) {
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
			x.had = true
		default:
			x.gone = append(x.gone, sk[len(goneKey):])
		}
	}
	return x, nil
}

// mark finds the newest bookmark at or below an offset, the beginning where there is none: its key and where it is now.
// Rows of bookmarks are read by their names.
func (x *index) mark(low int, read func(row string) (marks, error)) (key string, at int, err error) {
	n := sort.Search(len(x.head.Keys), func(i int) bool { return x.head.At[i]-x.below(x.head.Keys[i]) > low }) - 1
	if n < 0 {
		return "0", 0, nil // the beginning needs no bookmark
	}
	m, err := read(x.head.Rows[n])
	if err != nil {
		return "", 0, err
	}
	now := func(i int) int { return x.head.At[n] + m.At[i] - x.below(m.Keys[i]) }
	i := max(0, sort.Search(len(m.Keys), func(i int) bool { return now(i) > low })-1)
	return m.Keys[i], now(i), nil
}

func (l List[T]) marks(ctx context.Context, db DB, scope, row string) (m marks, err error) {
	for _, consistent := range []bool{false, true} {
		var ok bool
		if m, ok, err = Load[marks](ctx, db, l.Key(scope, marksKey+row), consistent); ok || err != nil {
			return m, err
		}
	}
	return m, errMoved
}

// extend makes the bookmarks of the rows that have none. It reads their keys, and all keys where there are no bookmarks yet
// or where rows came below them.
func (l List[T]) extend(ctx context.Context, db DB, scope string) error {
	before, err := l.index(ctx, db, scope, true)
	if err != nil {
		return err
	}
	last, from, at := len(before.head.Keys)-1, "0", 0
	var m marks
	if last >= 0 {
		if m, err = l.marks(ctx, db, scope, before.head.Rows[last]); err != nil {
			return err
		}
		from, at = m.Keys[len(m.Keys)-1], before.head.At[last]+m.At[len(m.At)-1]
	}
	all, seen, after, err := l.ids(ctx, db, scope, from)
	if err != nil {
		return err
	}
	if after.head.Version != before.head.Version {
		return nil // somebody else did it
	}
	if now := at - after.below(from) + seen; now < min(before.n, after.n) || now > max(before.n, after.n) {
		if last, at, m = -1, 0, (marks{}); from != "0" {
			if all, _, _, err = l.ids(ctx, db, scope, "0"); err != nil {
				return err
			}
		}
	}
	next, base := head{}, at
	if last >= 0 {
		if len(all) > 0 && all[0] == from {
			all, base = all[1:], at+1
		}
		next = head{Keys: before.head.Keys[:last], At: before.head.At[:last], Rows: before.head.Rows[:last]}
		for i := range m.At {
			m.At[i] += before.head.At[last]
		}
	}
	for i := range max(0, len(all)-behind) {
		if (base+i)%spacing == 0 || len(m.Keys) == 0 {
			m.Keys, m.At = append(m.Keys, all[i]), append(m.At, base+i)
		}
	}
	c := change{was: before.head, next: next}
	l.pack(scope, &c, m)
	return l.replace(ctx, db, scope, c)
}

// ids gives the keys from one on as they were for the bookmarks: those of the rows and those that removals left, in order,
// and the number of the rows among them. The index is read after the rows, so that no removal falls between the two.
func (l List[T]) ids(ctx context.Context, db DB, scope, from string) (all []string, rows int, x *index, err error) {
	for it, err := range Rows(ctx, db, Query{Table: l.Table, PK: l.partition(scope), From: from, Attributes: []string{"sk"}, Consistent: true}) {
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

// change is another head in place of one, with the rows of bookmarks that are new in it and the ids that it no longer needs.
type change struct {
	was, next head
	rows      []Op
	gone      []string
}

// pack puts bookmarks (offsets from the oldest row) behind those of the new head.
func (l List[T]) pack(scope string, c *change, m marks) {
	for from := 0; from < len(m.Keys); from += marksARow {
		to := min(from+marksARow, len(m.Keys))
		row := marks{Keys: m.Keys[from:to], At: make([]int, to-from)}
		for i := range row.At {
			row.At[i] = m.At[from+i] - m.At[from]
		}
		name := newName()
		c.rows = append(c.rows, Op{Verb: Put, Key: l.Key(scope, marksKey+name), Item: row})
		c.next.Keys = append(slices.Clip(c.next.Keys), row.Keys[0])
		c.next.At = append(slices.Clip(c.next.At), m.At[from])
		c.next.Rows = append(slices.Clip(c.next.Rows), name)
	}
}

func newName() string { return rand.Text()[:8] }

// replace writes the new rows of bookmarks, then the head together with the removal of the ids, and takes the old rows away. Nothing happens when somebody else was faster.
func (l List[T]) replace(ctx context.Context, db DB, scope string, c change) error {
	if err := db.WriteAll(ctx, c.rows); err != nil {
		return err
	}
	c.next.Version = c.was.Version + 1
	cond := Eq("v", c.was.Version)
	if c.was.Version == 0 {
		cond = Missing("v")
	}
	ops := []Op{{Verb: Put, Key: l.Key(scope, headKey), Item: c.next, If: cond}}
	for _, id := range c.gone {
		ops = append(ops, Op{Verb: Delete, Key: l.Key(scope, goneKey+id)})
	}
	err := db.Transact(ctx, ops)
	waste := c.was.Rows
	if ConditionFailed(err) != nil || errors.Is(err, ErrConflict) {
		err, waste, c.next.Rows = nil, nil, nil
		for _, op := range c.rows {
			waste = append(waste, op.Key.SK[len(marksKey):])
		}
	}
	if err != nil {
		return err
	}
	var old []Op
	for _, r := range waste {
		if !slices.Contains(c.next.Rows, r) {
			old = append(old, Op{Verb: Delete, Key: l.Key(scope, marksKey+r)})
		}
	}
	return db.WriteAll(ctx, old)
}

// settle moves the bookmarks by the removals, at most goneAtATime of them: only rows that hold a removed id between their
// bookmarks are written anew, of the others the head alone.
func (l List[T]) settle(ctx context.Context, db DB, scope string, x *index) error {
	done := &index{gone: x.gone[:min(goneAtATime, len(x.gone))]}
	next := head{Keys: x.head.Keys, Rows: slices.Clone(x.head.Rows), At: make([]int, len(x.head.At))}
	var moved []int
	var keys []Key
	for i, first := range x.head.Keys {
		n, top := done.below(first), len(done.gone)
		if next.At[i] = x.head.At[i] - n; i+1 < len(x.head.Keys) {
			top = done.below(x.head.Keys[i+1])
		}
		if n < top {
			moved, keys = append(moved, i), append(keys, l.Key(scope, marksKey+x.head.Rows[i]))
		}
	}
	rows, err := db.GetMany(ctx, keys, true)
	if err != nil {
		return err
	}
	var ops []Op
	for n, i := range moved {
		var m marks
		if ok, err := Decode(rows[n], &m); err != nil || !ok {
			return err
		}
		for j, key := range m.Keys {
			m.At[j] -= done.below(key) - done.below(m.Keys[0])
		}
		next.Rows[i] = newName()
		ops = append(ops, Op{Verb: Put, Key: l.Key(scope, marksKey+next.Rows[i]), Item: m})
	}
	return l.replace(ctx, db, scope, change{x.head, next, ops, done.gone})
}
