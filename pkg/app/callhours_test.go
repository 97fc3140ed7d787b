package app

import (
	"testing"
	"time"

	"herald/localstack/simulators/sim"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/testkit"
	"herald/pkg/platform/country"
	"herald/pkg/platform/session/sessiontest"
)

// awake signs people in anew whose session the clock has outrun.
func (p *callers) awake(who ...*sessiontest.Actor) {
	p.Helper()
	house := &sessiontest.Fixture{Env: p.k, Users: p.e.Users(), Session: p.e.Sessions()}
	for _, one := range who {
		one.Token = house.SignIn(p, p.s, one.User.Login)
	}
}

// noon lets the clock come to the next noon of a place, and signs in anew who acts there.
func (p *callers) noon(zone string, who ...*sessiontest.Actor) {
	p.Helper()
	place, err := country.Location(zone)
	if err != nil {
		p.Fatal(err)
	}
	now := p.k.Now().In(place)
	noon := time.Date(now.Year(), now.Month(), now.Day(), 12, 0, 0, 0, place)
	if noon.Before(now) {
		noon = noon.AddDate(0, 0, 1)
	}
	p.k.Clock.Add(noon.Sub(now))
	p.awake(who...)
}

// abroad is an order of calls to São Paulo, Manaus (an hour behind it) and Rio Branco (two hours).
func (p *callers) abroad(who *sessiontest.Actor, more obj) obj {
	p.Helper()
	p.c.Admin.Put("/lop/system/config/call.countries", obj{"value": "ID,BR"}).OK()
	p.k.Clock.Add(2 * time.Second)
	rows := "phoneNumber\n5511987654301\n5592987654302\n5568987654303\n"
	file := testkit.Data[struct{ ID string }](who.Upload("/uf/uploadfile", "file", "n.csv", "text/csv", []byte(rows))).ID
	body := obj{"countryCode": "BR", "fileId": file}
	for k, v := range more {
		body[k] = v
	}
	return p.wish(who, 2, body, "01")
}

// dialled are the ends of the numbers that were called.
func (p *callers) dialled() string {
	p.Helper()
	all, _ := p.sim.Calls()
	ends := ""
	for _, c := range all {
		ends += c.To[len(c.To)-2:] + " "
	}
	return ends
}

// Everybody is dialled by the clock of its own zone: who sleeps is put off and told as asleep, and dialled when its hours begin (decisions
// §6). Nobody is charged for waiting.
func TestCallsKeepTheHoursOfTheLineTheyRing(t *testing.T) {
	p := mustCallers(t, 20)
	who := p.c.Direct
	p.noon("America/Sao_Paulo", who, p.c.Admin)
	p.c.Admin.Put("/lop/system/config/window.BR", obj{"value": "11:30-20:00"}).OK()
	id := p.ordered(who, p.abroad(who, nil))
	p.works()
	p.hears(3)
	p.works()
	if got := p.dialled(); got != "01 " {
		t.Fatalf("at noon of São Paulo %q are dialled", got)
	}
	o, now := p.show(who, id), p.k.Now()
	if o.Status != order.Sending || o.Asleep == nil || o.Asleep.Count != 2 || o.Asleep.Wakes.Before(now) ||
		o.Asleep.Wakes.After(now.Add(30*time.Minute)) {
		t.Errorf("state %d, %+v", o.Status, o.Asleep)
	}
	if w := o.Window; w == nil || w.From != "11:30" || w.To != "20:00" || !w.Open || w.OpenAll || !w.Own {
		t.Errorf("%+v", o.Window)
	}
	if got := p.targets(who, id); got["02"].State != dispatch.StateToSend || got["03"].State != dispatch.StateToSend {
		t.Errorf("%+v", got)
	}
	p.settles() // a minute later they sleep still
	if got := p.dialled(); got != "01 " {
		t.Fatalf("a minute later %q are dialled", got)
	}
	p.k.Clock.Add(34 * time.Minute)
	p.settles()
	p.hears(3)
	p.works()
	if got := p.dialled(); got != "01 02 " {
		t.Fatalf("when Manaus wakes %q are dialled", got)
	}
	if o := p.show(who, id); o.Asleep == nil || o.Asleep.Count != 1 {
		t.Errorf("%+v", o.Asleep)
	}
	p.k.Clock.Add(time.Hour)
	p.settles()
	p.hears(3)
	p.works()
	p.settles()
	if o := p.show(who, id); p.dialled() != "01 02 03 " || o.Status != order.Completed || o.Asleep != nil || *o.ActualCost != 1.5 ||
		p.balance(who) != 998.5 {
		t.Errorf("%q are dialled; state %d, %v charged, balance %v", p.dialled(), o.Status, o.ActualCost, p.balance(who))
	}
}

