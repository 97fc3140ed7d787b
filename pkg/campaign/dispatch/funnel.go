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
		c := &chunks[k]
		for i := range c.s.N {
			if c.moved.has(i) {
				continue
			}
			if c.r.get(i) != provider.ReceiptNone || c.s.get(i) == accepted {
				f.Sent++
			}
			if c.r.Replied.has(i) {
				f.Replied++
			}
		}
	}
	for _, h := range heldBack(chunks) {
		f.HeldBack += h.Count
	}
	f.Failed = counts[StateFailed] - f.HeldBack
	return f
}
