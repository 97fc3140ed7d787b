package store_test

import (
	"fmt"
	"testing"

	"herald/pkg/kit/store"
)

// Concurrent creations of different tenants do not conflict on one row of the staff scope (B11), and all are counted.
func TestCreationsShareNoCounter(t *testing.T) {
	type row struct {
		N int `dynamodbav:"x" json:"x"`
	}
	list := store.List[row]{Table: "platform", Entity: "thing"}
	db, most := store.NewMemory(nil), map[string]int{}
	const made = 400
	for i := range made {
		ops := list.Insert([]string{"all"}, fmt.Sprintf("%026d", i), row{i})
		for _, op := range ops {
			if op.Verb == store.Update {
				most[op.Key.SK]++
			}
		}
		if err := db.Transact(ctx, ops); err != nil {
			t.Fatal(err)
		}
	}
	for sk, n := range most {
		if n > made/4 {
			t.Errorf("%d of %d creations change %s", n, made, sk)
		}
	}
	if len(most) < 8 {
		t.Errorf("%d rows count", len(most))
	}
	for i := range 100 {
		if err := db.Transact(ctx, list.Remove([]string{"all"}, fmt.Sprintf("%026d", 3*i))); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Transact(ctx, []store.Op{list.Count("all", -1)}); err != nil { // as modules count that write their rows themselves
		t.Fatal(err)
	}
	for _, page := range []int{1, 20} { // by the number alone, and by bookmarks
		_, total, err := list.Page(ctx, db, "all", store.ListQuery{Current: page, Size: 10})
		if err != nil || total.N != made-101 {
			t.Errorf("page %d: %d rows, %v", page, total.N, err)
		}
	}
}
