package apptest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/kit/push"
	"herald/pkg/kit/store"
	"herald/pkg/kit/store/wire"
	"herald/pkg/kit/web"
)

// LossScenario calls every write route once while one write of each call breaks.
type LossScenario struct {
	*testing.T
	Transport *LossyTransport
	Kit       *testkit.Env
	Server    *testkit.Server
	Env       *app.Env
	fixture   *sessiontest.Fixture
	Users     *sessiontest.SeededUsers
	ids       map[string]string
	at        int
	failure   Failure
	Broken    int
	Called    map[string]bool // routes
	secrets   []string        // secrets that were answered
	lines     sync.Mutex
	log       strings.Builder
	signedIn  time.Time // the time of the last sign-in
}

// NewLossScenario breaks the write number at of each call.
func NewLossScenario(t *testing.T, at int, f Failure) *LossScenario {
	k := testkit.Memory(t)
	w := &LossScenario{T: t, Kit: k, at: at, failure: f, ids: map[string]string{}, Called: map[string]bool{}}
	w.Transport = &LossyTransport{to: wire.New(store.NewMemory(nil), k.Config.Name, k.Now)}
	db := store.NewDynamo(dynamodb.NewFromConfig(k.AWS, func(o *dynamodb.Options) { o.HTTPClient = &http.Client{Transport: w.Transport} }),
		k.Config.Name, k.Meter)
	k.DB, k.Audit.DB, k.Hub = db, db, &push.Hub{DB: db, Poster: k.Pushed, Now: k.Now}
	w.Server, w.Env = Serve(t, k)
	w.Env.Log = func(line map[string]any) {
		w.lines.Lock()
		defer w.lines.Unlock()
		fmt.Fprintln(&w.log, line)
	}
	w.fixture = &sessiontest.Fixture{Env: k, Users: w.Env.Users(), Session: w.Env.Sessions()}
	w.Users, w.signedIn = w.fixture.SeedUsers(t, w.Server), k.Now()
	for name, a := range map[string]*sessiontest.Actor{"admin": w.Users.Admin, "agent": w.Users.Agent, "customer": w.Users.Customer,
		"secondary": w.Users.Secondary, "direct": w.Users.Direct, "other": w.Users.OtherCustomer} {
		w.ids[name] = a.User.ID
	}
	return w
}

// PathParameters matches the parameters of a path.
var PathParameters = regexp.MustCompile(`\{(\w+)\}`)

// fill replaces the parameters of a text by known ids.
func (w *LossScenario) fill(text string) string {
	return PathParameters.ReplaceAllStringFunc(text, func(b string) string {
		if id, ok := w.ids[b[1:len(b)-1]]; ok {
			return id
		}
		w.Fatalf("%s: no %s", text, b)
		return ""
	})
}

// SessionEndingRoutes lists the routes that end the session of their caller.
var SessionEndingRoutes = []string{"DELETE /oauth/logout", "PUT /pi/personal/info/pass"}

// call repeats a request under one idempotency key until the answer is definite, as a client does. A deleted object may
// be gone when the answer is requested again, and a secret is shown once.
func (w *LossScenario) call(who *sessiontest.Actor, route, path, body string) map[string]any {
	w.Helper()
	method, _, _ := strings.Cut(route, " ")
	w.Called[route] = true
	if w.Kit.Now().Sub(w.signedIn) > 20*time.Minute {
		w.signIn()
	}
	key := w.Kit.IDs.Next()
	call := func() *testkit.Answer {
		c := who.With("Idempotency-Key", key)
		if strings.Contains(route, "/uf/uploadfile") && !strings.Contains(route, "presign") {
			name := "n.txt"
			if strings.HasSuffix(path, "/picture") {
				name = "n.png"
			}
			return c.Upload(path, "file", name, "", []byte(body))
		}
		if body == "" {
			return c.Do(method, path, nil)
		}
		return c.Do(method, path, []byte(body))
	}
	path, body = w.fill(path), w.fill(body)
	w.Transport.Arm(w.at, w.failure)
	a := call()
	broke := w.Transport.Arm(0, AnswerLost)
	if broke {
		w.Broken++
	}
	for try := 0; a.Status >= 500 || a.Code == 40902 || try == 0 && broke && w.failure == ProcessKilled; try++ { // the dead do not answer
		if try == 5 {
			w.Errorf("%s (write %d, fate %d): %d %s", route, w.at, w.failure, a.Status, a.Raw)
			return nil
		}
		w.Kit.Clock.Add(61 * time.Second)
		a = call()
		gone := method == http.MethodDelete && a.Status == http.StatusNotFound
		if gone || a.Code == 40903 || a.Status == http.StatusUnauthorized && slices.Contains(SessionEndingRoutes, route) {
			return nil
		}
	}
	if a.Status >= 300 {
		w.Errorf("%s (write %d, fate %d): %d %s", route, w.at, w.failure, a.Status, a.Raw)
		return nil
	}
	if method != http.MethodDelete && strings.Contains(string(a.Raw), `"ok":false`) {
		w.Errorf("%s (write %d, fate %d): %s", route, w.at, w.failure, a.Raw)
	}
	var data map[string]any
	_ = json.Unmarshal(a.Data, &data) // some answer with lists
	for _, k := range []string{"appSecret", "security"} {
		if secret, ok := data[k].(string); ok {
			w.secrets = append(w.secrets, secret)
		}
	}
	return data
}

// signIn gives all users new sessions.
func (w *LossScenario) signIn() {
	c := w.Users
	for _, a := range []*sessiontest.Actor{c.Admin, c.Agent, c.Customer, c.Secondary, c.Direct, c.OtherCustomer} {
		a.Token = w.fixture.SignIn(w, w.Server, a.User.Login)
	}
	w.signedIn = w.Kit.Now()
}

// create is call, and remembers the id of the object that was made.
func (w *LossScenario) create(name string, who *sessiontest.Actor, route, path, body string) {
	w.Helper()
	data := w.call(who, route, path, body)
	for _, k := range []string{"id", "userId", "taskId", "fileId", "serialNumber"} {
		if id, ok := data[k].(string); ok && id != "" {
			w.ids[name] = id
			return
		}
	}
	w.Errorf("%s (write %d, fate %d): no id in %v", route, w.at, w.failure, data)
	w.ids[name] = MissingID
}

// FinalState is what the lists and balances show at the end.
func (w *LossScenario) FinalState() string {
	var out strings.Builder
	for _, r := range w.Server.API.Routes() {
		if r.Method != http.MethodGet || !strings.HasSuffix(r.Path, "/page") || strings.Contains(r.Path, "{") ||
			strings.Contains(r.Path, "session") || strings.Contains(r.Path, "audit") || r.Path == "/dmp/page" {
			continue
		}
		for _, who := range []*sessiontest.Actor{w.Users.Admin, w.Users.Customer, w.Users.Direct} {
			a := who.Get(r.Path)
			var page web.Page[any]
			_ = json.Unmarshal(a.Data, &page) // refused where it may not look
			fmt.Fprintln(&out, who.Name, r.Path, a.Status, page.Total)
		}
	}
	for _, name := range []string{"agent", "customer", "secondary", "direct"} {
		available, reserved, err := w.Env.Ledger().Balance(w.Context(), w.ids[name])
		fmt.Fprintln(&out, name, available, reserved, err)
	}
	if r, err := w.Env.Ledger().Reconcile(w.Context()); err != nil || r.Found > 0 {
		w.Errorf("the books: %v %v", r, err)
	}
	return out.String()
}
