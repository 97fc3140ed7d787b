package dispatch_test

import (
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/campaign/dispatch"
)

// Admins alone see an order's AWS cost, by step and service; reading it costs the order nothing.
func TestAdminsSeeTheCostOfAnOrder(t *testing.T) {
	p, _ := apptest.NewInboxFixture(t)
	p.Users.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": p.Users.Customer.User.ID, "amount": 1000}).OK()
	p.Kit.Clock.Add(time.Minute)
	id := p.SubmitBulk(p.Users.Customer, "x", 2, nil)
	path := "/gc/groupsendorder/" + id + "/cost"
	if c := testkit.Data[dispatch.Cost](p.Users.Admin.Get(path)); c.Total != 0 || c.PerMillion != nil || c.Messages != 0 {
		t.Errorf("before its plan: %+v", c)
	}
	p.RunQueues()
	p.Kit.Clock.Add(time.Minute)
	p.Receive(whatsappsim.Inbound{Text: "Oi", ID: "wamid.A"})
	p.RunReceipts()
	c := testkit.Data[dispatch.Cost](p.Users.Admin.Get(path))
	sum := int64(0)
	for i, step := range []string{"planning", "sending", "receipts"} {
		part := c.Parts[i]
		if part.Step != step || part.Total <= 0 || part.Total != part.DynamoDB+part.SQS+part.Lambda+part.Other+part.Webhooks {
			t.Errorf("%s: %+v", step, part)
		}
		sum += part.Total
	}
	if c.Messages != 2 || c.Total != sum || c.PerMillion == nil || *c.PerMillion != sum*1e6/2 || c.PricesOf != "2026-08-01" {
		t.Errorf("%+v", c)
	}
	if c.Parts[1].DynamoDB == 0 || c.Parts[1].Lambda == 0 || c.Parts[1].SQS == 0 || c.Parts[2].Webhooks == 0 {
		t.Errorf("%+v", c.Parts)
	}
	if again := testkit.Data[dispatch.Cost](p.Users.Admin.Get(path)); again.Total != c.Total {
		t.Errorf("looking costs: %d, %d", c.Total, again.Total)
	}
	for _, who := range []*sessiontest.Actor{p.Users.Customer, p.Users.Agent, p.Users.Secondary} {
		who.Get(path).Want(403, 0)
	}
	p.Users.Admin.Get("/gc/groupsendorder/none/cost").Want(404, 0)
}

// A recipient that answers an order counts once in its funnel, for any number of answers and events; a STOP is no
// reply.
func TestRepliesAreCountedByRecipient(t *testing.T) {
	p, id := apptest.NewInboxFixture(t)
	replied := func() int {
		p.RunReceipts()
		return testkit.Data[dispatch.Stat](p.Owner.Get("/gc/groupsendorder/" + id + "/stat")).Funnel.Replied
	}
	p.Kit.Clock.Add(time.Minute)
	if n := replied(); n != 0 {
		t.Errorf("%d replied before anybody wrote", n)
	}
	p.Receive(whatsappsim.Inbound{Text: "Quanto custa?", ID: "wamid.A"})
	p.Receive(whatsappsim.Inbound{Text: "Quanto custa?", ID: "wamid.A"})
	p.Receive(whatsappsim.Inbound{Text: "Oi?", ID: "wamid.B"})
	if n := replied(); n != 1 {
		t.Errorf("%d replied, not 1", n)
	}
	p.Receive(whatsappsim.Inbound{From: "5511987650001", Text: "STOP", ID: "wamid.C"})
	if n := replied(); n != 1 {
		t.Errorf("%d replied, with a STOP", n)
	}
	p.Receive(whatsappsim.Inbound{From: "5511987650001", Text: "sorry, how much?", ID: "wamid.D"})
	if n := replied(); n != 2 {
		t.Errorf("%d replied, not 2", n)
	}
}
