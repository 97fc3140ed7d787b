package apptest

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"herald/internal/clocktest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	partnersim "herald/localstack/simulators/partner"
	"herald/pkg/app"
	"herald/pkg/campaign/channelorder"
	"herald/pkg/campaign/numberbatch"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/resource"
	"herald/pkg/credit/price"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// NumberFixture is the product with a simulator of a partner that hands numbers out. Requests and callbacks travel over sockets. The
// storage has gates, through which a test cuts calls.
type NumberFixture struct {
	*testing.T
	Kit       *testkit.Env
	Env       *app.Env
	s         *testkit.Server
	Users     *sessiontest.SeededUsers
	Sim       *partnersim.Sim
	gate      func(call string) error // of each call of the storage; nil: none
	callbacks chan int
	files     app.Tasks
	Dealer    string
}

// Paths of numbers.
const (
	ChannelOrder  = "/channel/order"
	ChannelNumber = "/channel/number"
	NumberBatch   = "/kfsms/batch"
)

// NewNumberFixture makes a fixture with a price of 2 a number and a card dealer.
func NewNumberFixture(t *testing.T) *NumberFixture {
	t.Helper()
	p := &NumberFixture{T: t, Kit: testkit.Memory(t), callbacks: make(chan int, 1000)}
	gate := func(call string) error {
		if p.gate == nil {
			return nil
		}
		return p.gate(call)
	}
	p.Kit.DB = &store.Faulty{DB: p.Kit.DB, Before: gate, After: func(string) error { return nil }}
	p.Sim = partnersim.New(partnersim.Config{Token: "t", Secret: "s", Seed: 1, Now: clocktest.Running(), Takes: time.Millisecond, Transport: p})
	server := httptest.NewServer(p.Sim)
	t.Cleanup(func() { p.Sim.Close(); server.Close() })
	p.Env = NewApp(p.Kit)
	p.Env.Config.Adapters.Set(map[string]string{"partner.numbers": server.URL, "partner/key": Secret(Object{"token": "t",
		"secrets": []string{"s"}})})
	p.files = app.FileTasks(NewApp(p.Kit))
	p.Env.Config.PublicURL = "http://herald.test"
	p.s = testkit.Serve(t, p.Kit, testkit.Parts{Authenticate: p.Env.Sessions().Authenticate, Signed: p.Env.AppKeys().Verify,
		Routes: func(a *web.API) { p.Env.SetAPI(a); app.All(p.Env, a) }})
	p.Users = (&sessiontest.Fixture{Env: p.Kit, Users: p.Env.Users(), Session: p.Env.Sessions()}).SeedUsers(t, p.s)
	admin := p.Users.Admin
	for _, kind := range resource.Types {
		admin.Post("/aty/customerinfo/price/charge/save",
			Object{"userId": price.Platform, "service": "channel." + kind, "countryCode": "*", "price": 2}).OK()
	}
	for _, who := range []*sessiontest.Actor{p.Users.Direct, p.Users.Customer} {
		admin.Put("/aty/customerinfo/recharge", Object{"userId": who.User.ID, "amount": 1000}).OK()
	}
	p.Dealer = testkit.Data[web.Created](admin.Post("/kfsms/dealer", Object{"name": "Sunrise Cards"})).ID
	p.Kit.Clock.Add(time.Minute)
	return p
}

// RoundTrip carries the partner's callbacks to our routes.
func (p *NumberFixture) RoundTrip(req *http.Request) (*http.Response, error) {
	to := req.Clone(req.Context())
	to.URL.Scheme = "http"
	to.URL.Host = strings.TrimPrefix(p.s.URL, "http://")
	res, err := http.DefaultTransport.RoundTrip(to)
	if err == nil {
		p.callbacks <- res.StatusCode
	}
	return res, err
}

// AwaitCallbacks waits for n callbacks and fails the test when one of them is refused.
func (p *NumberFixture) AwaitCallbacks(n int) {
	p.Helper()
	for range n {
		select {
		case status := <-p.callbacks:
			if status != http.StatusOK {
				p.Fatalf("the partner was answered %d", status)
			}
		case <-time.After(30 * time.Second):
			p.Fatal("no callback came")
		}
	}
}

// CutStorage has each call of the storage pass a function, whose error is the call's; nil ends it.
func (p *NumberFixture) CutStorage(by func(call string) error) { p.gate = by }

