package app

import (
	"net/http"
	"strings"
	"testing"
	"time"

	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/campaign/inbox"
	"herald/pkg/credit/price"
	"herald/pkg/credit/saas"
	"herald/pkg/kit/testkit"
)

// A reply that costs more than its writer was told is refused with the new cost; nothing is reserved or written.
func TestAReplyPaysWhatWasTold(t *testing.T) {
	p, _ := mustTalk(t)
	made := p.approved("offer")
	p.says(whatsappsim.Inbound{Text: "Oi"})
	c := p.one()
	told := testkit.Data[inbox.Detail](p.who.Get("/gc/inbox/" + c.ID)).Price
	before, held := p.credit()
	p.c.Admin.Post("/aty/customerinfo/price/charge/save",
		obj{"userId": price.Platform, "service": "bulk.whatsapp", "countryCode": "*", "price": 3}).OK()
	p.k.Clock.Add(2 * time.Second)
	reply := func(expected any) *testkit.Answer {
		return p.replies(c.ID, obj{"type": "template", "templateId": made.ID, "expectedCost": expected,
			"placeholders": []obj{{"name": "nome", "content": "Ana"}, {"name": "code", "content": "X1"}}})
	}
	if a := reply(told).Want(http.StatusConflict, 40922); !strings.Contains(string(a.Data), `"cost":3`) {
		t.Errorf("%s", a.Raw)
	}
	if now, reserved := p.credit(); now != before || reserved != held || len(p.thread(c.ID)) != 1 {
		t.Errorf("%s and %s reserved after %s and %s", now, reserved, before, held)
	}
	reply(3).OK()
}

// An agent that gives a year pays what it was told; the price says so, and that it is 0 where the platform gives it for nothing.
func TestAGivenYearCostsWhatWasTold(t *testing.T) {
	b := mustBank(t)
	c := b.c
	c.Admin.Put("/aty/customerinfo/recharge", obj{"userId": c.Agent.User.ID, "amount": 1000}).OK()
	c.Admin.Put("/lop/system/config/saas.price", obj{"value": 200}).OK()
	b.k.Clock.Add(2 * time.Second)
	give := func(expected any) *testkit.Answer {
		return c.Agent.Put("/proxy/give/saas/"+c.Customer.User.ID, obj{"expectedCost": expected})
	}
	told := testkit.Data[saas.Price](c.Agent.Get("/pay/saas/price"))
	if told.Give.String() != "200" {
		t.Errorf("%+v", told)
	}
	c.Admin.Put("/lop/system/config/saas.price", obj{"value": 300}).OK()
	b.k.Clock.Add(2 * time.Second)
	if a := give(told.Give).Want(http.StatusConflict, 40922); !strings.Contains(string(a.Data), `"cost":300`) || b.balance(c.Agent) != "1000" {
		t.Errorf("%s, %s credits", a.Raw, b.balance(c.Agent))
	}
	give(300).OK()
	if b.balance(c.Agent) != "700" {
		t.Errorf("%s credits", b.balance(c.Agent))
	}
	c.Admin.Put("/lop/system/config/saas.agent.give", obj{"value": "free"}).OK()
	b.k.Clock.Add(2 * time.Second)
	if told := testkit.Data[saas.Price](c.Agent.Get("/pay/saas/price")); told.Give != 0 {
		t.Errorf("%+v", told)
	}
	give(0).OK()
}
