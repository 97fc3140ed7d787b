package apptest

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/app"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/order"
	"herald/pkg/credit/price"
	"herald/pkg/kit/clock/clocktest"
	"herald/pkg/kit/push"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/testkit"
	"herald/pkg/platform/session"
	"herald/pkg/platform/session/sessiontest"
	"herald/pkg/provider"
	"herald/pkg/provider/whatsapp"
)

// SendingFixture is a bank that sends messages too, and lets something happen while one of them is on its way.
type SendingFixture struct {
	*PaymentFixture
	Sim *whatsappsim.Sim

	mu   sync.Mutex
	seen int
	at   int // the message during which
	then func()
}

func NewSendingFixture(t *testing.T) *SendingFixture {
	t.Helper()
	p := &SendingFixture{PaymentFixture: NewUSDTFixture(t),
		Sim: whatsappsim.New(whatsappsim.Config{Now: clocktest.Running(), Token: "t", AppSecret: "s",
			PhoneNumberID: "1", WABAID: "2", Rate: 100_000, Seed: 1})}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		p.seen++
		then := p.then
		if p.seen != p.at {
			then = nil
		}
		p.mu.Unlock()
		if then != nil {
			then()
		}
		p.Sim.ServeHTTP(w, r)
	}))
	t.Cleanup(func() { p.Sim.Close(); server.Close() })
	adapter, err := whatsapp.New(whatsapp.Config{BaseURL: server.URL, Version: "v23.0", Token: "t", AppSecrets: []string{"s"},
		PhoneNumberID: "1", WABAID: "2", PerSecond: 1000, Client: server.Client(), Now: p.Kit.Now})
	if err != nil {
		t.Fatal(err)
	}
	p.Env.Pipeline().Senders = provider.NewRegistry(adapter.Account())
	rec := httptest.NewRecorder()
	p.Sim.ServeHTTP(rec, httptest.NewRequest(http.MethodPost, "/_sim/script",
		strings.NewReader(`{"rules":[{"suffix":"99999999999","outcome":"ok"}]}`)))
	if rec.Code != http.StatusOK {
		t.Fatal(rec.Body)
	}
	p.Users.Admin.Post("/aty/customerinfo/price/charge/save",
		Object{"userId": price.Platform, "service": "bulk.whatsapp", "countryCode": "*", "price": 1}).OK()
	p.Users.Admin.Put("/lop/system/config/order.review.auto", Object{"value": true}).OK()
	p.Kit.Clock.Add(time.Minute)
	return p
}

// During has something happen while the n-th message is on its way.
func (p *SendingFixture) During(n int, then func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.seen, p.at, p.then = 0, n, then
}

// Sends does what lies on the queues of orders, until nothing is left that may be done now.
func (p *SendingFixture) Sends() {
	p.Helper()
	tasks := app.SendTasks(p.Env)
	for n := 1; n > 0; {
		p.Work()
		n = p.Kit.Work(p, dispatch.SendQueue, func(ctx context.Context, m queue.Message) error { return tasks[m.Kind](ctx, m) })
	}
}

// Accepted is how many messages each number got.
func (p *SendingFixture) Accepted() map[string]int {
	got := map[string]int{}
	all, _ := p.Sim.Messages(0, 1<<20)
	for _, a := range all {
		got[a.To]++
	}
	return got
}

// Bulk orders messages to so many numbers.
func (p *SendingFixture) Bulk(who *sessiontest.Actor, name string, n int, more Object) string {
	p.Helper()
	var text strings.Builder
	text.WriteString("phoneNumber\n")
	for i := range n {
		fmt.Fprintf(&text, "%d\n", 5511987650000+i)
	}
	file := testkit.Data[struct{ ID string }](who.Upload("/uf/uploadfile", "file", "n.txt", "text/plain", []byte(text.String()))).ID
	body := Object{"name": name, "fileId": file, "channel": "whatsapp", "countryCode": "BR", "message": Object{"type": "text", "text": "Olá!"}}
	for k, v := range more {
		body[k] = v
	}
	return testkit.Data[order.SubmitResponse](who.Post("/gc/groupsendorder", body)).ID
}

func (p *SendingFixture) State(who *sessiontest.Actor, id string) (s order.Status, reason string) {
	p.Helper()
	o := testkit.Data[struct {
		Status order.Status
		Reason string
	}](who.In("en_US").Get("/gc/groupsendorder/" + id))
	return o.Status, o.Reason
}

// Listen opens a websocket and gives its name.
func (p *SendingFixture) Listen(who *sessiontest.Actor) string {
	p.Helper()
	of, err := p.Env.Sessions().Connect(p.Context(), testkit.Data[session.Ticket](who.Post("/oauth/ticket", nil)).Ticket)
	if err != nil {
		p.Fatal(err)
	}
	name := p.Kit.IDs.Next()
	if err := p.Env.Hub.Connect(p.Context(), push.Socket{User: of.UserID, Type: int(of.Type), Session: of.SessionID,
		Connection: name}); err != nil {
		p.Fatal(err)
	}
	return name
}
