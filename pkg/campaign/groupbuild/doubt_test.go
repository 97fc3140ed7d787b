package groupbuild_test

import (
	"slices"
	"testing"

	"herald/internal/apptest"
	"herald/localstack/simulators/sim"
	"herald/pkg/campaign/groupbuild"
	"herald/pkg/campaign/order"
)

// An order whose groups are being made can be paused and resumed, but not cancelled: the request to its provider cannot be withdrawn.
func TestGroupsUnderWayAreNotCancelled(t *testing.T) {
	p := apptest.NewGroupFixture(t)
	id := p.Submit(p.Body(9, nil))
	if status := p.Act(id, "pause"); status != 200 {
		t.Fatal(status)
	}
	if o := p.Detail(id); slices.Contains(o.Actions, order.Cancel) {
		t.Errorf("%v", o.Actions)
	}
	if status := p.Act(id, "cancel"); status != 409 {
		t.Errorf("cancelled: %d", status)
	}
	if status := p.Act(id, "start"); status != 200 {
		t.Fatal(status)
	}
	p.AwaitWebhooks(3)
	p.PassMinutes(2)
	if o := p.Detail(id); o.ActualCost == nil || *o.ActualCost != 30 {
		t.Errorf("%v charged", o.ActualCost)
	}
}

// A doubt that is resolved during a pause is continued when the order resumes: the group gets its name and its link.
func TestADoubtThatEndsInAPause(t *testing.T) {
	p := apptest.NewGroupFixture(t)
	p.Control("webhooks", `{"drop":1,"batch":1}`)
	p.Script(sim.Rule{Suffix: "01", Outcome: "cut_after_accept"})
	id := p.Submit(p.Body(9, nil))
	p.Script()
	if status := p.Act(id, "pause"); status != 200 {
		t.Fatal(status)
	}
	p.AwaitSimulator()
	p.PassMinutes(3)
	for _, g := range p.Groups(id) {
		if g.Status != groupbuild.Building || g.Link != "" {
			t.Errorf("while it is paused: %+v", g)
		}
	}
	if status := p.Act(id, "start"); status != 200 {
		t.Fatal(status)
	}
	p.PassMinutes(3)
	for _, g := range p.Groups(id) {
		if g.Status != groupbuild.Created || g.Link == "" {
			t.Errorf("%+v", g)
		}
	}
	if o := p.Detail(id); o.ActualCost == nil || *o.ActualCost != 30 || len(p.Sim.Groups()) != 3 {
		t.Errorf("%v charged, %d made", o.ActualCost, len(p.Sim.Groups()))
	}
}

// A group whose order was stopped while WhatsApp made it is queried. It has no people, so it is not charged, and the order settles before
// all doubts are resolved.
func TestGroupsOfAStoppedOrderAreAskedAbout(t *testing.T) {
	p := apptest.NewGroupFixture(t)
	p.Users.Admin.Put("/lop/system/config/order.unknown.minutes", apptest.Object{"value": 600}).OK()
	id := p.Submit(p.Body(3, nil))
	if status := p.Act(id, "stop"); status != 200 {
		t.Fatal(status)
	}
	p.AwaitWebhooks(1)
	p.PassMinutes(62)
	if o, g := p.Detail(id), p.Groups(id)[0]; o.ActualCost == nil || *o.ActualCost != 0 || g.Status != groupbuild.Failed {
		t.Errorf("%v charged, %+v", o.ActualCost, g)
	}
}

// A doubt of a round that was refunded is not continued in the next.
func TestAWordAboutARoundBefore(t *testing.T) {
	p := apptest.NewGroupFixture(t)
	p.Script(sim.Rule{Suffix: "01", Outcome: "cut"}, sim.Rule{Suffix: "11", Outcome: "refuse", Code: "131203"})
	id := p.Submit(p.Body(6, nil))
	p.PassMinutes(45)
	all := p.Groups(id)
	doubt := slices.IndexFunc(all, func(g groupbuild.Group) bool { return g.Status == groupbuild.Unknown })
	if len(all) != 2 || doubt < 0 || all[1-doubt].Status != groupbuild.Failed {
		t.Fatalf("%+v", all)
	}
	p.Script()
	if status := p.Act(id, "retry"); status != 200 {
		t.Fatal(status)
	}
	for _, body := range []apptest.Object{{"made": false}, {"made": true, "link": "https://chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv"}} {
		if a := p.Users.Admin.Put(apptest.GroupOrdersPath+"/"+id+"/group/"+[]string{"1", "2"}[doubt]+"/settle", body); a.Status != 409 {
			t.Errorf("%d %s", a.Status, a.Message)
		}
	}
	p.Kit.Clock.Add(1e9)
	p.RunQueues()
	p.AwaitWebhooks(1)
	p.PassMinutes(2)
	o, all := p.Detail(id), p.Groups(id)
	if o.Status != order.Completed || *o.ActualCost != 10 || all[doubt].Status != groupbuild.Unknown ||
		all[1-doubt].Status != groupbuild.Created {
		t.Errorf("state %d, %v charged, %+v", o.Status, *o.ActualCost, all)
	}
}
