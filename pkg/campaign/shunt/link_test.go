package shunt_test

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/campaign/shunt"
	"herald/pkg/campaign/shunt/redirect"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

func phoneOf(n int) string { return fmt.Sprintf("55119876%05d", 54321+n) }

// A link is added, shown, changed, disabled and deleted with its numbers.
func TestTheLifeOfALink(t *testing.T) {
	h := start(t)
	who := h.Direct
	l := h.add(who, "remark", "July", "params", []string{"ref"}, "fallback", "https://wa.me/5511987654321")
	if !shunt.ValidCode(l.Code) || l.URL != "https://herald.test/s/"+l.Code || l.Status != shunt.Enabled || l.CustomerID != who.User.ID ||
		l.Greeting != "Hi" || l.Clicks != 0 || l.Advised || l.Expired {
		t.Fatalf("%+v", l)
	}
	n := h.addNumber(who, l.ID, 1, "weight", 3, "from", "09:00", "to", "18:00", "dailyCap", 20, "greeting", "Olá")
	if n.PhoneNumber != phoneOf(1) || n.Weight != 3 || n.From != "09:00" || n.DailyCap != 20 || n.LinkName != l.Name || n.N != 1 {
		t.Errorf("%+v", n)
	}
	h.addNumber(who, l.ID, 2)
	who.Put("/shunt/link", object{"id": l.ID, "name": "Winter sale"}).OK()
	if l = h.get(who, l.ID); l.Name != "Winter sale" || l.Greeting != "" || l.TargetCount != 2 || l.UsableCount != 2 || l.Kind != shunt.KindNumber {
		t.Errorf("%+v", l)
	}
	who.Put("/shunt/number/status", object{"id": n.ID, "status": "invalid"}).OK()
	if l = h.get(who, l.ID); l.UsableCount != 1 {
		t.Errorf("%+v", l)
	}
	who.Put("/shunt/number", object{"id": n.ID, "weight": 5}).OK()
	if n = testkit.Data[shunt.Number](who.Get("/shunt/number/" + n.ID)); n.Weight != 5 || n.From != "" || n.DailyCap != 0 || n.Status != shunt.Invalid {
		t.Errorf("%+v", n)
	}
	page := testkit.Data[web.Page[shunt.Number]](who.Get("/shunt/number/page?linkId=" + l.ID + "&status=invalid"))
	if page.Total != 1 || page.Records[0].LinkName != "Winter sale" {
		t.Errorf("%+v", page)
	}
	who.Put("/shunt/link/status", object{"id": l.ID, "status": "disabled"}).OK()
	if found := testkit.Data[web.Page[shunt.Link]](who.Get("/shunt/link/page?status=disabled&name=winter&kind=number")); found.Total != 1 {
		t.Errorf("%+v", found)
	}
	who.Delete("/shunt/number/"+n.ID, nil).OK()
	who.Get("/shunt/number/"+n.ID).Want(404, 0)
	third := h.addNumber(who, l.ID, 1)
	if third.N != 3 {
		t.Errorf("a target's number is used again: %+v", third)
	}
	for i := range 20 {
		h.addNumber(who, l.ID, 10+i)
	}
	who.Delete("/shunt/link/"+l.ID, nil).OK()
	who.Get("/shunt/link/"+l.ID).Want(404, 0)
	who.Get("/shunt/number/"+third.ID).Want(404, 0)
	if left := testkit.Data[web.Page[shunt.Number]](who.Get("/shunt/number/page")); left.Total != 0 {
		t.Errorf("numbers of a deleted link: %+v", left)
	}
	if rows, err := h.Env.DB.Get(t.Context(), keyOf(l.Code), true); err != nil || rows != nil {
		t.Errorf("%v %v", rows, err)
	}
}

