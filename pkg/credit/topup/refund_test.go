package topup_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/localstack/simulators/paymentledger"
	"herald/localstack/simulators/sim"
	"herald/pkg/credit/ledger"
	"herald/pkg/credit/reconcile"
	"herald/pkg/credit/topup"
	"herald/pkg/kit/web"
)

// Staff refund money through its original payment method. The credit is taken first, once for a key, and never more than remains of the
// payment or of the credit.
func TestRefundsOfRecharges(t *testing.T) {
	b := apptest.NewPaymentFixture(t)
	c, admin := b.Users.Customer, b.Users.Admin
	give := func(id string, amount any, key string) *testkit.Answer {
		return admin.In("en_US").With("Idempotency-Key", key).Post("/aty/recharge/"+id+"/refund",
			apptest.Object{"amount": amount, "remark": "wrong order"})
	}
	for payType, book := range map[int]*paymentledger.Ledger{1: b.WeChatPay.Ledger, 2: b.Alipay.Ledger} {
		before := b.Balance(c)
		o := b.PaidOrder(c, payType, 1000, book)
		first, again := testkit.Data[topup.RefundRow](give(o.ID, 400, "one"+o.ID)), testkit.Data[topup.RefundRow](give(o.ID, 400, "one"+o.ID))
		if first.RefundID == "" || first.RefundID != again.RefundID || first.Status != topup.RefundRunning || first.PayAmount.String() != "4" {
			t.Errorf("%+v and %+v", first, again)
		}
		give(o.ID, 601, "more").Bad("amount")
		give(o.ID, 0, "none").Bad("amount")
		give(o.ID, 1.5, "part").Bad("amount")
		b.RunJobs()
		testkit.Data[topup.RefundRow](give(o.ID, 600, "rest"+o.ID))
		b.RunJobs()
		all := b.Refunds(o.ID)
		if len(all) != 2 || all[0].Status != topup.RefundDone || all[1].Status != topup.RefundDone || all[0].Operator == "" ||
			all[0].FinishTime == nil {
			t.Errorf("%+v", all)
		}
		if at, err := book.Find(o.ID); err != nil || at.Refunded() != 1000 {
			t.Errorf("%+v %v", at, err)
		}
		if after := b.Balance(c); after != before {
			t.Errorf("%s after %s", after, before)
		}
		if line := testkit.Data[web.Page[topup.Recharge]](admin.Get("/aty/recharge/page?orderId=" +
			o.ID)).Records[0]; line.RefundAmount != 1000_00 || line.CreditAmount != 1000_00 {
			t.Errorf("%+v", line)
		}
	}
	o := b.PaidOrder(c, 1, 500, b.WeChatPay.Ledger)
	admin.Put("/aty/customerinfo/withdrawal", apptest.Object{"userId": c.User.ID, "amount": 200}).OK()
	if a := give(o.ID, 301, "above").Want(http.StatusPaymentRequired, 40203); a.Message == "" {
		t.Error("no words")
	}
	waiting, gate := b.Order(c, 1, 300), b.Order(c, 7, 300)
	give(waiting.ID, 100, "unpaid").Want(http.StatusConflict, 409)
	give(gate.ID, 100, "gateway").Want(http.StatusConflict, 409)
	for _, who := range []*sessiontest.Actor{c, b.Users.Agent} {
		who.Post("/aty/recharge/"+o.ID+"/refund", apptest.Object{"amount": 1}).Want(http.StatusForbidden, 403)
	}
	b.CheckLedger()
}

