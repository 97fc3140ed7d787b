package apptest

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"

	"herald/internal/clocktest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	awssmssim "herald/localstack/simulators/awssms"
	twiliosim "herald/localstack/simulators/twilio"
	"herald/pkg/app"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/dispatch/inbound"
	"herald/pkg/campaign/dispatch/receipt"
	"herald/pkg/campaign/order"
	"herald/pkg/credit/price"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/web"
	"herald/pkg/provider/awssms/sdk"
)

// SMSFixture is the product with simulators of both gateways of short messages. Requests and callbacks both travel over
// sockets.
type SMSFixture struct {
	*testing.T
	Kit       *testkit.Env
	Env       *app.Env
	Server    *testkit.Server
	Users     *sessiontest.SeededUsers
	AWS       *awssmssim.Sim
	Twilio    *twiliosim.Sim
	Callbacks chan int // status of each callback
}

// SMSTopic is the topic on which AWS publishes events.
const SMSTopic = "arn:aws:sns:us-east-1:123456789012:herald-sms"

// NewSMSFixture makes a fixture in which the direct customer may send short messages.
func NewSMSFixture(t *testing.T) *SMSFixture {
	t.Helper()
	p := &SMSFixture{T: t, Kit: testkit.Memory(t), Callbacks: make(chan int, 10_000)}
	p.AWS = awssmssim.New(awssmssim.Config{Now: clocktest.Running(), Topic: SMSTopic, CallbackURL: "http://herald.test/api/hook/aws-sms",
		Transport: p, Rate: 10_000, Seed: 1, Number: "+12065550100"})
	p.Twilio = twiliosim.New(twiliosim.Config{Now: clocktest.Running(), AccountSID: "AC1", AuthToken: "secret",
		InboundURL: "http://herald.test/api/hook/twilio", Transport: p, Rate: 10_000, Seed: 1})
	one, two, store := httptest.NewServer(p.AWS), httptest.NewServer(p.Twilio), httptest.NewServer(p.Twilio)
	p.AWS.SetSelf(one.URL)
	p.Twilio.SetSelf(two.URL, store.URL)
	t.Cleanup(func() { p.AWS.Close(); p.Twilio.Close(); one.Close(); two.Close(); store.Close() })
	p.Env = NewApp(p.Kit)
	p.Env.Config.Adapters.Set(map[string]string{"awssms.url": one.URL, "awssms.region": "us-east-1", "awssms.from": "+12065550100",
		"awssms.configurationSet": "herald", "awssms.topics": SMSTopic, "awssms.certificates": one.URL, "awssms.rate": "1000",
		"twilio.url": two.URL, "twilio.account": "AC1", "twilio.from": "12065550101",
		"twilio.callback": "http://herald.test/api/hook/twilio", "twilio.mediaHosts": strings.TrimPrefix(store.URL, "http://"),
		"twilio.rate": "1000", "sms/twilio": `{"authTokens":["secret"]}`})
	app.Adapter(sdk.Descriptor)(p.Env)
	p.Env.AWS = aws.Config{Credentials: credentials.NewStaticCredentialsProvider("id", "secret", "")}
	p.Server = testkit.Serve(t, p.Kit, testkit.Parts{Authenticate: p.Env.Sessions().Authenticate, Signed: p.Env.AppKeys().Verify,
		Routes: func(a *web.API) { p.Env.SetAPI(a); app.All(p.Env, a) }})
	p.Users = (&sessiontest.Fixture{Env: p.Kit, Users: p.Env.Users(), Session: p.Env.Sessions()}).SeedUsers(t, p.Server)
	admin := p.Users.Admin
	admin.Post("/aty/customerinfo/price/charge/save",
		Object{"userId": price.Platform, "service": "bulk.sms", "countryCode": "*", "price": 2}).OK()
	admin.Put("/lop/system/config/sms.senders", Object{"value": "BR aws=HERALD,+551131000000 twilio=28765; US aws=12065550100"}).OK()
	admin.Put("/lop/system/config/receipt.window.seconds", Object{"value": 0}).OK()
	admin.Put("/aty/customerinfo/recharge", Object{"userId": p.Users.Direct.User.ID, "amount": 1000}).OK()
	return p
}

