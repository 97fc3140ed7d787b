package topup_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/localstack/simulators/paymentledger"
	"herald/pkg/credit/ledger"
	"herald/pkg/credit/topup"
	"herald/pkg/kit/web"
)

// Every payment method: the code or the form, the payment at the provider, its callback, and the credit, once.
func TestTopUpByEveryWay(t *testing.T) {
	b := apptest.NewPaymentFixture(t)
	c := b.Users.Customer
	books := map[string]*paymentledger.Ledger{"wechatpay": b.WeChatPay.Ledger, "alipay": b.Alipay.Ledger, "gateway": b.Gateway.Ledger}
	for payType, way := range map[int]struct{ provider, code string }{1: {"wechatpay", "weixin://"}, 2: {"alipay", "https://qr.alipay.com/"},
		6: {"alipay", ""}, 7: {"gateway", ""}} {
		before := testkit.Data[topup.Info](c.Get("/aty/recharge/info")).Balance
		o := b.Order(c, payType, 30000)
		if o.ID != o.OrderID || !strings.HasPrefix(o.Body, way.code) || (o.Body == "") != (way.code == "") || o.Status != 1 ||
			o.Amount.String() != "30000" {
			t.Errorf("%d: %+v", payType, o)
		}
		if way.code == "" {
			b.SubmitForm(testkit.Data[string](c.Get("/pay/order/" + o.ID + "/page?userId=" + c.User.ID)))
		} else {
			c.Get("/pay/order/"+o.ID+"/page").Want(http.StatusConflict, 409)
		}
		if waiting := testkit.Data[*topup.CreateResponse](c.Get("/aty/recharge/pay")); waiting == nil || waiting.ID != o.ID ||
			waiting.Body != o.Body {
			t.Errorf("%d: waiting is %+v", payType, waiting)
		}
		if shown := testkit.Data[*topup.CreateResponse](c.Get("/pi/personal/info/pay/code")); shown == nil || shown.Body != o.Body {
			t.Errorf("%d: the code is %+v", payType, shown)
		}
		if s := b.Status(c, o.ID); s != 1 {
			t.Errorf("%d: status %d before it is paid", payType, s)
		}
		if err := books[way.provider].Pay(paymentledger.Payment{Number: o.ID, Notify: paymentledger.Twice}); err != nil {
			t.Fatal(err)
		}
		b.WaitUntil("the credit", func() bool { return b.Status(c, o.ID) == 2 })
		b.Tick()
		done := testkit.Data[topup.FinishResponse](c.Get("/aty/recharge/pay/finish/" + o.ID))
		if done.Status != topup.Success || done.CreditAmount.String() != "30000" || done.PayAmount.String() != "300" || done.TradeNo == "" ||
			done.PayTime == nil || done.PayTime.Location() != time.UTC || done.Balance-before != 30000_00 {
			t.Errorf("%d: %+v after %s", payType, done, before)
		}
		c.Get("/pay/order/"+o.ID+"/page").Want(http.StatusConflict, 409)
	}
	lines := testkit.Data[web.Page[ledger.Line]](c.Get("/pi/personal/info/statement/page"))
	if lines.Total != 4 || lines.Records[0].BusinessType != ledger.Recharge || lines.Records[0].OperatorType != "system" {
		t.Errorf("%+v", lines)
	}
	list := testkit.Data[web.Page[topup.Recharge]](b.Users.Admin.Get("/aty/recharge/page?status=2&sortFields=paymentMethod&sortOrders=ascend"))
	if list.Total != 4 || list.Records[0].Method != "gateway" || list.Records[0].UserName == "" {
		t.Errorf("%+v", list)
	}
	if file := b.Users.Agent.Get("/aty/recharge/export"); file.Status != http.StatusOK || len(file.Raw) < 1000 {
		t.Error("an empty file")
	}
	if waiting := testkit.Data[*topup.CreateResponse](c.Get("/aty/recharge/pay")); waiting != nil {
		t.Errorf("%+v waits", waiting)
	}
	if code := testkit.Data[*topup.CreateResponse](c.Get("/pi/personal/info/pay/code")); code != nil {
		t.Errorf("%+v is shown", code)
	}
}

