package alipaysim

import (
	"strings"
	"testing"
	"time"

	"herald/localstack/simulators/sim"
	"herald/localstack/simulators/sim/simtest"
)

var noon = time.Date(2030, 11, 13, 4, 0, 0, 0, time.UTC)

// Each rule of the documentation refuses its case of a call's parameters, and nothing else does.
func TestRulesOfCalls(t *testing.T) {
	set := func(name, value string) func(*map[string]string) {
		return func(p *map[string]string) { (*p)[name] = value }
	}
	good := func() map[string]string {
		return map[string]string{"format": "JSON", "charset": "utf-8", "sign_type": "RSA2", "version": "1.0",
			"notify_url": "https://herald.example/pay", "return_url": "https://herald.example"}
	}
	simtest.Constraints(t, common, good, []simtest.Case[map[string]string]{
		{"xml", set("format", "XML"), "format"},
		{"no format", set("format", ""), ""},
		{"gbk", set("charset", "gbk"), "charset"},
		{"the old signature", set("sign_type", "RSA"), "sign_type"},
		{"another version", set("version", "2.0"), "version"},
		{"a path", set("notify_url", "/pay"), "notify_url"},
		{"a long address", set("notify_url", "https://herald.example/"+strings.Repeat("x", 256)), "notify_url"},
		{"a script", set("return_url", "javascript:alert(1)"), "return_url"},
	}, func(p map[string]string) error { return sim.Check(common, p) })
}

// Each rule of the documentation refuses its case of an order.
func TestRulesOfOrders(t *testing.T) {
	good := func() ordering {
		return ordering{content{Number: "ORDER_1", Amount: "0.01", Subject: "Herald 300", Expire: "2030-11-13 13:00:00", Code: "30m"}, noon}
	}
	number := func(n string) func(*ordering) { return func(o *ordering) { o.Number = n } }
	subject := func(s string) func(*ordering) { return func(o *ordering) { o.Subject = s } }
	amount := func(a string) func(*ordering) { return func(o *ordering) { o.Amount = a } }
	code := func(c string) func(*ordering) { return func(o *ordering) { o.Code = c } }
	simtest.Constraints(t, ordered, good, []simtest.Case[ordering]{
		{"no number", number(""), "out_trade_no"},
		{"a number of 65", number(strings.Repeat("1", 65)), "out_trade_no"},
		{"a number with a dash", number("ORDER-1"), "out_trade_no"},
		{"a subject of 256", subject(strings.Repeat("充", 256)), ""},
		{"a subject of 257", subject(strings.Repeat("充", 257)), "subject"},
		{"a slash", subject("Herald 300/400"), "subject"},
		{"no subject", subject(" "), "subject"},
		{"nothing", amount("0.00"), "total_amount"},
		{"three decimals", amount("1.001"), "total_amount"},
		{"more than a hundred millions", amount("100000000.01"), "total_amount"},
		{"a hundred millions", amount("100000000.00"), ""},
		{"another form of time", func(o *ordering) { o.Expire = "2030-11-13T13:00:00+08:00" }, "time_expire"},
		{"an hour ago", func(o *ordering) { o.Expire = "2030-11-13 11:00:00" }, "time_expire"},
		{"half an hour", code("0.5h"), "qr_code_timeout_express"},
		{"15 days", code("15d"), ""},
		{"15 days and a minute", code("21601m"), "qr_code_timeout_express"},
		{"until midnight", code("1c"), ""},
	}, func(o ordering) error { return sim.Check(ordered, o) })
}

// Each rule of the documentation refuses its case of a refund.
func TestRulesOfRefunds(t *testing.T) {
	good := func() refunding { return refunding{content{Refund: "R1", Back: "1.50", Reason: "wrong order"}, 300} }
	simtest.Constraints(t, givenBack, good, []simtest.Case[refunding]{
		{"nothing", func(r *refunding) { r.Back = "0" }, "refund_amount"},
		{"three decimals", func(r *refunding) { r.Back = "1.001" }, "refund_amount"},
		{"a long reason", func(r *refunding) { r.Reason = strings.Repeat("x", 257) }, "refund_reason"},
		{"a long number", func(r *refunding) { r.Refund = strings.Repeat("1", 65) }, "out_request_no"},
		{"some without a number", func(r *refunding) { r.Refund = "" }, "如需部分退款"},
		{"all without a number", func(r *refunding) { r.Refund, r.Back = "", "3.00" }, ""},
	}, func(r refunding) error { return sim.Check(givenBack, r) })
}
