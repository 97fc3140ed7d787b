package redirect_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"herald/internal/testkit"
	"herald/pkg/campaign/domain"
	"herald/pkg/campaign/shunt"
	"herald/pkg/campaign/shunt/click"
	"herald/pkg/campaign/shunt/redirect"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/store"
	"herald/pkg/kit/useragent"
	"herald/pkg/kit/web"
)

const (
	code    = "Ab3dEf7h"
	browser = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) " +
		"Version/18.5 Mobile/15E148 Safari/604.1"
	invite = "https://chat.whatsapp.com/BxY7cDeFgHiJkLmNoPqRsT"
)

// site is the public page of shunting links, in one or several processes.
type site struct {
	*testing.T
	env   *testkit.Env
	row   shunt.Row
	serve http.Handler
}

func open(t *testing.T, targets ...shunt.Target) *site {
	t.Helper()
	s := &site{T: t, env: testkit.Memory(t)}
	s.row = shunt.Row{Link: shunt.Link{ID: s.env.IDs.Next(), Code: code, Name: "internal name", Kind: shunt.KindNumber, CountryCode: "BR", Status: shunt.Enabled,
		Greeting: "Hi, I'm new & 50% off+"}, Owner: auth.Owner{User: "u", Tenant: "u"}, Targets: targets}
	s.write()
	s.serve = s.process()
	return s
}

// numbers are enabled targets of some weights.
func numbers(weights ...int) (all []shunt.Target) {
	for i, w := range weights {
		all = append(all, shunt.Target{ID: fmt.Sprint(i), N: i + 1, Phone: fmt.Sprintf("55119876543%02d", i+1), Status: shunt.Enabled, Weight: w})
	}
	return all
}

// write stores the link, as a change of package shunt does, and lets processes see it.
func (s *site) write() {
	s.Helper()
	s.row.Version++
	if _, err := s.env.DB.Write(s.Context(), store.Op{Verb: store.Put, Key: store.Key{Table: "campaign", PK: "SHUNT#" + code, SK: "L"}, Item: s.row}); err != nil {
		s.Fatal(err)
	}
	s.env.Clock.Add(2 * time.Second)
}

// process is the handler of one more process.
func (s *site) process() http.Handler {
	a := web.New(web.Options{Catalogue: testkit.Texts(), Authenticate: func(context.Context, string) (*auth.Principal, error) { return nil, nil }, DB: s.env.DB,
		Audit: s.env.Audit, Now: s.env.Now, IDs: s.env.IDs, TrustedHops: 1, Log: func(map[string]any) {}})
	(&redirect.Service{DB: s.env.DB, Queues: s.env.Queues, Texts: testkit.Texts(), Public: "https://herald.test", Keys: s.env.Config.LinkKeys, Now: s.env.Now,
		Log: s.env.Lines.Log, Domains: &domain.Service{DB: s.env.DB}}).Routes(a)
	return a.Handler()
}

