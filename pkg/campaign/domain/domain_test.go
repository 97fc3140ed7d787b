package domain_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"herald/internal/testkit"
	"herald/pkg/campaign/domain"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/web"
)

// A domain is pending, verified, failing, verified again, failing, and expired; each change is told once.
func TestTheLifeOfADomain(t *testing.T) {
	h := start(t)
	who := h.Direct
	d := h.add(who, "https://Mail.Shop.example/")
	if d.Name != "mail.shop.example" || d.State != domain.Pending || d.Sending || d.Proven || d.CheckTime == nil || d.Deadline == nil ||
		d.Provider != "pending" || len(d.Records) != 7 {
		t.Fatalf("%+v", d)
	}
	if got := strings.Join(d.Problems, ","); got != "ownership,dkim,returnPath,spf,dmarc" {
		t.Errorf("problems: %s", got)
	}
	for _, rec := range d.Records {
		if rec.State != domain.Missing || rec.Help == "" || rec.CheckTime == nil || rec.Required == (rec.Purpose == domain.Tracking) {
			t.Errorf("%+v", rec)
		}
	}
	h.publish(d, domain.DKIM)
	if d = h.check(who, d.ID); d.Sending || d.Provider != "verified" || d.Proven {
		t.Errorf("sends without a proof: %+v", d.Domain)
	}
	h.publish(d, domain.Ownership)
	if d = h.check(who, d.ID); !d.Sending || !d.Proven || d.State != domain.Pending {
		t.Errorf("with proof and DKIM: %+v", d.Domain)
	}
	h.publish(d)
	if d = h.check(who, d.ID); d.State != domain.Verified || len(d.Problems) != 0 || d.VerifyTime == nil || d.Deadline != nil {
		t.Fatalf("%+v", d.Domain)
	}
	if d.SPF == nil || d.SPF.Lookups != 1 || d.DMARC == nil || d.DMARC.Policy != "none" || record(d, domain.DMARC).Help == "" {
		t.Errorf("%+v %+v", d.SPF, d.DMARC)
	}
	h.names.Fail("shop.example")
	if d = h.check(who, d.ID); d.State != domain.Verified || !d.Sending || record(d, domain.DKIM).State != domain.Unanswered || d.SPF == nil {
		t.Errorf("no server answered: %+v", d)
	}
	h.names.Fail()
	h.names.Remove("_dmarc.mail.shop.example", "")
	h.pass(25*time.Hour, who)
	if d = h.get(who, d.ID); d.State != domain.Failing || !d.Sending || !slices.Equal(d.Problems, []string{"dmarc"}) {
		t.Errorf("without DMARC: %+v", d.Domain)
	}
	h.publish(d, domain.DMARC)
	h.pass(2*time.Hour, who)
	if d = h.get(who, d.ID); d.State != domain.Verified {
		t.Errorf("mended: %+v", d.Domain)
	}
	h.names.Remove("k1._domainkey.mail.shop.example", "")
	h.pass(25*time.Hour, who)
	if d = h.get(who, d.ID); d.State != domain.Failing || d.Sending || d.Deadline == nil {
		t.Errorf("without DKIM: %+v", d.Domain)
	}
	for range 8 {
		h.pass(24*time.Hour, who)
	}
	if d = h.get(who, d.ID); d.State != domain.Expired || d.Proven || d.Deadline != nil {
		t.Errorf("%+v", d.Domain)
	}
	for title, want := range map[string]int{"Domain verified": 2, "Domain failing": 2, "Domain expired": 1} {
		if n := h.told(who, title); n != want {
			t.Errorf("%q is told %d times", title, n)
		}
	}
	h.publish(d)
	if d = h.check(who, d.ID); d.State != domain.Verified || !d.Proven {
		t.Errorf("an expired domain is checked: %+v", d.Domain)
	}
}

