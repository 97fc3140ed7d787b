package apptest

import (
	"context"
	"embed"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"herald/internal/clocktest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/app"
	"herald/pkg/audience/contact"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/report"
	"herald/pkg/campaign/review"
	"herald/pkg/credit/price"
	"herald/pkg/kit/push"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/web"
	"herald/pkg/platform/session"
	"herald/pkg/platform/upload"
	"herald/pkg/provider"
	"herald/pkg/provider/whatsapp"
)

// SendingFixture is a PaymentFixture that sends messages, too. It can run a function while a message is on its way.
type SendingFixture struct {
	*PaymentFixture
	Sim *whatsappsim.Sim

	mu   sync.Mutex
	seen int
	at   int // the message during which
	then func()
}

// NewSendingFixture makes a fixture with a sender of WhatsApp messages, a price and automatic review.
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
	p.Env.Pipeline().Engine.Senders = provider.NewRegistry(adapter.Account())
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

// DuringMessage runs a function while the n-th message is on its way.
func (p *SendingFixture) DuringMessage(n int, then func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.seen, p.at, p.then = 0, n, then
}

// RunQueues consumes the queues of orders until nothing is due.
func (p *SendingFixture) RunQueues() {
	p.Helper()
	tasks := app.SendTasks(p.Env)
	for n := 1; n > 0; {
		p.RunJobs()
		n = p.Kit.Work(p, dispatch.SendQueue, func(ctx context.Context, m queue.Message) error { return tasks[m.Kind](ctx, m) })
	}
}

// MessageCounts returns how many messages each number received.
func (p *SendingFixture) MessageCounts() map[string]int {
	got := map[string]int{}
	all, _ := p.Sim.Messages(0, 1<<20)
	for _, a := range all {
		got[a.To]++
	}
	return got
}

// SubmitBulk orders messages to n numbers and returns the order's id.
func (p *SendingFixture) SubmitBulk(who *sessiontest.Actor, name string, n int, more Object) string {
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

// OrderState reads the status of an order and its reason.
func (p *SendingFixture) OrderState(who *sessiontest.Actor, id string) (s order.Status, reason string) {
	p.Helper()
	o := testkit.Data[struct {
		Status order.Status
		Reason string
	}](who.In("en_US").Get("/gc/groupsendorder/" + id))
	return o.Status, o.Reason
}

// OpenSocket opens a websocket and returns its name.
func (p *SendingFixture) OpenSocket(who *sessiontest.Actor) string {
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

// RunTicks runs the ticks of all modules.
func (p *SendingFixture) RunTicks() {
	p.Helper()
	for name, tick := range app.Ticks(p.Env) {
		if err := tick(p.Context()); err != nil {
			p.Errorf("%s: %v", name, err)
		}
	}
}

// SendingReport reads the report of sending.
func (p *SendingFixture) SendingReport(who *sessiontest.Actor, query string) *report.Sending {
	p.Helper()
	s := testkit.Data[report.Sending](who.Get("/dmp/sending" + query))
	return &s
}

// TextsByNumber returns the texts that each number received.
func (p *SendingFixture) TextsByNumber() map[string]string {
	out := map[string]string{}
	all, _ := p.Sim.Messages(0, 1<<20)
	for _, a := range all {
		out[a.To] += a.Body
	}
	return out
}

// sampleFiles are spreadsheets that customers uploaded.
//
//go:embed files
var sampleFiles embed.FS

// UploadFile uploads one of the sample files. A text that is not empty replaces its content.
func (p *SendingFixture) UploadFile(name, text string) string {
	p.Helper()
	content := []byte(text)
	if text == "" {
		var err error
		if content, err = sampleFiles.ReadFile("files/" + name); err != nil {
			p.Fatal(err)
		}
	}
	return testkit.Data[struct{ ID string }](p.Users.Direct.Upload("/uf/uploadfile", "file", name, "application/octet-stream", content)).ID
}

// SubmitFile orders a text with a placeholder for the numbers of a file, directly or through a contact list, and sends
// it.
func (p *SendingFixture) SubmitFile(file, text, name, otherwise string, listed bool) order.SubmitResponse {
	p.Helper()
	who := p.Users.Direct
	body := Object{"name": "x", "fileId": file, "channel": "whatsapp", "countryCode": "BR",
		"message": Object{"type": "text", "text": text, "placeholders": []Object{{"name": name, "content": otherwise}}}}
	if listed {
		group := testkit.Data[web.Created](who.Post("/aty/contactsgroup", Object{"name": "x", "countryCode": "BR"})).ID
		testkit.Data[contact.StartResponse](who.Post("/aty/contactsgroup/"+group+"/import", Object{"fileId": file}))
		p.Kit.Work(p, contact.FileQueue, app.FileTasks(NewApp(p.Kit))[contact.TaskImport])
		delete(body, "fileId")
		body["groupId"] = group
	}
	made := testkit.Data[order.SubmitResponse](who.Post("/gc/groupsendorder", body))
	p.RunQueues()
	return made
}

// BodyCounts counts the messages that were sent by type and text.
func (p *SendingFixture) BodyCounts() map[string]int {
	out := map[string]int{}
	all, _ := p.Sim.Messages(0, 1<<20)
	for _, m := range all {
		out[m.Type+" "+m.Body]++
	}
	return out
}

// UploadVideo uploads a video by a presigned form, as a browser does with a large one.
func (p *SendingFixture) UploadVideo(body []byte) string {
	p.Helper()
	f := testkit.Data[upload.Presigned](p.Users.Direct.Post("/uf/uploadfile/presign", Object{"name": "film.mp4", "size": len(body)}))
	if err := p.Kit.Uploads.Put(p.Context(), f.Fields["key"], "video/mp4", body); err != nil {
		p.Fatal(err)
	}
	return f.ID
}

// ReviewCounts returns what a user has to review, by page.
func (p *SendingFixture) ReviewCounts(who *sessiontest.Actor) map[string]int {
	p.Helper()
	got := map[string]int{}
	for _, w := range testkit.Data[[]review.Waiting](who.Get("/gc/review")) {
		got[w.Page] = w.Count
	}
	return got
}

// CountNotices counts the pushes of a type to each connection since the last call.
func CountNotices(p *SendingFixture, kind string) map[string]int {
	got := map[string]int{}
	for _, m := range p.Kit.Pushed.Take() {
		if strings.Contains(string(m.Data), `"type":"`+kind+`"`) {
			got[m.Connection]++
		}
	}
	return got
}
