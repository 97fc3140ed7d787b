package chunkrow

import (
	"testing"

	"pgregory.net/rapid"

	"herald/pkg/provider"
)

// told is an event about a recipient's call: its state and its facts.
type told struct {
	i    int
	s    provider.ReceiptState
	fact provider.CallFact
}

const callsOfChunk = 9

func someWords(t *rapid.T) []told {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) told {
		return told{rapid.IntRange(0, callsOfChunk-1).Draw(t, "i"), provider.ReceiptState(rapid.IntRange(1, 5).Draw(t, "s")),
			provider.CallFact{Seconds: rapid.IntRange(0, 70_000).Draw(t, "seconds"),
				By: provider.Answerer(rapid.IntRange(0, 2).Draw(t, "by")), HungUp: provider.Party(rapid.IntRange(0, 2).Draw(t, "party")),
				Label: rapid.IntRange(0, 300).Draw(t, "label")}}
	}), 1, 40).Draw(t, "words")
}

func (p *Receipts) tell(w told) { p.AddCallFact(w.i, callsOfChunk, &w.fact); p.Merge(w.i, w.s) }

// Events about calls come in any order and any number of times. The facts and the minutes are the same in the end.
// Minutes never decrease and never exceed the reservation.
func TestWordsAboutCallsAreOrderFree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all, most := someWords(t), rapid.IntRange(1, 5).Draw(t, "most")
		again := append(append([]told(nil), all...), all[:rapid.IntRange(0, len(all)).Draw(t, "again")]...)
		a, b := NewReceipts(callsOfChunk), NewReceipts(callsOfChunk)
		for _, w := range all {
			a.tell(w)
		}
		for _, w := range rapid.Permutation(again).Draw(t, "order") {
			before := b.Call(w.i)
			b.tell(w)
			if now := b.Call(w.i); now.Seconds < before.Seconds || now.By < before.By || now.HungUp < before.HungUp || now.Label < before.Label {
				t.Fatalf("%+v became %+v", before, now)
			}
		}
		for i := range callsOfChunk {
			if a.Call(i) != b.Call(i) || a.Get(i) != b.Get(i) || a.Minutes(i, most) != b.Minutes(i, most) {
				t.Fatalf("recipient %d: %+v and %+v", i, a.Call(i), b.Call(i))
			}
			if m := a.Minutes(i, most); m < 0 || m > most {
				t.Fatalf("recipient %d: %d minutes of %d", i, m, most)
			}
		}
	})
}

// An event of one recipient changes no other recipient. A repeated event changes nothing.
func TestWordsAreOfOneCall(t *testing.T) {
	p := NewReceipts(callsOfChunk)
	f := provider.CallFact{Seconds: 61, By: provider.Machine, HungUp: provider.Callee, Label: 3}
	if !p.AddCallFact(4, callsOfChunk, &f) || p.AddCallFact(4, callsOfChunk, &f) || p.AddCallFact(4, callsOfChunk, nil) {
		t.Error("what is new is not told")
	}
	for i := range callsOfChunk {
		want := provider.CallFact{}
		if i == 4 {
			want = f
		}
		if got := p.Call(i); got != want {
			t.Errorf("recipient %d: %+v", i, got)
		}
	}
}

// Each begun minute of an answered call is charged, whether a person or a machine answered. A call that goes on has
// begun its first.
func TestMinutesBegun(t *testing.T) {
	for _, c := range []struct {
		s             provider.ReceiptState
		seconds, most int
		want          int
	}{
		{provider.ReceiptNone, 0, 3, 0}, {provider.ReceiptSent, 0, 3, 0}, {provider.ReceiptFailed, 0, 3, 0}, {provider.ReceiptFailed, 30, 3, 0},
		{provider.ReceiptArrived, 0, 3, 1},
		{provider.ReceiptRead, 1, 3, 1}, {provider.ReceiptRead, 60, 3, 1}, {provider.ReceiptRead, 61, 3, 2}, {provider.ReceiptRead, 120, 3, 2},
		{provider.ReceiptRead, 500, 3, 3}, {provider.ReceiptRead, 61, 0, 1},
	} {
		p := NewReceipts(callsOfChunk)
		p.tell(told{2, c.s, provider.CallFact{Seconds: c.seconds}})
		if got := p.Minutes(2, c.most); got != c.want {
			t.Errorf("state %d, %d s, at most %d: %d minutes, want %d", c.s, c.seconds, c.most, got, c.want)
		}
	}
}

// A chunk of calls is final when all of them are over, not when they were answered.
func TestAnsweredCallsAreNotOver(t *testing.T) {
	p := NewReceipts(2)
	p.N = 2
	p.AddCallFact(0, 2, &provider.CallFact{})
	p.Merge(0, provider.ReceiptArrived)
	p.Merge(1, provider.ReceiptFailed)
	if p.Final() {
		t.Error("final while somebody talks")
	}
	if p.Merge(0, provider.ReceiptRead); !p.Final() {
		t.Error("not final when all is over")
	}
}
