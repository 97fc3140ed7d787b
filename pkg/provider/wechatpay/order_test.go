package wechatpay_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"herald/localstack/simulators/paymentledger"
	"herald/localstack/simulators/sim"
	wechatpaysim "herald/localstack/simulators/wechatpay"
	"herald/pkg/provider"
	"herald/pkg/provider/wechatpay"
)

func TestAnOrderIsScannedPaidAndFound(t *testing.T) {
	w := mustWorld(t)
	if code := w.open(order("TU0001")); !strings.HasPrefix(code, "weixin://wxpay/bizpayurl?pr=") {
		t.Errorf("code %q", code)
	}
	if p := w.query("TU0001"); p.State != provider.PaymentWaiting || p.ProviderID != "" {
		t.Errorf("%+v", p)
	}
	if err := w.sim.Ledger.Scan("TU0001"); err != nil {
		t.Fatal(err)
	}
	if p := w.query("TU0001"); p.State != provider.PaymentWaiting {
		t.Errorf("%+v", p)
	}
	w.paid(paymentledger.Payment{Number: "TU0001"})
	n, err := w.hear()
	if err != nil {
		t.Fatal(err)
	}
	p := w.query("TU0001")
	if p.State != provider.PaymentDone || p.Amount != 30000 || p.ProviderID == "" || p.PaidAt.IsZero() || *n.Payment != p {
		t.Errorf("%+v, told %+v", p, n.Payment)
	}
}

// The callback never comes: the question finds the payment.
func TestALostCallbackIsFoundByQuery(t *testing.T) {
	w := mustWorld(t)
	w.open(order("TU0002"))
	w.paid(paymentledger.Payment{Number: "TU0002", Notify: paymentledger.Lost})
	if p := w.query("TU0002"); p.State != provider.PaymentDone {
		t.Errorf("%+v", p)
	}
}

// The reported amount is the paid one, not the requested one: the crediting code compares them.
func TestAWrongAmountIsReportedAsPaid(t *testing.T) {
	w := mustWorld(t)
	w.open(order("TU0003"))
	w.paid(paymentledger.Payment{Number: "TU0003", Fen: 1})
	n, err := w.hear()
	if err != nil || n.Payment.Amount != 1 {
		t.Errorf("%+v %v", n, err)
	}
	if p := w.query("TU0003"); p.Amount != 1 {
		t.Errorf("%+v", p)
	}
}

func TestAPaymentOfAnotherMerchantOrCurrencyIsForeign(t *testing.T) {
	w := mustWorld(t)
	for number, p := range map[string]paymentledger.Payment{"TU0004": {Merchant: "1901"}, "TU0005": {Currency: "USD"}} {
		w.open(order(number))
		p.Number = number
		w.paid(p)
		_, err := w.hear()
		want(t, err, provider.Rejected, provider.Foreign)
		_, err = w.pay.Query(ctx, number)
		want(t, err, provider.Rejected, provider.Foreign)
	}
}

func TestTheSameOrderIsOpenedAgain(t *testing.T) {
	w := mustWorld(t)
	o := order("TU0006")
	if first, second := w.open(o), w.open(o); first != second {
		t.Errorf("%s, then %s", first, second)
	}
	o.Amount++
	_, err := w.pay.Open(ctx, o, provider.PayByScan)
	want(t, err, provider.Rejected, provider.NumberUsed)
}

func TestAPaidOrderIsNeitherOpenedNorClosed(t *testing.T) {
	w := mustWorld(t)
	w.open(order("TU0007"))
	w.paid(paymentledger.Payment{Number: "TU0007"})
	_, err := w.pay.Open(ctx, order("TU0007"), provider.PayByScan)
	want(t, err, provider.Rejected, provider.AlreadyPaid)
	want(t, w.pay.Close(ctx, "TU0007"), provider.Rejected, provider.AlreadyPaid)
}

func TestClosingEndsAnOrder(t *testing.T) {
	w := mustWorld(t)
	w.open(order("TU0008"))
	for range 2 {
		if err := w.pay.Close(ctx, "TU0008"); err != nil {
			t.Fatal(err)
		}
	}
	if p := w.query("TU0008"); p.State != provider.PaymentClosed {
		t.Errorf("%+v", p)
	}
	_, err := w.pay.Open(ctx, order("TU0008"), provider.PayByScan)
	want(t, err, provider.Rejected, provider.AlreadyClosed)
	// A payment that was on its way when the order was closed counts all the same.
	w.paid(paymentledger.Payment{Number: "TU0008", Late: true})
	if p := w.query("TU0008"); p.State != provider.PaymentDone {
		t.Errorf("%+v", p)
	}
}

func TestAnUnknownOrderIsNotThere(t *testing.T) {
	w := mustWorld(t)
	_, err := w.pay.Query(ctx, "TU0009")
	want(t, err, provider.Retry, provider.NotThere)
	want(t, w.pay.Close(ctx, "TU0009"), provider.Retry, provider.NotThere)
}

