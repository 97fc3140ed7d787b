package store

import (
	"context"
	"maps"
	"slices"
	"sync"

	"herald/pkg/kit/parallel"
)

// A process remembers bookmarks of the lists that it read last, so that a deep page reads its rows beside the index instead of
// after it. Rows of bookmarks never change and have names of their own, so what is remembered is right as long as the head that
// is read names the same; otherwise the page is read again without it.
const (
	guessScopes = 32
	guessRows   = 16 // of bookmarks, of a scope
	guessSpare  = 10 // rows that are read beyond the page, for those that were made meanwhile
)

// guess is the index of a scope as it was, with rows of bookmarks. It is never changed.
type guess struct {
	x    *index
	rows map[string]marks
}

var guesses struct {
	sync.Mutex
	of map[Key]guess
}

func recall(scope Key) (guess, bool) {
	guesses.Lock()
	defer guesses.Unlock()
	g, ok := guesses.of[scope]
	return g, ok
}

func remember(scope Key, x *index, rows map[string]marks) {
	guesses.Lock()
	defer guesses.Unlock()
	g := guess{x, maps.Clone(rows)}
	if old, ok := guesses.of[scope]; ok && len(old.rows)+len(rows) <= guessRows {
		maps.Copy(g.rows, old.rows) // names that the head does not name are never asked for
	}
	if guesses.of == nil || len(guesses.of) >= guessScopes {
		guesses.of = map[Key]guess{}
	}
	guesses.of[scope] = g
}

// guessed reads a page where what is remembered says that it is; false where that is not known, or wrong.
func (l List[T]) guessed(ctx context.Context, db DB, scope string, offset, size int) (rows []T, n int, ok bool, err error) {
	g, ok := recall(l.Key(scope, ""))
	if !ok {
		return nil, 0, false, nil
	}
	high := g.x.n - offset
	key, was, err := g.x.mark(max(0, high-size), func(row string) (marks, error) {
		m, ok := g.rows[row]
		if !ok {
			return m, errMoved
		}
		return m, nil
	})
	limit := high - was + guessSpare
	if err != nil || high <= 0 || limit > far+size+guessSpare {
		return nil, 0, false, nil // not remembered
	}
	var x *index
	err = parallel.Do(
		func() (err error) { x, err = l.index(ctx, db, scope, false); return err },
		func() (err error) {
			rows, err = l.read(ctx, db, Query{Table: l.Table, PK: l.partition(scope), From: key, Limit: limit})
			return err
		})
	if err != nil || x.head.Version != g.x.head.Version || !slices.Equal(x.head.Rows, g.x.head.Rows) || len(x.gone) >= goneTooMany {
		return nil, 0, false, err
	}
	remember(l.Key(scope, ""), x, g.rows)
	at := was - x.below(key) + g.x.below(key)
	high = x.n - offset
	low := max(0, high-size)
	switch {
	case high <= 0:
		return nil, x.n, true, nil
	case low < at || high-at > limit:
		return nil, 0, false, nil
	}
	rows = rows[min(low-at, len(rows)):min(high-at, len(rows))]
	slices.Reverse(rows)
	return rows, x.n, true, nil
}

// find is mark with the rows of bookmarks of the table, which it remembers.
func (l List[T]) find(ctx context.Context, db DB, scope string, x *index, low int) (key string, at int, err error) {
	seen := map[string]marks{}
	key, at, err = x.mark(low, func(row string) (marks, error) {
		m, err := l.marks(ctx, db, scope, row)
		if err == nil {
			seen[row] = m
		}
		return m, err
	})
	if err == nil {
		remember(l.Key(scope, ""), x, seen)
	}
	return key, at, err
}
