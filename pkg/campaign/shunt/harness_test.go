package shunt_test

import (
	"context"
	"testing"
	"time"

	"herald/internal/domaintest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/campaign/domain"
	"herald/pkg/campaign/shunt"
	"herald/pkg/campaign/shunt/click"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/setting"
)

type object = map[string]any

// harness is a server with shunting links and domains.
type harness struct {
	*testing.T
	*sessiontest.Fixture
	*sessiontest.SeededUsers
	server   *testkit.Server
	world    *domaintest.World
	domains  *domain.Service
	links    *shunt.Service
	settings *setting.Store
}

func start(t *testing.T) *harness {
	t.Helper()
	h := &harness{T: t, Fixture: sessiontest.New(testkit.Memory(t)), world: domaintest.New(t)}
	h.domains, h.settings = h.world.Service(t, h.Env, h.Users)
	h.links = &shunt.Service{DB: h.Env.DB, Clicks: &click.Reader{DB: h.Env.DB, Now: h.Env.Now}, Settings: h.settings, Texts: testkit.Texts(),
		Public: "https://herald.test", Now: h.Env.Now, NewCode: shunt.NewCode, Customer: h.domains.Customer, Domains: h.domains}
	h.server = h.Serve(t, func(a *web.API) {
		h.domains.NewID, h.links.NewID = a.NewID, a.NewID
		h.domains.Routes(a)
		h.links.Routes(a)
	})
	h.SeededUsers = h.SeedUsers(t, h.server)
	return h
}

// keyOf is the key of a link's row.
func keyOf(code string) store.Key { return store.Key{Table: "campaign", PK: "SHUNT#" + code, SK: "L"} }

// pass lets time go by and signs a user in again.
func (h *harness) pass(d time.Duration, who *sessiontest.Actor) {
	h.Helper()
	h.Env.Clock.Add(d)
	who.Client = h.server.As(who.Name, h.SignIn(h, h.server, who.User.Login))
}

func (h *harness) set(key, value string) {
	h.Helper()
	if err := h.settings.Set(h.Context(), key, value, "admin"); err != nil {
		h.Fatal(err)
	}
}

// with is a body with more fields.
func with(b object, more ...any) object {
	for i := 0; i < len(more); i += 2 {
		b[more[i].(string)] = more[i+1]
	}
	return b
}

func link(more ...any) object {
	return with(object{"name": "Summer sale", "kind": "number", "countryCode": "BR", "greeting": "Hi"}, more...)
}

func (h *harness) add(who *sessiontest.Actor, more ...any) shunt.Link {
	h.Helper()
	return testkit.Data[shunt.Link](who.Post("/shunt/link", link(more...)))
}

func (h *harness) get(who *sessiontest.Actor, id string) shunt.Link {
	h.Helper()
	return testkit.Data[shunt.Link](who.Get("/shunt/link/" + id))
}

// addNumber adds the n-th number to a link.
func (h *harness) addNumber(who *sessiontest.Actor, linkID string, n int, more ...any) shunt.Number {
	h.Helper()
	return testkit.Data[shunt.Number](who.Post("/shunt/number", with(object{"linkId": linkID, "phoneNumber": phoneOf(n)}, more...)))
}

// proven adds a domain that a customer has proven for short links, and gives its id.
func (h *harness) proven(who *sessiontest.Actor, name string) string {
	h.Helper()
	d := testkit.Data[domain.Detail](who.Post("/domain", object{"name": name, "uses": []string{"link"}}))
	h.world.Publish(h, testkit.Data[domain.Detail](who.Get("/domain/"+d.ID)))
	tasks := h.domains.Tasks() // the check that the creation asked for
	h.Env.Work(h, domain.JobQueue, func(ctx context.Context, m queue.Message) error {
		if task := tasks[m.Kind]; task != nil {
			return task(ctx, m)
		}
		return nil // a notice
	})
	if d = testkit.Data[domain.Detail](who.Get("/domain/" + d.ID)); !d.Proven {
		h.Fatalf("%+v", d)
	}
	return d.ID
}
