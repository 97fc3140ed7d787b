package emailsender_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"herald/internal/domaintest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/campaign/domain"
	"herald/pkg/campaign/emailsender"
	"herald/pkg/campaign/sender"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/web"
	"herald/pkg/platform/setting"
)

type object = map[string]any

// harness is a server with domains and senders.
type harness struct {
	*testing.T
	*sessiontest.Fixture
	*sessiontest.SeededUsers
	server   *testkit.Server
	world    *domaintest.World
	domains  *domain.Service
	senders  *emailsender.Service
	settings *setting.Store
	accounts *sender.Store
}

func start(t *testing.T) *harness {
	t.Helper()
	h := &harness{T: t, Fixture: sessiontest.New(testkit.Memory(t)), world: domaintest.New(t)}
	h.domains, h.settings = h.world.Service(t, h.Env, h.Users)
	h.accounts = &sender.Store{DB: h.Env.DB, Now: h.Env.Now}
	h.senders = &emailsender.Service{DB: h.Env.DB, Domains: h.domains, Settings: h.settings, Accounts: h.accounts, Now: h.Env.Now,
		Customer: h.domains.Customer}
	h.server = h.Serve(t, func(a *web.API) {
		h.domains.NewID, h.senders.NewID = a.NewID, a.NewID
		h.domains.Routes(a)
		h.senders.Routes(a)
	})
	h.SeededUsers = h.SeedUsers(t, h.server)
	return h
}

func (h *harness) work() {
	h.Helper()
	tasks := h.domains.Tasks()
	h.Env.Work(h, domain.JobQueue, func(ctx context.Context, m queue.Message) error {
		if task := tasks[m.Kind]; task != nil {
			return task(ctx, m)
		}
		return nil // a notice
	})
}

// verified adds a domain that emails can be sent from.
func (h *harness) verified(who *sessiontest.Actor, name string) domain.Detail {
	h.Helper()
	d := testkit.Data[domain.Detail](who.Post("/domain", object{"name": name, "uses": []string{"email"}}))
	h.work()
	h.world.Publish(h, testkit.Data[domain.Detail](who.Get("/domain/"+d.ID)))
	h.check(who, d.ID)
	return testkit.Data[domain.Detail](who.Get("/domain/" + d.ID))
}

func (h *harness) check(who *sessiontest.Actor, id string) {
	h.Helper()
	h.Env.Clock.Add(11 * time.Second)
	who.Put("/domain/"+id+"/check", nil).OK()
	h.work()
}

func body(domainID string, more ...any) object {
	b := object{"name": "Summer Shop", "mailbox": "News", "domainId": domainID}
	for i := 0; i < len(more); i += 2 {
		b[more[i].(string)] = more[i+1]
	}
	return b
}

func (h *harness) add(who *sessiontest.Actor, b object) emailsender.Sender {
	h.Helper()
	return testkit.Data[emailsender.Sender](who.Post("/edm/sender", b))
}

func (h *harness) get(who *sessiontest.Actor, id string) emailsender.Sender {
	h.Helper()
	return testkit.Data[emailsender.Sender](who.Get("/edm/sender/" + id))
}