// A domain that is never verified expires, and is checked ever less often until then.
func TestAPendingDomainExpires(t *testing.T) {
	h := start(t)
	d := h.add(h.Direct, "slow.example")
	asked := func() int { return h.names.Asked("_herald.slow.example", "TXT") }
	h.pass(time.Minute, h.Direct)
	first := asked()
	for range 14 {
		h.pass(24*time.Hour, h.Direct)
	}
	if d = h.get(h.Direct, d.ID); d.State != domain.Expired || h.told(h.Direct, "Domain expired") != 1 {
		t.Errorf("%+v", d.Domain)
	}
	h.pass(24*time.Hour, h.Direct) // the last look that was planned before
	n := asked()
	for range 5 {
		h.pass(24*time.Hour, h.Direct)
	}
	if first < 2 || n <= first || asked() != n {
		t.Errorf("asked %d, %d, %d times", first, n, asked())
	}
}

// A check whose task was lost is repeated by the tick.
func TestALostCheckIsRepeated(t *testing.T) {
	h := start(t)
	d := testkit.Data[domain.Detail](h.Direct.Post("/domain", object{"name": "lost.example", "uses": []string{"email"}}))
	if !d.Checking || d.CheckTime != nil || len(d.Records) != 5 || d.Records[0].State != domain.Waiting {
		t.Errorf("%+v", d)
	}
	dropped := 0
	h.Env.Work(t, domain.JobQueue, func(context.Context, queue.Message) error { dropped++; return nil })
	h.pass(61*time.Second, h.Direct)
	if d = h.get(h.Direct, d.ID); dropped != 1 || d.CheckTime == nil || d.Checking || len(d.Records) != 7 {
		t.Errorf("%d dropped, %+v", dropped, d.Domain)
	}
}

// The name belongs to the customer that proves it first.
func TestTheFirstProofCounts(t *testing.T) {
	h := start(t)
	one, two := h.Direct, h.OtherCustomer
	first, second := h.add(one, "both.example"), h.add(two, "both.example")
	if record(first, domain.Ownership).Value == record(second, domain.Ownership).Value {
		t.Fatal("both have the same text")
	}
	one.Post("/domain", object{"name": "BOTH.example.", "uses": []string{"email"}}).Want(409, 0)
	h.publish(second, domain.Ownership)
	if second = h.check(two, second.ID); !second.Proven {
		t.Fatalf("%+v", second.Domain)
	}
	h.names.Remove("_herald.both.example", "")
	h.publish(first, domain.Ownership)
	if first = h.check(one, first.ID); first.Proven || record(first, domain.Ownership).State != domain.Wrong ||
		!strings.Contains(record(first, domain.Ownership).Help, "another account verified") {
		t.Errorf("%+v", record(first, domain.Ownership))
	}
	if a := h.Customer.In("en_US").Post("/domain", object{"name": "both.example", "uses": []string{"link"}}).Want(409, 0); a.Message !=
		"Another account has verified both.example. If the domain is yours, contact support" {
		t.Error(a.Message)
	}
	h.Env.Clock.Add(time.Minute)
	two.Delete("/domain/"+second.ID, nil).OK()
	if h.work(); !h.provider.Has("both.example") {
		t.Error("the provider lost a domain that another customer has")
	}
	if first = h.check(one, first.ID); !first.Proven {
		t.Errorf("the name is free again: %+v", first.Domain)
	}
	one.Delete("/domain/"+first.ID, nil).OK()
	if h.work(); h.provider.Has("both.example") {
		t.Error("the provider still has the domain")
	}
}

