package saleschannel_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"herald/internal/domaintest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/audience/saleschannel"
	"herald/pkg/audience/saleschannel/funnel"
	"herald/pkg/audience/visitor"
	"herald/pkg/campaign/shunt"
	"herald/pkg/campaign/shunt/click"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/quota"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/role"
	"herald/pkg/platform/setting"
	"herald/pkg/platform/user"
)

type object = map[string]any

// harness is a server with sales channels, visitors and shunting links.
type harness struct {
	*testing.T
	*sessiontest.Fixture
	*sessiontest.SeededUsers
	server   *testkit.Server
	settings *setting.Store
	links    *shunt.Service
	visits   *visitor.Recorder
	sales    *sessiontest.Actor
	promoter *sessiontest.Actor
	// meanwhile is called once, before the next write of channels, and after once, behind it.
	meanwhile, after func()
}

func start(t *testing.T) *harness {
	t.Helper()
	h := &harness{T: t, Fixture: sessiontest.New(testkit.Memory(t))}
	domains, settings := domaintest.New(t).Service(t, h.Env, h.Users)
	h.settings, h.visits = settings, &visitor.Recorder{DB: h.Env.DB, Settings: settings}
	h.links = &shunt.Service{DB: h.Env.DB, Clicks: &click.Reader{DB: h.Env.DB, Now: h.Env.Now}, Settings: settings, Texts: testkit.Texts(),
		Public: "https://herald.test", Now: h.Env.Now, NewCode: shunt.NewCode, Customer: domains.Customer, Domains: domains}
	db := &store.Faulty{DB: h.Env.DB, After: func(call string) error {
		if after := h.after; after != nil && call == "transact" {
			h.after = nil
			after()
		}
		return nil
	}, Before: func(call string) error {
		if meanwhile := h.meanwhile; meanwhile != nil && call == "transact" {
			h.meanwhile = nil
			meanwhile()
		}
		return nil
	}}
	channels := &saleschannel.Service{DB: db, Settings: settings, Users: h.Users, Public: "https://herald.test", Now: h.Env.Now,
		NewCode: shunt.NewCode, Customer: domains.Customer, Hosts: domains.LinkHosts, Refer: h.links.Refer, Release: h.links.Release}
	h.server = h.Serve(t, func(a *web.API) {
		h.links.NewID, channels.NewID, domains.NewID = a.NewID, a.NewID, a.NewID
		h.links.Routes(a)
		channels.Routes(a)
		(&visitor.Service{DB: h.Env.DB, Channels: channels, Now: h.Env.Now}).Routes(a)
	})
	h.SeededUsers = h.SeedUsers(t, h.server)
	h.sales = h.Actor(t, h.server, "sales", user.New{User: user.User{Type: auth.Admin, Roles: []string{role.Sales}}})
	h.promoter = h.Actor(t, h.server, "promoter", user.New{User: user.User{Type: auth.First, Roles: []string{role.Customer, role.Promoter}}})
	return h
}

func body(more ...any) object {
	b := object{"name": "Spring fair", "kind": "event"}
	for i := 0; i < len(more); i += 2 {
		b[more[i].(string)] = more[i+1]
	}
	return b
}

func (h *harness) add(who *sessiontest.Actor, more ...any) saleschannel.Channel {
	h.Helper()
	return testkit.Data[saleschannel.Channel](who.Post("/channel/sales", body(more...)))
}

func (h *harness) get(who *sessiontest.Actor, id string) saleschannel.Channel {
	h.Helper()
	return testkit.Data[saleschannel.Channel](who.Get("/channel/sales/" + id))
}

// visit has visitors come to a channel.
func (h *harness) visit(c saleschannel.Channel, names ...string) {
	h.Helper()
	var all []visitor.Visit
	for _, name := range names {
		all = append(all, visitor.Visit{Tenant: c.CustomerID, Channel: c.ID, Visitor: name, At: h.Env.Now(), Country: "BR",
			Params: map[string]string{"utm_source": "fb"}})
	}
	if err := h.visits.Record(h.Context(), all); err != nil {
		h.Fatal(err)
	}
}

