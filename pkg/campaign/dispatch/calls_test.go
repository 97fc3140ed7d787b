package dispatch

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"herald/internal/clocktest"
	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/order"
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

func (p *Receipts) tell(w told) { p.addCallFact(w.i, callsOfChunk, &w.fact); p.merge(w.i, w.s) }

// Events about calls come in any order and any number of times. The facts and the minutes are the same in the end.
// Minutes never decrease and never exceed the reservation.
func TestWordsAboutCallsAreOrderFree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all, most := someWords(t), rapid.IntRange(1, 5).Draw(t, "most")
		again := append(append([]told(nil), all...), all[:rapid.IntRange(0, len(all)).Draw(t, "again")]...)
		a, b := newReceipts(callsOfChunk), newReceipts(callsOfChunk)
		for _, w := range all {
			a.tell(w)
		}
		for _, w := range rapid.Permutation(again).Draw(t, "order") {
			before := b.call(w.i)
			b.tell(w)
			if now := b.call(w.i); now.Seconds < before.Seconds || now.By < before.By || now.HungUp < before.HungUp || now.Label < before.Label {
				t.Fatalf("%+v became %+v", before, now)
			}
		}
		for i := range callsOfChunk {
			if a.call(i) != b.call(i) || a.get(i) != b.get(i) || a.minutes(i, most) != b.minutes(i, most) {
				t.Fatalf("recipient %d: %+v and %+v", i, a.call(i), b.call(i))
			}
			if m := a.minutes(i, most); m < 0 || m > most {
				t.Fatalf("recipient %d: %d minutes of %d", i, m, most)
			}
		}
	})
}

