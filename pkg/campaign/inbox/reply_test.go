package inbox_test

import (
	"strconv"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/campaign/inbox"
	"herald/pkg/kit/money"
)

// A recipient's message is shown once in the conversation of its number with the order that it answers, for any order and repetition of
// events. The window is open for 24 hours, and a reply within it costs nothing.
func TestAnAnswerAndItsReply(t *testing.T) {
	p, order := apptest.NewInboxFixture(t)
	began := p.Kit.Now().Truncate(time.Second)
	p.Receive(whatsappsim.Inbound{Text: "Quanto custa?", ID: "wamid.A"})
	p.Receive(whatsappsim.Inbound{Text: "Quanto custa?", ID: "wamid.A"})
	p.Receive(whatsappsim.Inbound{Text: "earlier", ID: "wamid.B", At: began.Add(-time.Minute).Unix()})
	c := p.Conversation()
	if c.OrderID != order || c.OrderName != "Spring sale" || c.Unread != 2 || c.LastMessage != "Quanto custa?" ||
		c.PhoneNumber != strconv.Itoa(apptest.Recipient) || c.CountryCode != "BR" ||
		c.WindowUntil == nil || !c.WindowUntil.Equal(began.Add(24*time.Hour)) {
		t.Errorf("%+v", c)
	}
	said := p.Thread(c.ID)
	if len(said) != 2 || said[0].Text != "earlier" || said[1].Text != "Quanto custa?" || said[1].OrderID != order {
		t.Fatalf("%+v", said)
	}
	before, _ := p.Credit()
	p.Kit.Clock.Add(2 * time.Second)
	r := testkit.Data[inbox.Message](p.Reply(c.ID, apptest.Object{"type": "text", "text": "R$ 10"}))
	if said = p.Thread(c.ID); len(said) != 3 || said[2].ID != r.ID || said[2].State == "toSend" || said[2].By == "" {
		t.Errorf("%+v", said)
	}
	if all, _ := p.Sim.Messages(0, 10); len(all) != 3 || all[2].Body != "R$ 10" {
		t.Errorf("%+v", all)
	}
	if now, reserved := p.Credit(); now != before || reserved > 2*money.Credit {
		t.Errorf("a reply in the window cost %s", before-now)
	}
	if n := testkit.Data[inbox.Unread](p.Owner.Get("/gc/inbox/unread")).Conversations; n != 1 {
		t.Errorf("%d unread", n)
	}
	p.Owner.Put("/gc/inbox/"+c.ID+"/read", nil).OK()
	if n := testkit.Data[inbox.Unread](p.Owner.Get("/gc/inbox/unread")).Conversations; n != 0 {
		t.Errorf("%d unread after reading", n)
	}
	for filter, n := range map[string]int{"?isUnread=true": 0, "?isUnread=false": 1, "?orderId=" + order: 1,
		"?orderId=" + apptest.MissingID: 0,
		"?phoneNumber=98765":            1, "?isAssigned=false": 1, "?status=open": 1, "?status=closed": 0,
		"?windowUntilStart=" + p.Kit.Now().UTC().Format(time.RFC3339):                   1,
		"?windowUntilStart=" + p.Kit.Now().Add(25*time.Hour).UTC().Format(time.RFC3339): 0} {
		if got := p.Conversations(p.Owner, filter); len(got) != n {
			t.Errorf("%s: %d conversations", filter, len(got))
		}
	}
}

// The status of a reply follows the provider and never goes back.
func TestReceiptsOfAReply(t *testing.T) {
	p, _ := apptest.NewInboxFixture(t)
	p.Receive(whatsappsim.Inbound{Text: "Oi"})
	c := p.Conversation()
	p.Reply(c.ID, apptest.Object{"type": "text", "text": "Olá"})
	m := p.Thread(c.ID)[1]
	ref := inbox.Reference(c.ID, m.Time, m.ID)
	for _, step := range []struct{ told, shown string }{{"read", "read"}, {"delivered", "read"}, {"failed", "read"}} {
		p.ReceiveStatus(ref, step.told, 0)
		if got := p.Thread(c.ID)[1].State; got != step.shown {
			t.Errorf("after %s: %s", step.told, got)
		}
	}
}
