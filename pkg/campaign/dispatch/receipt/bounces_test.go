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
