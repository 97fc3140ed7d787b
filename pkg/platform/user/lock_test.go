package user_test

import (
	"context"
	"fmt"
	"testing"

	"herald/internal/testkit"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/store"
	"herald/pkg/platform/user"
)

// A lock by staff is lifted by staff only, and a lock by an agent by that agent or staff; a user is locked while either exists (decisions
// §13).
func TestWhoLockedDecidesWhoUnlocks(t *testing.T) {
	h, s := start(t)
	c := h.SeedUsers(t, s)
	id := c.Customer.User.ID
	var told []bool
	h.Users.OnLock = func(_ context.Context, _ string, locked bool) error { told = append(told, locked); return nil }
	set := func(who *testkit.Client, lock bool) *testkit.Answer {
		return who.Put("/blacklistuserinfo/lockOrUnlock", object{"userId": id, "lock": lock, "reason": fmt.Sprintf("by %s", who.Name)})
	}
	agent, admin := c.Agent.Client, c.Admin.Client
	is := func(a *testkit.Answer, locked, byStaff bool, reason string) {
		t.Helper()
		if i := testkit.Data[user.LockInfo](a); i.Locked != locked || i.ByStaff != byStaff || i.Reason != reason {
			t.Errorf("%+v", i)
		}
		row, err := h.Users.DB.Get(ctx, user.Key(id), true)
		if _, marked := row["locked"]; err != nil || marked != locked {
			t.Errorf("the mark of the row is %v, %v", marked, err)
		}
		if err := h.Users.DB.Transact(ctx, user.NotLocked(id, id, "")); (store.ConditionFailed(err) != nil) != locked {
			t.Errorf("a transaction that asks whether it is not locked: %v", err)
		}
	}
	is(set(agent, true), true, false, "by agent")
	is(set(agent, false), false, false, "")
	is(set(agent, true), true, false, "by agent")
	is(set(admin, false), false, false, "")
	is(set(admin, true), true, true, "by admin")
	set(agent, false).Want(403, 40308)
	is(set(agent, true), true, true, "by admin")
	is(set(agent, false), true, true, "by admin") // its own is lifted, staff's stays
	set(agent, false).Want(403, 40308)
	is(set(agent, true), true, true, "by admin")
	is(set(admin, false), false, false, "")
	if got := fmt.Sprint(told); got != "[true false true false true true true true false]" {
		t.Errorf("hook: %s", got)
	}
}

// A locked agent locks and unlocks no user, whether staff locked it or it waits for review.
func TestALockedAgentCannotLock(t *testing.T) {
	h, s := start(t)
	c := h.SeedUsers(t, s)
	c.Admin.Put("/blacklistuserinfo/lockOrUnlock", object{"userId": c.Agent.User.ID, "lock": true}).OK()
	agent := s.As("agent", h.SignIn(t, s, c.Agent.User.Login))
	for _, lock := range []bool{true, false} {
		agent.Put("/blacklistuserinfo/lockOrUnlock", object{"userId": c.Customer.User.ID, "lock": lock}).Want(403, 40302)
	}
}

// A lock from before the two kinds existed counts as one by staff.
func TestOldLockIsStaffs(t *testing.T) {
	h, s := start(t)
	c := h.SeedUsers(t, s)
	if _, err := h.Users.DB.Write(ctx, store.Op{Verb: store.Update, Key: user.Key(c.Customer.User.ID),
		Set: map[string]any{"locked": true, "lockReason": "fraud", "lockedAt": h.Env.Now()}}); err != nil {
		t.Fatal(err)
	}
	c.Agent.Put("/blacklistuserinfo/lockOrUnlock", object{"userId": c.Customer.User.ID, "lock": false}).Want(403, 40308)
	if i := testkit.Data[user.LockInfo](c.Admin.Put("/blacklistuserinfo/lockOrUnlock",
		object{"userId": c.Customer.User.ID, "lock": false})); i.Locked {
		t.Errorf("%+v", i)
	}
}

// Locked users, and staff whose view is narrowed, do not count as administrators.
func TestBoundStaffDoNotAdminister(t *testing.T) {
	h, s := start(t)
	c := h.SeedUsers(t, s)
	before, err := h.Users.Admins(ctx)
	if err != nil {
		t.Fatal(err)
	}
	second := h.Actor(t, s, "second", user.New{User: user.User{Type: auth.Admin, Login: "second.admin"}})
	count := func(want int) {
		t.Helper()
		if n, err := h.Users.Admins(ctx); err != nil || n != before+want {
			t.Errorf("%d more can administer, want %d (%v)", n-before, want, err)
		}
	}
	count(1)
	narrow, _, err := h.Users.Edit(ctx, second.User, func(u *user.User) error { u.Bound = auth.AgentScope(c.Agent.User.ID); return nil })
	if err != nil {
		t.Fatal(err)
	}
	count(0)
	second.Post("/oauth/ticket", nil).OK()
	if _, _, err := h.Users.Edit(ctx, narrow, func(u *user.User) error { u.Bound = ""; return nil }); err != nil {
		t.Fatal(err)
	}
	count(1)
}
