package wechatpaysim

import (
	"strings"
	"testing"
	"time"

	"herald/localstack/simulators/paymentledger"
	"herald/localstack/simulators/sim"
	"herald/localstack/simulators/sim/simtest"
)

var noon = time.Date(2030, 11, 13, 4, 0, 0, 0, time.UTC)

// Each rule of the documentation refuses its case of an order, and nothing else does.
func TestRulesOfOrders(t *testing.T) {
	cfg := &Config{AppID: "wx1", MerchantID: "1900"}
	good := func() opening {
		o := opening{AppID: "wx1", MerchantID: "1900", Description: "充值", Number: "ORDER1", Expire: "2030-11-13T13:00:00+08:00",
			NotifyURL: "https://herald.example/pay", cfg: cfg, now: noon}
		o.Amount.Total, o.Amount.Currency = 1, "CNY"
		return o
	}
	notify := func(address string) func(*opening) { return func(o *opening) { o.NotifyURL = address } }
	expire := func(at string) func(*opening) { return func(o *opening) { o.Expire = at } }
	simtest.Constraints(t, opened, good, []simtest.Case[opening]{
		{"another app", func(o *opening) { o.AppID = "wx2" }, "appid"},
		{"another merchant", func(o *opening) { o.MerchantID = "1901" }, "appid"},
		{"a number of 5", func(o *opening) { o.Number = "12345" }, "out_trade_no"},
		{"a number of 33", func(o *opening) { o.Number = strings.Repeat("1", 33) }, "out_trade_no"},
		{"a number with a dot", func(o *opening) { o.Number = "ORDER.1" }, "out_trade_no"},
		{"a number with all signs", func(o *opening) { o.Number = "Ab1_-|*" }, ""},
		{"127 characters", func(o *opening) { o.Description = strings.Repeat("充", 127) }, ""},
		{"128 characters", func(o *opening) { o.Description = strings.Repeat("充", 128) }, "description"},
		{"nothing sold", func(o *opening) { o.Description = "" }, "description"},
		{"much attached", func(o *opening) { o.Attach = strings.Repeat("x", 129) }, "attach"},
		{"nothing to pay", func(o *opening) { o.Amount.Total = 0 }, "amount.total"},
		{"dollars", func(o *opening) { o.Amount.Currency = "USD" }, "amount.currency"},
		{"a query", notify("https://herald.example/pay?a=b"), "notify_url"},
		{"no https", notify("http://herald.example/pay"), "notify_url"},
		{"a private line", notify("http://10.0.0.1/pay"), ""},
		{"nobody is told", notify(""), "notify_url"},
		{"a long address", notify("https://herald.example/" + strings.Repeat("x", 255)), "notify_url"},
		{"no zone", expire("2030-11-13T13:00:00"), "time_expire"},
		{"an hour ago", expire("2030-11-13T11:00:00+08:00"), "time_expire"},
		{"whenever", expire(""), ""},
	}, func(o opening) error { return sim.Check(opened, o) })
}

// Each rule of the documentation refuses its case of a refund.
func TestRulesOfRefunds(t *testing.T) {
	good := func() refunding {
		r := refunding{Number: "ORDER1", Refund: "R1", Reason: "不要了", NotifyURL: "https://herald.example/pay",
			order: paymentledger.Order{Paid: 300, PaidAt: noon}, now: noon.Add(364 * 24 * time.Hour)}
		r.Amount.Refund, r.Amount.Total, r.Amount.Currency = 1, 300, "CNY"
		return r
	}
	simtest.Constraints(t, refundedBy, good, []simtest.Case[refunding]{
		{"no number", func(r *refunding) { r.Refund = "" }, "out_refund_no"},
		{"a number of 65", func(r *refunding) { r.Refund = strings.Repeat("1", 65) }, "out_refund_no"},
		{"a long reason", func(r *refunding) { r.Reason = strings.Repeat("x", 81) }, "reason"},
		{"a query", func(r *refunding) { r.NotifyURL += "?a=b" }, "notify_url"},
		{"dollars", func(r *refunding) { r.Amount.Currency = "USD" }, "amount.currency"},
		{"of another total", func(r *refunding) { r.Amount.Total = 301 }, "amount.total"},
		{"nothing", func(r *refunding) { r.Amount.Refund = 0 }, "amount.refund"},
		{"more than was paid", func(r *refunding) { r.Amount.Refund = 301 }, "amount.refund"},
		{"after a year", func(r *refunding) { r.now = noon.Add(366 * 24 * time.Hour) }, "交易时间超过一年"},
		{"the 51st", func(r *refunding) { r.order.Refunds = fifty() }, "每个支付订单"},
		{"the first of 50 again", func(r *refunding) { r.order.Refunds = fifty(); r.order.Refunds[0].Number = "R1" }, ""},
	}, func(r refunding) error { return sim.Check(refundedBy, r) })
}

func fifty() (all []*paymentledger.Refund) {
	for range 50 {
		all = append(all, &paymentledger.Refund{Number: "R0"})
	}
	return all
}
