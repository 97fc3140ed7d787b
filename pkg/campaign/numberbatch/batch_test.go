package numberbatch_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/localstack/simulators/sim"
	"herald/pkg/campaign/numberbatch"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/resource"
	"herald/pkg/kit/web"
)

type object = apptest.Object

const first = 5511987650000

// A file of numbers becomes a batch: bad rows are told, and a number that any batch has is left out, in each of its forms.
func TestABatchOfAFile(t *testing.T) {
	p := apptest.NewNumberFixture(t)
	b := p.AddBatch("B1", []string{"+55 11 98765-0000", "5511987650001", "5511987650001", "6281234567890", "letters"}, nil)
	if b.State != numberbatch.Ready || b.Total != 2 || b.Free != 2 || b.Import.Status != "done" ||
		b.Import.Rows != 5 || b.Import.Imported != 2 ||
		b.Import.Duplicated != 1 || b.Import.Failed != 2 || len(b.Import.Errors) != 2 || b.Import.Errors[0].Line != 5 || b.Import.Errors[0].Message == "" {
		t.Errorf("%+v", b)
	}
	other := p.AddBatch("B2", []string{"5511987650001", "5511987650002"}, object{"quality": "low"})
	if other.Total != 1 || other.Import.Imported != 1 || other.Import.Duplicated != 1 {
		t.Errorf("%+v", other)
	}
	known := p.AddBatch("B3", []string{"5511987650001"}, nil)
	if known.State != numberbatch.Failed || known.Import.Status != "failed" || !strings.Contains(known.Import.Message, "already") {
		t.Errorf("%+v", known)
	}
	bad := p.AddBatch("B4", []string{"6281234567890"}, nil)
	if bad.State != numberbatch.Failed || bad.Import.Code != 40068 || bad.Import.Message == "" {
		t.Errorf("%+v", bad)
	}
	admin := p.Users.Admin
	again := p.Upload("phoneNumber\n5511987650001\n5511987650009\n")
	admin.Post(apptest.NumberBatch+"/"+known.ID+"/import", object{"fileId": again}).OK()
	admin.Post(apptest.NumberBatch+"/"+known.ID+"/import", object{"fileId": again}).Want(http.StatusConflict, 409)
	p.RunQueues()
	if known = p.Batch(known.ID); known.State != numberbatch.Ready || known.Total != 1 {
		t.Errorf("%+v", known)
	}
	admin.Delete(apptest.NumberBatch+"/"+known.ID, nil).Want(http.StatusConflict, 409)
	admin.Delete(apptest.NumberBatch+"/"+bad.ID, nil).OK()
	admin.Get(apptest.NumberBatch+"/"+bad.ID).Want(http.StatusNotFound, 404)
	admin.Delete("/kfsms/dealer/"+p.Dealer, nil).Want(http.StatusConflict, 409)
	if rows := apptest.ReadTable(t, admin.In("en_US").Get(apptest.NumberBatch+"/export").Raw, "Batch number"); len(rows) != 3 {
		t.Errorf("%v", rows)
	}
}

// What a batch may not say, in four languages where the rule is its own.
func TestBadBatches(t *testing.T) {
	p := apptest.NewNumberFixture(t)
	p.AddBatch("B1", apptest.Digits(first, 1), nil)
	admin := p.Users.Admin
	file := p.Upload("phoneNumber\n5511987650001\n")
	off := testkit.Data[web.Created](admin.Post("/kfsms/dealer", object{"name": "Moon Cards", "enabled": false})).ID
	for name, c := range map[string]struct {
		more  object
		field string
	}{
		"country": {object{"countryCode": "XX"}, "countryCode"}, "type": {object{"type": "fax"}, "type"}, "quality": {object{"quality": "x"}, "quality"},
		"age": {object{"age": "x"}, "age"}, "no number": {object{"batchNo": " "}, "batchNo"}, "date": {object{"from": "tomorrow"}, "from"},
		"until": {object{"from": "2030-01-02", "until": "2030-01-01"}, "until"}, "both": {object{"quantity": 5}, "fileId"},
		"dealer": {object{"dealerId": off}, "dealerId"}, "many": {object{"fileId": "", "quantity": 10_001}, "quantity"},
	} {
		var said []string
		for _, lang := range []string{"zh_CN", "en_US", "pt_BR", "zh_TW"} {
			b := p.BatchBody("B2", object{"fileId": file})
			for k, v := range c.more {
				b[k] = v
			}
			said = append(said, string(admin.In(lang).Post(apptest.NumberBatch, b).Bad(c.field).Raw))
		}
		slices.Sort(said)
		if len(slices.Compact(said)) != 4 {
			t.Errorf("%s: %q", name, said)
		}
	}
	admin.Post(apptest.NumberBatch, p.BatchBody("b1", object{"fileId": file})).Want(http.StatusConflict, 409)
	admin.Post(apptest.NumberBatch, p.BatchBody("B2", object{"fileId": apptest.MissingID})).Want(http.StatusNotFound, 404)
	admin.Post(apptest.NumberBatch, p.BatchBody("B2", object{"fileId": file, "dealerId": apptest.MissingID})).Want(http.StatusNotFound, 404)
	p.Users.Direct.Get(apptest.NumberBatch+"/page").Want(http.StatusForbidden, 403)
}

