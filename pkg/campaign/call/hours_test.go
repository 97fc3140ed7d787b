package call_test

import (
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/localstack/simulators/sim"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
)

// Each person is called within the hours of its own time zone. A call outside the hours is postponed, shown as such, and made when the
// hours begin (decisions §6). Waiting costs nothing.
func TestCallsKeepTheHoursOfTheLineTheyRing(t *testing.T) {
	p := apptest.NewCallFixture(t, 20)
	who := p.Users.Direct
	p.AdvanceToNoon("America/Sao_Paulo", who, p.Users.Admin)
	p.Users.Admin.Put("/lop/system/config/window.BR", apptest.Object{"value": "11:30-20:00"}).OK()
	id := p.Submit(who, p.BrazilBody(who, nil))
	p.RunQueues()
	p.AwaitCallbacks(3)
	p.RunQueues()
	if got := p.DialledEnds(); got != "01 " {
		t.Fatalf("at noon of São Paulo %q are dialled", got)
	}
	o, now := p.Detail(who, id), p.Kit.Now()
	if o.Status != order.Sending || o.Asleep == nil || o.Asleep.Count != 2 || o.Asleep.Wakes.Before(now) ||
		o.Asleep.Wakes.After(now.Add(30*time.Minute)) {
		t.Errorf("state %d, %+v", o.Status, o.Asleep)
	}
	if w := o.Window; w == nil || w.From != "11:30" || w.To != "20:00" || !w.Open || w.OpenAll || !w.Own {
		t.Errorf("%+v", o.Window)
	}
	if got := p.Targets(who, id); got["02"].State != chunkrow.StateToSend || got["03"].State != chunkrow.StateToSend {
		t.Errorf("%+v", got)
	}
	p.PassMinute() // a minute later they sleep still
	if got := p.DialledEnds(); got != "01 " {
		t.Fatalf("a minute later %q are dialled", got)
	}
	p.Kit.Clock.Add(34 * time.Minute)
	p.PassMinute()
	p.AwaitCallbacks(3)
	p.RunQueues()
	if got := p.DialledEnds(); got != "01 02 " {
		t.Fatalf("when Manaus wakes %q are dialled", got)
	}
	if o := p.Detail(who, id); o.Asleep == nil || o.Asleep.Count != 1 {
		t.Errorf("%+v", o.Asleep)
	}
	p.Kit.Clock.Add(time.Hour)
	p.PassMinute()
	p.AwaitCallbacks(3)
	p.RunQueues()
	p.PassMinute()
	if o := p.Detail(who, id); p.DialledEnds() != "01 02 03 " || o.Status != order.Completed || o.Asleep != nil || *o.ActualCost != 1.5 ||
		p.Balance(who) != 998.5 {
		t.Errorf("%q are dialled; state %d, %v charged, balance %v", p.DialledEnds(), o.Status, o.ActualCost, p.Balance(who))
	}
}

// No call is made outside the hours of all people: the page shows until when the order waits.
func TestNoCallOutsideTheHours(t *testing.T) {
	p := apptest.NewCallFixture(t, 20)
	who := p.Users.Direct
	p.AdvanceToNoon("Asia/Jakarta", who, p.Users.Admin)
	p.Users.Admin.Put("/lop/system/config/window.ID", apptest.Object{"value": "13:00-18:00 Asia/Jakarta"}).OK()
	p.Kit.Clock.Add(2 * time.Second)
	id := p.Submit(who, p.Body(who, 2, nil, "01", "02"))
	p.RunQueues()
	p.PassMinute()
	o := p.Detail(who, id)
	if p.DialledEnds() != "" || o.Waits == nil || o.Waits.Reason != "hours" || o.Waits.Until == nil || o.Waits.Until.Before(p.Kit.Now()) ||
		o.Waits.Until.After(p.Kit.Now().Add(time.Hour)) {
		t.Errorf("%q are dialled, %+v", p.DialledEnds(), o.Waits)
	}
	p.Kit.Clock.Add(time.Hour)
	p.PassMinute()
	p.AwaitCallbacks(6)
	p.RunQueues()
	p.PassMinute()
	if o := p.Detail(who, id); len(p.DialledEnds()) != 6 || o.Status != order.Completed || *o.ActualCost != 1 {
		t.Errorf("%q are dialled; state %d, %v charged", p.DialledEnds(), o.Status, o.ActualCost)
	}
}

