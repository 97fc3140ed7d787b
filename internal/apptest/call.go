package apptest

import (
	"context"
	"crypto/hmac"
	"crypto/sha1"
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"herald/internal/clocktest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/localstack/simulators/sim"
	voicesim "herald/localstack/simulators/voice"
	"herald/pkg/app"
	"herald/pkg/campaign/call"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/dispatch/receipt"
	"herald/pkg/campaign/order"
	"herald/pkg/credit/price"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/web"
)

// CallFixture is the product with a simulator of a provider of telephone calls. Requests and callbacks both travel over
// sockets.
type CallFixture struct {
	*testing.T
	Kit           *testkit.Env
	Env           *app.Env
	s             *testkit.Server
	Users         *sessiontest.SeededUsers
	Sim           *voicesim.Sim
	callbacks     chan int // status of each call to us
	LostCallbacks sync.Map // paths of which the next call does not come to us
}

const (
	CallOrder = "/call/order"
	CallHook  = "http://herald.test/api/hook/voice"
	CallToken = "secret"
)

// NewCallFixture makes a fixture with a number of lines. Simulated calls run a hundred times as fast as real ones.
func NewCallFixture(t *testing.T, lines int) *CallFixture {
	t.Helper()
	p := &CallFixture{T: t, Kit: testkit.Memory(t), callbacks: make(chan int, 10_000)}
	p.Sim = voicesim.New(voicesim.Config{Now: clocktest.Running(), AccountSID: "AC1", AuthToken: CallToken, Number: "+12065550102",
		Rate: 10_000, Lines: 1000, Seed: 1, Speed: 100, Transport: p})
	server := httptest.NewServer(p.Sim)
	t.Cleanup(func() { p.Sim.Close(); server.Close() })
	rec := httptest.NewRecorder()
	p.Sim.ServeHTTP(rec, httptest.NewRequest(http.MethodPost, "/_sim/config", strings.NewReader(`{"speed":100,"lines":1000,"summaryMs":0}`)))
	if rec.Code != http.StatusOK {
		t.Fatal(rec.Body)
	}
	p.Env = NewApp(p.Kit)
	p.Env.Config.Adapters.Set(map[string]string{"voice.url": server.URL, "voice.insights": server.URL, "voice.account": "AC1",
		"voice.from": "12065550102", "voice.callback": CallHook, "voice.rate": "1000", "voice.lines": strconv.Itoa(lines),
		"voice/twilio": Secret(Object{"authTokens": []string{CallToken}})})
	p.s = testkit.Serve(t, p.Kit, testkit.Parts{Authenticate: p.Env.Sessions().Authenticate, Signed: p.Env.AppKeys().Verify,
		Routes: func(a *web.API) { p.Env.SetAPI(a); app.All(p.Env, a) }})
	p.Users = (&sessiontest.Fixture{Env: p.Kit, Users: p.Env.Users(), Session: p.Env.Sessions()}).SeedUsers(t, p.s)
	admin := p.Users.Admin
	admin.Post("/aty/customerinfo/price/charge/save",
		Object{"userId": price.Platform, "service": "call.voice", "countryCode": "*", "price": 0.5}).OK()
	admin.Put("/lop/system/config/receipt.window.seconds", Object{"value": 0}).OK()
	admin.Put("/lop/system/config/order.review.auto", Object{"value": true}).OK()
	for _, who := range []*sessiontest.Actor{p.Users.Direct, p.Users.Customer} {
		admin.Put("/aty/customerinfo/recharge", Object{"userId": who.User.ID, "amount": 1000}).OK()
	}
	p.Kit.Clock.Add(time.Minute)
	return p
}

// RoundTrip carries the provider's callbacks to our routes, and downloads of recordings to the storage.
func (p *CallFixture) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.URL.Host != "herald.test" {
		return p.Kit.HTTP.Transport.RoundTrip(req)
	}
	if _, cut := p.LostCallbacks.LoadAndDelete(req.URL.Path); cut {
		return &http.Response{StatusCode: http.StatusBadGateway, Header: http.Header{}, Body: http.NoBody, Request: req}, nil
	}
	to := req.Clone(req.Context())
	to.URL.Host = strings.TrimPrefix(p.s.URL, "http://")
	res, err := http.DefaultTransport.RoundTrip(to)
	if err == nil {
		p.callbacks <- res.StatusCode
	}
	return res, err
}

// AwaitCallbacks waits for n callbacks and fails the test when one of them is refused.
func (p *CallFixture) AwaitCallbacks(n int) {
	p.Helper()
	for k := range n {
		select {
		case status := <-p.callbacks:
			if status != http.StatusOK {
				p.Fatalf("the provider was answered %d", status)
			}
		case <-time.After(30 * time.Second):
			all, _ := p.Sim.Calls()
			p.Fatalf("%d of %d calls to us came; %+v", k, n, all)
		}
	}
}

