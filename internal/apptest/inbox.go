package apptest

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"testing"

	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/app"
	"herald/pkg/campaign/inbox"
	"herald/pkg/kit/money"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/testkit"
	"herald/pkg/kit/web"
	"herald/pkg/platform/session/sessiontest"
	"herald/pkg/provider"
)

// InboxFixture is a printer whose recipients answer.
type InboxFixture struct {
	*TemplateFixture
	Who *sessiontest.Actor
}

const Recipient = 5511987650000

// NewInboxFixture makes a fixture in which the direct customer's order reached two numbers.
func NewInboxFixture(t *testing.T) (p *InboxFixture, order string) {
	t.Helper()
	p = &InboxFixture{NewTemplateFixture(t), nil}
	p.Who = p.Users.Direct
	p.Control("script", `{"rules":[{"suffix":"0","outcome":"never"},{"suffix":"1","outcome":"never"}]}`)
	order = p.Bulk(p.Who, "Spring sale", 2, nil)
	p.Sends()
	return p, order
}

// Hears does what lies on the queues until nothing is left.
func (p *InboxFixture) Hears() {
	p.Helper()
	answered := app.InboundTasks(p.Env)
	for range 3 {
		p.Kit.Work(p, inbox.InboundQueue, func(ctx context.Context, m queue.Message) error { return answered[m.Kind](ctx, m) })
		p.Sends()
	}
}

// Says lets a recipient write.
func (p *InboxFixture) Says(in whatsappsim.Inbound) {
	p.Helper()
	if in.From == "" {
		in.From = strconv.Itoa(Recipient)
	}
	if in.At == 0 {
		in.At = p.Kit.Now().Unix()
	}
	for len(p.heard) > 0 {
		<-p.heard
	}
	if err := p.Sim.Receive(in); err != nil {
		p.Fatal(err)
	}
	if !in.Lost {
		<-p.heard
	}
	p.Hears()
}

func (p *InboxFixture) List(who *sessiontest.Actor, filter string) []inbox.Conversation {
	p.Helper()
	return testkit.Data[web.Page[inbox.Conversation]](who.Get("/gc/inbox/page" + filter)).Records
}

// One is the only conversation.
func (p *InboxFixture) One() inbox.Conversation {
	p.Helper()
	all := p.List(p.Who, "")
	if len(all) != 1 {
		p.Fatalf("%d conversations: %+v", len(all), all)
	}
	return all[0]
}

// Thread is what was said, the oldest first.
func (p *InboxFixture) Thread(id string) (all []inbox.Message) {
	p.Helper()
	got := testkit.Data[inbox.Thread](p.Who.In("en_US").Get("/gc/inbox/" + id + "/messages")).Records
	for _, m := range got {
		all = append([]inbox.Message{m}, all...)
	}
	return all
}

func (p *InboxFixture) Replies(id string, body Object) *testkit.Answer {
	p.Helper()
	a := p.Who.In("en_US").Post("/gc/inbox/"+id+"/messages", body)
	p.Hears()
	return a
}

func (p *InboxFixture) Credit() (available, reserved money.Amount) {
	p.Helper()
	available, reserved, err := p.Env.Ledger().Balance(p.Context(), p.Who.User.ID)
	if err != nil {
		p.Fatal(err)
	}
	return available, reserved
}

// Tells has the provider tell a status.
func (p *InboxFixture) Tells(ref, status string, code int) {
	p.Helper()
	body := Must(json.Marshal(Object{"object": "whatsapp_business_account",
		"entry": []Object{{"id": "2", "changes": []Object{{"field": "messages",
			"value": Object{"statuses": []Object{{"id": "wamid.X", "status": status, "timestamp": fmt.Sprint(p.Kit.Now().Unix()),
				"recipient_id":             "1",
				"biz_opaque_callback_data": ref, "errors": []Object{{"code": code}}}}}}}}}}))
	if err := p.Env.Pipeline().Accept(p.Context(), p.Env.Pipeline().Senders.For("whatsapp"), &provider.Callback{Body: body}); err != nil {
		p.Fatal(err)
	}
	p.Hears()
}
