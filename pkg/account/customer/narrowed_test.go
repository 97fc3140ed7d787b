package customer_test

import (
	"testing"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/kit/auth"
	"herald/pkg/platform/user"
)

// Staff with the scope of one agent have every permission but reach nothing beyond the agent. They see no settings, stock or prices of the
// platform, no posts for all users, no names by id, and no other customers.
func TestBoundStaffReachNothingBeyond(t *testing.T) {
	k := testkit.Memory(t)
	s, e := apptest.Serve(t, k)
	h := &sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}
	c := h.SeedUsers(t, s)
	// A role of its own with every permission there is.
	c.Admin.Post("/system/role", apptest.Object{"code": "everything", "name": "Everything", "types": []int{1},
		"permissions": app.Grants().All()}).OK()
	defer c.Admin.Delete("/system/role/everything", nil)
	clerk := h.Actor(t, s, "clerk", user.New{User: user.User{Type: auth.Admin, Login: "bound.clerk", Roles: []string{"everything"}}})
	profile := func(more apptest.Object) apptest.Object {
		p := apptest.Object{"name": "x", "phone": sessiontest.Phone(), "email": "x@y.com", "countryCode": "BR", "customerType": "person"}
		for k, v := range more {
			p[k] = v
		}
		return p
	}
	c.Admin.Put("/aty/sysuser/scope/"+clerk.User.ID, apptest.Object{"userIds": []string{c.Agent.User.ID}}).OK()
	for _, x := range []struct {
		method, path string
		body         any
		status       int
	}{
		{"GET", "/im/announcement/page", nil, 403},
		{"POST", "/im/announcement", apptest.Object{"title": "x"}, 403},
		{"POST", "/im/notice", apptest.Object{"title": "x", "userIds": []string{c.OtherCustomer.User.ID}}, 403},
		{"PUT", "/lop/system/config/register.review", apptest.Object{"value": "true"}, 403},
		{"GET", "/gc/bulksendstock/page", nil, 403},
		{"POST", "/gc/bulksendstock", apptest.Object{"countryCode": "BR", "sendTotal": 1}, 403},
		{"POST", "/system/role", apptest.Object{"code": "more", "name": "x", "types": []int{1}, "permissions": []string{}}, 403},
		{"POST", "/system/menu", apptest.Object{"title": "x"}, 403},
		{"GET", "/system/audit/page", nil, 403},
		{"POST", "/aty/accountstatement/reconcile", nil, 403},
		{"GET", "/aty/customerinfo/price/charge/page?userId=platform", nil, 404},
		{"POST", "/aty/customerinfo", profile(apptest.Object{"agentId": c.OtherAgent.User.ID}), 403},
		{"PUT", "/aty/customerinfo/withdrawal", apptest.Object{"userId": c.OtherCustomer.User.ID, "amount": 1}, 404},
		{"GET", "/aty/customerinfo/page", nil, 200},
		{"PUT", "/aty/customerinfo/recharge", apptest.Object{"userId": c.Customer.User.ID, "amount": 1}, 403},
	} {
		if a := clerk.Do(x.method, x.path, x.body); a.Status != x.status {
			t.Errorf("%s %s: %d %s", x.method, x.path, a.Status, a.Raw)
		}
	}
	made := testkit.Data[struct{ UserID string }](clerk.Post("/aty/customerinfo", profile(nil))).UserID
	if u, ok, err := h.Users.Load(t.Context(), made); err != nil || !ok || u.Agent != c.Agent.User.ID {
		t.Errorf("a customer of bound staff belongs to %q, %v", u.Agent, err)
	}
	for _, p := range testkit.Data[struct{ Permissions []string }](clerk.Get("/oauth/getUser")).Permissions {
		if p == "lop:config:edit" || p == "im:notice:add" {
			t.Errorf("the console is told of %s", p)
		}
	}
	c.Admin.Put("/aty/sysuser/scope/"+clerk.User.ID, apptest.Object{"userIds": []string{c.Direct.User.ID}}).OK()
	clerk.Post("/aty/customerinfo", profile(nil)).Want(403, 40309)
}

// Wrong parameters are refused, not ignored: unknown words of an enum, and empty ids.
func TestMalformedPeopleAndMoney(t *testing.T) {
	k := testkit.Memory(t)
	s, e := apptest.Serve(t, k)
	c := (&sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}).SeedUsers(t, s)
	for _, path := range []string{"/aty/customerinfo/page?status=abc", "/aty/customerinfo/page?status=active,abc", "/sysuser/page?status=abc",
		"/aty/sysuser/select?status=abc"} {
		c.Admin.Get(path).Bad("status")
	}
	c.Admin.Get("/aty/customerinfo/page?status=active,locked").OK()
	c.Admin.Get("/aty/customerinfo/page?customerType=robot").Bad("customerType")
	c.Admin.Get("/aty/customerinfo/page?type=first").Bad("type")
	c.Admin.Put("/aty/customerinfo", apptest.Object{"userId": "", "name": "x"}).Bad("userId")
	c.Admin.Put("/sysuser", apptest.Object{"id": "", "name": "x"}).Bad("id")
	c.Admin.Put("/blacklistuserinfo/lockOrUnlock", apptest.Object{"userId": "", "lock": true}).Bad("userId")
	c.Admin.Post("/aty/customerinfo/price/charge/save",
		apptest.Object{"userId": "", "service": "bulk.whatsapp", "countryCode": "BR", "price": 1}).Bad("userId")
}

// An avatar is an image that the user uploaded itself.
func TestAvatarIsAnOwnImage(t *testing.T) {
	k := testkit.Memory(t)
	s, e := apptest.Serve(t, k)
	c := (&sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}).SeedUsers(t, s)
	upload := func(who *sessiontest.Actor, path, name, kind string, content []byte) string {
		return testkit.Data[struct{ ID string }](who.Upload(path, "file", name, kind, content)).ID
	}
	contacts := upload(c.Customer, "/uf/uploadfile", "n.txt", "text/plain", []byte("phoneNumber\n5511987654321\n"))
	set := func(who *sessiontest.Actor, id string) *testkit.Answer {
		return who.Put("/pi/personal/info", apptest.Object{"avatar": id})
	}
	set(c.Customer, contacts).Bad("avatar")
	picture := upload(c.Customer, "/uf/uploadfile", "me.png", "image/png", apptest.SmallestPNG)
	set(c.Customer, picture).OK()
	secondarys := upload(c.Secondary, "/uf/uploadfile", "me.png", "image/png", apptest.SmallestPNG)
	set(c.Customer, secondarys).Want(404, 0)
	set(c.OtherCustomer, picture).Want(404, 0)
	set(c.Customer, "").OK()
}