// Where nobody is in its hours nobody is dialled: the page says until when the order waits.
func TestNobodyIsCalledOutsideTheHours(t *testing.T) {
	p := mustCallers(t, 20)
	who := p.c.Direct
	p.noon("Asia/Jakarta", who, p.c.Admin)
	p.c.Admin.Put("/lop/system/config/window.ID", obj{"value": "13:00-18:00 Asia/Jakarta"}).OK()
	p.k.Clock.Add(2 * time.Second)
	id := p.ordered(who, p.wish(who, 2, nil, "01", "02"))
	p.works()
	p.settles()
	o := p.show(who, id)
	if p.dialled() != "" || o.Waits == nil || o.Waits.Reason != "hours" || o.Waits.Until == nil || o.Waits.Until.Before(p.k.Now()) ||
		o.Waits.Until.After(p.k.Now().Add(time.Hour)) {
		t.Errorf("%q are dialled, %+v", p.dialled(), o.Waits)
	}
	p.k.Clock.Add(time.Hour)
	p.settles()
	p.hears(6)
	p.works()
	p.settles()
	if o := p.show(who, id); len(p.dialled()) != 6 || o.Status != order.Completed || *o.ActualCost != 1 {
		t.Errorf("%q are dialled; state %d, %v charged", p.dialled(), o.Status, o.ActualCost)
	}
}

// An order that has expired before somebody's hours begin ends without calling him, and he is not paid for.
func TestAnOrderOfCallsExpiresWhileSomebodySleeps(t *testing.T) {
	p := mustCallers(t, 20)
	who := p.c.Direct
	p.noon("America/Sao_Paulo", who, p.c.Admin)
	p.c.Admin.Put("/lop/system/config/window.BR", obj{"value": "11:30-20:00"}).OK()
	id := p.ordered(who, p.abroad(who, obj{"expiryType": "hours", "hours": 1}))
	p.works()
	p.hears(3)
	p.works()
	p.k.Clock.Add(2 * time.Hour)
	p.settles()
	p.settles()
	p.awake(who)
	if o := p.show(who, id); p.dialled() != "01 " || o.ActualCost == nil || *o.ActualCost != 0.5 || o.Calls.Answered != 1 ||
		p.balance(who) != 999.5 {
		t.Errorf("%q are dialled; state %d, %v charged, balance %v", p.dialled(), o.Status, o.ActualCost, p.balance(who))
	}
}

// The hours of an order count from when it begins, however long it was reviewed; until then its page reckons them from the earliest start.
func TestTheHoursOfAnOrderBeginWithIt(t *testing.T) {
	p := mustCallers(t, 20)
	who, admin := p.c.Direct, p.c.Admin
	admin.Put("/lop/system/config/order.review.auto", obj{"value": false}).OK()
	p.k.Clock.Add(2 * time.Second)
	id := p.ordered(who, p.wish(who, 2, obj{"expiryType": "hours", "hours": 2}, "01"))
	ends := func(after time.Time) bool {
		d := p.show(who, id).Deadline
		return d != nil && d.After(after.Add(2*time.Hour-time.Minute)) && d.Before(after.Add(2*time.Hour+time.Minute))
	}
	if !ends(p.k.Now()) {
		t.Errorf("%v", p.show(who, id).Deadline)
	}
	p.k.Clock.Add(3 * time.Hour)
	p.settles()
	p.awake(who, admin)
	if o := p.show(who, id); o.Status != order.Review || !ends(p.k.Now()) {
		t.Fatalf("state %d, %v", o.Status, o.Deadline)
	}
	admin.Put(callOrder+"/review", obj{"ids": []string{id}, "pass": true}).OK()
	began := p.k.Now()
	p.works()
	p.hears(3)
	p.works()
	p.settles()
	if o := p.show(who, id); o.Status != order.Completed || o.Calls.Answered != 1 || !ends(began) {
		t.Errorf("state %d, %+v, %v", o.Status, o.Calls, o.Deadline)
	}
}

