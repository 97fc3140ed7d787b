package streak_test

import (
	"fmt"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/account/streak"
	"herald/pkg/credit/ledger"
	"herald/pkg/kit/money"
)

// An agent creates and activates customers, signs in for each on seven days by a program, and withdraws their credit. No day counts, and
// the agent has earned nothing.
func TestAnAgentEarnsNothingByTheStreaksOfItsCustomers(t *testing.T) {
	k := testkit.Memory(t)
	s, e := apptest.Serve(t, k)
	h := &sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}
	c := h.SeedUsers(t, s)
	agent := c.Agent
	var ids, phones []string
	for i := range 5 {
		phone := fmt.Sprintf("1197777%04d", i)
		made := testkit.Data[struct{ UserID string }](agent.Post("/aty/customerinfo",
			apptest.Object{"name": "nobody", "phone": phone, "email": "a@b.co", "countryCode": "BR", "customerType": "person"}))
		agent.Put("/aty/customerinfo/activation/"+made.UserID, nil).OK()
		ids, phones = append(ids, made.UserID), append(phones, phone)
		in := testkit.Data[struct{ Token string }](s.Anonymous().Post("/oauth/login",
			apptest.Object{"username": phone, "password": phone[len(phone)-6:]}))
		s.As("x", in.Token).Put("/pi/personal/info/pass",
			apptest.Object{"oldPass": phone[len(phone)-6:], "newPass": "Tidal-Fern-92", "confirmPass": "Tidal-Fern-92"}).OK()
	}
	for range 7 {
		for i := range ids {
			in := testkit.Data[struct{ Token string }](s.Anonymous().Post("/oauth/login",
				apptest.Object{"username": phones[i], "password": "Tidal-Fern-92"}))
			if got := testkit.Data[streak.Streak](s.As("x", in.Token).Put(apptest.StreakPath, nil)); got.Active || got.Days != 0 {
				t.Fatalf("%+v", got)
			}
		}
		k.Clock.Add(24 * time.Hour)
	}
	for _, id := range ids {
		if available, _, err := e.Ledger().Balance(t.Context(), id); err != nil || available != 0 {
			t.Errorf("%s holds %s: %v", id, available, err)
		}
	}
}

// A recharge makes the days of an account count, for as many days as a setting says; credit from an agent does not.
func TestARechargeMakesAStreakCount(t *testing.T) {
	k := testkit.Memory(t)
	s, e := apptest.Serve(t, k)
	h := &sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}
	c := h.SeedUsers(t, s)
	who, agent, admin := c.Customer, c.Agent, c.Admin
	again := func(days int) {
		k.Clock.Add(time.Duration(days) * 24 * time.Hour)
		for _, a := range []*sessiontest.Actor{who, agent, admin} {
			a.Token = h.SignIn(t, s, a.User.Login)
		}
	}
	counts := func() bool {
		t.Helper()
		return testkit.Data[streak.Streak](who.Put(apptest.StreakPath, nil)).Active
	}
	admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": agent.User.ID, "amount": 100}).OK()
	agent.Post("/proxy/statement/recharge/"+who.User.ID+"/10", nil).OK()
	agent.Post("/aty/customerinfo/amounts/move", apptest.Object{"fromUserId": agent.User.ID, "toUserId": who.User.ID, "amount": 5}).OK()
	admin.Put("/aty/customerinfo/give", apptest.Object{"userId": who.User.ID, "amount": 5}).OK()
	if counts() {
		t.Error("credit of an agent, and a gift, count as a recharge")
	}
	admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": who.User.ID, "amount": 1}).OK()
	if !counts() {
		t.Error("a recharge does not count")
	}
	again(29)
	if !counts() {
		t.Error("a recharge of 29 days ago does not count")
	}
	again(2)
	if counts() {
		t.Error("a recharge of 31 days ago counts")
	}
	admin.Put("/lop/system/config/streak.recent.days", apptest.Object{"value": 40}).OK()
	k.Clock.Add(time.Minute)
	if !counts() {
		t.Error("the setting does not hold")
	}
	admin.Put("/lop/system/config/streak.recent.days", apptest.Object{"value": 0}).OK()
	k.Clock.Add(time.Minute)
	if counts() {
		t.Error("a recharge counts where the setting says activation only")
	}
	agent.Put("/aty/customerinfo/activation/"+who.User.ID, nil).OK()
	if counts() {
		t.Error("an agent's activation counts")
	}
	admin.Put("/aty/customerinfo/activation/"+who.User.ID, nil).OK()
	if !counts() {
		t.Error("staff's activation after an agent's does not count")
	}
	if report, err := e.Ledger().Reconcile(t.Context()); err != nil || report.Found > 0 ||
		report.Platform[ledger.CashIn+"platform"] != -101*money.Credit {
		t.Errorf("%+v %v", report, err)
	}
}
