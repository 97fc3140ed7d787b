package receipt

import (
	"testing"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/provider"
)

// A bounce that follows a delivery is written with its code; a repetition changes nothing, and a blacklist is told from another hard
// bounce in whichever order they come.
func TestABounceIsTaken(t *testing.T) {
	d := &pendingChunk{}
	take := func(p *chunkrow.Receipts, items ...Status) bool {
		d.items, d.index = items, make([]int, len(items))
		changed, stop := d.take(p, 1)
		if stop != 0 {
			t.Error("a bounce stops nothing")
		}
		return changed
	}
	failed := func(b provider.Bounce, code int) Status {
		return Status{S: uint8(provider.ReceiptFailed), B: uint8(b), Code: code}
	}
	p := chunkrow.NewReceipts(1)
	if !take(&p, Status{S: uint8(provider.ReceiptArrived), At: 1}) || !take(&p, failed(provider.Hard, 550)) || take(&p, failed(provider.Hard, 550)) ||
		take(&p, failed(provider.Soft, 452)) || take(&p, Status{S: uint8(provider.ReceiptArrived), At: 1}) {
		t.Error("repetitions and lower states change something")
	}
	codes := map[int]int{}
	if chunkrow.ReadCodes(p.Codes, codes); p.BounceOf(0) != provider.Hard || codes[0] != 550 {
		t.Error(p.BounceOf(0), codes)
	}
	if !take(&p, failed(provider.Blacklist, 557)) || take(&p, failed(provider.Blacklist, 557)) || p.BounceOf(0) != provider.Blacklist {
		t.Error(p.BounceOf(0))
	}
}

// Bounces that blame the sender stop an order from the third recipient on: one that forges them for its own email stops nothing.
func TestBouncesOfThreeRecipientsStopAnOrder(t *testing.T) {
	blaming := func(b provider.Bounce) Status {
		return Status{S: uint8(provider.ReceiptFailed), B: uint8(b), Code: 57515, Stop: true}
	}
	var p chunkrow.Receipts
	for k, want := range map[int]int{0: 0, 1: 0, 2: 57515} {
		p = chunkrow.NewReceipts(10)
		d := &pendingChunk{}
		for i := range k + 1 {
			d.items, d.index = append(d.items, blaming(provider.Soft), blaming(provider.Soft)), append(d.index, i, i)
		}
		if _, stop := d.take(&p, 10); stop != want {
			t.Errorf("%d recipients: %d", k+1, stop)
		}
	}
	alone := chunkrow.NewReceipts(1)
	if _, stop := (&pendingChunk{items: []Status{blaming(provider.Soft)}, index: []int{0}}).take(&alone, 1); stop != 57515 {
		t.Error("the only recipient of a chunk")
	}
	if _, stop := (&pendingChunk{items: []Status{blaming(0)}, index: []int{5}}).take(&p, 10); stop != 57515 {
		t.Error("the word of a provider itself is enough")
	}
}
