package chunkrow

import (
	"testing"

	"pgregory.net/rapid"

	"herald/pkg/campaign/order"
	"herald/pkg/provider"
)

// emailReceipt is a receipt of an email as the queue brings it.
type emailReceipt struct {
	i int
	s provider.ReceiptState
	b provider.Bounce
}

func (e emailReceipt) take(r *Receipts, n int) {
	s := StateOf(e.s, e.b)
	if s == HardBounced && e.b == provider.Blacklist {
		r.AddBlacklisted(e.i, n)
	}
	r.Merge(e.i, s)
}

// Any order and any repetition of receipts and bounces ends in the same states and results.
func TestBouncesAreOrderFree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const n = 9
		all := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) emailReceipt {
			e := emailReceipt{i: rapid.IntRange(0, n-1).Draw(t, "i"), s: provider.ReceiptState(rapid.IntRange(1, 5).Draw(t, "s"))}
			if e.s == provider.ReceiptFailed {
				e.b = provider.Bounce(rapid.IntRange(0, 3).Draw(t, "b"))
			}
			return e
		}), 1, 60).Draw(t, "receipts")
		again := append(append([]emailReceipt(nil), all...), all[:rapid.IntRange(0, len(all)).Draw(t, "again")]...)
		a, b := NewReceipts(n), NewReceipts(n)
		for _, e := range all {
			e.take(&a, n)
		}
		for _, e := range rapid.Permutation(again).Draw(t, "order") {
			e.take(&b, n)
		}
		want := map[int]provider.Bounce{}
		for _, e := range all {
			switch e.b {
			case provider.Blacklist:
				want[e.i] = e.b
			case provider.Hard:
				if want[e.i] != provider.Blacklist {
					want[e.i] = e.b
				}
			case provider.Soft:
				if want[e.i] == provider.NoBounce {
					want[e.i] = e.b
				}
			}
		}
		for i := range n {
			if a.Get(i) != b.Get(i) || a.BounceOf(i) != b.BounceOf(i) || a.BounceOf(i) != want[i] {
				t.Fatalf("recipient %d: %d %d and %d %d instead of %d", i, a.Get(i), a.BounceOf(i), b.Get(i), b.BounceOf(i), want[i])
			}
		}
	})
}

// A bounce overrides a delivery, a read and a complaint, and a delivery that comes later changes nothing.
func TestABounceOverridesADelivery(t *testing.T) {
	for _, b := range []provider.Bounce{provider.Hard, provider.Soft, provider.Blacklist} {
		c := Chunk{Sends: NewSends(1), Receipts: NewReceipts(1)}
		c.Sends.Set(0, Accepted)
		for _, e := range []emailReceipt{{0, provider.ReceiptArrived, 0}, {0, provider.ReceiptComplained, 0}, {0, provider.ReceiptFailed, b},
			{0, provider.ReceiptArrived, 0}, {0, provider.ReceiptFailed, 0}} {
			e.take(&c.Receipts, 1)
		}
		if c.Receipts.BounceOf(0) != b || MergedState(&c.Sends, &c.Receipts, 0, c.Sends.SentAt(0)) != StateFailed || c.Sent() != 1 {
			t.Errorf("%d: %d, %d sent", b, c.Receipts.BounceOf(0), c.Sent())
		}
		c.Receipts.CopySends(&Sends{N: 1, Done: true, Bits: c.Sends.Bits})
		if !c.Receipts.Final() {
			t.Errorf("%d: more receipts are waited for", b)
		}
	}
}

// Bounces are counted by result, without recipients that a later generation sent to. A hard bounce is not sent again.
func TestBouncesAreCounted(t *testing.T) {
	c := Chunk{Sends: NewSends(6), Receipts: NewReceipts(6)}
	for i, e := range []emailReceipt{{s: provider.ReceiptFailed, b: provider.Hard}, {s: provider.ReceiptFailed, b: provider.Soft},
		{s: provider.ReceiptFailed, b: provider.Blacklist}, {s: provider.ReceiptArrived}, {s: provider.ReceiptFailed},
		{s: provider.ReceiptFailed, b: provider.Soft}} {
		e.i = i
		e.take(&c.Receipts, 6)
	}
	if got := Bounces([]Chunk{c}); got != (order.Bounces{Hard: 1, Soft: 2, Blacklist: 1}) || got.Permanent() != 2 || got.All() != 4 {
		t.Error(got)
	}
	for i, again := range []bool{false, true, false, false, true, true} {
		if got := c.Retriable(i, MergedState(&c.Sends, &c.Receipts, i, c.Sends.SentAt(i))); got != again {
			t.Errorf("%d: sent again: %v", i, got)
		}
	}
	c.Moved = make(Bitset, 1)
	c.Moved.Set(5)
	if got := Bounces([]Chunk{c}); got != (order.Bounces{Hard: 1, Soft: 1, Blacklist: 1}) || c.Retriable(5, StateFailed) {
		t.Error(got)
	}
}