// What a visitor must not meet is refused with its field.
func TestFieldsOfALink(t *testing.T) {
	h := start(t)
	for _, c := range []struct {
		field string
		value any
	}{
		{"name", ""}, {"name", " "}, {"name", strings.Repeat("n", 21)}, {"name", "a\nb"}, {"name", "a\u202eb"}, {"remark", strings.Repeat("r", 256)},
		{"greeting", strings.Repeat("g", 81)}, {"greeting", strings.Repeat("好", 81)}, {"greeting", "a\x00b"}, {"kind", "email"}, {"countryCode", "XX"},
		{"countryCode", ""}, {"expireTime", h.Env.Now().Add(-time.Minute).Format(time.RFC3339)}, {"params", []string{"utm_source"}}, {"params", []string{"a b"}},
		{"params", []string{"a", "b", "c", "d"}}, {"fallback", "http://wa.me/5511987654321"}, {"fallback", "https://shop.example/"},
		{"fallback", "https://wa.me.shop.example/"}, {"fallback", "https://wa.me@shop.example/"}, {"fallback", "https://wa.me:444/"},
		{"fallback", "javascript:alert(1)"}, {"fallback", "//wa.me/55"}, {"fallback", `https://wa.me\@shop.example`}, {"fallback", "https://"},
		{"fallback", "https://wa.me/" + strings.Repeat("1", 1024)},
	} {
		h.Direct.Post("/shunt/link", link(c.field, c.value)).Bad(c.field)
	}
	h.Direct.Post("/shunt/link", link("kind", "group")).Bad("greeting")
	h.Direct.Post("/shunt/link", link("customerId", h.Customer.User.ID)).Want(404, 0)
	h.Admin.Post("/shunt/link", link()).Bad("customerId")
	l := h.add(h.Direct, "name", strings.Repeat("好", 20), "greeting", strings.Repeat("好", 80), "expireTime", h.Env.Now().Add(time.Hour))
	if l.Name != strings.Repeat("好", 20) || l.ExpireTime == nil {
		t.Errorf("%+v", l)
	}
	h.pass(2*time.Hour, h.Direct)
	if l = h.get(h.Direct, l.ID); !l.Expired {
		t.Errorf("%+v", l)
	}
	h.Direct.Put("/shunt/link", object{"id": l.ID, "name": "n", "expireTime": l.ExpireTime}).OK() // an end that stays is not checked anew
}

// A greeting of 81 characters is refused in four languages, and nothing changes.
func TestAGreetingOf81Characters(t *testing.T) {
	h := start(t)
	l := h.add(h.Direct)
	n := h.addNumber(h.Direct, l.ID, 1)
	long := strings.Repeat("👋", 81)
	for lang, text := range map[string]string{"zh_CN": "问候语最多 80 个字符，当前 81 个", "en_US": "A greeting can have at most 80 characters, and this one has 81",
		"pt_BR": "A saudação pode ter até 80 caracteres, e esta tem 81", "zh_TW": "問候語最多 80 個字元，目前 81 個"} {
		who := h.Direct.In(lang)
		for _, a := range []*testkit.Answer{who.Post("/shunt/link", link("greeting", long)),
			who.Put("/shunt/link", object{"id": l.ID, "name": "n", "greeting": long}),
			who.Put("/shunt/number", object{"id": n.ID, "greeting": long})} {
			if a.Bad("greeting"); a.Message != text {
				t.Errorf("%s: %q", lang, a.Message)
			}
		}
	}
	if now := h.get(h.Direct, l.ID); now.Name != l.Name || now.Greeting != "Hi" {
		t.Errorf("%+v", now)
	}
}

// A fallback address is at WhatsApp or at a host that the customer has proven for short links.
func TestTheFallbackAddress(t *testing.T) {
	h := start(t)
	h.proven(h.Direct, "go.shop.example")
	for _, address := range []string{"https://wa.me/5511987654321?text=a", "https://api.whatsapp.com/send?phone=1", "https://chat.whatsapp.com/BxY7cDeFgHiJkLmNoPqRsT",
		"https://go.shop.example/sale?x=1", "https://a.go.shop.example/"} {
		if l := h.add(h.Direct, "fallback", address); l.Fallback != address {
			t.Errorf("%+v", l)
		}
	}
	h.Direct.Post("/shunt/link", link("fallback", "https://shop.example/")).Bad("fallback")
	h.OtherCustomer.Post("/shunt/link", link("fallback", "https://go.shop.example/sale")).Bad("fallback")
}

