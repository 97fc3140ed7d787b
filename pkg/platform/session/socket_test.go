package session_test

import (
	"context"
	"slices"
	"testing"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/push"
	"herald/pkg/platform/role"
	"herald/pkg/platform/session"
	"herald/pkg/platform/user"
)

// An open connection ends with its session, in every way in which a session ends (C10). It is closed and forgotten at once, and receives
// nothing more even if closing it failed.
func TestASocketEndsWithItsSession(t *testing.T) {
	h := sessiontest.New(testkit.Memory(t))
	hub := h.Env.Hub
	hub.Alive = session.Alive(h.Env.DB, h.Env.Now)
	deaf := false // the process that ends a session crashes before it closes anything
	h.Session.Ended = func(ctx context.Context, userID, sid string) {
		if deaf {
			return
		}
		if err := hub.End(ctx, userID, sid); err != nil {
			t.Error(err)
		}
	}
	h.Users.Ended = func(ctx context.Context, userID string) { h.Session.Ended(ctx, userID, "") }
	s := h.Serve(t, nil)
	admin(t, h, "another")
	boss := h.Actor(t, s, "boss", user.New{User: user.User{Type: auth.Admin}})
	connect := func(who *sessiontest.Actor) string {
		t.Helper()
		p, err := h.Session.Connect(ctx, testkit.Data[session.Ticket](who.Post("/oauth/ticket", nil)).Ticket)
		if err != nil {
			t.Fatal(err)
		}
		id := h.Env.IDs.Next()
		if err := hub.Connect(ctx, push.Socket{User: p.UserID, Type: int(p.Type), Session: p.SessionID, Connection: id}); err != nil {
			t.Fatal(err)
		}
		return id
	}
	hears := func(who *sessiontest.Actor, id string) bool {
		t.Helper()
		h.Env.Pushed.Take()
		if err := hub.Send(ctx, []string{who.User.ID}, push.Message{Type: "order"}); err != nil {
			t.Fatal(err)
		}
		if err := hub.Broadcast(ctx, push.Message{Type: "menu"}); err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, m := range h.Env.Pushed.Take() {
			if m.Connection == id {
				n++
			}
		}
		return n == 2
	}
	for name, ends := range map[string]func(who *sessiontest.Actor){
		"sign-out": func(who *sessiontest.Actor) { who.Delete("/oauth/logout", nil).OK() },
		"lock": func(who *sessiontest.Actor) {
			boss.Put("/blacklistuserinfo/lockOrUnlock", object{"userId": who.User.ID, "lock": true}).OK()
		},
		"new password": func(who *sessiontest.Actor) { boss.Put("/aty/customerinfo/resetpw/"+who.User.ID, nil).OK() },
		"own password": func(who *sessiontest.Actor) {
			who.Put("/pi/personal/info/pass", object{"oldPass": sessiontest.Password, "newPass": "Quiet-Harbor-7",
				"confirmPass": "Quiet-Harbor-7"}).OK()
		},
		"roles": func(who *sessiontest.Actor) {
			if err := h.Users.SetRoles(ctx, who.User, append(slices.Clone(who.User.Roles), role.Customer)); err != nil {
				t.Fatal(err)
			}
		},
		"deletion": func(who *sessiontest.Actor) {
			if err := h.Users.Delete(ctx, who.User); err != nil {
				t.Fatal(err)
			}
		},
		"the session's end by staff": func(who *sessiontest.Actor) {
			p, err := h.Session.Authenticate(ctx, who.Token)
			if err != nil {
				t.Fatal(err)
			}
			boss.Delete("/oauth/session/"+p.SessionID+"?userId="+who.User.ID, nil).OK()
		},
	} {
		for _, deaf = range []bool{false, true} {
			who := h.Actor(t, s, "me", user.New{User: user.User{Type: auth.First}})
			id := connect(who)
			if !hears(who, id) {
				t.Fatalf("%s: nothing is heard before", name)
			}
			h.Env.Pushed.Closed()
			ends(who)
			if closed := h.Env.Pushed.Closed(); !deaf && !slices.Contains(closed, id) {
				t.Errorf("%s: the connection stays open", name)
			}
			if hears(who, id) {
				t.Errorf("%s: the connection still hears (nothing could be closed: %v)", name, deaf)
			}
		}
	}
	// Another session of the same user hears on.
	who := h.Actor(t, s, "me", user.New{User: user.User{Type: auth.First}})
	other := &sessiontest.Actor{Client: s.As("me too", h.SignIn(t, s, who.User.Login)), User: who.User}
	id := connect(other)
	who.Delete("/oauth/logout", nil).OK()
	if !hears(other, id) {
		t.Error("another session's connection was ended")
	}
}
