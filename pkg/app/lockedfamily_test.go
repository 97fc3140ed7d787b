package app

import (
	"net/http"
	"testing"

	"herald/pkg/credit/ledger"
	"herald/pkg/kit/testkit"
	"herald/pkg/kit/web"
	"herald/pkg/platform/session/sessiontest"
)

// The credit of a locked customer's secondaries stands as still as its own: its agent takes none of it by any route, nor by refusing what
// it gave before. Staff still may.
func TestALockHoldsForTheCreditOfSecondaries(t *testing.T) {
	p := mustHouse(t)
	admin, agent, c, s := p.c.Admin, p.c.Agent, p.c.Customer, p.c.Secondary
	admin.Put("/aty/customerinfo/recharge", obj{"userId": agent.User.ID, "amount": 100}).OK()
	admin.Put("/aty/customerinfo/recharge", obj{"userId": s.User.ID, "amount": 100}).OK()
	agent.Put("/aty/customerinfo/give", obj{"userId": s.User.ID, "amount": 5}).OK()
	agent.Put("/aty/customerinfo/withdrawal", obj{"userId": s.User.ID, "amount": 1}).OK()
	serial := p.serialOf(s, "gift")
	p.lock(admin, c, true).OK()
	for _, x := range []struct {
		method, path string
		body         any
	}{
		{"PUT", "/aty/customerinfo/withdrawal", obj{"userId": s.User.ID, "amount": 1}},
		{"PUT", "/proxy/withdrawal", obj{"userId": s.User.ID, "amount": 1}},
		{"PUT", "/aty/customerinfo/" + s.User.ID + "/-1", nil},
		{"POST", "/aty/customerinfo/amounts/move", obj{"fromUserId": s.User.ID, "toUserId": c.User.ID, "amount": 1}},
		{"PUT", "/proxy/statement/approved", obj{"serialNumber": serial, "approved": false}},
	} {
		agent.Do(x.method, x.path, x.body).Want(http.StatusForbidden, 40302)
	}
	agent.Put("/aty/customerinfo/give", obj{"userId": s.User.ID, "amount": 2}).OK()
	admin.Put("/aty/customerinfo/withdrawal", obj{"userId": s.User.ID, "amount": 1}).OK()
	p.lock(admin, c, false).OK()
	agent.Put("/aty/customerinfo/withdrawal", obj{"userId": s.User.ID, "amount": 1}).OK()
	if available, _, err := p.e.Ledger().Balance(t.Context(), s.User.ID); err != nil || available.String() != "104" {
		t.Errorf("%s %v", available, err)
	}
}

// serialOf is the serial number of the newest line of a business type.
func (p *house) serialOf(who *sessiontest.Actor, kind string) string {
	p.Helper()
	for _, l := range testkit.Data[web.Page[ledger.Line]](p.c.Admin.Get("/aty/accountstatement/page?userId=" + who.User.ID)).Records {
		if l.BusinessType == kind {
			return l.SerialNumber
		}
	}
	p.Fatalf("%s has no line %s", who.Name, kind)
	return ""
}
