package servicestatus_test

import (
	"context"
	"testing"
	"time"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/kit/web"
	"herald/pkg/platform/servicestatus"
)

type object = map[string]any

const base = "/system/status"

// Services are judged by their queues and senders. A day keeps its worst state, and what was not judged lately is not known.
func TestServicesAreJudged(t *testing.T) {
	k := testkit.Memory(t)
	h := sessiontest.New(k)
	facts := &servicestatus.Facts{}
	s := &servicestatus.Service{DB: k.DB, Facts: func(context.Context) (*servicestatus.Facts, error) { return facts, nil }, Now: k.Now}
	server := h.Serve(t, func(a *web.API) { s.NewID = a.NewID; s.Routes(a) })
	look := func() {
		t.Helper()
		k.Clock.Add(5 * time.Minute)
		if err := s.Look(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	states := func() (map[string]servicestatus.State, servicestatus.Page) {
		k.Clock.Add(11 * time.Second) // longer than a process serves what it read
		p := testkit.Data[servicestatus.Page](server.Anonymous().Get(base))
		by := map[string]servicestatus.State{}
		for _, one := range p.Services {
			by[one.Service] = one.State
		}
		return by, p
	}
	if by, p := states(); by["api"] != "operational" || p.Checked != nil || by["payments"] != "unknown" ||
		len(by) != len(servicestatus.Services) || p.State != "unknown" {
		t.Errorf("before the first look: %v", by)
	}
	hour, minute := time.Hour, time.Minute
	facts.Queues = map[string]servicestatus.QueueFact{"send": {Oldest: &minute}, "receipt": {Waiting: 9}, "job": {Dead: 500}}
	facts.Senders = []servicestatus.SenderFact{{Channel: "whatsapp"}, {Channel: "whatsapp", Rests: true}, {Channel: "sms", Rests: true},
		{Channel: "email"}, {Channel: "email", Off: true}, {Channel: "voice", Off: true}}
	look()
	by, p := states()
	for service, want := range map[string]servicestatus.State{"whatsapp": "degraded", "sms": "disrupted", "email": "operational",
		"receipts": "operational", "payments": "operational", "api": "operational", "voice": ""} {
		if by[service] != want {
			t.Errorf("%s is %q", service, by[service])
		}
	}
	if p.State != "disrupted" || len(p.Services[0].Days) != 90 || p.Services[0].Days[0].State != "unknown" ||
		p.Services[0].Days[89].State != "operational" {
		t.Errorf("%+v", p)
	}
	facts.Senders, facts.Queues["send"] = facts.Senders[:1], servicestatus.QueueFact{Oldest: &hour}
	facts.Queues["job"] = servicestatus.QueueFact{Dead: 505}
	facts.Requests, facts.Errors = 100, 6
	look() // the second look at receipts that no consumer takes
	by, _ = states()
	for service, want := range map[string]servicestatus.State{"whatsapp": "disrupted", "receipts": "degraded", "payments": "degraded",
		"api": "degraded"} {
		if by[service] != want {
			t.Errorf("%s is %q", service, by[service])
		}
	}
	facts.Queues, facts.Errors = nil, 0
	k.Clock.Add(24 * time.Hour)
	look()
	_, p = states()
	for _, one := range p.Services {
		if one.Service == "whatsapp" && (one.State != "operational" || one.Days[88].State != "disrupted" || one.Days[89].State != "operational") {
			t.Errorf("%+v", one.Days[87:])
		}
	}
	k.Clock.Add(time.Hour)
	if by, p = states(); by["whatsapp"] != "unknown" || by["api"] != "operational" || p.State != "unknown" {
		t.Errorf("an hour later: %v %s", by, p.State)
	}
}

// Staff announce incidents in several languages; customers read them in theirs.
func TestIncidentsAreAnnounced(t *testing.T) {
	k := testkit.Memory(t)
	h := sessiontest.New(k)
	s := &servicestatus.Service{DB: k.DB, Facts: func(context.Context) (*servicestatus.Facts, error) { return &servicestatus.Facts{}, nil },
		Now: k.Now}
	server := h.Serve(t, func(a *web.API) { s.NewID = a.NewID; s.Routes(a) })
	c := h.SeedUsers(t, server)
	incident := object{"state": "disrupted", "services": []string{"payments"}, "title": object{"en_US": "Payments fail", "zh_CN": "支付异常"},
		"text": object{"en_US": "We look into it."}}
	c.Customer.Post(base+"/incident", incident).Want(403, 0)
	id := testkit.Data[servicestatus.Incident](c.Admin.Post(base+"/incident", incident)).ID
	c.Admin.Post(base+"/incident", object{"state": "maintenance", "services": []string{"api"}, "title": incident["title"],
		"text": incident["text"]}).Bad("endTime")
	c.Admin.Post(base+"/incident", object{"state": "degraded", "services": []string{"lift"}, "title": incident["title"],
		"text": incident["text"]}).Want(400, 0)
	page := func(lang string) servicestatus.Page {
		return testkit.Data[servicestatus.Page](server.Anonymous().In(lang).Get(base))
	}
	if p := page("zh_CN"); len(p.Incidents) != 1 || p.Incidents[0].Title != "支付异常" || p.Incidents[0].Text != "We look into it." ||
		!p.Incidents[0].Active {
		t.Errorf("%+v", p.Incidents)
	}
	k.Clock.Add(time.Hour)
	done := object{"id": id, "text": object{"en_US": "Solved."}, "resolved": true}
	if got := testkit.Data[servicestatus.Incident](c.Admin.Post(base+"/incident/update", done)); len(got.Updates) != 1 || got.End == nil {
		t.Errorf("%+v", got)
	}
	if p := page("en_US"); p.Incidents[0].Active || p.Incidents[0].Updates[0].Text != "Solved." {
		t.Errorf("%+v", p.Incidents)
	}
	change := object{"id": id, "state": "degraded", "services": []string{"payments"}, "title": object{"en_US": "Payments were late"},
		"text": incident["text"]}
	if got := testkit.Data[servicestatus.Incident](c.Admin.Put(base+"/incident", change)); len(got.Updates) != 1 || got.State != "degraded" {
		t.Errorf("%+v", got)
	}
	change["id"] = k.IDs.Next()
	c.Admin.Put(base+"/incident", change).Want(404, 404)
	c.Admin.Delete(base+"/incident/"+id, nil).OK()
	if p := page("en_US"); len(p.Incidents) != 0 {
		t.Errorf("%+v", p.Incidents)
	}
}

// Days on which nothing was judged are not known, and what staff announce afterwards counts on its days.
func TestNoDayIsGoodByDefault(t *testing.T) {
	k := testkit.Memory(t)
	h := sessiontest.New(k)
	s := &servicestatus.Service{DB: k.DB, Facts: func(context.Context) (*servicestatus.Facts, error) { return &servicestatus.Facts{}, nil },
		Now: k.Now}
	server := h.Serve(t, func(a *web.API) { s.NewID = a.NewID; s.Routes(a) })
	look := func(after time.Duration) {
		t.Helper()
		k.Clock.Add(after)
		if err := s.Look(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	last := func(service string) (states [5]servicestatus.State) {
		t.Helper()
		for _, one := range testkit.Data[servicestatus.Page](server.Anonymous().Get(base)).Services {
			if one.Service == service {
				for i := range states {
					states[i] = one.Days[85+i].State
				}
			}
		}
		return states
	}
	look(0)
	look(24 * time.Hour)     // no tick on a whole day
	look(3 * 24 * time.Hour) // nor on three
	for range 12 * 24 {
		look(5 * time.Minute)
	}
	if got := last("payments"); got != [5]servicestatus.State{"unknown", "unknown", "unknown", "unknown", "operational"} {
		t.Errorf("%v", got)
	}
	start := k.Now().Add(-48 * time.Hour)
	h.SeedUsers(t, server).Admin.Post(base+"/incident", object{"state": "disrupted", "services": []string{"payments"},
		"title": object{"en_US": "All was down"}, "text": object{"en_US": "Nothing answered."}, "startTime": start,
		"endTime": start.Add(time.Minute)}).OK()
	if got := last("payments"); got != [5]servicestatus.State{"unknown", "unknown", "disrupted", "unknown", "operational"} {
		t.Errorf("%v", got)
	}
	if got := last("receipts"); got[2] != "unknown" {
		t.Errorf("%v", got)
	}
}

// A new installation is judged by its first tick, and then every five minutes.
func TestTheFirstTickJudges(t *testing.T) {
	k := testkit.Memory(t)
	looks := 0
	fresh := func() *servicestatus.Service {
		return &servicestatus.Service{DB: k.DB, Now: k.Now, NewID: func(context.Context) string { return k.IDs.Next() },
			Facts: func(context.Context) (*servicestatus.Facts, error) { looks++; return &servicestatus.Facts{}, nil }}
	}
	for ; k.Now().Minute()%5 != 2; k.Clock.Add(time.Minute) {
	}
	s := fresh()
	tick := func(want int) {
		t.Helper()
		if err := s.Tick(t.Context()); err != nil || looks != want {
			t.Errorf("%d looks (%v), want %d", looks, err, want)
		}
	}
	tick(1)
	k.Clock.Add(time.Minute)
	tick(1)
	s = fresh()
	tick(1)
	k.Clock.Add(3 * time.Minute)
	tick(2)
}