func names(n int) (all []string) {
	for i := range n {
		all = append(all, fmt.Sprint("visitor ", i))
	}
	return all
}

// A channel is added, shown, changed, disabled and deleted.
func TestTheLifeOfAChannel(t *testing.T) {
	h := start(t)
	c := h.add(h.Direct, "remark", "hall 3", "params", object{"utm_source": "fair", "utm_term": " "})
	if !saleschannel.ValidCode(c.Code) || c.URL != "https://herald.test/f/"+c.Code+"?utm_source=fair" || c.Reference != "#"+c.Code ||
		c.Status != saleschannel.Enabled || c.CustomerID != h.Direct.User.ID || len(c.Params) != 1 {
		t.Fatalf("%+v", c)
	}
	h.Direct.Put("/channel/sales", body("id", c.ID, "name", "Autumn fair", "kind", "other")).OK()
	h.Direct.Put("/channel/sales/status", object{"id": c.ID, "status": "disabled"}).OK()
	if c = h.get(h.Direct, c.ID); c.Name != "Autumn fair" || c.Kind != "other" || c.Remark != "" || c.Status != saleschannel.Disabled {
		t.Errorf("%+v", c)
	}
	if p := testkit.Data[web.Page[saleschannel.Channel]](h.Direct.Get("/channel/sales/page?status=disabled&name=autumn&kind=other")); p.Total != 1 {
		t.Errorf("%+v", p)
	}
	h.Direct.Delete("/channel/sales/"+c.ID, nil).OK()
	h.Direct.Get("/channel/sales/"+c.ID).Want(404, 404)
	if _, ok, err := saleschannel.ByCode(t.Context(), h.Env.DB, c.Code); ok || err != nil {
		t.Error(ok, err)
	}
}

// Every field has its bound.
func TestFieldsOfAChannel(t *testing.T) {
	h := start(t)
	for _, c := range []struct {
		field string
		value any
	}{{"name", ""}, {"name", strings.Repeat("n", 21)}, {"name", "a\nb"}, {"kind", "email"}, {"remark", strings.Repeat("r", 256)},
		{"params", object{"url": "x"}}, {"params", object{"utm_source": strings.Repeat("x", 101)}}, {"ownerId", h.Direct.User.ID}} {
		h.Direct.Post("/channel/sales", body(c.field, c.value)).Bad(c.field)
	}
	h.Direct.Post("/channel/sales", body("ownerId", h.promoter.User.ID)).Want(404, 404)
	h.Direct.Post("/channel/sales", body("customerId", h.Customer.User.ID)).Want(404, 404)
	h.Direct.Post("/channel/sales", body("customerId", "platform")).Want(404, 404)
	c := h.add(h.Direct, "name", strings.Repeat("好", 20), "remark", strings.Repeat("好", 255))
	if c.Name != strings.Repeat("好", 20) {
		t.Errorf("%+v", c)
	}
	h.Direct.Get("/channel/sales/funnel?dayStart=2026-13-01").Bad("dayStart")
	h.Direct.Get("/channel/sales/funnel?dayStart=2020-01-01&dayEnd=2020-12-31").Bad("dayStart")
	if err := h.settings.Set(t.Context(), "saleschannel.max", "1", "admin"); err != nil {
		t.Fatal(err)
	}
	h.Direct.Post("/channel/sales", body()).Want(409, 409)
	h.sales.Post("/channel/sales", body()).OK()
}

