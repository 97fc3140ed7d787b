package shunt_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"herald/internal/testkit"
	"herald/pkg/audience/lead/form"
	"herald/pkg/audience/saleschannel"
	"herald/pkg/audience/saleschannel/funnel"
	"herald/pkg/audience/visitor"
	"herald/pkg/campaign/shunt"
	"herald/pkg/campaign/shunt/click"
	"herald/pkg/campaign/shunt/redirect"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/web"
)

const browser = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0"

// public is a channel of the direct customer with a link, and their public pages.
type public struct {
	*harness
	channel saleschannel.Channel
	link    shunt.Link
	pages   http.Handler
	show    func() saleschannel.Channel // the channel as its customer sees it
	at      map[string][]*http.Cookie   // cookies by host
}

func openPublic(t *testing.T) *public {
	t.Helper()
	p := &public{harness: start(t), at: map[string][]*http.Cookie{}}
	channels := &saleschannel.Service{DB: p.Env.DB, Settings: p.settings, Users: p.Users, Public: "https://herald.test", Now: p.Env.Now,
		NewCode: shunt.NewCode, Customer: p.domains.Customer, Hosts: p.domains.LinkHosts, Refer: p.links.Refer, Release: p.links.Release}
	server := p.Serve(t, func(a *web.API) {
		p.links.NewID, channels.NewID = a.NewID, a.NewID
		p.links.Routes(a)
		channels.Routes(a)
	})
	who := server.As("direct", p.SignIn(t, server, p.Direct.User.Login))
	p.link = testkit.Data[shunt.Link](who.Post("/shunt/link", link()))
	who.Post("/shunt/number", object{"linkId": p.link.ID, "phoneNumber": phoneOf(1)}).OK()
	p.channel = testkit.Data[saleschannel.Channel](who.Post("/channel/sales", object{"name": "Fair", "kind": "event", "linkId": p.link.ID}))
	p.show = func() saleschannel.Channel {
		who := server.As("direct", p.SignIn(t, server, p.Direct.User.Login))
		return testkit.Data[saleschannel.Channel](who.Get("/channel/sales/" + p.channel.ID))
	}
	hosts := &redirect.Hosts{Header: "X-Herald-Host", Domains: p.domains, Public: "https://herald.test", Now: p.Env.Now, Log: p.Env.Lines.Log}
	a := web.New(web.Options{Catalogue: testkit.Texts(), DB: p.Env.DB, Now: p.Env.Now, IDs: p.Env.IDs, Log: p.Env.Lines.Log,
		Authenticate: func(context.Context, string) (*auth.Principal, error) { return nil, nil }})
	(&redirect.Service{DB: p.Env.DB, Queues: p.Env.Queues, Texts: testkit.Texts(), Public: "https://herald.test", Keys: p.Env.Config.LinkKeys,
		Now: p.Env.Now, Log: p.Env.Lines.Log, Hosts: hosts, Domains: p.domains}).Routes(a)
	(&form.Service{DB: p.Env.DB, Visits: &visitor.Recorder{DB: p.Env.DB, Settings: p.settings}, Settings: p.settings, Texts: testkit.Texts(),
		Public: "https://herald.test", Keys: p.Env.Config.LinkKeys, Now: p.Env.Now, NewID: p.Env.IDs.Next, Log: p.Env.Lines.Log,
		Foreign: hosts.Foreign, Origin: hosts.Origin}).Routes(a)
	p.pages = a.Handler()
	return p
}

// visit opens an address as a browser does, with its cookies of the host and path, and gives the page.
func (p *public) visit(address string, header ...string) string {
	p.Helper()
	host, path, _ := strings.Cut(strings.TrimPrefix(address, "https://"), "/")
	r := httptest.NewRequestWithContext(p.Context(), "GET", "/"+path, nil)
	r.Header.Set("User-Agent", browser)
	r.Header.Set("X-Herald-Host", host)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	for _, c := range p.at[host] {
		if c.Path == r.URL.Path {
			r.AddCookie(c)
		}
	}
	w := httptest.NewRecorder()
	p.pages.ServeHTTP(w, r)
	p.at[host] = append(w.Result().Cookies(), p.at[host]...)
	text, _ := io.ReadAll(w.Result().Body)
	return string(text)
}

var chatAddress = regexp.MustCompile(`href="(https://[^"]*/s/[^"]*)"`)

// chat is the address of the button of a form.
func (p *public) chat(page string) string {
	p.Helper()
	found := chatAddress.FindStringSubmatch(page)
	if found == nil {
		p.Fatal("no button", page)
	}
	return found[1]
}

// visitors are those of the channel, of the form and of the clicks that were queued.
func (p *public) visitors() int64 {
	p.Helper()
	var visits []visitor.Visit
	for _, m := range p.Env.Sent.Take() {
		var v click.Event
		if m.Queue != click.Queue {
			continue
		}
		if err := json.Unmarshal(m.Body, &v); err != nil {
			p.Fatal(err)
		}
		visits = append(visits, visitor.Visit{Tenant: v.Tenant, Channel: v.Channel, Visitor: v.Visitor, At: time.Unix(v.At, 0)})
	}
	if err := (&visitor.Recorder{DB: p.Env.DB, Settings: p.settings}).Record(p.Context(), visits); err != nil {
		p.Fatal(err)
	}
	all, err := funnel.Totals(p.Context(), p.Env.DB, []string{p.channel.ID})
	if err != nil {
		p.Fatal(err)
	}
	return all[0].Visitors
}