// Names that no customer can own are refused, and names are read as people write them.
func TestNames(t *testing.T) {
	h := start(t)
	for name, problem := range map[string]string{
		"shop": "Enter a domain", "": "", "a b.example": "Enter a domain", "ana@shop.example": "Enter a domain", "192.0.2.1": "Enter a domain",
		"shop.example/x": "Enter a domain", "-a.example": "Enter a domain", "a..example": "Enter a domain", "a_b.example": "Enter a domain",
		"shop.123": "Enter a domain", strings.Repeat("a", 64) + ".example": "Enter a domain",
		strings.Repeat("a.", 95) + "example": "Enter a domain",
		"[::1]":                              "Enter a domain", "shop.example:80": "Enter a domain",
		"com": "Enter a domain", "co.uk": "is open for registrations", "com.br": "is open for registrations",
		"github.io": "is open for registrations",
		"gmail.com": "gmail.com belongs to a mailbox", "mail.qq.com": "qq.com belongs to a mailbox",
		"Yahoo.co.JP": "yahoo.co.jp belongs to a mailbox", "uol.com.br": "uol.com.br belongs to a mailbox",
	} {
		a := h.Direct.In("en_US").Post("/domain", object{"name": name, "uses": []string{"email"}}).Bad("name")
		if !strings.Contains(a.Message, problem) {
			t.Errorf("%q: %s", name, a.Message)
		}
	}
	for typed, want := range map[string]string{
		"BÜCHER.example":     "bücher.example xn--bcher-kva.example",
		"商店.example":         "商店.example xn--tfrt5k.example",
		"xn--bcher-kva.test": "bücher.test xn--bcher-kva.test", " HTTP://Shop.Example. ": "shop.example shop.example",
	} {
		d := testkit.Data[domain.Detail](h.Direct.Post("/domain", object{"name": typed, "uses": []string{"email"}}))
		if got := d.Name + " " + d.ASCII; got != want && !(typed == "商店.example" && d.Name == "商店.example" && strings.HasPrefix(d.ASCII, "xn--")) {
			t.Errorf("%q: %s", typed, got)
		}
	}
	page := testkit.Data[web.Page[domain.Domain]](h.Direct.Get("/domain/page?name=b%C3%BCch"))
	if page.Total != 2 {
		t.Errorf("found %d by the name as it is read", page.Total)
	}
	for _, bad := range []object{{"name": "a.example"}, {"name": "a.example", "uses": []string{}}, {"name": "a.example", "uses": []string{"fax"}}} {
		h.Direct.Post("/domain", bad).Want(400, 0)
	}
}

// A customer has a number of domains, checks of a day, and seconds between two checks.
func TestLimits(t *testing.T) {
	h := start(t)
	h.set("domain.max", "2")
	h.set("domain.checks.daily", "3")
	h.Env.Clock.Add(time.Minute) // the settings are read anew
	who := h.Direct
	d := h.add(who, "one.example")
	h.add(who, "two.example", domain.UseLink)
	third := object{"name": "three.example", "uses": []string{"email"}}
	if a := who.In("en_US").Post("/domain", third).Want(409, 0); a.Message != "You can have at most 2 domains" {
		t.Error(a.Message)
	}
	if a := who.In("en_US").Put("/domain/"+d.ID+"/check", nil).Want(429, 0); !strings.Contains(a.Message, "Try again in") {
		t.Error(a.Message)
	}
	for range 3 {
		h.check(who, d.ID)
	}
	h.Env.Clock.Add(time.Minute)
	if a := who.In("en_US").Put("/domain/"+d.ID+"/check", nil).Want(409, 0); !strings.Contains(a.Message, "your 3 checks of today") {
		t.Error(a.Message)
	}
	who.Delete("/domain/"+d.ID, nil).OK()
	h.work()
	who.Get("/domain/"+d.ID).Want(404, 0)
	who.Post("/domain", third).OK()
}

// A check that runs is not begun a second time.
func TestOneCheckAtATime(t *testing.T) {
	h := start(t)
	d := testkit.Data[domain.Detail](h.Direct.Post("/domain", object{"name": "one.example", "uses": []string{"email"}}))
	for range 3 {
		if d = testkit.Data[domain.Detail](h.Direct.Put("/domain/"+d.ID+"/check", nil)); !d.Checking {
			t.Errorf("%+v", d.Domain)
		}
	}
	if n := h.work(); n != 1 {
		t.Errorf("%d tasks", n)
	}
}

