package lead_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"herald/internal/testkit"
	"herald/pkg/audience/lead"
	"herald/pkg/audience/saleschannel"
	"herald/pkg/audience/visitor"
	"herald/pkg/kit/web"
	"herald/pkg/platform/notice"
)

// A lead is added, assigned, followed up and lost, and each step stands in its history.
func TestTheLifeOfALead(t *testing.T) {
	w := open(t)
	l := w.add(w.Direct, w.shops, "message", "Call me", "email", "Ada@Lima.com")
	if l.Joined || l.Status != lead.New || l.PhoneNumber != "5511987654321" || l.CountryCode != "BR" || l.Email != "ada@lima.com" ||
		l.Source != lead.ByHand || l.Convertible || l.CustomerID != w.Direct.User.ID {
		t.Fatalf("%+v", l)
	}
	at := w.k.Now().Add(time.Hour).UTC().Truncate(time.Second)
	w.Direct.Put("/channel/lead/"+l.ID+"/assign", object{"userId": w.Direct.User.ID}).OK()
	w.Direct.Post("/channel/lead/"+l.ID+"/note", object{"text": "wants a price"}).OK()
	w.Direct.Put("/channel/lead/"+l.ID+"/next", object{"nextTime": at}).OK()
	w.Direct.Put("/channel/lead", object{"id": l.ID, "name": "Ada", "phoneNumber": phoneOf(1)}).OK()
	w.Direct.Put("/channel/lead/status", object{"id": l.ID, "status": "contacted"}).OK()
	w.Direct.Put("/channel/lead/status", object{"id": l.ID, "status": "lost", "reason": "too dear"}).OK()
	d := w.get(w.Direct, l.ID)
	if d.Name != "Ada" || d.PhoneNumber != phoneOf(1) || d.Email != "" || d.Status != lead.Lost || d.LostReason != "too dear" ||
		d.NextTime != nil || d.AssigneeName != w.Direct.User.Name || !slices.Equal(d.Next, []string{lead.Contacted}) {
		t.Errorf("%+v", d)
	}
	var kinds []string
	for _, x := range d.History {
		kinds = append(kinds, x.Kind)
	}
	if want := []string{"status", "status", "edited", "next", "note", "assigned", "created"}; !slices.Equal(kinds, want) {
		t.Errorf("%v", kinds)
	}
	if n := d.History[4]; n.Text != "wants a price" || n.Name != w.Direct.User.Name {
		t.Errorf("%+v", n)
	}
	if p := w.page(w.Direct, "status=lost&phoneNumber=5432&channelName=spring"); p.Total != 1 {
		t.Errorf("%+v", p)
	}
	// The number that was corrected is free again.
	if other := w.add(w.Direct, w.shops, "name", "Bia"); other.Joined {
		t.Errorf("%+v", other)
	}
	w.Direct.Put("/channel/lead", object{"id": l.ID, "name": "Ada", "phoneNumber": "5511987654321"}).Want(409, 409)
}

// Every field has its bound.
func TestFieldsOfALead(t *testing.T) {
	w := open(t)
	body := func(more ...any) object {
		return with(object{"channelId": w.shops.ID, "name": "Ada", "phoneNumber": "5511987654321"}, more...)
	}
	for _, c := range []struct {
		field string
		value any
	}{{"name", ""}, {"name", strings.Repeat("n", 51)}, {"phoneNumber", "11987654321x"}, {"phoneNumber", "+551"}, {"phoneNumber", ""},
		{"email", "ada@"}, {"message", strings.Repeat("m", 1001)}} {
		w.Direct.Post("/channel/lead", body(c.field, c.value)).Bad(c.field)
	}
	w.Direct.Post("/channel/lead", body("channelId", w.agents.ID)).Want(404, 404)
	l := w.add(w.Direct, w.shops, "name", strings.Repeat("好", 50), "message", strings.Repeat("好", 1000))
	w.Direct.Post("/channel/lead/"+l.ID+"/note", object{"text": " "}).Bad("text")
	w.Direct.Post("/channel/lead/"+l.ID+"/note", object{"text": strings.Repeat("n", 2001)}).Bad("text")
	w.Direct.Post("/channel/lead/"+l.ID+"/note", object{"text": strings.Repeat("n", 2000)}).OK()
	w.Direct.Put("/channel/lead/status", object{"id": l.ID, "status": "lost"}).Bad("reason")
	w.Direct.Put("/channel/lead/status", object{"id": l.ID, "status": "lost", "reason": strings.Repeat("r", 201)}).Bad("reason")
	w.Direct.Put("/channel/lead/status", object{"id": l.ID, "status": "gone"}).Bad("status")
	for _, at := range []time.Time{w.k.Now().Add(-time.Minute), w.k.Now().AddDate(2, 1, 0)} {
		w.Direct.Put("/channel/lead/"+l.ID+"/next", object{"nextTime": at}).Bad("nextTime")
	}
}

