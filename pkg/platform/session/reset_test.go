package session_test

import (
	"testing"
	"time"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/platform/session"
)

func link(by, of *sessiontest.Actor) string {
	return testkit.Data[session.ResetToken](by.Put("/oauth/reset/"+of.User.ID, nil)).Token
}

func choose(s *testkit.Server, token, password string) *testkit.Answer {
	return s.Anonymous().Post("/oauth/reset", object{"token": token, "newPass": password, "confirmPass": password})
}

func TestAForgottenPasswordIsReplacedByALink(t *testing.T) {
	h, s := start(t)
	c := h.SeedUsers(t, s)
	_, codes := enrolled(t, h, c.Customer)
	old := link(c.Agent, c.Customer)
	token := link(c.Admin, c.Customer)
	const fresh = "Quiet-Harbor-7"
	choose(s, old, fresh).Bad("token") // the newer link replaced it
	choose(s, "nonsense", fresh).Bad("token")
	choose(s, c.Customer.User.ID+".nonsense", fresh).Bad("token")
	choose(s, token, "short").Bad("newPass")
	s.Anonymous().Post("/oauth/reset", object{"token": token, "newPass": fresh, "confirmPass": fresh + "x"}).Bad("confirmPass")
	s.As("thief", token).Get("/oauth/getUser").Want(401, 0)
	c.Customer.Get("/oauth/getUser").OK() // nothing has changed so far
	choose(s, token, fresh).OK()
	choose(s, token, fresh).Bad("token")
	c.Customer.Get("/oauth/getUser").Want(401, 0)
	login(s.Anonymous(), c.Customer.User.Login, sessiontest.Password).Want(401, 0)
	a := login(s.Anonymous(), c.Customer.User.Login, fresh).Want(401, 40103) // two-factor sign-in stays on
	second(s.Anonymous(), stepOf(t, a).Ticket, codes[0]).OK()
}

func TestALinkEnds(t *testing.T) {
	h, s := start(t)
	c := h.SeedUsers(t, s)
	const fresh = "Quiet-Harbor-7"
	late := link(c.Admin, c.Customer)
	h.Env.Clock.Add(30 * time.Minute)
	choose(s, late, fresh).Bad("token")
	changed := link(c.Admin, c.Secondary)
	c.Secondary.Put("/pi/personal/info/pass", object{"oldPass": sessiontest.Password, "newPass": fresh, "confirmPass": fresh}).OK()
	choose(s, changed, "Quiet-Harbor-8").Bad("token")
	gone := link(c.Admin, c.Direct)
	if err := h.Users.Delete(ctx, c.Direct.User); err != nil {
		t.Fatal(err)
	}
	choose(s, gone, fresh).Bad("token")
	twice := link(c.Admin, c.Agent)
	got := together(
		func() *testkit.Answer { return choose(s, twice, "Quiet-Harbor-7") },
		func() *testkit.Answer { return choose(s, twice, "Quiet-Harbor-8") })
	if got[200] != 1 || got[400] != 1 {
		t.Errorf("one link, two passwords: %v", got)
	}
}

func TestLinksAreForUsersBelow(t *testing.T) {
	h, s := start(t)
	c := h.SeedUsers(t, s)
	of := func(who, of *sessiontest.Actor) *testkit.Answer { return who.Put("/oauth/reset/"+of.User.ID, nil) }
	of(c.Admin, c.Admin).Want(403, 40303)
	of(c.Agent, c.OtherCustomer).Want(404, 0)
	of(c.Customer, c.Secondary).Want(403, 0)
	other := admin(t, h, "another")
	c.Admin.Put("/oauth/reset/"+other.ID, nil).Want(403, 40304)
}
