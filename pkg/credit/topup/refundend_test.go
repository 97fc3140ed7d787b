package topup_test

import (
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/localstack/simulators/paymentledger"
	"herald/localstack/simulators/sim"
	"herald/pkg/credit/ledger"
	"herald/pkg/credit/topup"
	"herald/pkg/kit/web"
)

// Alipay has no state for a refund that it closed: it accepts the request again and finds no refund. After a day the credit returns once,
// with an alarm; until then the staff's list shows the reason. A later callback that reports the refund as done also raises an alarm.
func TestARefundThatAlipayClosed(t *testing.T) {
	b := apptest.NewPaymentFixture(t)
	alarms := b.Alarms()
	c, book := b.Users.Customer, b.Alipay.Ledger
	o := b.PaidOrder(c, 2, 1000, book)
	book.Running = true
	b.Users.Admin.Post("/aty/recharge/"+o.ID+"/refund", apptest.Object{"amount": 400}).OK()
	b.RunJobs()
	f := b.Refunds(o.ID)[0]
	if f.Status != topup.RefundRunning || b.Balance(c) != "600" {
		t.Fatalf("%+v, %s credits", f, b.Balance(c))
	}
	if err := book.Settle(o.ID, f.RefundID, "closed"); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		b.PassTime(7 * time.Hour)
		if f = b.Refunds(o.ID)[0]; f.Status != topup.RefundRunning || !strings.Contains(f.Reason, f.RefundID) || b.Balance(c) != "600" ||
			len(alarms(f.RefundID)) > 0 {
			t.Errorf("within a day: %+v, %s credits, %q", f, b.Balance(c), alarms(f.RefundID))
		}
	}
	for range 4 { // repeated requests afterwards
		b.PassTime(24 * time.Hour)
	}
	f = b.Refunds(o.ID)[0]
	if f.Status != topup.RefundRefused || f.Reason != "closed without a word" || f.FinishTime == nil || b.Balance(c) != "1000" {
		t.Errorf("%+v, %s credits", f, b.Balance(c))
	}
	if got := alarms(f.RefundID); len(got) != 2 || !strings.Contains(got[1], "knows nothing of a refund") {
		t.Errorf("%q", got)
	}
	lines := testkit.Data[web.Page[ledger.Line]](c.Get("/pi/personal/info/statement/page?current=1&size=5")).Records
	if len(lines) != 3 || lines[0].BusinessType != ledger.Refund || lines[0].Amount != 400_00 || lines[1].BusinessType != ledger.Withdrawal {
		t.Errorf("%+v", lines)
	}
	if line := testkit.Data[web.Page[topup.Recharge]](b.Users.Admin.Get("/aty/recharge/page?orderId=" +
		o.ID)).Records[0]; line.RefundAmount != 0 {
		t.Errorf("%+v", line)
	}
	if err := book.Settle(o.ID, f.RefundID, "done"); err != nil { // it was not closed after all
		t.Fatal(err)
	}
	if err := book.Tell(o.ID, f.RefundID, paymentledger.Sent, 0); err != nil {
		t.Fatal(err)
	}
	b.WaitUntil("the alarm", func() bool { return len(alarms(f.RefundID)) == 3 })
	if again := b.Refunds(o.ID)[0]; again.Status != topup.RefundRefused || b.Balance(c) != "1000" {
		t.Errorf("%+v, %s credits", again, b.Balance(c))
	}
	book.Running = false // and what is left of the payment may go back
	b.Users.Admin.Post("/aty/recharge/"+o.ID+"/refund", apptest.Object{"amount": 600}).OK()
	b.RunJobs()
	if all := b.Refunds(o.ID); len(all) != 2 || all[1].Status != topup.RefundDone || b.Balance(c) != "400" {
		t.Errorf("%+v, %s credits", all, b.Balance(c))
	}
	b.CheckLedger()
}

// A refund that Alipay accepted only after a day of refusals is not given up by its age: it is queried first.
func TestAnOldRefundIsAskedAboutBeforeItIsGivenUp(t *testing.T) {
	b := apptest.NewPaymentFixture(t)
	c, book := b.Users.Customer, b.Alipay.Ledger
	o := b.PaidOrder(c, 2, 500, book)
	if err := b.Alipay.SetScript([]sim.Rule{{Suffix: "/refund", Outcome: "refuse", Code: "ACQ.SELLER_BALANCE_NOT_ENOUGH"}}); err != nil {
		t.Fatal(err)
	}
	b.Users.Admin.Post("/aty/recharge/"+o.ID+"/refund", apptest.Object{"amount": 500}).OK()
	b.RunJobs()
	for range 2 {
		b.PassTime(20 * time.Hour)
		if f := b.Refunds(o.ID)[0]; f.Status != topup.RefundRunning || !strings.Contains(f.Reason, "BALANCE_NOT_ENOUGH") {
			t.Fatalf("%+v", f)
		}
	}
	if err := b.Alipay.SetScript(nil); err != nil {
		t.Fatal(err)
	}
	book.Running = true
	b.PassTime(24 * time.Hour)
	f := b.Refunds(o.ID)[0]
	if f.Status != topup.RefundRunning || b.Balance(c) != "0" {
		t.Fatalf("%+v, %s credits", f, b.Balance(c))
	}
	if err := book.Settle(o.ID, f.RefundID, "done"); err != nil {
		t.Fatal(err)
	}
	b.PassTime(24 * time.Hour)
	if f = b.Refunds(o.ID)[0]; f.Status != topup.RefundDone || b.Balance(c) != "0" {
		t.Errorf("%+v, %s credits", f, b.Balance(c))
	}
	b.CheckLedger()
}

