package lead_test

import (
	"testing"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/audience/saleschannel"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/web"
	"herald/pkg/platform/role"
	"herald/pkg/platform/user"
)

// The picker of owners offers the users that a channel of the customer takes, and no other.
func TestOwnersThatAreOffered(t *testing.T) {
	w := open(t)
	add := func(name string, u user.User, roles ...string) *sessiontest.Actor {
		u.Roles = append(roles, role.Promoter)
		return w.users.Actor(t, w.server, name, user.New{User: u})
	}
	agent := add("own agent", user.User{Type: auth.Agent}, role.Agent)
	first := add("its customer", user.User{Type: auth.First, Agent: agent.User.ID}, role.Customer)
	second := w.users.Actor(t, w.server, "its secondary", user.New{Parent: &first.User, User: user.User{Type: auth.Secondary,
		Roles: []string{role.Customer, role.Promoter}}})
	other := add("its other", user.User{Type: auth.First, Agent: agent.User.ID}, role.Customer)
	all := []*sessiontest.Actor{agent, first, second, other, w.promoter, w.sales, w.Direct}
	for _, c := range []struct {
		who      *sessiontest.Actor
		customer string
		want     int // offered
	}{{agent, "", 1}, {agent, first.User.ID, 3}, {first, "", 2}, {second, "", 1}, {w.sales, "", 6}, {w.sales, first.User.ID, 4},
		{w.sales, agent.User.ID, 2}, {w.Direct, "", 0}} {
		page := testkit.Data[web.Page[saleschannel.Promoter]](c.who.Get("/channel/sales/owner/selector?size=100&customerId=" + c.customer))
		offered := map[string]bool{}
		for _, p := range page.Records {
			offered[p.UserID] = true
		}
		if len(offered) != c.want {
			t.Errorf("%s for %q: %+v", c.who.Name, c.customer, page.Records)
		}
		for _, u := range all {
			a := c.who.Post("/channel/sales", object{"name": "Spring fair", "kind": "event", "customerId": c.customer, "ownerId": u.User.ID})
			if taken := a.Status == 200; taken != offered[u.User.ID] {
				t.Errorf("%s for %q: %s is offered %t, taken %t", c.who.Name, c.customer, u.Name, offered[u.User.ID], taken)
			}
		}
	}
	first.Get("/channel/sales/owner/selector?customerId="+other.User.ID).Want(404, 404)
}
