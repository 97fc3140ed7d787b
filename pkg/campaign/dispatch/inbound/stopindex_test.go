package inbound_test

import (
	"fmt"
	"testing"
	"time"

	"herald/internal/ordertest"
	"herald/pkg/kit/store"
)

// TestStopThroughTheMergedIndex holds that an opt-out finds its tenant after the planned segments were merged, and again when later orders
// stand beside them; another tenant's orders to others are not touched.
func TestStopThroughTheMergedIndex(t *testing.T) {
	ordertest.RunCalm(t, nil, func(q *ordertest.CalmSystem) {
		ana, bob, numbers := q.ShareNumbers()
		q.Detail(q.Ana, q.Submit(q.Ana, "first", ana), false)
		q.Sleep(25 * time.Hour) // the oldest segment is a day old
		if n := q.IndexRows("RINDEX#new"); n != 0 {
			t.Fatalf("%d planned segments are left", n)
		}
		if n := q.IndexRows("RINDEX#of"); n != 1 {
			t.Fatalf("%d merges", n)
		}
		q.DeliverWebhook(ordertest.TextEvent(ordertest.WithoutNinthDigit(ordertest.Known(numbers)), "wamid.1", "STOP", time.Now()))
		if a, b := q.EntriesBySource(q.Ana), q.EntriesBySource(q.Bob); a["stop"] != 1 || len(b) != 0 {
			t.Fatalf("entries %v and %v", a, b)
		}
		q.Detail(q.Bob, q.Submit(q.Bob, "second", bob), false)
		q.DeliverWebhook(ordertest.TextEvent(fmt.Sprint(numbers[len(numbers)-1]), "wamid.2", "STOP", time.Now()))
		if a, b := q.EntriesBySource(q.Ana), q.EntriesBySource(q.Bob); a["stop"] != 2 || b["stop"] != 1 {
			t.Fatalf("entries %v and %v", a, b)
		}
	})
}

// TestStopAboutAnOrderOutsideTheIndex holds that a STOP about an order that the index does not know, such as one planned by a version
// without the index, suppresses the number for every tenant, and that START lifts it again.
func TestStopAboutAnOrderOutsideTheIndex(t *testing.T) {
	ordertest.RunCalm(t, nil, func(q *ordertest.CalmSystem) {
		ana, bob, numbers := q.ShareNumbers()
		q.Detail(q.Ana, q.Submit(q.Ana, "first", ana), false)
		rows, err := q.DB.Query(q.Context, store.Query{Table: "campaign", PK: "RINDEX#new", Limit: 1000})
		if err != nil || len(rows) == 0 {
			t.Fatal(len(rows), err)
		}
		for _, it := range rows {
			if _, err := q.DB.Write(q.Context, store.Op{Verb: store.Delete,
				Key: store.Key{Table: "campaign", PK: "RINDEX#new", SK: store.SortKey(it)}}); err != nil {
				t.Fatal(err)
			}
		}
		at := time.Now()
		q.DeliverWebhook(ordertest.TextEvent(fmt.Sprint(numbers[0]), "wamid.1", "STOP", at))
		if got := q.EntriesBySource(q.Admin); got["stop"] != 1 {
			t.Fatalf("entries %v", got)
		}
		for who, group := range map[*ordertest.Actor]string{q.Ana: ana, q.Bob: bob} {
			d := q.Detail(who, q.Submit(who, "second", group), false)
			if got := q.HeldBack(d); got["optedOut"] != 1 {
				t.Errorf("held back %v", got)
			}
		}
		q.DeliverWebhook(ordertest.TextEvent(fmt.Sprint(numbers[0]), "wamid.2", "START", time.Now()))
		if got := q.HeldBack(q.Detail(q.Ana, q.Submit(q.Ana, "third", ana), false)); len(got) != 0 {
			t.Errorf("after START held back %v", got)
		}
	})
}
