package plan

import (
	"fmt"
	"testing"

	"herald/pkg/campaign/order"
)

// A sample has the requested size over all places together. Half of it gets each message, and two orders draw
// different lots.
func TestLotsOfASample(t *testing.T) {
	for _, share := range []int{10, 33, 50} {
		drawn := map[string]string{}
		for _, id := range []string{"one", "two"} {
			p := &Planner{o: &order.Order{ID: id, Trial: &order.Trial{Share: share}}}
			all, others, n := 0, 0, 0
			for place := range 40 {
				var numbers []uint64
				for i := range 1 + place%9 {
					numbers = append(numbers, uint64(5511987650000+100*place+i))
				}
				tries, second := p.dealt(numbers)
				n += len(numbers)
				for _, yes := range tries {
					if yes {
						all++
					}
				}
				drawn[id] += fmt.Sprint(tries)
				for _, yes := range second {
					if yes {
						others++
					}
				}
			}
			if all != Sampled(n, share) || others != all/2 {
				t.Errorf("%d %%: %d of %d, %d of them the second", share, all, n, others)
			}
		}
		if drawn["one"] == drawn["two"] {
			t.Errorf("%d %%: the lots of two orders are the same", share)
		}
	}
}