// A domain that senders use stays.
func TestAUsedDomainIsNotDeleted(t *testing.T) {
	h := start(t)
	d := h.add(h.Direct, "used.example")
	h.use(d.ID, 1)
	if a := h.Direct.In("en_US").Delete("/domain/"+d.ID, nil).Want(409, 0); !strings.Contains(a.Message, "Senders use this domain") {
		t.Error(a.Message)
	}
	h.Direct.Put("/domain", object{"id": d.ID, "uses": []string{"link"}}).Want(409, 0)
	h.use(d.ID, -1)
	h.Direct.Delete("/domain/"+d.ID, nil).OK()
	h.Direct.Delete("/domain/"+d.ID, nil).Want(404, 0)
}

// Secondary users read the domains of their customer. Others see nothing of them.
func TestScopes(t *testing.T) {
	h := start(t)
	d := h.add(h.Customer, "scope.example")
	for _, who := range []struct {
		name   string
		status int
		get    func(string) *testkit.Answer
		write  func(string, any) *testkit.Answer
	}{
		{"customer", 200, h.Customer.Get, h.Customer.Put}, {"agent", 200, h.Agent.Get, h.Agent.Put}, {"admin", 200, h.Admin.Get, h.Admin.Put},
		{"secondary", 200, h.Secondary.Get, nil}, {"stranger", 404, h.OtherCustomer.Get, h.OtherCustomer.Put},
		{"other agent", 404, h.OtherAgent.Get, h.OtherAgent.Put}, {"other secondary", 404, h.OtherSecondary.Get, nil},
	} {
		if a := who.get("/domain/" + d.ID); a.Status != who.status {
			t.Errorf("%s: %d", who.name, a.Status)
		}
		if who.write != nil && who.status == 404 {
			who.write("/domain/"+d.ID+"/check", nil).Want(404, 0)
			who.write("/domain/"+d.ID+"/default", nil).Want(404, 0)
			who.write("/domain", object{"id": d.ID, "uses": []string{"link"}}).Want(404, 0)
		}
	}
	h.Secondary.Put("/domain/"+d.ID+"/check", nil).Want(403, 0)
	h.Secondary.Post("/domain", object{"name": "x.example", "uses": []string{"email"}}).Want(403, 0)
	if page := testkit.Data[web.Page[domain.Domain]](h.Secondary.Get("/domain/page")); page.Total != 1 {
		t.Errorf("a secondary user lists %d", page.Total)
	}
	if page := testkit.Data[web.Page[domain.Domain]](h.OtherSecondary.Get("/domain/page")); page.Total != 0 {
		t.Errorf("a stranger lists %d", page.Total)
	}
	mine := testkit.Data[domain.Detail](h.Agent.Post("/domain", object{"name": "for.example", "uses": []string{"email"},
		"customerId": h.Customer.User.ID}))
	if mine.CustomerID != h.Customer.User.ID {
		t.Errorf("%+v", mine.Domain)
	}
	h.Agent.Post("/domain", object{"name": "for.example", "uses": []string{"email"}, "customerId": h.OtherCustomer.User.ID}).Want(404, 0)
}

// Staff share domains of the platform; every customer finds them in the picker and cannot change them.
func TestSharedDomains(t *testing.T) {
	h := start(t)
	d := h.add(h.Admin, "mail.platform.example")
	if d.CustomerID != "" {
		t.Errorf("%+v", d.Domain)
	}
	own := h.add(h.Direct, "own.example")
	offered := func() int { return testkit.Data[web.Page[domain.Option]](h.Direct.Get("/domain/selector")).Total }
	if n := offered(); n != 1 {
		t.Errorf("%d are offered", n)
	}
	h.Admin.Put("/domain", object{"id": d.ID, "shared": true}).OK()
	if n := offered(); n != 2 {
		t.Errorf("with the shared one %d", n)
	}
	h.Direct.Get("/domain/"+d.ID).Want(404, 0)
	h.Admin.Put("/domain", object{"id": own.ID, "shared": true}).Bad("shared")
	h.Direct.Put("/domain", object{"id": own.ID, "shared": true}).Bad("shared")
	scope := auth.UserScope(h.Direct.User.ID)
	if got, err := h.domains.Usable(t.Context(), scope, d.ID); err != nil || got.ID != d.ID {
		t.Errorf("%+v %v", got, err)
	}
	h.Admin.Put("/domain", object{"id": d.ID, "shared": false}).OK()
	if _, err := h.domains.Usable(t.Context(), scope, d.ID); !isMissing(err) {
		t.Error(err)
	}
	if n := offered(); n != 1 {
		t.Errorf("afterwards %d", n)
	}
}

