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

	"herald/internal/clocktest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/localstack/simulators/sim"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/app"
	"herald/pkg/campaign/group"
	"herald/pkg/campaign/groupbuild"
	"herald/pkg/campaign/order"
	"herald/pkg/credit/price"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/web"
)

// GroupFixture is the product with a simulator of WhatsApp. Requests and webhooks both travel over sockets.
type GroupFixture struct {
	*testing.T
	Kit      *testkit.Env
	Env      *app.Env
	Server   *testkit.Server
	Users    *sessiontest.SeededUsers
	Sim      *whatsappsim.Sim
	webhooks chan int // status of each webhook
}

// GroupHook is the address of our webhook.
const GroupHook = "http://herald.test/api/hook/whatsapp"

// NewGroupFixture makes a fixture in which the direct customer may order groups.
func NewGroupFixture(t *testing.T) *GroupFixture {
	t.Helper()
	p := &GroupFixture{T: t, Kit: testkit.Memory(t), webhooks: make(chan int, 10_000)}
	p.Sim = whatsappsim.New(whatsappsim.Config{Now: clocktest.Running(), Token: "t", AppSecret: "s", PhoneNumberID: "1", WABAID: "2", Seed: 1,
		WebhookURL: GroupHook, Transport: p})
	server := httptest.NewServer(p.Sim)
	t.Cleanup(func() { p.Sim.Close(); server.Close() })
	p.Control("webhooks", `{"batch":1}`)
	p.Env = NewApp(p.Kit)
	p.Env.Config.Adapters.Set(map[string]string{"whatsapp.url": server.URL, "whatsapp/token": "t"})
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

// RoundTrip carries webhooks to our routes.
func (p *GroupFixture) RoundTrip(req *http.Request) (*http.Response, error) {
	to := req.Clone(req.Context())
	to.URL.Host = strings.TrimPrefix(p.Server.URL, "http://")
	res, err := http.DefaultTransport.RoundTrip(to)
	if err == nil {
		p.webhooks <- res.StatusCode
	}
	return res, err
}

// AwaitWebhooks waits for n webhooks, fails the test when one of them is refused, and consumes the queues.
func (p *GroupFixture) AwaitWebhooks(n int) {
	p.Helper()
	for k := range n {
		select {
		case status := <-p.webhooks:
			if status != http.StatusOK {
				p.Fatalf("WhatsApp was answered %d", status)
			}
		case <-time.After(30 * time.Second):
			p.Fatalf("%d of %d webhooks came", k, n)
		}
	}
	p.RunQueues()
}

// RunQueues consumes all queues until they are empty.
func (p *GroupFixture) RunQueues() {
	p.Helper()
	by := func(tasks app.Tasks) queue.Handler {
		return func(ctx context.Context, m queue.Message) error { return tasks[m.Kind](ctx, m) }
	}
	groups, inbound, jobs := by(app.BuildTasks(p.Env)), by(app.InboundTasks(p.Env)), by(app.JobTasks(p.Env))
	for n := 1; n > 0; {
		n = p.Kit.Work(p, order.JobQueue, jobs) + p.Kit.Work(p, groupbuild.CallbackQueue, inbound) + p.Kit.Work(p, groupbuild.Queue, groups)
	}
}

// PassMinutes runs the ticks of all modules once a minute for n minutes and consumes the queues.
func (p *GroupFixture) PassMinutes(n int) {
	p.Helper()
	for range n {
		p.Kit.Clock.Add(time.Minute)
		for name, tick := range app.Ticks(p.Env) {
			if err := tick(p.Context()); err != nil {
				p.Errorf("%s: %v", name, err)
			}
		}
		p.RunQueues()
	}
}

// Script sets the outcomes of the simulated requests.
func (p *GroupFixture) Script(rules ...sim.Rule) {
	p.Helper()
	if err := p.Sim.SetScript(rules); err != nil {
		p.Fatal(err)
	}
}

// SimulateMember lets a person join or leave a group, or answer an invitation.
func (p *GroupFixture) SimulateMember(a whatsappsim.GroupAct) {
	p.Helper()
	if err := p.Sim.Act(a); err != nil {
		p.Fatal(err)
	}
}

// Body is a request for groups of n people of Minas Gerais. WhatsApp knows them under other digits.
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

// Picture uploads a picture of this size.
func (p *GroupFixture) Picture(width, height int) string {
	p.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, width, height)), nil); err != nil {
		p.Fatal(err)
	}
	return p.uploadPicture(b.Bytes())
}

