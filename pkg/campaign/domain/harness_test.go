package domain_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"herald/internal/domaintest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	dnssim "herald/localstack/simulators/dns"
	"herald/pkg/campaign/domain"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/notice"
	"herald/pkg/platform/setting"
)

type object = map[string]any

// harness is a server with the module alone, in a world of its own.
type harness struct {
	*testing.T
	*sessiontest.Fixture
	*sessiontest.SeededUsers
	server   *testkit.Server
	world    *domaintest.World
	names    *dnssim.Server
	provider *domaintest.Provider
	domains  *domain.Service
	notices  *notice.Service
	settings *setting.Store
}

func start(t *testing.T) *harness {
	t.Helper()
	h := &harness{T: t, Fixture: sessiontest.New(testkit.Memory(t)), world: domaintest.New(t)}
	h.names, h.provider = h.world.Names, h.world.Provider
	h.domains, h.settings = h.world.Service(t, h.Env, h.Users)
	h.notices = &notice.Service{Store: h.domains.Notices}
	h.server = h.Serve(t, func(a *web.API) {
		h.domains.NewID = a.NewID
		h.domains.Routes(a)
		h.notices.Routes(a)
	})
	h.SeededUsers = h.SeedUsers(t, h.server)
	return h
}

func (h *harness) set(key, value string) {
	h.Helper()
	if err := h.settings.Set(h.Context(), key, value, "admin"); err != nil {
		h.Fatal(err)
	}
}

// work runs the tasks of queue job.
func (h *harness) work() int {
	h.Helper()
	tasks := h.domains.Tasks()
	for kind, task := range h.notices.Tasks() {
		tasks[kind] = task
	}
	return h.Env.Work(h, domain.JobQueue, func(ctx context.Context, m queue.Message) error { return tasks[m.Kind](ctx, m) })
}

// pass lets time go by, runs the tick and what it asks for, and signs a user in again.
func (h *harness) pass(d time.Duration, who *sessiontest.Actor) {
	h.Helper()
	h.Env.Clock.Add(d)
	if err := h.domains.Tick(h.Context()); err != nil {
		h.Fatal(err)
	}
	h.work()
	who.Client = h.server.As(who.Name, h.SignIn(h, h.server, who.User.Login))
}

func (h *harness) add(who *sessiontest.Actor, name string, uses ...string) domain.Detail {
	h.Helper()
	if len(uses) == 0 {
		uses = []string{domain.UseEmail}
	}
	d := testkit.Data[domain.Detail](who.Post("/domain", object{"name": name, "uses": uses}))
	h.work()
	return h.get(who, d.ID)
}

func (h *harness) get(who *sessiontest.Actor, id string) domain.Detail {
	h.Helper()
	return testkit.Data[domain.Detail](who.In("en_US").Get("/domain/" + id))
}

// check asks for a check and waits for its end.
func (h *harness) check(who *sessiontest.Actor, id string) domain.Detail {
	h.Helper()
	h.Env.Clock.Add(11 * time.Second)
	if d := testkit.Data[domain.Detail](who.Put("/domain/"+id+"/check", nil)); !d.Checking {
		h.Errorf("no check runs: %+v", d.Domain)
	}
	h.work()
	d := h.get(who, id)
	if d.Checking {
		h.Errorf("the check does not end: %+v", d.Domain)
	}
	return d
}

// publish sets the records of a domain, of some purposes or all.
func (h *harness) publish(d domain.Detail, purposes ...string) {
	h.Helper()
	h.world.Publish(h, d, purposes...)
}

// record is the first record of a purpose.
func record(d domain.Detail, purpose string) domain.Record {
	i := slices.IndexFunc(d.Records, func(rec domain.Record) bool { return rec.Purpose == purpose })
	if i < 0 {
		return domain.Record{}
	}
	return d.Records[i]
}

// told counts a user's notices whose title is a text.
func (h *harness) told(who *sessiontest.Actor, title string) int {
	h.Helper()
	return strings.Count(string(who.In("en_US").Get("/im/notice/messages?messageType=2").Raw), title)
}

// use counts a use of a domain, as a module of senders does.
func (h *harness) use(id string, n int64) {
	h.Helper()
	if err := h.Env.DB.Transact(h.Context(), []store.Op{domain.UseOp(id, n)}); err != nil {
		h.Fatal(err)
	}
}

func isMissing(err error) bool { return fault.Is(err, "web.notFound") }
