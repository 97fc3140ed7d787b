package partnersim

import (
	"strings"
	"testing"

	"herald/localstack/simulators/sim"
	"herald/localstack/simulators/sim/simtest"
)

// Each rule of the partner's document refuses its case of a request of numbers.
func TestRulesOfNumbers(t *testing.T) {
	good := func() requestedNumbers {
		return requestedNumbers{numberRequest{Country: "BR", Type: "whatsapp", Quality: "high", Age: "new", Quantity: 10,
			CallbackURL: "https://herald.example/hook"}, "N1"}
	}
	simtest.Constraints(t, numberRequests, good, []simtest.Case[requestedNumbers]{
		{"a long reference", func(q *requestedNumbers) { q.reference = strings.Repeat("x", 101) }, "a reference"},
		{"a name", func(q *requestedNumbers) { q.Country = "Brazil" }, "country"},
		{"fax", func(q *requestedNumbers) { q.Type = "fax" }, "type"},
		{"best", func(q *requestedNumbers) { q.Quality = "best" }, "quality"},
		{"middle", func(q *requestedNumbers) { q.Age = "middle" }, "age"},
		{"none", func(q *requestedNumbers) { q.Quantity = 0 }, "quantity"},
		{"10001", func(q *requestedNumbers) { q.Quantity = 10_001 }, "quantity"},
		{"10000", func(q *requestedNumbers) { q.Quantity = 10_000 }, ""},
		{"a path", func(q *requestedNumbers) { q.CallbackURL = "/hook" }, "callbackUrl"},
	}, func(q requestedNumbers) error { return sim.Check(numberRequests, q) })
}
