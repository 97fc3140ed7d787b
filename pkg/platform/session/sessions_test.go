package session_test

import (
	"fmt"
	"testing"
	"time"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/kit/web"
	"herald/pkg/platform/session"
)

func TestSessionsAreListedAndEnded(t *testing.T) {
	h, s := start(t)
	c := h.SeedUsers(t, s)
	phone := s.Anonymous().With("User-Agent", "Phone/1.0")
	other := testkit.Data[session.Session](login(phone, c.Customer.User.Login, sessiontest.Password))
	h.Env.Clock.Add(20 * time.Minute)
	list := func(who *testkit.Client, query string) []session.Row {
		return testkit.Data[web.Page[session.Row]](who.Get("/oauth/session/page" + query)).Records
	}
	rows := list(c.Customer.Client, "")
	if len(rows) != 2 || !rows[0].Current || rows[1].Current || rows[1].Agent != "Phone/1.0" || rows[1].Address != h.Env.Address {
		t.Fatalf("%+v", rows)
	}
	if !rows[0].LastTime.After(rows[1].LastTime.Add(15 * time.Minute)) {
		t.Errorf("last use: %s, of the other %s", rows[0].LastTime, rows[1].LastTime)
	}
	c.Customer.Delete("/oauth/session/"+rows[1].ID, nil).OK()
	c.Customer.Delete("/oauth/session/"+rows[1].ID, nil).Want(404, 0)
	s.As("phone", other.Token).Get("/oauth/getUser").Want(401, 0)
	s.Anonymous().Post("/oauth/refresh", object{"refresh_token": other.RefreshToken}).Want(401, 0)
	// Others' sessions: with the permission and in the scope.
	of := "?userId=" + c.Customer.User.ID
	if rows := list(c.Admin.Client, of); len(rows) != 1 || rows[0].Current || rows[0].Name != "customer" {
		t.Errorf("%+v", rows)
	}
	for _, who := range []*sessiontest.Actor{c.Secondary, c.Agent, c.OtherCustomer} {
		who.Get("/oauth/session/page"+of).Want(403, 0)
		who.Delete("/oauth/session/"+rows[0].ID+of, nil).Want(403, 0)
	}
	c.Admin.Get("/oauth/session/page?userId=nonsense").Want(404, 0)
	c.Admin.Delete(fmt.Sprint("/oauth/session/", rows[0].ID, of), nil).OK()
	c.Customer.Get("/oauth/getUser").Want(401, 0)
}