// An order that expires before a person's hours begin ends without that call and its cost.
func TestAnOrderOfCallsExpiresDuringLocalNight(t *testing.T) {
	p := apptest.NewCallFixture(t, 20)
	who := p.Users.Direct
	p.AdvanceToNoon("America/Sao_Paulo", who, p.Users.Admin)
	p.Users.Admin.Put("/lop/system/config/window.BR", apptest.Object{"value": "11:30-20:00"}).OK()
	id := p.Submit(who, p.BrazilBody(who, apptest.Object{"expiryType": "hours", "hours": 1}))
	p.RunQueues()
	p.AwaitCallbacks(3)
	p.RunQueues()
	p.Kit.Clock.Add(2 * time.Hour)
	p.PassMinute()
	p.PassMinute()
	p.SignIn(who)
	if o := p.Detail(who, id); p.DialledEnds() != "01 " || o.ActualCost == nil || *o.ActualCost != 0.5 || o.Calls.Answered != 1 ||
		p.Balance(who) != 999.5 {
		t.Errorf("%q are dialled; state %d, %v charged, balance %v", p.DialledEnds(), o.Status, o.ActualCost, p.Balance(who))
	}
}

// The expiry in hours counts from the start of the order, however long its review took; until then its page counts from the earliest start.
func TestTheHoursOfAnOrderBeginWithIt(t *testing.T) {
	p := apptest.NewCallFixture(t, 20)
	who, admin := p.Users.Direct, p.Users.Admin
	admin.Put("/lop/system/config/order.review.auto", apptest.Object{"value": false}).OK()
	p.Kit.Clock.Add(2 * time.Second)
	id := p.Submit(who, p.Body(who, 2, apptest.Object{"expiryType": "hours", "hours": 2}, "01"))
	ends := func(after time.Time) bool {
		d := p.Detail(who, id).Deadline
		return d != nil && d.After(after.Add(2*time.Hour-time.Minute)) && d.Before(after.Add(2*time.Hour+time.Minute))
	}
	if !ends(p.Kit.Now()) {
		t.Errorf("%v", p.Detail(who, id).Deadline)
	}
	p.Kit.Clock.Add(3 * time.Hour)
	p.PassMinute()
	p.SignIn(who, admin)
	if o := p.Detail(who, id); o.Status != order.Review || !ends(p.Kit.Now()) {
		t.Fatalf("state %d, %v", o.Status, o.Deadline)
	}
	admin.Put(apptest.CallOrder+"/review", apptest.Object{"ids": []string{id}, "pass": true}).OK()
	began := p.Kit.Now()
	p.RunQueues()
	p.AwaitCallbacks(3)
	p.RunQueues()
	p.PassMinute()
	if o := p.Detail(who, id); o.Status != order.Completed || o.Calls.Answered != 1 || !ends(began) {
		t.Errorf("state %d, %+v, %v", o.Status, o.Calls, o.Deadline)
	}
}

// An edit of the expiry alone shows on the order's page, and keeps the reservation and the recording.
func TestAnEditOfTheExpiryIsShown(t *testing.T) {
	p := apptest.NewCallFixture(t, 20)
	who := p.Users.Direct
	p.Users.Admin.Put("/lop/system/config/order.review.auto", apptest.Object{"value": false}).OK()
	p.Kit.Clock.Add(2 * time.Second)
	request := p.Body(who, 2, nil, "01", "02")
	id := p.Submit(who, request)
	before := p.Detail(who, id)
	request["id"] = id
	end := p.Kit.Now().Add(24 * time.Hour).UTC().Truncate(time.Second)
	for _, to := range []struct {
		kind  string
		hours int
		until *time.Time
	}{{"hours", 5, nil}, {"hours", 6, nil}, {"deadline", 0, &end}, {"none", 0, nil}} {
		request["expiryType"] = to.kind
		request["hours"], request["deadline"] = to.hours, to.until
		who.Put(apptest.CallOrder, request).OK()
		o := p.Detail(who, id)
		if o.ExpiryType != to.kind || o.Hours != to.hours || (o.Deadline == nil) != (to.kind == "none") || to.until != nil &&
			!o.Deadline.Equal(end) {
			t.Errorf("%+v: %s, %d, %v", to, o.ExpiryType, o.Hours, o.Deadline)
		}
		if o.Recording != before.Recording || o.FileID != before.FileID || o.EstimatedCost != before.EstimatedCost || p.Balance(who) != 999 {
			t.Errorf("%+v, balance %v", o, p.Balance(who))
		}
	}
	p.Users.Admin.Put(apptest.CallOrder+"/review",
		apptest.Object{"ids": []string{id}, "versions": apptest.Object{id: p.Detail(who, id).Version}, "pass": true}).OK()
	p.RunQueues()
	p.AwaitCallbacks(3 * 2)
	p.RunQueues()
	p.PassMinute()
	if o := p.Detail(who, id); o.Status != order.Completed || *o.ActualCost != 1 {
		t.Errorf("state %d, %v charged", o.Status, o.ActualCost)
	}
}

