package saas_test

import (
	"net/http"
	"testing"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/localstack/simulators/paymentledger"
	"herald/pkg/credit/ledger"
	"herald/pkg/credit/saas"
	"herald/pkg/credit/topup"
	"herald/pkg/kit/money"
	"herald/pkg/kit/web"
)

// A year that is paid by scanning extends the subscription once, however often the provider reports it; the money is revenue and no credit.
func TestAYearIsBoughtByScanning(t *testing.T) {
	b := apptest.NewPaymentFixture(t)
	c := b.Users.Customer
	const path = "/pay/saas/order"
	request := func(payType int) apptest.Object {
		return apptest.Object{"amount": apptest.SaaSYearCost, "biz": map[int]string{1: "scan_wx", 2: "al000"}[payType], "customerId": c.User.ID,
			"payType":      payType,
			"rechargeType": 2}
	}
	c.Post(path, request(1)).Want(http.StatusForbidden, 40313)
	b.Users.Admin.Put("/aty/customerinfo/activation/"+c.User.ID, nil).OK()
	other := request(1)
	other["customerId"] = b.Users.OtherCustomer.User.ID
	c.Post(path, other).Want(http.StatusNotFound, 404)
	cheap := request(1)
	cheap["amount"] = 1
	c.Post(path, cheap).Bad("amount")
	mixed := request(1)
	mixed["biz"] = "al000"
	c.Post(path, mixed).Bad("biz")
	c.Post(path, apptest.Object{"payType": 6}).Bad("payType")
	b.Users.Secondary.Post(path, request(1)).Want(http.StatusForbidden, 403)
	if ways := testkit.Data[[]topup.Way](c.Get(path + "/ways")); len(ways) != 2 {
		t.Errorf("%+v", ways)
	}
	books := map[int]*paymentledger.Ledger{1: b.WeChatPay.Ledger, 2: b.Alipay.Ledger}
	before := b.Balance(c)
	for _, payType := range []int{1, 2} {
		was := testkit.Data[saas.Price](c.Get("/pay/saas/price")).Expire
		key := c.With("Idempotency-Key", was.String())
		o := testkit.Data[topup.CreateResponse](key.Post(path, request(payType)))
		if again := testkit.Data[topup.CreateResponse](key.Post(path, request(payType))); again.OrderID != o.OrderID {
			t.Errorf("%s, then %s", o.OrderID, again.OrderID)
		}
		if o.Body == "" || o.OrderID == "" {
			t.Errorf("%+v", o)
		}
		status := func() int { return testkit.Data[int](c.Get(path + "/" + o.OrderID + "/status")) }
		if status() != 1 {
			t.Error("paid before it is paid")
		}
		if waiting := testkit.Data[*topup.CreateResponse](c.Get("/aty/recharge/pay")); waiting != nil {
			t.Errorf("%+v is taken for a top-up", waiting)
		}
		if shown := testkit.Data[*topup.CreateResponse](c.Get("/pi/personal/info/pay/code")); shown == nil || shown.OrderID != o.OrderID ||
			shown.Body != o.Body {
			t.Errorf("the code is %+v", shown)
		}
		b.Users.OtherCustomer.Get(path+"/"+o.OrderID+"/status").Want(http.StatusNotFound, 404)
		if err := books[payType].Pay(paymentledger.Payment{Number: o.OrderID, Notify: paymentledger.Twice}); err != nil {
			t.Fatal(err)
		}
		b.WaitUntil("the year", func() bool { return status() == 2 })
		b.Tick()
		now := testkit.Data[saas.Info](c.Get("/pi/personal/info/saas"))
		if now.Status != saas.Active || now.Expire.Sub(was).Abs().Minutes() > 1 {
			t.Errorf("%d: until %s instead of %s", payType, now.Expire, was)
		}
	}
	if b.Balance(c) != before {
		t.Errorf("%s instead of %s", b.Balance(c), before)
	}
	page := testkit.Data[web.Page[saas.Order]](c.Get("/aty/saas/order/page"))
	if page.Total != 2 || page.Records[0].Method != "src_al" || page.Records[0].TradeNo == "" || page.Records[0].Fen != apptest.SaaSYearCost {
		t.Errorf("%+v", page)
	}
	o := b.Order(c, 1, 30000)
	c.Get(path+"/"+o.ID+"/status").Want(http.StatusNotFound, 404) // a top-up is none
	check := money.Amount(0)
	for _, l := range testkit.Data[web.Page[ledger.Line]](c.Get("/pi/personal/info/statement/page")).Records {
		check += l.Amount
	}
	if check != 0 {
		t.Errorf("the statement adds up to %s", check)
	}
}

// A year that was paid by scanning adds no credit.
func TestAYearIsNoCreditInTheListOfRecharges(t *testing.T) {
	b := apptest.NewPaymentFixture(t)
	c := b.Users.Customer
	b.Users.Admin.Put("/aty/customerinfo/activation/"+c.User.ID, nil).OK()
	o := testkit.Data[topup.CreateResponse](c.Post("/pay/saas/order", apptest.Object{"payType": 1}))
	if err := b.WeChatPay.Ledger.Pay(paymentledger.Payment{Number: o.ID, Notify: paymentledger.Lost}); err != nil {
		t.Fatal(err)
	}
	b.Tick()
	list := testkit.Data[web.Page[topup.Recharge]](c.Get("/aty/recharge/page"))
	for _, r := range list.Records {
		if r.Status != topup.Success || r.CreditAmount != 0 {
			t.Errorf("%+v with a balance of %s", r, b.Balance(c))
		}
	}
}