// visit makes a request as a browser does.
func (s *site) visit(h http.Handler, method, path string, header ...string) *http.Response {
	r := httptest.NewRequestWithContext(s.Context(), method, path, nil)
	r.Header.Set("User-Agent", browser)
	r.Header.Set("X-Forwarded-For", "203.0.113.7")
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func (s *site) get(header ...string) *http.Response {
	return s.visit(s.serve, "GET", "/s/"+code, header...)
}

// phone is the number that an answer leads to.
func phone(a *http.Response) string {
	_, rest, _ := strings.Cut(a.Header.Get("Location"), "https://wa.me/")
	number, _, _ := strings.Cut(rest, "?")
	return number
}

func text(a *http.Response) string {
	b, _ := io.ReadAll(a.Body)
	return string(b)
}

// events are those that were queued since the last call.
func (s *site) events() (all []click.Event) {
	s.Helper()
	for _, m := range s.env.Sent.Take() {
		var e click.Event
		if err := json.Unmarshal(m.Body, &e); err != nil || m.Queue != click.Queue || m.Kind != click.Task {
			s.Fatal(m, err)
		}
		all = append(all, e)
	}
	return all
}

// count makes n visits of n visitors and counts where they come to.
func (s *site) count(h http.Handler, n int) map[string]int {
	s.Helper()
	got := map[string]int{}
	for range n {
		got[phone(s.visit(h, "GET", "/s/"+code))]++
	}
	return got
}

// A visitor comes to a number with the greeting, and is counted before the answer.
func TestRedirect(t *testing.T) {
	s := open(t, numbers(1)...)
	s.row.Params = []string{"ref"}
	s.write()
	a := s.visit(s.serve, "GET", "/s/"+code+"?utm_source=fb&utm_campaign=a%20b&ref=x&other=y&utm_term="+
		strings.Repeat("t", 200)+"&url=https://evil.example", "CloudFront-Viewer-Country", "PT")
	if want := "https://wa.me/5511987654301?text=Hi%2C%20I%27m%20new%20%26%2050%25%20off%2B"; a.StatusCode != 302 || a.Header.Get("Location") != want {
		t.Errorf("%d %s", a.StatusCode, a.Header.Get("Location"))
	}
	if a.Header.Get("Cache-Control") != "no-store, max-age=0" || a.Header.Get("Referrer-Policy") != "no-referrer" {
		t.Error(a.Header)
	}
	got := s.events()
	if len(got) != 1 || got[0].Link != code || got[0].Target != 1 || got[0].Bot || got[0].Country != "PT" ||
		got[0].Kind != useragent.Phone || got[0].Tenant != "u" ||
		got[0].Visitor == "" || len(got[0].Params) != 4 || got[0].Params["utm_campaign"] != "a b" || got[0].Params["ref"] != "x" || len(got[0].Params["utm_term"]) != 100 {
		t.Errorf("%+v", got)
	}
	s.row.Targets[0].Greeting = "Olá"
	s.write()
	if to := s.get("CloudFront-Viewer-Country", "Narnia").Header.Get("Location"); to != "https://wa.me/5511987654301?text=Ol%C3%A1" {
		t.Error(to)
	}
	if got := s.events(); got[0].Country != "" {
		t.Errorf("%+v", got)
	}
	s.row.Targets[0].Greeting, s.row.Greeting = "", ""
	s.write()
	if to := s.get().Header.Get("Location"); to != "https://wa.me/5511987654301" {
		t.Error(to)
	}
	s.row.Targets[0] = shunt.Target{ID: "g", N: 2, URL: invite, Status: shunt.Enabled, Weight: 1}
	s.write()
	if to := s.get().Header.Get("Location"); to != invite {
		t.Error(to)
	}
}

// Each number gets exactly its share, in one process and in several, at few and at many visits.
func TestExactShares(t *testing.T) {
	s := open(t, numbers(3, 2, 5)...)
	for range 4 {
		if got := s.count(s.serve, 10); got["5511987654301"] != 3 || got["5511987654302"] != 2 || got["5511987654303"] != 5 {
			t.Errorf("%v", got)
		}
	}
	// Few visits, of several processes: each takes one position at a time.
	processes, got := []http.Handler{s.process(), s.process(), s.process()}, map[string]int{}
	for i := range 30 {
		s.env.Clock.Add(time.Minute)
		got[phone(s.visit(processes[i%3], "GET", "/s/"+code))]++
	}
	if got["5511987654301"] != 9 || got["5511987654302"] != 6 || got["5511987654303"] != 15 {
		t.Errorf("%v", got)
	}
	s.row.Targets[2].Status = shunt.Invalid
	s.write()
	if got := s.count(s.process(), 50); got["5511987654301"] != 30 || got["5511987654302"] != 20 {
		t.Errorf("%v", got)
	}
}

// Many visits write the position in blocks.
func TestBlocksOfPositions(t *testing.T) {
	s := open(t, numbers(1, 1)...)
	writes := 0
	s.env.DB = &store.Faulty{DB: s.env.DB, After: func(string) error { return nil }, Before: func(call string) error {
		if call == "write" {
			writes++
		}
		return nil
	}}
	s.serve = s.process()
	const n = 2000
	began := s.env.Now()
	for range n {
		s.env.Clock.Add(4 * time.Millisecond)
		s.get()
	}
	if most := 4 + int(s.env.Now().Sub(began).Seconds()); writes == 0 || writes > most {
		t.Errorf("%d writes for %d visits, not %d", writes, n, most)
	}
	got := map[int]int{}
	shards := map[int]bool{}
	for _, e := range s.events() {
		got[e.Target]++
		shards[e.Shard] = true
	}
	if got[1] != n/2 || got[2] != n/2 || len(shards) < 8 {
		t.Errorf("%v, %d shards", got, len(shards))
	}
}

// A visitor keeps its number for 30 days, while that is usable.
func TestAVisitorKeepsItsNumber(t *testing.T) {
	s := open(t, numbers(1, 1, 1)...)
	first := s.get()
	cookies := first.Cookies()
	if len(cookies) != 1 || !cookies[0].HttpOnly || cookies[0].SameSite != http.SameSiteLaxMode || cookies[0].MaxAge != 30*24*3600 ||
		cookies[0].Path != "/s/"+code || !cookies[0].Secure {
		t.Fatalf("%+v", cookies)
	}
	kept := cookies[0].Name + "=" + cookies[0].Value
	for range 5 {
		if a := s.get("Cookie", kept); phone(a) != phone(first) {
			t.Error(phone(a))
		}
	}
	events := s.events()
	for _, e := range events {
		if e.Visitor != events[0].Visitor {
			t.Errorf("%+v", e)
		}
	}
	if next := phone(s.get()); next == phone(first) {
		t.Error("the visitor's return took a turn")
	}
	for _, bad := range []string{"x", kept + "x", cookies[0].Name + "=a.1.zzzzzzz.AAAAAAAAAAAAAAAAAAAAAA", cookies[0].Name + "=" + strings.Replace(cookies[0].Value, ".1.", ".2.", 1)} {
		if a := s.get("Cookie", bad); a.StatusCode != 302 {
			t.Errorf("%s: %d", bad, a.StatusCode)
		}
	}
	s.row.Targets[0].Status = shunt.Disabled
	s.write()
	moved := s.get("Cookie", kept)
	if phone(moved) == phone(first) || len(moved.Cookies()) != 1 {
		t.Error(phone(moved))
	}
	s.row.Targets[0].Status = shunt.Enabled
	s.write()
	s.env.Clock.Add(31 * 24 * time.Hour)
	s.count(s.serve, 1)
	if a := s.get("Cookie", kept); len(s.events()) == 0 || a.StatusCode != 302 {
		t.Error("no event")
	}
}

// What is disabled, full, out of its hours or at its cap is passed over; without anything usable a visitor reads so in its language.
func TestNothingUsable(t *testing.T) {
	all := numbers(1, 1, 1, 1)
	all[0].Status, all[1].Full, all[2].From, all[2].To, all[3].Cap = shunt.Disabled, true, "09:00", "11:00", 2
	s := open(t, all...)
	morning := time.Date(s.env.Now().Year()+1, 3, 3, 13, 0, 0, 0, time.UTC) // 10:00 in São Paulo
	s.env.Clock.Add(morning.Sub(s.env.Now()))
	if got := s.count(s.serve, 12); got["5511987654303"] != 10 || got["5511987654304"] != 2 {
		t.Errorf("%v", got)
	}
	s.env.Clock.Add(90 * time.Minute)
	s.events()
	for lang, title := range map[string]string{"pt-BR": "Ninguém está disponível agora", "zh-CN": "暂时无人接待", "zh-TW": "暫時無人接待", "fr": "No one is available right now"} {
		a := s.get("Accept-Language", lang)
		if page := text(a); a.StatusCode != 200 || !strings.Contains(page, "<h1>"+title+"</h1>") || strings.Contains(page, "internal name") {
			t.Errorf("%s: %d %s", lang, a.StatusCode, page)
		}
	}
	if got := s.events(); len(got) != 4 || got[0].Target != click.Nowhere || got[0].Bot {
		t.Errorf("%+v", got)
	}
	s.row.Fallback = "https://wa.me/5511900000000"
	s.write()
	if a := s.get(); a.StatusCode != 302 || a.Header.Get("Location") != s.row.Fallback || s.events()[0].Target != click.Fallback {
		t.Error(a.Status)
	}
	s.row.Fallback = "https://go.shop.example/sale" // whose proof has ended
	s.write()
	if a := s.get(); a.StatusCode != 200 || a.Header.Get("Location") != "" {
		t.Error(a.Status, a.Header)
	}
}

// No cap is exceeded by any number of processes, side by side.
func TestDailyCapsHold(t *testing.T) {
	all := numbers(1, 1)
	all[0].Cap, all[1].Cap = 100, 37
	s := open(t, all...)
	got, mu, done := map[string]int{}, sync.Mutex{}, sync.WaitGroup{}
	for range 4 {
		h := s.process()
		for range 4 {
			done.Go(func() {
				for range 25 {
					a := s.visit(h, "GET", "/s/"+code)
					mu.Lock()
					got[phone(a)]++
					mu.Unlock()
				}
			})
		}
	}
	done.Wait()
	if got["5511987654301"] > 100 || got["5511987654302"] > 37 || got["5511987654301"] < 80 || got["5511987654302"] < 25 {
		t.Errorf("%v", got)
	}
	s.env.Clock.Add(24 * time.Hour)
	if got := s.count(s.process(), 20); got[""] != 0 {
		t.Errorf("on the next day: %v", got)
	}
}

// A visitor takes one place of a number's day, however often it comes.
func TestAVisitorTakesOnePlaceOfTheDay(t *testing.T) {
	all := numbers(1)
	all[0].Cap = 2
	s := open(t, all...)
	h := s.process()
	first := s.visit(h, "GET", "/s/"+code)
	kept := first.Cookies()[0].Name + "=" + first.Cookies()[0].Value
	for range 5 {
		if a := s.visit(h, "GET", "/s/"+code, "Cookie", kept); phone(a) != phone(first) {
			t.Errorf("%q", phone(a))
		}
	}
	if second, third := s.visit(h, "GET", "/s/"+code), s.visit(h, "GET", "/s/"+code); phone(second) == "" || phone(third) != "" {
		t.Errorf("%q, %q", phone(second), phone(third))
	}
	if a := s.visit(h, "GET", "/s/"+code, "Cookie", kept); phone(a) != phone(first) {
		t.Errorf("it loses its number when the day is full: %q", phone(a))
	}
}

// A visitor who finds nothing usable is known when it comes again, and keeps the target that it had until then and no longer.
func TestAVisitorWithoutATargetIsKnown(t *testing.T) {
	s := open(t, numbers(1, 1)...)
	first := s.get()
	for i := range s.row.Targets {
		s.row.Targets[i].Status = shunt.Disabled
	}
	s.write()
	s.events()
	for _, fallback := range []string{"", "https://wa.me/5511900000000"} {
		s.row.Fallback = fallback
		s.write()
		for _, c := range append(first.Cookies(), nil) {
			jar := ""
			if c != nil {
				jar = c.Name + "=" + c.Value
			}
			for range 3 {
				if set := s.get("Cookie", jar).Cookies(); len(set) == 1 {
					jar = set[0].Name + "=" + set[0].Value
				}
			}
			if got := s.events(); len(got) != 3 || got[0].Visitor != got[1].Visitor || got[1].Visitor != got[2].Visitor {
				t.Errorf("%q: %+v", fallback, got)
			}
		}
	}
	s.env.Clock.Add(24 * time.Hour)
	old := s.get("Cookie", first.Cookies()[0].Name+"="+first.Cookies()[0].Value).Cookies()
	if len(old) != 1 || old[0].MaxAge >= 29*24*3600 {
		t.Fatalf("%+v", old)
	}
	for i := range s.row.Targets {
		s.row.Targets[i].Status = shunt.Enabled
	}
	s.write()
	if a := s.get("Cookie", old[0].Name+"="+old[0].Value); phone(a) != phone(first) {
		t.Errorf("%s instead of %s", phone(a), phone(first))
	}
}
