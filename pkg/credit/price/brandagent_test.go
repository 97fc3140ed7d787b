package price_test

import (
	"net/http"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/campaign/order"
	"herald/pkg/credit/ledger"
	"herald/pkg/kit/money"
	"herald/pkg/kit/web"
)

// A brand customer pays its agent a thousand for a message that costs the agent three. The discount is a part of the three, so agent and
// customer hold less after the order than before it. A refund takes the agent's margin back. It is refused above the platform's share once
// the agent has spent the margin.
func TestABrandCustomerOfAnAgent(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	admin, agent, c := p.Users.Admin, p.Users.Agent, p.Users.Customer
	admin.Put("/aty/customerinfo", apptest.Object{"userId": c.User.ID, "countryCode": "BR", "customerType": "person", "email": "b@herald.test",
		"brandCustomer": true, "brandDiscount": 20}).OK()
	admin.Post("/aty/customerinfo/price/charge/save",
		apptest.Object{"userId": agent.User.ID, "service": "bulk.whatsapp", "countryCode": "BR", "price": 3}).OK()
	agent.Post("/aty/customerinfo/price/charge/save",
		apptest.Object{"userId": c.User.ID, "service": "bulk.whatsapp", "countryCode": "BR", "price": 1000}).OK()
	admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": c.User.ID, "amount": 5000}).OK()
	hold := func() (customer, theirs money.Amount) {
		t.Helper()
		customer, _, err := p.Env.Ledger().Balance(t.Context(), c.User.ID)
		theirs, _, err2 := p.Env.Ledger().Balance(t.Context(), agent.User.ID)
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		return customer, theirs
	}
	_, earlier := hold()
	id := p.SubmitBulk(c, "sale", 4, nil)
	p.RunQueues()
	p.Kit.Clock.Add(25 * time.Hour)
	p.Tick()
	p.RunQueues()
	p.SignIn(admin)
	customer, theirs := hold()
	if customer != 1000_00+2_40 || theirs-earlier != 3988_00 {
		t.Fatalf("the customer holds %s, the agent earned %s", customer, theirs-earlier)
	}
	refund := func(amount any) *testkit.Answer {
		return admin.Put("/gc/groupsendorder/"+id+"/refund", apptest.Object{"amount": amount, "reason": "x"})
	}
	refund(1000).OK()
	if after, had := hold(); after != customer+1000_00 || theirs-had != 997_60 {
		t.Errorf("the customer holds %s, the agent gave %s back", after, theirs-had)
	}
	_, left := hold()
	admin.Put("/aty/customerinfo/withdrawal", apptest.Object{"userId": agent.User.ID, "amount": left}).OK()
	refund(2000).Want(http.StatusConflict, 409)
	refund(7.20).OK()
	refund(0.01).Want(http.StatusConflict, 409)
	report, err := p.Env.Ledger().Reconcile(t.Context())
	if err != nil || report.Found > 0 {
		t.Errorf("%+v %v", report, err)
	}
	if took := report.Platform[ledger.Revenue+"bulk.whatsapp"] + report.Platform[ledger.Revenue+
		"bulk"] + report.Platform[ledger.Rebates] + report.Platform[ledger.Discounts]; took != 0 {
		t.Errorf("the platform keeps %s of %v", took, report.Platform)
	}
	p.SignIn(agent)
	lines := testkit.Data[web.Page[ledger.Line]](agent.Get("/pi/personal/info/statement/page")).Records
	if len(lines) < 2 || lines[1].BusinessType != ledger.Rebate || lines[1].Amount != -997_60 {
		t.Errorf("%+v", lines)
	}
	d := testkit.Data[order.Detail](admin.Get("/gc/groupsendorder/" + id))
	if d.Refunded != 1007_20 {
		t.Errorf("%+v", d)
	}
}
