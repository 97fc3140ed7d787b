package sysuser_test

import (
	"fmt"
	"strings"
	"testing"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/web"
	"herald/pkg/platform/role"
	"herald/pkg/platform/session"
	"herald/pkg/platform/sysuser"
	"herald/pkg/platform/user"
)

type object = map[string]any

type world struct {
	*sessiontest.Fixture
	*testkit.Server
	*sessiontest.SeededUsers
}

func start(t *testing.T) *world {
	h := sessiontest.New(testkit.Memory(t))
	h.Users.Rows = sysuser.Rows
	w := &world{Fixture: h}
	w.Server = h.Serve(t, func(a *web.API) {
		(&sysuser.Service{Users: h.Users, Roles: h.Session.Roles, NewID: a.NewID}).Routes(a)
		(&role.Service{Store: h.Session.Roles}).Routes(a)
	})
	w.SeededUsers = h.SeedUsers(t, w.Server)
	return w
}

func wish(name string, more object) object {
	o := object{"username": name, "name": "Li Wei", "password": sessiontest.Password, "roles": []string{"service"}}
	for k, v := range more {
		o[k] = v
	}
	return o
}

func (w *world) signIn(name, password string) *testkit.Answer {
	return w.Anonymous().Post("/oauth/login", object{"username": name, "password": password})
}

func TestSysUserStory(t *testing.T) {
	w := start(t)
	story := testkit.Tell(t, w.Fixture.Env)
	story.Name(w.Admin.User.ID, "admin")
	story.Name(w.Agent.User.ID, "agent")
	made := testkit.Data[sysuser.Detail](story.Step("an admin makes a member of staff", w.Admin.Client, "POST", "/sysuser",
		wish("Li.Wei", nil)))
	story.Name(made.UserID, "li")
	in := testkit.Data[session.Session](w.signIn("li.wei", sessiontest.Password))
	li := w.As("li", in.Token)
	story.Step("the name is taken", w.Admin.In("zh_CN"), "POST", "/sysuser", wish("li.wei", nil)).Want(409, 40911)
	story.Step("li gets another role", w.Admin.Client, "PUT", "/sysuser",
		object{"id": made.UserID, "roles": []string{"finance"}, "nickname": "Wei"})
	story.Step("its session has ended", li, "GET", "/oauth/getUser", nil).Want(401, 0)
	story.Step("the list", w.Admin.Client, "GET", "/sysuser/page?role=finance&username=LI&status=active", nil)
	story.Step("its view is narrowed to an agent", w.Admin.Client, "PUT", "/aty/sysuser/scope/"+made.UserID,
		object{"userIds": []string{w.Agent.User.ID}})
	in = testkit.Data[session.Session](w.signIn("li.wei", sessiontest.Password))
	li = w.As("li", in.Token)
	p, err := w.Session.Authenticate(t.Context(), in.Token)
	if err != nil || p.Scope() != auth.AgentScope(w.Agent.User.ID) {
		t.Fatalf("scope %v: %v", p, err)
	}
	li.Get("/blacklistuserinfo/getBlacklistuserinfo?userId=" + w.Customer.User.ID).OK()
	li.Get("/blacklistuserinfo/getBlacklistuserinfo?userId="+w.OtherCustomer.User.ID).Want(404, 0)
	li.Get("/blacklistuserinfo/getBlacklistuserinfo").OK() // itself
	w.Admin.Delete("/aty/sysuser/scope/"+made.UserID, nil).OK()
	li.Get("/blacklistuserinfo/getBlacklistuserinfo?userId=" + w.OtherCustomer.User.ID).OK()
	story.Step("it is locked", w.Admin.Client, "PUT", "/sysuser/status/"+made.UserID+"?status=locked", nil)
	li.Get("/oauth/getUser").Want(401, 0)
	w.Admin.Put("/sysuser/status?id="+made.UserID+"&status=active", nil).OK()
	w.Admin.Put("/sysuser/pass/"+made.UserID, object{"password": "Tidal-Fern-93"}).OK()
	w.signIn("li.wei", sessiontest.Password).Want(401, 0)
	w.signIn("li.wei", "Tidal-Fern-93").OK()
	story.Step("it is deleted", w.Admin.Client, "DELETE", "/sysuser/"+made.UserID, nil)
	w.signIn("li.wei", "Tidal-Fern-93").Want(401, 0)
	w.Admin.Get("/aty/sysuser/"+made.UserID).Want(404, 0)
}

