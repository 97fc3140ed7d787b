package apptest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/app"
	"herald/pkg/campaign/dispatch/receipt"
	"herald/pkg/campaign/inbox"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/money"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/web"
	"herald/pkg/provider"
)

// InboxFixture is a TemplateFixture whose recipients answer.
type InboxFixture struct {
	*TemplateFixture
	Owner *sessiontest.Actor
}

// Recipient is the number of the first recipient of the order.
const Recipient = 5511987650000

// NewInboxFixture makes a fixture in which the direct customer's order reached two numbers.
func NewInboxFixture(t *testing.T) (p *InboxFixture, order string) {
	t.Helper()
	p = &InboxFixture{NewTemplateFixture(t), nil}
	p.Owner = p.Users.Direct
	p.Control("script", `{"rules":[{"suffix":"0","outcome":"never"},{"suffix":"1","outcome":"never"}]}`)
	order = p.SubmitBulk(p.Owner, "Spring sale", 2, nil)
	p.RunQueues()
	return p, order
}

// RunInbound consumes the queues of inbound messages and of sending until they are empty.
func (p *InboxFixture) RunInbound() {
	p.Helper()
	answered := app.InboundTasks(p.Env)
	for range 3 {
		p.Kit.Work(p, inbox.InboundQueue, func(ctx context.Context, m queue.Message) error { return answered[m.Kind](ctx, m) })
		p.RunQueues()
	}
}

// Receive lets a recipient write and consumes the queues.
func (p *InboxFixture) Receive(in whatsappsim.Inbound) {
	p.Helper()
	if in.From == "" {
		in.From = strconv.Itoa(Recipient)
	}
	if in.At == 0 {
		in.At = p.Kit.Now().Unix()
	}
	for len(p.webhooks) > 0 {
		<-p.webhooks
	}
	if err := p.Sim.Receive(in); err != nil {
		p.Fatal(err)
	}
	if !in.Lost {
		<-p.webhooks
	}
	p.RunInbound()
}

// Conversations lists the conversations that a user sees.
func (p *InboxFixture) Conversations(who *sessiontest.Actor, filter string) []inbox.Conversation {
	p.Helper()
	return testkit.Data[web.Page[inbox.Conversation]](who.Get("/gc/inbox/page" + filter)).Records
}

// Conversation is the only conversation.
func (p *InboxFixture) Conversation() inbox.Conversation {
	p.Helper()
	all := p.Conversations(p.Owner, "")
	if len(all) != 1 {
		p.Fatalf("%d conversations: %+v", len(all), all)
	}
	return all[0]
}

// Thread lists the messages of a conversation, the oldest first.
func (p *InboxFixture) Thread(id string) (all []inbox.Message) {
	p.Helper()
	got := testkit.Data[inbox.Thread](p.Owner.In("en_US").Get("/gc/inbox/" + id + "/messages")).Records
	for _, m := range got {
		all = append([]inbox.Message{m}, all...)
	}
	return all
}

// Reply sends a reply as the owner and consumes the queues.
func (p *InboxFixture) Reply(id string, body Object) *testkit.Answer {
	p.Helper()
	a := p.Owner.In("en_US").Post("/gc/inbox/"+id+"/messages", body)
	p.RunInbound()
	return a
}

// Credit is the available and the reserved credit of the owner.
func (p *InboxFixture) Credit() (available, reserved money.Amount) {
	p.Helper()
	available, reserved, err := p.Env.Ledger().Balance(p.Context(), p.Owner.User.ID)
	if err != nil {
		p.Fatal(err)
	}
	return available, reserved
}

// ReceiveStatus lets the provider report a status of a reply.
func (p *InboxFixture) ReceiveStatus(ref, status string, code int) {
	p.Helper()
	body := Must(json.Marshal(Object{"object": "whatsapp_business_account",
		"entry": []Object{{"id": "2", "changes": []Object{{"field": "messages",
			"value": Object{"statuses": []Object{{"id": "wamid.X", "status": status, "timestamp": fmt.Sprint(p.Kit.Now().Unix()),
				"recipient_id":             "1",
				"biz_opaque_callback_data": ref, "errors": []Object{{"code": code}}}}}}}}}}))
	if err := p.Env.Webhooks().Accept(p.Context(), p.Env.Pipeline().Engine.Senders.For("whatsapp"),
		&provider.Callback{Body: body}); err != nil {
		p.Fatal(err)
	}
	p.RunInbound()
}

// Must returns v and panics with an error.
func Must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// WantTemplateRefused fails the test unless a reply is refused for a reason, in four languages, stores nothing and
// costs nothing.
func (p *InboxFixture) WantTemplateRefused(id string, body Object, reason, begins string) {
	p.Helper()
	before, held := p.Credit()
	n := len(p.Thread(id))
	for _, lang := range i18n.Langs {
		a := p.Owner.In(string(lang)).Post("/gc/inbox/"+id+"/messages", body)
		if want := p.Env.Text(web.WithLang(p.Context(), lang), "inbox.held."+reason); a.Status != http.StatusConflict || a.Message != want ||
			want == "inbox.held."+reason {
			p.Errorf("%s: %d %s, not %q", lang, a.Status, a.Raw, want)
		}
	}
	if a := p.Reply(id, body); !strings.Contains(a.Message, begins) {
		p.Errorf("%s: %s", reason, a.Raw)
	}
	d := testkit.Data[inbox.Detail](p.Owner.In("en_US").Get("/gc/inbox/" + id))
	if d.Held+d.Refused == "" || len(d.Kinds) != 0 {
		p.Errorf("%s: %+v", reason, d)
	}
	if now, reserved := p.Credit(); now != before || reserved != held || len(p.Thread(id)) != n {
		p.Errorf("%s: something was kept", reason)
	}
}

// RepliesByText returns the replies of a conversation by their texts.
func (p *InboxFixture) RepliesByText(id string) map[string]inbox.Message {
	p.Helper()
	out := map[string]inbox.Message{}
	for _, m := range testkit.Data[inbox.Thread](p.Users.Admin.In("en_US").Get("/gc/inbox/" + id + "/messages")).Records {
		if !m.In {
			out[m.Text] = m
		}
	}
	return out
}

// RunReceipts consumes the queue of receipts.
func (p *InboxFixture) RunReceipts() {
	p.Helper()
	receipts := app.ReceiptTasks(p.Env)
	p.Kit.Work(p, receipt.ReceiptQueue, func(ctx context.Context, m queue.Message) error {
		p.Kit.Clock.Add(time.Minute)
		_, err := receipts(ctx, []queue.Message{m})
		return err
	})
}
