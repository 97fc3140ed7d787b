package role_test

import (
	"net/http"
	"slices"
	"testing"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/account/streak"
	"herald/pkg/app"
	"herald/pkg/credit/price"
	"herald/pkg/kit/auth"
	"herald/pkg/platform/appkey"
	"herald/pkg/platform/user"
)

// platformPays are the permissions by which staff give things that the platform pays for. Narrowed staff have none
// of them, though an agent has each for its own credit.
var platformPays = []string{
	"aty:customerinfo:amount", "aty:customerinfo:give", "aty:customerinfo:rebate", "aty:customerinfo:recharge", "aty:customerinfo:give:saas",
	"aty:customerinfo:upperbatch",
	"aty:accountstatement:add", "aty:accountstatement:approve", "aty:accountstatement:del", "aty:accountstatement:edit", "proxy:approve",
	"proxy:give:saas", "proxy:rebate", "proxy:recharge",
	"gc:groupsendorder:test", "gc:groupsendorder:refund", "bgo:buildgroup:refund", "call:order:refund", "gc:evidence:export",
	"aty:recharge:refund",
}

func TestNarrowedStaffHaveNoRightThatThePlatformPaysFor(t *testing.T) {
	all := app.Grants().All()
	for _, p := range platformPays {
		if !slices.Contains(all, p) {
			t.Errorf("%s does not exist", p)
		}
		if app.Grants().Narrow(map[string]bool{p: true})[p] {
			t.Errorf("narrowed staff may %s", p)
		}
	}
}

// Staff narrowed to an agent, with all permissions, give nothing of the platform: no credit, no year, no discount, no weight, no price
// below the agent's own, and no streak. For the agent's customers they may do what the agent may.
func TestNarrowedStaffGiveNothingOfThePlatform(t *testing.T) {
	k := testkit.Memory(t)
	s, e := apptest.Serve(t, k)
	h := &sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}
	c := h.SeedUsers(t, s)
	c.Admin.Post("/system/role", apptest.Object{"code": "everything", "name": "Everything", "types": []int{1},
		"permissions": app.Grants().All()}).OK()
	clerk := h.Actor(t, s, "clerk", user.New{User: user.User{Type: auth.Admin, Login: "narrow.clerk", Roles: []string{"everything"}}})
	c.Admin.Put("/aty/sysuser/scope/"+clerk.User.ID, apptest.Object{"userIds": []string{c.Agent.User.ID}}).OK()
	for owner, n := range map[string]float64{price.Platform: 5, c.Agent.User.ID: 3} {
		c.Admin.Post("/aty/customerinfo/price/charge/save",
			apptest.Object{"userId": owner, "service": "bulk.whatsapp", "countryCode": "BR", "price": n}).OK()
	}
	id, agent := c.Customer.User.ID, c.Agent.User.ID
	c.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": id, "amount": 10}).OK()
	customer := func(more apptest.Object) apptest.Object {
		out := apptest.Object{"userId": id, "countryCode": "BR", "customerType": "person", "email": "b@herald.test"}
		for k, v := range more {
			out[k] = v
		}
		return out
	}
	cost := func(owner string, n float64) apptest.Object {
		return apptest.Object{"userId": owner, "service": "bulk.whatsapp", "countryCode": "BR", "price": n}
	}
	for _, x := range []struct {
		method, path string
		body         any
		status       int
	}{
		{"PUT", "/aty/customerinfo/recharge", apptest.Object{"userId": id, "amount": 1}, 403},
		{"PUT", "/aty/customerinfo/recharge", apptest.Object{"userId": agent, "amount": 1}, 403},
		{"PUT", "/aty/customerinfo/give", apptest.Object{"userId": id, "amount": 1}, 403},
		{"PUT", "/aty/customerinfo/rebate", apptest.Object{"userId": id, "amount": 1}, 403},
		{"PUT", "/aty/customerinfo/" + id + "/5", nil, 403},
		{"PUT", "/aty/customerinfo/give/saas/" + id, nil, 403},
		{"POST", "/proxy/statement/recharge/" + id + "/10", nil, 403},
		{"PUT", "/proxy/rebate", apptest.Object{"userId": id, "amount": 1}, 403},
		{"PUT", "/proxy/give/saas/" + id, nil, 403},
		{"PUT", "/aty/customerinfo", customer(apptest.Object{"groupSendWeight": 9}), 403},
		{"PUT", "/aty/customerinfo", customer(apptest.Object{"brandCustomer": true, "brandDiscount": 100}), 403},
		{"PUT", "/aty/customerinfo", customer(apptest.Object{"maxThroughput": 9}), 403},
		{"POST", "/aty/customerinfo", apptest.Object{"name": "x", "phone": sessiontest.Phone(), "email": "x@y.com", "countryCode": "BR",
			"customerType": "person", "brandCustomer": true, "brandDiscount": 50}, 403},
		{"POST", "/aty/customerinfo/price/charge/save", cost(agent, 1), 403},
		{"DELETE", "/aty/customerinfo/price/charge/del/" + agent + ".bulk.whatsapp.BR", nil, 403},
		{"POST", "/aty/customerinfo/price/charge/save", cost(id, 0), 400},
		{"POST", "/aty/customerinfo/price/charge/save", cost(id, 2.99), 400},
		{"POST", "/aty/customerinfo/price/charge/save", cost(id, 3), 200},
		{"PUT", "/aty/customerinfo", customer(apptest.Object{"usdtAuth": true}), 200},
		{"PUT", "/aty/customerinfo/withdrawal", apptest.Object{"userId": id, "amount": 1}, 200},
		{"PUT", "/aty/customerinfo/activation/" + id, nil, 200},
	} {
		if a := clerk.Do(x.method, x.path, x.body); a.Status != x.status {
			t.Errorf("%s %s %v: %d %s", x.method, x.path, x.body, a.Status, a.Raw)
		}
	}
	c.Admin.Put("/lop/system/config/streak.recent.days", apptest.Object{"value": 0}).OK()
	if got := testkit.Data[streak.Streak](c.Customer.Put(apptest.StreakPath, nil)); got.Active {
		t.Error("an activation by narrowed staff counts for the streak")
	}
	c.Admin.Put("/aty/sysuser/scope/"+clerk.User.ID, apptest.Object{"userIds": []string{c.Direct.User.ID}}).OK()
	clerk.Token = h.SignIn(t, s, clerk.User.Login)
	clerk.Post("/aty/customerinfo/price/charge/save", cost(c.Direct.User.ID, 4)).Want(http.StatusForbidden, 40309)
}