// A number is one of the link's country, in hours and shares that make sense, and once in its link.
func TestFieldsOfANumber(t *testing.T) {
	h := start(t)
	l := h.add(h.Direct)
	body := func(more ...any) object { return with(object{"linkId": l.ID, "phoneNumber": phoneOf(1)}, more...) }
	for _, c := range []struct {
		field string
		value any
	}{
		{"phoneNumber", "+8613800138000"}, {"phoneNumber", "11987654321"}, {"phoneNumber", "12"}, {"phoneNumber", "abc"}, {"phoneNumber", ""},
		{"weight", 0.5}, {"weight", 101}, {"weight", -1}, {"dailyCap", -1}, {"dailyCap", 1000001}, {"greeting", strings.Repeat("g", 81)},
		{"remark", strings.Repeat("r", 256)}, {"linkId", ""},
	} {
		h.Direct.Post("/shunt/number", body(c.field, c.value)).Bad(c.field)
	}
	for _, hours := range [][2]string{{"09:00", ""}, {"", "18:00"}, {"18:00", "09:00"}, {"9:00", "18:00"}, {"09:00", "24:00"}, {"09:00", "09:00"}} {
		h.Direct.Post("/shunt/number", body("from", hours[0], "to", hours[1])).Bad("from")
	}
	h.addNumber(h.Direct, l.ID, 1)
	if a := h.Direct.In("en_US").Post("/shunt/number", body()).Want(409, 0); a.Message != "The link already has this number" {
		t.Error(a.Message)
	}
	h.Direct.Post("/shunt/number", object{"linkId": h.add(h.Direct, "kind", "group", "greeting", "").ID, "phoneNumber": phoneOf(1)}).Bad("linkId")
	other := h.add(h.OtherCustomer)
	h.Direct.Post("/shunt/number", object{"linkId": other.ID, "phoneNumber": phoneOf(1)}).Want(404, 0)
	us := h.add(h.Direct, "countryCode", "US")
	h.Direct.Post("/shunt/number", object{"linkId": us.ID, "phoneNumber": "+12125550123", "from": "00:00", "to": "01:00"}).OK()
	h.set("shunt.targets.max", "1")
	h.pass(2*time.Minute, h.Direct)
	if a := h.Direct.In("en_US").Post("/shunt/number", body("phoneNumber", phoneOf(2))).Want(409, 0); a.Message !=
		"A link can have at most 1 number or group" {
		t.Error(a.Message)
	}
	h.set("shunt.links.max", "3")
	h.pass(2*time.Minute, h.Direct)
	if a := h.Direct.In("en_US").Post("/shunt/link", link()).Want(409, 0); a.Message != "You can have at most 3 shunting links" {
		t.Error(a.Message)
	}
}

const invite = "https://chat.whatsapp.com/BxY7cDeFgHiJkLmNoPqRsT"

