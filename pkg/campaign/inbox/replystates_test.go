package inbox_test

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/campaign/inbox"
	"herald/pkg/kit/money"
)

// Outside the window free text is refused with its own message. A template is sent, reserved as one message, and charged when it is
// delivered.
func TestOnlyATemplateAfterTheWindow(t *testing.T) {
	p, _ := apptest.NewInboxFixture(t)
	made := p.NewApproved("offer")
	p.Receive(whatsappsim.Inbound{Text: "Oi"})
	c := p.Conversation()
	p.Kit.Clock.Add(24*time.Hour + time.Second)
	p.SignIn(p.Owner)
	if a := p.Reply(c.ID, apptest.Object{"type": "text", "text": "late"}); a.Status != http.StatusConflict ||
		!strings.Contains(a.Message, "only send a template") {
		t.Fatalf("%d %s", a.Status, a.Raw)
	}
	d := testkit.Data[inbox.Detail](p.Owner.Get("/gc/inbox/" + c.ID))
	if len(d.Kinds) != 1 || d.Kinds[0] != "template" || d.Price != money.Credit || !d.Free {
		t.Errorf("%+v", d)
	}
	before, held := p.Credit()
	filled := apptest.Object{"type": "template", "templateId": made.ID,
		"placeholders": []apptest.Object{{"name": "nome", "content": "Ana"}, {"name": "code", "content": "X1"}}}
	m := testkit.Data[inbox.Message](p.Reply(c.ID, filled))
	if m.Text != "Oi Ana, o seu código é X1!" || m.Cost != money.Credit {
		t.Errorf("%+v", m)
	}
	if now, reserved := p.Credit(); before-now != money.Credit || reserved-held != money.Credit {
		t.Errorf("%s less, %s reserved", before-now, reserved-held)
	}
	p.ReceiveStatus(inbox.Reference(c.ID, m.Time, m.ID), "delivered", 0)
	if now, reserved := p.Credit(); before-now != money.Credit || reserved != held {
		t.Errorf("arrived: %s less, %s reserved", before-now, reserved-held)
	}
	m = testkit.Data[inbox.Message](p.Reply(c.ID, filled))
	p.ReceiveStatus(inbox.Reference(c.ID, m.Time, m.ID), "failed", 131026)
	if now, _ := p.Credit(); before-now != money.Credit {
		t.Errorf("a failed one was charged: %s", before-now)
	}
	if got := p.Thread(c.ID); got[len(got)-1].State != "failed" || got[len(got)-1].Reason == "" {
		t.Errorf("%+v", got[len(got)-1])
	}
	p.Reply(c.ID, apptest.Object{"type": "template", "templateId": made.ID}).Want(400, 0)
	p.Reply(c.ID, apptest.Object{"type": "template", "templateId": apptest.MissingID}).Want(404, 0)
	p.CheckLedger()
}

// A template reply without credit is not begun.
func TestAReplyWithoutCredit(t *testing.T) {
	p, _ := apptest.NewInboxFixture(t)
	made := p.NewApproved("offer")
	p.Receive(whatsappsim.Inbound{Text: "Oi"})
	c := p.Conversation()
	have, _ := p.Credit()
	p.Users.Admin.Put("/aty/customerinfo/withdrawal",
		apptest.Object{"userId": p.Owner.User.ID, "amount": json.Number(have.String()), "remark": "x"}).OK()
	p.Reply(c.ID, apptest.Object{"type": "template", "templateId": made.ID,
		"placeholders": []apptest.Object{{"name": "nome", "content": "a"}, {"name": "code", "content": "b"}}}).Want(402, 40201)
	if got := p.Thread(c.ID); len(got) != 1 {
		t.Errorf("%+v", got)
	}
}

// A reply of unknown outcome is shown as such, is never sent again automatically, and costs nothing in the end.
func TestAReplyInDoubt(t *testing.T) {
	p, _ := apptest.NewInboxFixture(t)
	made := p.NewApproved("offer")
	p.Receive(whatsappsim.Inbound{Text: "Oi"})
	c := p.Conversation()
	before, held := p.Credit()
	p.Control("script", `{"rules":[{"suffix":"`+strconv.Itoa(apptest.Recipient)+`","outcome":"cut_after_accept"}]}`)
	p.Control("webhooks", `{"drop":1}`)
	p.Reply(c.ID, apptest.Object{"type": "template", "templateId": made.ID,
		"placeholders": []apptest.Object{{"name": "nome", "content": "a"}, {"name": "code", "content": "b"}}}).OK()
	for range 3 {
		p.Kit.Clock.Add(9 * time.Hour)
		p.Tick()
		p.RunInbound()
	}
	p.SignIn(p.Owner)
	if got := p.Thread(c.ID)[1].State; got != "unknown" {
		t.Errorf("it is %s", got)
	}
	if all, _ := p.Sim.Messages(0, 10); len(all) != 3 {
		t.Errorf("%d messages", len(all))
	}
	if now, reserved := p.Credit(); now < before || reserved > held {
		t.Errorf("%s charged, %s reserved", before-now, reserved)
	}
	p.CheckLedger()
}

// The tick repeats a reply that the provider certainly did not accept.
func TestAReplyThatWasNotTaken(t *testing.T) {
	p, _ := apptest.NewInboxFixture(t)
	p.Receive(whatsappsim.Inbound{Text: "Oi"})
	c := p.Conversation()
	p.Control("script", `{"rules":[{"suffix":"`+strconv.Itoa(apptest.Recipient)+`","outcome":"rate","times":1}]}`)
	p.Reply(c.ID, apptest.Object{"type": "text", "text": "Olá"}).OK()
	if got := p.Thread(c.ID)[1].State; got != "toSend" {
		t.Errorf("it is %s", got)
	}
	for range 2 {
		p.Kit.Clock.Add(2 * time.Minute)
		p.Tick()
		p.RunInbound()
	}
	if got := p.Thread(c.ID)[1].State; got == "toSend" || got == "failed" {
		t.Errorf("it is %s", got)
	}
	if all, _ := p.Sim.Messages(0, 10); len(all) != 3 {
		t.Errorf("%d messages", len(all))
	}
}

// A recipient who opted out gets no more messages, not even a reply; the opt-out is shown in the thread.
func TestWhoOptedOutGetsNoReply(t *testing.T) {
	p, _ := apptest.NewInboxFixture(t)
	p.Receive(whatsappsim.Inbound{Text: "PARAR"})
	c := p.Conversation()
	if got := p.Thread(c.ID); len(got) != 1 || got[0].Word != "stop" {
		t.Fatalf("%+v", got)
	}
	if a := p.Reply(c.ID, apptest.Object{"type": "text", "text": "por quê?"}); a.Status != http.StatusConflict ||
		!strings.Contains(a.Message, "opted out") {
		t.Errorf("%d %s", a.Status, a.Raw)
	}
	if d := testkit.Data[inbox.Detail](p.Owner.In("en_US").Get("/gc/inbox/" + c.ID)); d.Refused == "" || len(d.Kinds) != 0 {
		t.Errorf("%+v", d)
	}
	p.Kit.Clock.Add(time.Minute)
	p.Receive(whatsappsim.Inbound{Text: "VOLTAR"})
	p.Reply(c.ID, apptest.Object{"type": "text", "text": "Bem-vindo"}).OK()
}
