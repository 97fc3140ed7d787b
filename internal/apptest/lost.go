package apptest

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"herald/pkg/app"
	"herald/pkg/kit/push"
	"herald/pkg/kit/store"
	"herald/pkg/kit/store/wire"
	"herald/pkg/kit/testkit"
	"herald/pkg/kit/web"
	"herald/pkg/platform/session/sessiontest"
)

// Failure of the n-th write of a call, counted from one.
type Failure int

const (
	AnswerLost    Failure = iota // carried out, and no answer comes however often it is tried
	NotReached                   // never carried out, and no answer comes
	ProcessKilled                // carried out, and the function dies with it
)

// LossyTransport carries calls to a database in memory and breaks them on command.
type LossyTransport struct {
	to    http.RoundTripper
	mu    sync.Mutex
	at    int // the write that meets its fate; 0: none
	fate  Failure
	seen  []string // writes of the call so far
	dead  bool
	broke bool
	kept  strings.Builder // every text that was written
}

var ErrAnswerCut = errors.New("net/http: timeout awaiting response headers")

func (c *LossyTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	_ = r.Body.Close()
	r.Body = io.NopCloser(bytes.NewReader(body))
	switch f, broken := c.meets(wire.Call(r), body); {
	case !broken:
		return c.to.RoundTrip(r)
	case f == ProcessKilled: // nothing of it reaches anything any more, and it need not try for long
		return wire.Refuse(r, http.StatusBadRequest, "AccessDeniedException", "the function is dead"), nil
	case f == AnswerLost:
		res, err := c.to.RoundTrip(r)
		if err == nil {
			_ = res.Body.Close()
		}
	}
	return nil, ErrAnswerCut
}

// meets tells what a call meets. The write that kills is itself carried out.
func (c *LossyTransport) meets(call string, body []byte) (f Failure, broken bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.dead {
		return ProcessKilled, true
	}
	switch call {
	case "PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "TransactWriteItems":
	default:
		return 0, false
	}
	var in any // the SDK writes maps in any order
	_ = json.Unmarshal(body, &in)
	CollectTexts(&c.kept, in)
	same := fmt.Sprint(call, in)
	if !slices.Contains(c.seen, same) {
		c.seen = append(c.seen, same)
	}
	if c.at == 0 || slices.Index(c.seen, same)+1 != c.at {
		return 0, false
	}
	c.broke = true
	if c.dead = c.fate == ProcessKilled; c.dead {
		return AnswerLost, true
	}
	return c.fate, true
}

// CollectTexts collects the texts of a request, those that stand in bytes too.
func CollectTexts(into *strings.Builder, in any) {
	switch x := in.(type) {
	case map[string]any:
		for k, v := range x {
			raw, isText := v.(string)
			if b, err := base64.StdEncoding.DecodeString(raw); k == "B" && isText && err == nil {
				into.Write(b)
			}
			CollectTexts(into, v)
		}
	case []any:
		for _, v := range x {
			CollectTexts(into, v)
		}
	case string:
		into.WriteString(x + "\n")
	}
}

// Arm breaks the n-th write from now on; 0: none. It tells whether the one before was met.
func (c *LossyTransport) Arm(n int, f Failure) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	broke := c.broke
	c.at, c.fate, c.seen, c.dead, c.broke = n, f, nil, false, false
	return broke
}

// LossScenario is a scenario in which every write route is called once, some of its writes breaking on the way.
type LossScenario struct {
	*testing.T
	Cable  *LossyTransport
	Kit    *testkit.Env
	Server *testkit.Server
	Env    *app.Env
	h      *sessiontest.Fixture
	Users  *sessiontest.SeededUsers
	ids    map[string]string
	at     int
	fate   Failure
	Met    int
	Texts  map[string]bool // routes
	once   []string        // secrets that were answered
	lines  sync.Mutex
	log    strings.Builder
	fresh  time.Time // the time of the last sign-in
}

