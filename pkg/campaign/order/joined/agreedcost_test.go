package joined_test

import (
	"net/http"
	"testing"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/localstack/simulators/sim"
	"herald/pkg/campaign/order"
)

// An agent raises the price of its customer and edits the order that the customer placed before, so that it is priced anew: refused, and
// the customer pays what it agreed to. The customer itself may agree to more, and the agent may make the order cheaper.
func TestAnAgentMakesNoOrderOfItsCustomerDearer(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	admin, agent, c := p.Users.Admin, p.Users.Agent, p.Users.Customer
	admin.Put("/lop/system/config/order.review.auto", apptest.Object{"value": false}).OK()
	admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": c.User.ID, "amount": 5000}).OK()
	file := testkit.Data[struct{ ID string }](c.Upload("/uf/uploadfile", "file", "n.txt", "text/plain",
		[]byte("phoneNumber\n5511987654321\n5511987654322\n"))).ID
	body := apptest.Object{"name": "sale", "fileId": file, "channel": "whatsapp", "countryCode": "BR",
		"message": apptest.Object{"type": "text", "text": "Olá!"}}
	placed := testkit.Data[order.SubmitResponse](c.Post("/gc/groupsendorder", apptest.Merge(body, apptest.Object{"expectedCost": 2})))
	price := func(n int) {
		agent.Post("/aty/customerinfo/price/charge/save",
			apptest.Object{"userId": c.User.ID, "service": "bulk.whatsapp", "countryCode": "BR", "price": n}).OK()
	}
	price(1000)
	edit := apptest.Merge(body, apptest.Object{"id": placed.ID, "message": apptest.Object{"type": "text", "text": "Olá, tudo bem?"}})
	if a := agent.In("en_US").Put("/gc/groupsendorder", edit).Want(http.StatusConflict,
		0); a.Message != "The customer agreed to 2.00 credits. Only the customer can change the order to cost more." {
		t.Errorf("%s", a.Message)
	}
	if available, reserved, err := p.Env.Ledger().Balance(t.Context(), c.User.ID); err != nil || reserved.String() != "2" ||
		available.String() != "4998" {
		t.Errorf("%s %s %v", available, reserved, err)
	}
	// Fewer recipients at a higher price cost the customer no more in all, and yet more than it agreed to.
	price(2)
	one := testkit.Data[struct{ ID string }](c.Upload("/uf/uploadfile", "file", "n.txt", "text/plain",
		[]byte("phoneNumber\n5511987654321\n"))).ID
	if a := agent.In("en_US").Put("/gc/groupsendorder", apptest.Merge(edit, apptest.Object{"fileId": one})).Want(http.StatusConflict,
		0); a.Message != "The customer agreed to a price of 1.00 credits, and it is 2.00 now. Only the customer can accept the higher price." {
		t.Errorf("%s", a.Message)
	}
	price(1)
	agent.Put("/gc/groupsendorder", edit).OK()
	price(3)
	c.Put("/gc/groupsendorder", apptest.Merge(body, apptest.Object{"id": placed.ID, "expectedCost": 6})).OK()
}

// An agent raises the price of its customer and retries the customer's calls that failed: refused, as is a retry by staff, and nothing is
// reserved. The customer itself may retry at the new price, and the agent at the old one.
func TestOthersDoNotRetryACustomersOrderAtAHigherPrice(t *testing.T) {
	p := apptest.NewCallFixture(t, 20)
	admin, agent, c := p.Users.Admin, p.Users.Agent, p.Users.Customer
	price := func(n float64) {
		agent.Post("/aty/customerinfo/price/charge/save",
			apptest.Object{"userId": c.User.ID, "service": "call.voice", "countryCode": "ID", "price": n}).OK()
	}
	price(1)
	p.Script(sim.Rule{Suffix: "2", Outcome: "busy"}, sim.Rule{Suffix: "3", Outcome: "no_answer"})
	id := p.Submit(c, p.Body(c, 60, nil, "11", "12", "13"))
	round := func(heard int) {
		p.RunQueues()
		p.AwaitCallbacks(heard)
		p.RunQueues()
		p.PassMinute()
	}
	round(3 + 1 + 1)
	price(5)
	before, retry := p.Balance(c), apptest.CallOrder+"/"+id+"/retry"
	cost := testkit.Data[order.RetryQuote](agent.Get(retry)).Cost
	for _, by := range []*sessiontest.Actor{agent, admin} {
		if a := by.In("en_US").Put(retry, apptest.Object{"expectedCost": cost}).Want(http.StatusConflict,
			0); a.Message != "The customer agreed to a price of 1.00 credits, and it is 5.00 now. Only the customer can accept the higher price." {
			t.Errorf("%s", a.Message)
		}
	}
	if now := p.Balance(c); now != before {
		t.Errorf("%v of %v", now, before)
	}
	price(1)
	p.Script(sim.Rule{Suffix: "3", Outcome: "no_answer"})
	agent.Put(retry, apptest.Object{"expectedCost": testkit.Data[order.RetryQuote](agent.Get(retry)).Cost}).OK()
	round(3 + 1)
	price(5)
	c.Put(retry, apptest.Object{"expectedCost": 5}).OK()
}
