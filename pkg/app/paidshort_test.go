package app

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"herald/localstack/simulators/paymentledger"
	"herald/pkg/credit/ledger"
	"herald/pkg/credit/saas"
	"herald/pkg/credit/topup"
	"herald/pkg/kit/testkit"
	"herald/pkg/kit/web"
	"herald/pkg/platform/notice"
	"herald/pkg/platform/session/sessiontest"
)

// short pays an order with less than it asks for, repeats the notification, and gives the order.
func (b *bank) short(who *sessiontest.Actor, book *paymentledger.Ledger, id string, fen int64) topup.FinishResponse {
	b.Helper()
	if err := book.Pay(paymentledger.Payment{Number: id, Fen: fen, Notify: paymentledger.Twice}); err != nil {
		b.Fatal(err)
	}
	b.until("the credit", func() bool { return b.status(who, id) == 3 })
	for range 3 {
		b.tick()
		b.k.Clock.Add(20 * time.Minute)
	}
	if err := book.Tell(id, "", paymentledger.Sent, 0); err != nil {
		b.Fatal(err)
	}
	return testkit.Data[topup.FinishResponse](who.In("en_US").Get("/aty/recharge/pay/finish/" + id))
}

// lines are the lines of a user's statement about an order.
func (b *bank) linesOf(who *sessiontest.Actor) []ledger.Line {
	b.Helper()
	return testkit.Data[web.Page[ledger.Line]](who.Get("/pi/personal/info/statement/page")).Records
}

// A top-up for which less was paid fails with a code and a message; what was paid is credited, once, and may be given back.
func TestATopUpThatIsPaidShort(t *testing.T) {
	b := mustBank(t)
	c := b.c.Customer
	o := b.order(c, 1, 30000)
	got := b.short(c, b.wechat.Ledger, o.ID, 12345)
	const told = "You paid 123.45 RMB instead of 300.00 RMB. We added 12,345.00 credits for what you paid"
	if got.Status != topup.Failure || got.Reason != topup.Short || got.Code != 40204 || got.Message != told ||
		got.CreditAmount.String() != "12345" || got.PayAmount.String() != "123.45" || got.TradeNo == "" {
		t.Errorf("%+v", got)
	}
	if lines := b.linesOf(c); b.balance(c) != "12345" || len(lines) != 1 || lines[0].BusinessType != ledger.Recharge {
		t.Errorf("%s credits by %+v", b.balance(c), lines)
	}
	texts := ""
	for _, m := range testkit.Data[notice.Unread](c.In("en_US").Get("/im/notice/no/read")).Records {
		texts += m.Contents.Title + ": " + m.Contents.Summary + "\n"
	}
	if strings.Count(texts,
		"Your payment was too low: You paid 123.45 RMB instead of 300.00 RMB. We added 12,345.00 credits, and 12,345.00 are available now.") != 1 || strings.Contains(texts, "received") {
		t.Errorf("the customer is told: %s", texts)
	}
	list := testkit.Data[web.Page[topup.Recharge]](b.c.Admin.Get("/aty/recharge/page?status=3"))
	if list.Total != 1 || list.Records[0].CreditAmount.String() != "12345" {
		t.Errorf("%+v", list)
	}
	b.c.Admin.Post("/aty/recharge/"+o.ID+"/refund", obj{"amount": 12346}).Bad("amount")
	b.c.Admin.Post("/aty/recharge/"+o.ID+"/refund", obj{"amount": 345}).OK()
	b.tick()
	if b.balance(c) != "12000" {
		t.Errorf("%s credits after a refund", b.balance(c))
	}
	b.booksBalance()
}

// Less than the price buys no year: it is credit, and the year may be bought by it.
func TestAYearThatIsPaidShort(t *testing.T) {
	b := mustBank(t)
	c := b.c.Customer
	b.c.Admin.Put("/aty/customerinfo/activation/"+c.User.ID, nil).OK()
	const path = "/pay/saas/order"
	was := testkit.Data[saas.Info](c.Get("/pi/personal/info/saas"))
	o := testkit.Data[topup.CreateResponse](c.Post(path, obj{"payType": 2}))
	if err := b.alipay.Ledger.Pay(paymentledger.Payment{Number: o.ID, Fen: yearCosts - 1, Notify: paymentledger.Twice}); err != nil {
		t.Fatal(err)
	}
	b.until("the credit", func() bool { return testkit.Data[int](c.Get(path+"/"+o.ID+"/status")) == 3 })
	b.tick()
	got := testkit.Data[topup.FinishResponse](c.In("pt_BR").Get("/aty/recharge/pay/finish/" + o.ID))
	if got.Code != 40204 || !strings.Contains(got.Message, "O ano não foi comprado") {
		t.Errorf("%+v", got)
	}
	if now := testkit.Data[saas.Info](c.Get("/pi/personal/info/saas")); now != was {
		t.Errorf("%+v after %+v", now, was)
	}
	if lines := b.linesOf(c); len(lines) != 1 || lines[0].Amount != (yearCosts-1)*100 {
		t.Errorf("%+v", lines)
	}
	if page := testkit.Data[web.Page[saas.Order]](c.Get("/aty/saas/order/page")); page.Total != 0 {
		t.Errorf("%+v", page)
	}
	b.c.OtherCustomer.Get("/aty/recharge/pay/finish/"+o.ID).Want(http.StatusNotFound, 404)
	b.booksBalance()
}

// Each failure of an order has its code and message in the caller's language.
func TestFailedTopUpsSayWhy(t *testing.T) {
	b := mustBank(t)
	c := b.c.Customer
	o := b.order(c, 1, 300)
	if waiting := testkit.Data[topup.FinishResponse](c.Get("/aty/recharge/pay/finish/" + o.ID)); waiting.Code != 0 || waiting.Message != "" {
		t.Errorf("%+v", waiting)
	}
	b.k.Clock.Add(40 * time.Minute)
	b.tick()
	for lang, want := range map[string]string{"en_US": "The order has expired without a payment", "zh_CN": "订单已超时，未收到付款",
		"zh_TW": "訂單已逾時，未收到付款", "pt_BR": "O pedido expirou sem pagamento"} {
		if got := testkit.Data[topup.FinishResponse](c.In(lang).Get("/aty/recharge/pay/finish/" + o.ID)); got.Code != 40931 ||
			got.Message != want {
			t.Errorf("%s: %+v", lang, got)
		}
	}
}