// An event of one recipient changes no other recipient. A repeated event changes nothing.
func TestWordsAreOfOneCall(t *testing.T) {
	p := newReceipts(callsOfChunk)
	f := provider.CallFact{Seconds: 61, By: provider.Machine, HungUp: provider.Callee, Label: 3}
	if !p.addCallFact(4, callsOfChunk, &f) || p.addCallFact(4, callsOfChunk, &f) || p.addCallFact(4, callsOfChunk, nil) {
		t.Error("what is new is not told")
	}
	for i := range callsOfChunk {
		want := provider.CallFact{}
		if i == 4 {
			want = f
		}
		if got := p.call(i); got != want {
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
		p := newReceipts(callsOfChunk)
		p.tell(told{2, c.s, provider.CallFact{Seconds: c.seconds}})
		if got := p.minutes(2, c.most); got != c.want {
			t.Errorf("state %d, %d s, at most %d: %d minutes, want %d", c.s, c.seconds, c.most, got, c.want)
		}
	}
}

// A chunk of calls is final when all of them are over, not when they were answered.
func TestAnsweredCallsAreNotOver(t *testing.T) {
	p := newReceipts(2)
	p.N = 2
	p.addCallFact(0, 2, &provider.CallFact{})
	p.merge(0, provider.ReceiptArrived)
	p.merge(1, provider.ReceiptFailed)
	if p.final() {
		t.Error("final while somebody talks")
	}
	if p.merge(0, provider.ReceiptRead); !p.final() {
		t.Error("not final when all is over")
	}
}

// A line is released once for each call, by the first end event, for any number of events.
func TestLinesAreGivenBackOnce(t *testing.T) {
	end := status{S: uint8(provider.ReceiptRead), Call: &provider.CallFact{Seconds: 5}, By: "1"}
	answered := status{S: uint8(provider.ReceiptArrived), Call: &provider.CallFact{}, By: "1"}
	busy := status{S: uint8(provider.ReceiptFailed), Call: &provider.CallFact{}, By: "1"}
	pressed := status{S: uint8(provider.ReceiptArrived), Call: &provider.CallFact{Label: 1}}
	hungUp := status{S: uint8(provider.ReceiptRead), Call: &provider.CallFact{HungUp: provider.Callee}}
	p := newReceipts(4)
	for k, step := range []struct {
		items []status
		index []int
		want  int
	}{{[]status{answered, pressed}, []int{0, 0}, 0}, {[]status{end, busy, answered}, []int{0, 1, 2}, 2},
		{[]status{end, busy, hungUp}, []int{0, 1, 0}, 0}, {[]status{end, end}, []int{2, 2}, 1}} {
		d := &pendingChunk{items: step.items, index: step.index}
		p.take(d, 4)
		if d.ended["1"] != step.want {
			t.Errorf("step %d: %d lines, want %d", k, d.ended["1"], step.want)
		}
	}
	if f := p.call(0); f.HungUp != provider.Callee || f.Label != 1 || f.Seconds != 5 {
		t.Errorf("%+v", f)
	}
}

// A suppression of all messages also suppresses calls. A suppression of calls does not suppress messages.
func TestSuppressedOnAnyChannel(t *testing.T) {
	for _, on := range suppression.Channels() {
		held := func(n uint64, channel string) (string, bool) { return "asked for it", n == 7 && channel == on }
		if reason, is := heldBackFrom(held, 7, "voice"); !is || reason != "asked for it" {
			t.Errorf("suppressed for %s and called", on)
		}
		if _, is := heldBackFrom(held, 8, "voice"); is {
			t.Error("somebody else is held back")
		}
		if _, is := heldBackFrom(held, 7, "sms"); is != (on == "sms") {
			t.Errorf("suppressed for %s, a short message: %v", on, is)
		}
	}
}

// A target shows its call once the call was answered. An answer that the order does not name has no intent.
func TestWhatATargetTellsOfItsCall(t *testing.T) {
	p := newReceipts(callsOfChunk)
	p.tell(told{0, provider.ReceiptRead, provider.CallFact{Seconds: 61, By: provider.Human, HungUp: provider.Callee, Label: 2}})
	p.tell(told{1, provider.ReceiptRead, provider.CallFact{Seconds: 5, By: provider.Machine, HungUp: provider.Caller,
		Label: provider.LabelOther}})
	p.tell(told{2, provider.ReceiptFailed, provider.CallFact{}})
	labels := []string{"yes", "no"}
	if f := callFacts(&p, 0, 3, labels); f.Seconds != 61 || f.Minutes != 2 || f.AnsweredBy != "human" || f.HangUp != "callee" ||
		f.Intent != "no" {
		t.Errorf("%+v", f)
	}
	if f := callFacts(&p, 1, 3, labels); f.AnsweredBy != "machine" || f.HangUp != "caller" || f.Intent != "" || f.Minutes != 1 {
		t.Errorf("%+v", f)
	}
	if callFacts(&p, 2, 3, labels) != nil || callFacts(&p, 3, 3, labels) != nil {
		t.Error("nobody answered")
	}
}

// The sum of an order's calls counts each once, charges what its targets charge, and leaves out who moved to another generation.
func TestSumOfCalls(t *testing.T) {
	p := newReceipts(callsOfChunk)
	s := newSends(callsOfChunk)
	for i := range callsOfChunk {
		s.set(i, accepted)
	}
	p.tell(told{0, provider.ReceiptRead, provider.CallFact{Seconds: 61, By: provider.Human, HungUp: provider.Callee, Label: 1}})
	p.tell(told{1, provider.ReceiptRead, provider.CallFact{Seconds: 10, By: provider.Machine, HungUp: provider.Caller}})
	p.tell(told{2, provider.ReceiptArrived, provider.CallFact{By: provider.Human}})
	p.tell(told{3, provider.ReceiptRead, provider.CallFact{Seconds: 600, By: provider.Human}})
	moved := make(bitset, 2)
	moved.set(3)
	all := []chunk{{s: s, r: p, moved: moved}}
	r := &Engine{Flow: &order.Flow{Now: clocktest.Running()}}
	sum := r.CallsOf(&order.Order{Parts: 3}, &order.Tally{Parts: all})
	if n := minutesOf(all, 3); n != 2+1+1 || sum.Minutes != n {
		t.Errorf("%d minutes are charged, %d shown", n, sum.Minutes)
	}
	if sum.Answered != 3 || sum.Human != 2 || sum.Machine != 1 || sum.Seconds != 71 || sum.Average != 23 || sum.Labels[1] != 1 ||
		sum.HungUp["callee"] != 1 || sum.HungUp["caller"] != 1 || sum.HungUp["unknown"] != 0 {
		t.Errorf("%+v", sum)
	}
}

// An end event that comes after the line was released by timeout releases nothing: another call may have the line by
// then.
func TestALateEndGivesNoLineBack(t *testing.T) {
	dialled := time.Date(2026, 11, 25, 10, 0, 0, 0, time.UTC)
	ref := Reference{Order: "01JDHG0000000000000000000A", Gen: 1, Sent: dialled.Unix()}
	word := status{Ref: ref.String(), S: uint8(provider.ReceiptRead), Call: &provider.CallFact{Seconds: 60}, By: "1",
		Until: lineEnd(ref.Sent, 60)}
	for after, want := range map[time.Duration]int{90 * time.Second: 1, 60*time.Second + callTimeBudget: 0, time.Hour: 0} {
		work, lost, _ := gather([]receiptBatch{{Items: []status{word}}}, dialled.Add(after), 0, nil)
		if len(work) != 1 {
			t.Fatalf("%d chunks, lost %v", len(work), lost)
		}
		p := newReceipts(1)
		if p.take(work[0], 1); work[0].ended["1"] != want || p.call(0).Seconds != 60 {
			t.Errorf("told after %s: %d lines, want %d; %+v", after, work[0].ended["1"], want, p.call(0))
		}
	}
}
