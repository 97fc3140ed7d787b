package session_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/store"
	"herald/pkg/platform/session"
	"herald/pkg/platform/session/resetmail"
	"herald/pkg/platform/setting"
	"herald/pkg/platform/user"
)

// mailing is a server that sends links by email.
func mailing(t *testing.T) (*sessiontest.Fixture, *testkit.Server) {
	h, s := start(t)
	h.Session.Settings = setting.New(h.Env.DB, h.Env.Now, setting.Define(testkit.ModuleParts()...))
	h.Session.Queues, h.Session.Public = h.Env.Queues, "https://console.example"
	if err := h.Session.Settings.Set(ctx, "session.mail.from", "login@herald.example", "admin"); err != nil {
		t.Fatal(err)
	}
	return h, s
}

// withEmail makes a customer with an email address.
func withEmail(t *testing.T, h *sessiontest.Fixture, s *testkit.Server) *sessiontest.Actor {
	return h.Actor(t, s, "customer", user.New{User: user.User{Type: auth.First, Email: "Ana@Lima.example", Language: "pt_BR"}})
}

func forgot(s *testkit.Server, name string) *testkit.Answer {
	return s.Anonymous().Post("/oauth/forgot", object{"username": name})
}

// mailed are the emails that were queued since the last call.
func mailed(t *testing.T, h *sessiontest.Fixture) (all []resetmail.Request) {
	t.Helper()
	for _, m := range h.Env.Sent.Take() {
		if m.Kind != resetmail.Task || m.Queue != resetmail.Queue {
			continue
		}
		var w resetmail.Request
		if err := json.Unmarshal(m.Body, &w); err != nil {
			t.Fatal(err)
		}
		all = append(all, w)
	}
	return all
}

// oneLink asks for a link and gives its token.
func oneLink(t *testing.T, h *sessiontest.Fixture, s *testkit.Server, name string) string {
	t.Helper()
	forgot(s, name).OK()
	got := mailed(t, h)
	if len(got) != 1 || got[0].To == "" {
		t.Fatalf("emails: %+v", got)
	}
	_, token, _ := strings.Cut(got[0].Link, "#")
	return token
}

func TestALinkIsSentByEmail(t *testing.T) {
	h, s := mailing(t)
	c := withEmail(t, h, s)
	if !testkit.Data[session.Forgotten](s.Anonymous().Get("/oauth/forgot")).Email {
		t.Error("the console does not offer links by email")
	}
	forgot(s, "+"+c.User.Login).OK()
	got := mailed(t, h)
	if len(got) != 1 {
		t.Fatalf("%d emails", len(got))
	}
	w := got[0]
	if w.To != "ana@lima.example" || w.From != "login@herald.example" || w.Lang != "pt_BR" || w.Login != c.User.Login ||
		!strings.HasPrefix(w.Link, "https://console.example/user/reset#"+c.User.ID+".") || w.Until.Sub(w.At) != 30*time.Minute {
		t.Errorf("the email: %+v", w)
	}
	_, token, _ := strings.Cut(w.Link, "#")
	const fresh = "Quiet-Harbor-7"
	choose(s, token, fresh).OK()
	choose(s, token, fresh).Bad("token")
	login(s.Anonymous(), c.User.Login, fresh).OK()
}

// Every name gets one answer, and as much is written and queued for it.
func TestTheAnswerDoesNotTellOfAccounts(t *testing.T) {
	h, s := mailing(t)
	c := withEmail(t, h, s)
	none := h.Actor(t, s, "without email", user.New{User: user.User{Type: auth.First}})
	gone := withEmail(t, h, s)
	if err := h.Users.Delete(ctx, gone.User); err != nil {
		t.Fatal(err)
	}
	mailed(t, h)
	var first store.Usage
	for i, name := range []string{c.User.Login, none.User.Login, gone.User.Login, "13700000000", "no such name"} {
		h.Env.Meter.Take()
		forgot(s, name).OK()
		used, got := h.Env.Meter.Take(), mailed(t, h)
		if i == 0 {
			first = used
		}
		if used.Calls != first.Calls || used.WriteUnits != first.WriteUnits || len(got) != 1 {
			t.Fatalf("%s: %+v and %d messages, the known account %+v", name, used, len(got), first)
		}
		if sent := got[0].To != ""; sent != (i == 0) {
			t.Errorf("%s: an email is sent: %v", name, sent)
		}
	}
}

