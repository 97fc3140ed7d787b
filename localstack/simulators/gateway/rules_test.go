package gatewaysim

import (
	"strings"
	"testing"

	"herald/localstack/simulators/sim"
	"herald/localstack/simulators/sim/simtest"
)

// Each rule of the documentation refuses its case, and nothing else does.
func TestRules(t *testing.T) {
	set := func(name, value string) func(*fields) { return func(p *fields) { (*p)[name] = value } }
	good := func() fields {
		return fields{"biz": "al000", "version": "1.0", "orderId": "ORDER_1-2", "orderTime": "20301113120000", "amount": "300.00",
			"currencyType": "CNY", "goods": "300 积分", "notifyUrl": "https://herald.example/pay"}
	}
	simtest.Constraints(t, constraints, good, []simtest.Case[fields]{
		{"no way to pay", set("biz", ""), "biz"},
		{"another version", set("version", "2.0"), "version"},
		{"no number", set("orderId", ""), "orderId"},
		{"a number of 33", set("orderId", strings.Repeat("1", 33)), "orderId"},
		{"another form of time", set("orderTime", "2030-11-13 12:00:00"), "orderTime"},
		{"nothing", set("amount", "0.00"), "amount"},
		{"one decimal", set("amount", "1.5"), "amount"},
		{"a cent", set("amount", "0.01"), ""},
		{"points", set("currencyType", "RMB"), "currencyType"},
		{"no goods", set("goods", ""), "goods"},
		{"goods of 65", set("goods", strings.Repeat("积", 65)), "goods"},
		{"a path", set("notifyUrl", "/pay"), "notifyUrl"},
	}, func(p fields) error { return sim.Check(constraints, p) })
}
