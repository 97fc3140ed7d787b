package channelorder_test

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/campaign/channelorder"
	"herald/pkg/campaign/order"
)

// An order is edited while it holds the stock itself: its own numbers are there for it, and it keeps them.
func TestAnEditCountsTheNumbersOfTheOrder(t *testing.T) {
	for _, pick := range []object{{"pick": "random"}, {"pick": "consecutive"}, {"pick": "segment", "segment": "5511987650"}} {
		p := apptest.NewNumberFixture(t)
		batch := p.AddBatch("B1", apptest.Digits(first, 24), nil)
		who := p.Users.Direct
		id := p.Submit(who, 20, pick)
		edit := func(n int, more object) *testkit.Answer {
			b := p.Request(n, pick)
			for k, v := range more {
				b[k] = v
			}
			b["id"] = id
			return who.Put(apptest.ChannelOrder, b)
		}
		for own, stock := range map[string]int{"": 4, id: 24} {
			e := testkit.Data[order.Estimate](who.Post(apptest.ChannelOrder+"/estimate", p.Request(1, object{"pick": pick["pick"],
				"segment": pick["segment"], "orderId": own})))
			if e.Stock == nil || *e.Stock != stock {
				t.Errorf("%v: the estimate tells of %v, not of %d", pick, e.Stock, stock)
			}
		}
		p.Users.Customer.Post(apptest.ChannelOrder+"/estimate", p.Request(1, object{"orderId": id})).Want(http.StatusNotFound, 404)
		edit(25, nil).Want(http.StatusPaymentRequired, 40202)
		edit(20, object{"quality": "low"}).Want(http.StatusPaymentRequired, 40202)
		edit(24, nil).OK()
		p.RunQueues()
		if b := p.Batch(batch.ID); b.Reserved != 24 || b.Free != 0 {
			t.Errorf("%v: %+v", pick, b.Counters)
		}
		held := reservedOf(t, p, id)
		edit(7, nil).OK()
		p.RunQueues()
		p.PassMinute()
		if b := p.Batch(batch.ID); b.Reserved != 7 || b.Free != 17 {
			t.Errorf("%v: %+v", pick, b.Counters)
		}
		if now := reservedOf(t, p, id); len(now) != 7 || slices.ContainsFunc(now, func(d string) bool { return !slices.Contains(held, d) }) {
			t.Errorf("%v: %v of %v", pick, now, held)
		}
		read := object{"ids": []string{id}, "pass": true, "versions": object{id: p.Order(who, id).Version}}
		p.Users.Admin.Put(apptest.ChannelOrder+"/review", read).OK()
		p.RunQueues()
		if o := p.Order(who, id); o.Status != order.Completed || len(p.Entries(who, id)) != 7 {
			t.Errorf("%v: state %d, %s", pick, o.Status, o.Reason)
		}
		if a, r := p.Balance(who); a != 986 || r != 0 {
			t.Errorf("%v: %v available, %v reserved", pick, a, r)
		}
	}
}