// Concurrent refunds never exceed the payment. A refund that its provider refuses returns its credit once. A refund that takes time is
// queried until its result is known.
func TestRefundsRaceAreRefusedAndWait(t *testing.T) {
	b := apptest.NewPaymentFixture(t)
	c := b.Users.Customer
	o := b.PaidOrder(c, 1, 1000, b.WeChatPay.Ledger)
	var all sync.WaitGroup
	for range 10 {
		all.Go(func() { b.Users.Admin.Post("/aty/recharge/"+o.ID+"/refund", apptest.Object{"amount": 300}) })
	}
	all.Wait()
	if got := b.Balance(c); got != "100" {
		t.Errorf("%s credits are left", got)
	}
	b.RunJobs()
	if at, err := b.WeChatPay.Ledger.Find(o.ID); err != nil || at.Refunded() != 900 || len(b.Refunds(o.ID)) != 3 {
		t.Errorf("%+v %v", at, err)
	}
	p := b.PaidOrder(c, 1, 1000, b.WeChatPay.Ledger)
	if _, _, err := b.WeChatPay.Ledger.Refunding(p.ID, paymentledger.Refund{Number: "elsewhere", Fen: 700}); err != nil {
		t.Fatal(err)
	}
	b.Users.Admin.Post("/aty/recharge/"+p.ID+"/refund", apptest.Object{"amount": 800}).OK()
	if got := b.Balance(c); got != "300" {
		t.Errorf("%s credits while it runs", got)
	}
	b.RunJobs()
	b.Tick()
	if got, f := b.Balance(c), b.Refunds(p.ID); got != "1100" || len(f) != 1 || f[0].Status != topup.RefundRefused || f[0].Reason == "" {
		t.Errorf("%s credits, %+v", got, f)
	}
	lines := testkit.Data[web.Page[ledger.Line]](c.Get("/pi/personal/info/statement/page?current=1&size=2")).Records
	if lines[0].BusinessType != ledger.Refund || lines[1].BusinessType != ledger.Withdrawal || lines[0].OrderRef != p.ID {
		t.Errorf("%+v", lines)
	}
	b.WeChatPay.Ledger.Running = true
	b.Users.Admin.Post("/aty/recharge/"+p.ID+"/refund", apptest.Object{"amount": 100}).OK()
	b.RunJobs()
	f := b.Refunds(p.ID)[1]
	if f.Status != topup.RefundRunning {
		t.Errorf("%+v", f)
	}
	if err := b.WeChatPay.Ledger.Settle(p.ID, f.RefundID, "done"); err != nil {
		t.Fatal(err)
	}
	b.Kit.Clock.Add(10 * time.Minute)
	b.Tick()
	if f = b.Refunds(p.ID)[1]; f.Status != topup.RefundDone {
		t.Errorf("%+v", f)
	}
	b.CheckLedger()
}

// A provider that refuses the query about a refund has not refused the refund: the credit stays taken.
func TestARefusedQuestionIsNoRefusedRefund(t *testing.T) {
	b := apptest.NewPaymentFixture(t)
	c := b.Users.Customer
	book := b.WeChatPay.Ledger
	o, before := b.PaidOrder(c, 1, 500, book), b.Balance(c)
	answer := func(rules ...sim.Rule) {
		if err := b.WeChatPay.SetScript(rules); err != nil {
			t.Fatal(err)
		}
	}
	look := func() topup.RefundRow {
		b.Kit.Clock.Add(10 * time.Minute)
		b.Tick()
		return b.Refunds(o.ID)[0]
	}
	answer(sim.Rule{Suffix: "/refund", Outcome: "cut_after_accept", Times: 1})
	book.Running = true // the callback of an immediate refund may be here before the query
	b.Users.Admin.Post("/aty/recharge/"+o.ID+"/refund", apptest.Object{"amount": 500}).OK()
	b.RunJobs()
	if at, err := book.Find(o.ID); err != nil || at.Refunded() != 500 {
		t.Fatalf("%+v %v", at, err)
	}
	taken := b.Balance(c)
	answer(sim.Rule{Suffix: "/refunded", Outcome: "refuse", Code: "PARAM_ERROR"})
	if f := look(); f.Status != topup.RefundRunning || f.Reason == "" || b.Balance(c) != taken || taken == before {
		t.Errorf("%+v, %s credits after %s", f, b.Balance(c), taken)
	}
	answer()
	if err := book.Settle(o.ID, b.Refunds(o.ID)[0].RefundID, "done"); err != nil {
		t.Fatal(err)
	}
	if f := look(); f.Status != topup.RefundDone || b.Balance(c) != taken {
		t.Errorf("%+v, %s credits", f, b.Balance(c))
	}
	b.CheckLedger()
}

