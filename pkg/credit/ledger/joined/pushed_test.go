package joined_test

import (
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/app"
)

// Every open console of a user is notified of a movement, by any route and any caller, and its header shows the new balance.
func TestConsolesHearOfEveryMovement(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	p.Users.Admin.Put("/lop/system/config/order.settle.minutes", apptest.Object{"value": 5}).OK()
	p.Kit.Clock.Add(2 * time.Minute)
	own, agents := p.OpenSocket(p.Users.Direct), p.OpenSocket(p.Users.Agent)
	second := p.OpenSocket(p.Users.Direct)
	hears := func(what string, yes []string, no ...string) {
		t.Helper()
		got := apptest.CountNotices(p, app.TypeCredit)
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

	p.Users.Admin.Put("/aty/customerinfo/recharge",
		apptest.Object{"userId": p.Users.Direct.User.ID, "amount": 1000, "currency": "RMB", "remark": "x"}).OK()
	hears("recharge", both, agents)
	p.Users.Admin.Put("/aty/customerinfo/withdrawal", apptest.Object{"userId": p.Users.Direct.User.ID, "amount": 10, "remark": "x"}).OK()
	hears("withdrawal", both, agents)
	p.Users.Admin.Put("/aty/customerinfo/withdrawal",
		apptest.Object{"userId": p.Users.Direct.User.ID, "amount": 100_000, "remark": "x"}).Want(402, 40203)
	hears("a withdrawal that is refused", nil, own, second, agents)

	p.Users.Direct.Post("/aty/suppression", apptest.Object{"phoneNumber": "5511987650001", "scope": "tenant", "reason": "asked"}).OK()
	id := p.SubmitBulk(p.Users.Direct, "x", 5, nil)
	hears("reservation", both, agents)
	p.RunQueues()
	hears("sending", nil, agents)
	p.Kit.Clock.Add(10 * time.Minute)
	p.RunTicks()
	p.RunQueues()
	if o := testkit.Data[struct{ ActualCost *float64 }](p.Users.Direct.Get("/gc/groupsendorder/" + id)); o.ActualCost == nil ||
		*o.ActualCost != 4 {
		t.Fatalf("the order is not settled: %v", o.ActualCost)
	}
	hears("settlement", both, agents)

	p.Users.Admin.Put("/aty/customerinfo/recharge",
		apptest.Object{"userId": p.Users.Agent.User.ID, "amount": 1000, "currency": "RMB", "remark": "x"}).OK()
	hears("the agent's recharge", []string{agents}, both...)
}
