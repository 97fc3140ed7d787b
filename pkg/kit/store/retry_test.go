package store_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"herald/internal/testkit"
	"herald/pkg/kit/store"
	"herald/pkg/kit/store/wire"
)

// TransactionConflictException of a single write is repeated, and reported as a conflict in the end.
func TestSingleWritesMeetTransactions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		held := func(_ http.RoundTripper, r *http.Request) (*http.Response, error) {
			return wire.Refuse(r, 400, "TransactionConflictException", "Transaction is ongoing for the item"), nil
		}
		op := store.Op{Verb: store.Update, Key: rowKey, Add: map[string]int64{"n": 1}}
		db, memory, _ := dynamoOver(held, held)
		if _, err := db.Write(ctx, op); err != nil {
			t.Error(err)
		}
		check(t, memory, &counted{N: 1})
		db, memory, _ = dynamoOver(held, held, held)
		if _, err := db.Write(ctx, op); !errors.Is(err, store.ErrConflict) {
			t.Error(err)
		}
		check(t, memory, nil)
	})
}

// Retry repeats conflicts with another writer, and nothing else.
func TestRetry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		other := errors.New("other")
		for _, c := range []struct {
			errs  []error
			calls int
			want  error
		}{
			{[]error{nil}, 1, nil},
			{[]error{&store.Failed{}, fmt.Errorf("x: %w", store.ErrConflict), nil}, 3, nil},
			{[]error{other}, 1, other},
			{[]error{store.ErrUnclear}, 1, store.ErrUnclear},
			{[]error{store.Retryable(store.ErrUnclear), nil}, 2, nil},
			{[]error{&store.Failed{}, &store.Failed{}, &store.Failed{}, &store.Failed{}, nil}, 4, store.ErrConflict},
			{[]error{store.Retryable(other), store.Retryable(other), store.Retryable(other), store.Retryable(other)}, 4, other},
		} {
			n := 0
			err := store.Retry(ctx, 4, func() error { n++; return c.errs[n-1] })
			if n != c.calls || !errors.Is(err, c.want) || store.ConditionFailed(err) != nil {
				t.Errorf("%v: %d calls, %v", c.errs, n, err)
			}
		}
		ended, cancel := context.WithCancel(ctx)
		cancel()
		if err := store.Retry(ended, 9, func() error { return store.ErrConflict }); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
}

// A row with an impossible key, empty or too long, is missing. A read finds nothing, a condition on it fails, and it is never created.
func TestImpossibleKeys(t *testing.T) {
	impossibleKeys(t, map[string]store.DB{"memory": store.NewMemory(nil), "SDK": testkit.Memory(t).DB})
}

func impossibleKeys(t *testing.T, of map[string]store.DB) {
	t.Helper()
	long := strings.Repeat("x", 2049)
	for _, k := range []store.Key{{Table: "campaign", PK: "P"}, {Table: "campaign", SK: "S"}, {Table: "campaign", PK: long, SK: "S"},
		{Table: "campaign", PK: "P", SK: long[:1025]}} {
		for name, db := range of {
			if it, err := db.Get(ctx, k, true); it != nil || err != nil {
				t.Errorf("%s: get: %v, %v", name, it, err)
			}
			if rows, err := db.GetMany(ctx, []store.Key{k, rowKey}, true); len(rows) != 2 || rows[0] != nil || err != nil {
				t.Errorf("%s: getMany: %v, %v", name, rows, err)
			}
			if rows, err := db.Query(ctx, store.Query{Table: k.Table, PK: k.PK, Prefix: k.SK, Limit: 1}); k.SK != "" &&
				(len(rows) > 0 || err != nil) {
				t.Errorf("%s: query: %v, %v", name, rows, err)
			}
			change := store.Op{Verb: store.Update, Key: k, Set: map[string]any{"n": 1}, If: store.Exists("pk")}
			if _, err := db.Write(ctx, change); store.ConditionFailed(err) == nil {
				t.Errorf("%s: change: %v", name, err)
			}
			if err := db.Transact(ctx, []store.Op{{Verb: store.Put, Key: rowKey, Item: counted{}}, change}); store.ConditionFailed(err) == nil ||
				store.ConditionFailed(err).Index != 1 {
				t.Errorf("%s: transact: %v", name, err)
			}
			if _, err := db.Write(ctx, store.Op{Verb: store.Put, Key: k, Item: counted{}, If: store.Missing("pk")}); err == nil ||
				store.ConditionFailed(err) != nil {
				t.Errorf("%s: create: %v", name, err)
			}
		}
	}
}
