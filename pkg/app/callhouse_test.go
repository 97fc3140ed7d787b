package app

import (
	"context"
	"crypto/hmac"
	"crypto/sha1"
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"herald/localstack/simulators/sim"
	voicesim "herald/localstack/simulators/voice"
	"herald/pkg/campaign/call"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/order"
	"herald/pkg/credit/price"
	"herald/pkg/kit/clock/clocktest"
	"herald/pkg/kit/config"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/testkit"
	"herald/pkg/kit/web"
	"herald/pkg/platform/session/sessiontest"
)

// callers are the product and a provider of telephone calls, which call each other: requests over sockets, callbacks through the routes
// of the hook.
type callers struct {
	*testing.T
	k    *testkit.Env
	e    *Env
	s    *testkit.Server
	c    *sessiontest.SeededUsers
	sim  *voicesim.Sim
	told chan int // status of each call to us
	cut  sync.Map // paths of which the next call does not come to us
}

const (
	callOrder = "/call/order"
	callHook  = "http://herald.test/api/hook/voice"
	callToken = "secret"
)

// mustCallers makes them, with so many lines; calls go a hundred times as fast as they do.
func mustCallers(t *testing.T, lines int) *callers {
	t.Helper()
	p := &callers{T: t, k: testkit.Memory(t), told: make(chan int, 10_000)}
	p.sim = voicesim.New(voicesim.Config{Now: clocktest.Running(), AccountSID: "AC1", AuthToken: callToken, Number: "+12065550102",
		Rate: 10_000, Lines: 1000, Seed: 1, Speed: 100, Transport: p})
	server := httptest.NewServer(p.sim)
	t.Cleanup(func() { p.sim.Close(); server.Close() })
	rec := httptest.NewRecorder()
	p.sim.ServeHTTP(rec, httptest.NewRequest(http.MethodPost, "/_sim/config", strings.NewReader(`{"speed":100,"lines":1000,"summaryMs":0}`)))
	if rec.Code != http.StatusOK {
		t.Fatal(rec.Body)
	}
	p.e = onCloud(p.k)
	p.e.Config.Voice = config.Voice{URL: server.URL, Insights: server.URL, Account: "AC1", From: "12065550102", Callback: callHook,
		PerSecond: 1000, Lines: lines, AuthTokens: []string{callToken}}
	p.s = testkit.Serve(t, p.k, testkit.Parts{Authenticate: p.e.Sessions().Authenticate, Signed: p.e.AppKeys().Verify,
		Routes: func(a *web.API) { p.e.SetAPI(a); All(p.e, a) }})
	p.c = (&sessiontest.Fixture{Env: p.k, Users: p.e.Users(), Session: p.e.Sessions()}).SeedUsers(t, p.s)
	admin := p.c.Admin
	admin.Post("/aty/customerinfo/price/charge/save",
		obj{"userId": price.Platform, "service": "call.voice", "countryCode": "*", "price": 0.5}).OK()
	admin.Put("/lop/system/config/receipt.window.seconds", obj{"value": 0}).OK()
	admin.Put("/lop/system/config/order.review.auto", obj{"value": true}).OK()
	for _, who := range []*sessiontest.Actor{p.c.Direct, p.c.Customer} {
		admin.Put("/aty/customerinfo/recharge", obj{"userId": who.User.ID, "amount": 1000}).OK()
	}
	p.k.Clock.Add(time.Minute)
	return p
}

// RoundTrip brings what the provider asks to our routes, and recordings from where they lie.
func (p *callers) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.URL.Host != "herald.test" {
		return p.k.HTTP.Transport.RoundTrip(req)
	}
	if _, cut := p.cut.LoadAndDelete(req.URL.Path); cut {
		return &http.Response{StatusCode: http.StatusBadGateway, Header: http.Header{}, Body: http.NoBody, Request: req}, nil
	}
	to := req.Clone(req.Context())
	to.URL.Host = strings.TrimPrefix(p.s.URL, "http://")
	res, err := http.DefaultTransport.RoundTrip(to)
	if err == nil {
		p.told <- res.StatusCode
	}
	return res, err
}

// hears waits for so many calls to us, all of them believed.
func (p *callers) hears(n int) {
	p.Helper()
	for k := range n {
		select {
		case status := <-p.told:
			if status != http.StatusOK {
				p.Fatalf("the provider was answered %d", status)
			}
		case <-time.After(30 * time.Second):
			all, _ := p.sim.Calls()
			p.Fatalf("%d of %d calls to us came; %+v", k, n, all)
		}
	}
}