// RunQueues consumes the queues until they are empty. What fails is dropped, as a message that no worker could handle; it is an error of
// the test unless the storage has a gate.
func (p *NumberFixture) RunQueues() {
	p.Helper()
	by := func(tasks app.Tasks) queue.Handler {
		return func(ctx context.Context, m queue.Message) error {
			if err := tasks[m.Kind](ctx, m); err != nil && p.gate == nil {
				p.Errorf("%s: %v", m.Kind, err)
			}
			return nil
		}
	}
	jobs, files, inbound := by(app.JobTasks(p.Env)), by(p.files), by(app.InboundTasks(p.Env))
	for n := 1; n > 0; {
		n = p.Kit.Work(p, order.JobQueue, jobs) + p.Kit.Work(p, numberbatch.FileQueue, files) +
			p.Kit.Work(p, numberbatch.CallbackQueue, inbound)
	}
}

// PassMinute moves the clock by a minute, runs the ticks of all modules and consumes the queues.
func (p *NumberFixture) PassMinute() {
	p.Helper()
	p.Kit.Clock.Add(time.Minute)
	for name, tick := range app.Ticks(p.Env) {
		if err := tick(p.Context()); err != nil && p.gate == nil {
			p.Errorf("%s: %v", name, err)
		}
	}
	p.RunQueues()
}

// Upload uploads a file of numbers.
func (p *NumberFixture) Upload(text string) string {
	p.Helper()
	return testkit.Data[struct{ ID string }](p.Users.Admin.Upload("/uf/uploadfile", "file", "n.txt", "text/plain", []byte(text))).ID
}

// Digits gives n numbers of Brazil from a number on.
func Digits(from uint64, n int) (all []string) {
	for i := range n {
		all = append(all, fmt.Sprint(from+uint64(i)))
	}
	return all
}

// BatchBody is a batch of high, new WhatsApp numbers of Brazil.
func (p *NumberFixture) BatchBody(no string, more Object) Object {
	b := Object{"batchNo": no, "dealerId": p.Dealer, "countryCode": "BR", "type": "whatsapp", "quality": "high", "age": "new"}
	maps.Copy(b, more)
	return b
}

// AddBatch imports a batch of numbers and returns it.
func (p *NumberFixture) AddBatch(no string, numbers []string, more Object) numberbatch.Detail {
	p.Helper()
	b := p.BatchBody(no, more)
	b["fileId"] = p.Upload("phoneNumber\n" + strings.Join(numbers, "\n") + "\n")
	id := testkit.Data[web.Created](p.Users.Admin.Post(NumberBatch, b)).ID
	p.RunQueues()
	return p.Batch(id)
}

// Batch reads a batch.
func (p *NumberFixture) Batch(id string) numberbatch.Detail {
	p.Helper()
	return testkit.Data[numberbatch.Detail](p.Users.Admin.In("en_US").Get(NumberBatch + "/" + id))
}

// Request is an order of n numbers of the kind of BatchBody.
func (p *NumberFixture) Request(n int, more Object) Object {
	b := Object{"name": "numbers", "countryCode": "BR", "type": "whatsapp", "quality": "high", "age": "new", "pick": "random", "amount": n}
	maps.Copy(b, more)
	return b
}

// Submit orders numbers, reserves them and returns the order's id.
func (p *NumberFixture) Submit(who *sessiontest.Actor, n int, more Object) string {
	p.Helper()
	id := testkit.Data[order.SubmitResponse](who.Post(ChannelOrder, p.Request(n, more))).ID
	p.RunQueues()
	return id
}

// Approve passes an order as the platform's staff, and has it worked on.
func (p *NumberFixture) Approve(id string) {
	p.Helper()
	lines := testkit.Data[[]order.ReviewLine](p.Users.Admin.Put(ChannelOrder+"/review", Object{"ids": []string{id}, "pass": true}))
	if !lines[0].OK {
		p.Fatalf("%+v", lines)
	}
	p.RunQueues()
}

// Order reads an order.
func (p *NumberFixture) Order(who *sessiontest.Actor, id string) channelorder.Detail {
	p.Helper()
	return testkit.Data[channelorder.Detail](who.In("en_US").Get(ChannelOrder + "/" + id))
}

// Entries are the numbers of an order in a user's list.
func (p *NumberFixture) Entries(who *sessiontest.Actor, id string) []channelorder.Entry {
	p.Helper()
	return testkit.Data[web.Page[channelorder.Entry]](who.Get(ChannelNumber + "/page?size=100&orderId=" + id)).Records
}

// Balance is a user's available and reserved credit.
func (p *NumberFixture) Balance(who *sessiontest.Actor) (available, reserved float64) {
	p.Helper()
	b := testkit.Data[struct{ Balance, Reserved float64 }](who.Get("/pi/personal/info"))
	return b.Balance, b.Reserved
}