// A group is an invite link of WhatsApp, once in its link.
func TestFieldsOfAGroup(t *testing.T) {
	h := start(t)
	l := h.add(h.Direct, "kind", "group", "greeting", "")
	for _, bad := range []string{"", "x", "http://chat.whatsapp.com/BxY7cDeFgHiJkLmNoPqRsT", "https://chat.whatsapp.com/", "https://chat.whatsapp.com/short",
		"https://chat.whatsapp.com.evil.example/BxY7cDeFgHiJkLmNoPqRsT", "https://chat.whatsapp.com:8443/BxY7cDeFgHiJkLmNoPqRsT",
		"https://a@chat.whatsapp.com/BxY7cDeFgHiJkLmNoPqRsT", "https://wa.me/5511987654321", "https://chat.whatsapp.com/BxY7cDeFgHiJkLmNoPqRsT/../x"} {
		h.Direct.Post("/shunt/group", object{"linkId": l.ID, "url": bad}).Bad("url")
	}
	g := testkit.Data[shunt.Group](h.Direct.Post("/shunt/group", object{"linkId": l.ID, "url": " https://CHAT.whatsapp.com/invite/BxY7cDeFgHiJkLmNoPqRsT?x=1 "}))
	if g.URL != invite || g.Weight != 1 || g.Full || g.Status != shunt.Enabled {
		t.Errorf("%+v", g)
	}
	h.Direct.Post("/shunt/group", object{"linkId": l.ID, "url": invite}).Want(409, 0)
	h.Direct.Post("/shunt/group", object{"linkId": h.add(h.Direct).ID, "url": invite}).Bad("linkId")
	h.Direct.Put("/shunt/group", object{"id": g.ID, "url": invite, "full": true, "weight": 2, "dailyCap": 9}).OK()
	if g = testkit.Data[shunt.Group](h.Direct.Get("/shunt/group/" + g.ID)); !g.Full || g.Weight != 2 || g.DailyCap != 9 {
		t.Errorf("%+v", g)
	}
	if l = h.get(h.Direct, l.ID); l.UsableCount != 0 || l.TargetCount != 1 {
		t.Errorf("%+v", l)
	}
	if page := testkit.Data[web.Page[shunt.Group]](h.Direct.Get("/shunt/group/page?full=true&url=BxY7")); page.Total != 1 {
		t.Errorf("%+v", page)
	}
	h.Direct.Put("/shunt/group/status", object{"id": g.ID, "status": "disabled"}).OK()
	h.Direct.Get("/shunt/number/"+g.ID).Want(404, 0)
	h.Direct.Delete("/shunt/group/"+g.ID, nil).OK()
	h.Direct.Get("/shunt/group/"+g.ID).Want(404, 0)
}

// Every user sees its own links; a customer those of its secondaries, an agent those of its customers.
func TestScopes(t *testing.T) {
	h := start(t)
	l := h.add(h.Secondary)
	n := h.addNumber(h.Secondary, l.ID, 1)
	for _, who := range []*sessiontest.Actor{h.Secondary, h.Customer, h.Agent, h.Admin} {
		who.Get("/shunt/link/" + l.ID).OK()
		if all := testkit.Data[web.Page[shunt.Number]](who.Get("/shunt/number/page")); !slices.ContainsFunc(all.Records, func(o shunt.Number) bool { return o.ID == n.ID }) {
			t.Errorf("%s: %+v", who.Name, all)
		}
	}
	for _, who := range []*sessiontest.Actor{h.OtherAgent, h.OtherCustomer, h.OtherSecondary, h.Direct} {
		who.Get("/shunt/link/"+l.ID).Want(404, 0)
		who.Get("/shunt/number/"+n.ID).Want(404, 0)
		who.Put("/shunt/link/status", object{"id": l.ID, "status": "disabled"}).Want(404, 0)
		who.Delete("/shunt/number/"+n.ID, nil).Want(404, 0)
		if all := testkit.Data[web.Page[shunt.Link]](who.Get("/shunt/link/page")); all.Total != 0 {
			t.Errorf("%s: %+v", who.Name, all)
		}
	}
	for _, by := range []*sessiontest.Actor{h.Agent, h.Admin} {
		mine := h.add(by, "customerId", h.Customer.User.ID)
		if mine.CustomerID != h.Customer.User.ID {
			t.Errorf("%+v", mine)
		}
		h.Customer.Get("/shunt/link/" + mine.ID).OK()
	}
}

// A repeated call changes nothing twice.
func TestARepeatedCall(t *testing.T) {
	h := start(t)
	h.set("shunt.links.max", "5")
	once := h.Direct.With("Idempotency-Key", "a")
	a, b := testkit.Data[shunt.Link](once.Post("/shunt/link", link())), testkit.Data[shunt.Link](once.Post("/shunt/link", link()))
	if a.ID != b.ID || a.Code != b.Code {
		t.Errorf("%+v and %+v", a, b)
	}
	if page := testkit.Data[web.Page[shunt.Link]](h.Direct.Get("/shunt/link/page")); page.Total != 1 {
		t.Errorf("%+v", page)
	}
}

