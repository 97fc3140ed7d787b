package alipay_test

import (
	"strings"
	"testing"

	alipaysim "herald/localstack/simulators/alipay"
	"herald/localstack/simulators/paymentledger"
	"herald/localstack/simulators/paymentledger/paymentledgertest"
	"herald/localstack/simulators/sim"
	"herald/pkg/provider"
	"herald/pkg/provider/alipay"
)

func TestRefunds(t *testing.T) {
	w := mustWorld(t)
	w.scanned("C1")
	w.paid(paymentledger.Payment{Number: "C1"})
	if _, err := w.hear(); err != nil {
		t.Fatal(err)
	}
	r := provider.RefundOrder{Number: "C1", Refund: "R1", Amount: 10000, Total: 30001, Purpose: "paid twice"}
	for range 2 { // the second moves nothing, and is asked for
		if got, err := w.pay.Refund(ctx, r); err != nil || got.State != provider.RefundDone || got.Amount != 10000 {
			t.Errorf("%+v %v", got, err)
		}
	}
	if n, err := w.hear(); err != nil || n.Refund == nil || n.Refund.Refund != "R1" {
		t.Errorf("%+v %v", n, err)
	}
	if got, err := w.pay.QueryRefund(ctx, "C1", "R1"); err != nil || got.State != provider.RefundDone || got.Amount != 10000 {
		t.Errorf("%+v %v", got, err)
	}
	if p := w.query("C1"); p.State != provider.PaymentDone {
		t.Errorf("some of it went back: %+v", p)
	}
	_, err := w.pay.QueryRefund(ctx, "C1", "R2")
	want(t, err, provider.Retry, provider.NotThere)
	r.Amount = 1
	_, err = w.pay.Refund(ctx, r)
	want(t, err, provider.Rejected, provider.NumberUsed)
	r.Refund, r.Amount = "R3", 30001
	_, err = w.pay.Refund(ctx, r)
	want(t, err, provider.Rejected, provider.TooLarge)
	r.Amount = 20001
	if _, err = w.pay.Refund(ctx, r); err != nil {
		t.Error(err)
	}
	if p := w.query("C1"); p.State != provider.PaymentRefunded {
		t.Errorf("all of it went back: %+v", p)
	}
}

func TestLimitsOfAnOrder(t *testing.T) {
	w := mustWorld(t)
	for name, c := range map[string]struct {
		change func(*provider.PaymentOrder)
		cause  provider.Cause
	}{
		"number of 65":   {func(o *provider.PaymentOrder) { o.Number = strings.Repeat("1", 65) }, provider.BadInput},
		"number with -":  {func(o *provider.PaymentOrder) { o.Number = "D-1" }, provider.BadInput},
		"subject of /":   {func(o *provider.PaymentOrder) { o.Subject = "/" }, provider.BadInput},
		"nothing":        {func(o *provider.PaymentOrder) { o.Amount = 0 }, provider.TooSmall},
		"too much":       {func(o *provider.PaymentOrder) { o.Amount = 100_000_000_01 }, provider.TooLarge},
		"subject of 257": {func(o *provider.PaymentOrder) { o.Subject = strings.Repeat("充", 257) }, provider.BadInput},
		"expired":        {func(o *provider.PaymentOrder) { o.Expires = running() }, provider.AlreadyClosed},
	} {
		o := order("D1")
		c.change(&o)
		if _, err := w.pay.Open(ctx, o, provider.PayByScan); provider.CauseOf(err) != c.cause {
			t.Errorf("%s: %v", name, err)
		}
	}
	o := order(strings.Repeat("1", 64))
	o.Amount, o.Subject = 100_000_000_00, strings.Repeat("充", 256)
	if _, err := w.pay.Open(ctx, o, provider.PayByScan); err != nil {
		t.Error(err)
	}
}

