package form_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/audience/lead"
	"herald/pkg/audience/lead/form"
	"herald/pkg/audience/saleschannel"
	"herald/pkg/audience/saleschannel/funnel"
	"herald/pkg/audience/visitor"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/quota"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/setting"
)

const (
	code    = "Ab3dEf7h"
	browser = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) " +
		"Version/18.5 Mobile/15E148 Safari/604.1"
)

// site is the public form of one channel.
type site struct {
	*testing.T
	env      *testkit.Env
	channel  saleschannel.Channel
	settings *setting.Store
	serve    http.Handler
}

func open(t *testing.T) *site {
	t.Helper()
	h := sessiontest.New(testkit.Memory(t))
	s := &site{T: t, env: h.Env, settings: setting.New(h.Env.DB, h.Env.Now, setting.Define(testkit.ModuleParts()...))}
	s.channel = saleschannel.Channel{ID: s.env.IDs.Next(), Code: code, Name: "internal name", Status: saleschannel.Enabled, CustomerID: "u",
		CustomerName: "Acme <b>", LinkCode: "Xy3dEf7h", Owner: auth.Owner{User: "u", Tenant: "u"}, Version: 1}
	s.write()
	leads := &lead.Service{DB: s.env.DB, Settings: s.settings, Now: s.env.Now, NewID: func(context.Context) string { return s.env.IDs.Next() }}
	a := web.New(web.Options{Catalogue: testkit.Texts(), Authenticate: func(context.Context, string) (*auth.Principal, error) { return nil, nil }, DB: s.env.DB,
		Audit: s.env.Audit, Now: s.env.Now, IDs: s.env.IDs, TrustedHops: 1, Log: func(map[string]any) {}})
	(&form.Service{DB: s.env.DB, Leads: leads, Visits: &visitor.Recorder{DB: s.env.DB, Settings: s.settings}, Settings: s.settings,
		Texts: testkit.Texts(), Public: "https://herald.test", Keys: s.env.Config.LinkKeys, Now: s.env.Now, NewID: s.env.IDs.Next,
		Log: s.env.Lines.Log}).Routes(a)
	s.serve = a.Handler()
	return s
}

func (s *site) write() {
	s.Helper()
	if _, err := s.env.DB.Write(s.Context(), store.Op{Verb: store.Put, Key: store.Key{Table: "audience", PK: "SALESCH#" + code, SK: "C"},
		Item: s.channel}); err != nil {
		s.Fatal(err)
	}
}

