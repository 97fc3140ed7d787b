package store

import (
	"context"
	"sync"

	"herald/pkg/kit/parallel"
)

// A process caches the bookmarks of the lists that it read last, so that a deep page reads its rows beside the index
// instead of after it. A cached bookmark is right as long as the index names the same one; otherwise the page is
// read again.
const (
	guessScopes = 32
	guessSpare  = 10 // rows that are read beyond the page, for those that were made meanwhile
)

var guesses struct {
	sync.Mutex
	of map[Key]*index
}

func recall(at Key) *index {
	guesses.Lock()
	defer guesses.Unlock()
	return guesses.of[at]
}

// remember keeps an index as it was; it is never changed.
func remember(at Key, x *index) {
	guesses.Lock()
	defer guesses.Unlock()
	if guesses.of == nil || len(guesses.of) >= guessScopes {
		guesses.of = map[Key]*index{}
	}
	guesses.of[at] = x
}

// Forget drops what the process remembers of lists: it is then as one that has just started.
func Forget() {
	guesses.Lock()
	defer guesses.Unlock()
	guesses.of = nil
}

// guessed reads a page where what is remembered says that it is; false where that is not known, or wrong.
func (l *engine) guessed(ctx context.Context, db DB, scope string, offset, size int) (rows []any, n int, ok bool, err error) {
	at := l.key(scope, "")
	was := recall(at)
	if was == nil {
		return nil, 0, false, nil
	}
	high := was.n - offset
	key, begins := was.mark(max(0, high-size))
	limit := high - begins + guessSpare
	if high <= 0 || limit > was.far()+size+guessSpare {
		return nil, 0, false, nil // not remembered
	}
	var x *index
	err = parallel.Do(
		func() (err error) { x, err = l.index(ctx, db, scope, false); return err },
		func() (err error) {
			rows, err = l.read(ctx, db, Query{Table: l.Table, PK: l.partition(scope), From: key, Limit: limit})
			return err
		})
	if err != nil || x.head.Name != was.head.Name || len(x.gone) >= goneTooMany {
		return nil, 0, false, err
	}
	remember(at, x)
	begins += was.below(key) - x.below(key)
	high = x.n - offset
	low := max(0, high-size)
	switch {
	case high <= 0:
		return nil, x.n, true, nil
	case low < begins || high-begins > limit:
		return nil, 0, false, nil
	}
	return between(rows, low-begins, high-begins), x.n, true, nil
}
