package linkpage_test

import (
	"context"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/emaillink"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/email"
	"herald/pkg/kit/id"
	"herald/pkg/kit/web"
	"herald/pkg/platform/user"
)

// site is the public pages of the product, with one customer and one order.
type site struct {
	t      *testing.T
	env    *testkit.Env
	links  *emaillink.Service
	server *testkit.Server
	book   *suppression.Store
	to     emaillink.Recipient
	name   string // of the customer
	app    *app.Env
}

const shop = "Acme Shop <b>"

func open(t *testing.T) *site { return openWith(t, func(*app.Env) {}) }

// openWith is open of a product that was changed before it serves.
func openWith(t *testing.T, change func(*app.Env)) *site {
	t.Helper()
	k := testkit.Memory(t)
	e := apptest.NewApp(k)
	change(e)
	server := testkit.Serve(t, k, testkit.Parts{Authenticate: e.Sessions().Authenticate, Routes: func(a *web.API) {
		e.SetAPI(a)
		app.Links(e, a)
	}})
	customer, err := e.Users().Create(t.Context(), user.New{ID: k.IDs.Next(), Password: sessiontest.Password,
		User: user.User{Type: auth.First, Name: "Acme Trading", Phone: sessiontest.Phone()}})
	if err != nil {
		t.Fatal(err)
	}
	s := &site{t: t, env: k, server: server, links: &emaillink.Service{Sealer: app.EmailLinks(e).Sealer, Public: server.URL}, name: customer.Name, app: e,
		book: &suppression.Store{DB: k.DB, Now: k.Now, Cache: &suppression.Cache{}, Log: func(map[string]any) {},
			NewID: func(context.Context) string { return k.IDs.Next() }}}
	s.to = emaillink.Recipient{Tenant: customer.ID, Order: id.Floor(k.Now().Add(-72 * time.Hour)), Gen: 1, Index: 7,
		Address: "ana.silva@example.com", Sender: k.IDs.Next(), Sent: k.Now().Unix()}
	s.store(emaillink.Links{URLs: []string{"https://shop.example/a?b=1", "mailto:help@shop.example", "javascript:alert(1)"},
		SenderName: shop, SenderAddress: "news@acme.example"})
	k.Sent.Take()
	return s
}

func (s *site) store(l emaillink.Links) {
	s.t.Helper()
	if _, err := s.env.DB.Write(s.t.Context(), emaillink.StoreLinks(s.to.Order, 1, l)); err != nil {
		s.t.Fatal(err)
	}
}

// do makes a request as a browser does, without following redirects.
func (s *site) do(method, link, body string, header ...string) (*http.Response, string) {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), method, link, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("X-Forwarded-For", s.env.Address)
	r.Header.Set("User-Agent", "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0")
	if body != "" {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return answer, string(text)
}

// blocked tells what a worker would find: for all emails of the company, and for those of the sender.
func (s *site) blocked() (all, one bool) {
	s.t.Helper()
	guard := s.book.Guard(s.to.Tenant)
	if _, err := guard.Check(s.t.Context()); err != nil {
		s.t.Fatal(err)
	}
	code := email.Code(s.to.Address)
	_, all = guard.Blocked(code, "email")
	_, one = guard.Blocked(email.SenderCode(code, s.to.Sender), "email")
	return all, one
}

func (s *site) wants(what string, all, one bool) {
	s.t.Helper()
	if a, o := s.blocked(); a != all || o != one {
		s.t.Errorf("%s: blocked of all %v, of the sender %v", what, a, o)
	}
}

// Mail gateways open every link of an email. GET and HEAD change nothing, with any number of repetitions and any query.
func TestGETNeverUnsubscribes(t *testing.T) {
	s := open(t)
	link := s.links.Unsubscribe(s.to)
	for _, method := range []string{"GET", "HEAD", "GET"} {
		for _, query := range []string{"", "?action=all", "?List-Unsubscribe=One-Click", "?lang=pt_BR"} {
			if answer, _ := s.do(method, link+query, ""); answer.StatusCode != http.StatusOK {
				t.Errorf("%s %s: %d", method, query, answer.StatusCode)
			}
		}
	}
	s.wants("after GET", false, false)
	for _, method := range []string{"PUT", "DELETE", "PATCH"} {
		if answer, _ := s.do(method, link, "action=all"); answer.StatusCode < 400 {
			t.Errorf("%s: %d", method, answer.StatusCode)
		}
	}
	s.wants("after other methods", false, false)
}

