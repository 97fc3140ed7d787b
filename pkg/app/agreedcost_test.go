package app

import (
	"net/http"
	"testing"

	"herald/localstack/simulators/sim"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/testkit"
	"herald/pkg/platform/session/sessiontest"
)

// An agent raises the price of its customer and edits the order that the customer placed before, so that it is priced anew: refused, and
// the customer pays what it agreed to. The customer itself may agree to more, and the agent may make the order cheaper.
func TestAnAgentMakesNoOrderOfItsCustomerDearer(t *testing.T) {
	p := mustHouse(t)
	admin, agent, c := p.c.Admin, p.c.Agent, p.c.Customer
	admin.Put("/lop/system/config/order.review.auto", obj{"value": false}).OK()
	admin.Put("/aty/customerinfo/recharge", obj{"userId": c.User.ID, "amount": 5000}).OK()
	file := testkit.Data[struct{ ID string }](c.Upload("/uf/uploadfile", "file", "n.txt", "text/plain",
		[]byte("phoneNumber\n5511987654321\n5511987654322\n"))).ID
	body := obj{"name": "sale", "fileId": file, "channel": "whatsapp", "countryCode": "BR", "message": obj{"type": "text", "text": "Olá!"}}
	placed := testkit.Data[order.SubmitResponse](c.Post("/gc/groupsendorder", merged(body, obj{"expectedCost": 2})))
	price := func(n int) {
		agent.Post("/aty/customerinfo/price/charge/save",
			obj{"userId": c.User.ID, "service": "bulk.whatsapp", "countryCode": "BR", "price": n}).OK()
	}
	price(1000)
	edit := merged(body, obj{"id": placed.ID, "message": obj{"type": "text", "text": "Olá, tudo bem?"}})
	if a := agent.In("en_US").Put("/gc/groupsendorder", edit).Want(http.StatusConflict,
		0); a.Message != "The customer agreed to 2.00 credits. Only the customer can change the order to cost more." {
		t.Errorf("%s", a.Message)
	}
	if available, reserved, err := p.e.Ledger().Balance(t.Context(), c.User.ID); err != nil || reserved.String() != "2" ||
		available.String() != "4998" {
		t.Errorf("%s %s %v", available, reserved, err)
	}
	// Fewer recipients at a higher price cost the customer no more in all, and yet more than it agreed to.
	price(2)
	one := testkit.Data[struct{ ID string }](c.Upload("/uf/uploadfile", "file", "n.txt", "text/plain",
		[]byte("phoneNumber\n5511987654321\n"))).ID
	if a := agent.In("en_US").Put("/gc/groupsendorder", merged(edit, obj{"fileId": one})).Want(http.StatusConflict,
		0); a.Message != "The customer agreed to a price of 1.00 credits, and it is 2.00 now. Only the customer can accept the higher price." {
		t.Errorf("%s", a.Message)
	}
	price(1)
	agent.Put("/gc/groupsendorder", edit).OK()
	price(3)
	c.Put("/gc/groupsendorder", merged(body, obj{"id": placed.ID, "expectedCost": 6})).OK()
}

// An agent raises the price of its customer and retries the customer's calls that failed: refused, as is a retry by staff, and nothing is
// reserved. The customer itself may retry at the new price, and the agent at the old one.
func TestNobodyElseRetriesACustomersOrderAtAHigherPrice(t *testing.T) {
	p := mustCallers(t, 20)
	admin, agent, c := p.c.Admin, p.c.Agent, p.c.Customer
	price := func(n float64) {
		agent.Post("/aty/customerinfo/price/charge/save", obj{"userId": c.User.ID, "service": "call.voice", "countryCode": "ID", "price": n}).OK()
	}
	price(1)
	p.script(sim.Rule{Suffix: "2", Outcome: "busy"}, sim.Rule{Suffix: "3", Outcome: "no_answer"})
	id := p.ordered(c, p.wish(c, 60, nil, "11", "12", "13"))
	round := func(heard int) {
		p.works()
		p.hears(heard)
		p.works()
		p.settles()
	}
	round(3 + 1 + 1)
	price(5)
	before, retry := p.balance(c), callOrder+"/"+id+"/retry"
	cost := testkit.Data[order.RetryQuote](agent.Get(retry)).Cost
	for _, by := range []*sessiontest.Actor{agent, admin} {
		if a := by.In("en_US").Put(retry, obj{"expectedCost": cost}).Want(http.StatusConflict,
			0); a.Message != "The customer agreed to a price of 1.00 credits, and it is 5.00 now. Only the customer can accept the higher price." {
			t.Errorf("%s", a.Message)
		}
	}
	if now := p.balance(c); now != before {
		t.Errorf("%v of %v", now, before)
	}
	price(1)
	p.script(sim.Rule{Suffix: "3", Outcome: "no_answer"})
	agent.Put(retry, obj{"expectedCost": testkit.Data[order.RetryQuote](agent.Get(retry)).Cost}).OK()
	round(3 + 1)
	price(5)
	c.Put(retry, obj{"expectedCost": 5}).OK()
}
