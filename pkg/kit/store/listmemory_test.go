package store_test

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"testing"

	"herald/pkg/kit/store"
)

// The memory of a filtered page depends on the budget, not on the number of rows. A file of all rows holds one page at a time.
func TestMemoryIsBounded(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(100)) // as the product has it
	db := store.NewMemory(nil)
	sizes := map[string]int{"small": 2 * store.Budget, "large": 10 * store.Budget}
	for scope, n := range sizes {
		var ops []store.Op
		for i := range n {
			ops = append(ops, store.Op{Verb: store.Put, Key: listing.Key(scope, listedID(i)), Item: listed{listedID(i), fmt.Sprint("thing ", i)}})
		}
		if err := db.WriteAll(ctx, ops); err != nil {
			t.Fatal(err)
		}
	}
	heap := func() (live, made uint64) {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc, m.TotalAlloc
	}
	made := map[string]uint64{}
	for scope := range sizes {
		_, before := heap()
		rows, total, err := listing.Page(ctx, db, scope, store.ListQuery{Current: 1, Size: 10, Filters: map[string]string{"s": "7"}})
		if err != nil || len(rows) != 10 || !total.More {
			t.Fatalf("%d rows of %+v (%v)", len(rows), total, err)
		}
		_, after := heap()
		made[scope] = after - before
	}
	if float64(made["large"]) > 1.3*float64(made["small"]) {
		t.Errorf("a page of 100,000 rows makes %d bytes, of 20,000 %d", made["large"], made["small"])
	}
	base, _ := heap()
	each, err := listing.Each(ctx, db, "large", nil)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, err := range each {
		if err != nil {
			t.Fatal(err)
		}
		if n++; n%25_000 == 0 {
			if live, _ := heap(); live > base+16<<20 {
				t.Errorf("%d bytes are held after %d rows", live-base, n)
			}
		}
	}
	if n != sizes["large"] {
		t.Errorf("%d rows", n)
	}
}
