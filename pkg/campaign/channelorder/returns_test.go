package channelorder_test

import (
	"net/http"
	"strings"
	"testing"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/campaign/resource"
	"herald/pkg/kit/web"
)

// A number that is returned in time gives its price back, once. A later one does not, and its customer's neighbours see none.
func TestReturns(t *testing.T) {
	p := apptest.NewNumberFixture(t)
	batch := p.AddBatch("B1", apptest.Digits(first, 10), nil)
	who := p.Users.Direct
	id := p.Submit(who, 3, nil)
	p.Approve(id)
	mine := p.Entries(who, id)
	give := func(entry string) resource.Line {
		return testkit.Data[[]resource.Line](who.In("en_US").Put(apptest.ChannelNumber+"/return", object{"ids": []string{entry}}))[0]
	}
	if l := testkit.Data[[]resource.Line](p.Users.Customer.Put(apptest.ChannelNumber+"/return", object{"ids": []string{mine[0].ID}}))[0]; l.Code != 404 {
		t.Errorf("%+v", l)
	}
	for range 2 {
		if l := give(mine[0].ID); !l.OK {
			t.Errorf("%+v", l)
		}
	}
	if a, _ := p.Balance(who); a != 996 {
		t.Errorf("%v available", a)
	}
	o := p.Order(who, id)
	if o.Counts["returned"] != 1 || o.Counts["assigned"] != 2 || o.Refunded != 200 || len(o.Refunds) != 1 || o.Refunds[0].Reason != "Number returned" {
		t.Errorf("%+v", o)
	}
	if b := p.Batch(batch.ID); b.Returned != 1 || b.Assigned != 2 || b.Free != 7 {
		t.Errorf("%+v", b.Counters)
	}
	p.Users.Admin.Put("/lop/system/config/channel.return.hours", object{"value": 0}).OK()
	if l := give(mine[1].ID); l.OK || l.Code != 409 || !strings.Contains(l.Message, mine[1].PhoneNumber) {
		t.Errorf("%+v", l)
	}
	back := testkit.Data[web.Page[resource.Number]](p.Users.Admin.Get("/channel/resource/page?state=returned")).Records[0]
	p.Users.Admin.Put("/channel/resource/status", object{"ids": []string{back.ID}, "state": "free"}).OK()
	held := testkit.Data[web.Page[resource.Number]](p.Users.Admin.Get("/channel/resource/page?state=assigned")).Records[0]
	if l := testkit.Data[[]resource.Line](p.Users.Admin.Put("/channel/resource/status", object{"ids": []string{held.ID}, "state": "broken"}))[0]; l.Code != 409 {
		t.Errorf("%+v", l)
	}
	if b := p.Batch(batch.ID); b.Free != 8 {
		t.Errorf("%+v", b.Counters)
	}
	reconciled(t, p)
}

// A broken number is replaced by another one of its kind, for nothing, once, by staff alone.
func TestReplacements(t *testing.T) {
	p := apptest.NewNumberFixture(t)
	batch := p.AddBatch("B1", apptest.Digits(first, 3), nil)
	who := p.Users.Direct
	id := p.Submit(who, 2, nil)
	p.Approve(id)
	mine := p.Entries(who, id)
	swap := func(entry string) resource.Line {
		return testkit.Data[[]resource.Line](p.Users.Admin.In("en_US").Put(apptest.ChannelNumber+"/replace", object{"ids": []string{entry}}))[0]
	}
	who.Put(apptest.ChannelNumber+"/replace", object{"ids": []string{mine[0].ID}}).Want(http.StatusForbidden, 403)
	for range 2 {
		if l := swap(mine[0].ID); !l.OK {
			t.Errorf("%+v", l)
		}
	}
	if l := swap(mine[1].ID); l.OK || l.Code != 409 {
		t.Errorf("there is no other number, but %+v", l)
	}
	states := map[string]int{}
	for _, e := range p.Entries(who, id) {
		states[e.State]++
	}
	if b := p.Batch(batch.ID); states["assigned"] != 2 || states["replaced"] != 1 || b.Broken != 1 || b.Assigned != 2 || b.Free != 0 {
		t.Errorf("%v, %+v", states, b.Counters)
	}
	if a, r := p.Balance(who); a != 996 || r != 0 {
		t.Errorf("%v available, %v reserved", a, r)
	}
	if o := p.Order(who, id); o.Counts["assigned"] != 2 {
		t.Errorf("%+v", o.Counts)
	}
}