// Staff add channels of the platform or of a customer. Each user sees those of its scope; a promoter its own under /channel/own.
func TestScopes(t *testing.T) {
	h := start(t)
	platform := h.add(h.sales, "ownerId", h.promoter.User.ID)
	if platform.CustomerID != saleschannel.Platform || platform.OwnerName != "promoter" {
		t.Errorf("%+v", platform)
	}
	mine := h.add(h.Customer)
	h.add(h.Secondary)
	h.add(h.sales, "customerId", h.Customer.User.ID)
	for who, want := range map[*sessiontest.Actor]int{h.sales: 4, h.Agent: 3, h.Customer: 3, h.Secondary: 1, h.Direct: 0, h.promoter: 0} {
		if p := testkit.Data[web.Page[saleschannel.Channel]](who.Get("/channel/sales/page")); p.Total != want {
			t.Errorf("%s: %d", who.Name, p.Total)
		}
	}
	h.Direct.Get("/channel/sales/"+mine.ID).Want(404, 404)
	h.promoter.Get("/channel/sales/"+platform.ID).Want(404, 404)
	own := func() int {
		return testkit.Data[web.Page[saleschannel.Own]](h.promoter.Get("/channel/own/channel/page")).Total
	}
	if own() != 1 {
		t.Error("the promoter does not see its channel")
	}
	h.sales.Put("/channel/sales", body("id", platform.ID)).OK()
	if own() != 0 {
		t.Error("the promoter sees a channel that is not its own any more")
	}
	h.sales.Put("/channel/sales", body("id", platform.ID, "ownerId", h.promoter.User.ID)).OK()
	if own() != 1 {
		t.Error("the promoter does not see its channel again")
	}
}

