package dispatch

import (
	"fmt"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
)

// SubOrder is a part of a split order (decisions §7). All parts share its reservation, and pause, stop and settle as
// one.
type SubOrder struct {
	OrderNo string         `json:"orderNo" example:"GS20261121-000123-1"`
	Status  order.Status   `json:"status" doc:"Status of the order, except: 2 before its first message, 7 after its last."`
	Total   int            `json:"total"`
	Counts  map[string]int `json:"counts" doc:"Counts by state. They add up to the total. A recipient that is being retried is counted with its earlier result."`
}

// SubOrders divides what was counted of an order among its sub-orders; none where it was not split or is not planned yet.
func (r *Statistics) SubOrders(o *order.Order, t *order.Tally) []SubOrder {
	first := t.Parts.([]chunkrow.Chunk)
	for i, c := range first {
		if c.Gen != o.Begin() {
			first = first[:i]
			break
		}
	}
	if o.Split < 2 || len(first) < o.Split {
		return nil
	}
	out, now := make([]SubOrder, o.Split), r.Flow.Now()
	for i, chunks := range divided(first, o) {
		counts, done := chunkrow.Counts{}, true
		for _, c := range chunks {
			c.Moved = nil
			counts.Add(&c, now)
			done = done && c.Sends.Done
		}
		n := 0
		for _, count := range counts {
			n += count
		}
		out[i] = SubOrder{fmt.Sprintf("%s-%d", o.No, i+1), o.Status, n, counts.Plain()}
		if o.Status == order.Sending {
			switch {
			case done:
				out[i].Status = order.Settling
			case counts[chunkrow.StateToSend] == n:
				out[i].Status = order.Waiting
			}
		}
	}
	return out
}

// divided gives the chunks of each sub-order: in turn, or runs of whole chunks with about as many recipients each.
func divided(chunks []chunkrow.Chunk, o *order.Order) [][]chunkrow.Chunk {
	out, all := make([][]chunkrow.Chunk, o.Split), 0
	for _, c := range chunks {
		all += c.Sends.N
	}
	before := 0
	for i, c := range chunks {
		part := i % o.Split
		if !o.Woven {
			// The middle of the chunk decides; every sub-order has one at least.
			part = (2*before + c.Sends.N) * o.Split / max(1, 2*all)
			part = min(max(part, o.Split-len(chunks)+i), i, o.Split-1)
		}
		out[part] = append(out[part], c)
		before += c.Sends.N
	}
	return out
}
