package joined_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/localstack/simulators/sim"
	"herald/pkg/app"
	"herald/pkg/campaign/groupbuild"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/web"
)

// swap puts another content over an uploaded file.
func swap(t *testing.T, e *app.Env, file, text string) {
	t.Helper()
	f, err := e.Uploader().Find(t.Context(), auth.Everything, file)
	if err == nil {
		err = e.Uploader().Blobs.Put(context.WithoutCancel(t.Context()), f.Object, "text/csv", []byte(text))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Orders whose recipients differ from the priced ones fail before a group is made or a call begins, and release their reservation.
func TestOrdersWhosePeopleChangedBeforeTheyWerePlanned(t *testing.T) {
	p := apptest.NewGroupFixture(t)
	wish := p.Body(3, nil)
	id := testkit.Data[order.SubmitResponse](p.Users.Direct.Post(apptest.GroupOrdersPath, wish)).ID
	swap(t, p.Env, wish["fileId"].(string), "phoneNumber\n5531987654309\n")
	p.WantFailedOrder(id, "changed since its price was calculated")

	people := testkit.Data[web.Created](p.Users.Direct.Post("/aty/contactsgroup", apptest.Object{"name": "people", "countryCode": "BR"})).ID
	numbers := apptest.Object{"phoneNumbers": []string{"5531987654300", "5531987654301"}}
	p.Users.Direct.Post("/aty/contactsgroup/"+people+"/member", numbers).OK()
	id = testkit.Data[order.SubmitResponse](p.Users.Direct.Post(apptest.GroupOrdersPath,
		p.Body(1, apptest.Object{"fileId": "", "groupId": people}))).ID
	p.Users.Direct.Delete("/aty/contactsgroup/"+people+"/member", numbers).OK()
	p.WantFailedOrder(id, "no members remain")

	c := apptest.NewCallFixture(t, 20)
	who := c.Users.Direct
	calls := c.Body(who, 2, nil, "01", "02")
	called := c.Submit(who, calls)
	swap(t, c.Env, calls["fileId"].(string), "phoneNumber\n6281255554301\n")
	c.RunQueues()
	if o := c.Detail(who, called); o.Status != order.Failed || !strings.Contains(o.Reason, "changed since its price was calculated") ||
		c.Balance(who) != 1000 {
		t.Errorf("%d %q, balance %v", o.Status, o.Reason, c.Balance(who))
	}
	if made, _ := c.Sim.Messages(0, 10); len(made) != 0 {
		t.Errorf("%d were called", len(made))
	}
}

// The recipients of a file are those that it names: only members of a contact list can be filtered.
func TestMembersOfAFileAreNotFiltered(t *testing.T) {
	p := apptest.NewGroupFixture(t)
	for name, more := range map[string]apptest.Object{"by WhatsApp": {"waFilter": true}, "by days": {"activeDays": 7}} {
		a := p.Users.Direct.In("en_US").Post(apptest.GroupOrdersPath, p.Body(3, more))
		if a.Status != http.StatusBadRequest || !strings.Contains(string(a.Raw), "Only contact lists can be filtered") ||
			!strings.Contains(string(a.Raw), `"groupId"`) {
			t.Errorf("%s: %d %s", name, a.Status, a.Raw)
		}
	}
}

// An account that may make no groups pauses the order, which shows it. Once the account works again and a user
// resumes the order, each group is made once.
func TestAnAccountThatCanMakeNoGroups(t *testing.T) {
	p := apptest.NewGroupFixture(t)
	p.Script(sim.Rule{Outcome: "refuse", Code: "131031"})
	id := p.Submit(p.Body(9, nil))
	if o := p.Detail(id); o.Status != order.Paused || !strings.Contains(o.Reason, "can't create groups") || len(p.Sim.Groups()) != 0 {
		t.Fatalf("%d %q, %d groups", o.Status, o.Reason, len(p.Sim.Groups()))
	}
	p.Script()
	if status := p.Act(id, "start"); status != http.StatusOK {
		t.Fatal(status)
	}
	p.RunQueues()
	p.AwaitWebhooks(3)
	p.PassMinutes(2)
	if o := p.Detail(id); o.ActualCost == nil || *o.ActualCost != 30 || len(p.Sim.Groups()) != 3 {
		t.Errorf("%v charged, %d groups", o.ActualCost, len(p.Sim.Groups()))
	}
	for _, g := range p.Groups(id) {
		if g.Status != groupbuild.Created {
			t.Errorf("%+v", g)
		}
	}
}
