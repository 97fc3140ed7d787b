package joined_test

import (
	"testing"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
)

// Collections of different customers can be merged or subtracted only into a collection of the caller. Another owner would otherwise learn
// the numbers of a foreign customer.
func TestCollectionsOfDifferentCustomersStayApart(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	made := func(who *sessiontest.Actor, name string) string {
		t.Helper()
		return testkit.Data[struct{ ID string }](who.Post("/aty/contactsgroup", apptest.Object{"name": name, "countryCode": "BR"})).ID
	}
	admin, agent := p.Users.Admin, p.Users.Agent
	ours, same, other, own := made(p.Users.Customer, "one"), made(p.Users.Secondary, "two"), made(p.Users.Direct, "three"), made(agent, "four")
	merge := func(who *sessiontest.Actor, ids ...string) *testkit.Answer {
		return who.Post("/aty/contactsgroup/merge", apptest.Object{"name": "both", "ids": ids})
	}
	less := func(who *sessiontest.Actor, from string, ids ...string) *testkit.Answer {
		return who.Post("/aty/contactsgroup/"+from+"/difference", apptest.Object{"name": "rest", "ids": ids})
	}
	merge(admin, ours, other).Bad("ids")
	less(admin, ours, other).Bad("ids")
	merge(agent, ours, own).Bad("ids")
	less(agent, ours, own).Bad("ids")
	merge(admin, ours, same).OK()
	merge(agent, own, ours).OK()
	less(agent, own, ours).OK()
}
