package saleschannel_test

import (
	"testing"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/audience/saleschannel"
	"herald/pkg/audience/visitor"
	"herald/pkg/campaign/shunt"
	"herald/pkg/kit/web"
)

// A channel takes links that the caller sees and the picker offers: neither those of another customer nor those of its own customer's
// other users.
func TestLinksThatAreOffered(t *testing.T) {
	h := start(t)
	link := func(who *sessiontest.Actor) shunt.Link {
		return testkit.Data[shunt.Link](who.Post("/shunt/link", object{"name": who.Name, "kind": "number", "countryCode": "BR"}))
	}
	mine, below, foreign := link(h.Customer), link(h.Secondary), link(h.Direct)
	for _, c := range []struct {
		who      *sessiontest.Actor
		customer string
		want     map[string]bool
	}{{h.Customer, "", map[string]bool{mine.ID: true, below.ID: true}}, {h.Secondary, "", map[string]bool{below.ID: true}},
		{h.Agent, h.Customer.User.ID, map[string]bool{mine.ID: true, below.ID: true}},
		{h.sales, h.Customer.User.ID, map[string]bool{mine.ID: true, below.ID: true}}} {
		offered := map[string]bool{}
		for _, l := range testkit.Data[web.Page[shunt.Option]](c.who.Get("/shunt/link/selector?kind=number&customerId=" + c.customer)).Records {
			offered[l.ID] = true
		}
		for _, l := range []shunt.Link{mine, below, foreign} {
			a := c.who.Post("/channel/sales", body("customerId", c.customer, "linkId", l.ID))
			if taken := a.Status == 200; taken != c.want[l.ID] || offered[l.ID] != taken {
				t.Errorf("%s: %s is offered %t, taken %t", c.who.Name, l.Name, offered[l.ID], taken)
			}
			if a.Status == 200 {
				c.who.Delete("/channel/sales/"+testkit.Data[saleschannel.Channel](a).ID, nil).OK()
			}
		}
	}
}

// Who sees several customers lists the visitors of one of them, or of one channel.
func TestVisitorsOfACustomer(t *testing.T) {
	h := start(t)
	c, other := h.add(h.Customer), h.add(h.sales)
	h.visit(c, "a", "b")
	h.visit(other, "c")
	for who, of := range map[*sessiontest.Actor]map[string]int{h.sales: {"": 1, "customerId=" + h.Customer.User.ID: 2, "channelId=" + c.ID: 2,
		"channelId=" + other.ID: 1}, h.Agent: {"": 0, "customerId=" + h.Customer.User.ID: 2, "channelId=" + c.ID: 2}} {
		for query, want := range of {
			if p := testkit.Data[web.Page[visitor.Visitor]](who.Get("/channel/visitor/page?" + query)); p.Total != want {
				t.Errorf("%s %s: %d", who.Name, query, p.Total)
			}
		}
	}
	h.Direct.Get("/channel/visitor/page?channelId="+c.ID).Want(404, 404)
}