func TestBadSystemUsersInFourLanguages(t *testing.T) {
	w := start(t)
	text := ""
	for _, c := range []struct {
		field string
		value any
	}{
		{"username", ""}, {"username", "ab"}, {"username", "13800000000"}, {"username", "with space"}, {"username", strings.Repeat("x", 33)},
		{"name", " "}, {"name", strings.Repeat("名", 51)}, {"nickname", strings.Repeat("x", 51)}, {"phone", "123"}, {"email", "nonsense"},
		{"status", "asleep"},
		{"password", ""}, {"password", "short"}, {"password", "password"},
		{"roles", []string{}}, {"roles", []string{"emperor"}}, {"roles", []string{"customer"}},
	} {
		text += fmt.Sprintf("%s = %.20v\n", c.field, c.value)
		for _, lang := range i18n.Langs {
			text += "  " + w.Admin.In(string(lang)).Post("/sysuser", wish("fresh", object{c.field: c.value})).Bad(c.field).Message + "\n"
		}
	}
	testkit.Golden(t, t.Name(), text)
	w.Admin.Put("/sysuser", object{"id": "nonsense", "name": "x"}).Want(404, 0)
	w.Admin.Put("/sysuser", object{"id": w.Customer.User.ID, "name": "x"}).Want(404, 0) // no staff
	w.Admin.Delete("/sysuser/"+w.Agent.User.ID, nil).Want(404, 0)
	w.signIn("fresh", sessiontest.Password).Want(401, 0)
	for _, who := range []*sessiontest.Actor{w.Agent, w.Customer, w.Secondary} {
		who.Get("/sysuser/page").Want(403, 0)
		who.Post("/sysuser", wish("mine", nil)).Want(403, 0)
	}
}

func TestWithoutAPasswordThePhoneIsTheFirst(t *testing.T) {
	w := start(t)
	phone := sessiontest.Phone()
	testkit.Data[sysuser.Detail](w.Admin.Post("/sysuser", wish("novice", object{"password": nil, "phone": "+" + phone})))
	in := testkit.Data[session.Session](w.signIn("novice", phone[len(phone)-6:]))
	if !in.Info.MustChangePassword {
		t.Error("the initial password may stay")
	}
}

// Staff who manage staff without being an admin cannot change users with more permissions, and no user changes its own permissions.
func TestNoUserRisesAboveItself(t *testing.T) {
	w := start(t)
	clerks := []string{"sysuser:page", "sysuser:add", "sysuser:edit", "sysuser:del", "sysuser:pass", "sysuser:status", "sysuser:scope"}
	w.Admin.Post("/system/role", object{"code": "clerks", "name": "Clerks", "types": []int{1}, "permissions": clerks}).OK()
	clerk := w.Actor(t, w.Server, "clerk", user.New{User: user.User{Type: auth.Admin, Login: "clerk", Roles: []string{"clerks"}}})
	clerk.Post("/sysuser", wish("puppet", object{"roles": []string{"admin"}})).Want(403, 40306)
	other := testkit.Data[sysuser.Detail](clerk.Post("/sysuser", wish("colleague", object{"roles": []string{"clerks"}})))
	clerk.Put("/sysuser", object{"id": other.UserID, "roles": []string{"clerks", "finance"}}).Want(403, 40306)
	boss := w.Admin.User.ID
	for _, a := range []*testkit.Answer{
		clerk.Put("/sysuser/pass/"+boss, object{"password": "Tidal-Fern-93"}), clerk.Put("/sysuser", object{"id": boss, "name": "x"}),
		clerk.Delete("/sysuser/"+boss, nil), clerk.Put("/sysuser/status/"+boss+"?status=locked", nil),
		clerk.Put("/aty/sysuser/scope/"+boss, object{"userIds": []string{w.Agent.User.ID}}),
	} {
		a.Want(403, 40306)
	}
	for _, a := range []*testkit.Answer{
		w.Admin.Delete("/sysuser/"+boss, nil), w.Admin.Put("/sysuser/status/"+boss+"?status=locked", nil),
		w.Admin.Put("/sysuser", object{"id": boss, "roles": []string{"admin", "finance"}}),
		w.Admin.Put("/sysuser/pass/"+boss, object{"password": "Tidal-Fern-93"}), // its own takes the old one
	} {
		a.Want(403, 40303)
	}
	// Staff with a narrowed view cannot create staff without one.
	w.Admin.Put("/aty/sysuser/scope/"+other.UserID, object{"userIds": []string{w.Agent.User.ID}}).OK()
	narrow := w.As("colleague", testkit.Data[session.Session](w.signIn("colleague", sessiontest.Password)).Token)
	narrow.Post("/sysuser", wish("wide", object{"roles": []string{"clerks"}})).Want(403, 40307)
	narrow.Get("/aty/sysuser/"+boss).Want(404, 0)
	// The view of an admin stays whole; and it is one agent or one customer.
	second := testkit.Data[sysuser.Detail](w.Admin.Post("/sysuser", wish("second", object{"roles": []string{"admin"}})))
	w.Admin.Put("/aty/sysuser/scope/"+second.UserID, object{"userIds": []string{w.Agent.User.ID}}).Want(409, 0)
	for _, ids := range [][]string{{}, {w.Agent.User.ID, w.OtherAgent.User.ID}, {w.Secondary.User.ID}, {boss}} {
		w.Admin.Put("/aty/sysuser/scope/"+other.UserID, object{"userIds": ids}).Bad("userIds")
	}
	w.Admin.Put("/aty/sysuser/scope/"+other.UserID, object{"userIds": []string{"nonsense"}}).Want(404, 0)
}
