package chunkrow

import (
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"herald/pkg/provider"
)

// Any order and any repetition of the same receipts ends in the same row, and no receipt ever lowers a state.
func TestReceiptMergeIsOrderFree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const n = 17
		type receipt struct {
			i int
			s provider.ReceiptState
		}
		all := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) receipt {
			return receipt{rapid.IntRange(0, n-1).Draw(t, "i"), provider.ReceiptState(rapid.IntRange(1, 5).Draw(t, "s"))}
		}), 1, 60).Draw(t, "receipts")
		again := append(append([]receipt(nil), all...), all[:rapid.IntRange(0, len(all)).Draw(t, "again")]...)
		a, b := NewReceipts(n), NewReceipts(n)
		for _, r := range all {
			a.Merge(r.i, r.s)
		}
		for _, r := range rapid.Permutation(again).Draw(t, "order") {
			before := b.Get(r.i)
			b.Merge(r.i, r.s)
			if b.Get(r.i) < before {
				t.Fatalf("recipient %d fell from %d to %d", r.i, before, b.Get(r.i))
			}
		}
		for i := range n {
			if a.Get(i) != b.Get(i) {
				t.Fatalf("recipient %d: %d and %d", i, a.Get(i), b.Get(i))
			}
		}
	})
}

func TestSendStatesArePacked(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 1000).Draw(t, "n")
		s, want := NewSends(n), make([]sendState, n)
		for range 200 {
			i := rapid.IntRange(0, n-1).Draw(t, "i")
			want[i] = sendState(rapid.IntRange(0, 3).Draw(t, "s"))
			s.Set(i, want[i])
		}
		for i := range n {
			if s.Get(i) != want[i] {
				t.Fatalf("recipient %d: %d instead of %d", i, s.Get(i), want[i])
			}
		}
	})
}

func TestMomentsAndCodesSurviveTheRow(t *testing.T) {
	at := time.Unix(1_790_000_000, 0).UTC()
	p := NewReceipts(1000)
	p.Record([]Moment{{999, provider.ReceiptArrived, at.Unix()}, {3, provider.ReceiptRead, at.Add(-90 * time.Minute).Unix()}})
	p.Record([]Moment{{999, provider.ReceiptArrived, at.Add(time.Hour).Unix()}}) // a repetition
	p.Record(nil)
	p.Record([]Moment{{999, provider.ReceiptRead, at.Add(-time.Second).Unix()}, {0, provider.ReceiptArrived, at.Unix()},
		{0, provider.ReceiptRead, at.Unix()}})
	when := map[int]map[provider.ReceiptState]time.Time{}
	moments(p.Log, p.Base, when)
	if !when[999][provider.ReceiptArrived].Equal(at) || !when[3][provider.ReceiptRead].Equal(at.Add(-90*time.Minute)) {
		t.Fatal(when)
	}
	if !when[999][provider.ReceiptRead].Equal(at.Add(-time.Second)) || !when[0][provider.ReceiptArrived].Equal(at) ||
		!when[0][provider.ReceiptRead].Equal(at) || len(when) != 3 {
		t.Fatal(when)
	}
	for cut := range p.Log {
		moments(p.Log[:cut], p.Base, map[int]map[provider.ReceiptState]time.Time{}) // a damaged log ends, it does not panic
	}
	codes := map[int]int{}
	ReadCodes(AddCode(AddCode(nil, 7, 131026), 0, 131049), codes)
	if codes[7] != 131026 || codes[0] != 131049 {
		t.Fatal(codes)
	}
}

func TestMomentsAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const base = 1_790_000_000
		p, want := NewReceipts(1000), map[int]map[provider.ReceiptState]time.Time{}
		for range rapid.IntRange(1, 5).Draw(t, "blocks") {
			from, spread := rapid.Int64Range(-1<<20, 1<<31).Draw(t, "from"),
				rapid.Int64Range(0, 1<<rapid.IntRange(0, 33).Draw(t, "spread")).Draw(t, "within")
			var block []Moment
			for range rapid.IntRange(0, 300).Draw(t, "moments") {
				m := Moment{rapid.IntRange(0, 999).Draw(t, "i"),
					rapid.SampledFrom([]provider.ReceiptState{provider.ReceiptArrived, provider.ReceiptRead, Answered}).Draw(t, "s"),
					base + from + rapid.Int64Range(0, spread).Draw(t, "at")}
				if _, twice := want[m.Index][m.State]; twice {
					continue
				}
				if want[m.Index] == nil {
					want[m.Index] = map[provider.ReceiptState]time.Time{}
				}
				want[m.Index][m.State] = time.Unix(m.At, 0).UTC()
				block = append(block, m)
			}
			p.Record(block)
		}
		got := map[int]map[provider.ReceiptState]time.Time{}
		moments(p.Log, p.Base, got)
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%v instead of %v", got, want)
		}
	})
}

func TestReferenceReadsOnlyItsOwn(t *testing.T) {
	r := Reference{Order: "01JD0000000000000000000000", Gen: 1, Chunk: 42, Index: 999, Attempt: 3, Sent: 1_790_000_000}
	got, err := ParseReference(r.String())
	if err != nil || got != r {
		t.Fatal(got, err)
	}
	for _, bad := range []string{"", "x", "01JD0000000000000000000000", "01JD0000000000000000000000.1.2.1000.1.a",
		"01JD0000000000000000000000.1.-2.3.1.a", "not-a-ulid.1.2.3.4.5", r.String() + ".5"} {
		if _, err := ParseReference(bad); err == nil {
			t.Errorf("%q was taken for a reference", bad)
		}
	}
}
