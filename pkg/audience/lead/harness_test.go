package lead_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/audience/lead"
	"herald/pkg/audience/saleschannel"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/web"
	"herald/pkg/platform/role"
	"herald/pkg/platform/user"
)

type object = apptest.Object

// world is the product with a sales user, a promoter, and one channel each of the platform, an agent and a customer.
type world struct {
	*testing.T
	*sessiontest.SeededUsers
	k      *testkit.Env
	server *testkit.Server
	e      *app.Env
	users  *sessiontest.Fixture

	sales, promoter         *sessiontest.Actor
	platform, agents, shops saleschannel.Channel
}

func open(t *testing.T) *world {
	t.Helper()
	w := &world{T: t, k: testkit.Memory(t)}
	w.server, w.e = apptest.Serve(t, w.k)
	w.users = &sessiontest.Fixture{Env: w.k, Users: w.e.Users(), Session: w.e.Sessions()}
	w.SeededUsers = w.users.SeedUsers(t, w.server)
	w.sales = w.users.Actor(t, w.server, "sales", user.New{User: user.User{Type: auth.Admin, Roles: []string{role.Sales}}})
	w.promoter = w.users.Actor(t, w.server, "promoter", user.New{User: user.User{Type: auth.First, Roles: []string{role.Customer, role.Promoter}}})
	w.platform = w.channel(w.sales, "ownerId", w.promoter.User.ID)
	w.agents = w.channel(w.Agent)
	w.shops = w.channel(w.Direct)
	return w
}

func with(b object, more ...any) object {
	for i := 0; i < len(more); i += 2 {
		b[more[i].(string)] = more[i+1]
	}
	return b
}

func (w *world) channel(who *sessiontest.Actor, more ...any) saleschannel.Channel {
	w.Helper()
	return testkit.Data[saleschannel.Channel](who.Post("/channel/sales", with(object{"name": "Spring fair", "kind": "event"}, more...)))
}

// pass lets time go by and signs the users in again.
func (w *world) pass(d time.Duration) {
	w.Helper()
	w.k.Clock.Add(d)
	for _, a := range []*sessiontest.Actor{w.Admin, w.Agent, w.Customer, w.Secondary, w.Direct, w.OtherAgent, w.sales, w.promoter} {
		a.Client = w.server.As(a.Name, w.users.SignIn(w, w.server, a.User.Login))
	}
}

func (w *world) add(who *sessiontest.Actor, channel saleschannel.Channel, more ...any) lead.AddResponse {
	w.Helper()
	return testkit.Data[lead.AddResponse](who.Post("/channel/lead",
		with(object{"channelId": channel.ID, "name": "Ada Lima", "phoneNumber": "+55 11 98765-4321"}, more...)))
}

func (w *world) get(who *sessiontest.Actor, id string) lead.Detail {
	w.Helper()
	return testkit.Data[lead.Detail](who.Get("/channel/lead/" + id))
}

func (w *world) page(who *sessiontest.Actor, query string) web.Page[lead.Lead] {
	w.Helper()
	return testkit.Data[web.Page[lead.Lead]](who.Get("/channel/lead/page?" + query))
}

// customer is a body of a conversion.
func customer(more ...any) object {
	return with(object{"name": "Ada Lima", "phone": sessiontest.Phone(), "email": "ada@lima.com", "countryCode": "BR", "customerType": "person"}, more...)
}

// send sends the form of a channel as a browser does.
func (w *world) send(code string, form url.Values) *http.Response {
	w.Helper()
	r, err := http.NewRequestWithContext(w.Context(), "POST", w.server.URL+"/f/"+code+"?utm_source=fb", strings.NewReader(form.Encode()))
	if err != nil {
		w.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("X-Forwarded-For", w.k.Address)
	r.Header.Set("User-Agent", "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 "+
		"Safari/604.1")
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		w.Fatal(err)
	}
	w.Cleanup(func() { a.Body.Close() })
	return a
}

func formOf(more ...string) url.Values {
	f := url.Values{"name": {"Ada Lima"}, "phone": {"+5511987654321"}, "email": {""}, "message": {"Call me"}, "agree": {"yes"}, "website": {""}}
	for i := 0; i < len(more); i += 2 {
		f.Set(more[i], more[i+1])
	}
	return f
}

// say has a message come twice; false for one that refers to no channel.
func (w *world) say(id, text string, number uint64) bool {
	w.Helper()
	m, ok := lead.Referring(lead.Message{ID: id, Number: number, Text: text, At: w.k.Now().UnixMilli()})
	if !ok {
		return false
	}
	if err := lead.PostMessages(w.Context(), w.k.Queues, []lead.Message{m, m}); err != nil {
		w.Fatal(err)
	}
	tasks := w.leads().Tasks()
	for _, sent := range w.k.Sent.Take() {
		if handle := tasks[sent.Kind]; handle != nil {
			if err := handle(w.Context(), sent.Message); err != nil {
				w.Fatal(err)
			}
		}
	}
	return true
}

// stored are all rows of a lead as text.
func (w *world) stored(id string) string {
	w.Helper()
	d := w.get(w.Admin, id)
	text, err := json.Marshal(d)
	if err != nil {
		w.Fatal(err)
	}
	return string(text)
}

func phoneOf(n int) string { return fmt.Sprintf("55119876%05d", 54321+n) }