func NewLossScenario(t *testing.T, at int, f Failure) *LossScenario {
	k := testkit.Memory(t)
	w := &LossScenario{T: t, Kit: k, at: at, fate: f, ids: map[string]string{}, Texts: map[string]bool{}}
	w.Cable = &LossyTransport{to: wire.New(store.NewMemory(nil), k.Config.Name, k.Now)}
	db := store.NewDynamo(dynamodb.NewFromConfig(k.AWS, func(o *dynamodb.Options) { o.HTTPClient = &http.Client{Transport: w.Cable} }),
		k.Config.Name, k.Meter)
	k.DB, k.Audit.DB, k.Hub = db, db, &push.Hub{DB: db, Poster: k.Pushed, Now: k.Now}
	w.Server, w.Env = Serve(t, k)
	w.Env.Log = func(line map[string]any) {
		w.lines.Lock()
		defer w.lines.Unlock()
		fmt.Fprintln(&w.log, line)
	}
	w.h = &sessiontest.Fixture{Env: k, Users: w.Env.Users(), Session: w.Env.Sessions()}
	w.Users, w.fresh = w.h.SeedUsers(t, w.Server), k.Now()
	for name, a := range map[string]*sessiontest.Actor{"admin": w.Users.Admin, "agent": w.Users.Agent, "customer": w.Users.Customer,
		"secondary": w.Users.Secondary, "direct": w.Users.Direct, "other": w.Users.OtherCustomer} {
		w.ids[name] = a.User.ID
	}
	return w
}

var PathParameters = regexp.MustCompile(`\{(\w+)\}`)

// fill puts the ids that are known into a text.
func (w *LossScenario) fill(text string) string {
	return PathParameters.ReplaceAllStringFunc(text, func(b string) string {
		if id, ok := w.ids[b[1:len(b)-1]]; ok {
			return id
		}
		w.Fatalf("%s: no %s", text, b)
		return ""
	})
}

// SessionEndingRoutes are the routes that end the session of who calls them.
var SessionEndingRoutes = []string{"DELETE /oauth/logout", "PUT /pi/personal/info/pass"}

// tell calls a route as a user until the answer is definite, as a client does: under one key, and after a while when
// the first call is still thought to run. A deleted entity may be gone when the answer is requested again, and a
// secret is shown once.
func (w *LossScenario) tell(who *sessiontest.Actor, route, path, body string) map[string]any {
	w.Helper()
	method, _, _ := strings.Cut(route, " ")
	w.Texts[route] = true
	if w.Kit.Now().Sub(w.fresh) > 20*time.Minute {
		w.again()
	}
	key := w.Kit.IDs.Next()
	call := func() *testkit.Answer {
		c := who.With("Idempotency-Key", key)
		if strings.Contains(route, "/uf/uploadfile") && !strings.Contains(route, "presign") {
			return c.Upload(path, "file", "n.txt", "text/plain", []byte(body))
		}
		if body == "" {
			return c.Do(method, path, nil)
		}
		return c.Do(method, path, []byte(body))
	}
	path, body = w.fill(path), w.fill(body)
	w.Cable.Arm(w.at, w.fate)
	a := call()
	broke := w.Cable.Arm(0, AnswerLost)
	if broke {
		w.Met++
	}
	for try := 0; a.Status >= 500 || a.Code == 40902 || try == 0 && broke && w.fate == ProcessKilled; try++ { // the dead do not answer
		if try == 5 {
			w.Errorf("%s (write %d, fate %d): %d %s", route, w.at, w.fate, a.Status, a.Raw)
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
		w.Errorf("%s (write %d, fate %d): %d %s", route, w.at, w.fate, a.Status, a.Raw)
		return nil
	}
	if method != http.MethodDelete && strings.Contains(string(a.Raw), `"ok":false`) {
		w.Errorf("%s (write %d, fate %d): %s", route, w.at, w.fate, a.Raw)
	}
	var data map[string]any
	_ = json.Unmarshal(a.Data, &data) // some answer with lists
	for _, k := range []string{"appSecret", "security"} {
		if secret, ok := data[k].(string); ok {
			w.once = append(w.once, secret)
		}
	}
	return data
}

// again signs all users in.
func (w *LossScenario) again() {
	c := w.Users
	for _, a := range []*sessiontest.Actor{c.Admin, c.Agent, c.Customer, c.Secondary, c.Direct, c.OtherCustomer} {
		a.Token = w.h.SignIn(w, w.Server, a.User.Login)
	}
	w.fresh = w.Kit.Now()
}

// keep is tell, remembering the id of what was made.
func (w *LossScenario) keep(name string, who *sessiontest.Actor, route, path, body string) {
	w.Helper()
	data := w.tell(who, route, path, body)
	for _, k := range []string{"id", "userId", "taskId", "fileId", "serialNumber"} {
		if id, ok := data[k].(string); ok && id != "" {
			w.ids[name] = id
			return
		}
	}
	w.Errorf("%s (write %d, fate %d): no id in %v", route, w.at, w.fate, data)
	w.ids[name] = MissingID
}

// Ends is the state that all users see at the end.
func (w *LossScenario) Ends() string {
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
