package order

import "herald/pkg/kit/money"

// pricing prices requests and checks what an order must keep to.
type pricing struct{ flow *Flow }

// pricing is that of the kind.
func (f *Flow) pricing() pricing { return pricing{f} }

// times returns how many times the service's price a target of an order costs. For a metered kind the order's price
// is that of a unit.
func (pr pricing) times(o *Order) money.Amount {
	if pr.flow.Kind.Spec().Metered {
		return 1
	}
	return money.Amount(max(1, o.Parts))
}

// units are how many of its prices a target of an order costs at most.
func (pr pricing) units(o *Order) int {
	if pr.flow.Kind.Spec().Metered {
		return max(1, o.Parts)
	}
	return 1
}

// priced sets what a target costs, of the prices of the service.
func (pr pricing) priced(o *Order, price, agent money.Amount) {
	times := pr.times(o)
	o.Price, o.Agent = price*times, agent*times
}