// Without a callback the minute's tick finds the payment. A forged callback changes nothing, and a different amount raises an alarm.
func TestPaymentsAreAskedAbout(t *testing.T) {
	b := apptest.NewPaymentFixture(t)
	c := b.Users.Customer
	lost := b.Order(c, 1, 300)
	if err := b.WeChatPay.Ledger.Pay(paymentledger.Payment{Number: lost.ID, Notify: paymentledger.Lost}); err != nil {
		t.Fatal(err)
	}
	b.Tick()
	if s := b.Status(c, lost.ID); s != 2 {
		t.Errorf("status %d after the tick", s)
	}
	for name, p := range map[string]paymentledger.Payment{"another currency": {Currency: "USD"}, "another merchant": {Merchant: "1901"}} {
		o := b.Order(c, 1, 500)
		p.Number = o.ID
		if err := b.WeChatPay.Ledger.Pay(p); err != nil {
			t.Fatal(err)
		}
		b.Tick()
		if s := b.Status(c, o.ID); s != 1 {
			t.Errorf("%s: status %d", name, s)
		}
	}
	more := b.Order(c, 2, 700)
	if err := b.Alipay.Ledger.Pay(paymentledger.Payment{Number: more.ID, Fen: 650, Notify: paymentledger.Lost}); err != nil {
		t.Fatal(err)
	}
	b.Tick()
	b.Tick()
	if got := b.Balance(c); got != "950" { // the payment is credited
		t.Errorf("%s credits", got)
	}
	forged := b.Server.Anonymous().Post("/pay/notify/gateway", apptest.Object{"orderId": more.ID})
	if forged.Status != http.StatusBadRequest {
		t.Errorf("a forged callback is answered %d", forged.Status)
	}
	if a := b.Server.Anonymous().Post("/pay/notify/nobody", nil); a.Status != http.StatusNotFound {
		t.Errorf("an unknown provider is answered %d", a.Status)
	}
}

// An unpaid order is closed at its provider and given up; an order that is paid later is still credited, once.
func TestOrdersExpireAndLatePaymentsCount(t *testing.T) {
	b := apptest.NewPaymentFixture(t)
	c := b.Users.Customer
	orders := map[string]topup.CreateResponse{"wechatpay": b.Order(c, 1, 300), "alipay": b.Order(c, 2, 300), "gateway": b.Order(c, 7, 300)}
	b.SubmitForm(testkit.Data[string](c.Get("/pay/order/" + orders["gateway"].ID + "/page")))
	b.Kit.Clock.Add(40 * time.Minute)
	b.Tick()
	for name, o := range orders {
		if s := b.Status(c, o.ID); s != 3 {
			t.Errorf("%s: status %d", name, s)
		}
	}
	if list := testkit.Data[web.Page[topup.Recharge]](c.Get("/aty/recharge/page?status=3")); list.Total != 3 ||
		list.Records[0].Reason != topup.Expired {
		t.Errorf("%+v", list)
	}
	if o, err := b.WeChatPay.Ledger.Find(orders["wechatpay"].ID); err != nil || o.State != paymentledger.Closed {
		t.Errorf("%+v %v", o, err)
	}
	c.Get("/pay/order/"+orders["gateway"].ID+"/page").Want(http.StatusConflict, 409)
	for name, book := range map[string]*paymentledger.Ledger{"wechatpay": b.WeChatPay.Ledger, "gateway": b.Gateway.Ledger} {
		if err := book.Pay(paymentledger.Payment{Number: orders[name].ID, Late: true, Notify: paymentledger.Lost}); err != nil {
			t.Fatal(err)
		}
	}
	b.Kit.Clock.Add(time.Hour)
	b.Tick()
	b.Tick()
	if got := b.Balance(c); got != "600" {
		t.Errorf("%s credits", got)
	}
	b.Kit.Clock.Add(5 * 24 * time.Hour)
	b.Tick()
	b.Tick()
	if left := slices.DeleteFunc(b.PaymentRows("JOB#"), func(sk string) bool { return !strings.Contains(sk, "#topup#") }); len(left) != 0 {
		t.Errorf("orders are still looked at: %v", left)
	}
}

