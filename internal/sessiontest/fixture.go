// Package sessiontest signs users of every type in for the tests of other modules.
package sessiontest

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"herald/internal/testkit"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/web"
	"herald/pkg/platform/menu"
	"herald/pkg/platform/role"
	"herald/pkg/platform/session"
	"herald/pkg/platform/user"
)

// Fixture has the modules that every test of routes needs.
type Fixture struct {
	Env     *testkit.Env
	Users   *user.Store
	Session *session.Service
	Signed  func(ctx context.Context, s auth.Signed) (*auth.Principal, error) // of app keys, for the test that has them
}

// New builds the modules on an environment.
func New(e *testkit.Env) *Fixture {
	users := &user.Store{DB: e.DB, Now: e.Now, Cost: auth.Cheap}
	sealer, err := auth.NewSealer(e.Config.AuthKey, "two-factor")
	if err != nil {
		panic(err)
	}
	return &Fixture{Env: e, Users: users, Session: &session.Service{DB: e.DB, Users: users,
		Roles: &role.Store{DB: e.DB, Now: e.Now, Grants: grants()}, Signer: e.Signer, Now: e.Now, NewID: e.IDs.Next,
		Sealer: sealer}}
}

var grants = sync.OnceValue(func() *role.Grants { return role.Read(testkit.ModuleParts()...) })

// Serve starts a server with the routes of session and user, and more.
func (h *Fixture) Serve(t testing.TB, more func(a *web.API)) *testkit.Server {
	t.Helper()
	return testkit.Serve(t, h.Env, testkit.Parts{
		Authenticate: h.Session.Authenticate, Signed: h.Signed,
		Routes: func(a *web.API) {
			h.Session.Routes(a)
			(&user.Service{Users: h.Users}).Routes(a)
			(&menu.Service{DB: h.Env.DB, NewID: a.NewID, Permissions: grants().All(), Nodes: menu.Read(testkit.ModuleParts()...)}).RouterRoutes(a)
			if more != nil {
				more(a)
			}
		},
	})
}

// Password is the password of every actor.
const Password = "Tidal-Fern-92"

var phones atomic.Int64

// Phone is one that no user of this test package has.
func Phone() string { return fmt.Sprintf("139%08d", phones.Add(1)) }

// Actor is a signed-in user.
type Actor struct {
	*testkit.Client
	User user.User
}

// Actor makes a user and signs it in. change may be nil.
func (h *Fixture) Actor(t testing.TB, s *testkit.Server, name string, n user.New) *Actor {
	t.Helper()
	n.ID, n.Password = h.Env.IDs.Next(), Password
	if n.User.Phone == "" {
		n.User.Phone = Phone()
	}
	if n.User.Name == "" {
		n.User.Name = name
	}
	u, err := h.Users.Create(context.Background(), n)
	if err != nil {
		t.Fatal(err)
	}
	return &Actor{Client: s.As(name, h.SignIn(t, s, u.Login)), User: u}
}

// SignIn gives an access token of a user with Password.
func (h *Fixture) SignIn(t testing.TB, s *testkit.Server, login string) string {
	t.Helper()
	return testkit.Data[session.Session](s.Anonymous().Post("/oauth/login", map[string]string{"username": login, "password": Password})).Token
}

// SeededUsers are two users of each type: an agent with its customer and the customer's secondary, and the same again as strangers.
type SeededUsers struct {
	Admin                                     *Actor
	Agent, Customer, Secondary                *Actor
	OtherAgent, OtherCustomer, OtherSecondary *Actor
	Direct                                    *Actor // a customer without agent
}

// SeedUsers makes and signs in all of them.
func (h *Fixture) SeedUsers(t testing.TB, s *testkit.Server) *SeededUsers {
	t.Helper()
	of := func(ty auth.Type, agent string) user.New { return user.New{User: user.User{Type: ty, Agent: agent}} }
	c := &SeededUsers{}
	c.Admin = h.Actor(t, s, "admin", of(auth.Admin, ""))
	family := func(prefix string) (agent, customer, secondary *Actor) {
		agent = h.Actor(t, s, prefix+"agent", of(auth.Agent, ""))
		customer = h.Actor(t, s, prefix+"customer", of(auth.First, agent.User.ID))
		n := of(auth.Secondary, "")
		n.Parent = &customer.User
		return agent, customer, h.Actor(t, s, prefix+"secondary", n)
	}
	c.Agent, c.Customer, c.Secondary = family("")
	c.OtherAgent, c.OtherCustomer, c.OtherSecondary = family("other ")
	c.Direct = h.Actor(t, s, "direct customer", of(auth.First, ""))
	return c
}

// Callers are one of each type, for tables of permissions.
func (c *SeededUsers) Callers() []*Actor { return []*Actor{c.Admin, c.Agent, c.Customer, c.Secondary} }