// A payment without a callback, whose order is not queried any more, is found by the reconciliation with the providers and credited once.
// Finance users get a notice, and the run is in the history.
func TestTheProvidersAreReconciled(t *testing.T) {
	b := apptest.NewPaymentFixture(t)
	c := b.Users.Customer
	orders := map[string]topup.CreateResponse{"wechatpay": b.Order(c, 1, 300), "gateway": b.Order(c, 7, 400)}
	b.SubmitForm(testkit.Data[string](c.Get("/pay/order/" + orders["gateway"].ID + "/page")))
	b.Kit.Clock.Add(40 * time.Minute)
	b.Tick()
	b.Kit.Clock.Add(4 * 24 * time.Hour)
	b.Tick()
	b.Tick()
	b.SignIn(b.Users.Admin)
	for name, book := range map[string]*paymentledger.Ledger{"wechatpay": b.WeChatPay.Ledger, "gateway": b.Gateway.Ledger} {
		if err := book.Pay(paymentledger.Payment{Number: orders[name].ID, Late: true, Notify: paymentledger.Lost}); err != nil {
			t.Fatal(err)
		}
	}
	b.Tick()
	if got := b.Balance(c); got != "0" {
		t.Fatalf("%s: somebody still asks", got)
	}
	const path = "/aty/accountstatement/reconcile"
	check := func() reconcile.RunDetail {
		run := testkit.Data[reconcile.RunDetail](b.Users.Admin.Post(path+"?kind=payments", nil))
		if run.Status != "running" || run.By == "" {
			t.Errorf("%+v", run)
		}
		b.RunJobs()
		return testkit.Data[reconcile.RunDetail](b.Users.Admin.Get(path + "/runs/payments/" + run.ID))
	}
	run := check()
	found := map[string]reconcile.Difference{}
	for _, d := range run.Items {
		found[d.About] = d
	}
	if d := found[orders["gateway"].ID]; run.Status != "done" || !d.Mended || d.What != reconcile.Lost || d.Expected != "4.00" {
		t.Errorf("%+v", run)
	}
	if told := b.Users.Admin.In("en_US").Get("/im/notice/messages?userId=" + b.Users.Admin.User.ID); !strings.Contains(string(told.Raw),
		"Reconciliation found differences") {
		t.Errorf("%d %s", told.Status, told.Raw)
	}
	if again := check(); again.Credited != 0 {
		t.Errorf("credited again: %+v", again)
	}
	if runs := testkit.Data[[]reconcile.PastRun](b.Users.Admin.Get(path + "/runs?kind=payments")); len(runs) != 2 || runs[1].ID != run.ID ||
		runs[1].Found == 0 {
		t.Errorf("%+v", runs)
	}
	b.Users.Admin.Get(path+"/runs/payments/"+apptest.MissingID).Want(http.StatusNotFound, 404)
	b.Users.Admin.Get(path + "?kind=x").Bad("kind")
	b.SignIn(c)
	c.Post(path+"?kind=payments", nil).Want(http.StatusForbidden, 403)
	b.CheckLedger()
}

// A refund that the provider's documentation forbids is refused before credit is taken: the 51st refund of a
// payment, and one after a year.
func TestRefundsThatTheProviderWouldRefuse(t *testing.T) {
	b := apptest.NewPaymentFixture(t)
	give := func(id string) *testkit.Answer {
		return b.Users.Admin.In("en_US").Post("/aty/recharge/"+id+"/refund", apptest.Object{"amount": 1, "remark": "x"})
	}
	o := b.PaidOrder(b.Users.Customer, 1, 1000, b.WeChatPay.Ledger)
	for range 50 {
		give(o.ID).OK()
	}
	if a := give(o.ID).Want(http.StatusConflict, 409); !strings.Contains(a.Message, "50 times") {
		t.Errorf("the 51st: %s", a.Message)
	}
	late := b.PaidOrder(b.Users.Customer, 1, 1000, b.WeChatPay.Ledger)
	before := b.Balance(b.Users.Customer)
	b.Kit.Clock.Add(366 * 24 * time.Hour)
	house := &sessiontest.Fixture{Env: b.Kit, Users: b.Env.Users(), Session: b.Env.Sessions()}
	b.Users.Admin.Token = house.SignIn(t, b.Server, b.Users.Admin.User.Login)
	if a := give(late.ID).Want(http.StatusConflict, 409); !strings.Contains(a.Message, "365 days") {
		t.Errorf("after a year: %s", a.Message)
	}
	b.Users.Customer.Token = house.SignIn(t, b.Server, b.Users.Customer.User.Login)
	if after := b.Balance(b.Users.Customer); after != before {
		t.Errorf("credit of %s was taken: %s", before, after)
	}
}
