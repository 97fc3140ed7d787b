package store_test

import (
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"herald/pkg/kit/store"
)

// partition is a name that no other test has, on a service that tests share.
var partition = "big#" + rand.Text()

// makers give the services that this test run has, by name.
var makers = map[string]func(testing.TB) store.DB{"memory": func(testing.TB) store.DB { return store.NewMemory(nil) }}

func addService(name string, open func(testing.TB) store.DB) bool {
	makers[name] = open
	return true
}

func services(t testing.TB) map[string]store.DB {
	t.Helper()
	all := map[string]store.DB{}
	for name, open := range makers {
		all[name] = open(t)
	}
	return all
}

// Batches above the limits of one call are split.
func TestBatchesOfAnySize(t *testing.T) {
	var ops []store.Op
	var keys []store.Key
	for i := range 260 {
		k := store.Key{Table: "campaign", PK: partition + t.Name(), SK: fmt.Sprintf("%04d", i)}
		keys = append(keys, k)
		ops = append(ops, store.Op{Verb: store.Put, Key: k, Item: map[string]any{"n": i}})
	}
	for name, db := range services(t) {
		if err := db.WriteAll(ctx, ops); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		rows, err := db.GetMany(ctx, keys, true)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for i, row := range rows {
			if store.SortKey(row) != keys[i].SK {
				t.Fatalf("%s: row %d is %v", name, i, plain(row))
			}
		}
		if err := db.Transact(ctx, ops[:101]); err == nil {
			t.Errorf("%s took 101 operations in a transaction", name)
		}
		if err := db.Transact(ctx, ops[:100]); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A query reads beyond a page of 1 MB, and an item of more than 400 KB is refused.
func TestPagesAndItemsOfAnySize(t *testing.T) {
	big := strings.Repeat("x", 300<<10)
	for name, db := range services(t) {
		for i := range 8 {
			k := store.Key{Table: "campaign", PK: partition + t.Name(), SK: fmt.Sprint(i)}
			if _, err := db.Write(ctx, store.Op{Verb: store.Put, Key: k, Item: map[string]any{"s": big}}); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		for _, limit := range []int{9, 6} {
			rows, err := db.Query(ctx, store.Query{Table: "campaign", PK: partition + t.Name(), Limit: limit})
			if want := min(limit, 8); err != nil || len(rows) != want {
				t.Fatalf("%s: %d rows instead of %d (%v)", name, len(rows), want, err)
			}
		}
		if rows, err := store.Collect(store.Rows(ctx, db, store.Query{Table: "campaign", PK: partition + t.Name(), Limit: 3})); err != nil ||
			len(rows) != 8 {
			t.Fatalf("%s: %d rows in pages (%v)", name, len(rows), err)
		}
		if _, err := db.Query(ctx, store.Query{Table: "campaign", PK: partition + t.Name()}); err == nil {
			t.Fatalf("%s reads without a limit", name)
		}
		huge := store.Op{Verb: store.Put, Key: store.Key{Table: "campaign", PK: partition + t.Name(), SK: "huge"}, Item: map[string]any{"s": big + big}}
		small := store.Op{Verb: store.Put, Key: store.Key{Table: "campaign", PK: partition + t.Name(), SK: "small"}, Item: map[string]any{"s": "x"}}
		if _, err := db.Write(ctx, huge); !errors.Is(err, store.ErrTooLarge) {
			t.Errorf("%s took an item of 600 KB", name)
		}
		if err := db.Transact(ctx, []store.Op{small, huge}); !errors.Is(err, store.ErrTooLarge) {
			t.Errorf("%s took an item of 600 KB in a transaction", name)
		}
		if it, err := db.Get(ctx, small.Key, true); err != nil || it != nil {
			t.Errorf("%s wrote half of a transaction: %v %v", name, plain(it), err)
		}
	}
}

// Concurrent callers change the same two rows by conditional transactions: none is lost and none counts twice.
func TestConcurrentTransactions(t *testing.T) {
	const callers, each = 8, 12
	for name, db := range services(t) {
		key := func(sk string) store.Key { return store.Key{Table: "credit", PK: partition + t.Name(), SK: sk} }
		var wg sync.WaitGroup
		for range callers {
			wg.Go(func() {
				for done := 0; done < each; {
					type row struct {
						N int `dynamodbav:"n"`
					}
					now, had, err := store.Load[row](ctx, db, key("a"), true)
					if err != nil {
						t.Error(err)
						return
					}
					cond := store.Eq("n", now.N)
					if !had {
						cond = store.Missing("pk")
					}
					err = db.Transact(ctx, []store.Op{{Verb: store.Put, Key: key("a"), Item: row{now.N + 1}, If: cond},
						{Verb: store.Update, Key: key("b"), Add: map[string]int64{"n": 1}}})
					switch {
					case err == nil:
						done++
					case store.ConditionFailed(err) == nil && !errors.Is(err, store.ErrConflict):
						t.Error(err)
						return
					}
				}
			})
		}
		wg.Wait()
		rows, err := db.GetMany(ctx, []store.Key{key("a"), key("b")}, true)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			if got := plain(row).(map[string]any)["n"]; got != float64(callers*each) {
				t.Fatalf("%s counted %v instead of %d", name, got, callers*each)
			}
		}
	}
}