// A mailbox program unsubscribes with the body of RFC 8058: 200 without a page, at once, and again the same.
func TestOneClickUnsubscribesAtOnce(t *testing.T) {
	s := open(t)
	link := s.links.Unsubscribe(s.to)
	for range 3 {
		answer, text := s.do("POST", link, "List-Unsubscribe=One-Click", "User-Agent", "")
		if answer.StatusCode != http.StatusOK || text != "" || answer.Header.Get("Set-Cookie") != "" {
			t.Errorf("%d %q", answer.StatusCode, text)
		}
		s.wants("after one click", true, false)
	}
	at, on, err := s.book.Unsubscribed(t.Context(), auth.Owner{Tenant: s.to.Tenant}, email.Code(s.to.Address))
	if err != nil || !on || at.After(s.env.Now()) {
		t.Errorf("%v %v %v", at, on, err)
	}
	var body strings.Builder // RFC 8058 allows multipart, too
	form := multipart.NewWriter(&body)
	_ = form.WriteField("List-Unsubscribe", "One-Click")
	form.Close()
	next := s.to
	next.Address = "bia@example.com"
	if answer, _ := s.do("POST", s.links.Unsubscribe(next), body.String(), "Content-Type", form.FormDataContentType()); answer.StatusCode != 200 {
		t.Errorf("multipart: %d", answer.StatusCode)
	}
	guard := s.book.Guard(s.to.Tenant)
	if _, err := guard.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	if reason, on := guard.Blocked(email.Code(next.Address), "email"); !on || reason != suppression.OptedOut {
		t.Errorf("multipart: %v %q", on, reason)
	}
}

// A body that is neither that of RFC 8058 nor of the page's form is refused and changes nothing.
func TestOtherBodiesAreRefused(t *testing.T) {
	s := open(t)
	link := s.links.Unsubscribe(s.to)
	for _, body := range []string{"x", "List-Unsubscribe=one-click", "List-Unsubscribe=One-Click&a=b", "list-unsubscribe=One-Click",
		"action=", "action=ALL", "action=all&action=undo", "action=all&List-Unsubscribe=One-Click", `{"action":"all"}`, "action=%zz",
		"action=all&x=" + strings.Repeat("a", 5000)} {
		if answer, _ := s.do("POST", link, body); answer.StatusCode != http.StatusBadRequest {
			t.Errorf("%.40q: %d", body, answer.StatusCode)
		}
	}
	if answer, _ := s.do("POST", link, "List-Unsubscribe=One-Click", "Content-Type", "text/plain"); answer.StatusCode != 400 {
		t.Errorf("text/plain: %d", answer.StatusCode)
	}
	s.wants("after other bodies", false, false)
}

// The page's form unsubscribes of everything or of one sender, shows the result and takes it back for 30 days with the same link.
func TestTheFormUnsubscribesAndUndoes(t *testing.T) {
	s := open(t)
	link := s.links.Unsubscribe(s.to)
	shows := func(what, method, body, want string) {
		t.Helper()
		if answer, text := s.do(method, link, body); answer.StatusCode != 200 || !strings.Contains(text, want) {
			t.Errorf("%s: %d %s", what, answer.StatusCode, text)
		}
	}
	shows("ask", "GET", "", "Which emails should stop?")
	shows("sender", "POST", "action=sender", "any more emails from Acme Shop &lt;b&gt;")
	s.wants("the sender", false, true)
	shows("again", "GET", "", "Stop all emails from "+s.name)
	shows("all", "POST", "action=all", "any more emails from "+s.name)
	s.wants("all", true, true)
	shows("all, again", "POST", "action=all", "You can undo this until")
	shows("undo", "POST", "action=undo", "You&#39;re subscribed again")
	s.wants("undone", false, false)
	shows("undo, again", "POST", "action=undo", "You&#39;re subscribed again")
	shows("all", "POST", "List-Unsubscribe=One-Click", "")
	s.env.Clock.Add(30*24*time.Hour + time.Minute)
	shows("late", "GET", "", "To get emails again, contact "+s.name)
	shows("late undo", "POST", "action=undo", "To get emails again, contact "+s.name)
	s.wants("after 30 days", true, false)
}