// works does what lies on all queues until nothing is left.
func (p *callers) works() {
	p.Helper()
	tasks, jobs, receipts := SendTasks(p.e), JobTasks(p.e), ReceiptTasks(p.e)
	by := func(tasks Tasks) queue.Handler {
		return func(ctx context.Context, m queue.Message) error { return tasks[m.Kind](ctx, m) }
	}
	for n := 1; n > 0; {
		n = p.k.Work(p, order.JobQueue, by(jobs)) + p.k.Work(p, dispatch.SendQueue, by(tasks))
		n += p.k.Work(p, dispatch.ReceiptQueue, func(ctx context.Context, m queue.Message) error {
			_, err := receipts(ctx, []queue.Message{m})
			return err
		})
	}
}

// settles lets the minute of the janitor come.
func (p *callers) settles() {
	p.Helper()
	p.k.Clock.Add(time.Minute)
	for name, tick := range Ticks(p.e) {
		if err := tick(p.Context()); err != nil {
			p.Errorf("%s: %v", name, err)
		}
	}
	p.works()
}

func (p *callers) script(rules ...sim.Rule) {
	p.Helper()
	if err := p.sim.SetScript(rules); err != nil {
		p.Fatal(err)
	}
}

// people is a file of numbers with these last two digits.
func (p *callers) people(who *sessiontest.Actor, ends ...string) string {
	p.Helper()
	rows := "phoneNumber\n"
	for _, end := range ends {
		rows += "62812345678" + end + "\n"
	}
	return testkit.Data[struct{ ID string }](who.Upload("/uf/uploadfile", "file", "n.csv", "text/csv", []byte(rows))).ID
}

// wish is a call of a recording of so many seconds to numbers with these last two digits.
func (p *callers) wish(who *sessiontest.Actor, seconds float64, more obj, ends ...string) obj {
	p.Helper()
	body := obj{"name": "Ramadan", "fileId": p.people(who, ends...), "recordingId": recordingOf(who, "hum", tone(seconds)).ID}
	for k, v := range more {
		if body[k] = v; v == nil {
			delete(body, k)
		}
	}
	return body
}

func (p *callers) ordered(who *sessiontest.Actor, wish obj) string {
	p.Helper()
	id := testkit.Data[order.SubmitResponse](who.Post(callOrder, wish)).ID
	p.k.Clock.Add(time.Second)
	return id
}

// page is what the page of an order tells.
type callPage struct {
	call.Detail
	ActualCost    *float64 `json:"actualCost"`
	EstimatedCost float64  `json:"estimatedCost"`
}

func (p *callers) show(who *sessiontest.Actor, id string) callPage {
	p.Helper()
	return testkit.Data[callPage](who.In("en_US").Get(callOrder + "/" + id))
}

func (p *callers) targets(who *sessiontest.Actor, id string) map[string]dispatch.Target {
	p.Helper()
	all := map[string]dispatch.Target{}
	for _, one := range testkit.Data[web.Page[dispatch.Target]](who.In("en_US").Get(callOrder + "/" + id + "/targets/page?size=100")).Records {
		all[one.PhoneNumber[len(one.PhoneNumber)-2:]] = one
	}
	return all
}

func (p *callers) balance(who *sessiontest.Actor) float64 {
	p.Helper()
	return testkit.Data[struct{ Balance float64 }](who.Get("/pi/personal/info")).Balance
}

// hook calls us as the provider does, with the signature of a token, and gives status and answer.
func (p *callers) hook(token, path, reference string, form url.Values) (int, string) {
	p.Helper()
	address := callHook + path + "?ref=" + url.QueryEscape(reference)
	text, names := address, []string{}
	for name := range form {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		text += name + form.Get(name)
	}
	mac := hmac.New(sha1.New, []byte(token))
	mac.Write([]byte(text))
	req := httptest.NewRequest(http.MethodPost, address, strings.NewReader(form.Encode()))
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("X-Twilio-Signature", base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	rec := httptest.NewRecorder()
	p.s.API.Handler().ServeHTTP(rec, req)
	return rec.Code, rec.Body.String()
}

func (p *callers) refused(a *testkit.Answer, status int, says string) {
	p.Helper()
	if a.Status != status || !strings.Contains(string(a.Raw), says) {
		p.Errorf("%d %s, want %d and %q", a.Status, a.Raw, status, says)
	}
}

// mixed is a file with a number of Indonesia, one of another country, and one that is none.
func (p *callers) mixed(who *sessiontest.Actor) string {
	p.Helper()
	rows := "phoneNumber\n6281234567801\n5511987654301\n62812\n"
	return testkit.Data[struct{ ID string }](who.Upload("/uf/uploadfile", "file", "n.csv", "text/csv", []byte(rows))).ID
}
