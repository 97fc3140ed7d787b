package session_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/web"
	"herald/pkg/platform/role"
	"herald/pkg/platform/session"
	"herald/pkg/platform/user"
)

type roleHouse struct {
	*sessiontest.Fixture
	*testkit.Server
	*sessiontest.SeededUsers
	told int
}

func startRoles(t *testing.T) *roleHouse {
	h := sessiontest.New(testkit.Memory(t))
	w := &roleHouse{Fixture: h}
	table := func() ([]role.Line, error) {
		return []role.Line{{Permission: "system:role:page", Method: "GET", Path: "/system/role/page", Summary: "Roles"}}, nil
	}
	w.Server = h.Serve(t, func(a *web.API) {
		room := &role.Service{Store: h.Session.Roles, Table: table, Changed: func(context.Context) error { w.told++; return nil }}
		room.Routes(a)
	})
	w.SeededUsers = h.SeedUsers(t, w.Server)
	return w
}

func wish(code string, more object) object {
	o := object{"code": code, "name": "Reviewer", "types": []int{1},
		"permissions": []string{"gc:groupsendorder:page", "gc:groupsendorder:review"}}
	for k, v := range more {
		o[k] = v
	}
	return o
}

func TestRoleStory(t *testing.T) {
	w := startRoles(t)
	story := testkit.Tell(t, w.Fixture.Env)
	story.Name(w.Admin.User.ID, "admin")
	code := "reviewer"
	story.Step("an admin makes a role", w.Admin.Client, "POST", "/system/role", wish(code, object{"languages": object{"zh_CN": "审核员"}})).OK()
	clerk := w.Actor(t, w.Server, "clerk", user.New{User: user.User{Type: auth.Admin, Roles: []string{code}}})
	story.Name(clerk.User.ID, "clerk")
	story.Name(clerk.User.Phone, "clerk phone")
	got := testkit.Data[session.Session](login(w.Anonymous(), clerk.User.Login, sessiontest.Password))
	if fmt.Sprint(got.Permissions) != "[gc:groupsendorder:page gc:groupsendorder:review]" {
		t.Errorf("permissions %v", got.Permissions)
	}
	clerk.Get("/system/role/page").Want(403, 0)
	story.Step("the role gets another permission", w.Admin.Client, "PUT", "/system/role",
		wish(code, object{"permissions": []string{"system:role:page"}})).OK()
	if w.told != 1 {
		t.Errorf("consoles were told %d times", w.told)
	}
	// It holds for the very next request, and for new tokens of the same session.
	story.Step("who has it sees the roles at once", clerk.In("zh_CN"), "GET", "/system/role/page?code=review", nil).OK()
	fresh := testkit.Data[session.Session](w.Anonymous().Post("/oauth/refresh", object{"refresh_token": got.RefreshToken}))
	if fmt.Sprint(fresh.Permissions) != "[system:role:page]" {
		t.Errorf("permissions %v", fresh.Permissions)
	}
	story.Step("somebody has it", w.Admin.Client, "DELETE", "/system/role/"+code, nil).Want(409, 0)
	if err := w.Users.SetRoles(ctx, clerk.User, []string{role.ServiceRole}); err != nil {
		t.Fatal(err)
	}
	clerk.Get("/oauth/getUser").Want(401, 0)
	story.Step("nobody has it", w.Admin.Client, "DELETE", "/system/role/"+code, nil).OK()
	story.Step("the built-in roles", w.Admin.Client, "GET", "/system/role/page?builtIn=true&size=1", nil).OK()
}

