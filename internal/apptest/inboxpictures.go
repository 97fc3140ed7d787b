package apptest

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	twiliosim "herald/localstack/simulators/twilio"
	"herald/pkg/app"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/inbox"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/testkit"
	"herald/pkg/kit/web"
	"herald/pkg/platform/session/sessiontest"
)

// PictureFixture are texters whose recipients answer with pictures.
type PictureFixture struct {
	*SMSFixture
	Who         *sessiontest.Actor
	FailedCount []queue.Message // that the queue comes back to
}

func NewPictureFixture(t *testing.T) *PictureFixture {
	t.Helper()
	p := &PictureFixture{NewSMSFixture(t), nil, nil}
	p.Who = p.Users.Direct
	p.Users.Admin.Put("/lop/system/config/order.review.auto", Object{"value": true}).OK()
	p.Control(p.Twilio, "script",
		`{"rules":[{"suffix":"1","outcome":"never"},{"suffix":"2","outcome":"never"},{"suffix":"3","outcome":"never"}]}`)
	p.Who.Post("/gc/groupsendorder", p.Body(p.Who, "Oi", Object{"provider": "twilio"})).OK()
	p.Works()
	for len(p.Funnel) > 0 {
		<-p.Funnel
	}
	return p
}

// Answers lets a recipient write with files, and does what follows; what fails is kept for later.
func (p *PictureFixture) Answers(text, id string, files ...twiliosim.File) {
	p.Helper()
	p.Kit.Clock.Add(2 * time.Second)
	body, err := json.Marshal(Object{"from": "+5511987654321", "text": text, "id": id, "media": files})
	if err != nil {
		p.Fatal(err)
	}
	p.Control(p.Twilio, "inbound", string(body))
	p.Hears(1)
	p.fetches()
}

func (p *PictureFixture) fetches() {
	p.Helper()
	words, jobs := app.InboundTasks(p.Env), app.JobTasks(p.Env)
	p.Kit.Work(p, dispatch.InboundQueue, func(ctx context.Context, m queue.Message) error { return words[m.Kind](ctx, m) })
	p.Kit.Work(p, order.JobQueue, func(ctx context.Context, m queue.Message) error {
		if err := jobs[m.Kind](ctx, m); err != nil {
			p.FailedCount = append(p.FailedCount, m)
		}
		return nil
	})
}

// Again is the queue that comes back to what failed.
func (p *PictureFixture) Again() {
	p.Helper()
	if err := p.Env.Queues.Send(p.Context(), order.JobQueue, p.FailedCount...); err != nil {
		p.Fatal(err)
	}
	p.FailedCount = nil
	p.fetches()
}

func (p *PictureFixture) Store(s twiliosim.Storage) {
	p.Helper()
	body, err := json.Marshal(s)
	if err != nil {
		p.Fatal(err)
	}
	p.Control(p.Twilio, "media", string(body))
}

// Thread is the only conversation, the oldest message first.
func (p *PictureFixture) Thread() (id string, all []inbox.Message) {
	p.Helper()
	found := testkit.Data[web.Page[inbox.Conversation]](p.Who.Get("/gc/inbox/page")).Records
	if len(found) != 1 {
		p.Fatalf("%+v", found)
	}
	for _, m := range testkit.Data[inbox.Thread](p.Who.Get("/gc/inbox/" + found[0].ID + "/messages")).Records {
		all = append([]inbox.Message{m}, all...)
	}
	return found[0].ID, all
}

// Calls is how often the gateway and its store were asked for files.
func (p *PictureFixture) Calls() int {
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
