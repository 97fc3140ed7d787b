package user_test

import (
	"net/http"
	"testing"

	"herald/internal/apptest"
)

// The credit of a locked customer's secondaries is frozen like its own: its agent cannot take it by any route, nor by refusing an earlier
// gift. Staff still can.
func TestALockHoldsForTheCreditOfSecondaries(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	admin, agent, c, s := p.Users.Admin, p.Users.Agent, p.Users.Customer, p.Users.Secondary
	admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": agent.User.ID, "amount": 100}).OK()
	admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": s.User.ID, "amount": 100}).OK()
	agent.Put("/aty/customerinfo/give", apptest.Object{"userId": s.User.ID, "amount": 5}).OK()
	agent.Put("/aty/customerinfo/withdrawal", apptest.Object{"userId": s.User.ID, "amount": 1}).OK()
	serial := p.SerialOf(s, "gift")
	p.Lock(admin, c, true).OK()
	for _, x := range []struct {
		method, path string
		body         any
	}{
		{"PUT", "/aty/customerinfo/withdrawal", apptest.Object{"userId": s.User.ID, "amount": 1}},
		{"PUT", "/proxy/withdrawal", apptest.Object{"userId": s.User.ID, "amount": 1}},
		{"PUT", "/aty/customerinfo/" + s.User.ID + "/-1", nil},
		{"POST", "/aty/customerinfo/amounts/move", apptest.Object{"fromUserId": s.User.ID, "toUserId": c.User.ID, "amount": 1}},
		{"PUT", "/proxy/statement/approved", apptest.Object{"serialNumber": serial, "approved": false}},
	} {
		agent.Do(x.method, x.path, x.body).Want(http.StatusForbidden, 40302)
	}
	agent.Put("/aty/customerinfo/give", apptest.Object{"userId": s.User.ID, "amount": 2}).OK()
	admin.Put("/aty/customerinfo/withdrawal", apptest.Object{"userId": s.User.ID, "amount": 1}).OK()
	p.Lock(admin, c, false).OK()
	agent.Put("/aty/customerinfo/withdrawal", apptest.Object{"userId": s.User.ID, "amount": 1}).OK()
	if available, _, err := p.Env.Ledger().Balance(t.Context(), s.User.ID); err != nil || available.String() != "104" {
		t.Errorf("%s %v", available, err)
	}
}