// RunQueues consumes all queues until they are empty.
func (p *CallFixture) RunQueues() {
	p.Helper()
	tasks, jobs, receipts := app.SendTasks(p.Env), app.JobTasks(p.Env), app.ReceiptTasks(p.Env)
	by := func(tasks app.Tasks) queue.Handler {
		return func(ctx context.Context, m queue.Message) error { return tasks[m.Kind](ctx, m) }
	}
	for n := 1; n > 0; {
		n = p.Kit.Work(p, order.JobQueue, by(jobs)) + p.Kit.Work(p, dispatch.SendQueue, by(tasks))
		n += p.Kit.Work(p, receipt.ReceiptQueue, func(ctx context.Context, m queue.Message) error {
			_, err := receipts(ctx, []queue.Message{m})
			return err
		})
	}
}

// PassMinute moves the clock by a minute, runs the ticks of all modules and consumes the queues.
func (p *CallFixture) PassMinute() {
	p.Helper()
	p.Kit.Clock.Add(time.Minute)
	for name, tick := range app.Ticks(p.Env) {
		if err := tick(p.Context()); err != nil {
			p.Errorf("%s: %v", name, err)
		}
	}
	p.RunQueues()
}

// Script sets the outcomes of the simulated calls.
func (p *CallFixture) Script(rules ...sim.Rule) {
	p.Helper()
	if err := p.Sim.SetScript(rules); err != nil {
		p.Fatal(err)
	}
}

// UploadNumbers uploads a file of numbers with these last two digits.
func (p *CallFixture) UploadNumbers(who *sessiontest.Actor, ends ...string) string {
	p.Helper()
	rows := "phoneNumber\n"
	for _, end := range ends {
		rows += "62812345678" + end + "\n"
	}
	return testkit.Data[struct{ ID string }](who.Upload("/uf/uploadfile", "file", "n.csv", "text/csv", []byte(rows))).ID
}

// Body is a request to play a recording of some seconds to numbers with these last two digits.
func (p *CallFixture) Body(who *sessiontest.Actor, seconds float64, more Object, ends ...string) Object {
	p.Helper()
	body := Object{"name": "Ramadan", "fileId": p.UploadNumbers(who, ends...), "recordingId": NewRecording(who, "hum", Tone(seconds)).ID}
	for k, v := range more {
		if body[k] = v; v == nil {
			delete(body, k)
		}
	}
	return body
}

// Submit places an order and returns its id.
func (p *CallFixture) Submit(who *sessiontest.Actor, request Object) string {
	p.Helper()
	id := testkit.Data[order.SubmitResponse](who.Post(CallOrder, request)).ID
	p.Kit.Clock.Add(time.Second)
	return id
}

// CallDetail is the page of an order of calls.
type CallDetail struct {
	call.Detail
	ActualCost    *float64 `json:"actualCost"`
	EstimatedCost float64  `json:"estimatedCost"`
}

// Detail reads the page of an order.
func (p *CallFixture) Detail(who *sessiontest.Actor, id string) CallDetail {
	p.Helper()
	return testkit.Data[CallDetail](who.In("en_US").Get(CallOrder + "/" + id))
}

// Targets reads the calls of an order by the last two digits of their numbers.
func (p *CallFixture) Targets(who *sessiontest.Actor, id string) map[string]dispatch.Target {
	p.Helper()
	all := map[string]dispatch.Target{}
	for _, one := range testkit.Data[web.Page[dispatch.Target]](who.In("en_US").Get(CallOrder + "/" + id + "/targets/page?size=100")).Records {
		all[one.PhoneNumber[len(one.PhoneNumber)-2:]] = one
	}
	return all
}

// Balance is the balance that a user sees.
func (p *CallFixture) Balance(who *sessiontest.Actor) float64 {
	p.Helper()
	return testkit.Data[struct{ Balance float64 }](who.Get("/pi/personal/info")).Balance
}

// Hook calls us as the provider does, signed with a token, and returns status and body of the answer.
func (p *CallFixture) Hook(token, path, reference string, form url.Values) (int, string) {
	p.Helper()
	address := CallHook + path + "?ref=" + url.QueryEscape(reference)
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

// WantRefusal fails the test unless an answer has this status and text.
func (p *CallFixture) WantRefusal(a *testkit.Answer, status int, says string) {
	p.Helper()
	if a.Status != status || !strings.Contains(string(a.Raw), says) {
		p.Errorf("%d %s, want %d and %q", a.Status, a.Raw, status, says)
	}
}

// UploadMixedNumbers uploads a file with a number of Indonesia, one of another country, and one that is invalid.
func (p *CallFixture) UploadMixedNumbers(who *sessiontest.Actor) string {
	p.Helper()
	rows := "phoneNumber\n6281234567801\n5511987654301\n62812\n"
	return testkit.Data[struct{ ID string }](who.Upload("/uf/uploadfile", "file", "n.csv", "text/csv", []byte(rows))).ID
}
