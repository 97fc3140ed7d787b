package app

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"herald/pkg/platform/session/sessiontest"
)

// An agent that staff locked decides nothing about its customers any more: not how they sign in, what they pay, or which message goes out.
// It still reads.
func TestALockedAgentDecidesNothingAboutItsCustomers(t *testing.T) {
	p := mustHouse(t)
	admin, agent, id := p.c.Admin, p.c.Agent, p.c.Customer.User.ID
	line := obj{"service": "bulk.whatsapp", "countryCode": "BR", "price": 50}
	of := func(owner string) obj {
		return obj{"userId": owner, "service": "bulk.whatsapp", "countryCode": "BR", "price": 50}
	}
	agent.Post("/proxy/service/price", line).OK()
	agent.Post("/aty/customerinfo/price/charge/save", of(id)).OK()
	p.lock(admin, agent, true).OK()
	p.signIn(agent)
	for _, x := range []struct {
		method, path string
		body         any
	}{
		{"PUT", "/aty/customerinfo/resetpw/" + id, nil},
		{"PUT", "/aty/customerinfo/gen/appkey/security/" + id, nil},
		{"PUT", "/aty/customerinfo/activation/" + id, nil},
		{"PUT", "/proxy/activation/" + id, nil},
		{"POST", "/aty/customerinfo/price/charge/save", of(id)},
		{"POST", "/aty/customerinfo/price/charge/import", obj{"userId": id, "fileId": ghost}},
		{"DELETE", "/aty/customerinfo/price/charge/del/" + id + ".bulk.whatsapp.BR", nil},
		{"POST", "/proxy/service/price", line},
		{"PUT", "/proxy/service/price", obj{"id": agent.User.ID + ".bulk.whatsapp.BR", "price": 60}},
		{"DELETE", "/proxy/service/price/" + agent.User.ID + ".bulk.whatsapp.BR", nil},
		{"PUT", "/gc/groupsendorder/" + ghost + "/variant", obj{"variant": "a"}},
	} {
		agent.Do(x.method, x.path, x.body).Want(http.StatusForbidden, 40302)
	}
	agent.Get("/aty/customerinfo/price/charge/page?userId=" + id).OK()
	agent.Get("/aty/customerinfo/page").OK()
}

// A retry needs the service of the customer, also when its agent asks for it.
func TestARetryNeedsTheServiceOfItsCustomer(t *testing.T) {
	p := mustHouse(t)
	admin, agent, c := p.c.Admin, p.c.Agent, p.c.Customer
	admin.Put("/aty/customerinfo/recharge", obj{"userId": c.User.ID, "amount": 100}).OK()
	rec := httptest.NewRecorder()
	p.sim.ServeHTTP(rec, httptest.NewRequest(http.MethodPost, "/_sim/script", strings.NewReader(`{"rules":[{"suffix":"1","outcome":"not_whatsapp","times":9}]}`)))
	id := p.bulk(c, "sale", 3, nil)
	p.sends()
	p.k.Clock.Add(25 * time.Hour)
	p.tick()
	p.sends()
	for _, who := range []*sessiontest.Actor{admin, agent, c} {
		p.signIn(who)
	}
	admin.Put("/lop/system/config/saas.required", obj{"value": true}).OK()
	p.k.Clock.Add(time.Minute)
	for _, who := range []*sessiontest.Actor{c, agent, admin} {
		who.Put("/gc/groupsendorder/"+id+"/retry", nil).Want(http.StatusForbidden, 40314)
	}
	admin.Put("/aty/customerinfo/give/saas/"+c.User.ID, nil).OK()
	agent.Put("/gc/groupsendorder/"+id+"/retry", nil).OK()
}