// A sender is usable while its domain is in order, its account sends, and its customer wants it.
func TestTheStatesOfASender(t *testing.T) {
	h := start(t)
	who := h.Direct
	d := h.verified(who, "mail.shop.example")
	s := h.add(who, body(d.ID, "replyTo", "Help@Shop.example", "replyToName", "Help"))
	if s.Address != "news@mail.shop.example" || s.ReplyTo != "help@shop.example" || s.State != emailsender.Usable || s.Allowance != nil || s.Used != 0 {
		t.Fatalf("%+v", s)
	}
	scope := auth.UserScope(who.User.ID)
	want := func(state string, verified bool) {
		t.Helper()
		got, err := h.senders.Find(t.Context(), scope, s.ID)
		if shown := h.get(who, s.ID).State; shown != state || err != nil || got.State != state || got.Verified != verified {
			t.Errorf("%s, %+v %v; want %s", shown, got, err, state)
		}
	}
	want(emailsender.Usable, true)
	if got, err := h.senders.Find(t.Context(), scope, s.ID); err != nil || got.Account != domaintest.Sender ||
		got.Domain != "mail.shop.example" ||
		got.Name != "Summer Shop" || got.ReplyToName != "Help" {
		t.Errorf("%+v %v", got, err)
	}
	rest, err := h.accounts.Suspend(t.Context(), domaintest.Sender, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	want(emailsender.Paused, true)
	h.Env.Clock.Add(rest + time.Second)
	want(emailsender.Usable, true)
	h.world.Names.Remove("k1._domainkey.mail.shop.example", "")
	h.check(who, d.ID)
	want(emailsender.Failing, false)
	who.Put("/edm/sender/status", object{"id": s.ID, "enabled": false}).OK()
	want(emailsender.Disabled, false)
	who.Put("/edm/sender/status", object{"id": s.ID, "enabled": true}).OK()
	who.Put("/domain", object{"id": d.ID, "uses": []string{"email", "link"}}).OK()
	h.work()
	want(emailsender.Unverified, false)
	who.Put("/edm/sender", body(d.ID, "id", s.ID, "name", "Winter Shop")).OK() // a domain that stays may be failing
	if a := who.In("en_US").Post("/edm/sender", body(d.ID)).Want(409, 0); a.Message != "mail.shop.example isn't verified yet. Verify the domain first" {
		t.Error(a.Message)
	}
	who.Delete("/domain/"+d.ID, nil).Want(409, 0)
	who.Delete("/edm/sender/"+s.ID, nil).OK()
	who.Get("/edm/sender/"+s.ID).Want(404, 0)
	who.Delete("/domain/"+d.ID, nil).OK()
}

// What a mailbox cannot show or carry is refused with its field.
func TestFields(t *testing.T) {
	h := start(t)
	d := h.verified(h.Direct, "shop.example")
	for _, c := range []struct {
		field string
		value any
	}{
		{"name", ""}, {"name", "  "}, {"name", "a\r\nBcc: x@y.example"}, {"name", "a\tb"}, {"name", "a\u202eb"}, {"name", "a\u200bb"}, {"name", "a\u2028b"},
		{"name", strings.Repeat("n", 65)}, {"mailbox", ""}, {"mailbox", "a.b"}, {"mailbox", "a b"}, {"mailbox", "ä"}, {"mailbox", "a@b"},
		{"mailbox", "a+b"}, {"mailbox", strings.Repeat("m", 65)}, {"replyTo", "x"}, {"replyTo", "a@b"}, {"replyToName", "Help"}, {"dailyLimit", -1},
		{"warmUp.start", object{"start": 0, "percent": 50, "days": 5}}, {"warmUp.percent", object{"start": 1, "percent": 301, "days": 5}},
		{"warmUp.days", object{"start": 1, "percent": 50, "days": 91}}, {"share", "all"}, {"share", "none"}, {"domainId", ""},
	} {
		name, _, _ := strings.Cut(c.field, ".")
		h.Direct.Post("/edm/sender", body(d.ID, name, c.value)).Bad(c.field)
	}
	h.Direct.Post("/edm/sender", body(d.ID, "replyTo", "a@shop.example", "replyToName", "a\nb")).Bad("replyToName")
	h.Direct.Post("/edm/sender", body("01QWVFNZM00NQGE81007AXYKQS")).Want(404, 0)
	other := h.verified(h.OtherCustomer, "other.example")
	h.Direct.Post("/edm/sender", body(other.ID)).Want(404, 0)
	link := testkit.Data[domain.Detail](h.Direct.Post("/domain", object{"name": "go.example", "uses": []string{"link"}}))
	h.Direct.Post("/edm/sender", body(link.ID)).Bad("domainId")
	mine := h.verified(h.Agent, "agent.example")
	h.Agent.Post("/edm/sender", body(mine.ID, "customerId", h.Customer.User.ID)).Bad("domainId")
	s := h.add(h.Direct, body(d.ID, "name", "  商店 👩‍🚀   & \"Söhne\" ", "mailbox", "a-b_9"))
	if s.Name != "商店 👩‍🚀 & \"Söhne\"" || s.Mailbox != "a-b_9" {
		t.Errorf("%+v", s)
	}
	if err := h.settings.Set(t.Context(), "emailsender.max", "2", "admin"); err != nil {
		t.Fatal(err)
	}
	h.Env.Clock.Add(2 * time.Minute)
	h.add(h.Direct, body(d.ID))
	if a := h.Direct.In("en_US").Post("/edm/sender", body(d.ID)).Want(409, 0); a.Message != "You can have at most 2 senders" {
		t.Error(a.Message)
	}
}

// Staff share senders of the platform with all or with named customers, who cannot change them.
func TestSharing(t *testing.T) {
	h := start(t)
	d := h.verified(h.Admin, "mail.platform.example")
	s := h.add(h.Admin, body(d.ID))
	offered := func(who *sessiontest.Actor) bool {
		page := testkit.Data[web.Page[emailsender.Option]](who.Get("/edm/sender/selector?size=100"))
		return slices.ContainsFunc(page.Records, func(o emailsender.Option) bool { return o.ID == s.ID })
	}
	finds := func(who *sessiontest.Actor) bool {
		ctx := auth.Into(t.Context(), &auth.Principal{UserID: who.User.ID, Tenant: who.User.Tenant, Agent: who.User.Agent, Type: who.User.Type})
		_, err := h.senders.Find(ctx, auth.From(ctx).Scope(), s.ID)
		if err != nil && !fault.Is(err, "web.notFound") {
			t.Error(err)
		}
		return err == nil
	}
	want := func(share string, who *sessiontest.Actor, can bool) {
		t.Helper()
		if offered(who) != can || finds(who) != can {
			t.Errorf("%s: %s can use it: %v, %v", share, who.Name, offered(who), finds(who))
		}
	}
	want("own", h.Direct, false)
	h.Admin.Put("/edm/sender", body(d.ID, "id", s.ID, "share", "some", "customers", []string{h.Customer.User.ID})).OK()
	want("some", h.Customer, true)
	want("some", h.Secondary, true)
	want("some", h.Direct, false)
	if got := h.get(h.Customer, s.ID); len(got.Customers) != 0 {
		t.Errorf("a customer reads the others: %+v", got)
	}
	h.Customer.Put("/edm/sender/status", object{"id": s.ID, "enabled": false}).Want(404, 0)
	h.Customer.Put("/edm/sender", body(d.ID, "id", s.ID)).Want(404, 0)
	h.Customer.Delete("/edm/sender/"+s.ID, nil).Want(404, 0)
	h.Admin.Put("/edm/sender", body(d.ID, "id", s.ID, "share", "all")).OK()
	want("all", h.Direct, true)
	want("all", h.OtherSecondary, true)
	h.Admin.Put("/edm/sender", body(d.ID, "id", s.ID)).OK()
	want("own again", h.Customer, false)
	want("own again", h.Direct, false)
	h.Admin.Put("/edm/sender", body(d.ID, "id", s.ID, "share", "some")).Bad("customers")
	h.Admin.Put("/edm/sender", body(d.ID, "id", s.ID, "share", "some", "customers", []string{"01QWVFNZM00NQGE81007AXYKQS"})).Want(404, 0)
	h.Admin.Put("/domain", object{"id": d.ID, "shared": true}).OK()
	own := h.add(h.Direct, body(d.ID, "mailbox", "direct"))
	if own.Address != "direct@mail.platform.example" || own.CustomerID != h.Direct.User.ID {
		t.Errorf("%+v", own)
	}
	h.Admin.Put("/edm/sender", body(d.ID, "id", own.ID, "share", "all")).Bad("share")
	h.Secondary.Post("/edm/sender", body(d.ID)).Want(403, 0)
	h.OtherCustomer.Get("/edm/sender/"+own.ID).Want(404, 0)
}

// Concurrent workers never take more than a day's limit, and a repeated key is counted once.
func TestTake(t *testing.T) {
	h := start(t)
	d := h.verified(h.Direct, "shop.example")
	s, free := h.add(h.Direct, body(d.ID, "dailyLimit", 500)), h.add(h.Direct, body(d.ID))
	ctx := t.Context()
	var mu sync.Mutex
	var all sync.WaitGroup
	got := map[string]int{}
	for worker := range 8 {
		all.Go(func() {
			for i := range 10 {
				key := fmt.Sprint("order/", worker, "/", i/2) // each key twice
				n, err := h.senders.Take(ctx, s.ID, key, 30)
				mu.Lock()
				if had, ok := got[key]; err != nil || ok && had != n {
					t.Errorf("%s: %d, then %d, %v", key, had, n, err)
				}
				got[key] = n
				mu.Unlock()
			}
		})
	}
	all.Wait()
	sum := 0
	for _, n := range got {
		sum += n
	}
	a, err := h.senders.Allowance(ctx, s.ID)
	if err != nil || sum != 500 || a.Used != 500 || a.Left != 0 || a.Limit != 500 || h.get(h.Direct, s.ID).Used != 500 {
		t.Errorf("%d were granted, %+v %v", sum, a, err)
	}
	for range 2 { // a key gives back once
		if err := h.senders.GiveBack(ctx, s.ID, "order/0/0", got["order/0/0"]); err != nil {
			t.Error(err)
		}
	}
	if err := h.senders.GiveBack(ctx, s.ID, "unknown", 5); err != nil {
		t.Error(err)
	}
	if a, err = h.senders.Allowance(ctx, s.ID); err != nil || a.Left != got["order/0/0"] {
		t.Errorf("%+v %v", a, err)
	}
	h.Env.Clock.Add(a.Until.Sub(h.Env.Now()))
	if n, err := h.senders.Take(ctx, s.ID, "tomorrow", 600); err != nil || n != 500 {
		t.Errorf("tomorrow %d %v", n, err)
	}
	if n, err := h.senders.Take(ctx, s.ID, "late", 1); err != nil || n != 0 {
		t.Errorf("nothing is left: %d %v", n, err)
	}
	if _, err := h.senders.Take(ctx, "unknown", "k", 1); !fault.Is(err, "web.notFound") {
		t.Error(err)
	}
	if n, err := h.senders.Take(ctx, free.ID, "k", 1_000_000); err != nil || n != 1_000_000 {
		t.Errorf("without a limit %d %v", n, err)
	}
	if a, err := h.senders.Allowance(ctx, free.ID); err != nil || a.Limit != 0 || a.Used != 1_000_000 {
		t.Errorf("%+v %v", a, err)
	}
}

// The server and the console count the days of a warm-up alike.
func TestPlans(t *testing.T) {
	text, err := os.ReadFile("testdata/plans.json")
	if err != nil {
		t.Fatal(err)
	}
	var plans []struct {
		Start, Percent, Days int
		Plan                 []int
	}
	if err := json.Unmarshal(text, &plans); err != nil || len(plans) < 4 {
		t.Fatal(err)
	}
	for _, p := range plans {
		w := emailsender.WarmUp{Start: p.Start, Percent: p.Percent, Days: p.Days}
		if got := w.Plan(); !slices.Equal(got, p.Plan) {
			t.Errorf("%+v: %v", w, got)
		}
	}
}

// A warm-up grows by the day at +08:00, below the daily limit, and ends.
func TestAWarmUp(t *testing.T) {
	h := start(t)
	d := h.verified(h.Direct, "shop.example")
	plan := object{"start": 50, "percent": 100, "days": 3}
	s := h.add(h.Direct, body(d.ID, "warmUp", plan, "dailyLimit", 150))
	for i, want := range []struct{ limit, day int }{{50, 1}, {100, 2}, {150, 3}, {150, 0}} {
		ctx := auth.Into(t.Context(), &auth.Principal{UserID: h.Direct.User.ID, Tenant: h.Direct.User.ID, Type: auth.First})
		got, err := h.senders.Find(ctx, auth.From(ctx).Scope(), s.ID)
		if err != nil || got.DailyLimit != want.limit {
			t.Errorf("day %d: %+v %v", i+1, got, err)
		}
		n, err := h.senders.Take(ctx, s.ID, fmt.Sprint("day ", i), 1000)
		if err != nil || n != want.limit {
			t.Errorf("day %d: %d %v", i+1, n, err)
		}
		h.Env.Clock.Add(24 * time.Hour)
	}
}

// A changed plan starts now, any other change leaves it as it is.
func TestAChangedWarmUpStartsAnew(t *testing.T) {
	h := start(t)
	d := h.verified(h.Direct, "shop.example")
	plan := object{"start": 50, "percent": 100, "days": 3}
	s := h.add(h.Direct, body(d.ID, "warmUp", plan))
	h.Env.Clock.Add(time.Hour)
	same := testkit.Data[emailsender.Sender](h.Direct.Put("/edm/sender", body(d.ID, "id", s.ID, "warmUp", plan, "name", "Other")))
	if same.WarmFrom == nil || !same.WarmFrom.Equal(*s.WarmFrom) || same.WarmDay != 1 {
		t.Errorf("%+v", same)
	}
	plan["days"] = 4
	fresh := testkit.Data[emailsender.Sender](h.Direct.Put("/edm/sender", body(d.ID, "id", s.ID, "warmUp", plan)))
	if fresh.WarmFrom == nil || !fresh.WarmFrom.After(*s.WarmFrom) {
		t.Errorf("%+v", fresh)
	}
	ended := testkit.Data[emailsender.Sender](h.Direct.Put("/edm/sender", body(d.ID, "id", s.ID)))
	if ended.WarmUp != nil || ended.WarmFrom != nil || ended.WarmDay != 0 {
		t.Errorf("%+v", ended)
	}
}
