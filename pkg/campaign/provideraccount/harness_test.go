package provideraccount_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"herald/internal/apptest"
	"herald/internal/clocktest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/app"
	"herald/pkg/campaign/provideraccount"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/provider"
)

// Keys of the tests. None may be seen anywhere.
const (
	oldToken, newToken   = "old-token-of-tests", "new-token-of-tests"
	oldSecret, newSecret = "old-secret-of-tests", "new-secret-of-tests"
)

// fixture is the product with a simulated WhatsApp account, over sockets. other is a second process on the same database.
type fixture struct {
	*testing.T
	kit    *testkit.Env
	env    *app.Env
	other  *app.Env
	users  *sessiontest.SeededUsers
	sim    *whatsappsim.Sim
	url    string
	public string
	logged strings.Builder
	seen   []*testkit.Answer
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	f := &fixture{T: t, kit: testkit.Memory(t)}
	f.sim = whatsappsim.New(whatsappsim.Config{Now: clocktest.Running(), Token: oldToken, AppSecret: oldSecret, PhoneNumberID: "1,3", WABAID: "2",
		Rate: 100_000, Seed: 1})
	server := httptest.NewServer(f.sim)
	t.Cleanup(func() { f.sim.Close(); server.Close() })
	f.url = server.URL
	f.env, f.other = f.process(), f.process()
	s := testkit.Serve(t, f.kit, testkit.Parts{Authenticate: f.env.Sessions().Authenticate, Signed: f.env.AppKeys().Verify,
		Routes: func(a *web.API) { f.env.SetAPI(a); app.All(f.env, a) }})
	f.public = s.URL
	f.users = (&sessiontest.Fixture{Env: f.kit, Users: f.env.Users(), Session: f.env.Sessions()}).SeedUsers(t, s)
	return f
}

func (f *fixture) process() *app.Env {
	e := apptest.NewApp(f.kit)
	e.Config.Adapters.Set(map[string]string{"whatsapp.url": f.url, "whatsapp/token": oldToken, "whatsapp/app-secret": oldSecret})
	e.Log = func(line map[string]any) { fmt.Fprintln(&f.logged, line) }
	return e
}

// send sends one message by a process and gives its outcome.
func (f *fixture) send(e *app.Env) provider.Outcome {
	f.Helper()
	return e.Senders().Sender("1").Send(f.Context(), provider.Message{To: "5511987654321", Reference: "r", Kind: provider.Text, Text: "Olá"})
}

// exchange gives the simulated account other keys.
func (f *fixture) exchange(keys whatsappsim.Keys) {
	f.Helper()
	body, err := json.Marshal(keys)
	if err != nil {
		f.Fatal(err)
	}
	rec := httptest.NewRecorder()
	f.sim.ServeHTTP(rec, httptest.NewRequest(http.MethodPost, "/_sim/keys", strings.NewReader(string(body))))
	if rec.Code != http.StatusOK {
		f.Fatal(rec.Body)
	}
}

// put changes the account of the configuration.
func (f *fixture) put(body apptest.Object) provideraccount.AccountView {
	f.Helper()
	body["id"] = "whatsapp"
	a := f.users.Admin.Put("/lop/provider/account", body)
	f.seen = append(f.seen, a)
	return testkit.Data[provideraccount.AccountView](a)
}

func (f *fixture) detail(id string) provideraccount.Detail {
	f.Helper()
	a := f.users.Admin.In("en_US").Get("/lop/provider/" + id)
	f.seen = append(f.seen, a)
	return testkit.Data[provideraccount.Detail](a)
}

// work consumes the queues of the functions that send and build.
func (f *fixture) work() {
	f.Helper()
	send, build := app.SendTasks(f.env), app.BuildTasks(f.env)
	f.kit.Work(f, "send", func(ctx context.Context, m queue.Message) error { return send[m.Kind](ctx, m) })
	f.kit.Work(f, "build", func(ctx context.Context, m queue.Message) error { return build[m.Kind](ctx, m) })
}

// rows are those of a partition as text.
func (f *fixture) rows(pk string) (all []string) {
	f.Helper()
	found, err := store.Collect(store.Rows(f.Context(), f.kit.DB, store.Query{Table: "campaign", PK: pk}))
	if err != nil {
		f.Fatal(err)
	}
	for _, row := range found {
		held := map[string]any{}
		if _, err := store.Decode(row, &held); err != nil {
			f.Fatal(err)
		}
		all = append(all, fmt.Sprint(store.SortKey(row), held))
	}
	return all
}
