package app

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"testing"
	"time"

	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/campaign/inbox"
	"herald/pkg/kit/money"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/testkit"
	"herald/pkg/kit/web"
	"herald/pkg/platform/session/sessiontest"
	"herald/pkg/provider"
)

// parlour is a printer whose recipients answer.
type parlour struct {
	*printer
	who *sessiontest.Actor
}

const recipient = 5511987650000

// mustTalk makes a house in which the direct customer's order reached two numbers.
func mustTalk(t *testing.T) (p *parlour, order string) {
	t.Helper()
	p = &parlour{mustPrint(t), nil}
	p.who = p.c.Direct
	p.control("script", `{"rules":[{"suffix":"0","outcome":"never"},{"suffix":"1","outcome":"never"}]}`)
	order = p.bulk(p.who, "Spring sale", 2, nil)
	p.sends()
	return p, order
}

// hears does what lies on the queues until nothing is left.
func (p *parlour) hears() {
	p.Helper()
	answered := InboundTasks(p.e)
	for range 3 {
		p.k.Work(p, inbox.InboundQueue, func(ctx context.Context, m queue.Message) error { return answered[m.Kind](ctx, m) })
		p.sends()
	}
}

// says lets a recipient write.
func (p *parlour) says(in whatsappsim.Inbound) {
	p.Helper()
	if in.From == "" {
		in.From = strconv.Itoa(recipient)
	}
	if in.At == 0 {
		in.At = p.k.Now().Unix()
	}
	for len(p.heard) > 0 {
		<-p.heard
	}
	if err := p.sim.Receive(in); err != nil {
		p.Fatal(err)
	}
	if !in.Lost {
		<-p.heard
	}
	p.hears()
}

func (p *parlour) list(who *sessiontest.Actor, filter string) []inbox.Conversation {
	p.Helper()
	return testkit.Data[web.Page[inbox.Conversation]](who.Get("/gc/inbox/page" + filter)).Records
}

// one is the only conversation.
func (p *parlour) one() inbox.Conversation {
	p.Helper()
	all := p.list(p.who, "")
	if len(all) != 1 {
		p.Fatalf("%d conversations: %+v", len(all), all)
	}
	return all[0]
}

// thread is what was said, the oldest first.
func (p *parlour) thread(id string) (all []inbox.Message) {
	p.Helper()
	got := testkit.Data[inbox.Thread](p.who.In("en_US").Get("/gc/inbox/" + id + "/messages")).Records
	for _, m := range got {
		all = append([]inbox.Message{m}, all...)
	}
	return all
}

func (p *parlour) replies(id string, body obj) *testkit.Answer {
	p.Helper()
	a := p.who.In("en_US").Post("/gc/inbox/"+id+"/messages", body)
	p.hears()
	return a
}

func (p *parlour) credit() (available, reserved money.Amount) {
	p.Helper()
	available, reserved, err := p.e.Ledger().Balance(p.Context(), p.who.User.ID)
	if err != nil {
		p.Fatal(err)
	}
	return available, reserved
}

// An answer stands in the conversation of its number with the order that it answers, once, however often and in whatever order it is
// told; the window is open for 24 hours, and a reply within it costs nothing.
func TestAnAnswerAndItsReply(t *testing.T) {
	p, order := mustTalk(t)
	began := p.k.Now().Truncate(time.Second)
	p.says(whatsappsim.Inbound{Text: "Quanto custa?", ID: "wamid.A"})
	p.says(whatsappsim.Inbound{Text: "Quanto custa?", ID: "wamid.A"})
	p.says(whatsappsim.Inbound{Text: "earlier", ID: "wamid.B", At: began.Add(-time.Minute).Unix()})
	c := p.one()
	if c.OrderID != order || c.OrderName != "Spring sale" || c.Unread != 2 || c.LastMessage != "Quanto custa?" ||
		c.PhoneNumber != strconv.Itoa(recipient) || c.CountryCode != "BR" ||
		c.WindowUntil == nil || !c.WindowUntil.Equal(began.Add(24*time.Hour)) {
		t.Errorf("%+v", c)
	}
	said := p.thread(c.ID)
	if len(said) != 2 || said[0].Text != "earlier" || said[1].Text != "Quanto custa?" || said[1].OrderID != order {
		t.Fatalf("%+v", said)
	}
	before, _ := p.credit()
	p.k.Clock.Add(2 * time.Second)
	r := testkit.Data[inbox.Message](p.replies(c.ID, obj{"type": "text", "text": "R$ 10"}))
	if said = p.thread(c.ID); len(said) != 3 || said[2].ID != r.ID || said[2].State == "toSend" || said[2].By == "" {
		t.Errorf("%+v", said)
	}
	if all, _ := p.sim.Messages(0, 10); len(all) != 3 || all[2].Body != "R$ 10" {
		t.Errorf("%+v", all)
	}
	if now, reserved := p.credit(); now != before || reserved > 2*money.Credit {
		t.Errorf("a reply in the window cost %s", before-now)
	}
	if n := testkit.Data[inbox.Unread](p.who.Get("/gc/inbox/unread")).Conversations; n != 1 {
		t.Errorf("%d unread", n)
	}
	p.who.Put("/gc/inbox/"+c.ID+"/read", nil).OK()
	if n := testkit.Data[inbox.Unread](p.who.Get("/gc/inbox/unread")).Conversations; n != 0 {
		t.Errorf("%d unread after reading", n)
	}
	for filter, n := range map[string]int{"?isUnread=true": 0, "?isUnread=false": 1, "?orderId=" + order: 1, "?orderId=" + ghost: 0,
		"?phoneNumber=98765": 1, "?isAssigned=false": 1, "?status=open": 1, "?status=closed": 0,
		"?windowUntilStart=" + p.k.Now().UTC().Format(time.RFC3339):                   1,
		"?windowUntilStart=" + p.k.Now().Add(25*time.Hour).UTC().Format(time.RFC3339): 0} {
		if got := p.list(p.who, filter); len(got) != n {
			t.Errorf("%s: %d conversations", filter, len(got))
		}
	}
}

// What the provider tells of a reply is shown, and only rises.
func TestReceiptsOfAReply(t *testing.T) {
	p, _ := mustTalk(t)
	p.says(whatsappsim.Inbound{Text: "Oi"})
	c := p.one()
	p.replies(c.ID, obj{"type": "text", "text": "Olá"})
	m := p.thread(c.ID)[1]
	ref := inbox.Reference(c.ID, m.Time, m.ID)
	for _, step := range []struct{ told, shown string }{{"read", "read"}, {"delivered", "read"}, {"failed", "read"}} {
		p.tells(ref, step.told, 0)
		if got := p.thread(c.ID)[1].State; got != step.shown {
			t.Errorf("after %s: %s", step.told, got)
		}
	}
}

// tells has the provider tell a status.
func (p *parlour) tells(ref, status string, code int) {
	p.Helper()
	body := must(json.Marshal(obj{"object": "whatsapp_business_account",
		"entry": []obj{{"id": "2", "changes": []obj{{"field": "messages",
			"value": obj{"statuses": []obj{{"id": "wamid.X", "status": status, "timestamp": fmt.Sprint(p.k.Now().Unix()), "recipient_id": "1",
				"biz_opaque_callback_data": ref, "errors": []obj{{"code": code}}}}}}}}}}))
	if err := p.e.Pipeline().Accept(p.Context(), p.e.Pipeline().Senders.For("whatsapp"), &provider.Callback{Body: body}); err != nil {
		p.Fatal(err)
	}
	p.hears()
}