func TestBadRolesInFourLanguages(t *testing.T) {
	w := startRoles(t)
	w.Admin.Post("/system/role", wish("taken", nil)).OK()
	text := ""
	for _, c := range []struct {
		status int
		field  string
		body   object
	}{
		{400, "code", object{"code": ""}}, {400, "code", object{"code": "Big Code"}}, {400, "code", object{"code": "a-b"}},
		{400, "code", object{"code": "admin"}}, {409, "code", object{"code": "taken"}},
		{400, "name", object{"name": " "}}, {400, "name", object{"name": strings.Repeat("x", 51)}},
		{400, "languages", object{"languages": object{"de_DE": "Prüfer"}}},
		{400, "types", object{"types": []int{}}}, {400, "types", object{"types": []int{7}}},
		{400, "permissions", object{"permissions": []string{}}}, {400, "permissions", object{"permissions": []string{"a:b:c"}}},
		{400, "permissions", object{"types": []int{1, 2}}},
	} {
		text += fmt.Sprintf("%.60v\n", c.body)
		for _, lang := range i18n.Langs {
			a := w.Admin.In(string(lang)).Post("/system/role", wish("fresh", c.body)).Want(c.status, map[int]int{400: 400, 409: 40912}[c.status])
			if len(a.Errors) != 1 || a.Errors[0].Field != c.field {
				t.Errorf("%v: errors %v", c.body, a.Errors)
			}
			text += "  " + a.Message + "\n"
		}
	}
	w.Admin.Put("/system/role", wish("customer", nil)).Bad("code")
	w.Admin.Put("/system/role", wish("nosuchrole", nil)).Want(404, 0)
	w.Admin.Delete("/system/role/finance", nil).Bad("code")
	w.Admin.Delete("/system/role/nosuchrole", nil).Want(404, 0)
	for _, who := range []*sessiontest.Actor{w.Agent, w.Customer, w.Secondary} {
		who.Get("/system/role/page").Want(403, 0)
		who.Post("/system/role", wish("mine", nil)).Want(403, 0)
	}
	w.Admin.Delete("/system/role/taken", nil).OK()
	testkit.Golden(t, t.Name(), text)
}

// A user cannot grant permissions that it does not have.
func TestNoUserGrantsMoreThanItHas(t *testing.T) {
	w := startRoles(t)
	w.Admin.Post("/system/role", wish("small",
		object{"permissions": []string{"system:role:page", "system:role:add", "system:role:edit", "system:role:del"}})).OK()
	w.Admin.Post("/system/role", wish("great", nil)).OK()
	clerk := w.Actor(t, w.Server, "clerk", user.New{User: user.User{Type: auth.Admin, Roles: []string{"small"}}})
	clerk.Post("/system/role", wish("mine", nil)).Want(403, 40306)
	clerk.Post("/system/role", wish("mine", object{"permissions": []string{"system:role:page"}})).OK()
	clerk.Put("/system/role", wish("mine", nil)).Want(403, 40306)
	clerk.Put("/system/role", wish("great", object{"permissions": []string{"system:role:page"}})).Want(403, 40306)
	clerk.Delete("/system/role/great", nil).Want(403, 40306)
	for _, code := range []string{"mine", "great"} {
		w.Admin.Delete("/system/role/"+code, nil).OK()
	}
	p, err := w.Session.Authenticate(ctx, clerk.Token)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Session.Roles.Give(ctx, p, auth.Admin, []string{role.Admin}); err == nil {
		t.Error("a clerk makes an admin")
	}
	if err := w.Session.Roles.Give(ctx, p, auth.First, []string{"small"}); err == nil {
		t.Error("a customer gets a role of staff")
	}
}

// The last administrator cannot be deleted or locked, and cannot lose the role; of two, one can.
func TestTheLastAdminStays(t *testing.T) {
	h, _ := start(t)
	n, err := h.Users.Admins(ctx)
	if err != nil {
		t.Fatal(err)
	}
	one := admin(t, h, "one")
	if n == 0 { // this test alone: no other user administers
		if err := h.Users.Delete(ctx, one); !fault.Is(err, "user.lastAdmin") {
			t.Errorf("the last admin is deleted: %v", err)
		}
		if _, _, err := h.Users.Lock(ctx, one, true, ""); !fault.Is(err, "user.lastAdmin") {
			t.Errorf("the last admin is locked: %v", err)
		}
		if err := h.Users.SetRoles(ctx, one, []string{role.Finance}); !fault.Is(err, "user.lastAdmin") {
			t.Errorf("the last admin loses the role: %v", err)
		}
	}
	admin(t, h, "two")
	if _, _, err := h.Users.Lock(ctx, one, true, ""); err != nil {
		t.Errorf("one of two admins cannot be locked: %v", err)
	}
	one, _, _ = h.Users.Load(ctx, one.ID)
	if _, _, err := h.Users.Lock(ctx, one, false, ""); err != nil {
		t.Error(err)
	}
	if m, err := h.Users.Admins(ctx); err != nil || m != n+2 {
		t.Errorf("%d admins, want %d: %v", m, n+2, err)
	}
}