// Refused requests: each refusal has its message.
func TestTopUpsThatAreRefused(t *testing.T) {
	b := apptest.NewPaymentFixture(t)
	c := b.Users.Customer
	post := func(body apptest.Object) *testkit.Answer { return c.In("en_US").Post("/pay/order", body) }
	for amount, want := range map[any]string{
		299: "The amount must be between 300 and 10000000000 credits", 0: "The amount must be between 300 and 10000000000 credits",
		-300: "The amount must be between 300 and 10000000000 credits", 10_000_000_001: "The amount must be between 300 and 10000000000 credits",
		300.5: "The amount must be a whole number of credits",
	} {
		if a := post(apptest.Object{"amount": amount, "payType": 1}).Bad("amount"); a.Errors[0].Message != want {
			t.Errorf("%v: %s", amount, a.Raw)
		}
	}
	post(apptest.Object{"amount": "300", "payType": 1}).Bad("amount")
	post(apptest.Object{"amount": 300, "payType": 8}).Bad("payType")
	post(apptest.Object{"amount": 300}).Bad("payType")
	post(apptest.Object{"amount": 300, "payType": 1, "biz": "al000"}).Bad("biz")
	post(apptest.Object{"amount": 300, "payType": 1, "rechargeType": 2}).Bad("rechargeType")
	b.Users.Admin.Post("/pay/order", apptest.Object{"amount": 300, "payType": 1}).Want(http.StatusNotFound, 404)
	o := b.Order(c, 1, 300)
	for _, who := range []*sessiontest.Actor{b.Users.OtherCustomer, b.Users.OtherAgent, b.Users.Direct} {
		who.Get("/pay/order/"+o.ID+"/status").Want(http.StatusNotFound, 404)
	}
	if s := b.Status(b.Users.Agent, o.ID); s != 1 {
		t.Errorf("its agent sees %d", s)
	}
	b.Env.Config.Adapters.Set(map[string]string{"gateway.url": ""})
	if a := post(apptest.Object{"amount": 300, "payType": 7}).Want(http.StatusServiceUnavailable,
		50302); a.Message != "This payment method isn't available" {
		t.Error(a.Message)
	}
	b.Users.Admin.Put("/blacklistuserinfo/lockOrUnlock", apptest.Object{"userId": c.User.ID, "lock": true}).OK()
	b.SignIn(c)
	if a := c.In("en_US").Post("/pay/order", apptest.Object{"amount": 300, "payType": 1}).Want(http.StatusForbidden,
		40302); !strings.Contains(a.Message,
		"locked") {
		t.Error(a.Message)
	}
	if err := b.WeChatPay.Ledger.Pay(paymentledger.Payment{Number: o.ID}); err != nil {
		t.Fatal(err)
	}
	b.WaitUntil("the credit of a locked customer who had paid", func() bool { return b.Status(c, o.ID) == 2 })
}

// If a provider refuses or does not respond, the customer is told in four languages that nothing was charged.
func TestAProviderThatRefuses(t *testing.T) {
	b := apptest.NewPaymentFixture(t)
	b.WeChatPay.Close()
	b.Env.Config.Adapters.Set(map[string]string{"wechatpay.url": "http://127.0.0.1:1"})
	for lang, want := range map[string]string{"zh_CN": "支付渠道暂时无法受理，未扣款，请稍后再试",
		"en_US": "The payment provider can't accept the order now. Nothing was charged. Try again later.",
		"pt_BR": "O provedor de pagamento não pode aceitar o pedido agora. Nada foi cobrado. Tente mais tarde.", "zh_TW": "付款管道暫時無法受理，未扣款，請稍後再試"} {
		if a := b.Users.Customer.In(lang).Post("/pay/order", apptest.Object{"amount": 300, "payType": 1}); a.Code != 50303 || a.Message != want {
			t.Errorf("%s: %d %s", lang, a.Code, a.Message)
		}
	}
}

// A repetition under the same key returns the same order and the same code.
func TestATopUpIsMadeOnce(t *testing.T) {
	b := apptest.NewPaymentFixture(t)
	c := b.Users.Customer.With("Idempotency-Key", "one")
	body := apptest.Object{"amount": 300, "payType": 1}
	first, second := testkit.Data[topup.CreateResponse](c.Post("/pay/order", body)),
		testkit.Data[topup.CreateResponse](c.Post("/pay/order", body))
	if first != second || len(b.WeChatPay.Ledger.Orders()) != 1 {
		t.Errorf("%+v and %+v", first, second)
	}
}