// An edit of its expiry alone is told by the page of an order, which keeps its reservation and what it plays.
func TestAnEditOfTheExpiryIsShown(t *testing.T) {
	p := mustCallers(t, 20)
	who := p.c.Direct
	p.c.Admin.Put("/lop/system/config/order.review.auto", obj{"value": false}).OK()
	p.k.Clock.Add(2 * time.Second)
	wish := p.wish(who, 2, nil, "01", "02")
	id := p.ordered(who, wish)
	before := p.show(who, id)
	wish["id"] = id
	end := p.k.Now().Add(24 * time.Hour).UTC().Truncate(time.Second)
	for _, to := range []struct {
		kind  string
		hours int
		until *time.Time
	}{{"hours", 5, nil}, {"hours", 6, nil}, {"deadline", 0, &end}, {"none", 0, nil}} {
		wish["expiryType"] = to.kind
		wish["hours"], wish["deadline"] = to.hours, to.until
		who.Put(callOrder, wish).OK()
		o := p.show(who, id)
		if o.ExpiryType != to.kind || o.Hours != to.hours || (o.Deadline == nil) != (to.kind == "none") || to.until != nil &&
			!o.Deadline.Equal(end) {
			t.Errorf("%+v: %s, %d, %v", to, o.ExpiryType, o.Hours, o.Deadline)
		}
		if o.Recording != before.Recording || o.FileID != before.FileID || o.EstimatedCost != before.EstimatedCost || p.balance(who) != 999 {
			t.Errorf("%+v, balance %v", o, p.balance(who))
		}
	}
	p.c.Admin.Put(callOrder+"/review", obj{"ids": []string{id}, "versions": obj{id: p.show(who, id).Version}, "pass": true}).OK()
	p.works()
	p.hears(3 * 2)
	p.works()
	p.settles()
	if o := p.show(who, id); o.Status != order.Completed || *o.ActualCost != 1 {
		t.Errorf("state %d, %v charged", o.Status, o.ActualCost)
	}
}

// Stopping promises back no more than it gives: who is being dialled may still talk for all minutes that are reserved.
func TestStoppingCountsWhoIsDialled(t *testing.T) {
	p := mustCallers(t, 1) // so the other one waits, and there is something to stop
	who := p.c.Direct
	p.script(sim.Rule{Suffix: "1", Outcome: "never"}, sim.Rule{Suffix: "2", Outcome: "never"})
	id := p.ordered(who, p.wish(who, 90, nil, "11", "12"))
	p.works()
	told := testkit.Data[order.Stopping](who.Get(callOrder + "/" + id + "/stop"))
	if told.UnderWay != 1 || told.Charge.String() != "1" || told.Release.String() != "1" {
		t.Errorf("%+v", told)
	}
}

// Who was not reached is called again for credit of its own; who was is not, and what both rounds cost adds up.
func TestFailedCallsAreTriedAgain(t *testing.T) {
	p := mustCallers(t, 20)
	who := p.c.Direct
	p.script(sim.Rule{Suffix: "2", Outcome: "busy"}, sim.Rule{Suffix: "3", Outcome: "no_answer"})
	id := p.ordered(who, p.wish(who, 90, nil, "11", "12", "13"))
	p.works()
	p.hears(3 + 1 + 1)
	p.works()
	p.settles()
	if o := p.show(who, id); *o.ActualCost != 1 || o.Counts["failed"] != 2 || p.balance(who) != 999 {
		t.Fatalf("%v charged, %v, balance %v", *o.ActualCost, o.Counts, p.balance(who))
	}
	offered := testkit.Data[struct {
		Targets     int
		Price, Cost float64
	}](who.Get(callOrder + "/" + id + "/retry"))
	if offered.Targets != 2 || offered.Price != 0.5 || offered.Cost != 2 {
		t.Errorf("%+v", offered)
	}
	p.script(sim.Rule{Suffix: "3", Outcome: "no_answer"})
	who.Put(callOrder+"/"+id+"/retry", nil).OK()
	if got := p.balance(who); got != 997 {
		t.Errorf("two calls of two minutes are reserved: %v", got)
	}
	who.Put(callOrder+"/"+id+"/retry", nil).Want(409, 0)
	p.works()
	p.hears(3 + 1)
	p.works()
	p.settles()
	o := p.show(who, id)
	if *o.ActualCost != 2 || p.balance(who) != 998 || o.Calls.Answered != 2 || o.Calls.Minutes != 4 || o.Calls.NoAnswer != 1 ||
		o.Counts["read"] != 2 || o.Counts["failed"] != 1 {
		t.Errorf("%v charged, balance %v, %+v, %v", *o.ActualCost, p.balance(who), o.Calls, o.Counts)
	}
	if got := p.targets(who, id); len(got) != 3 || got["12"].State != dispatch.StateRead || got["12"].Call == nil ||
		got["12"].Call.Minutes != 2 {
		t.Errorf("%+v", got)
	}
}
