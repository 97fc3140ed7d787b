package dispatch

import (
	"herald/pkg/campaign/order"
	"herald/pkg/provider"
)

// funnel counts how far the recipients of chunks came, of a total.
func (r *Engine) funnel(chunks []chunk, total int, counts Counts) *order.Funnel {
	f := &order.Funnel{Targets: total, Read: counts[StateRead] + counts[StateComplained], Unknown: counts[StateUnknown]}
	f.Arrived = f.Read + counts[StateArrived]
	for k := range chunks {
		f.Sent += chunks[k].sent()
		f.Replied += chunks[k].replied()
	}
	for _, h := range heldBack(chunks) {
		f.HeldBack += h.Count
	}
	f.Failed = counts[StateFailed] - f.HeldBack
	return f
}

// sent counts the recipients of a chunk that the provider accepted, in any later state, except those of a
// later generation.
func (c *chunk) sent() (n int) {
	i := 0
	if len(c.r.Bits) == 0 && len(c.moved) == 0 {
		for _, b := range c.s.Bits[:c.s.N/4] {
			n += int(perByte[b][accepted])
		}
		i = c.s.N / 4 * 4
	}
	for ; i < c.s.N; i++ {
		if !c.moved.has(i) && (c.r.get(i) != provider.ReceiptNone || c.s.get(i) == accepted) {
			n++
		}
	}
	return n
}

// replied counts the recipients of a chunk that answered, except those of a later generation.
func (c *chunk) replied() (n int) {
	if len(c.r.Replied) == 0 {
		return 0
	}
	for i := range c.s.N {
		if !c.moved.has(i) && c.r.Replied.has(i) {
			n++
		}
	}
	return n
}
