package dispatch

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
		c := chunk{s: newSends(n)}
		for i := range n {
			c.s.set(i, sendState(rapid.IntRange(0, 3).Draw(t, "send")))
		}
		if rapid.Bool().Draw(t, "leased") {
			c.s.Lease = now.Add(time.Second).UnixMilli()
		}
		if rapid.Bool().Draw(t, "receipts") {
			c.r = newReceipts(n)
			for i := range n {
				c.r.set(i, provider.ReceiptState(rapid.IntRange(0, 5).Draw(t, "receipt")))
			}
		}
		if rapid.Bool().Draw(t, "retried") {
			c.moved = make(bitset, (n+7)/8)
			for i := range n {
				if rapid.Bool().Draw(t, "moved") {
					c.moved.set(i)
				}
			}
		}
		want, counted, sent := Counts{}, 0, 0
		for i := range n {
			if c.moved.has(i) {
				continue
			}
			want[mergedState(&c.s, &c.r, i, now)]++
			counted++
			if c.r.get(i) != provider.ReceiptNone || c.s.get(i) == accepted {
				sent++
			}
		}
		got := Counts{}
		if k := got.add(&c, now); k != counted || !maps.Equal(got, want) {
			t.Fatalf("%d recipients %v instead of %d %v", k, got, counted, want)
		}
		if k := c.sent(); k != sent {
			t.Fatalf("%d sent instead of %d", k, sent)
		}
	})
}
