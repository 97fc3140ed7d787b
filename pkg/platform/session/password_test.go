package session_test

import (
	"fmt"
	"testing"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/i18n"
	"herald/pkg/platform/session"
	"herald/pkg/platform/user"
)

func TestInitialPasswordCanOnlyBeChanged(t *testing.T) {
	h, s := start(t)
	phone := sessiontest.Phone()
	if _, err := h.Users.Create(ctx, user.New{ID: h.Env.IDs.Next(),
		User: user.User{Type: auth.First, Phone: phone, Name: "New"}}); err != nil {
		t.Fatal(err)
	}
	initial := phone[len(phone)-6:]
	got := testkit.Data[session.Session](login(s.Anonymous(), phone, initial))
	if !got.Info.MustChangePassword {
		t.Fatal("mustChangePassword is not set")
	}
	c := s.As("new", got.Token)
	for _, path := range []string{"/oauth/router", "/oauth/serviceCheck", "/blacklistuserinfo/getBlacklistuserinfo"} {
		c.Get(path).Want(403, 40301)
	}
	c.Post("/oauth/ticket", nil).Want(403, 40301)
	c.Get("/oauth/getUser").OK()
	if _, err := h.Session.Connect(ctx, got.Token); err == nil {
		t.Error("a websocket opens with the initial password")
	}
	got = testkit.Data[session.Session](s.Anonymous().Post("/oauth/refresh", object{"refresh_token": got.RefreshToken}))
	c = s.As("new", got.Token)
	pass := func(old, fresh, confirm string) *testkit.Answer {
		return c.Put("/pi/personal/info/pass", object{"oldPass": old, "newPass": fresh, "confirmPass": confirm})
	}
	pass(initial, "Quiet-Harbor-7", "Quiet-Harbor-7").OK()
	c.Get("/oauth/getUser").Want(401, 0)
	s.Anonymous().Post("/oauth/refresh", object{"refresh_token": got.RefreshToken}).Want(401, 0)
	login(s.Anonymous(), phone, initial).Want(401, 0)
	after := testkit.Data[session.Session](login(s.Anonymous(), phone, "Quiet-Harbor-7"))
	if after.Info.MustChangePassword {
		t.Error("mustChangePassword stays set")
	}
	s.As("new", after.Token).Get("/oauth/router").OK()
}

func TestPasswordRulesInFourLanguages(t *testing.T) {
	h, s := start(t)
	me := h.Actor(t, s, "me", user.New{User: user.User{Type: auth.First}})
	initial := me.User.InitialPassword()
	cases := []struct{ name, old, fresh, confirm, field string }{
		{"empty", sessiontest.Password, "", "", "newPass"},
		{"short", sessiontest.Password, "aB3$x", "aB3$x", "newPass"},
		{"long", sessiontest.Password, fmt.Sprintf("%0200d", 7), "", "newPass"},
		{"initial", sessiontest.Password, initial, initial, "newPass"},
		{"common", sessiontest.Password, "PassWord", "PassWord", "newPass"},
		{"mismatch", sessiontest.Password, "Quiet-Harbor-7", "quiet-harbor-7", "confirmPass"},
		{"wrong old", "nonsense", "Quiet-Harbor-7", "Quiet-Harbor-7", "oldPass"},
	}
	var text string
	for _, c := range cases {
		text += c.name + "\n"
		for _, lang := range i18n.Langs {
			a := me.In(string(lang)).Put("/pi/personal/info/pass",
				object{"oldPass": c.old, "newPass": c.fresh, "confirmPass": c.confirm}).Bad(c.field)
			text += fmt.Sprintf("  %s %s\n", lang, a.Message)
		}
	}
	testkit.Golden(t, t.Name(), text)
	me.Get("/oauth/getUser").OK()
	// Wrong old passwords count as failures to sign in.
	me.Put("/pi/personal/info/pass", object{"oldPass": "nonsense", "newPass": "Quiet-Harbor-7",
		"confirmPass": "Quiet-Harbor-7"}).Bad("oldPass")
	me.Put("/pi/personal/info/pass", object{"oldPass": sessiontest.Password, "newPass": "Quiet-Harbor-7",
		"confirmPass": "Quiet-Harbor-7"}).Want(429, 42901)
}