func reservedOf(t *testing.T, p *apptest.NumberFixture, id string) (digits []string) {
	t.Helper()
	r := app.ChannelOrders(p.Env)
	o, _, err := r.Flow.Orders.Get(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	all, err := r.Numbers.Reserved(t.Context(), id+"."+strconv.Itoa(o.Gen))
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range all {
		digits = append(digits, n.PhoneNumber)
	}
	return digits
}

// An order without a review, or that stays paused, holds its numbers for channel.hold.hours, which an edit does not prolong. It is
// cancelled then with a reason, and its numbers and its credit are free again.
func TestAReservationEnds(t *testing.T) {
	p := apptest.NewNumberFixture(t)
	batch := p.AddBatch("B1", apptest.Digits(first, 30), nil)
	admin, who := p.Users.Admin, p.Users.Direct
	admin.Put("/lop/system/config/channel.hold.hours", object{"value": 1}).OK()
	waits, edited := p.Submit(who, 5, nil), p.Submit(who, 6, nil)
	later := p.Submit(who, 7, object{"startTime": p.Kit.Now().Add(30 * time.Minute)})
	paused := p.Submit(who, 8, object{"startTime": p.Kit.Now().Add(2 * time.Minute)})
	p.Approve(paused)
	who.Put(apptest.ChannelOrder+"/"+paused+"/pause", nil).OK()
	p.Kit.Clock.Add(55 * time.Minute)
	p.PassMinute()
	who.Put(apptest.ChannelOrder, p.Request(4, object{"id": edited})).OK()
	p.RunQueues()
	if b := p.Batch(batch.ID); b.Reserved != 24 || b.Free != 6 {
		t.Errorf("before the end %+v", b.Counters)
	}
	p.Kit.Clock.Add(8 * time.Minute)
	p.PassMinute()
	p.PassMinute()
	for _, id := range []string{waits, edited, paused} {
		if o := p.Order(who, id); o.Status != order.Cancelled || !strings.HasPrefix(o.Reason, "The time to hold") {
			t.Errorf("state %d: %q", o.Status, o.Reason)
		}
	}
	if o := p.Order(who, later); o.Status != order.Review || o.Deadline == nil {
		t.Errorf("the order of a later start is in state %d", o.Status)
	}
	if b := p.Batch(batch.ID); b.Reserved != 7 || b.Free != 23 {
		t.Errorf("after the end %+v", b.Counters)
	}
	if a, r := p.Balance(who); a != 986 || r != 14 {
		t.Errorf("%v available, %v reserved", a, r)
	}
	p.Kit.Clock.Add(30 * time.Minute) // a review that comes before the tick is too late
	line := testkit.Data[[]order.ReviewLine](admin.In("en_US").Put(apptest.ChannelOrder+"/review",
		object{"ids": []string{later}, "pass": true, "versions": object{later: 1}}))[0]
	if line.OK || line.Code != 409 || !strings.HasPrefix(line.Message, "The time to hold") {
		t.Errorf("%+v", line)
	}
	p.PassMinute()
	if b := p.Batch(batch.ID); b.Reserved != 0 || b.Free != 30 {
		t.Errorf("%+v", b.Counters)
	}
	reconciled(t, p)
}

// No number is handed out after the last day of its batch: the order gets others, or fails and costs nothing.
func TestNumbersOfAnEndedBatch(t *testing.T) {
	p := apptest.NewNumberFixture(t)
	old := p.AddBatch("OLD", apptest.Digits(first, 20), nil)
	who := p.Users.Direct
	served, short := p.Submit(who, 10, nil), p.Submit(who, 10, object{"batchNo": "OLD"})
	fresh := p.AddBatch("NEW", apptest.Digits(first+100, 10), nil)
	p.Users.Admin.Put(apptest.NumberBatch, object{"id": old.ID, "from": "2000-01-01", "until": "2000-01-02"}).OK()
	p.Approve(served)
	p.Approve(short)
	if o, mine := p.Order(who, served), p.Entries(who, served); o.Status != order.Completed || len(mine) != 10 ||
		slices.ContainsFunc(mine, func(e channelorder.Entry) bool { return e.BatchNo != "NEW" }) {
		t.Errorf("state %d with %+v", o.Status, mine)
	}
	if o := p.Order(who, short); o.Status != order.Failed || o.Reason == "" || len(p.Entries(who, short)) != 0 {
		t.Errorf("state %d: %s", o.Status, o.Reason)
	}
	p.PassMinute()
	if b := p.Batch(old.ID); b.Free != 20 || b.Assigned != 0 {
		t.Errorf("%+v", b.Counters)
	}
	if b := p.Batch(fresh.ID); b.Assigned != 10 {
		t.Errorf("%+v", b.Counters)
	}
	if a, r := p.Balance(who); a != 980 || r != 0 {
		t.Errorf("%v available, %v reserved", a, r)
	}
}

// The longest hold is one that an order may have: its deadline is at most 7 days after its start.
func TestTheLongestHoldIsADeadline(t *testing.T) {
	p := apptest.NewNumberFixture(t)
	p.AddBatch("B1", apptest.Digits(first, 2), nil)
	const hold = "/lop/system/config/channel.hold.hours"
	p.Users.Admin.Put(hold, object{"value": 169}).Bad("value")
	p.Users.Admin.Put(hold, object{"value": 168}).OK()
	p.Kit.Clock.Add(2 * time.Minute)
	p.Submit(p.Users.Direct, 1, nil)
}