func TestLinksOfAnHour(t *testing.T) {
	h, s := mailing(t)
	c := withEmail(t, h, s)
	h.Env.Clock.Add(h.Env.Now().Truncate(time.Hour).Add(time.Hour).Sub(h.Env.Now())) // the hour begins
	var last string
	for range 3 {
		last = oneLink(t, h, s, c.User.Login)
	}
	forgot(s, c.User.Login).OK()
	if got := mailed(t, h); len(got) != 1 || got[0].To != "" {
		t.Errorf("the fourth link: %+v", got)
	}
	choose(s, last, "Quiet-Harbor-7").OK() // the request too many ends nothing
	h.Env.Clock.Add(time.Hour)
	oneLink(t, h, s, c.User.Login)
	for range 60 {
		if forgot(s, "someone else").Status == 429 {
			forgot(s, c.User.Login).Want(429, 42901)
			return
		}
	}
	t.Error("an address is not limited")
}

// A newer email replaces the one before, and leaves the link that staff created.
func TestEmailsLeaveTheLinkOfStaff(t *testing.T) {
	h, s := mailing(t)
	c := withEmail(t, h, s)
	boss := h.Actor(t, s, "boss", user.New{User: user.User{Type: auth.Admin, Login: h.Env.IDs.Next()}})
	const fresh = "Quiet-Harbor-7"
	handed := link(boss, c)
	old := oneLink(t, h, s, c.User.Login)
	token := oneLink(t, h, s, c.User.Login)
	choose(s, old, fresh).Bad("token")
	choose(s, handed, fresh).OK()
	choose(s, token, fresh).Bad("token") // the new password ended it
	late := oneLink(t, h, s, c.User.Login)
	h.Env.Clock.Add(30 * time.Minute)
	choose(s, late, fresh).Bad("token")
}

// A link opens a locked account, and is not sent to an address that was changed within a day.
func TestLockedAccountsAndNewAddresses(t *testing.T) {
	h, s := mailing(t)
	c := withEmail(t, h, s)
	if _, _, err := h.Users.Lock(ctx, c.User, true, ""); err != nil {
		t.Fatal(err)
	}
	choose(s, oneLink(t, h, s, c.User.Login), "Quiet-Harbor-7").OK()
	u, _, err := h.Users.Load(ctx, c.User.ID)
	if err == nil {
		_, _, err = h.Users.Edit(ctx, u, func(u *user.User) error { u.Email = "thief@evil.example"; return nil })
	}
	if err != nil {
		t.Fatal(err)
	}
	forgot(s, c.User.Login).OK()
	if got := mailed(t, h); len(got) != 1 || got[0].To != "" {
		t.Errorf("a new address gets %+v", got)
	}
	h.Env.Clock.Add(24 * time.Hour)
	oneLink(t, h, s, c.User.Login)
}

func TestWithoutASenderNoLinksAreSent(t *testing.T) {
	h, s := mailing(t)
	c := withEmail(t, h, s)
	if err := h.Session.Settings.Set(ctx, "session.mail.from", "", "admin"); err != nil {
		t.Fatal(err)
	}
	if testkit.Data[session.Forgotten](s.Anonymous().Get("/oauth/forgot")).Email {
		t.Error("the console offers links by email")
	}
	forgot(s, c.User.Login).Want(409, 0)
	if got := mailed(t, h); len(got) != 0 {
		t.Errorf("emails: %+v", got)
	}
}
