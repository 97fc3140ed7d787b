package price_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/campaign/inbox"
	"herald/pkg/credit/price"
	"herald/pkg/credit/saas"
)

// A reply that costs more than its author was shown is refused with the new cost; nothing is reserved or written.
func TestAReplyCostsTheShownPrice(t *testing.T) {
	p, _ := apptest.NewInboxFixture(t)
	made := p.NewApproved("offer")
	p.Receive(whatsappsim.Inbound{Text: "Oi"})
	c := p.Conversation()
	told := testkit.Data[inbox.Detail](p.Owner.Get("/gc/inbox/" + c.ID)).Price
	before, held := p.Credit()
	p.Users.Admin.Post("/aty/customerinfo/price/charge/save",
		apptest.Object{"userId": price.Platform, "service": "bulk.whatsapp", "countryCode": "*", "price": 3}).OK()
	p.Kit.Clock.Add(2 * time.Second)
	reply := func(expected any) *testkit.Answer {
		return p.Reply(c.ID, apptest.Object{"type": "template", "templateId": made.ID, "expectedCost": expected,
			"placeholders": []apptest.Object{{"name": "nome", "content": "Ana"}, {"name": "code", "content": "X1"}}})
	}
	if a := reply(told).Want(http.StatusConflict, 40922); !strings.Contains(string(a.Data), `"cost":3`) {
		t.Errorf("%s", a.Raw)
	}
	if now, reserved := p.Credit(); now != before || reserved != held || len(p.Thread(c.ID)) != 1 {
		t.Errorf("%s and %s reserved after %s and %s", now, reserved, before, held)
	}
	reply(3).OK()
}

// An agent that gives a year pays the shown cost; the price is 0 where the platform gives the year for free.
func TestAGivenYearCostsTheShownPrice(t *testing.T) {
	b := apptest.NewPaymentFixture(t)
	c := b.Users
	c.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": c.Agent.User.ID, "amount": 1000}).OK()
	c.Admin.Put("/lop/system/config/saas.price", apptest.Object{"value": 200}).OK()
	b.Kit.Clock.Add(2 * time.Second)
	give := func(expected any) *testkit.Answer {
		return c.Agent.Put("/proxy/give/saas/"+c.Customer.User.ID, apptest.Object{"expectedCost": expected})
	}
	told := testkit.Data[saas.Price](c.Agent.Get("/pay/saas/price"))
	if told.Give.String() != "200" {
		t.Errorf("%+v", told)
	}
	c.Admin.Put("/lop/system/config/saas.price", apptest.Object{"value": 300}).OK()
	b.Kit.Clock.Add(2 * time.Second)
	if a := give(told.Give).Want(http.StatusConflict, 40922); !strings.Contains(string(a.Data), `"cost":300`) || b.Balance(c.Agent) != "1000" {
		t.Errorf("%s, %s credits", a.Raw, b.Balance(c.Agent))
	}
	give(300).OK()
	if b.Balance(c.Agent) != "700" {
		t.Errorf("%s credits", b.Balance(c.Agent))
	}
	c.Admin.Put("/lop/system/config/saas.agent.give", apptest.Object{"value": "free"}).OK()
	b.Kit.Clock.Add(2 * time.Second)
	if told := testkit.Data[saas.Price](c.Agent.Get("/pay/saas/price")); told.Give != 0 {
		t.Errorf("%+v", told)
	}
	give(0).OK()
}
