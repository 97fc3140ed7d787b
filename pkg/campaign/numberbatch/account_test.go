package numberbatch_test

import (
	"context"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/campaign/numberbatch"
	"herald/pkg/campaign/provideraccount"
	"herald/pkg/campaign/resource"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// Numbers are asked for by the partner's account as staff keep it: with its key, and not while it is paused.
func TestNumbersFollowTheAccountOfThePartner(t *testing.T) {
	p := apptest.NewNumberFixture(t)
	admin := p.Users.Admin
	check := func(want string) {
		t.Helper()
		admin.Put("/lop/provider/account/partner/check", nil).OK()
		tasks := app.BuildTasks(p.Env)
		p.Kit.Work(p, "build", func(ctx context.Context, m queue.Message) error { return tasks[m.Kind](ctx, m) })
		if got := testkit.Data[provideraccount.Detail](admin.Get("/lop/provider/partner")).Items[0].Check; got.State != want {
			t.Errorf("%+v", got)
		}
	}
	check(provideraccount.CheckOK)
	admin.Put("/lop/provider/account", apptest.Object{"id": "partner", "keys": apptest.Object{"token": "another"}}).OK()
	check(provideraccount.CheckRefused)
	offered := func() bool { return testkit.Data[numberbatch.Offer](admin.Get("/kfsms/batch/partner")).Offered }
	if !offered() {
		t.Error("numbers are not offered")
	}
	admin.Put("/lop/provider/account/usable", apptest.Object{"id": "partner", "usable": false}).OK()
	if offered() {
		t.Error("a paused account offers numbers")
	}
}

// A number that went back to the partner is not sold again. A batch that staff disabled takes no file.
func TestWhatIsNotSoldAgain(t *testing.T) {
	p := apptest.NewNumberFixture(t)
	admin, who := p.Users.Admin, p.Users.Direct
	id := testkit.Data[web.Created](admin.Post(apptest.NumberBatch, p.BatchBody("P1", object{"quantity": 3}))).ID
	p.RunQueues()
	p.AwaitCallbacks(1)
	p.RunQueues()
	made := p.Submit(who, 3, nil)
	p.Approve(made)
	mine := p.Entries(who, made)[0]
	who.Put(apptest.ChannelNumber+"/return", object{"ids": []string{mine.ID}}).OK()
	found := testkit.Data[web.Page[resource.Number]](admin.Get("/channel/resource/page?phoneNumber=" + mine.PhoneNumber)).Records
	if len(found) != 1 {
		t.Fatalf("%+v", found)
	}
	set := func(state string) resource.Line {
		change := object{"ids": []string{found[0].ID}, "state": state}
		return testkit.Data[[]resource.Line](admin.In("en_US").Put("/channel/resource/status", change))[0]
	}
	if l := set("free"); l.OK || l.Message == "" {
		t.Errorf("%+v", l)
	}
	if broken, free := set("broken"), set("free"); !broken.OK || free.OK {
		t.Errorf("by way of broken: %+v, %+v", broken, free)
	}
	if b := p.Batch(id); b.Free != 0 || b.Broken != 1 {
		t.Errorf("%+v", b.Counters)
	}
	own := p.AddBatch("B1", apptest.Digits(first, 2), nil).ID
	admin.Put(apptest.NumberBatch, object{"id": own, "enabled": false}).OK()
	admin.Post(apptest.NumberBatch+"/"+own+"/import", object{"fileId": p.Upload("phoneNumber\n5511987650001\n")}).Want(409, 409)
	if b := p.Batch(own); b.State != numberbatch.Disabled {
		t.Errorf("it is %s", b.State)
	}
}

// A request that the partner only refuses to talk about ends after a day, and its batch can be deleted.
func TestARequestWithoutAnAnswerEnds(t *testing.T) {
	p := apptest.NewNumberFixture(t)
	p.Users.Admin.Put("/lop/provider/account", object{"id": "partner", "keys": object{"token": "not ours"}}).OK()
	id := testkit.Data[web.Created](p.Users.Admin.Post(apptest.NumberBatch, p.BatchBody("P1", object{"quantity": 3}))).ID
	p.RunQueues()
	p.PassMinute()
	if b := p.Batch(id); b.State != numberbatch.Importing {
		t.Fatalf("it is %s", b.State)
	}
	p.Kit.Clock.Add(25 * time.Hour)
	p.PassMinute()
	key := store.List[numberbatch.Batch]{Table: "campaign", Entity: "numberbatch"}.Key(string(auth.Everything), id)
	b, _, err := store.Load[numberbatch.Batch](t.Context(), p.Kit.DB, key, true)
	if err != nil || b.State != numberbatch.Failed {
		t.Errorf("it is %s, %v", b.State, err)
	}
}