// A shunting link belongs to one channel of the same customer, and ends the texts of its visitors with the channel's reference.
func TestAChannelTakesAShuntingLink(t *testing.T) {
	h := start(t)
	link := testkit.Data[shunt.Link](h.Direct.Post("/shunt/link", object{"name": "Summer", "kind": "number", "countryCode": "BR"}))
	foreign := testkit.Data[shunt.Link](h.Customer.Post("/shunt/link", object{"name": "Other", "kind": "number", "countryCode": "BR"}))
	h.Direct.Post("/channel/sales", body("linkId", foreign.ID)).Want(404, 404)
	c := h.add(h.Direct, "linkId", link.ID, "params", object{"utm_medium": "qr"})
	if c.LinkName != "Summer" || c.LinkURL != "https://herald.test/s/"+link.Code+"?utm_medium=qr" {
		t.Errorf("%+v", c)
	}
	row := func() *shunt.Row {
		e, err := shunt.Load(t.Context(), h.Env.DB, link.Code)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	if e := row(); e.Channel != c.ID || e.Reference != c.Reference {
		t.Errorf("%+v", e)
	}
	h.Direct.Post("/channel/sales", body("linkId", link.ID)).Want(409, 409)
	h.Direct.Delete("/shunt/link/"+link.ID, nil).Want(409, 409)
	h.Direct.Put("/channel/sales", body("id", c.ID)).OK()
	if e := row(); e.Channel != "" || e.Reference != "" {
		t.Errorf("%+v", e)
	}
	c = h.add(h.Direct, "linkId", link.ID)
	h.Direct.Delete("/channel/sales/"+c.ID, nil).OK()
	if e := row(); e.Channel != "" {
		t.Errorf("%+v", e)
	}
	// A link whose channel was never written is free again.
	if _, err := h.links.Refer(h.as(h.Direct), h.Direct.User.ID, link.ID, "01M8H9MK78AAMPKG4N58ZZQR0E", "#Ab3dEf7h"); err != nil {
		t.Fatal(err)
	}
	h.Direct.Post("/channel/sales", body("linkId", link.ID)).Want(409, 409) // it may be about to be
	h.Env.Clock.Add(2 * time.Minute)
	c = h.add(h.Direct, "linkId", link.ID)
	h.Direct.Delete("/channel/sales/"+c.ID, nil).OK()
	h.Direct.Delete("/shunt/link/"+link.ID, nil).OK()
}

// A repeated call makes one channel, and the link has the reference of that one.
func TestARepeatedCall(t *testing.T) {
	h := start(t)
	link := testkit.Data[shunt.Link](h.Direct.Post("/shunt/link", object{"name": "Summer", "kind": "number", "countryCode": "BR"}))
	who := h.Direct.With("Idempotency-Key", h.Env.IDs.Next())
	a := testkit.Data[saleschannel.Channel](who.Post("/channel/sales", body("linkId", link.ID)))
	if b := testkit.Data[saleschannel.Channel](who.Post("/channel/sales", body("linkId", link.ID))); a.ID != b.ID || a.Code != b.Code {
		t.Errorf("%+v %+v", a, b)
	}
	if e, err := shunt.Load(t.Context(), h.Env.DB, link.Code); err != nil || e.Reference != a.Reference {
		t.Errorf("%+v %v", e, err)
	}
}

// A channel through which leads came cannot be deleted.
func TestAChannelWithLeadsStays(t *testing.T) {
	h := start(t)
	c := h.add(h.Direct)
	if err := h.Env.DB.Transact(t.Context(), funnel.Count(c.ID, h.Env.Now(), funnel.Lead)); err != nil {
		t.Fatal(err)
	}
	h.Direct.Delete("/channel/sales/"+c.ID, nil).Want(409, 409)
	if c = h.get(h.Direct, c.ID); c.Counts.Leads != 1 {
		t.Errorf("%+v", c)
	}
}

// Visitors count once a day and channel, however often they come and however often a batch is repeated.
func TestVisitorsAreCountedOnce(t *testing.T) {
	h := start(t)
	c, other := h.add(h.Direct), h.add(h.Direct, "name", "Other")
	for range 3 {
		h.visit(c, append(names(100), names(50)...)...)
	}
	h.visit(other, names(1)...)
	h.Env.Clock.Add(24 * time.Hour)
	h.visit(c, names(10)...)
	for _, a := range []*sessiontest.Actor{h.Direct, h.Customer} {
		a.Client = h.server.As(a.Name, h.SignIn(h, h.server, a.User.Login))
	}
	if n := h.get(h.Direct, c.ID).Counts.Visitors; n != 110 {
		t.Error(n)
	}
	f := testkit.Data[saleschannel.Funnel](h.Direct.Get("/channel/sales/funnel?dayStart=" + quota.Day(h.Env.Now().Add(-24*time.Hour))))
	if f.Total.Visitors != 111 || len(f.Days) != 2 || f.Days[0].Visitors != 101 || f.Days[1].Visitors != 10 || len(f.Channels) != 2 ||
		f.Channels[0].Name != "Spring fair" {
		t.Errorf("%+v", f)
	}
	const query = "/channel/visitor/page?size=100&countryCode=BR&source=f&channelId="
	list := testkit.Data[web.Page[visitor.Visitor]](h.Direct.Get(query + c.ID))
	if list.Total != 110 || list.Records[0].ChannelName != "Spring fair" || list.Records[0].Source != "fb" ||
		list.Records[0].LeadID != "" {
		t.Errorf("%d %+v", list.Total, list.Records[0])
	}
	if p := testkit.Data[web.Page[visitor.Visitor]](h.Customer.Get("/channel/visitor/page")); p.Total != 0 {
		t.Errorf("%+v", p)
	}
	h.Direct.Get("/channel/visitor/page?customerId="+h.Customer.User.ID).Want(404, 404)
	h.Direct.Get("/channel/visitor/page?createTimeStart=2020-01-01T00:00:00Z").Bad("createTimeStart")
}

// Consumers that count the same visitors at once count each once.
func TestVisitorsRace(t *testing.T) {
	h := start(t)
	c := h.add(h.Direct)
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() { h.visit(c, names(60)...) })
	}
	all.Wait()
	if n := h.get(h.Direct, c.ID).Counts.Visitors; n != 60 {
		t.Error(n)
	}
}

