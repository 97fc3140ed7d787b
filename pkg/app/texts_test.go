package app

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"

	awssmssim "herald/localstack/simulators/awssms"
	"herald/localstack/simulators/sim"
	twiliosim "herald/localstack/simulators/twilio"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/order"
	"herald/pkg/credit/price"
	"herald/pkg/kit/clock/clocktest"
	"herald/pkg/kit/config"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/testkit"
	"herald/pkg/kit/web"
	"herald/pkg/platform/session/sessiontest"
	"herald/pkg/provider/awssms/sdk"
)

// texters are the product and both gateways of short messages, which call each other: requests over sockets, callbacks through the
// routes of the hook.
type texters struct {
	*testing.T
	k      *testkit.Env
	e      *Env
	s      *testkit.Server
	c      *sessiontest.SeededUsers
	aws    *awssmssim.Sim
	twilio *twiliosim.Sim
	told   chan int // status of each callback
}

const textTopic = "arn:aws:sns:us-east-1:123456789012:herald-sms"

func mustTexters(t *testing.T) *texters {
	t.Helper()
	p := &texters{T: t, k: testkit.Memory(t), told: make(chan int, 10_000)}
	p.aws = awssmssim.New(awssmssim.Config{Now: clocktest.Running(), Topic: textTopic, CallbackURL: "http://herald.test/api/hook/aws-sms",
		Transport: p, Rate: 10_000, Seed: 1, Number: "+12065550100"})
	p.twilio = twiliosim.New(twiliosim.Config{Now: clocktest.Running(), AccountSID: "AC1", AuthToken: "secret",
		InboundURL: "http://herald.test/api/hook/twilio", Transport: p, Rate: 10_000, Seed: 1})
	one, two, store := httptest.NewServer(p.aws), httptest.NewServer(p.twilio), httptest.NewServer(p.twilio)
	p.aws.SetSelf(one.URL)
	p.twilio.SetSelf(two.URL, store.URL)
	t.Cleanup(func() { p.aws.Close(); p.twilio.Close(); one.Close(); two.Close(); store.Close() })
	p.e = onCloud(p.k)
	p.e.Config.SMS = config.SMS{
		AWS: config.AWSSMS{URL: one.URL, Region: "us-east-1", From: "+12065550100", ConfigurationSet: "herald", Topics: []string{textTopic},
			Certificates: one.URL, PerSecond: 1000},
		Twilio: config.Twilio{URL: two.URL, Account: "AC1", From: "12065550101", Callback: "http://herald.test/api/hook/twilio",
			MediaHosts: []string{strings.TrimPrefix(store.URL, "http://")},
			PerSecond:  1000, AuthTokens: []string{"secret"}},
	}
	p.e.NewSMSClient, p.e.AWS = sdk.New, aws.Config{Credentials: credentials.NewStaticCredentialsProvider("id", "secret", "")}
	p.s = testkit.Serve(t, p.k, testkit.Parts{Authenticate: p.e.Sessions().Authenticate, Signed: p.e.AppKeys().Verify,
		Routes: func(a *web.API) { p.e.SetAPI(a); All(p.e, a) }})
	p.c = (&sessiontest.Fixture{Env: p.k, Users: p.e.Users(), Session: p.e.Sessions()}).SeedUsers(t, p.s)
	admin := p.c.Admin
	admin.Post("/aty/customerinfo/price/charge/save",
		obj{"userId": price.Platform, "service": "bulk.sms", "countryCode": "*", "price": 2}).OK()
	admin.Put("/lop/system/config/sms.senders", obj{"value": "BR aws=HERALD,+551131000000 twilio=28765; US aws=12065550100"}).OK()
	admin.Put("/lop/system/config/receipt.window.seconds", obj{"value": 0}).OK()
	admin.Put("/aty/customerinfo/recharge", obj{"userId": p.c.Direct.User.ID, "amount": 1000}).OK()
	return p
}

// RoundTrip brings a gateway's callback to our routes.
func (p *texters) RoundTrip(req *http.Request) (*http.Response, error) {
	to := req.Clone(req.Context())
	to.URL.Host = strings.TrimPrefix(p.s.URL, "http://")
	res, err := http.DefaultTransport.RoundTrip(to)
	if err == nil {
		p.told <- res.StatusCode
	}
	return res, err
}

// hears waits for so many callbacks, all of them believed.
func (p *texters) hears(n int) {
	p.Helper()
	for range n {
		select {
		case status := <-p.told:
			if status != http.StatusOK {
				p.Fatalf("a callback was answered %d", status)
			}
		case <-time.After(30 * time.Second):
			p.Fatal("no callback came")
		}
	}
}

