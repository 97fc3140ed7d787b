package streak_test

import (
	"net/http"
	"sync"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/account/streak"
	"herald/pkg/credit/ledger"
	"herald/pkg/kit/money"
)

// here uses the console as a customer for a day and reports its presence several times at once.
func here(t *testing.T, who *sessiontest.Actor) streak.Streak {
	t.Helper()
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() { testkit.Data[streak.Streak](who.Put(apptest.StreakPath, nil)) })
	}
	all.Wait()
	return testkit.Data[streak.Streak](who.Put(apptest.StreakPath, nil))
}

// Every seventh consecutive day gives a customer its reward once, by days at +08:00, and a missed day restarts the count. No day counts for
// a user that is not activated, is locked, or is not a first-level customer.
func TestSevenDaysInARow(t *testing.T) {
	k := testkit.Memory(t)
	s, e := apptest.Serve(t, k)
	h := &sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}
	c := h.SeedUsers(t, s)
	who := c.Customer
	again := func(days int) {
		k.Clock.Add(time.Duration(days) * 24 * time.Hour)
		who.Token, c.Admin.Token = h.SignIn(t, s, who.User.Login), h.SignIn(t, s, c.Admin.User.Login)
	}
	want := func(got, want streak.Streak) {
		t.Helper()
		if want.Of, want.Reward = 7, 700*money.Credit; got != want {
			t.Fatalf("%+v, want %+v", got, want)
		}
	}
	want(here(t, who), streak.Streak{})
	c.Admin.Put("/aty/customerinfo/activation/"+who.User.ID, nil).OK()
	for n := 1; n <= 14; n++ {
		want(here(t, who), streak.Streak{Days: n, Today: true, Active: true, Given: money.Amount(n/7) * 700 * money.Credit})
		again(1)
	}
	want(testkit.Data[streak.Streak](who.Get(apptest.StreakPath)), streak.Streak{Days: 14, Active: true, Given: 1400 * money.Credit})
	again(1)
	want(testkit.Data[streak.Streak](who.Get(apptest.StreakPath)), streak.Streak{Active: true, Given: 1400 * money.Credit})
	c.Admin.Put("/blacklistuserinfo/lockOrUnlock", apptest.Object{"userId": who.User.ID, "lock": true, "reason": "arrears"}).OK()
	who.Token = h.SignIn(t, s, who.User.Login)
	who.Put(apptest.StreakPath, nil).Want(http.StatusForbidden, 40302)
	c.Admin.Put("/blacklistuserinfo/lockOrUnlock", apptest.Object{"userId": who.User.ID, "lock": false}).OK()
	who.Token = h.SignIn(t, s, who.User.Login)
	want(here(t, who), streak.Streak{Days: 1, Today: true, Active: true, Given: 1400 * money.Credit})

	lines := testkit.Data[struct{ Records []ledger.Line }](who.Get("/aty/accountstatement/page")).Records
	if len(lines) != 2 || lines[0].BusinessType != ledger.Gift || lines[0].Amount != 700*money.Credit ||
		lines[0].Balance != 1400*money.Credit || lines[0].Remark != "Login streak: 14 days in a row" {
		t.Errorf("%+v", lines)
	}
	for _, other := range []*sessiontest.Actor{c.Agent, c.Secondary, c.Admin} {
		other.Token = h.SignIn(t, s, other.User.Login)
		other.Get(apptest.StreakPath).Want(http.StatusNotFound, 0)
		other.Put(apptest.StreakPath, nil).Want(http.StatusNotFound, 0)
	}
	report, err := e.Ledger().Reconcile(t.Context())
	if err != nil || report.Found > 0 || report.Platform[ledger.Gifts] != -1400*money.Credit {
		t.Errorf("%+v %v", report, err)
	}
}

// A day begins at +08:00. The reward of a week is read when the week is complete; there is none where the setting is 0.
func TestADayOfAStreakBeginsAtEight(t *testing.T) {
	k := testkit.Memory(t)
	s, e := apptest.Serve(t, k)
	h := &sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}
	c := h.SeedUsers(t, s)
	c.Admin.Put("/aty/customerinfo/activation/"+c.Customer.User.ID, nil).OK()
	c.Admin.Put("/lop/system/config/streak.reward", apptest.Object{"value": "0"}).OK()
	midnight := k.Clock.Now().Truncate(24 * time.Hour).Add(40 * time.Hour) // 16:00Z
	for i, at := range []time.Time{midnight.Add(-time.Second), midnight} {
		k.Clock.Add(at.Sub(k.Clock.Now()))
		c.Customer.Token = h.SignIn(t, s, c.Customer.User.Login)
		if got := here(t, c.Customer); got.Days != i+1 || got.Reward != 0 {
			t.Errorf("%s: %+v", at, got)
		}
	}
	for range 5 {
		k.Clock.Add(24 * time.Hour)
		c.Customer.Token = h.SignIn(t, s, c.Customer.User.Login)
		here(t, c.Customer)
	}
	if got := here(t, c.Customer); got.Days != 7 || got.Given != 0 {
		t.Errorf("%+v", got)
	}
}
