package session_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/platform/role"
	"herald/pkg/platform/session"
	"herald/pkg/platform/user"
)

type object = map[string]any

var ctx = context.Background()

func start(t *testing.T) (*sessiontest.Fixture, *testkit.Server) {
	h := sessiontest.New(testkit.Memory(t))
	return h, h.Serve(t, nil)
}

func login(c *testkit.Client, name, password string) *testkit.Answer {
	return c.Post("/oauth/login", object{"username": name, "password": password})
}

// admin creates an admin with a fixed name, which is deleted at the end of the test.
func admin(t *testing.T, h *sessiontest.Fixture, name string) user.User {
	u, err := h.Users.Create(ctx, user.New{ID: h.Env.IDs.Next(), Password: sessiontest.Password,
		User: user.User{Type: auth.Admin, Login: name, Name: "Ada"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		u, ok, err := h.Users.Load(ctx, u.ID)
		if err == nil && ok {
			// The last admin of the account cannot go: another one comes.
			if err = h.Users.Delete(ctx, u); fault.Is(err, "user.lastAdmin") {
				_, err = h.Users.Create(ctx, user.New{ID: h.Env.IDs.Next(), Password: sessiontest.Password,
					User: user.User{Type: auth.Admin, Login: h.Env.IDs.Next(), Name: "Eve"}})
				if err == nil {
					err = h.Users.Delete(ctx, u)
				}
			}
		}
		if err != nil {
			t.Errorf("admin %s stays: %v", name, err)
		}
	})
	return u
}

func TestSignInStory(t *testing.T) {
	h, s := start(t)
	u := admin(t, h, "ada")
	story := testkit.Tell(t, h.Env)
	story.Name(u.ID, "ada")
	nobody := s.Anonymous()
	story.Step("a wrong password", nobody, "POST", "/oauth/login", object{"username": "ada", "password": "wrong"}).Want(401, 0)
	got := testkit.Data[session.Session](story.Step("the right one", nobody, "POST", "/oauth/login",
		object{"username": " ADA ", "password": sessiontest.Password}))
	ada := s.As("ada", got.Token)
	story.Step("who am I", ada, "GET", "/oauth/getUser", nil)
	story.Step("is the token valid", ada, "GET", "/oauth/check_token", nil)
	story.Step("what may I open", ada.In("pt_BR"), "GET", "/oauth/router", nil)
	story.Step("may I use the services", ada, "GET", "/oauth/serviceCheck", nil)
	story.Step("which type am I", nobody, "POST", "/oauth/subUser", object{"username": "ada", "password": sessiontest.Password})
	story.Step("a ticket for the websocket", ada, "POST", "/oauth/ticket", nil)
	h.Env.Clock.Add(time.Minute)
	fresh := testkit.Data[session.Session](story.Step("new tokens", nobody, "POST", "/oauth/refresh",
		object{"refresh_token": got.RefreshToken}))
	story.Step("sign out", s.As("ada", fresh.Token), "DELETE", "/oauth/logout", nil)
	story.Step("the token is dead", ada.In("zh_TW"), "GET", "/oauth/getUser", nil).Want(401, 0)
	story.Step("and known to be", ada, "POST", "/oauth/check_token", nil)
}

func TestLoginAnswersAsFixed(t *testing.T) {
	h, s := start(t)
	cast := h.SeedUsers(t, s)
	for _, who := range []*sessiontest.Actor{cast.Admin, cast.Agent, cast.Customer, cast.Secondary} {
		a := login(s.Anonymous(), who.User.Login, sessiontest.Password).OK()
		var data map[string]json.RawMessage
		if err := json.Unmarshal(a.Data, &data); err != nil {
			t.Fatal(err)
		}
		for _, field := range []string{"expires_in", "token", "refresh_token", "info", "attributes", "permissions", "roles"} {
			if data[field] == nil {
				t.Errorf("%s: no %s in %s", who.Name, field, a.Data)
			}
		}
		got := testkit.Data[session.Session](a)
		if got.ExpiresIn != 7200 || got.Info.UserID != who.User.ID || got.Info.MustChangePassword {
			t.Errorf("%s: %+v", who.Name, got)
		}
		if len(got.Permissions) != len(h.Session.Roles.Grants.Set(role.Of(who.User.Type))) || len(got.Roles) != 1 {
			t.Errorf("%s: roles %v, permissions %v", who.Name, got.Roles, got.Permissions)
		}
		sub := testkit.Data[session.SubUser](s.Anonymous().Post("/oauth/subUser",
			object{"username": who.User.Login, "password": sessiontest.Password}))
		if sub.Type != who.User.Type || sub.UserID != who.User.ID {
			t.Errorf("%s: sub-user %+v", who.Name, sub)
		}
		fresh := testkit.Data[session.Session](s.Anonymous().Post("/oauth/refresh", object{"refresh_token": got.RefreshToken}))
		if fresh.Exp < h.Env.Now().Unix() || fresh.Token == "" || fresh.RefreshToken == got.RefreshToken {
			t.Errorf("%s: refresh %+v", who.Name, fresh)
		}
	}
}

// A token is checked as the bearer, in the query or in the body, by GET and by POST.
func TestATokenIsAskedAboutInEveryWay(t *testing.T) {
	h, s := start(t)
	who := h.SeedUsers(t, s).Customer
	for name, a := range map[string]*testkit.Answer{
		"bearer": who.Get("/oauth/check_token"), "posted bearer": who.Post("/oauth/check_token", nil),
		"posted bearer, empty body": who.Post("/oauth/check_token", object{}),
		"query":                     s.Anonymous().Get("/oauth/check_token?token=" + who.Token),
		"posted query":              s.Anonymous().Post("/oauth/check_token?token="+who.Token, nil),
		"body":                      s.Anonymous().Post("/oauth/check_token", object{"token": who.Token}),
	} {
		if c := testkit.Data[session.CheckResponse](a); !c.Active || c.UserID != who.User.ID || c.Exp == 0 {
			t.Errorf("%s: %+v", name, c)
		}
	}
	if c := testkit.Data[session.CheckResponse](s.Anonymous().Post("/oauth/check_token", nil)); c.Active {
		t.Errorf("no token: %+v", c)
	}
}

func TestBadCredentialsAreBadInput(t *testing.T) {
	_, s := start(t)
	s.Anonymous().Post("/oauth/login", object{}).Bad("username")
	s.Anonymous().Post("/oauth/login", object{"username": "a", "password": ""}).Bad("password")
	s.Anonymous().Post("/oauth/login", []byte(`{"username":`)).Want(400, 0)
	s.Anonymous().Post("/oauth/refresh", object{"refresh_token": "x"}).Want(401, 0)
	s.Anonymous().Post("/oauth/refresh", object{"refresh_token": "a.b.c"}).Want(401, 0)
	s.Anonymous().Get("/oauth/getUser").Want(401, 0)
	s.As("forger", "a.b.c").Get("/oauth/getUser").Want(401, 0)
	if c := testkit.Data[session.CheckResponse](s.As("forger", "a.b.c").Get("/oauth/check_token")); c.Active {
		t.Error("a forged token is active")
	}
}

// A user with the most and longest roles stays signed in after two hours (C21).
func TestTheLongestRefreshTokenIsTaken(t *testing.T) {
	h, s := start(t)
	c := h.SeedUsers(t, s)
	long := strings.Repeat("r", 31) // one more is the longest that a role's code may be
	var codes []string
	for i := range role.Most {
		codes = append(codes, fmt.Sprintf("%s%d", long, i))
		wish := role.Role{Code: codes[i], Name: "Region", Types: []auth.Type{auth.Admin, auth.Secondary},
			Permissions: []string{"gc:groupsendorder:page"}}
		if _, err := h.Env.DB.Write(ctx, store.Op{Verb: store.Put, Key: role.Key(codes[i]), Item: wish}); err != nil {
			t.Fatal(err)
		}
	}
	for _, n := range []user.New{
		{User: user.User{Type: auth.Admin, Login: h.Env.IDs.Next(), Roles: codes}},
		{User: user.User{Type: auth.Secondary, Roles: codes}, Parent: &c.Customer.User}, // the id of its tenant is part of its session's
	} {
		who := h.Actor(t, s, "many", n)
		token := testkit.Data[session.Session](login(s.Anonymous(), who.User.Login, sessiontest.Password)).RefreshToken
		fresh := testkit.Data[session.Session](s.Anonymous().Post("/oauth/refresh", object{"refresh_token": token}))
		s.As("many", fresh.Token).Get("/oauth/getUser").OK()
		if len(token) < 300 || len(token) > 512 {
			t.Errorf("the longest token has %d bytes", len(token))
		}
	}
	if err := h.Session.Roles.Give(ctx, &auth.Principal{}, auth.Admin, append(codes, "more")); !fault.Is(err, "role.most") {
		t.Errorf("a role too many: %v", err)
	}
}

func TestRefreshRotatesAndReuseEndsTheFamily(t *testing.T) {
	h, s := start(t)
	u := admin(t, h, "rota")
	refresh := func(token string) *testkit.Answer {
		return s.Anonymous().Post("/oauth/refresh", object{"refresh_token": token})
	}
	first := testkit.Data[session.Session](login(s.Anonymous(), u.Login, sessiontest.Password))
	other := testkit.Data[session.Session](login(s.Anonymous(), u.Login, sessiontest.Password))
	second := testkit.Data[session.Session](refresh(first.RefreshToken))
	third := testkit.Data[session.Session](refresh(second.RefreshToken))
	s.As("rota", third.Token).Get("/oauth/getUser").OK()
	refresh(first.RefreshToken).Want(401, 0)
	refresh(third.RefreshToken).Want(401, 0)
	s.As("rota", third.Token).Get("/oauth/getUser").Want(401, 0)
	s.As("rota", other.Token).Get("/oauth/getUser").OK() // another family
	h.Env.Clock.Add(auth.AccessLife + time.Second)
	s.As("rota", other.Token).Get("/oauth/getUser").Want(401, 0)
	kept := testkit.Data[session.Session](refresh(other.RefreshToken))
	h.Env.Clock.Add(auth.RefreshLife + time.Second)
	refresh(kept.RefreshToken).Want(401, 0)
}

func TestTicketOpensOneSocket(t *testing.T) {
	h, s := start(t)
	me := h.Actor(t, s, "me", user.New{User: user.User{Type: auth.First}})
	fresh := func() string {
		a := testkit.Data[session.Ticket](me.Post("/oauth/ticket", nil))
		if a.ExpiresIn != 30 {
			t.Errorf("expires_in %d", a.ExpiresIn)
		}
		return a.Ticket
	}
	once := fresh()
	if p, err := h.Session.Connect(ctx, once); err != nil || p.UserID != me.User.ID {
		t.Fatalf("%v, %v", p, err)
	}
	if _, err := h.Session.Connect(ctx, once); err == nil {
		t.Error("a ticket works twice")
	}
	if p, err := h.Session.Connect(ctx, me.Token); err != nil || p.UserID != me.User.ID {
		t.Errorf("an access token: %v, %v", p, err)
	}
	late, dead := fresh(), fresh()
	me.Delete("/oauth/logout", nil).OK()
	if _, err := h.Session.Connect(ctx, dead); err == nil {
		t.Error("a ticket outlives its session")
	}
	h.Env.Clock.Add(auth.TicketLife)
	for _, token := range []string{late, "", "nonsense"} {
		if _, err := h.Session.Connect(ctx, token); err == nil {
			t.Errorf("ticket %q works", token)
		}
	}
	// A ticket is not a bearer.
	s.As("me", late).Get("/oauth/getUser").Want(401, 0)
}

func TestRoleChangeEndsSessions(t *testing.T) {
	h, s := start(t)
	me := h.Actor(t, s, "me", user.New{User: user.User{Type: auth.Admin}})
	admin(t, h, "another") // the last one would keep the role
	me.Get("/oauth/getUser").OK()
	if err := h.Users.SetRoles(ctx, me.User, []string{role.ServiceRole}); err != nil {
		t.Fatal(err)
	}
	me.Get("/oauth/getUser").Want(401, 0)
	got := testkit.Data[session.Session](login(s.Anonymous(), me.User.Login, sessiontest.Password))
	if len(got.Roles) != 1 || got.Roles[0] != role.ServiceRole {
		t.Errorf("roles %v", got.Roles)
	}
	if err := h.Users.SetRoles(ctx, me.User, []string{"emperor"}); err == nil {
		t.Error("an unknown role is given")
	}
}