// A customer has one first choice for each use.
func TestTheDefault(t *testing.T) {
	h := start(t)
	who := h.Direct
	one, two := h.add(who, "one.example"), h.add(who, "two.example", domain.UseEmail, domain.UseLink)
	if a := who.In("en_US").Put("/domain/"+one.ID+"/default", nil).Want(409, 0); a.Message != "Verify the domain before you make it the default" {
		t.Error(a.Message)
	}
	h.publish(one, domain.Ownership)
	h.publish(two, domain.Ownership)
	h.check(who, one.ID)
	h.check(who, two.ID)
	who.Put("/domain/"+one.ID+"/default", nil).OK()
	if !h.get(who, one.ID).Default || h.get(who, two.ID).Default {
		t.Error("the default is another one")
	}
	who.Put("/domain/"+two.ID+"/default", nil).OK()
	if h.get(who, one.ID).Default || !h.get(who, two.ID).Default {
		t.Error("the default did not change")
	}
	who.Delete("/domain/"+two.ID, nil).OK()
	if h.get(who, one.ID).Default {
		t.Error("a default that was not chosen")
	}
}

// What a domain is for decides which records are asked for. A changed use is checked anew.
func TestUses(t *testing.T) {
	h := start(t)
	d := h.add(h.Direct, "go.shop.example", domain.UseLink)
	if len(d.Records) != 2 || d.Provider != "none" || record(d, domain.Link).Host != "go.shop.example" {
		t.Fatalf("%+v", d)
	}
	h.publish(d)
	if d = h.check(h.Direct, d.ID); d.State != domain.Verified || d.Sending {
		t.Errorf("%+v", d.Domain)
	}
	h.Direct.Put("/domain", object{"id": d.ID, "uses": []string{"email", "link"}}).OK()
	h.work()
	if d = h.get(h.Direct, d.ID); d.State != domain.Pending || !d.Proven || len(d.Records) != 8 {
		t.Errorf("%+v", d)
	}
	// Without a provider no emails are sent, and the settings decide which hosts are asked for.
	h.provider.None = true
	h.set("domain.host.bounce", "")
	h.set("domain.spf.include", "")
	h.set("domain.host.click", "")
	h.Env.Clock.Add(2 * time.Minute)
	if d = h.add(h.Direct, "bare.example"); len(d.Records) != 2 || d.Provider != "none" || !slices.Contains(d.Problems, "provider") {
		t.Errorf("%+v", d)
	}
}

// A provider that does not answer changes nothing, and its keys are asked for again.
func TestAProviderThatIsDown(t *testing.T) {
	h := start(t)
	h.provider.Down = true
	d := h.add(h.Direct, "down.example")
	if record(d, domain.DKIM).Host != "" || d.Provider != "none" {
		t.Errorf("%+v", d)
	}
	h.provider.Down = false
	if d = h.check(h.Direct, d.ID); record(d, domain.DKIM).Host == "" {
		t.Errorf("%+v", d)
	}
	h.publish(d)
	d = h.check(h.Direct, d.ID)
	h.provider.Down = true
	if d = h.check(h.Direct, d.ID); d.State != domain.Verified || !d.Sending {
		t.Errorf("%+v", d.Domain)
	}
}
