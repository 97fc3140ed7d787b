package agent_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/kit/web"
)

// An agent that staff locked decides nothing about its customers any more: not their sign-in, their prices, or the approval of messages. It
// can still read.
func TestALockedAgentDecidesNothingAboutItsCustomers(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	admin, agent, id := p.Users.Admin, p.Users.Agent, p.Users.Customer.User.ID
	line := apptest.Object{"service": "bulk.whatsapp", "countryCode": "BR", "price": 50}
	of := func(owner string) apptest.Object {
		return apptest.Object{"userId": owner, "service": "bulk.whatsapp", "countryCode": "BR", "price": 50}
	}
	agent.Post("/proxy/service/price", line).OK()
	agent.Post("/aty/customerinfo/price/charge/save", of(id)).OK()
	p.Lock(admin, agent, true).OK()
	p.SignIn(agent)
	for _, x := range []struct {
		method, path string
		body         any
	}{
		{"POST", "/aty/customerinfo", newCustomer("13811112222")},
		{"POST", "/aty/customerinfo/secondary", apptest.Merge(newCustomer("13811112223"), apptest.Object{"parentId": id})},
		{"PUT", "/aty/customerinfo", apptest.Object{"userId": id, "phone": "13811113333"}},
		{"DELETE", "/aty/customerinfo/" + id, nil},
		{"PUT", "/aty/customerinfo/resetpw/" + id, nil},
		{"PUT", "/aty/customerinfo/gen/appkey/security/" + id, nil},
		{"PUT", "/aty/customerinfo/activation/" + id, nil},
		{"PUT", "/proxy/activation/" + id, nil},
		{"POST", "/aty/customerinfo/price/charge/save", of(id)},
		{"POST", "/aty/customerinfo/price/charge/import", apptest.Object{"userId": id, "fileId": apptest.MissingID}},
		{"DELETE", "/aty/customerinfo/price/charge/del/" + id + ".bulk.whatsapp.BR", nil},
		{"POST", "/proxy/service/price", line},
		{"PUT", "/proxy/service/price", apptest.Object{"id": agent.User.ID + ".bulk.whatsapp.BR", "price": 60}},
		{"DELETE", "/proxy/service/price/" + agent.User.ID + ".bulk.whatsapp.BR", nil},
		{"PUT", "/gc/groupsendorder/" + apptest.MissingID + "/variant", apptest.Object{"variant": "a"}},
	} {
		agent.Do(x.method, x.path, x.body).Want(http.StatusForbidden, 40302)
	}
	agent.Get("/aty/customerinfo/price/charge/page?userId=" + id).OK()
	agent.Get("/aty/customerinfo/page").OK()
}

// newCustomer is the profile of a customer.
func newCustomer(phone string) apptest.Object {
	return apptest.Object{"name": "New", "phone": phone, "email": "new@example.com", "countryCode": "BR", "customerType": "person",
		"customerLevel": 1}
}

// The recommendation code of a locked agent brings it no customers.
func TestALockedAgentGainsNoCustomersByItsCode(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	register := func(phone string) *testkit.Answer {
		return p.Server.Anonymous().Post("/oauth/register",
			apptest.Object{"username": phone, "password": "Quiet-Harbor-7", "confirmPass": "Quiet-Harbor-7", "name": "Ada", "email": "ada@lima.com",
				"countryCode":   "BR",
				"recommendCode": p.Users.Agent.User.Login})
	}
	p.Lock(p.Users.Admin, p.Users.Agent, true).OK()
	register("11987650001").Bad("recommendCode")
	p.Lock(p.Users.Admin, p.Users.Agent, false).OK()
	register("11987650001").OK()
}

// A draft that an agent or staff saved for a customer is not ordered once the customer is locked, nor by the locked customer.
func TestADraftOfALockedCustomerIsNotOrdered(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	c, id := p.Users, p.Users.Customer.User.ID
	c.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": id, "amount": 100}).OK()
	save := func(who *sessiontest.Actor) string {
		file := testkit.Data[struct{ ID string }](who.Upload("/uf/uploadfile", "file", "n.txt", "text/plain",
			[]byte("phoneNumber\n5511987654321\n"))).ID
		wish := apptest.Object{"name": "Draft", "fileId": file, "channel": "whatsapp", "countryCode": "BR",
			"message": apptest.Object{"type": "text", "text": "hi"}}
		if who != c.Customer {
			wish["userId"] = id
		}
		return testkit.Data[web.Created](who.Post("/gc/groupsendorder/draft", wish)).ID
	}
	drafts := map[*sessiontest.Actor]string{}
	for _, who := range []*sessiontest.Actor{c.Agent, c.Admin, c.Customer} {
		drafts[who] = save(who)
	}
	before := p.Balance(c.Customer)
	p.Lock(c.Admin, c.Customer, true).OK()
	p.SignIn(c.Customer)
	c.Customer.Post("/gc/groupsendorder/draft", apptest.Object{"name": "x"}).Want(http.StatusForbidden, 40302)
	for who, draft := range drafts {
		who.Post("/gc/groupsendorder/draft/commit", apptest.Object{"id": draft}).Want(http.StatusForbidden, 40302)
	}
	if got := p.Balance(c.Customer); got != before {
		t.Errorf("%s, not %s", got, before)
	}
	p.Lock(c.Admin, c.Customer, false).OK()
	c.Agent.Post("/gc/groupsendorder/draft/commit", apptest.Object{"id": drafts[c.Agent]}).OK()
}

// A retry needs the service of the customer, also when its agent asks for it.
func TestARetryNeedsTheServiceOfItsCustomer(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	admin, agent, c := p.Users.Admin, p.Users.Agent, p.Users.Customer
	admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": c.User.ID, "amount": 100}).OK()
	rec := httptest.NewRecorder()
	p.Sim.ServeHTTP(rec, httptest.NewRequest(http.MethodPost, "/_sim/script",
		strings.NewReader(`{"rules":[{"suffix":"1","outcome":"not_whatsapp","times":9}]}`)))
	id := p.SubmitBulk(c, "sale", 3, nil)
	p.RunQueues()
	p.Kit.Clock.Add(25 * time.Hour)
	p.Tick()
	p.RunQueues()
	for _, who := range []*sessiontest.Actor{admin, agent, c} {
		p.SignIn(who)
	}
	admin.Put("/lop/system/config/saas.required", apptest.Object{"value": true}).OK()
	p.Kit.Clock.Add(time.Minute)
	for _, who := range []*sessiontest.Actor{c, agent, admin} {
		who.Put("/gc/groupsendorder/"+id+"/retry", nil).Want(http.StatusForbidden, 40314)
	}
	admin.Put("/aty/customerinfo/give/saas/"+c.User.ID, nil).OK()
	agent.Put("/gc/groupsendorder/"+id+"/retry", nil).OK()
}
