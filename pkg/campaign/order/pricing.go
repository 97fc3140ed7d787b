package order

import "herald/pkg/kit/money"

// times returns how many times the service's price a target of an order costs. For a metered kind the order's price
// is that of a unit.
func (f *Flow) times(o *Order) money.Amount {
	if f.Kind.Spec().Metered {
		return 1
	}
	return money.Amount(max(1, o.Parts))
}

// units are how many of its prices a target of an order costs at most.
func (f *Flow) units(o *Order) int {
	if f.Kind.Spec().Metered {
		return max(1, o.Parts)
	}
	return 1
}

// priced sets what a target costs, of the prices of the service.
func (f *Flow) priced(o *Order, price, agent money.Amount) {
	times := f.times(o)
	o.Price, o.Agent = price*times, agent*times
}
