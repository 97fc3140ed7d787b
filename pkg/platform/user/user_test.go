package user_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/platform/session"
	"herald/pkg/platform/user"
)

type object = map[string]any

var ctx = context.Background()

func start(t *testing.T) (*sessiontest.Fixture, *testkit.Server) {
	h := sessiontest.New(testkit.Memory(t))
	return h, h.Serve(t, nil)
}

func TestLockStory(t *testing.T) {
	h, s := start(t)
	cast := h.SeedUsers(t, s)
	var told []string
	h.Users.OnLock = func(_ context.Context, id string, locked bool) error {
		told = append(told, fmt.Sprint(id == cast.Customer.User.ID, locked))
		return nil
	}
	story := testkit.Tell(t, h.Env)
	for _, a := range []*sessiontest.Actor{cast.Admin, cast.Agent, cast.Customer, cast.Secondary} {
		story.Name(a.User.ID, a.Name)
		story.Name(a.User.Phone, a.Name+" phone")
	}
	id := cast.Customer.User.ID
	story.Step("the agent locks its customer", cast.Agent.Client, "PUT", "/blacklistuserinfo/lockOrUnlock",
		object{"userId": id, "lock": true, "reason": "unpaid"})
	story.Step("its session has ended", cast.Customer.Client, "GET", "/oauth/getUser", nil).Want(401, 0)
	story.Step("the admin reads the lock", cast.Admin.Client, "GET", "/blacklistuserinfo/getBlacklistuserinfo?userId="+id, nil)
	locked := s.As("customer", h.SignIn(t, s, cast.Customer.User.Login))
	if !testkit.Data[session.ServiceState](locked.Get("/oauth/serviceCheck")).Locked ||
		!testkit.Data[session.ServiceState](cast.Secondary.Get("/oauth/serviceCheck")).Locked {
		t.Error("the locked customer or its secondary may spend")
	}
	testkit.Data[user.LockInfo](cast.Admin.Put("/blacklistuserinfo/lockOrUnlock", object{"userId": id, "lock": false}))
	if testkit.Data[session.ServiceState](locked.Get("/oauth/serviceCheck")).Locked {
		t.Error("the customer stays locked")
	}
	if len(told) != 2 || told[0] != "true true" || told[1] != "true false" {
		t.Errorf("hook: %v", told)
	}
	if locked, err := h.Users.Locked(ctx, cast.Secondary.User.ID); err != nil || locked {
		t.Errorf("%v, %v", locked, err)
	}
}

func TestLockAndResetRights(t *testing.T) {
	h, s := start(t)
	c := h.SeedUsers(t, s)
	type try struct {
		who, whom    *sessiontest.Actor
		status, code int
	}
	for _, x := range []try{
		{c.Customer, c.Secondary, 403, 403}, {c.Secondary, c.Customer, 403, 403},
		{c.Admin, c.OtherAgent, 200, 200}, {c.Admin, c.Direct, 200, 200}, {c.Admin, c.Admin, 403, 40303},
		{c.Agent, c.Secondary, 200, 200}, {c.Agent, c.Agent, 403, 40303}, {c.Agent, c.OtherCustomer, 404, 404},
		{c.Agent, c.OtherSecondary, 404, 404}, {c.Agent, c.Direct, 404, 404}, {c.Agent, c.Admin, 404, 404},
	} {
		x.who.Put("/blacklistuserinfo/lockOrUnlock", object{"userId": x.whom.User.ID, "lock": false}).Want(x.status, x.code)
		x.who.Put("/aty/customerinfo/resetpw/"+x.whom.User.ID, nil).Want(x.status, x.code)
	}
	second := h.Actor(t, s, "second admin", user.New{User: user.User{Type: auth.Admin}})
	c.Admin.Put("/blacklistuserinfo/lockOrUnlock", object{"userId": second.User.ID, "lock": true}).Want(403, 40304)
	c.Admin.Put("/blacklistuserinfo/lockOrUnlock", object{"userId": "nonsense", "lock": true}).Want(404, 0)
	c.Admin.Put("/blacklistuserinfo/lockOrUnlock", object{"lock": true}).Bad("userId")
	c.Customer.Get("/blacklistuserinfo/getBlacklistuserinfo?userId="+c.OtherCustomer.User.ID).Want(404, 0)
	testkit.Data[user.LockInfo](c.Customer.Get("/blacklistuserinfo/getBlacklistuserinfo"))
}

