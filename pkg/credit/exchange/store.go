package exchange

import (
	"context"
	"fmt"
	"slices"

	"herald/pkg/kit/store"
)

const (
	table = "credit"
	tries = 8
)

func currentKey(code string) store.Key { return store.Key{Table: table, PK: "FX#" + code, SK: "C"} }

func historyKey(code string, version int64) store.Key {
	return store.Key{Table: table, PK: "FX#" + code, SK: fmt.Sprintf("H#%012d", version)}
}

func known(code string) bool { return slices.Contains(Codes, code) }

// read gives the row of a currency, the zero row where there is none yet.
func (b *Store) read(ctx context.Context, code string, consistent bool) (current, error) {
	if !known(code) {
		return current{}, ErrUnknown
	}
	row, _, err := store.Load[current](ctx, b.DB, currentKey(code), consistent)
	return row, err
}

// write adds an entry to the history and, unless it is held, puts it into force, on condition that no other writer
// was faster.
func (b *Store) write(ctx context.Context, row current, e Entry) error {
	e.Version = row.Last + 1
	next, was := row, row.Last
	next.Last = e.Version
	if e.Held == "" {
		next.Entry = e
	} else {
		next.HeldAt = e.Made
	}
	unchanged := store.Missing("lv")
	if was > 0 {
		unchanged = store.Eq("lv", was)
	}
	return b.DB.Transact(ctx, []store.Op{
		{Verb: store.Put, Key: currentKey(e.Code), Item: next, If: unchanged},
		{Verb: store.Put, Key: historyKey(e.Code, e.Version), Item: e, If: store.Missing("pk")},
	})
}
