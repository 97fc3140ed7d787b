package chunkrow

import (
	"maps"
	"testing"
	"time"

	"pgregory.net/rapid"

	"herald/pkg/provider"
)

// The counts of a chunk are those of its recipients one by one, with and without receipts, moved recipients and a lease.
func TestCountsAreThoseOfEachRecipient(t *testing.T) {
	now := time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 70).Draw(t, "n")
		c := Chunk{Sends: NewSends(n)}
		for i := range n {
			c.Sends.Set(i, sendState(rapid.IntRange(0, 3).Draw(t, "send")))
		}
		if rapid.Bool().Draw(t, "leased") {
			c.Sends.Lease = now.Add(time.Second).UnixMilli()
		}
		if rapid.Bool().Draw(t, "receipts") {
			c.Receipts = NewReceipts(n)
			for i := range n {
				c.Receipts.set(i, provider.ReceiptState(rapid.IntRange(0, 7).Draw(t, "receipt")))
			}
		}
		if rapid.Bool().Draw(t, "retried") {
			c.Moved = make(Bitset, (n+7)/8)
			for i := range n {
				if rapid.Bool().Draw(t, "moved") {
					c.Moved.Set(i)
				}
			}
		}
		want, counted, sent := Counts{}, 0, 0
		for i := range n {
			if c.Moved.Has(i) {
				continue
			}
			want[MergedState(&c.Sends, &c.Receipts, i, now)]++
			counted++
			if c.Receipts.Get(i) != provider.ReceiptNone || c.Sends.Get(i) == Accepted {
				sent++
			}
		}
		got := Counts{}
		if k := got.Add(&c, now); k != counted || !maps.Equal(got, want) {
			t.Fatalf("%d recipients %v instead of %d %v", k, got, counted, want)
		}
		if k := c.Sent(); k != sent {
			t.Fatalf("%d sent instead of %d", k, sent)
		}
	})
}
