package apptest

import (
	"bytes"
	"context"
	"image"
	"image/jpeg"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"herald/localstack/simulators/sim"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/app"
	"herald/pkg/campaign/group"
	"herald/pkg/campaign/groupbuild"
	"herald/pkg/campaign/order"
	"herald/pkg/credit/price"
	"herald/pkg/kit/clock/clocktest"
	"herald/pkg/kit/config"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/testkit"
	"herald/pkg/kit/web"
	"herald/pkg/platform/session/sessiontest"
)

// GroupFixture are the product and WhatsApp, which call each other: requests over sockets, webhooks through the routes of the hook.
type GroupFixture struct {
	*testing.T
	Kit    *testkit.Env
	Env    *app.Env
	Server *testkit.Server
	Users  *sessiontest.SeededUsers
	Sim    *whatsappsim.Sim
	told   chan int // status of each webhook
}

const GroupHook = "http://herald.test/api/hook/whatsapp"

func NewGroupFixture(t *testing.T) *GroupFixture {
	t.Helper()
	p := &GroupFixture{T: t, Kit: testkit.Memory(t), told: make(chan int, 10_000)}
	p.Sim = whatsappsim.New(whatsappsim.Config{Now: clocktest.Running(), Token: "t", AppSecret: "s", PhoneNumberID: "1", WABAID: "2", Seed: 1,
		WebhookURL: GroupHook, Transport: p})
	server := httptest.NewServer(p.Sim)
	t.Cleanup(func() { p.Sim.Close(); server.Close() })
	p.Control("webhooks", `{"batch":1}`)
	p.Env = NewApp(p.Kit)
	p.Env.Config.WhatsApp = config.WhatsApp{URL: server.URL, Version: "v23.0", Numbers: []config.WhatsAppNumber{{ID: "1", PerSecond: 100}},
		WABAID: "2", Token: "t", AppSecrets: []string{"s"}}
	p.Env.Wait = func(_ context.Context, at time.Time) error {
		p.Kit.Clock.Add(max(0, at.Sub(p.Kit.Now())))
		return nil
	}
	p.Server = testkit.Serve(t, p.Kit, testkit.Parts{Authenticate: p.Env.Sessions().Authenticate, Signed: p.Env.AppKeys().Verify,
		Routes: func(a *web.API) { p.Env.SetAPI(a); app.All(p.Env, a) }})
	p.Users = (&sessiontest.Fixture{Env: p.Kit, Users: p.Env.Users(), Session: p.Env.Sessions()}).SeedUsers(t, p.Server)
	admin := p.Users.Admin
	admin.Post("/aty/customerinfo/price/charge/save",
		Object{"userId": price.Platform, "service": "group", "countryCode": "*", "price": 0.1}).OK()
	for key, value := range map[string]any{"order.review.auto": true, "order.settle.minutes": 60, "order.unknown.minutes": 30} {
		admin.Put("/lop/system/config/"+key, Object{"value": value}).OK()
	}
	admin.Put("/aty/customerinfo/recharge", Object{"userId": p.Users.Direct.User.ID, "amount": 1000}).OK()
	admin.Put(GroupOrdersPath+"/resource/num/today", Object{"num": 50}).OK()
	p.Kit.Clock.Add(time.Minute)
	return p
}

// RoundTrip brings webhooks to our routes.
func (p *GroupFixture) RoundTrip(req *http.Request) (*http.Response, error) {
	to := req.Clone(req.Context())
	to.URL.Host = strings.TrimPrefix(p.Server.URL, "http://")
	res, err := http.DefaultTransport.RoundTrip(to)
	if err == nil {
		p.told <- res.StatusCode
	}
	return res, err
}

// Hears waits for so many webhooks, all of them believed, and does what follows.
func (p *GroupFixture) Hears(n int) {
	p.Helper()
	for k := range n {
		select {
		case status := <-p.told:
			if status != http.StatusOK {
				p.Fatalf("WhatsApp was answered %d", status)
			}
		case <-time.After(30 * time.Second):
			p.Fatalf("%d of %d webhooks came", k, n)
		}
	}
	p.Works()
}

// Works does what lies on all queues until nothing is left.
func (p *GroupFixture) Works() {
	p.Helper()
	by := func(tasks app.Tasks) queue.Handler {
		return func(ctx context.Context, m queue.Message) error { return tasks[m.Kind](ctx, m) }
	}
	groups, inbound, jobs := by(app.BuildTasks(p.Env)), by(app.InboundTasks(p.Env)), by(app.JobTasks(p.Env))
	for n := 1; n > 0; {
		n = p.Kit.Work(p, order.JobQueue, jobs) + p.Kit.Work(p, groupbuild.CallbackQueue, inbound) + p.Kit.Work(p, groupbuild.Queue, groups)
	}
}

