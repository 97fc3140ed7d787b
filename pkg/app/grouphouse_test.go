package app

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

// builders are the product and WhatsApp, which call each other: requests over sockets, webhooks through the routes of the hook.
type builders struct {
	*testing.T
	k    *testkit.Env
	e    *Env
	s    *testkit.Server
	c    *sessiontest.SeededUsers
	sim  *whatsappsim.Sim
	told chan int // status of each webhook
}

const groupHook = "http://herald.test/api/hook/whatsapp"

func mustBuilders(t *testing.T) *builders {
	t.Helper()
	p := &builders{T: t, k: testkit.Memory(t), told: make(chan int, 10_000)}
	p.sim = whatsappsim.New(whatsappsim.Config{Now: clocktest.Running(), Token: "t", AppSecret: "s", PhoneNumberID: "1", WABAID: "2", Seed: 1,
		WebhookURL: groupHook, Transport: p})
	server := httptest.NewServer(p.sim)
	t.Cleanup(func() { p.sim.Close(); server.Close() })
	p.control("webhooks", `{"batch":1}`)
	p.e = onCloud(p.k)
	p.e.Config.WhatsApp = config.WhatsApp{URL: server.URL, Version: "v23.0", Numbers: []config.WhatsAppNumber{{ID: "1", PerSecond: 100}},
		WABAID: "2", Token: "t", AppSecrets: []string{"s"}}
	p.e.Wait = func(_ context.Context, at time.Time) error {
		p.k.Clock.Add(max(0, at.Sub(p.k.Now())))
		return nil
	}
	p.s = testkit.Serve(t, p.k, testkit.Parts{Authenticate: p.e.Sessions().Authenticate, Signed: p.e.AppKeys().Verify,
		Routes: func(a *web.API) { p.e.SetAPI(a); All(p.e, a) }})
	p.c = (&sessiontest.Fixture{Env: p.k, Users: p.e.Users(), Session: p.e.Sessions()}).SeedUsers(t, p.s)
	admin := p.c.Admin
	admin.Post("/aty/customerinfo/price/charge/save", obj{"userId": price.Platform, "service": "group", "countryCode": "*", "price": 0.1}).OK()
	for key, value := range map[string]any{"order.review.auto": true, "order.settle.minutes": 60, "order.unknown.minutes": 30} {
		admin.Put("/lop/system/config/"+key, obj{"value": value}).OK()
	}
	admin.Put("/aty/customerinfo/recharge", obj{"userId": p.c.Direct.User.ID, "amount": 1000}).OK()
	admin.Put(groupOrders+"/resource/num/today", obj{"num": 50}).OK()
	p.k.Clock.Add(time.Minute)
	return p
}

// RoundTrip brings webhooks to our routes.
func (p *builders) RoundTrip(req *http.Request) (*http.Response, error) {
	to := req.Clone(req.Context())
	to.URL.Host = strings.TrimPrefix(p.s.URL, "http://")
	res, err := http.DefaultTransport.RoundTrip(to)
	if err == nil {
		p.told <- res.StatusCode
	}
	return res, err
}

// hears waits for so many webhooks, all of them believed, and does what follows.
func (p *builders) hears(n int) {
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
	p.works()
}

// works does what lies on all queues until nothing is left.
func (p *builders) works() {
	p.Helper()
	by := func(tasks Tasks) queue.Handler {
		return func(ctx context.Context, m queue.Message) error { return tasks[m.Kind](ctx, m) }
	}
	groups, inbound, jobs := by(BuildTasks(p.e)), by(InboundTasks(p.e)), by(JobTasks(p.e))
	for n := 1; n > 0; {
		n = p.k.Work(p, order.JobQueue, jobs) + p.k.Work(p, groupbuild.CallbackQueue, inbound) + p.k.Work(p, groupbuild.Queue, groups)
	}
}

// minutes lets time go by.
func (p *builders) minutes(n int) {
	p.Helper()
	for range n {
		p.k.Clock.Add(time.Minute)
		for name, tick := range Ticks(p.e) {
			if err := tick(p.Context()); err != nil {
				p.Errorf("%s: %v", name, err)
			}
		}
		p.works()
	}
}

