package app

import (
	"testing"
	"time"

	"herald/pkg/kit/testkit"
)

// Every open console of a user hears that its account moved, by any route and any caller. The balance in its header follows.
func TestConsolesHearOfEveryMovement(t *testing.T) {
	p := mustHouse(t)
	p.c.Admin.Put("/lop/system/config/order.settle.minutes", obj{"value": 5}).OK()
	p.k.Clock.Add(2 * time.Minute)
	own, agents := p.listen(p.c.Direct), p.listen(p.c.Agent)
	second := p.listen(p.c.Direct)
	hears := func(what string, yes []string, no ...string) {
		t.Helper()
		got := told(p, TypeCredit)
		for _, console := range yes {
			if got[console] == 0 {
				t.Errorf("%s: a console was not told: %v", what, got)
			}
		}
		for _, console := range no {
			if got[console] != 0 {
				t.Errorf("%s: a console was told of another's account: %v", what, got)
			}
		}
	}
	both := []string{own, second}
	hears("nothing happened", nil, own, agents, second)

	p.c.Admin.Put("/aty/customerinfo/recharge", obj{"userId": p.c.Direct.User.ID, "amount": 1000, "currency": "RMB", "remark": "x"}).OK()
	hears("recharge", both, agents)
	p.c.Admin.Put("/aty/customerinfo/withdrawal", obj{"userId": p.c.Direct.User.ID, "amount": 10, "remark": "x"}).OK()
	hears("withdrawal", both, agents)
	p.c.Admin.Put("/aty/customerinfo/withdrawal", obj{"userId": p.c.Direct.User.ID, "amount": 100_000, "remark": "x"}).Want(402, 40203)
	hears("a withdrawal that is refused", nil, own, second, agents)

	p.c.Direct.Post("/aty/suppression", obj{"phoneNumber": "5511987650001", "scope": "tenant", "reason": "asked"}).OK()
	id := p.bulk(p.c.Direct, "x", 5, nil)
	hears("reservation", both, agents)
	p.sends()
	hears("sending", nil, agents)
	p.k.Clock.Add(10 * time.Minute)
	p.minute()
	p.sends()
	if o := testkit.Data[struct{ ActualCost *float64 }](p.c.Direct.Get("/gc/groupsendorder/" + id)); o.ActualCost == nil ||
		*o.ActualCost != 4 {
		t.Fatalf("the order is not settled: %v", o.ActualCost)
	}
	hears("settlement", both, agents)

	p.c.Admin.Put("/aty/customerinfo/recharge", obj{"userId": p.c.Agent.User.ID, "amount": 1000, "currency": "RMB", "remark": "x"}).OK()
	hears("the agent's recharge", []string{agents}, both...)
}