// Minutes lets time go by.
func (p *GroupFixture) Minutes(n int) {
	p.Helper()
	for range n {
		p.Kit.Clock.Add(time.Minute)
		for name, tick := range app.Ticks(p.Env) {
			if err := tick(p.Context()); err != nil {
				p.Errorf("%s: %v", name, err)
			}
		}
		p.Works()
	}
}

func (p *GroupFixture) Script(rules ...sim.Rule) {
	p.Helper()
	if err := p.Sim.SetScript(rules); err != nil {
		p.Fatal(err)
	}
}

func (p *GroupFixture) Act(a whatsappsim.GroupAct) {
	p.Helper()
	if err := p.Sim.Act(a); err != nil {
		p.Fatal(err)
	}
}

// Body is a request for groups of so many people of Minas Gerais, whom WhatsApp knows under other digits.
func (p *GroupFixture) Body(n int, more Object) Object {
	p.Helper()
	rows := "phoneNumber\n"
	for i := range n {
		rows += "553198765430" + string(rune('0'+i)) + "\n"
	}
	body := GroupBody(Object{"sizeMax": 5, "suffix": true, "suffixStart": 1,
		"fileId": testkit.Data[struct{ ID string }](p.Users.Direct.Upload("/uf/uploadfile", "file", "n.csv", "text/csv", []byte(rows))).ID})
	for k, v := range more {
		body[k] = v
	}
	return body
}

// Picture is an uploaded picture of so many pixels a side.
func (p *GroupFixture) Picture(width, height int) string {
	p.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, width, height)), nil); err != nil {
		p.Fatal(err)
	}
	return p.uploaded(b.Bytes())
}

// Padded is one of so many bytes.
func (p *GroupFixture) Padded(size int) string {
	p.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, 200, 200)), nil); err != nil {
		p.Fatal(err)
	}
	return p.uploaded(append(b.Bytes(), make([]byte, size-b.Len())...))
}

func (p *GroupFixture) uploaded(content []byte) string {
	p.Helper()
	return testkit.Data[struct{ ID string }](p.Users.Direct.Upload("/uf/uploadfile", "file", "a.jpg", "image/jpeg", content)).ID
}

func (p *GroupFixture) Ordered(wish Object) string {
	p.Helper()
	id := testkit.Data[order.SubmitResponse](p.Users.Direct.Post(GroupOrdersPath, wish)).ID
	p.Kit.Clock.Add(time.Second)
	p.Works()
	return id
}

// GroupPage is what the page of an order tells.
type GroupPage struct {
	group.Detail
	ActualCost *float64 `json:"actualCost"`
}

func (p *GroupFixture) Show(id string) GroupPage {
	p.Helper()
	return testkit.Data[GroupPage](p.Users.Direct.In("en_US").Get(GroupOrdersPath + "/" + id))
}

func (p *GroupFixture) Groups(id string) []groupbuild.Group {
	p.Helper()
	return testkit.Data[web.Page[groupbuild.Group]](p.Users.Direct.In("en_US").Get(GroupOrdersPath + "/" + id + "/group/page")).Records
}

// Stands gives the state of a person in an order's first group.
func (p *GroupFixture) Stands(id, number string) string {
	p.Helper()
	for _, m := range testkit.Data[web.Page[groupbuild.Member]](p.Users.Direct.Get(GroupOrdersPath + "/" + id +
		"/group/1/member/page")).Records {
		if m.PhoneNumber == number {
			return m.State
		}
	}
	return ""
}

// People lists the people of an order's first group.
func (p *GroupFixture) People(id string) []groupbuild.Member {
	p.Helper()
	return testkit.Data[web.Page[groupbuild.Member]](p.Users.Direct.Get(GroupOrdersPath + "/" + id + "/group/1/member/page")).Records
}

// Message lets a person write whose webhook shows a user id beside the number.
func (p *GroupFixture) Message(user, number string) {
	p.Helper()
	p.Control("inbound", `{"from":"`+number+`","user":"`+user+`","text":"oi"}`)
	p.Hears(1)
}

func (p *GroupFixture) Control(name, body string) {
	p.Helper()
	rec := httptest.NewRecorder()
	p.Sim.ServeHTTP(rec, httptest.NewRequest(http.MethodPost, "/_sim/"+name, strings.NewReader(body)))
	if rec.Code != http.StatusOK {
		p.Fatal(rec.Body)
	}
}

// Later waits until WhatsApp has made the requested groups: it takes its time, and sends no event.
func (p *GroupFixture) Later() {
	done := make(chan struct{})
	p.Sim.After(time.Second, func() { close(done) })
	<-done
}
