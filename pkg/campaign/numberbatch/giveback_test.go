package numberbatch_test

import (
	"slices"
	"strings"
	"testing"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/campaign/numberbatch"
	"herald/pkg/campaign/resource"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/job"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// ofPartner imports a batch of the partner.
func ofPartner(p *apptest.NumberFixture, no string, n int) string {
	p.Helper()
	id := testkit.Data[web.Created](p.Users.Admin.Post(apptest.NumberBatch, p.BatchBody(no, object{"quantity": n}))).ID
	p.RunQueues()
	p.AwaitCallbacks(1)
	p.RunQueues()
	return id
}

// Broken numbers of the partner go back to it: those that another batch replaces, and those that staff find broken. What the partner
// replaces itself it knows. A number that went back can come again with another batch, and is not sold from the first one.
func TestBrokenNumbersGoBackToThePartner(t *testing.T) {
	p := apptest.NewNumberFixture(t)
	admin, who := p.Users.Admin, p.Users.Direct
	id := ofPartner(p, "P1", 5)
	made := p.Submit(who, 3, nil)
	p.Approve(made)
	mine := p.Entries(who, made)
	do := func(client *testkit.Client, path string, body object) {
		t.Helper()
		if l := testkit.Data[[]resource.Line](client.Put(path, body))[0]; !l.OK {
			t.Errorf("%s: %+v", path, l)
		}
	}
	do(admin.Client, apptest.ChannelNumber+"/replace", object{"ids": []string{mine[0].ID}}) // by the partner
	p.AddBatch("B1", apptest.Digits(first, 5), nil)
	admin.Put(apptest.NumberBatch, object{"id": id, "from": "2000-01-01", "until": "2000-01-02"}).OK()
	do(admin.Client, apptest.ChannelNumber+"/replace", object{"ids": []string{mine[1].ID}}) // the days of its batch are over
	do(who.Client, apptest.ChannelNumber+"/return", object{"ids": []string{mine[2].ID}})
	free := testkit.Data[web.Page[resource.Number]](admin.Get("/channel/resource/page?state=free&batchId=" + id)).Records[0]
	status := func(state string) object { return object{"ids": []string{free.ID}, "state": state} }
	do(admin.Client, "/channel/resource/status", status("broken"))
	if l := testkit.Data[[]resource.Line](admin.Put("/channel/resource/status", status("free")))[0]; l.OK || l.Code != 409 {
		t.Errorf("%+v", l)
	}
	p.PassMinute()
	_, back := p.Sim.Requests()
	slices.Sort(back)
	want := []string{mine[1].PhoneNumber, mine[2].PhoneNumber, free.PhoneNumber}
	if slices.Sort(want); !slices.Equal(back, want) {
		t.Errorf("%v went back instead of %v", back, want)
	}
	again := append(want, mine[0].PhoneNumber)
	if b := p.AddBatch("B2", again, nil); b.Total != 4 || b.Import.Imported != 4 {
		t.Errorf("%+v, %+v", b.Counters, b.Import)
	}
	for _, e := range p.Entries(who, made) {
		if e.State == "assigned" && e.BatchNo == "P1" && slices.Contains(again, e.PhoneNumber) {
			t.Errorf("%s is with the customer", e.PhoneNumber)
		}
	}
}

// What the partner hands over beyond the request is refused for that reason.
func TestSurplusNumbersOfThePartner(t *testing.T) {
	p := apptest.NewNumberFixture(t)
	id := testkit.Data[web.Created](p.Users.Admin.Post(apptest.NumberBatch, p.BatchBody("P1", object{"quantity": 5}))).ID
	p.RunQueues() // the partner has the request
	key := store.List[numberbatch.Batch]{Table: "campaign", Entity: "numberbatch"}.Key(string(auth.Everything), id)
	if _, err := p.Kit.DB.Write(t.Context(), store.Op{Verb: store.Update, Key: key, Set: map[string]any{"q": 3}}); err != nil {
		t.Fatal(err)
	}
	p.AwaitCallbacks(1)
	p.RunQueues()
	p.PassMinute()
	b := p.Batch(id)
	if b.Total != 3 || b.Import.Imported != 3 || b.Import.Failed != 2 || len(b.Import.Errors) != 2 {
		t.Fatalf("%+v, %+v", b.Counters, b.Import)
	}
	if e := b.Import.Errors[0]; e.Code != 400 || !strings.Contains(e.Message, "than you requested") {
		t.Errorf("%+v", e)
	}
}

// Staff see a number that the partner refused to take back, and have it returned again or close its return: then another batch can add it.
func TestARefusedReturn(t *testing.T) {
	p := apptest.NewNumberFixture(t)
	admin := p.Users.Admin
	id := ofPartner(p, "P1", 2)
	list := func() []resource.Number {
		return testkit.Data[web.Page[resource.Number]](admin.Get("/channel/resource/page?batchId=" + id)).Records
	}
	all := list()
	put := func(path string, body object, n int) {
		t.Helper()
		body["ids"] = []string{all[n].ID}
		if l := testkit.Data[[]resource.Line](admin.Put("/channel/resource"+path, body))[0]; !l.OK {
			t.Errorf("%+v", l)
		}
	}
	refusals := func() (n int) {
		for _, row := range list() {
			if row.Refusal == "IN_USE" && row.State == resource.Broken {
				n++
			}
		}
		return n
	}
	p.Sim.RefuseReturns(true)
	put("/status", object{"state": "broken"}, 0)
	put("/status", object{"state": "broken"}, 1)
	p.PassMinute()
	if n := refusals(); n != 2 {
		t.Fatalf("%d are refused", n)
	}
	put("/return", object{"again": true}, 0)
	p.PassMinute()
	if n := refusals(); n != 2 {
		t.Errorf("%d are refused once more", n)
	}
	p.Sim.RefuseReturns(false)
	put("/return", object{"again": true}, 0)
	put("/return", object{"again": false}, 1)
	body := object{"ids": []string{all[1].ID}, "again": true}
	if l := testkit.Data[[]resource.Line](admin.Put("/channel/resource/return", body))[0]; l.OK || l.Code != 409 {
		t.Errorf("%+v", l)
	}
	p.PassMinute()
	if _, back := p.Sim.Requests(); refusals() != 0 || !slices.Equal(back, []string{all[0].PhoneNumber}) {
		t.Errorf("%v, %d", back, refusals())
	}
	if b := p.AddBatch("B1", []string{all[0].PhoneNumber, all[1].PhoneNumber}, nil); b.Import.Imported != 2 {
		t.Errorf("%+v", b.Import)
	}
}

// Numbers go back also while the look at an import fails.
func TestAnImportThatCannotBeReadKeepsNoNumberBack(t *testing.T) {
	p := apptest.NewNumberFixture(t)
	id := ofPartner(p, "P1", 2)
	free := testkit.Data[web.Page[resource.Number]](p.Users.Admin.Get("/channel/resource/page?state=free&batchId=" + id)).Records[0]
	p.Users.Admin.Put("/channel/resource/status", object{"ids": []string{free.ID}, "state": "broken"}).OK()
	looks := &job.Index{DB: p.Kit.DB, Table: "campaign", Name: "numberbatch", Shards: 1}
	if err := p.Kit.DB.WriteAll(t.Context(), []store.Op{looks.At(p.Kit.Now(), "unreadable", "", nil), {Verb: store.Put, Item: object{"s": object{}},
		Key: store.Key{Table: "campaign", PK: "L#numberbatch#all", SK: "unreadable"}}}); err != nil {
		t.Fatal(err)
	}
	if err := app.Ticks(p.Env)["numberbatch"](t.Context()); err == nil {
		t.Fatal("the look succeeds")
	}
	if _, back := p.Sim.Requests(); !slices.Equal(back, []string{free.PhoneNumber}) {
		t.Errorf("%v went back", back)
	}
}
