package joined_test

import (
	"context"
	"net/http"
	"testing"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/credit/ledger"
	"herald/pkg/credit/reconcile"
	"herald/pkg/kit/money"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/web"
)

// Amounts from staff are whole credits within the limits, with two decimals for adjustments. They never exceed the balance, and never
// change the caller's own account.
func TestStaffMovesCredit(t *testing.T) {
	k := testkit.Memory(t)
	s, e := apptest.Serve(t, k)
	c := (&sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}).SeedUsers(t, s)
	id := c.Customer.User.ID
	recharge := func(amount any) *testkit.Answer {
		return c.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": id, "amount": amount, "currency": "RMB", "remark": "first"})
	}
	recharge(0).Bad("amount")
	recharge(-5).Bad("amount")
	recharge(12.5).Bad("amount")
	recharge(12.345).Bad("amount")
	recharge("12").Bad("amount")
	recharge(10_000_000_001).Bad("amount")
	c.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": id, "amount": 1, "currency": "GBP"}).Bad("currency")
	recharge(1000).OK()
	c.Admin.Put("/aty/customerinfo/"+id+"/-0.25", nil).OK()
	c.Admin.Put("/aty/customerinfo/"+id+"/0.001", nil).Bad("num")
	c.Admin.Put("/aty/customerinfo/withdrawal", apptest.Object{"userId": id, "amount": 1000}).Want(http.StatusPaymentRequired, 40203)
	c.Admin.Put("/aty/customerinfo/withdrawal", apptest.Object{"userId": id, "amount": 100}).OK()
	c.Admin.Put("/aty/customerinfo/give", apptest.Object{"userId": id, "amount": 5}).OK()
	c.Admin.Put("/aty/customerinfo/rebate", apptest.Object{"userId": id, "amount": 7}).OK()
	c.Agent.Put("/aty/customerinfo/"+c.Agent.User.ID+"/5", nil).Want(http.StatusForbidden, 40303)

	lines := testkit.Data[web.Page[ledger.Line]](c.Customer.Get("/pi/personal/info/statement/page"))
	kinds := ""
	for _, l := range lines.Records {
		kinds += l.BusinessType + " " + l.Amount.String() + " → " + l.Balance.String() + " by " + l.OperatorType + "; "
	}
	want := "rebate 7 → 911.75 by admin; gift 5 → 904.75 by admin; withdrawal -100 → 899.75 by admin; compensate -0.25 → 999.75 by admin; " +
		"platformRecharge 1000 → 1000 by admin; "
	if kinds != want || lines.Total != 5 {
		t.Errorf("statement: %s", kinds)
	}
	filtered := testkit.Data[web.Page[ledger.Line]](c.Admin.Get("/aty/accountstatement/page?userId=" +
		id + "&businessType=gift&sortFields=amount&sortOrders=ascend"))
	if filtered.Total != 1 || filtered.Records[0].BusinessType != ledger.Gift {
		t.Errorf("filtered: %+v", filtered)
	}
	c.Admin.Get("/aty/accountstatement/page?sortFields=nonsense").Bad("sortFields")
	c.Admin.Get("/aty/accountstatement/page?createTimeStart=yesterday").Bad("createTimeStart")
	run := testkit.Data[reconcile.RunDetail](c.Admin.Post("/aty/accountstatement/reconcile", nil))
	for run.Status == "running" {
		k.Work(t, "job", func(ctx context.Context, m queue.Message) error {
			if m.Kind != reconcile.TaskStep {
				return nil
			}
			return e.Reconciliation().Step(ctx, m)
		})
		run = testkit.Data[reconcile.RunDetail](c.Admin.Get("/aty/accountstatement/reconcile"))
	}
	if run.Status != "done" || len(run.Differences) != 0 || run.Accounts == 0 {
		t.Errorf("%+v", run)
	}
}

// Recharges are whole credits; everything else has two decimals, so that a fraction can be paid out (decisions §12).
func TestFractionsOfCreditGoInAndOut(t *testing.T) {
	k := testkit.Memory(t)
	s, e := apptest.Serve(t, k)
	c := (&sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}).SeedUsers(t, s)
	c.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": c.Agent.User.ID, "amount": 10, "currency": "RMB"}).OK()
	for _, by := range []struct {
		who  *sessiontest.Actor
		path string
		user string
	}{{c.Admin, "/aty/customerinfo/", c.Customer.User.ID}, {c.Agent, "/aty/customerinfo/", c.Customer.User.ID},
		{c.Agent, "/proxy/", c.Customer.User.ID}, {c.Admin, "/proxy/", c.Agent.User.ID}} {
		gifts := []string{"rebate"}
		if by.path != "/proxy/" {
			gifts = append(gifts, "give")
		}
		put := func(what string, amount any) *testkit.Answer {
			return by.who.Put(by.path+what, apptest.Object{"userId": by.user, "amount": amount, "remark": "x"})
		}
		before := testkit.Data[ledger.CreditChange](put("rebate", 0.01)).Balance
		for _, what := range append(gifts, "withdrawal") {
			put(what, 0).Bad("amount")
			put(what, -0.01).Bad("amount")
			put(what, 0.001).Bad("amount")
			put(what, 1.25).OK()
		}
		now := testkit.Data[ledger.CreditChange](put("withdrawal", 0.01)).Balance
		if want := before - 1 + 125*money.Amount(len(gifts)-1); now != want {
			t.Errorf("%s of %s by %s: %s after %s", by.path, by.user, by.who.Name, now, before)
		}
	}
	c.Agent.Post("/proxy/statement/recharge/"+c.Customer.User.ID+"/1.5", nil).Bad("rechargeNum")
	c.Agent.Put("/aty/customerinfo/recharge", apptest.Object{"userId": c.Customer.User.ID, "amount": 1.5, "currency": "RMB"}).Bad("amount")
}

// The refusals have messages in the four languages.
func TestRefusalsSpeakFourLanguages(t *testing.T) {
	k := testkit.Memory(t)
	s, e := apptest.Serve(t, k)
	c := (&sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}).SeedUsers(t, s)
	for lang, want := range map[string]string{"zh_CN": "不存在", "en_US": "Not found", "pt_BR": "Não encontrado", "zh_TW": "不存在"} {
		if a := c.Customer.In(lang).Get("/gc/groupsendorder/" + apptest.MissingID); a.Status != 404 || a.Message != want {
			t.Errorf("%s: %d %s", lang, a.Status, a.Message)
		}
	}
	if a := s.Anonymous().Get("/nowhere/at/all"); a.Status != 404 || a.Code != 404 {
		t.Errorf("unknown path: %d %s", a.Status, a.Raw)
	}
	if a := s.As("forged", "not.a.token").Get("/gc/groupsendorder/page"); a.Status != 401 {
		t.Errorf("forged token: %d", a.Status)
	}
}