// An undo lifts what the link set and nothing else: a complaint or a manual entry stays.
func TestUndoLiftsNothingElse(t *testing.T) {
	s := open(t)
	_, err := s.book.Record(t.Context(), []suppression.Change{{Owner: auth.Owner{Tenant: s.to.Tenant}, Number: email.Code(s.to.Address),
		Address: s.to.Address, Channel: "email", Source: suppression.Complaint, At: s.env.Now()}})
	if err != nil {
		t.Fatal(err)
	}
	for _, body := range []string{"action=undo", "action=all", "action=undo"} {
		s.do("POST", s.links.Unsubscribe(s.to), body)
		s.wants(body, true, false)
	}
}

// The link works without its order and without its company.
func TestUnsubscribeNeedsNoOrder(t *testing.T) {
	s := open(t)
	s.to.Order, s.to.Tenant = s.env.IDs.Next(), s.env.IDs.Next()
	if answer, text := s.do("GET", s.links.Unsubscribe(s.to), ""); answer.StatusCode != 200 || !strings.Contains(text, "this sender") {
		t.Errorf("%d %s", answer.StatusCode, text)
	}
	if answer, _ := s.do("POST", s.links.Unsubscribe(s.to), "List-Unsubscribe=One-Click"); answer.StatusCode != 200 {
		t.Errorf("%d", answer.StatusCode)
	}
	s.wants("without an order", true, false)
	s.to.Order = ""
	if answer, _ := s.do("POST", s.links.Unsubscribe(s.to), "action=undo"); answer.StatusCode != 200 {
		t.Errorf("%d", answer.StatusCode)
	}
	s.wants("without an order, undone", false, false)
	if tasks := s.env.Sent.Take(); len(tasks) != 1 {
		t.Errorf("events %v", tasks)
	}
}

// One company's link does nothing for another.
func TestAnUnsubscriptionIsOfOneCompany(t *testing.T) {
	s := open(t)
	s.do("POST", s.links.Unsubscribe(s.to), "List-Unsubscribe=One-Click")
	guard := s.book.Guard("another tenant")
	if _, err := guard.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, on := guard.Blocked(email.Code(s.to.Address), "email"); on {
		t.Error("another company's emails are blocked")
	}
	if all, _ := s.blocked(); !all {
		t.Error("the company's are not")
	}
}

// Forged, changed and foreign tokens all get the same page, for any purpose.
func TestUnknownLinksGetOnePage(t *testing.T) {
	s := open(t)
	missing := func(method, link string) string {
		t.Helper()
		body := ""
		if method == "POST" {
			body = "List-Unsubscribe=One-Click"
		}
		answer, text := s.do(method, link, body)
		if answer.StatusCode != http.StatusNotFound || !strings.HasPrefix(answer.Header.Get("Content-Type"), "text/html") {
			t.Errorf("%s %s: %d", method, link, answer.StatusCode)
		}
		return text
	}
	token := strings.TrimPrefix(s.links.Unsubscribe(s.to), s.server.URL+"/u/")
	click := strings.TrimPrefix(s.links.Click(s.to, 0), s.server.URL+"/l/")
	changed := []byte(token)
	changed[20] ^= 1
	want := missing("GET", s.server.URL+"/u/"+token[:len(token)-2])
	for _, link := range []string{"/u/" + string(changed), "/u/" + click, "/u/x", "/l/" + token, "/l/x", "/o/" + click, "/o/" + token} {
		if got := missing("GET", s.server.URL+link); got != want {
			t.Errorf("%s has another page", link)
		}
	}
	missing("POST", s.server.URL+"/u/"+string(changed))
	missing("POST", s.server.URL+"/u/"+click)
	s.wants("after forged tokens", false, false)
	if tasks := s.env.Sent.Take(); len(tasks) != 0 {
		t.Errorf("events %v", tasks)
	}
}

