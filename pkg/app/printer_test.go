package app

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
	"herald/pkg/campaign/template"
	"herald/pkg/kit/clock/clocktest"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/testkit"
	"herald/pkg/provider"
)

// printer is a house whose provider judges templates when it is told to, and tells by webhooks.
type printer struct {
	*house
	heard chan struct{} // one for each webhook that was taken
}

func mustPrint(t *testing.T) *printer {
	t.Helper()
	p := &printer{house: mustHouse(t), heard: make(chan struct{}, 1000)}
	p.sim.Close()
	hook := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		account := p.e.Pipeline().Senders.For("whatsapp")
		body, err := io.ReadAll(r.Body)
		call := &provider.Callback{Query: r.URL.RawQuery, Header: r.Header.Get, Body: body}
		if err != nil || !account.Events.Verify(r.Context(), call) {
			t.Errorf("a webhook that is not signed (%v)", err)
		}
		if err := p.e.Pipeline().Accept(context.Background(), account, call); err != nil {
			t.Error(err)
		}
		p.heard <- struct{}{}
	})
	p.sim = whatsappsim.New(whatsappsim.Config{Now: clocktest.Running(), Token: "t", AppSecret: "s", PhoneNumberID: "1", WABAID: "2",
		Rate: 100_000, Seed: 1, WebhookURL: "http://herald/hook", Transport: sim.InMemory(hook), ReviewDelay: time.Hour})
	p.control("script", `{"rules":[{"suffix":"99999999999","outcome":"ok"}]}`)
	p.c.Admin.Put("/aty/customerinfo/recharge", obj{"userId": p.c.Direct.User.ID, "amount": 100}).OK()
	return p
}

// provider puts a template into a state and lets what the webhook tells be done.
func (p *printer) provider(t template.Template, st whatsappsim.TemplateState) {
	p.Helper()
	for len(p.heard) > 0 {
		<-p.heard
	}
	st.Name, st.Language = t.ProviderName, t.Language
	if err := p.sim.SetTemplate(st); err != nil {
		p.Fatal(err)
	}
	if !st.Silent {
		<-p.heard
	}
	answered := InboundTasks(p.e)
	p.k.Work(p, template.InboundQueue, func(ctx context.Context, m queue.Message) error { return answered[m.Kind](ctx, m) })
	p.sends()
}

func (p *printer) get(id string) template.Template {
	p.Helper()
	return testkit.Data[template.Template](p.c.Direct.In("en_US").Get("/gc/template/" + id))
}

// approved is a template of the direct customer that may be sent.
func (p *printer) approved(name string) template.Template {
	p.Helper()
	t := testkit.Data[template.Template](p.c.Direct.Post("/gc/template", templateOf(name)))
	p.c.Admin.Put("/gc/template/review", obj{"ids": []string{t.ID}, "pass": true}).OK()
	p.sends()
	p.provider(t, whatsappsim.TemplateState{Status: "APPROVED"})
	return p.get(t.ID)
}

// control tells the provider's simulator what to do.
func (p *printer) control(path, body string) {
	p.Helper()
	rec := httptest.NewRecorder()
	p.sim.ServeHTTP(rec, httptest.NewRequest(http.MethodPost, "/_sim/"+path, strings.NewReader(body)))
	if rec.Code != http.StatusOK {
		p.Fatal(rec.Body)
	}
}
