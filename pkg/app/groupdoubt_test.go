package app

import (
	"slices"
	"testing"

	"herald/localstack/simulators/sim"
	"herald/pkg/campaign/groupbuild"
	"herald/pkg/campaign/order"
)

func (p *builders) does(id, action string) int {
	p.Helper()
	return p.c.Direct.Put(groupOrders+"/"+id+"/"+action, nil).Status
}

// An order whose groups are being made is paused and goes on, and cannot be cancelled: what its provider was asked for cannot be
// taken back.
func TestGroupsUnderWayAreNotCancelled(t *testing.T) {
	p := mustBuilders(t)
	id := p.ordered(p.wish(9, nil))
	if status := p.does(id, "pause"); status != 200 {
		t.Fatal(status)
	}
	if o := p.show(id); slices.Contains(o.Actions, order.Cancel) {
		t.Errorf("%v", o.Actions)
	}
	if status := p.does(id, "cancel"); status != 409 {
		t.Errorf("cancelled: %d", status)
	}
	if status := p.does(id, "start"); status != 200 {
		t.Fatal(status)
	}
	p.hears(3)
	p.minutes(2)
	if o := p.show(id); o.ActualCost == nil || *o.ActualCost != 30 {
		t.Errorf("%v charged", o.ActualCost)
	}
}

// A doubt that ends while the order is paused is gone on with when it is started again: the group gets its name and its link.
func TestADoubtThatEndsInAPause(t *testing.T) {
	p := mustBuilders(t)
	p.control("webhooks", `{"drop":1,"batch":1}`)
	p.script(sim.Rule{Suffix: "01", Outcome: "cut_after_accept"})
	id := p.ordered(p.wish(9, nil))
	p.script()
	if status := p.does(id, "pause"); status != 200 {
		t.Fatal(status)
	}
	p.later()
	p.minutes(3)
	for _, g := range p.groups(id) {
		if g.Status != groupbuild.Building || g.Link != "" {
			t.Errorf("while it is paused: %+v", g)
		}
	}
	if status := p.does(id, "start"); status != 200 {
		t.Fatal(status)
	}
	p.minutes(3)
	for _, g := range p.groups(id) {
		if g.Status != groupbuild.Created || g.Link == "" {
			t.Errorf("%+v", g)
		}
	}
	if o := p.show(id); o.ActualCost == nil || *o.ActualCost != 30 || len(p.sim.Groups()) != 3 {
		t.Errorf("%v charged, %d made", o.ActualCost, len(p.sim.Groups()))
	}
}

// A group whose order was stopped while WhatsApp made it is asked about: nobody can come into it, so it is not charged, and the order is
// settled without waiting for the end of all doubts.
func TestGroupsOfAStoppedOrderAreAskedAbout(t *testing.T) {
	p := mustBuilders(t)
	p.c.Admin.Put("/lop/system/config/order.unknown.minutes", obj{"value": 600}).OK()
	id := p.ordered(p.wish(3, nil))
	if status := p.does(id, "stop"); status != 200 {
		t.Fatal(status)
	}
	p.hears(1)
	p.minutes(62)
	if o, g := p.show(id), p.groups(id)[0]; o.ActualCost == nil || *o.ActualCost != 0 || g.Status != groupbuild.Failed {
		t.Errorf("%v charged, %+v", o.ActualCost, g)
	}
}

// What was in doubt in a round that is paid back is not taken up in the next.
func TestAWordAboutARoundBefore(t *testing.T) {
	p := mustBuilders(t)
	p.script(sim.Rule{Suffix: "01", Outcome: "cut"}, sim.Rule{Suffix: "11", Outcome: "refuse", Code: "131203"})
	id := p.ordered(p.wish(6, nil))
	p.minutes(45)
	all := p.groups(id)
	doubt := slices.IndexFunc(all, func(g groupbuild.Group) bool { return g.Status == groupbuild.Unknown })
	if len(all) != 2 || doubt < 0 || all[1-doubt].Status != groupbuild.Failed {
		t.Fatalf("%+v", all)
	}
	p.script()
	if status := p.does(id, "retry"); status != 200 {
		t.Fatal(status)
	}
	for _, body := range []obj{{"made": false}, {"made": true, "link": "https://chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv"}} {
		if a := p.c.Admin.Put(groupOrders+"/"+id+"/group/"+[]string{"1", "2"}[doubt]+"/settle", body); a.Status != 409 {
			t.Errorf("%d %s", a.Status, a.Message)
		}
	}
	p.k.Clock.Add(1e9)
	p.works()
	p.hears(1)
	p.minutes(2)
	o, all := p.show(id), p.groups(id)
	if o.Status != order.Completed || *o.ActualCost != 10 || all[doubt].Status != groupbuild.Unknown ||
		all[1-doubt].Status != groupbuild.Created {
		t.Errorf("state %d, %v charged, %+v", o.Status, *o.ActualCost, all)
	}
}
