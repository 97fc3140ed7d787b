package app

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"herald/localstack/simulators/sim"
	"herald/pkg/campaign/groupbuild"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/testkit"
	"herald/pkg/kit/web"
)

// swap puts another content over an uploaded file.
func swap(t *testing.T, e *Env, file, text string) {
	t.Helper()
	f, err := e.Uploader().Find(t.Context(), auth.Everything, file)
	if err == nil {
		err = e.Uploader().Blobs.Put(context.WithoutCancel(t.Context()), f.Object, "text/csv", []byte(text))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Orders whose people are not those that were priced fail before a group is made or anybody is called, and what they reserved comes back.
func TestOrdersWhosePeopleChangedBeforeTheyWerePlanned(t *testing.T) {
	p := mustBuilders(t)
	wish := p.wish(3, nil)
	id := testkit.Data[order.SubmitResponse](p.c.Direct.Post(groupOrders, wish)).ID
	swap(t, p.e, wish["fileId"].(string), "phoneNumber\n5531987654309\n")
	p.gaveUp(id, "no longer the one that was priced")

	people := testkit.Data[web.Created](p.c.Direct.Post("/aty/contactsgroup", obj{"name": "people", "countryCode": "BR"})).ID
	numbers := obj{"phoneNumbers": []string{"5531987654300", "5531987654301"}}
	p.c.Direct.Post("/aty/contactsgroup/"+people+"/member", numbers).OK()
	id = testkit.Data[order.SubmitResponse](p.c.Direct.Post(groupOrders, p.wish(1, obj{"fileId": "", "groupId": people}))).ID
	p.c.Direct.Delete("/aty/contactsgroup/"+people+"/member", numbers).OK()
	p.gaveUp(id, "nobody is left")

	c := mustCallers(t, 20)
	who := c.c.Direct
	calls := c.wish(who, 2, nil, "01", "02")
	called := c.ordered(who, calls)
	swap(t, c.e, calls["fileId"].(string), "phoneNumber\n6281255554301\n")
	c.works()
	if o := c.show(who, called); o.Status != order.Failed || !strings.Contains(o.Reason, "no longer the one that was priced") ||
		c.balance(who) != 1000 {
		t.Errorf("%d %q, balance %v", o.Status, o.Reason, c.balance(who))
	}
	if made, _ := c.sim.Messages(0, 10); len(made) != 0 {
		t.Errorf("%d were called", len(made))
	}
}

func (p *builders) gaveUp(id, says string) {
	p.Helper()
	p.k.Clock.Add(time.Second)
	p.works()
	if o := p.show(id); o.Status != order.Failed || !strings.Contains(o.Reason, says) {
		p.Errorf("%d %q, wanted %q", o.Status, o.Reason, says)
	}
	credit := testkit.Data[struct{ Balance float64 }](p.c.Direct.Get("/pi/personal/info")).Balance
	if made := len(p.sim.Groups()); made != 0 || credit != 1000 {
		p.Errorf("%d groups, balance %v", made, credit)
	}
}

// The members of a file are whom it names: only those of a collection can be filtered.
func TestMembersOfAFileAreNotFiltered(t *testing.T) {
	p := mustBuilders(t)
	for name, more := range map[string]obj{"by WhatsApp": {"waFilter": true}, "by days": {"activeDays": 7}} {
		a := p.c.Direct.In("en_US").Post(groupOrders, p.wish(3, more))
		if a.Status != http.StatusBadRequest || !strings.Contains(string(a.Raw), "Only a collection can be filtered") ||
			!strings.Contains(string(a.Raw), `"groupId"`) {
			t.Errorf("%s: %d %s", name, a.Status, a.Raw)
		}
	}
}

// An account that may make no groups pauses the order, which says so; when it is well again and somebody starts it, each group is
// made once.
func TestAnAccountThatCanMakeNoGroups(t *testing.T) {
	p := mustBuilders(t)
	p.script(sim.Rule{Outcome: "refuse", Code: "131031"})
	id := p.ordered(p.wish(9, nil))
	if o := p.show(id); o.Status != order.Paused || !strings.Contains(o.Reason, "can make no groups") || len(p.sim.Groups()) != 0 {
		t.Fatalf("%d %q, %d groups", o.Status, o.Reason, len(p.sim.Groups()))
	}
	p.script()
	if status := p.does(id, "start"); status != http.StatusOK {
		t.Fatal(status)
	}
	p.works()
	p.hears(3)
	p.minutes(2)
	if o := p.show(id); o.ActualCost == nil || *o.ActualCost != 30 || len(p.sim.Groups()) != 3 {
		t.Errorf("%v charged, %d groups", o.ActualCost, len(p.sim.Groups()))
	}
	for _, g := range p.groups(id) {
		if g.Status != groupbuild.Created {
			t.Errorf("%+v", g)
		}
	}
}
