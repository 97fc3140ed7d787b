package apptest

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"herald/localstack/simulators/sim"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/app"
	"herald/pkg/campaign/template"
	"herald/pkg/kit/clock/clocktest"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/testkit"
	"herald/pkg/provider"
)

// TemplateFixture is a fixture whose provider reviews templates on command, and reports by webhooks.
type TemplateFixture struct {
	*SendingFixture
	heard chan struct{} // one for each webhook that was taken
}

func NewTemplateFixture(t *testing.T) *TemplateFixture {
	t.Helper()
	p := &TemplateFixture{SendingFixture: NewSendingFixture(t), heard: make(chan struct{}, 1000)}
	p.Sim.Close()
	hook := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		account := p.Env.Pipeline().Senders.For("whatsapp")
		body, err := io.ReadAll(r.Body)
		call := &provider.Callback{Query: r.URL.RawQuery, Header: r.Header.Get, Body: body}
		if err != nil || !account.Events.Verify(r.Context(), call) {
			t.Errorf("a webhook that is not signed (%v)", err)
		}
		if err := p.Env.Pipeline().Accept(context.Background(), account, call); err != nil {
			t.Error(err)
		}
		p.heard <- struct{}{}
	})
	p.Sim = whatsappsim.New(whatsappsim.Config{Now: clocktest.Running(), Token: "t", AppSecret: "s", PhoneNumberID: "1", WABAID: "2",
		Rate: 100_000, Seed: 1, WebhookURL: "http://herald/hook", Transport: sim.InMemory(hook), ReviewDelay: time.Hour})
	p.Control("script", `{"rules":[{"suffix":"99999999999","outcome":"ok"}]}`)
	p.Users.Admin.Put("/aty/customerinfo/recharge", Object{"userId": p.Users.Direct.User.ID, "amount": 100}).OK()
	return p
}

// Provider puts a template into a state and lets what the webhook tells be done.
func (p *TemplateFixture) Provider(t template.Template, st whatsappsim.TemplateState) {
	p.Helper()
	for len(p.heard) > 0 {
		<-p.heard
	}
	st.Name, st.Language = t.ProviderName, t.Language
	if err := p.Sim.SetTemplate(st); err != nil {
		p.Fatal(err)
	}
	if !st.Silent {
		<-p.heard
	}
	answered := app.InboundTasks(p.Env)
	p.Kit.Work(p, template.InboundQueue, func(ctx context.Context, m queue.Message) error { return answered[m.Kind](ctx, m) })
	p.Sends()
}

func (p *TemplateFixture) Get(id string) template.Template {
	p.Helper()
	return testkit.Data[template.Template](p.Users.Direct.In("en_US").Get("/gc/template/" + id))
}

// Approved is a template of the direct customer that may be sent.
func (p *TemplateFixture) Approved(name string) template.Template {
	p.Helper()
	t := testkit.Data[template.Template](p.Users.Direct.Post("/gc/template", TemplateBody(name)))
	p.Users.Admin.Put("/gc/template/review", Object{"ids": []string{t.ID}, "pass": true}).OK()
	p.Sends()
	p.Provider(t, whatsappsim.TemplateState{Status: "APPROVED"})
	return p.Get(t.ID)
}

// Control tells the provider's simulator what to do.
func (p *TemplateFixture) Control(path, body string) {
	p.Helper()
	rec := httptest.NewRecorder()
	p.Sim.ServeHTTP(rec, httptest.NewRequest(http.MethodPost, "/_sim/"+path, strings.NewReader(body)))
	if rec.Code != http.StatusOK {
		p.Fatal(rec.Body)
	}
}
