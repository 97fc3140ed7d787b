package groupbuild_test

import (
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/localstack/simulators/sim"
	"herald/pkg/campaign/groupbuild"
	"herald/pkg/campaign/order"
	"herald/pkg/credit/price"
	"herald/pkg/kit/auth"
	"herald/pkg/platform/user"
)

// A manual decision resolves a doubt that no query can resolve. An existing group is charged, and requires a valid group link. A group that
// was not made is not charged, and not made once its order is over.
func TestTheWordOfAPerson(t *testing.T) {
	const link = "https://chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv"
	for made, cost := range map[bool]float64{true: 10, false: 0} {
		p := apptest.NewGroupFixture(t)
		p.Script(sim.Rule{Outcome: "cut"})
		id := p.Submit(p.Body(3, nil))
		who, settle := p.Users.Admin.In("en_US"), apptest.GroupOrdersPath+"/"+id+"/group/1/settle"
		for name, body := range map[string]apptest.Object{"of another site": {"made": true, "link": "https://example.com/AbCdEfGhIjKlMnOpQrStUv"},
			"none": {"made": true}, "short": {"made": true, "link": "https://chat.whatsapp.com/abc"}} {
			if a := who.Put(settle, body); a.Status != 400 || !strings.Contains(strings.ToLower(a.Message), "link") {
				t.Errorf("%s: %d %s", name, a.Status, a.Message)
			}
		}
		if g := p.Groups(id)[0]; g.Status != groupbuild.Unknown {
			t.Fatalf("%+v", g)
		}
		p.Script()
		body := apptest.Object{"made": made}
		if made {
			body["link"] = link
		}
		// The word of who pays is shown to staff and decides nothing.
		if g := testkit.Data[groupbuild.Group](p.Users.Direct.Put(settle, body)); g.Status != groupbuild.Unknown || g.Proposal == nil ||
			g.Proposal.Made != made {
			t.Errorf("proposed: %+v", g)
		}
		p.RunQueues()
		if g := p.Groups(id)[0]; g.Status != groupbuild.Unknown || g.Proposal == nil || g.Proposal.By != p.Users.Direct.User.Name {
			t.Errorf("proposed: %+v", g)
		}
		if !made { // and that of staff whose view is narrowed gives nothing back
			h := &sessiontest.Fixture{Env: p.Kit, Users: p.Env.Users(), Session: p.Env.Sessions()}
			clerk := h.Actor(t, p.Server, "clerk", user.New{User: user.User{Type: auth.Admin, Roles: []string{"service"}}})
			p.Users.Admin.Put("/aty/sysuser/scope/"+clerk.User.ID, apptest.Object{"userIds": []string{p.Users.Direct.User.ID}}).OK()
			clerk.Token = h.SignIn(t, p.Server, clerk.User.Login)
			if g := testkit.Data[groupbuild.Group](clerk.Put(settle, body)); g.Status != groupbuild.Unknown || g.Proposal == nil ||
				g.Proposal.By != "clerk" {
				t.Errorf("by narrowed staff: %+v", g)
			}
			p.RunQueues()
		}
		who.Put(settle, body).OK()
		p.RunQueues()
		if a := who.Put(settle, apptest.Object{"made": true, "link": link}); a.Status != 409 {
			t.Errorf("a second word: %d %s", a.Status, a.Message)
		}
		p.PassMinutes(45)
		g, o := p.Groups(id)[0], p.Detail(id)
		if want := map[bool]string{true: groupbuild.Created, false: groupbuild.Failed}[made]; g.Status != want || (g.Link == link) != made ||
			*o.ActualCost != cost || len(p.Sim.Groups()) != 0 {
			t.Errorf("%v: %+v, %v charged, %d made", made, g, *o.ActualCost, len(p.Sim.Groups()))
		}
	}
}

// A picture that is too large for a group is refused, and so is a collection of another country.
func TestPicturesAndCountriesOfGroups(t *testing.T) {
	p := apptest.NewGroupFixture(t)
	large := p.PaddedPicture(102_401)
	if a := p.Users.Direct.In("en_US").Post(apptest.GroupOrdersPath, p.Body(3, apptest.Object{"avatarId": large})); a.Status/100 != 4 ||
		!strings.Contains(a.Message, "100") {
		t.Errorf("%d %s", a.Status, a.Message)
	}
	if a := p.Users.Direct.Post(apptest.GroupOrdersPath+"/estimate",
		p.Body(3, apptest.Object{"avatarId": p.PaddedPicture(102_400)})); a.Status != 200 {
		t.Errorf("at the limit: %d %s", a.Status, a.Message)
	}
	other := testkit.Data[struct{ ID string }](p.Users.Direct.Post("/aty/contactsgroup", apptest.Object{"name": "x", "countryCode": "ID"})).ID
	request := p.Body(3, apptest.Object{"groupId": other})
	delete(request, "fileId")
	if a := p.Users.Direct.In("en_US").Post(apptest.GroupOrdersPath, request); a.Status != 400 ||
		!strings.Contains(strings.ToLower(a.Message), "countr") {
		t.Errorf("%d %s", a.Status, a.Message)
	}
}

// An estimate and a reviewer see which people would be left out. A reviewer also sees the order's people and the groups made before.
func TestSkippedMembersAreShownBeforeTheOrder(t *testing.T) {
	p := apptest.NewGroupFixture(t)
	p.Submit(p.Body(3, nil))
	p.AwaitWebhooks(1)
	p.Users.Direct.Post("/aty/suppression", apptest.Object{"phoneNumber": "5531987654301", "scope": "tenant", "reason": "asked"}).OK()
	p.Users.Admin.Put("/lop/system/config/order.review.auto", apptest.Object{"value": false}).OK()
	p.Kit.Clock.Add(time.Minute)
	request := p.Body(6, nil)
	if e := testkit.Data[order.Estimate](p.Users.Direct.In("en_US").Post(apptest.GroupOrdersPath+"/estimate", request)); len(e.Refused) != 1 ||
		e.Refused[0].Count != 1 {
		t.Errorf("%+v", e.Refused)
	}
	id := p.Submit(request)
	d := testkit.Data[order.ReviewInfo](p.Users.Admin.In("en_US").Get(apptest.GroupOrdersPath + "/" + id + "/review"))
	if a := d.Audience; a.Source != "file" || a.Name != "n.csv" || a.Countries[0].Count != 6 || len(a.Held) != 1 || a.Held[0].Count != 1 {
		t.Errorf("%+v", a)
	}
	if h := d.History; h.Orders != 1 || h.Sent != 1 || h.SentAlike != 1 || h.FailureRate != 0 {
		t.Errorf("%+v", h)
	}
	p.Users.Admin.Post("/aty/customerinfo/price/charge/save",
		apptest.Object{"userId": price.Platform, "service": "bulk.whatsapp", "countryCode": "*", "price": 1}).OK()
	message := apptest.Object{"name": "beside", "fileId": request["fileId"], "channel": "whatsapp", "countryCode": "BR",
		"message": apptest.Object{"type": "text", "text": "hi"}}
	bulk := testkit.Data[order.SubmitResponse](p.Users.Direct.Post("/gc/groupsendorder", message)).ID
	d = testkit.Data[order.ReviewInfo](p.Users.Admin.Get("/gc/groupsendorder/" + bulk + "/review"))
	if h := d.History; h.Orders != 2 || h.Sent != 1 || h.SentAlike != 0 {
		t.Errorf("a group is no message: %+v", h)
	}
}
