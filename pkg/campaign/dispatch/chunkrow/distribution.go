package chunkrow

import (
	"slices"

	"herald/pkg/campaign/order"
)

// Distribution tells which of two messages the recipients of a chunk get.
type Distribution struct {
	Rest   bool   `dynamodbav:"rs,omitempty"` // they wait until one is chosen, and get that
	Second Bitset `dynamodbav:"ab,omitempty"` // of the others: who gets the second; the first, who does not
}

// second tells whether a recipient gets the second message of an order.
func (d Distribution) GetsSecond(i int, o *order.Order) bool {
	return d.Variant(i, o) == order.VariantB
}

// variant names the message that a recipient gets; empty of an order of one, and while it is not chosen.
func (d Distribution) Variant(i int, o *order.Order) string {
	switch {
	case o.Trial == nil:
		return ""
	case d.Rest:
		return o.Trial.Chosen
	case d.Second.Has(i):
		return order.VariantB
	}
	return order.VariantA
}

// dealtOf returns the distribution of recipients from..to; second marks those of the second message.
func DistributionOf(second []bool, from, to int) (d Distribution) {
	if second == nil || !slices.Contains(second[from:to], true) {
		return d
	}
	d.Second = make(Bitset, (to-from+7)/8)
	for i, yes := range second[from:to] {
		if yes {
			d.Second.Set(i)
		}
	}
	return d
}
