package apptest

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	twiliosim "herald/localstack/simulators/twilio"
	"herald/pkg/app"
	"herald/pkg/campaign/dispatch/inbound"
	"herald/pkg/campaign/inbox"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/web"
)

// PictureFixture is an SMSFixture whose recipients answer with pictures.
type PictureFixture struct {
	*SMSFixture
	Owner       *sessiontest.Actor
	FailedTasks []queue.Message // that the queue comes back to
}

// NewPictureFixture makes a fixture in which the direct customer's order reached its recipients.
func NewPictureFixture(t *testing.T) *PictureFixture {
	t.Helper()
	p := &PictureFixture{NewSMSFixture(t), nil, nil}
	p.Owner = p.Users.Direct
	p.Users.Admin.Put("/lop/system/config/order.review.auto", Object{"value": true}).OK()
	p.Control(p.Twilio, "script",
		`{"rules":[{"suffix":"1","outcome":"never"},{"suffix":"2","outcome":"never"},{"suffix":"3","outcome":"never"}]}`)
	p.Owner.Post("/gc/groupsendorder", p.Body(p.Owner, "Oi", Object{"provider": "twilio"})).OK()
	p.RunQueues()
	for len(p.Callbacks) > 0 {
		<-p.Callbacks
	}
	return p
}

// Receive lets a recipient write with files and consumes the queues. Tasks that fail are kept in FailedTasks.
func (p *PictureFixture) Receive(text, id string, files ...twiliosim.File) {
	p.Helper()
	p.Kit.Clock.Add(2 * time.Second)
	body, err := json.Marshal(Object{"from": "+5511987654321", "text": text, "id": id, "media": files})
	if err != nil {
		p.Fatal(err)
	}
	p.Control(p.Twilio, "inbound", string(body))
	p.AwaitCallbacks(1)
	p.runQueues()
}

func (p *PictureFixture) runQueues() {
	p.Helper()
	words, jobs := app.InboundTasks(p.Env), app.JobTasks(p.Env)
	p.Kit.Work(p, inbound.InboundQueue, func(ctx context.Context, m queue.Message) error { return words[m.Kind](ctx, m) })
	p.Kit.Work(p, order.JobQueue, func(ctx context.Context, m queue.Message) error {
		if err := jobs[m.Kind](ctx, m); err != nil {
			p.FailedTasks = append(p.FailedTasks, m)
		}
		return nil
	})
}

// Retry queues the failed tasks again, as a queue does after the visibility timeout.
func (p *PictureFixture) Retry() {
	p.Helper()
	if err := p.Env.Queues.Send(p.Context(), order.JobQueue, p.FailedTasks...); err != nil {
		p.Fatal(err)
	}
	p.FailedTasks = nil
	p.runQueues()
}

// ConfigureStorage sets how the gateway's storage of files answers.
func (p *PictureFixture) ConfigureStorage(s twiliosim.Storage) {
	p.Helper()
	body, err := json.Marshal(s)
	if err != nil {
		p.Fatal(err)
	}
	p.Control(p.Twilio, "media", string(body))
}

// Thread is the only conversation with its messages, the oldest first.
func (p *PictureFixture) Thread() (id string, all []inbox.Message) {
	p.Helper()
	found := testkit.Data[web.Page[inbox.Conversation]](p.Owner.Get("/gc/inbox/page")).Records
	if len(found) != 1 {
		p.Fatalf("%+v", found)
	}
	for _, m := range testkit.Data[inbox.Thread](p.Owner.Get("/gc/inbox/" + found[0].ID + "/messages")).Records {
		all = append([]inbox.Message{m}, all...)
	}
	return found[0].ID, all
}

// FileCalls counts the requests for files that the gateway and its storage received.
func (p *PictureFixture) FileCalls() int {
	p.Helper()
	rec := httptest.NewRecorder()
	p.Twilio.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/_sim/stats", nil))
	var stats struct{ Calls map[string]int }
	if err := json.Unmarshal(rec.Body.Bytes(), &stats); err != nil {
		p.Fatal(err)
	}
	n := 0
	for route, times := range stats.Calls {
		if strings.Contains(route, "/Media/") || strings.Contains(route, "/files/") {
			n += times
		}
	}
	return n
}
