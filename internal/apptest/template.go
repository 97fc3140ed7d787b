package apptest

import (
	"context"
	"io"
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
	"herald/pkg/campaign/template"
	"herald/pkg/kit/queue"
	"herald/pkg/provider"
)

// TemplateFixture is a SendingFixture whose provider reviews templates on command and reports by webhooks.
type TemplateFixture struct {
	*SendingFixture
	webhooks chan struct{} // one for each webhook that was taken
}

// NewTemplateFixture replaces the provider's simulator by one that sends webhooks.
func NewTemplateFixture(t *testing.T) *TemplateFixture {
	t.Helper()
	p := &TemplateFixture{SendingFixture: NewSendingFixture(t), webhooks: make(chan struct{}, 1000)}
	p.Sim.Close()
	hook := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		account := p.Env.Pipeline().Engine.Senders.For("whatsapp")
		body, err := io.ReadAll(r.Body)
		call := &provider.Callback{Query: r.URL.RawQuery, Header: r.Header.Get, Body: body}
		if err != nil || !account.Events.Verify(r.Context(), call) {
			t.Errorf("a webhook that is not signed (%v)", err)
		}
		if err := p.Env.Webhooks().Accept(context.Background(), account, call); err != nil {
			t.Error(err)
		}
		p.webhooks <- struct{}{}
	})
	p.Sim = whatsappsim.New(whatsappsim.Config{Now: clocktest.Running(), Token: "t", AppSecret: "s", PhoneNumberID: "1", WABAID: "2",
		Rate: 100_000, Seed: 1, WebhookURL: "http://herald/hook", Transport: sim.InMemory(hook), ReviewDelay: time.Hour})
	p.Control("script", `{"rules":[{"suffix":"99999999999","outcome":"ok"}]}`)
	p.Users.Admin.Put("/aty/customerinfo/recharge", Object{"userId": p.Users.Direct.User.ID, "amount": 100}).OK()
	return p
}

// SetProviderState sets a template's state at the provider and processes the webhook.
func (p *TemplateFixture) SetProviderState(t template.Template, st whatsappsim.TemplateState) {
	p.Helper()
	for len(p.webhooks) > 0 {
		<-p.webhooks
	}
	st.Name, st.Language = t.ProviderName, t.Language
	if err := p.Sim.SetTemplate(st); err != nil {
		p.Fatal(err)
	}
	if !st.Silent {
		<-p.webhooks
	}
	answered := app.InboundTasks(p.Env)
	p.Kit.Work(p, template.InboundQueue, func(ctx context.Context, m queue.Message) error { return answered[m.Kind](ctx, m) })
	p.RunQueues()
}

// Template reads a template as the direct customer.
func (p *TemplateFixture) Template(id string) template.Template {
	p.Helper()
	return testkit.Data[template.Template](p.Users.Direct.In("en_US").Get("/gc/template/" + id))
}

// NewApproved makes a template of the direct customer that both reviews approved.
func (p *TemplateFixture) NewApproved(name string) template.Template {
	p.Helper()
	t := testkit.Data[template.Template](p.Users.Direct.Post("/gc/template", TemplateBody(name)))
	p.Users.Admin.Put("/gc/template/review", Object{"ids": []string{t.ID}, "pass": true}).OK()
	p.RunQueues()
	p.SetProviderState(t, whatsappsim.TemplateState{Status: "APPROVED"})
	return p.Template(t.ID)
}

// Control calls the control interface of the simulator.
func (p *TemplateFixture) Control(path, body string) {
	p.Helper()
	rec := httptest.NewRecorder()
	p.Sim.ServeHTTP(rec, httptest.NewRequest(http.MethodPost, "/_sim/"+path, strings.NewReader(body)))
	if rec.Code != http.StatusOK {
		p.Fatal(rec.Body)
	}
}

// TemplateBody is a request for a template.
func TemplateBody(name string) Object {
	return Object{"name": name, "language": "pt_BR", "category": "MARKETING", "content": "Oi {nome}, o seu código é {code}!",
		"placeholders": []Object{{"name": "nome", "content": "Ana"}}}
}

// Approve makes a template of a request and brings it through both reviews.
func (p *TemplateFixture) Approve(body Object) template.Template {
	p.Helper()
	t := testkit.Data[template.Template](p.Users.Direct.Post("/gc/template", body))
	p.Users.Admin.Put("/gc/template/review", Object{"ids": []string{t.ID}, "pass": true}).OK()
	p.RunQueues()
	if got := p.Template(t.ID); got.Status != template.Pending {
		p.Fatalf("the provider did not take it: %+v", got)
	}
	p.SetProviderState(t, whatsappsim.TemplateState{Status: "APPROVED"})
	return p.Template(t.ID)
}

// UploadNumbers uploads a CSV file of numbers.
func (p *TemplateFixture) UploadNumbers(text string) string {
	p.Helper()
	return testkit.Data[struct{ ID string }](p.Users.Direct.Upload("/uf/uploadfile", "file", "n.csv", "text/csv", []byte(text))).ID
}

// SubmitTemplate orders a template for n numbers.
func (p *TemplateFixture) SubmitTemplate(who *sessiontest.Actor, templateID string, n int) string {
	p.Helper()
	return p.SubmitBulk(who, "templated", n,
		Object{"message": Object{"type": "template", "templateId": templateID,
			"placeholders": []Object{{"name": "nome", "content": "você"}, {"name": "code", "content": "X1"}}}})
}

// NewApprovedSegment makes an approved template for a number segment.
func (p *TemplateFixture) NewApprovedSegment(segment string) template.Template {
	p.Helper()
	body := TemplateBody("segment")
	body["segment"] = segment
	t := testkit.Data[template.Template](p.Users.Direct.Post("/gc/template", body))
	p.Users.Admin.Put("/gc/template/review", Object{"ids": []string{t.ID}, "pass": true}).OK()
	p.RunQueues()
	p.SetProviderState(t, whatsappsim.TemplateState{Status: "APPROVED"})
	return p.Template(t.ID)
}