func TestResetGivesTheInitialPassword(t *testing.T) {
	h, s := start(t)
	c := h.SeedUsers(t, s)
	c.Admin.Put("/aty/customerinfo/resetpw/"+c.Direct.User.ID, nil).OK()
	c.Direct.Get("/oauth/getUser").Want(401, 0)
	got := testkit.Data[session.Session](s.Anonymous().Post("/oauth/login",
		object{"username": c.Direct.User.Phone, "password": c.Direct.User.InitialPassword()}))
	if !got.Info.MustChangePassword {
		t.Error("mustChangePassword is not set")
	}
}

func TestFindSeesTheScopeOnly(t *testing.T) {
	h, s := start(t)
	c := h.SeedUsers(t, s)
	sees := map[*sessiontest.Actor][]*sessiontest.Actor{
		c.Admin:     {c.Admin, c.Agent, c.Customer, c.Secondary, c.OtherAgent, c.OtherCustomer, c.OtherSecondary, c.Direct},
		c.Agent:     {c.Agent, c.Customer, c.Secondary},
		c.Customer:  {c.Customer, c.Secondary},
		c.Secondary: {c.Secondary},
	}
	for who, seen := range sees {
		p, err := h.Session.Authenticate(ctx, who.Token)
		if err != nil {
			t.Fatal(err)
		}
		for _, whom := range sees[c.Admin] {
			_, err := h.Users.Find(ctx, p.Scope(), whom.User.ID)
			var want error
			if !contains(seen, whom) {
				want = fault.Missing()
			}
			if (err == nil) != (want == nil) || err != nil && fault.As(err).Kind != fault.NotFound {
				t.Errorf("%s looks for %s: %v", who.Name, whom.Name, err)
			}
		}
	}
}

func contains(list []*sessiontest.Actor, a *sessiontest.Actor) bool {
	for _, x := range list {
		if x == a {
			return true
		}
	}
	return false
}

func TestCreateOnceAndNamesOnce(t *testing.T) {
	h, _ := start(t)
	phone := sessiontest.Phone()
	n := user.New{ID: h.Env.IDs.Next(), User: user.User{Type: auth.First, Phone: phone, Name: "Once"}}
	first, err := h.Users.Create(ctx, n)
	if err != nil {
		t.Fatal(err)
	}
	again, err := h.Users.Create(ctx, n)
	if err != nil || again.Hash != first.Hash {
		t.Errorf("the same operation makes another user: %v", err)
	}
	n.ID = h.Env.IDs.Next()
	if _, err := h.Users.Create(ctx, n); !fault.Is(err, "user.loginTaken") {
		t.Errorf("a name twice: %v", err)
	}
	if err := h.Users.Delete(ctx, first); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Users.Find(ctx, auth.Everything, first.ID); fault.As(err) == nil {
		t.Errorf("a deleted user is found: %v", err)
	}
	if _, err := h.Users.Create(ctx, n); err != nil {
		t.Errorf("the name of a deleted user: %v", err)
	}
}

// Concurrent creations share the count of their role; none is lost.
func TestManyAtOnce(t *testing.T) {
	h, s := start(t)
	agent := h.Actor(t, s, "agent", user.New{User: user.User{Type: auth.Agent}})
	var wg sync.WaitGroup
	errs, ids := make([]error, 20), make([]string, 20)
	for i := range errs {
		ids[i] = h.Env.IDs.Next()
		wg.Go(func() {
			_, errs[i] = h.Users.Create(ctx, user.New{ID: ids[i],
				User: user.User{Type: auth.First, Agent: agent.User.ID, Phone: sessiontest.Phone(), Name: fmt.Sprint("n", i)}})
		})
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	for _, id := range ids {
		if _, err := h.Users.Find(ctx, auth.AgentScope(agent.User.ID), id); err != nil {
			t.Errorf("%s: %v", id, err)
		}
	}
}
