package dispatch

import (
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
)

// funnel counts how far the recipients of chunks came, of a total.
func (r *Statistics) funnel(chunks []chunkrow.Chunk, total int, counts chunkrow.Counts) *order.Funnel {
	f := &order.Funnel{Targets: total, Read: counts[chunkrow.StateRead] + counts[chunkrow.StateComplained],
		Complained: counts[chunkrow.StateComplained], Unknown: counts[chunkrow.StateUnknown]}
	f.Arrived = f.Read + counts[chunkrow.StateArrived]
	for k := range chunks {
		f.Sent += chunks[k].Sent()
		f.Replied += chunks[k].Replied()
	}
	f.HeldBack = chunkrow.SkippedCount(chunks)
	f.Failed = counts[chunkrow.StateFailed] - f.HeldBack
	return f
}