// Codes are unlike each other, of characters that no reader takes for others.
func TestCodes(t *testing.T) {
	seen := map[string]bool{}
	for range 10_000 {
		code := shunt.NewCode()
		if !shunt.ValidCode(code) || seen[code] {
			t.Fatal(code)
		}
		seen[code] = true
	}
	for _, bad := range []string{"", "1234567", "123456789", "1234567O", "1234567l", "1234567é", "1234567/"} {
		if shunt.ValidCode(bad) {
			t.Error(bad)
		}
	}
}

// A list of numbers is added once, in the link's country.
func TestImport(t *testing.T) {
	h := start(t)
	l := h.add(h.Direct)
	h.addNumber(h.Direct, l.ID, 1)
	text := []string{"+" + phoneOf(1), "", phoneOf(2), "+" + phoneOf(2), "8613800138000", "abc"}
	for i := range 30 {
		text = append(text, phoneOf(10+i))
	}
	body := object{"linkId": l.ID, "text": strings.Join(text, "\r\n"), "weight": 4, "dailyCap": 7}
	who := h.Direct.In("en_US").With("Idempotency-Key", "a")
	got := testkit.Data[shunt.ImportResponse](who.Post("/shunt/number/import", body))
	if got.Total != 35 || got.Imported != 31 || got.Duplicated != 2 || got.Failed != 2 || len(got.Errors) != 2 || got.Errors[0].Line != 5 ||
		got.Errors[1].Number != "abc" || got.Errors[0].Message == "" {
		t.Errorf("%+v", got)
	}
	page := testkit.Data[web.Page[shunt.Number]](h.Direct.Get("/shunt/number/page?size=100&linkId=" + l.ID))
	if page.Total != 32 || page.Records[0].Weight != 4 || page.Records[0].DailyCap != 7 {
		t.Errorf("%+v", page)
	}
	if again := testkit.Data[shunt.ImportResponse](h.Direct.Post("/shunt/number/import", body)); again.Imported != 0 || again.Duplicated != 33 {
		t.Errorf("%+v", again)
	}
	h.Direct.Post("/shunt/number/import", object{"linkId": l.ID}).Bad("fileId")
	h.Direct.Post("/shunt/number/import", object{"linkId": l.ID, "text": phoneOf(1), "fileId": "x"}).Bad("fileId")
	h.set("shunt.targets.max", "33")
	h.pass(2*time.Minute, h.Direct)
	h.Direct.Post("/shunt/number/import", object{"linkId": l.ID, "text": phoneOf(90) + "\n" + phoneOf(91)}).Want(409, 0)
	if l = h.get(h.Direct, l.ID); l.TargetCount != 32 {
		t.Errorf("%+v", l)
	}
}

// Visitors come to a fallback address of the customer's own with the campaign parameters of the link.
func TestTheOwnFallbackAddress(t *testing.T) {
	h := start(t)
	h.proven(h.Direct, "go.shop.example")
	l := h.add(h.Direct, "fallback", "https://go.shop.example/sale?utm_source=own", "params", []string{"ref"})
	a := web.New(web.Options{Catalogue: testkit.Texts(), DB: h.Env.DB, Now: h.Env.Now, IDs: h.Env.IDs, Log: h.Env.Lines.Log,
		Authenticate: func(context.Context, string) (*auth.Principal, error) { return nil, nil }})
	(&redirect.Service{DB: h.Env.DB, Queues: h.Env.Queues, Texts: testkit.Texts(), Now: h.Env.Now, Log: h.Env.Lines.Log, Domains: h.domains}).Routes(a)
	r := httptest.NewRequestWithContext(t.Context(), "GET", "/s/"+l.Code+"?utm_source=fb&utm_medium=m&ref=a&x=y", nil)
	r.Header.Set("User-Agent", "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0")
	w := httptest.NewRecorder()
	a.Handler().ServeHTTP(w, r)
	if to := w.Header().Get("Location"); w.Code != 302 || to != "https://go.shop.example/sale?ref=a&utm_medium=m&utm_source=own" {
		t.Error(w.Code, to)
	}
}