// A process that dies between a visitor's row and its count loses none: the repeated message counts it.
func TestAVisitThatBreaks(t *testing.T) {
	h := start(t)
	c := h.add(h.Direct)
	broken := 0
	db := &store.Faulty{DB: h.Env.DB, After: func(string) error { return nil }, Before: func(op string) error {
		if op == "transact" && broken == 0 {
			broken++
			return fault.New(fault.Unavailable, 0, "web.busy")
		}
		return nil
	}}
	r := &visitor.Recorder{DB: db, Settings: h.settings}
	v := []visitor.Visit{{Tenant: c.CustomerID, Channel: c.ID, Visitor: "v", At: h.Env.Now()}}
	if err := r.Record(t.Context(), v); err == nil {
		t.Fatal("nothing broke")
	}
	if err := r.Record(t.Context(), v); err != nil {
		t.Fatal(err)
	}
	p := testkit.Data[web.Page[visitor.Visitor]](h.Direct.Get("/channel/visitor/page"))
	if n := h.get(h.Direct, c.ID).Counts.Visitors; n != 1 || p.Total != 1 {
		t.Error(n, p.Total)
	}
}

// A channel keeps a bounded number of visitors a day, and no row tells the cookie.
func TestVisitorsOfADayAreBounded(t *testing.T) {
	h := start(t)
	if err := h.settings.Set(t.Context(), "visitor.day.max", "100", "admin"); err != nil {
		t.Fatal(err)
	}
	c := h.add(h.Direct)
	h.visit(c, names(1000)...)
	p := testkit.Data[web.Page[visitor.Visitor]](h.Direct.Get("/channel/visitor/page"))
	if n := h.get(h.Direct, c.ID).Counts.Visitors; n != int64(p.Total) || n > 100 || n < 90 {
		t.Error(n, p.Total)
	}
	rows, err := h.Env.DB.Query(t.Context(), store.Query{Table: "audience", PK: "VISIT#" + c.CustomerID + "#" + quota.Day(h.Env.Now()), Limit: 1})
	if err != nil || strings.Contains(fmt.Sprint(rows), "visitor ") || rows[0]["ttl"] == nil {
		t.Error(rows, err)
	}
}

// A visit costs one write of a row, and its count one transaction for each shard of a batch.
func TestWritesOfVisits(t *testing.T) {
	h := start(t)
	c := h.add(h.Direct)
	writes := 0
	db := &store.Faulty{DB: h.Env.DB, After: func(string) error { return nil }, Before: func(op string) error {
		if op == "transact" || op == "write" {
			writes++
		}
		return nil
	}}
	r := &visitor.Recorder{DB: db, Settings: h.settings}
	var all []visitor.Visit
	for _, name := range names(400) {
		all = append(all, visitor.Visit{Tenant: c.CustomerID, Channel: c.ID, Visitor: name, At: h.Env.Now()})
	}
	if err := r.Record(t.Context(), all); err != nil {
		t.Fatal(err)
	}
	if writes != 8 {
		t.Errorf("%d transactions for 400 visits", writes)
	}
	if err := r.Record(t.Context(), all); err != nil || writes != 8 {
		t.Error("a repetition writes", writes, err)
	}
}

// Staff with a narrowed view see the visitors of the user that it names.
func TestVisitorsForNarrowedStaff(t *testing.T) {
	h := start(t)
	c := h.add(h.Direct)
	h.visit(c, "a", "b")
	for name, bound := range map[string]auth.Scope{"customer": auth.UserScope(h.Direct.User.ID), "agent": auth.AgentScope(h.Agent.User.ID)} {
		who := h.Actor(t, h.server, "narrow "+name, user.New{User: user.User{Type: auth.Admin, Roles: []string{role.Sales}, Bound: bound}})
		want := map[string]int{"customer": 2}[name]
		if p := testkit.Data[web.Page[visitor.Visitor]](who.Get("/channel/visitor/page")); p.Total != want {
			t.Errorf("%s: %d visitors", name, p.Total)
		}
	}
}