// A batch is ordered from on its days alone, and while it is enabled.
func TestTheDaysOfABatch(t *testing.T) {
	p := apptest.NewNumberFixture(t)
	b := p.AddBatch("B1", apptest.Digits(first, 5), nil)
	admin := p.Users.Admin
	left := func() int {
		return *testkit.Data[order.Estimate](p.Users.Direct.Post(apptest.ChannelOrder+"/estimate", p.Request(1, nil))).Stock
	}
	change := func(more object) {
		t.Helper()
		more["id"] = b.ID
		admin.Put(apptest.NumberBatch, more).OK()
	}
	for _, c := range []struct {
		more object
		left int
	}{{object{"enabled": false}, 0}, {object{"enabled": true}, 5}, {object{"from": "2000-01-01", "until": "2000-01-02"}, 0},
		{object{"from": "2000-01-01"}, 5}, {object{"from": "2999-01-01"}, 0}} {
		change(c.more)
		if n := left(); n != c.left {
			t.Errorf("%v: %d are left", c.more, n)
		}
	}
}

// Numbers of the partner: requested once, also when its answer is lost, taken when they are there, replaced and given back.
func TestABatchOfThePartner(t *testing.T) {
	p := apptest.NewNumberFixture(t)
	admin := p.Users.Admin
	if err := p.Sim.SetScript([]sim.Rule{{Outcome: "cut_after_accept", Times: 1}}); err != nil {
		t.Fatal(err)
	}
	id := testkit.Data[web.Created](admin.Post(apptest.NumberBatch, p.BatchBody("P1", object{"quantity": 10}))).ID
	p.RunQueues()
	p.AwaitCallbacks(2)
	p.RunQueues()
	p.PassMinute()
	b := p.Batch(id)
	if n, _ := p.Sim.Requests(); n != 1 || b.State != numberbatch.Ready || b.Total != 10 || b.Import.Imported != 10 {
		t.Fatalf("%d requests, %+v", n, b)
	}
	who := p.Users.Direct
	made := p.Submit(who, 3, nil)
	p.Approve(made)
	mine := p.Entries(who, made)
	for _, path := range []string{"/replace", "/return"} {
		by := map[string]*testkit.Client{"/replace": admin.Client, "/return": who.Client}[path]
		which := map[string]int{"/replace": 0, "/return": 1}[path]
		if l := testkit.Data[[]resource.Line](by.Put(apptest.ChannelNumber+path, object{"ids": []string{mine[which].ID}}))[0]; !l.OK {
			t.Errorf("%s: %+v", path, l)
		}
	}
	p.PassMinute()
	if _, back := p.Sim.Requests(); !slices.Equal(back, []string{mine[1].PhoneNumber}) {
		t.Errorf("%v went back", back)
	}
	if b = p.Batch(id); b.Total != 11 || b.Broken != 1 || b.Returned != 1 || b.Assigned != 2 || b.Free != 7 {
		t.Errorf("%+v", b.Counters)
	}
	if err := p.Sim.SetScript([]sim.Rule{{Outcome: "refused"}}); err != nil {
		t.Fatal(err)
	}
	no := testkit.Data[web.Created](admin.Post(apptest.NumberBatch, p.BatchBody("P2", object{"quantity": 5}))).ID
	p.RunQueues()
	p.AwaitCallbacks(1)
	p.RunQueues()
	p.PassMinute()
	if b := p.Batch(no); b.State != numberbatch.Failed || b.Import.Message == "" {
		t.Errorf("%+v", b)
	}
	admin.Post(apptest.NumberBatch+"/"+id+"/import", object{"fileId": p.Upload("phoneNumber\n5511987650001\n")}).Want(http.StatusConflict, 409)
}

// A large file is imported whole, also when its worker dies on the way.
func TestALargeFile(t *testing.T) {
	p := apptest.NewNumberFixture(t)
	b := p.BatchBody("B1", object{"fileId": p.Upload("phoneNumber\n" + strings.Join(apptest.Digits(first, 3000), "\n") + "\n")})
	id := testkit.Data[web.Created](p.Users.Admin.Post(apptest.NumberBatch, b)).ID
	calls := 0
	p.CutStorage(func(string) error {
		if calls++; calls > 100 {
			return fmt.Errorf("the process died")
		}
		return nil
	})
	p.RunQueues()
	p.CutStorage(nil)
	p.PassMinute()
	p.PassMinute()
	got := p.Batch(id)
	if got.State != numberbatch.Ready || got.Total != 3000 || got.Import.Imported != 3000 || got.Import.Processed != 3000 {
		t.Errorf("%+v", got)
	}
	list := testkit.Data[web.Page[resource.Number]](p.Users.Admin.Get("/channel/resource/page?phoneNumber=5511987652999"))
	if list.Total != 1 {
		t.Errorf("%+v", list)
	}
}