// The preview of a stop promises no more than the stop releases: a call that is being dialled may still use all reserved minutes.
func TestStoppingCountsWhoIsDialled(t *testing.T) {
	p := apptest.NewCallFixture(t, 1) // so the other one waits, and there is something to stop
	who := p.Users.Direct
	p.Script(sim.Rule{Suffix: "1", Outcome: "never"}, sim.Rule{Suffix: "2", Outcome: "never"})
	id := p.Submit(who, p.Body(who, 90, nil, "11", "12"))
	p.RunQueues()
	told := testkit.Data[order.Stopping](who.Get(apptest.CallOrder + "/" + id + "/stop"))
	if told.UnderWay != 1 || told.Charge.String() != "1" || told.Release.String() != "1" {
		t.Errorf("%+v", told)
	}
}

// A retry calls only the recipients that were not reached, with a reservation of its own, and the costs of both rounds add up.
func TestFailedCallsAreTriedAgain(t *testing.T) {
	p := apptest.NewCallFixture(t, 20)
	who := p.Users.Direct
	p.Script(sim.Rule{Suffix: "2", Outcome: "busy"}, sim.Rule{Suffix: "3", Outcome: "no_answer"})
	id := p.Submit(who, p.Body(who, 90, nil, "11", "12", "13"))
	p.RunQueues()
	p.AwaitCallbacks(3 + 1 + 1)
	p.RunQueues()
	p.PassMinute()
	if o := p.Detail(who, id); *o.ActualCost != 1 || o.Counts["failed"] != 2 || p.Balance(who) != 999 {
		t.Fatalf("%v charged, %v, balance %v", *o.ActualCost, o.Counts, p.Balance(who))
	}
	offered := testkit.Data[struct {
		Targets     int
		Price, Cost float64
	}](who.Get(apptest.CallOrder + "/" + id + "/retry"))
	if offered.Targets != 2 || offered.Price != 0.5 || offered.Cost != 2 {
		t.Errorf("%+v", offered)
	}
	p.Script(sim.Rule{Suffix: "3", Outcome: "no_answer"})
	who.Put(apptest.CallOrder+"/"+id+"/retry", nil).OK()
	if got := p.Balance(who); got != 997 {
		t.Errorf("two calls of two minutes are reserved: %v", got)
	}
	who.Put(apptest.CallOrder+"/"+id+"/retry", nil).Want(409, 0)
	p.RunQueues()
	p.AwaitCallbacks(3 + 1)
	p.RunQueues()
	p.PassMinute()
	o := p.Detail(who, id)
	if *o.ActualCost != 2 || p.Balance(who) != 998 || o.Calls.Answered != 2 || o.Calls.Minutes != 4 || o.Calls.NoAnswer != 1 ||
		o.Counts["read"] != 2 || o.Counts["failed"] != 1 {
		t.Errorf("%v charged, balance %v, %+v, %v", *o.ActualCost, p.Balance(who), o.Calls, o.Counts)
	}
	if got := p.Targets(who, id); len(got) != 3 || got["12"].State != chunkrow.StateRead || got["12"].Call == nil ||
		got["12"].Call.Minutes != 2 {
		t.Errorf("%+v", got)
	}
}