func (s *site) do(method, path, body string, header ...string) (*http.Response, string) {
	r := httptest.NewRequestWithContext(s.Context(), method, path, strings.NewReader(body))
	r.Header.Set("User-Agent", browser)
	r.Header.Set("X-Forwarded-For", "203.0.113.7")
	if method == "POST" {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	s.serve.ServeHTTP(w, r)
	text, _ := io.ReadAll(w.Result().Body)
	return w.Result(), string(text)
}

func (s *site) send(more ...string) (*http.Response, string) {
	return s.do("POST", "/f/"+code, fields(more...))
}

func fields(more ...string) string {
	f := url.Values{"name": {"Ada Lima"}, "phone": {"+5511987654321"}, "email": {""}, "message": {""}, "agree": {"yes"}, "website": {""}}
	for i := 0; i < len(more); i += 2 {
		f.Set(more[i], more[i+1])
		if more[i+1] == "-" {
			f.Del(more[i])
		}
	}
	return f.Encode()
}

func (s *site) counts() funnel.Counts {
	s.Helper()
	all, err := funnel.Totals(s.Context(), s.env.DB, []string{s.channel.ID})
	if err != nil {
		s.Fatal(err)
	}
	return all[0]
}

// The form makes a lead and a visitor, in each language, with the consent beside it.
func TestTheForm(t *testing.T) {
	s := open(t)
	for lang, want := range map[string]string{"en_US": "Get in touch", "zh_CN": "联系我们", "pt_BR": "Fale conosco", "zh_TW": "聯絡我們"} {
		a, text := s.do("GET", "/f/"+code+"?lang="+lang, "")
		if a.StatusCode != 200 || !strings.Contains(text, want) || !strings.Contains(text, "Acme &lt;b&gt;") ||
			strings.Contains(text, "internal") || !strings.Contains(text, `href="https://herald.test/s/Xy3dEf7h?_v=`) || a.Header.Get("Cache-Control") != "no-store, max-age=0" {
			t.Errorf("%s: %d %s", lang, a.StatusCode, text)
		}
	}
	if a, text := s.send("message", "Call me"); a.StatusCode != 200 || !strings.Contains(text, "Thank you") || a.Header.Get("Location") != "" {
		t.Errorf("%d %s", a.StatusCode, text)
	}
	if c := s.counts(); c.Leads != 1 {
		t.Errorf("%+v", c)
	}
}

// A visitor is known by its cookie. Machines are no visitors and get no cookie.
func TestVisitors(t *testing.T) {
	s := open(t)
	a, _ := s.do("GET", "/f/"+code+"?utm_source=fb", "", "CloudFront-Viewer-Country", "BR")
	c := a.Cookies()
	if len(c) != 1 || !c[0].HttpOnly || c[0].Path != "/f/"+code || !c[0].Secure {
		t.Fatalf("%+v", c)
	}
	for range 3 {
		s.do("GET", "/f/"+code, "", "Cookie", c[0].Name+"="+c[0].Value)
	}
	s.do("POST", "/f/"+code, fields(), "Cookie", c[0].Name+"="+c[0].Value)
	if n := s.counts(); n.Visitors != 1 || n.Leads != 1 {
		t.Errorf("%+v", n)
	}
	s.do("GET", "/f/"+code, "", "Cookie", c[0].Name+"=forged"+c[0].Value)
	if n := s.counts(); n.Visitors != 2 {
		t.Errorf("%+v", n)
	}
	for _, agent := range []string{"WhatsApp/2.23.20.0", "", "curl/8.5.0", "facebookexternalhit/1.1"} {
		if a, _ := s.do("GET", "/f/"+code, "", "User-Agent", agent); a.StatusCode != 200 || len(a.Cookies()) > 0 {
			t.Errorf("%s: %d", agent, a.StatusCode)
		}
	}
	s.do("HEAD", "/f/"+code, "")
	if n := s.counts(); n.Visitors != 2 {
		t.Errorf("%+v", n)
	}
}

// What the form lacks is named beside the field, and what was typed stays.
func TestFieldsOfTheForm(t *testing.T) {
	s := open(t)
	for _, c := range [][3]string{{"name", "", "Enter a name"}, {"name", strings.Repeat("n", 51), "Enter a name"}, {"phone", "11987", "Enter a valid phone"},
		{"phone", "", "Enter a phone number or an email"}, {"email", "ada@", "Enter a valid email"}, {"message", strings.Repeat("m", 1001), "at most 1000"},
		{"agree", "-", "Tick the box"}} {
		a, text := s.send("name", "Ada <i>", c[0], c[1])
		if a.StatusCode != 400 || !strings.Contains(text, c[2]) || c[0] != "name" && !strings.Contains(text, "Ada &lt;i&gt;") {
			t.Errorf("%s: %d %s", c[0], a.StatusCode, text)
		}
	}
	if n := s.counts(); n.Leads != 0 {
		t.Errorf("%+v", n)
	}
}

// Bodies that the form cannot send are refused; a filled trap is thanked and nothing is stored.
func TestOtherBodies(t *testing.T) {
	s := open(t)
	for _, body := range []string{fields("url", "https://evil.example"), fields() + "&name=x", fields("message", strings.Repeat("é", 9000)), "%zz"} {
		if a, _ := s.do("POST", "/f/"+code, body); a.StatusCode != 400 {
			t.Errorf("%.40s: %d", body, a.StatusCode)
		}
	}
	if a, _ := s.do("POST", "/f/"+code, `{"name":"Ada"}`, "Content-Type", "application/json"); a.StatusCode != 400 {
		t.Error(a.Status)
	}
	if a, text := s.send("website", "https://spam.example"); a.StatusCode != 200 || !strings.Contains(text, "Thank you") {
		t.Error(a.Status)
	}
	if n := s.counts(); n.Leads != 0 {
		t.Errorf("%+v", n)
	}
}

// A network sends a bounded number of forms a day, a channel takes a bounded number, and the next day is a new one.
func TestFormsOfADay(t *testing.T) {
	s := open(t)
	set := func(key, value string) {
		if err := s.settings.Set(t.Context(), key, value, "admin"); err != nil {
			t.Fatal(err)
		}
	}
	set("lead.form.day", "2")
	post := func(address string) int {
		a, _ := s.do("POST", "/f/"+code, fields(), "X-Forwarded-For", address)
		return a.StatusCode
	}
	if a, b, c := post("2001:db8::1"), post("2001:db8::2"), post("2001:db8::3"); a != 200 || b != 200 || c != 429 {
		t.Errorf("%d %d %d", a, b, c)
	}
	if a, _ := s.send(); a.StatusCode != 200 {
		t.Error(a.Status)
	}
	for it, err := range store.Rows(t.Context(), s.env.DB, store.Query{Table: "audience", PK: "LEADDAY#" + quota.Day(s.env.Now()) + "#203.0.113.7"}) {
		t.Error("a row has an address", it, err)
	}
	set("lead.form.channel.day", "1")
	s.env.Clock.Add(24 * time.Hour)
	if a, b := post("198.51.100.1"), post("198.51.100.2"); a != 200 || b != 429 {
		t.Errorf("%d %d", a, b)
	}
}

// An unknown code and a disabled channel have no form.
func TestChannelsWithoutForm(t *testing.T) {
	s := open(t)
	for _, path := range []string{"/f/Ab3dEf7i", "/f/0000000l", "/f/x", "/f/" + strings.Repeat("a", 3000)} {
		if a, text := s.do("GET", path, ""); a.StatusCode != 404 || !strings.Contains(text, "doesn&#39;t exist") {
			t.Errorf("%s: %d", path, a.StatusCode)
		}
	}
	s.channel.Status = saleschannel.Disabled
	s.write()
	if a, _ := s.do("GET", "/f/"+code, ""); a.StatusCode != 410 {
		t.Error(a.Status)
	}
	if a, _ := s.send(); a.StatusCode != 410 {
		t.Error(a.Status)
	}
	if n := s.counts(); n.Leads+n.Visitors != 0 {
		t.Errorf("%+v", n)
	}
}
