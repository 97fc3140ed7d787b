package topup_test

import (
	"net/http"
	"testing"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/localstack/simulators/paymentledger"
	"herald/pkg/credit/exchange"
	"herald/pkg/credit/ledger"
	"herald/pkg/credit/topup"
	"herald/pkg/kit/web"
	"herald/pkg/provider"
)

// Credit is bought in USD and EUR where the profile of a payment method lists them, at the rate of the time of the order.
func TestTopUpInDollarsAndEuros(t *testing.T) {
	b := apptest.NewPaymentFixture(t)
	c, ctx := b.Users.Customer, t.Context()
	rate := func(code string, n provider.Rate) {
		if _, err := b.Env.Rates().Set(ctx, code, n, "admin", true); err != nil {
			t.Fatal(err)
		}
	}
	request := func(payType, amount int, currency string, more ...any) apptest.Object {
		of := apptest.Object{"amount": amount, "payType": payType, "currency": currency}
		if len(more) > 0 {
			of["payAmount"] = more[0]
		}
		return of
	}
	c.Post("/pay/order", request(7, 30000, "USD")).Want(http.StatusServiceUnavailable, 50301) // no rate is set
	rate("USD", 7*provider.RateOne)
	rate("EUR", 8*provider.RateOne)
	c.Post("/pay/order", request(1, 30000, "USD")).Bad("currency") // WeChat Pay takes RMB
	c.Post("/pay/order", request(7, 30000, "JPY")).Bad("currency")
	c.Post("/pay/order", request(7, 299, "USD")).Bad("amount")
	info := testkit.Data[topup.Info](c.Get("/aty/recharge/info"))
	for _, way := range info.Methods {
		if got := len(way.Currencies); got != map[string]int{"gateway": 3}[way.Provider] && (way.Provider == "gateway" || got != 1) {
			t.Errorf("%s is paid in %v", way.Provider, way.Currencies)
		}
		if way.Provider == "gateway" && way.Currencies[1].Rate != exchange.Number(7*provider.RateOne) {
			t.Errorf("%+v", way.Currencies)
		}
	}
	pay := func(currency string, amount int, p paymentledger.Payment) topup.FinishResponse {
		o := testkit.Data[topup.CreateResponse](c.Post("/pay/order", request(7, amount, currency)))
		b.SubmitForm(testkit.Data[string](c.Get("/pay/order/" + o.ID + "/page")))
		rate("USD", 9*provider.RateOne) // the order keeps its own
		p.Number = o.ID
		if err := b.Gateway.Ledger.Pay(p); err != nil {
			t.Fatal(err)
		}
		b.Tick()
		b.Tick()
		rate("USD", 7*provider.RateOne)
		return testkit.Data[topup.FinishResponse](c.Get("/aty/recharge/pay/finish/" + o.ID))
	}
	// 30,000 credits are 300 yuan: 42.857… dollars, rounded up to the cent, and exactly what was ordered is credited.
	full := pay("USD", 30000, paymentledger.Payment{})
	if full.Status != topup.Success || full.Currency != "USD" || full.PayAmount.String() != "42.86" || full.Amount.String() != "30000" ||
		full.CreditAmount.String() != "30000" || full.Rate != exchange.Number(7*provider.RateOne) {
		t.Errorf("%+v", full)
	}
	// Another amount is credited by the order's rate: 20.01 dollars are 14,007 credits.
	if less := pay("USD", 30000, paymentledger.Payment{Fen: 2001}); less.CreditAmount.String() != "14007" ||
		less.PayAmount.String() != "20.01" {
		t.Errorf("%+v", less)
	}
	if euros := pay("EUR", 400, paymentledger.Payment{}); euros.PayAmount.String() != "0.5" || euros.CreditAmount.String() != "400" {
		t.Errorf("%+v", euros)
	}
	// A payment in another currency than the order's credits nothing.
	if other := pay("USD", 500, paymentledger.Payment{Currency: "EUR"}); other.Status != topup.Waiting {
		t.Errorf("%+v", other)
	}
	// The payer is never asked for more than was shown.
	raised := c.Post("/pay/order", request(7, 30000, "USD", 42.85)).Want(http.StatusConflict, 40922)
	if raised.Status != http.StatusConflict {
		t.Errorf("%s", raised.Raw)
	}
	c.Post("/pay/order", request(7, 30000, "USD", 42.86)).OK()
	lines := testkit.Data[web.Page[ledger.Line]](c.Get("/pi/personal/info/statement/page?sortOrders=ascend&sortFields=createTime"))
	if lines.Total != 3 || lines.Records[0].Currency != "USD" || lines.Records[0].Amount.String() != "30000" ||
		lines.Records[2].Currency != "EUR" {
		t.Errorf("%+v", lines)
	}
	list := testkit.Data[web.Page[topup.Recharge]](b.Users.Admin.Get("/aty/recharge/page?currency=EUR"))
	if list.Total != 1 || list.Records[0].CreditAmount.String() != "400" {
		t.Errorf("%+v", list)
	}
}
