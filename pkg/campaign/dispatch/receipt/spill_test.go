package receipt

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// Of two that write the receipts of a chunk at once, and spill, the one that loses takes nothing of the other's away.
func TestTwoSpillAtOnce(t *testing.T) {
	ctx, now, n := context.Background(), time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC), 0
	on := func(db store.DB) *Service {
		return &Service{Flow: &order.Flow{DB: db, Now: func() time.Time { return now },
			NewID: func(context.Context) string { n++; return fmt.Sprint(n) }}}
	}
	full := func(from int) chunkrow.Receipts {
		p := chunkrow.NewReceipts(1000)
		var all []chunkrow.Moment
		for i := range 400 {
			all = append(all, chunkrow.Moment{Index: from + i, State: provider.ReceiptArrived, At: now.Unix() + int64(from) + int64(i*7919%3600)})
		}
		if p.Record(all); !p.Full() {
			t.Fatal("nothing to spill")
		}
		return p
	}
	db, at := store.NewMemory(nil), chunkrow.ChunkRef{Order: "o1", Gen: 1}
	key, errKilled := chunkrow.ChunkKey('P', at.Order, at.Gen, at.Number), errors.New("killed")
	calls := 0
	winner := &store.Faulty{DB: db, After: func(string) error { return nil }, Before: func(string) error {
		if calls++; calls == 2 { // its log is spilled, its row is not written
			other := 0
			loser := &store.Faulty{DB: db, After: func(string) error { return nil }, Before: func(string) error {
				if other++; other == 2 {
					return errKilled
				}
				return nil
			}}
			if err := on(loser).save(ctx, at, key, full(500)); !errors.Is(err, errKilled) {
				t.Fatal(err)
			}
		}
		return nil
	}}
	if err := on(winner).save(ctx, at, key, full(0)); err != nil {
		t.Fatal(err)
	}
	p, _, err := store.Load[chunkrow.Receipts](ctx, db, key, true)
	if err != nil || p.Spill != 1 {
		t.Fatal(p, err)
	}
	when, err := (&chunkrow.Store{Flow: on(db).Flow}).Moments(ctx, at, &p)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 900 {
		got, there := when[i][provider.ReceiptArrived]
		k := i
		if i >= 500 {
			k = i - 500
		}
		want := now.Add(time.Duration(i-k+k*7919%3600) * time.Second)
		if there && !got.Equal(want) || !there && i < 400 {
			t.Fatalf("%d: %s, want %s", i, got, want)
		}
	}
}
