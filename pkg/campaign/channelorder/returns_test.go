package channelorder_test

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/campaign/channelorder"
	"herald/pkg/campaign/order"
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

// The hours to return a number begin when its order is settled: they do not run while the order is paused between two numbers.
func TestReturnsOfAnOrderThatWasPaused(t *testing.T) {
	p := apptest.NewNumberFixture(t)
	p.AddBatch("B1", apptest.Digits(first, 12), nil)
	admin, who := p.Users.Admin, p.Users.Direct
	admin.Put("/lop/system/config/channel.return.hours", object{"value": 1}).OK()
	id := p.Submit(who, 12, nil)
	admin.Put(apptest.ChannelOrder+"/review", object{"ids": []string{id}, "pass": true}).OK()
	r := app.ChannelOrders(p.Env)
	o, _, err := r.Flow.Orders.Get(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	steps := 0
	p.CutStorage(func(call string) error {
		if call == "transact" {
			if steps++; steps > 1 {
				return errors.New("the database does not answer")
			}
		}
		return nil
	})
	if err := r.Work(t.Context(), o, order.Begins); err == nil {
		t.Fatal("the work did not break")
	}
	p.CutStorage(nil)
	who.Put(apptest.ChannelOrder+"/"+id+"/pause", nil).OK()
	p.RunQueues()
	for range 2 { // no session sleeps that long
		p.Kit.Clock.Add(40 * time.Minute)
		p.Order(who, id)
	}
	give := func(entry string) resource.Line {
		return testkit.Data[[]resource.Line](who.In("en_US").Put(apptest.ChannelNumber+"/return", object{"ids": []string{entry}}))[0]
	}
	early := p.Entries(who, id)
	if len(early) == 0 || len(early) == 12 || early[0].ReturnUntil != nil {
		t.Fatalf("%+v", early)
	}
	if l := give(early[0].ID); l.OK || l.Code != 409 || strings.Contains(l.Message, "is over") {
		t.Errorf("%+v", l)
	}
	who.Put(apptest.ChannelOrder+"/"+id+"/start", nil).OK()
	p.RunQueues()
	all := p.Entries(who, id)
	if o := p.Order(who, id); o.Status != order.Completed || len(all) != 12 ||
		slices.ContainsFunc(all, func(e channelorder.Entry) bool { return e.ReturnUntil == nil }) {
		t.Errorf("state %d: %+v", o.Status, all)
	}
	if l := give(early[0].ID); !l.OK {
		t.Errorf("%+v", l)
	}
	admin.Put("/lop/system/config/channel.return.hours", object{"value": 0}).OK()
	if l := give(early[1].ID); l.OK || !strings.Contains(l.Message, "is over") {
		t.Errorf("%+v", l)
	}
}
