package redirect

import (
	"cmp"
	"slices"
)

// cycle is the fixed order in which targets of some weights get visitors: each stands in it as often as its weight says, divided by what
// all weights have in common, and evenly spread. It gives indexes of weights.
func cycle(weights []int) []uint16 {
	common, sum := 0, 0
	for _, w := range weights {
		common = gcd(common, w)
		sum += w
	}
	if common == 0 {
		return nil
	}
	// The k-th visitor of a target of weight w is due at (k + ½) / w of the cycle.
	type due struct {
		at    float64
		index uint16
	}
	all := make([]due, 0, sum/common)
	for i, w := range weights {
		w /= common
		for k := range w {
			all = append(all, due{(float64(k) + 0.5) / float64(w), uint16(i)})
		}
	}
	slices.SortFunc(all, func(a, b due) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.index, b.index)) })
	out := make([]uint16, len(all))
	for i, d := range all {
		out[i] = d.index
	}
	return out
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