func TestLimitsOfAnOrder(t *testing.T) {
	w := mustWorld(t)
	for name, c := range map[string]struct {
		change func(*provider.PaymentOrder)
		cause  provider.Cause
	}{
		"number of 5":         {func(o *provider.PaymentOrder) { o.Number = "12345" }, provider.BadInput},
		"number of 33":        {func(o *provider.PaymentOrder) { o.Number = strings.Repeat("1", 33) }, provider.BadInput},
		"number with a space": {func(o *provider.PaymentOrder) { o.Number = "TU 0010" }, provider.BadInput},
		"nothing":             {func(o *provider.PaymentOrder) { o.Amount = 0 }, provider.TooSmall},
		"too much":            {func(o *provider.PaymentOrder) { o.Amount = 100_000_000_01 }, provider.TooLarge},
		"no subject":          {func(o *provider.PaymentOrder) { o.Subject = " " }, provider.BadInput},
		"subject of 128":      {func(o *provider.PaymentOrder) { o.Subject = strings.Repeat("充", 128) }, provider.BadInput},
	} {
		o := order("TU0010")
		c.change(&o)
		_, err := w.pay.Open(ctx, o, provider.PayByScan)
		if f := provider.CauseOf(err); f != c.cause {
			t.Errorf("%s: %v", name, err)
		}
	}
	o := order(strings.Repeat("1", 32))
	o.Amount, o.Subject = 100_000_000_00, strings.Repeat("充", 127)
	w.open(o)
	_, err := w.pay.Open(ctx, order("TU0010"), provider.PayByPage)
	want(t, err, provider.Rejected, provider.BadInput)
}

// Every code of the API has its verdict: refused for good, may be tried again, or in doubt.
func TestCodes(t *testing.T) {
	w := mustWorld(t)
	for code, c := range map[string]struct {
		open, query provider.Verdict
		cause       provider.Cause
	}{
		"PARAM_ERROR":           {provider.Rejected, provider.Rejected, provider.BadInput},
		"INVALID_REQUEST":       {provider.Rejected, provider.Rejected, provider.BadInput},
		"ORDERPAID":             {provider.Rejected, provider.Rejected, provider.AlreadyPaid},
		"ORDER_CLOSED":          {provider.Rejected, provider.Rejected, provider.AlreadyClosed},
		"ORDER_NOT_EXIST":       {provider.Retry, provider.Retry, provider.NotThere},
		"RESOURCE_NOT_EXISTS":   {provider.Retry, provider.Retry, provider.NotThere},
		"OUT_TRADE_NO_USED":     {provider.Rejected, provider.Rejected, provider.NumberUsed},
		"NOT_ENOUGH":            {provider.Retry, provider.Retry, provider.Short},
		"RULE_LIMIT":            {provider.Rejected, provider.Rejected, provider.Other},
		"FREQUENCY_LIMITED":     {provider.Retry, provider.Retry, provider.TooOften},
		"SIGN_ERROR":            {provider.Retry, provider.Retry, provider.BadAccount},
		"NO_AUTH":               {provider.Retry, provider.Retry, provider.BadAccount},
		"APPID_MCHID_NOT_MATCH": {provider.Retry, provider.Retry, provider.BadAccount},
		"SYSTEM_ERROR":          {provider.Unknown, provider.Retry, provider.Other},
		"BANK_ERROR":            {provider.Unknown, provider.Retry, provider.Other},
		"SOMETHING_NEW":         {provider.Rejected, provider.Rejected, provider.Other},
	} {
		w.script(sim.Rule{Suffix: "/open", Outcome: "refuse", Code: sim.Code(code)},
			sim.Rule{Suffix: "/query", Outcome: "refuse", Code: sim.Code(code)})
		_, err := w.pay.Open(ctx, order("TU0011"), provider.PayByScan)
		want(t, err, c.open, c.cause)
		if f, ok := err.(*provider.Failure); !ok || f.Code != code {
			t.Errorf("%s: %v", code, err)
		}
		_, err = w.pay.Query(ctx, "TU0011")
		want(t, err, c.query, c.cause)
	}
}

// An answer that is cut, not signed or not readable leaves an order in doubt, and a question open; what never left is not in doubt.
func TestSpoiltAnswers(t *testing.T) {
	w := mustWorld(t)
	for outcome, cause := range map[string]provider.Cause{"cut": provider.Unreachable, "cut_after_accept": provider.Unreachable,
		"bare_500": provider.Forged, "garbled": provider.Forged} {
		w.script(sim.Rule{Suffix: "/open", Outcome: outcome}, sim.Rule{Suffix: "/query", Outcome: outcome})
		_, err := w.pay.Open(ctx, order("TU0012"), provider.PayByScan)
		want(t, err, provider.Unknown, cause)
		_, err = w.pay.Query(ctx, "TU0012")
		want(t, err, provider.Retry, cause)
	}
	w.script()
	w.open(order("TU0012")) // a request in doubt is simply repeated
	down := mustWorld(t, func(_ *wechatpaysim.Config, c *wechatpay.Config) { c.BaseURL = "http://127.0.0.1:1" })
	_, err := down.pay.Open(ctx, order("TU0013"), provider.PayByScan)
	want(t, err, provider.Retry, provider.Unreachable)
}

func TestSlowAnswersEnd(t *testing.T) {
	w := mustWorld(t, func(_ *wechatpaysim.Config, c *wechatpay.Config) {
		c.Client = &http.Client{Timeout: 50 * time.Millisecond}
	})
	w.script(sim.Rule{Suffix: "/open", Outcome: "slow"})
	_, err := w.pay.Open(ctx, order("TU0014"), provider.PayByScan)
	want(t, err, provider.Unknown, provider.Unreachable)
}

func TestWrongKeysAreAnAccountError(t *testing.T) {
	w := mustWorld(t, func(_ *wechatpaysim.Config, c *wechatpay.Config) { c.Serial = "60" })
	_, err := w.pay.Open(ctx, order("TU0015"), provider.PayByScan)
	want(t, err, provider.Retry, provider.BadAccount)
	w = mustWorld(t, func(_ *wechatpaysim.Config, c *wechatpay.Config) { c.APIv3Key = strings.Repeat("x", 32) })
	_, err = w.pay.Open(ctx, order("TU0015"), provider.PayByScan)
	want(t, err, provider.Unknown, provider.Forged)
}
