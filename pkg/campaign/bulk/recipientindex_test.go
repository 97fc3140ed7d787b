package bulk_test

import (
	"fmt"
	"testing"
	"time"

	"herald/pkg/kit/store"
)

// indexRows is how many rows a part of the recipient index has.
func (q *quietTown) indexRows(part string) int {
	q.t.Helper()
	rows, err := q.db.Query(q.ctx, store.Query{Table: "campaign", PK: part, Limit: 1000})
	if err != nil {
		q.t.Fatal(err)
	}
	return len(rows)
}

// TestStopThroughTheMergedIndex holds that an opt-out finds its tenant after the planned segments were merged, and again when later orders
// stand beside them; another tenant's orders to others are not touched.
func TestStopThroughTheMergedIndex(t *testing.T) {
	quietly(t, nil, func(q *quietTown) {
		ana, bob, numbers := q.shared()
		q.detail(q.ana, q.buy(q.ana, "first", ana), false)
		q.sleep(25 * time.Hour) // the oldest segment is a day old
		if n := q.indexRows("RINDEX#new"); n != 0 {
			t.Fatalf("%d planned segments are left", n)
		}
		if n := q.indexRows("RINDEX#of"); n != 1 {
			t.Fatalf("%d merges", n)
		}
		q.hook(text(without(known(numbers)), "wamid.1", "STOP", time.Now()))
		if a, b := q.entries(q.ana), q.entries(q.bob); a["stop"] != 1 || len(b) != 0 {
			t.Fatalf("entries %v and %v", a, b)
		}
		q.detail(q.bob, q.buy(q.bob, "second", bob), false)
		q.hook(text(fmt.Sprint(numbers[len(numbers)-1]), "wamid.2", "STOP", time.Now()))
		if a, b := q.entries(q.ana), q.entries(q.bob); a["stop"] != 2 || b["stop"] != 1 {
			t.Fatalf("entries %v and %v", a, b)
		}
	})
}

// TestStopAboutAnOrderOutsideTheIndex holds that a STOP about an order that the index does not know, such as one planned by a version
// without the index, suppresses the number for every tenant, and that START lifts it again.
func TestStopAboutAnOrderOutsideTheIndex(t *testing.T) {
	quietly(t, nil, func(q *quietTown) {
		ana, bob, numbers := q.shared()
		q.detail(q.ana, q.buy(q.ana, "first", ana), false)
		rows, err := q.db.Query(q.ctx, store.Query{Table: "campaign", PK: "RINDEX#new", Limit: 1000})
		if err != nil || len(rows) == 0 {
			t.Fatal(len(rows), err)
		}
		for _, it := range rows {
			if _, err := q.db.Write(q.ctx, store.Op{Verb: store.Delete,
				Key: store.Key{Table: "campaign", PK: "RINDEX#new", SK: store.SortKey(it)}}); err != nil {
				t.Fatal(err)
			}
		}
		at := time.Now()
		q.hook(text(fmt.Sprint(numbers[0]), "wamid.1", "STOP", at))
		if got := q.entries(q.admin); got["stop"] != 1 {
			t.Fatalf("entries %v", got)
		}
		for who, group := range map[*actor]string{q.ana: ana, q.bob: bob} {
			d := q.detail(who, q.buy(who, "second", group), false)
			if got := q.heldBack(d); got["optedOut"] != 1 {
				t.Errorf("held back %v", got)
			}
		}
		q.hook(text(fmt.Sprint(numbers[0]), "wamid.2", "START", time.Now()))
		if got := q.heldBack(q.detail(q.ana, q.buy(q.ana, "third", ana), false)); len(got) != 0 {
			t.Errorf("after START held back %v", got)
		}
	})
}
