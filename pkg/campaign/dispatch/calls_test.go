package dispatch

import (
	"testing"

	"herald/internal/clocktest"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
	"herald/pkg/provider"
)

// A target shows its call once the call was answered. An answer that the order does not name has no intent.
func TestWhatATargetTellsOfItsCall(t *testing.T) {
	p := chunkrow.NewReceipts(calledInAll)
	addCallEvent(&p, 0, provider.ReceiptRead, provider.CallFact{Seconds: 61, By: provider.Human, HungUp: provider.Callee, Label: 2})
	addCallEvent(&p, 1, provider.ReceiptRead, provider.CallFact{Seconds: 5, By: provider.Machine, HungUp: provider.Caller,
		Label: provider.LabelOther})
	addCallEvent(&p, 2, provider.ReceiptFailed, provider.CallFact{})
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
	p := chunkrow.NewReceipts(calledInAll)
	s := chunkrow.NewSends(calledInAll)
	for i := range calledInAll {
		s.Set(i, chunkrow.Accepted)
	}
	addCallEvent(&p, 0, provider.ReceiptRead, provider.CallFact{Seconds: 61, By: provider.Human, HungUp: provider.Callee, Label: 1})
	addCallEvent(&p, 1, provider.ReceiptRead, provider.CallFact{Seconds: 10, By: provider.Machine, HungUp: provider.Caller})
	addCallEvent(&p, 2, provider.ReceiptArrived, provider.CallFact{By: provider.Human})
	addCallEvent(&p, 3, provider.ReceiptRead, provider.CallFact{Seconds: 600, By: provider.Human})
	moved := make(chunkrow.Bitset, 2)
	moved.Set(3)
	all := []chunkrow.Chunk{{Sends: s, Receipts: p, Moved: moved}}
	r := &Engine{Flow: &order.Flow{Now: clocktest.Running()}}
	sum := r.Statistics().CallsOf(&order.Order{Parts: 3}, &order.Tally{Parts: all})
	if n := minutesOf(all, 3); n != 2+1+1 || sum.Minutes != n {
		t.Errorf("%d minutes are charged, %d shown", n, sum.Minutes)
	}
	if sum.Answered != 3 || sum.Human != 2 || sum.Machine != 1 || sum.Seconds != 71 || sum.Average != 23 || sum.Labels[1] != 1 ||
		sum.HungUp["callee"] != 1 || sum.HungUp["caller"] != 1 || sum.HungUp["unknown"] != 0 {
		t.Errorf("%+v", sum)
	}
}

const calledInAll = 9 // recipients of the chunk

// addCallEvent merges an event about a recipient's call into the row.
func addCallEvent(p *chunkrow.Receipts, i int, s provider.ReceiptState, f provider.CallFact) {
	p.AddCallFact(i, calledInAll, &f)
	p.Merge(i, s)
}