// A lead can have 500 notes.
func TestNotesOfALead(t *testing.T) {
	w := open(t)
	l := w.add(w.Direct, w.shops)
	for range 500 {
		w.Direct.Post("/channel/lead/"+l.ID+"/note", object{"text": "n"}).OK()
	}
	w.Direct.Post("/channel/lead/"+l.ID+"/note", object{"text": "n"}).Want(409, 409)
	if d := w.get(w.Direct, l.ID); len(d.History) != 501 {
		t.Error(len(d.History))
	}
}

// States change as the table says. A lead of a customer is marked as converted; one of the platform is not.
func TestStatesOfALead(t *testing.T) {
	w := open(t)
	allowed := map[string]string{"new": "contacted qualified converted lost", "contacted": "qualified converted lost",
		"qualified": "contacted converted lost", "lost": "contacted", "converted": ""}
	path := map[string][]string{"new": nil, "contacted": {"contacted"}, "qualified": {"qualified"}, "lost": {"lost"}, "converted": {"converted"}}
	n := 0
	for from, to := range allowed {
		for _, status := range []string{"new", "contacted", "qualified", "converted", "lost"} {
			n++
			l := w.add(w.Direct, w.shops, "phoneNumber", phoneOf(n))
			for _, s := range path[from] {
				w.Direct.Put("/channel/lead/status", object{"id": l.ID, "status": s, "reason": "r"}).OK()
			}
			a := w.Direct.Put("/channel/lead/status", object{"id": l.ID, "status": status, "reason": "r"})
			if want := slices.Contains(strings.Fields(to), status); (a.Status == 200) != want || !want && a.Status != 409 {
				t.Errorf("%s to %s: %d", from, status, a.Status)
			}
		}
	}
	l := w.add(w.sales, w.platform)
	w.sales.Put("/channel/lead/status", object{"id": l.ID, "status": "converted"}).Want(409, 409)
	// A lead that has ended has no next date.
	w.sales.Put("/channel/lead/status", object{"id": l.ID, "status": "lost", "reason": "r"}).OK()
	w.sales.Put("/channel/lead/"+l.ID+"/next", object{"nextTime": w.k.Now().Add(time.Hour)}).Want(409, 409)
}

// A person is one lead of a tenant: by the form in which WhatsApp knows the number, or by the address. Other tenants have their own.
func TestDuplicatesJoin(t *testing.T) {
	w := open(t)
	l := w.add(w.Direct, w.shops, "phoneNumber", "+55 11 98765-4321")
	for _, more := range [][]any{{"phoneNumber", "+55 11 8765-4321"}, {"phoneNumber", "005511987654321", "email", "ada@lima.com"},
		{"phoneNumber", "", "email", "ADA@LIMA.COM"}} {
		if a := w.add(w.Direct, w.shops, append(more, "message", "again")...); !a.Joined || a.ID != l.ID {
			t.Errorf("%v: %+v", more, a)
		}
	}
	d := w.get(w.Direct, l.ID)
	if d.Again != 3 || d.Email != "ada@lima.com" || d.Message != "again" || len(d.History) != 4 || w.page(w.Direct, "").Total != 1 {
		t.Errorf("%+v", d)
	}
	if other := w.add(w.Agent, w.agents); other.Joined {
		t.Errorf("%+v", other)
	}
	// A lost lead that comes again is new; one that became a customer stays.
	w.Direct.Put("/channel/lead/status", object{"id": l.ID, "status": "lost", "reason": "r"}).OK()
	w.add(w.Direct, w.shops)
	if d := w.get(w.Direct, l.ID); d.Status != lead.New || d.LostReason != "" {
		t.Errorf("%+v", d)
	}
	w.Direct.Put("/channel/lead/status", object{"id": l.ID, "status": "converted"}).OK()
	w.add(w.Direct, w.shops)
	if d := w.get(w.Direct, l.ID); d.Status != lead.Converted || d.Again != 5 {
		t.Errorf("%+v", d)
	}
}

