package price

import (
	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
)

// Expected is the part of a request that names the cost shown to the caller by an earlier call (decisions §14).
type Expected struct {
	ExpectedCost *money.Amount `json:"expectedCost,omitempty" dynamodbav:"-" doc:"Cost that was shown before. If the cost is higher now, the request fails with 40922 and the new cost in data, and nothing is reserved." example:"12.5"`
}

// ExpectedIn reads a request that may have no body.
func ExpectedIn(body *Expected) (e Expected) {
	if body != nil {
		e = *body
	}
	return e
}

// Cost is the data of a refusal where no other data has the new cost.
type Cost struct {
	Cost money.Amount `json:"cost"`
}

// Covers reports whether a cost is at most the expected one. A request without an expected cost pays any cost.
func (e Expected) Covers(cost money.Amount) bool {
	return e.ExpectedCost == nil || cost <= *e.ExpectedCost
}

// Check refuses a cost above the expected one; data tells the new cost. Fault: price.raised (40922).
func (e Expected) Check(cost money.Amount, data any) error {
	if e.Covers(cost) {
		return nil
	}
	return fault.New(fault.Conflict, 40922, "price.raised", "cost", cost.String(), "expected",
		e.ExpectedCost.String()).WithData(data).LeaveOpen()
}