// RoundTrip carries a gateway's callback to our routes.
func (p *SMSFixture) RoundTrip(req *http.Request) (*http.Response, error) {
	to := req.Clone(req.Context())
	to.URL.Host = strings.TrimPrefix(p.Server.URL, "http://")
	res, err := http.DefaultTransport.RoundTrip(to)
	if err == nil {
		p.Callbacks <- res.StatusCode
	}
	return res, err
}

// AwaitCallbacks waits for n callbacks and fails the test when one of them is refused.
func (p *SMSFixture) AwaitCallbacks(n int) {
	p.Helper()
	for range n {
		select {
		case status := <-p.Callbacks:
			if status != http.StatusOK {
				p.Fatalf("a callback was answered %d", status)
			}
		case <-time.After(30 * time.Second):
			p.Fatal("no callback came")
		}
	}
}

// RunQueues consumes all queues until they are empty.
func (p *SMSFixture) RunQueues() {
	p.Helper()
	tasks, jobs, words, receipts := app.SendTasks(p.Env), app.JobTasks(p.Env), app.InboundTasks(p.Env), app.ReceiptTasks(p.Env)
	by := func(tasks app.Tasks) queue.Handler {
		return func(ctx context.Context, m queue.Message) error { return tasks[m.Kind](ctx, m) }
	}
	for n := 1; n > 0; {
		n = p.Kit.Work(p, order.JobQueue, by(jobs)) + p.Kit.Work(p, dispatch.SendQueue, by(tasks)) + p.Kit.Work(p, inbound.InboundQueue,
			by(words))
		n += p.Kit.Work(p, receipt.ReceiptQueue, func(ctx context.Context, m queue.Message) error {
			p.Kit.Clock.Add(10 * time.Second)
			_, err := receipts(ctx, []queue.Message{m})
			return err
		})
	}
}

// Control calls the control interface of a simulator.
func (p *SMSFixture) Control(s http.Handler, name, body string) {
	p.Helper()
	rec := httptest.NewRecorder()
	s.ServeHTTP(rec, httptest.NewRequest(http.MethodPost, "/_sim/"+name, strings.NewReader(body)))
	if rec.Code != http.StatusOK {
		p.Fatal(rec.Body)
	}
}

// UploadNumbers uploads a CSV file of numbers.
func (p *SMSFixture) UploadNumbers(who *sessiontest.Actor, rows string) string {
	p.Helper()
	return testkit.Data[struct{ ID string }](who.Upload("/uf/uploadfile", "file", "n.csv", "text/csv", []byte(rows))).ID
}

// Body is a request for a short message to three numbers.
func (p *SMSFixture) Body(who *sessiontest.Actor, text string, more Object) Object {
	p.Helper()
	body := Object{"name": "May", "fileId": p.UploadNumbers(who,
		"phoneNumber,name\n5511987654321,Ana\n5511987654322,João\n5511987654323,Li\n"),
		"channel": "sms", "countryCode": "BR", "message": Object{"type": "text", "text": text}}
	for k, v := range more {
		body[k] = v
	}
	return body
}

// SMSDetail is the page of an order of short messages.
type SMSDetail struct {
	Status                      order.Status
	Price, ActualCost           *float64
	EstimatedCost               float64
	Parts                       int
	Counts                      map[string]int
	Channel, Provider, SenderID string
}

// Detail reads the page of an order.
func (p *SMSFixture) Detail(who *sessiontest.Actor, id string) SMSDetail {
	p.Helper()
	return testkit.Data[SMSDetail](who.Get("/gc/groupsendorder/" + id))
}

// Submit places an order, approves it and returns its id.
func (p *SMSFixture) Submit(who *sessiontest.Actor, request Object) string {
	p.Helper()
	id := testkit.Data[order.SubmitResponse](who.Post("/gc/groupsendorder", request)).ID
	p.Users.Admin.Put("/gc/groupsendorder/review", Object{"ids": []string{id}, "pass": true}).OK()
	p.Kit.Clock.Add(time.Minute)
	return id
}
