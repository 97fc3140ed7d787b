package topup_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/localstack/simulators/paymentledger"
	"herald/pkg/credit/ledger"
	"herald/pkg/credit/saas"
	"herald/pkg/credit/topup"
	"herald/pkg/kit/web"
	"herald/pkg/platform/notice"
)

// A top-up that is underpaid fails with a code and a message; the paid amount is credited once, and may be refunded.
func TestATopUpThatIsPaidShort(t *testing.T) {
	b := apptest.NewPaymentFixture(t)
	c := b.Users.Customer
	o := b.Order(c, 1, 30000)
	got := b.PayShort(c, b.WeChatPay.Ledger, o.ID, 12345)
	const told = "You paid 123.45 RMB instead of 300.00 RMB. We added 12,345.00 credits for what you paid."
	if got.Status != topup.Failure || got.Reason != topup.Short || got.Code != 40204 || got.Message != told ||
		got.CreditAmount.String() != "12345" || got.PayAmount.String() != "123.45" || got.TradeNo == "" {
		t.Errorf("%+v", got)
	}
	if lines := b.StatementLines(c); b.Balance(c) != "12345" || len(lines) != 1 || lines[0].BusinessType != ledger.Recharge {
		t.Errorf("%s credits by %+v", b.Balance(c), lines)
	}
	texts := ""
	for _, m := range testkit.Data[notice.Unread](c.In("en_US").Get("/im/notice/no/read")).Records {
		texts += m.Contents.Title + ": " + m.Contents.Summary + "\n"
	}
	if strings.Count(texts,
		"Your payment was too low: You paid 123.45 RMB instead of 300.00 RMB. We added 12,345.00 credits, and 12,345.00 are available now.") != 1 || strings.Contains(texts, "received") {
		t.Errorf("the customer is told: %s", texts)
	}
	list := testkit.Data[web.Page[topup.Recharge]](b.Users.Admin.Get("/aty/recharge/page?status=3"))
	if list.Total != 1 || list.Records[0].CreditAmount.String() != "12345" {
		t.Errorf("%+v", list)
	}
	b.Users.Admin.Post("/aty/recharge/"+o.ID+"/refund", apptest.Object{"amount": 12346}).Bad("amount")
	b.Users.Admin.Post("/aty/recharge/"+o.ID+"/refund", apptest.Object{"amount": 345}).OK()
	b.Tick()
	if b.Balance(c) != "12000" {
		t.Errorf("%s credits after a refund", b.Balance(c))
	}
	b.CheckLedger()
}

// A payment below the price buys no year: it becomes credit, and the year may be bought with it.
func TestAYearThatIsPaidShort(t *testing.T) {
	b := apptest.NewPaymentFixture(t)
	c := b.Users.Customer
	b.Users.Admin.Put("/aty/customerinfo/activation/"+c.User.ID, nil).OK()
	const path = "/pay/saas/order"
	was := testkit.Data[saas.Info](c.Get("/pi/personal/info/saas"))
	o := testkit.Data[topup.CreateResponse](c.Post(path, apptest.Object{"payType": 2}))
	if err := b.Alipay.Ledger.Pay(paymentledger.Payment{Number: o.ID, Fen: apptest.SaaSYearCost - 1,
		Notify: paymentledger.Twice}); err != nil {
		t.Fatal(err)
	}
	b.WaitUntil("the credit", func() bool { return testkit.Data[int](c.Get(path+"/"+o.ID+"/status")) == 3 })
	b.Tick()
	got := testkit.Data[topup.FinishResponse](c.In("pt_BR").Get("/aty/recharge/pay/finish/" + o.ID))
	if got.Code != 40204 || !strings.Contains(got.Message, "O ano não foi comprado") {
		t.Errorf("%+v", got)
	}
	if now := testkit.Data[saas.Info](c.Get("/pi/personal/info/saas")); now != was {
		t.Errorf("%+v after %+v", now, was)
	}
	if lines := b.StatementLines(c); len(lines) != 1 || lines[0].Amount != (apptest.SaaSYearCost-1)*100 {
		t.Errorf("%+v", lines)
	}
	if page := testkit.Data[web.Page[saas.Order]](c.Get("/aty/saas/order/page")); page.Total != 0 {
		t.Errorf("%+v", page)
	}
	b.Users.OtherCustomer.Get("/aty/recharge/pay/finish/"+o.ID).Want(http.StatusNotFound, 404)
	b.CheckLedger()
}

// Each failure of an order has its code and message in the caller's language.
func TestFailedTopUpsSayWhy(t *testing.T) {
	b := apptest.NewPaymentFixture(t)
	c := b.Users.Customer
	o := b.Order(c, 1, 300)
	if waiting := testkit.Data[topup.FinishResponse](c.Get("/aty/recharge/pay/finish/" + o.ID)); waiting.Code != 0 || waiting.Message != "" {
		t.Errorf("%+v", waiting)
	}
	b.Kit.Clock.Add(40 * time.Minute)
	b.Tick()
	for lang, want := range map[string]string{"en_US": "The order has expired without a payment", "zh_CN": "订单已超时，未收到付款",
		"zh_TW": "訂單已逾時，未收到付款", "pt_BR": "O pedido expirou sem pagamento"} {
		if got := testkit.Data[topup.FinishResponse](c.In(lang).Get("/aty/recharge/pay/finish/" + o.ID)); got.Code != 40931 ||
			got.Message != want {
			t.Errorf("%s: %+v", lang, got)
		}
	}
}