// A refund that hangs at its provider raises an alarm after a day, or at once where the provider reports it as stuck. The staff's list
// shows the reason, and the refund still completes.
func TestTheAlarmOfARefundThatHangs(t *testing.T) {
	b := apptest.NewPaymentFixture(t)
	alarms := b.Alarms()
	c, book := b.Users.Customer, b.WeChatPay.Ledger
	o := b.PaidOrder(c, 1, 1000, book)
	book.Running = true
	b.Users.Admin.Post("/aty/recharge/"+o.ID+"/refund", apptest.Object{"amount": 300}).OK()
	b.Users.Admin.Post("/aty/recharge/"+o.ID+"/refund", apptest.Object{"amount": 200}).OK()
	b.RunJobs()
	all := b.Refunds(o.ID)
	slow, stuck := all[0].RefundID, all[1].RefundID
	if err := book.Settle(o.ID, stuck, "stuck"); err != nil {
		t.Fatal(err)
	}
	b.PassTime(time.Hour)
	if got := alarms(stuck); len(got) == 0 || !strings.Contains(got[0], "stuck at its provider") || len(alarms(slow)) > 0 {
		t.Errorf("%q %q", got, alarms(slow))
	}
	if f := b.Refunds(o.ID)[1]; f.Status != topup.RefundRunning || f.Reason != "stuck" {
		t.Errorf("%+v", f)
	}
	for range 2 {
		b.PassTime(30 * time.Hour)
	}
	if got := alarms(slow); len(got) == 0 || !strings.Contains(got[0], "not come to its end in a day") {
		t.Errorf("%q", got)
	}
	for id, state := range map[string]string{slow: "done", stuck: "closed"} {
		if err := book.Settle(o.ID, id, state); err != nil {
			t.Fatal(err)
		}
	}
	b.PassTime(24 * time.Hour)
	before := len(alarms(slow)) + len(alarms(stuck))
	b.PassTime(24 * time.Hour)
	all = b.Refunds(o.ID)
	if all[0].Status != topup.RefundDone || all[1].Status != topup.RefundRefused || b.Balance(c) != "700" ||
		len(alarms(slow))+len(alarms(stuck)) != before {
		t.Errorf("%+v, %s credits, %q", all, b.Balance(c), alarms(slow))
	}
	b.CheckLedger()
}

// The list of recharges answers every query: empty lists, orders in every state, every filter, pages beyond the last one, unknown words. A
// page always has its rows, and errors name their field.
func TestTheListOfRechargesAlwaysAnswers(t *testing.T) {
	b := apptest.NewPaymentFixture(t)
	const path = "/aty/recharge/page"
	page := func(who *sessiontest.Actor, query string) web.Page[topup.Recharge] {
		t.Helper()
		a := who.Get(path + query)
		got := testkit.Data[web.Page[topup.Recharge]](a)
		if got.Records == nil || strings.Contains(string(a.Raw), `"records":null`) {
			t.Errorf("%s: %s", query, a.Raw)
		}
		return got
	}
	for _, query := range []string{"", "?status=2", "?orderId=none", "?current=9&size=5"} {
		if got := page(b.Users.Admin, query); got.Total != 0 || len(got.Records) != 0 {
			t.Errorf("%s of nothing: %+v", query, got)
		}
	}
	c := b.Users.Customer
	done := b.PaidOrder(c, 1, 500, b.WeChatPay.Ledger)
	b.Users.Admin.Post("/aty/recharge/"+done.ID+"/refund", apptest.Object{"amount": 100}).OK()
	b.RunJobs()
	expired := b.Order(c, 2, 400)
	b.PassTime(40 * time.Minute)
	waiting := b.Order(c, 7, 300)
	for query, want := range map[string]int{"": 3, "?status=1": 1, "?status=2": 1, "?status=3": 1, "?userId=" + c.User.ID: 3,
		"?orderId=" + expired.ID: 1,
		"?tradeNo=none":          0, "?paymentMethod=src_al": 1, "?amount=400": 1, "?amountStart=300&amountEnd=400": 2,
		"?createTimeStart=2020-01-01T00:00:00Z": 3, "?userName=nobody": 0, "?current=2&size=5": 0, "?sort=amount&order=desc": 3} {
		if got := page(b.Users.Admin, query); got.Total != want && want > 0 || len(got.Records) > want {
			t.Errorf("%s: %d of %d, want %d", query, len(got.Records), got.Total, want)
		}
	}
	for _, r := range page(b.Users.Admin, "").Records {
		if want := map[string]topup.Status{done.ID: topup.Success, expired.ID: topup.Failure,
			waiting.ID: topup.Waiting}[r.OrderID]; r.Status != want || r.CreateTime.IsZero() {
			t.Errorf("%+v", r)
		}
	}
	for query, field := range map[string]string{"?status=9": "status", "?createTimeStart=yesterday": "createTimeStart",
		"?amount=many": "amount", "?size=-1": "size", "?paymentMethod=cash": "paymentMethod"} {
		b.Users.Admin.Get(path + query).Bad(field)
	}
	if got := page(c, ""); got.Total != 3 {
		t.Errorf("its own: %+v", got)
	}
	if got := page(b.Users.Direct, ""); got.Total != 0 {
		t.Errorf("somebody else's: %+v", got)
	}
}