func TestCodes(t *testing.T) {
	w := mustWorld(t)
	for code, c := range map[string]struct {
		open, query provider.Verdict
		cause       provider.Cause
	}{
		"20000":                         {provider.Unknown, provider.Retry, provider.Other},
		"10003":                         {provider.Unknown, provider.Retry, provider.Other},
		"40001":                         {provider.Rejected, provider.Rejected, provider.BadInput},
		"40005":                         {provider.Retry, provider.Retry, provider.TooOften},
		"40006":                         {provider.Retry, provider.Retry, provider.BadAccount},
		"ACQ.SYSTEM_ERROR":              {provider.Unknown, provider.Retry, provider.Other},
		"ACQ.TRADE_NOT_EXIST":           {provider.Retry, provider.Retry, provider.NotThere},
		"ACQ.TRADE_HAS_SUCCESS":         {provider.Rejected, provider.Rejected, provider.AlreadyPaid},
		"ACQ.TRADE_HAS_CLOSE":           {provider.Rejected, provider.Rejected, provider.AlreadyClosed},
		"ACQ.CONTEXT_INCONSISTENT":      {provider.Rejected, provider.Rejected, provider.NumberUsed},
		"ACQ.INVALID_PARAMETER":         {provider.Rejected, provider.Rejected, provider.BadInput},
		"ACQ.SELLER_BALANCE_NOT_ENOUGH": {provider.Retry, provider.Retry, provider.Short},
		"ACQ.ACCESS_FORBIDDEN":          {provider.Retry, provider.Retry, provider.BadAccount},
		"ACQ.SOMETHING_NEW":             {provider.Rejected, provider.Rejected, provider.Other},
	} {
		if err := w.sim.SetScript([]sim.Rule{{Outcome: "refuse", Code: sim.Code(code)}}); err != nil {
			t.Fatal(err)
		}
		_, err := w.pay.Open(ctx, order("E1"), provider.PayByScan)
		want(t, err, c.open, c.cause)
		_, err = w.pay.Query(ctx, "E1")
		want(t, err, c.query, c.cause)
	}
}

func TestSpoiltAnswers(t *testing.T) {
	w := mustWorld(t)
	for outcome, cause := range map[string]provider.Cause{"cut": provider.Unreachable, "cut_after_accept": provider.Unreachable,
		"bare_500": provider.Unreadable, "garbled": provider.Unreadable} {
		if err := w.sim.SetScript([]sim.Rule{{Outcome: outcome}}); err != nil {
			t.Fatal(err)
		}
		_, err := w.pay.Open(ctx, order("F1"), provider.PayByScan)
		want(t, err, provider.Unknown, cause)
		if err := w.sim.Ledger.Scan("F1"); outcome == "cut_after_accept" && err != nil {
			t.Fatal(err)
		}
		if outcome == "cut" {
			continue // a question about nothing
		}
		_, err = w.pay.Query(ctx, "F1")
		want(t, err, provider.Retry, cause)
	}
	down := mustWorld(t, func(_ *alipaysim.Config, c *alipay.Config) { c.BaseURL = "http://127.0.0.1:1" })
	_, err := down.pay.Open(ctx, order("F2"), provider.PayByScan)
	want(t, err, provider.Retry, provider.Unreachable)
}

// A refusal of our key comes without a signature, and is believed; an unknown key of theirs is in doubt.
func TestWrongKeys(t *testing.T) {
	w := mustWorld(t, func(_ *alipaysim.Config, c *alipay.Config) { c.Key = paymentledgertest.Others().Private })
	_, err := w.pay.Open(ctx, order("G1"), provider.PayByScan)
	want(t, err, provider.Retry, provider.BadAccount)
	w = mustWorld(t, func(_ *alipaysim.Config, c *alipay.Config) { c.PublicKeys = c.PublicKeys[:1] })
	_, err = w.pay.Open(ctx, order("G1"), provider.PayByScan)
	want(t, err, provider.Unknown, provider.Forged)
}

func TestConfigurationIsChecked(t *testing.T) {
	good := config("https://openapi.alipay.com", "https://herald.example/api/pay/notify/alipay")
	if _, err := alipay.New(good); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*alipay.Config){
		"no base URL": func(c *alipay.Config) { c.BaseURL = "" }, "no app": func(c *alipay.Config) { c.AppID = "" },
		"no seller": func(c *alipay.Config) { c.SellerID = "" }, "key": func(c *alipay.Config) { c.Key = "x" },
		"no public key": func(c *alipay.Config) { c.PublicKeys = nil }, "public key": func(c *alipay.Config) { c.PublicKeys = []string{"x"} },
		"notify": func(c *alipay.Config) { c.NotifyURL = "/notify" },
	} {
		c := good
		change(&c)
		if _, err := alipay.New(c); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