// A link is shown, drawn and found at the host that its customer has chosen, and there alone.
func TestTheOwnHostOfALink(t *testing.T) {
	h := start(t)
	id := h.proven(h.Direct, "go.shop.example")
	mine, other := h.add(h.Direct), h.add(h.Customer)
	if !strings.HasPrefix(mine.URL, "https://herald.test/s/") {
		t.Error(mine.URL)
	}
	h.Direct.Put("/domain/"+id+"/default", nil).OK()
	if got := h.get(h.Direct, mine.ID).URL; got != "https://go.shop.example/s/"+mine.Code {
		t.Error(got)
	}
	if got := h.get(h.Customer, other.ID).URL; got != "https://herald.test/s/"+other.Code {
		t.Error(got)
	}
	h.addNumber(h.Direct, mine.ID, 1)
	h.addNumber(h.Customer, other.ID, 1)
	a := web.New(web.Options{Catalogue: testkit.Texts(), DB: h.Env.DB, Now: h.Env.Now, IDs: h.Env.IDs, Log: h.Env.Lines.Log,
		Authenticate: func(context.Context, string) (*auth.Principal, error) { return nil, nil }})
	(&redirect.Service{DB: h.Env.DB, Queues: h.Env.Queues, Texts: testkit.Texts(), Now: h.Env.Now, Log: h.Env.Lines.Log, Domains: h.domains,
		Public: "https://herald.test", Hosts: &redirect.Hosts{Header: "X-Herald-Host", Domains: h.domains, Public: "https://herald.test",
			Now: h.Env.Now, Log: h.Env.Lines.Log}}).Routes(a)
	for _, c := range []struct {
		code, host string
		status     int
	}{
		{mine.Code, "go.shop.example", 302}, {mine.Code, "herald.test", 302}, {mine.Code, "", 302}, {mine.Code, "unknown.example", 302},
		{other.Code, "herald.test", 302}, {other.Code, "go.shop.example", 404}, {other.Code, "GO.shop.example", 404},
		{other.Code, "below.go.shop.example", 404},
	} {
		r := httptest.NewRequestWithContext(t.Context(), "GET", "/s/"+c.code, nil)
		r.Header.Set("User-Agent", "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0")
		r.Header.Set("X-Herald-Host", c.host)
		w := httptest.NewRecorder()
		a.Handler().ServeHTTP(w, r)
		if w.Code != c.status {
			t.Errorf("%+v: %d", c, w.Code)
		}
	}
}

// An import that broke between two of its steps is complete when it is repeated.
func TestABrokenImportIsRepeated(t *testing.T) {
	h := start(t)
	l := h.add(h.Direct)
	var text []string
	for i := range 12 {
		text = append(text, phoneOf(10+i))
	}
	body := object{"linkId": l.ID, "text": strings.Join(text, "\n")}
	who, writes := h.Direct.With("Idempotency-Key", "k"), 0
	h.links.DB = &store.Faulty{DB: h.Env.DB, Before: func(call string) error {
		if call == "transact" {
			if writes++; writes == 2 {
				return errors.New("the database does not answer")
			}
		}
		return nil
	}, After: func(string) error { return nil }}
	if a := who.Post("/shunt/number/import", body); a.Status < 500 {
		t.Fatalf("%d %s", a.Status, a.Raw)
	}
	who.Post("/shunt/number/import", body).OK()
	if l = h.get(h.Direct, l.ID); l.TargetCount != 12 {
		t.Errorf("%d of 12 numbers", l.TargetCount)
	}
}