// Staff with fewer permissions cannot end a session of staff with more permissions.
func TestSessionsOfWhoMayMoreStay(t *testing.T) {
	k := testkit.Memory(t)
	s, e := apptest.Serve(t, k)
	h := &sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}
	c := h.SeedUsers(t, s)
	c.Admin.Post("/system/role", apptest.Object{"code": "doorman", "name": "Doorman", "types": []int{1},
		"permissions": []string{"oauth:session:page", "oauth:session:del"}}).OK()
	one := h.Actor(t, s, "doorman", user.New{User: user.User{Type: auth.Admin, Login: "doorman.one", Roles: []string{"doorman"}}})
	two := h.Actor(t, s, "other", user.New{User: user.User{Type: auth.Admin, Login: "doorman.two", Roles: []string{"doorman"}}})
	first := func(who *sessiontest.Actor) string {
		t.Helper()
		rows := testkit.Data[struct{ Records []struct{ ID string } }](one.Get("/oauth/session/page?userId=" + who.User.ID)).Records
		if len(rows) == 0 {
			t.Fatalf("%s has no session", who.Name)
		}
		return "/oauth/session/" + rows[0].ID + "?userId=" + who.User.ID
	}
	one.Delete(first(c.Admin), nil).Want(http.StatusForbidden, 40306)
	c.Admin.Get("/oauth/getUser").OK()
	one.Delete(first(two), nil).OK()
	two.Get("/oauth/getUser").Want(http.StatusUnauthorized, 401)
	one.Delete(first(c.Customer), nil).OK()
}

// The app key of a customer whose password was reset, or is still the initial one, is suspended until the password is changed.
func TestAResetPasswordSuspendsTheAppKey(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	c, admin := p.Users.Customer, p.Users.Admin
	key := testkit.Data[appkey.NewKey](admin.Put("/aty/customerinfo/gen/appkey/security/"+c.User.ID, nil))
	p.CallSigned(key, "GET", "/gc/groupsendorder/page").OK()
	admin.Put("/aty/customerinfo/resetpw/"+c.User.ID, nil).OK()
	p.CallSigned(key, "GET", "/gc/groupsendorder/page").Want(http.StatusForbidden, 40301)
	p.CallSigned(key, "POST", "/gc/groupsendorder").Want(http.StatusForbidden, 40301)
	initial := c.User.Phone[len(c.User.Phone)-6:]
	in := testkit.Data[struct{ Token string }](p.Server.Anonymous().Post("/oauth/login",
		apptest.Object{"username": c.User.Login, "password": initial}))
	p.Server.As("x", in.Token).Put("/pi/personal/info/pass",
		apptest.Object{"oldPass": initial, "newPass": "Tidal-Fern-92", "confirmPass": "Tidal-Fern-92"}).OK()
	p.CallSigned(key, "GET", "/gc/groupsendorder/page").OK()
}