// Who opens the form of a channel and its link is one visitor, in either order, at one host or at two.
func TestOneVisitorOfAFormAndItsLink(t *testing.T) {
	p := openPublic(t)
	const console = "https://herald.test"
	formAt, linkAt := "/f/"+p.channel.Code, "/s/"+p.link.Code
	want := func(what string, n int64) {
		t.Helper()
		if got := p.visitors(); got != n {
			t.Errorf("%s: %d visitors", what, got)
		}
		p.at = map[string][]*http.Cookie{} // another person
	}
	button := p.chat(p.visit(console + formAt))
	p.visit(button)
	p.visit(console + formAt)
	p.visit(console + linkAt)
	want("form, then link", 1)
	p.visit(console + linkAt)
	p.visit(console + formAt)
	p.visit(console + linkAt)
	want("link, then form", 2)
	p.visit(console + linkAt)
	p.visit(console + linkAt)
	want("link alone", 3)
	p.visit(button + "x")
	p.visit(button)
	want("a forged button, and another's", 4)
	p.at = map[string][]*http.Cookie{}
	p.Env.Clock.Add(30 * time.Minute)
	p.visit(button)
	p.visit(button)
	want("a button of half an hour ago", 5)
	p.chosen()
	p.visit(p.chat(p.visit(console + formAt)))
	p.visit("https://go.shop.example" + linkAt)
	want("a form at the console, whose link is at the customer's host", 6)
}

// known is the id that a cookie at the console tells; empty for none.
func (p *public) known(cookie string) string {
	for _, c := range p.at["herald.test"] {
		if c.Name == cookie {
			id, _, _ := strings.Cut(c.Value, ".")
			return id
		}
	}
	return ""
}

// A button whose address is passed on gives its readers no other visitor's cookies: who has a cookie stays who they are, and the form
// of the others does not take them for the sender.
func TestAButtonThatIsPassedOn(t *testing.T) {
	const formCookie, linkCookie = "herald_form", "herald_visitor"
	p := openPublic(t)
	formAt, linkAt := "https://herald.test/f/"+p.channel.Code, "https://herald.test/s/"+p.link.Code
	button := p.chat(p.visit(formAt))
	sender := p.known(formCookie)
	read := func(what string, before ...string) (form, link string) {
		p.at = map[string][]*http.Cookie{}
		for _, address := range before {
			p.visit(address)
		}
		form, link = p.known(formCookie), p.known(linkCookie)
		p.visit(button)
		p.visit(linkAt)
		if got := p.known(formCookie); got != form {
			t.Errorf("%s: the form takes a reader for %q, not for %q", what, got, form)
		}
		return form, link
	}
	read("without a cookie")
	if got := p.known(linkCookie); got != sender {
		t.Errorf("the link knows %q, not the sender", got)
	}
	read("with the form's cookie", formAt)
	if _, own := read("with the link's cookie", linkAt); own == sender || p.known(linkCookie) != own {
		t.Errorf("the link takes %q for %q", own, p.known(linkCookie))
	}
}

// chosen proves a host for the links of the customer, and makes it the first choice.
func (p *public) chosen() {
	p.Helper()
	p.Direct.Client = p.server.As(p.Direct.Name, p.SignIn(p, p.server, p.Direct.User.Login))
	id := p.proven(p.Direct, "go.shop.example")
	p.Direct.Put("/domain/"+id+"/default", nil).OK()
	p.Env.Clock.Add(2 * time.Minute)
}

// All addresses of a channel are at the host of its customer's links.
func TestTheHostOfAChannel(t *testing.T) {
	p := openPublic(t)
	machine := []string{"User-Agent", "WhatsApp/2.23.20.0"}
	check := func(origin, opened string) {
		t.Helper()
		c := p.show()
		if c.URL != origin+"/f/"+p.channel.Code || c.LinkURL != origin+"/s/"+p.link.Code {
			t.Errorf("%s %s", c.URL, c.LinkURL)
		}
		if got := p.chat(p.visit(opened + "/f/" + p.channel.Code)); !strings.HasPrefix(got, origin+"/s/"+p.link.Code+"?_v=") {
			t.Errorf("the button leads to %s", got)
		}
		page := p.visit(opened+"/s/"+p.link.Code, machine...)
		if !strings.Contains(page, `<meta property="og:url" content="`+origin+"/s/"+p.link.Code+`">`) {
			t.Errorf("no %s in %s", origin, page)
		}
	}
	check("https://herald.test", "https://herald.test")
	p.chosen()
	check("https://go.shop.example", "https://herald.test")
	check("https://go.shop.example", "https://go.shop.example")
}