// A recipient takes 20 unsubscriptions a day back at most. To unsubscribe is never refused, by form or with one click.
func TestChangesAreBounded(t *testing.T) {
	s := open(t)
	link := s.links.Unsubscribe(s.to)
	for i := range 40 {
		if answer, _ := s.do("POST", link, []string{"action=all", "action=undo"}[i%2]); answer.StatusCode != 200 {
			t.Fatalf("%d: %d", i, answer.StatusCode)
		}
	}
	if answer, _ := s.do("POST", link, "List-Unsubscribe=One-Click"); answer.StatusCode != 200 {
		t.Errorf("%d", answer.StatusCode)
	}
	s.wants("after many changes", true, false)
	if answer, text := s.do("POST", link, "action=undo"); answer.StatusCode != 429 || !strings.Contains(text, "Too many changes") {
		t.Errorf("%d", answer.StatusCode)
	}
	s.wants("after a refused undo", true, false)
	s.env.Clock.Add(24 * time.Hour)
	if answer, _ := s.do("POST", link, "action=undo"); answer.StatusCode != 200 {
		t.Errorf("the next day: %d", answer.StatusCode)
	}
	s.wants("the next day", false, false)
}

// The page is in the reader's language, which it lets the reader change.
func TestThePageSpeaksTheReadersLanguage(t *testing.T) {
	s := open(t)
	link := s.links.Unsubscribe(s.to)
	for accept, want := range map[string][2]string{"": {"en-US", "Unsubscribe"}, "zh-CN,zh;q=0.9": {"zh-CN", "退订邮件"},
		"pt;q=0.8,fr": {"pt-BR", "Cancelar inscrição"}, "zh-HK": {"zh-TW", "取消訂閱"}} {
		answer, text := s.do("GET", link, "", "Accept-Language", accept)
		if answer.Header.Get("Content-Language") != want[0] || !strings.Contains(text, `<html lang="`+want[0]+`">`) ||
			!strings.Contains(text, "<h1>"+want[1]) {
			t.Errorf("%q: %s", accept, text)
		}
	}
	if answer, text := s.do("GET", link+"?lang=zh_TW", "", "Accept-Language", "pt-BR"); answer.Header.Get("Content-Language") != "zh-TW" ||
		!strings.Contains(text, `action="?lang=zh_TW"`) {
		t.Error(text)
	}
	if answer, _ := s.do("GET", link+"?lang="+url.QueryEscape(`"><script>`), ""); answer.Header.Get("Content-Language") != "en-US" {
		t.Error("an unknown language is taken")
	}
}

// Every answer forbids caches, referrers, frames, scripts and robots, and sets no cookie.
func TestEveryAnswerIsHardened(t *testing.T) {
	s := open(t)
	for _, link := range []string{s.links.Unsubscribe(s.to), s.links.Click(s.to, 0), s.links.Load(s.to), s.server.URL + "/u/x"} {
		answer, _ := s.do("GET", link, "")
		h := answer.Header
		if !strings.HasPrefix(h.Get("Cache-Control"), "no-store") || h.Get("Referrer-Policy") != "no-referrer" ||
			h.Get("X-Robots-Tag") != "noindex, nofollow" || h.Get("X-Frame-Options") != "DENY" || h.Get("Set-Cookie") != "" ||
			h.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %v", link, h)
		}
		if p := h.Get("Content-Security-Policy"); !strings.HasPrefix(p, "default-src 'none'; style-src 'sha256-") ||
			!strings.Contains(p, "form-action 'self'") || strings.Contains(p, "unsafe") {
			t.Errorf("%s: %s", link, p)
		}
	}
}

// The page shows who writes and the reader's own address, masked, and nothing that a name brings is markup.
func TestThePageNamesTheSenderAndMasksTheAddress(t *testing.T) {
	s := open(t)
	_, text := s.do("GET", s.links.Unsubscribe(s.to), "")
	if !strings.Contains(text, "a•••@example.com gets emails from Acme Shop &lt;b&gt;.") || strings.Contains(text, "ana.silva") ||
		strings.Contains(text, "<b>") || !strings.Contains(text, "All emails from "+s.name) {
		t.Error(text)
	}
	s.to.Address, s.to.Sender = "李雷@xn--fsqu00a.xn--55qx5d", ""
	if _, text = s.do("GET", s.links.Unsubscribe(s.to), ""); !strings.Contains(text, "李•••@例子.公司") ||
		strings.Contains(text, "Which emails should stop?") {
		t.Error(text)
	}
}