// PaddedPicture uploads a picture of this many bytes.
func (p *GroupFixture) PaddedPicture(size int) string {
	p.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, 200, 200)), nil); err != nil {
		p.Fatal(err)
	}
	return p.uploadPicture(append(b.Bytes(), make([]byte, size-b.Len())...))
}

func (p *GroupFixture) uploadPicture(content []byte) string {
	p.Helper()
	return testkit.Data[struct{ ID string }](p.Users.Direct.Upload("/uf/uploadfile", "file", "a.jpg", "image/jpeg", content)).ID
}

// Submit places an order, consumes the queues and returns the order's id.
func (p *GroupFixture) Submit(request Object) string {
	p.Helper()
	id := testkit.Data[order.SubmitResponse](p.Users.Direct.Post(GroupOrdersPath, request)).ID
	p.Kit.Clock.Add(time.Second)
	p.RunQueues()
	return id
}

// GroupDetail is the page of a group order.
type GroupDetail struct {
	group.Detail
	ActualCost *float64 `json:"actualCost"`
}

// Detail reads the page of an order.
func (p *GroupFixture) Detail(id string) GroupDetail {
	p.Helper()
	return testkit.Data[GroupDetail](p.Users.Direct.In("en_US").Get(GroupOrdersPath + "/" + id))
}

// Groups lists the groups of an order.
func (p *GroupFixture) Groups(id string) []groupbuild.Group {
	p.Helper()
	return testkit.Data[web.Page[groupbuild.Group]](p.Users.Direct.In("en_US").Get(GroupOrdersPath + "/" + id + "/group/page")).Records
}

// MemberState is the state of a number in an order's first group.
func (p *GroupFixture) MemberState(id, number string) string {
	p.Helper()
	for _, m := range testkit.Data[web.Page[groupbuild.Member]](p.Users.Direct.Get(GroupOrdersPath + "/" + id +
		"/group/1/member/page")).Records {
		if m.PhoneNumber == number {
			return m.State
		}
	}
	return ""
}

// Members lists the people of an order's first group.
func (p *GroupFixture) Members(id string) []groupbuild.Member {
	p.Helper()
	return testkit.Data[web.Page[groupbuild.Member]](p.Users.Direct.Get(GroupOrdersPath + "/" + id + "/group/1/member/page")).Records
}

// ReceiveMessage lets a person write. The webhook shows a user id beside the number.
func (p *GroupFixture) ReceiveMessage(user, number string) {
	p.Helper()
	p.Control("inbound", `{"from":"`+number+`","user":"`+user+`","text":"oi"}`)
	p.AwaitWebhooks(1)
}

// Control calls the control interface of the simulator.
func (p *GroupFixture) Control(name, body string) {
	p.Helper()
	rec := httptest.NewRecorder()
	p.Sim.ServeHTTP(rec, httptest.NewRequest(http.MethodPost, "/_sim/"+name, strings.NewReader(body)))
	if rec.Code != http.StatusOK {
		p.Fatal(rec.Body)
	}
}

// AwaitSimulator waits until the simulator has made the requested groups. It sends no event.
func (p *GroupFixture) AwaitSimulator() {
	done := make(chan struct{})
	p.Sim.After(time.Second, func() { close(done) })
	<-done
}

// Act sends an action on an order and returns the status of the answer.
func (p *GroupFixture) Act(id, action string) int {
	p.Helper()
	return p.Users.Direct.Put(GroupOrdersPath+"/"+id+"/"+action, nil).Status
}

// WantFailedOrder fails the test unless an order failed for a reason and cost nothing.
func (p *GroupFixture) WantFailedOrder(id, says string) {
	p.Helper()
	p.Kit.Clock.Add(time.Second)
	p.RunQueues()
	if o := p.Detail(id); o.Status != order.Failed || !strings.Contains(o.Reason, says) {
		p.Errorf("%d %q, wanted %q", o.Status, o.Reason, says)
	}
	credit := testkit.Data[struct{ Balance float64 }](p.Users.Direct.Get("/pi/personal/info")).Balance
	if made := len(p.Sim.Groups()); made != 0 || credit != 1000 {
		p.Errorf("%d groups, balance %v", made, credit)
	}
}
