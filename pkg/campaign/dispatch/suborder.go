package dispatch

import (
	"fmt"

	"herald/pkg/campaign/order"
)

// SubOrder is a part of an order that was split (decisions §7): all of them share its reservation, and it pauses, stops and settles
// as one.
type SubOrder struct {
	OrderNo string         `json:"orderNo" example:"GS20261121-000123-1"`
	Status  order.Status   `json:"status" doc:"of the order, but 2 before its first message and 7 after its last"`
	Total   int            `json:"total"`
	Counts  map[string]int `json:"counts" doc:"by state; they add up to the total. Who was sent to again counts as it fared before"`
}

// SubOrders divides what was counted of an order among its sub-orders; none where it was not split or is not planned yet.
func (r *Engine) SubOrders(o *order.Order, t *order.Tally) []SubOrder {
	first := t.Parts.([]chunk)
	for i, c := range first {
		if c.gen != o.Begin() {
			first = first[:i]
			break
		}
	}
	if o.Split < 2 || len(first) < o.Split {
		return nil
	}
	out, now := make([]SubOrder, o.Split), r.Now()
	for i := range out {
		chunks := first[i*len(first)/o.Split : (i+1)*len(first)/o.Split]
		counts, done := Counts{}, true
		for _, c := range chunks {
			c.moved = nil
			counts.add(&c, now)
			done = done && c.s.Done
		}
		n := 0
		for _, count := range counts {
			n += count
		}
		out[i] = SubOrder{fmt.Sprintf("%s-%d", o.No, i+1), o.Status, n, counts.plain()}
		if o.Status == order.Sending {
			switch {
			case done:
				out[i].Status = order.Settling
			case counts[StateToSend] == n:
				out[i].Status = order.Waiting
			}
		}
	}
	return out
}