func (p *builders) script(rules ...sim.Rule) {
	p.Helper()
	if err := p.sim.SetScript(rules); err != nil {
		p.Fatal(err)
	}
}

func (p *builders) act(a whatsappsim.GroupAct) {
	p.Helper()
	if err := p.sim.Act(a); err != nil {
		p.Fatal(err)
	}
}

// wish is an order of groups of so many people of Minas Gerais, whom WhatsApp knows under other digits.
func (p *builders) wish(n int, more obj) obj {
	p.Helper()
	rows := "phoneNumber\n"
	for i := range n {
		rows += "553198765430" + string(rune('0'+i)) + "\n"
	}
	body := groupWish(obj{"sizeMax": 5, "suffix": true, "suffixStart": 1,
		"fileId": testkit.Data[struct{ ID string }](p.c.Direct.Upload("/uf/uploadfile", "file", "n.csv", "text/csv", []byte(rows))).ID})
	for k, v := range more {
		body[k] = v
	}
	return body
}

// picture is an uploaded picture of so many pixels a side.
func (p *builders) picture(width, height int) string {
	p.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, width, height)), nil); err != nil {
		p.Fatal(err)
	}
	return p.uploaded(b.Bytes())
}

// padded is one of so many bytes.
func (p *builders) padded(size int) string {
	p.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, 200, 200)), nil); err != nil {
		p.Fatal(err)
	}
	return p.uploaded(append(b.Bytes(), make([]byte, size-b.Len())...))
}

func (p *builders) uploaded(content []byte) string {
	p.Helper()
	return testkit.Data[struct{ ID string }](p.c.Direct.Upload("/uf/uploadfile", "file", "a.jpg", "image/jpeg", content)).ID
}

func (p *builders) ordered(wish obj) string {
	p.Helper()
	id := testkit.Data[order.SubmitResponse](p.c.Direct.Post(groupOrders, wish)).ID
	p.k.Clock.Add(time.Second)
	p.works()
	return id
}

// groupPage is what the page of an order tells.
type groupPage struct {
	group.Detail
	ActualCost *float64 `json:"actualCost"`
}

func (p *builders) show(id string) groupPage {
	p.Helper()
	return testkit.Data[groupPage](p.c.Direct.In("en_US").Get(groupOrders + "/" + id))
}

func (p *builders) groups(id string) []groupbuild.Group {
	p.Helper()
	return testkit.Data[web.Page[groupbuild.Group]](p.c.Direct.In("en_US").Get(groupOrders + "/" + id + "/group/page")).Records
}

// stands tells how somebody stands in an order's first group.
func (p *builders) stands(id, number string) string {
	p.Helper()
	for _, m := range testkit.Data[web.Page[groupbuild.Member]](p.c.Direct.Get(groupOrders + "/" + id + "/group/1/member/page")).Records {
		if m.PhoneNumber == number {
			return m.State
		}
	}
	return ""
}

// people lists the people of an order's first group.
func (p *builders) people(id string) []groupbuild.Member {
	p.Helper()
	return testkit.Data[web.Page[groupbuild.Member]](p.c.Direct.Get(groupOrders + "/" + id + "/group/1/member/page")).Records
}

// message lets a person write whose webhook shows a user id beside the number.
func (p *builders) message(user, number string) {
	p.Helper()
	p.control("inbound", `{"from":"`+number+`","user":"`+user+`","text":"oi"}`)
	p.hears(1)
}

func (p *builders) control(name, body string) {
	p.Helper()
	rec := httptest.NewRecorder()
	p.sim.ServeHTTP(rec, httptest.NewRequest(http.MethodPost, "/_sim/"+name, strings.NewReader(body)))
	if rec.Code != http.StatusOK {
		p.Fatal(rec.Body)
	}
}

// later waits until WhatsApp has made what it was asked for: it takes its time, and nobody is told.
func (p *builders) later() {
	done := make(chan struct{})
	p.sim.After(time.Second, func() { close(done) })
	<-done
}