// works does what lies on all queues until nothing is left.
func (p *texters) works() {
	p.Helper()
	tasks, jobs, words, receipts := SendTasks(p.e), JobTasks(p.e), InboundTasks(p.e), ReceiptTasks(p.e)
	by := func(tasks Tasks) queue.Handler {
		return func(ctx context.Context, m queue.Message) error { return tasks[m.Kind](ctx, m) }
	}
	for n := 1; n > 0; {
		n = p.k.Work(p, order.JobQueue, by(jobs)) + p.k.Work(p, dispatch.SendQueue, by(tasks)) + p.k.Work(p, dispatch.InboundQueue, by(words))
		n += p.k.Work(p, dispatch.ReceiptQueue, func(ctx context.Context, m queue.Message) error {
			p.k.Clock.Add(10 * time.Second)
			_, err := receipts(ctx, []queue.Message{m})
			return err
		})
	}
}

func (p *texters) control(s http.Handler, name, body string) {
	p.Helper()
	rec := httptest.NewRecorder()
	s.ServeHTTP(rec, httptest.NewRequest(http.MethodPost, "/_sim/"+name, strings.NewReader(body)))
	if rec.Code != http.StatusOK {
		p.Fatal(rec.Body)
	}
}

func (p *texters) file(who *sessiontest.Actor, rows string) string {
	p.Helper()
	return testkit.Data[struct{ ID string }](who.Upload("/uf/uploadfile", "file", "n.csv", "text/csv", []byte(rows))).ID
}

func (p *texters) wish(who *sessiontest.Actor, text string, more obj) obj {
	p.Helper()
	body := obj{"name": "May", "fileId": p.file(who, "phoneNumber,name\n5511987654321,Ana\n5511987654322,João\n5511987654323,Li\n"),
		"channel": "sms", "countryCode": "BR", "message": obj{"type": "text", "text": text}}
	for k, v := range more {
		body[k] = v
	}
	return body
}

type shown struct {
	Status                      order.Status
	Price, ActualCost           *float64
	EstimatedCost               float64
	Parts                       int
	Counts                      map[string]int
	Channel, Provider, SenderID string
}

func (p *texters) show(who *sessiontest.Actor, id string) shown {
	p.Helper()
	return testkit.Data[shown](who.Get("/gc/groupsendorder/" + id))
}

// ordered places an order and has it passed.
func (p *texters) ordered(who *sessiontest.Actor, wish obj) string {
	p.Helper()
	id := testkit.Data[order.SubmitResponse](who.Post("/gc/groupsendorder", wish)).ID
	p.c.Admin.Put("/gc/groupsendorder/review", obj{"ids": []string{id}, "pass": true}).OK()
	p.k.Clock.Add(time.Minute)
	return id
}

var textSims = map[string]func(*texters) *sim.Sim{"aws": func(p *texters) *sim.Sim { return p.aws.Sim },
	"twilio": func(p *texters) *sim.Sim { return p.twilio.Sim }}

// An order of short messages from its estimate to its settlement, by each gateway: receipts come twice and in any order, one telephone is
// off, and what is charged is two parts for each of the others.
func TestShortMessagesAreSettledByTheirParts(t *testing.T) {
	for name, of := range textSims {
		t.Run(name, func(t *testing.T) {
			p := mustTexters(t)
			who, gateway := p.c.Direct, of(p)
			if err := gateway.SetScript([]sim.Rule{{Suffix: "2", Outcome: "undeliverable"}}); err != nil {
				t.Fatal(err)
			}
			p.control(gateway, "webhooks", `{"duplicate":1}`)
			text := strings.Repeat("a", 161)
			id := p.ordered(who, p.wish(who, text, obj{"provider": name}))
			if o := p.show(who, id); o.EstimatedCost != 12 || *o.Price != 2 || o.Parts != 2 || o.Channel != "sms" || o.Provider != name ||
				o.SenderID == "" {
				t.Errorf("ordered: %+v", o)
			}
			p.works()
			accepted, refused := gateway.Messages(0, 10)
			if len(accepted) != 3 || len(refused) > 0 || accepted[0].Body != text {
				t.Fatalf("%+v %+v", accepted, refused)
			}
			if from := accepted[0].Type; from != map[string]string{"aws": "HERALD", "twilio": "28765"}[name] {
				t.Errorf("sent as %q", from)
			}
			p.hears(12) // sent, and arrived or failed, each twice
			p.works()
			p.k.Clock.Add(time.Minute)
			p.works()
			if o := p.show(who, id); o.Status != order.Completed || o.ActualCost == nil || *o.ActualCost != 8 || o.Counts["arrived"] != 2 ||
				o.Counts["failed"] != 1 {
				t.Errorf("settled: %+v", o)
			}
			reasons := testkit.Data[dispatch.Stat](who.In("en_US").Get("/gc/groupsendorder/" + id + "/stat")).Reasons
			if len(reasons) != 1 || !strings.Contains(reasons[0].Reason, "cannot be reached") {
				t.Errorf("%+v", reasons)
			}
			if balance := testkit.Data[struct{ Balance float64 }](who.Get("/pi/personal/info")).Balance; balance != 992 {
				t.Errorf("balance %v", balance)
			}
		})
	}
}