// Overdue leads come first, then those with a later date, then the newest without one.
func TestOrderOfLeads(t *testing.T) {
	w := open(t)
	var ids []string
	for n := range 4 {
		ids = append(ids, w.add(w.Direct, w.shops, "phoneNumber", phoneOf(n)).ID)
		w.k.Clock.Add(time.Second)
	}
	w.Direct.Put("/channel/lead/"+ids[0]+"/next", object{"nextTime": w.k.Now().Add(3 * time.Hour)}).OK()
	w.Direct.Put("/channel/lead/"+ids[1]+"/next", object{"nextTime": w.k.Now().Add(time.Hour)}).OK()
	w.pass(2 * time.Hour)
	var got []string
	p := w.page(w.Direct, "")
	for _, l := range p.Records {
		got = append(got, l.ID)
	}
	if want := []string{ids[1], ids[0], ids[3], ids[2]}; !slices.Equal(got, want) || !p.Records[0].Overdue || p.Records[1].Overdue {
		t.Errorf("%v instead of %v", got, want)
	}
	if due := w.page(w.Direct, "nextTimeEnd="+w.k.Now().UTC().Format(time.RFC3339)); due.Total != 1 || due.Records[0].ID != ids[1] {
		t.Errorf("%+v", due)
	}
}

// The assignee, else the owner, is notified once when the date comes. The notice does not name the person.
func TestADueLeadIsTold(t *testing.T) {
	w := open(t)
	l := w.add(w.Direct, w.shops)
	w.Direct.Put("/channel/lead/"+l.ID+"/next", object{"nextTime": w.k.Now().Add(time.Hour)}).OK()
	due := func() (n int) {
		for range 2 {
			if err := w.leads().Tick(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		for _, r := range testkit.Data[web.Page[notice.Message]](w.Direct.Get("/im/notice/messages?size=50")).Records {
			if strings.Contains(r.Link, l.ID) {
				n++
				if strings.Contains(r.Content, "Ada") || !strings.Contains(r.Content, "Spring fair") {
					t.Errorf("%+v", r)
				}
			}
		}
		return n
	}
	if n := due(); n != 0 {
		t.Errorf("%d notices too early", n)
	}
	w.pass(2 * time.Hour)
	if n := due(); n != 1 {
		t.Errorf("%d notices", n)
	}
}

// leads is the module as the janitor has it.
func (w *world) leads() *lead.Service {
	for _, m := range channelModules(w) {
		if s, ok := m.(*lead.Service); ok {
			return s
		}
	}
	w.Fatal("no module of leads")
	return nil
}

// Each user sees the leads of its scope; others are the 404 fault.
func TestScopes(t *testing.T) {
	w := open(t)
	mine := w.channel(w.Customer)
	l := w.add(w.Customer, mine)
	below := w.channel(w.Secondary)
	own := w.add(w.Secondary, below, "phoneNumber", phoneOf(7))
	for who, want := range map[*testkit.Client]int{w.Customer.Client: 2, w.Agent.Client: 2, w.Secondary.Client: 1, w.Admin.Client: 2,
		w.OtherAgent.Client: 0, w.Direct.Client: 0} {
		if got := testkit.Data[web.Page[lead.Lead]](who.Get("/channel/lead/page")).Total; got != want {
			t.Errorf("%d instead of %d", got, want)
		}
	}
	w.Secondary.Get("/channel/lead/"+l.ID).Want(404, 404)
	// The assignee sees the lead while it is assigned.
	w.Customer.Put("/channel/lead/"+l.ID+"/assign", object{"userId": w.Secondary.User.ID}).OK()
	w.Secondary.Post("/channel/lead/"+l.ID+"/note", object{"text": "called"}).OK()
	w.Customer.Put("/channel/lead/"+l.ID+"/assign", object{"userId": ""}).OK()
	w.Secondary.Get("/channel/lead/"+l.ID).Want(404, 404)
	w.Customer.Put("/channel/lead/"+l.ID+"/assign", object{"userId": w.Direct.User.ID}).Want(404, 404)
	w.Customer.Put("/channel/lead/"+own.ID+"/assign", object{"userId": w.OtherSecondary.User.ID}).Want(404, 404)
	for _, path := range []string{"/channel/lead/" + l.ID, "/channel/sales/" + mine.ID} {
		w.Direct.Get(path).Want(404, 404)
		w.OtherAgent.Get(path).Want(404, 404)
	}
}

// Erasure leaves counters and steps, and nothing that tells who the person was: not in the lead, its lists, its history or the audit log.
func TestErasure(t *testing.T) {
	w := open(t)
	l := w.add(w.Direct, w.shops, "message", "Call Ada", "email", "ada@lima.com")
	w.Direct.Post("/channel/lead/"+l.ID+"/note", object{"text": "Ada has a dog"}).OK()
	w.Direct.Put("/channel/lead/status", object{"id": l.ID, "status": "lost", "reason": "Ada moved"}).OK()
	w.Direct.Put("/channel/lead/"+l.ID+"/erase", nil).OK()
	w.Direct.Put("/channel/lead/"+l.ID+"/erase", nil).OK()
	d := w.get(w.Direct, l.ID)
	text := w.stored(l.ID)
	if !d.Erased || d.Status != lead.Lost || len(d.History) != 4 || strings.Contains(text, "Ada") || strings.Contains(text, "ada@") ||
		strings.Contains(text, "87654321") {
		t.Error(text)
	}
	if audit := string(w.Admin.Get("/system/audit/page?size=100").Raw); strings.Contains(audit, "ada@lima") ||
		strings.Contains(audit, "87654321") || strings.Contains(audit, "dog") || strings.Contains(audit, "Ada") {
		t.Error("the audit log has personal data")
	}
	if p := w.page(w.Direct, "phoneNumber=87654321"); p.Total != 0 {
		t.Errorf("%+v", p)
	}
	for _, c := range []struct {
		method, path string
		body         object
	}{{"POST", "/channel/lead/" + l.ID + "/note", object{"text": "n"}}, {"PUT", "/channel/lead", object{"id": l.ID, "name": "A", "email": "a@b.com"}},
		{"PUT", "/channel/lead/status", object{"id": l.ID, "status": "contacted"}}} {
		w.Direct.Do(c.method, c.path, c.body).Want(409, 409)
	}
	if again := w.add(w.Direct, w.shops); again.Joined || again.ID == l.ID {
		t.Errorf("%+v", again)
	}
	f := testkit.Data[saleschannel.Funnel](w.Direct.Get("/channel/sales/funnel"))
	if f.Total.Leads != 2 {
		t.Errorf("%+v", f.Total)
	}
}

// A lead that nothing happened to for lead.keep.days is erased; one that became a customer is not.
func TestLeadsAreErasedAfterTheirTime(t *testing.T) {
	w := open(t)
	w.Admin.Put("/lop/system/config/lead.keep.days", object{"value": 30}).OK()
	old, touched := w.add(w.Direct, w.shops), w.add(w.Direct, w.shops, "phoneNumber", phoneOf(1))
	won := w.add(w.Direct, w.shops, "phoneNumber", phoneOf(2))
	w.Direct.Put("/channel/lead/status", object{"id": won.ID, "status": "converted"}).OK()
	w.pass(20 * 24 * time.Hour)
	w.Direct.Post("/channel/lead/"+touched.ID+"/note", object{"text": "n"}).OK()
	w.pass(11 * 24 * time.Hour)
	if err := w.leads().Tick(t.Context()); err != nil {
		t.Fatal(err)
	}
	if a, b, c := w.get(w.Direct, old.ID), w.get(w.Direct, touched.ID), w.get(w.Direct, won.ID); !a.Erased || a.Name != "" || b.Erased || c.Erased {
		t.Errorf("%v %v %v", a.Erased, b.Erased, c.Erased)
	}
	w.pass(20 * 24 * time.Hour)
	if err := w.leads().Tick(t.Context()); err != nil {
		t.Fatal(err)
	}
	if b := w.get(w.Direct, touched.ID); !b.Erased {
		t.Error("the next look did not come")
	}
}

// A shorter time holds for the leads that were there before, within a week.
func TestAShorterTimeErasesLeads(t *testing.T) {
	w := open(t)
	old := w.add(w.Direct, w.shops)
	for range 5 {
		w.pass(7 * 24 * time.Hour)
		if err := w.leads().Tick(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	w.Admin.Put("/lop/system/config/lead.keep.days", object{"value": 30}).OK()
	w.pass(7*24*time.Hour + time.Minute)
	if err := w.leads().Tick(t.Context()); err != nil {
		t.Fatal(err)
	}
	if l := w.get(w.Direct, old.ID); !l.Erased {
		t.Errorf("%+v", l)
	}
}

// A message whose text has a channel's reference is a lead, once. Others are none.
func TestMessages(t *testing.T) {
	w := open(t)
	say := w.say
	for _, text := range []string{"Hi", "#", "Hi #short", "#" + w.shops.Code + "x", "", "#0OIl0OIl"} {
		if say("no", text, 5511987654321) {
			t.Errorf("%q refers to a channel", text)
		}
	}
	if !say("1", "Oi! "+w.shops.Reference+".", 5511987654321) || !say("2", "again\n"+w.shops.Reference, 551187654321) ||
		!say("3", "#AAAAAAAA", 5511987654329) {
		t.Error("a reference is not seen")
	}
	p := w.page(w.Direct, "source=message")
	if p.Total != 1 || p.Records[0].PhoneNumber != "5511987654321" || p.Records[0].Again != 1 || p.Records[0].Message != "Oi! "+w.shops.Reference+"." {
		t.Errorf("%+v", p)
	}
	// A tag of eight letters looks like a reference.
	say("5", "Oi! Quero a #promocao "+w.shops.Reference+" #discount", 5511987654327)
	if p := w.page(w.Direct, "source=message"); p.Total != 2 {
		t.Errorf("%+v", p)
	}
	w.Direct.Put("/channel/sales/status", object{"id": w.shops.ID, "status": "disabled"}).OK()
	say("4", w.shops.Reference, 5511987654328)
	if p := w.page(w.Direct, "source=message"); p.Total != 2 {
		t.Errorf("%+v", p)
	}
}

// The form's lead has what the visit told, and the visitor's row names the lead.
func TestALeadByTheForm(t *testing.T) {
	w := open(t)
	if a := w.send(w.shops.Code, formOf()); a.StatusCode != 200 {
		t.Fatal(a.Status)
	}
	p := w.page(w.Direct, "source=form")
	if p.Total != 1 || p.Records[0].Params["utm_source"] != "fb" || p.Records[0].ConsentTime == nil || p.Records[0].Message != "Call me" {
		t.Fatalf("%+v", p)
	}
	v := testkit.Data[web.Page[visitor.Visitor]](w.Direct.Get("/channel/visitor/page?isLead=true&source=FB"))
	if v.Total != 1 || v.Records[0].LeadID != p.Records[0].ID || v.Records[0].ChannelName != "Spring fair" {
		t.Errorf("%+v", v)
	}
}
