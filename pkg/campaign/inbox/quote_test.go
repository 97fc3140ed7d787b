package inbox_test

import (
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/campaign/inbox"
)

// A reply quotes a recipient's message or one of ours by the provider's id, and shows its start. A quote of the recipient is shown too.
func TestQuotes(t *testing.T) {
	p, _ := apptest.NewInboxFixture(t)
	p.Receive(whatsappsim.Inbound{Text: "Which size?", ID: "wamid.A"})
	c := p.Conversation()
	if d := testkit.Data[inbox.Detail](p.Owner.Get("/gc/inbox/" + c.ID)); !d.Quoting {
		t.Errorf("%+v", d)
	}
	first := testkit.Data[inbox.Message](p.Reply(c.ID, apptest.Object{"type": "text", "text": "Medium", "quotes": "wamid.A"}))
	if q := first.Quoted; first.Quotes != "wamid.A" || q == nil || q.Text != "Which size?" || !q.In || q.Kind != "text" {
		t.Errorf("%+v", first)
	}
	second := testkit.Data[inbox.Message](p.Reply(c.ID, apptest.Object{"type": "text", "text": "Or large", "quotes": first.ID}))
	if q := second.Quoted; q == nil || q.Text != "Medium" || q.In {
		t.Errorf("%+v", second)
	}
	sent, _ := p.Sim.Messages(0, 10)
	if a, b := p.Sim.QuotedBy(sent[2].ID), p.Sim.QuotedBy(sent[3].ID); a != "wamid.A" || b != sent[2].ID {
		t.Errorf("the provider heard of %q and %q", a, b)
	}
	p.Kit.Clock.Add(time.Minute)
	p.Receive(whatsappsim.Inbound{Text: "Large", ID: "wamid.B", Quotes: sent[3].ID})
	p.Receive(whatsappsim.Inbound{Text: "please", ID: "wamid.C", Quotes: "wamid.B"})
	p.Receive(whatsappsim.Inbound{Text: "of the order", ID: "wamid.D", Quotes: sent[0].ID})
	said := p.Thread(c.ID)
	for i, want := range map[int]string{3: "Or large", 4: "Large"} {
		if q := said[i].Quoted; q == nil || q.Text != want {
			t.Errorf("%+v", said[i])
		}
	}
	if said[5].Quotes != "" || said[5].Quoted != nil {
		t.Errorf("ids of an order's messages are not stored: %+v", said[5])
	}
}

// A message that cannot be quoted is refused with a text in four languages.
func TestQuotesThatAreRefused(t *testing.T) {
	p, _ := apptest.NewInboxFixture(t)
	p.Receive(whatsappsim.Inbound{Text: "Oi"})
	c := p.Conversation()
	note := testkit.Data[inbox.Message](p.Owner.Post("/gc/inbox/"+c.ID+"/notes", apptest.Object{"text": "internal"}))
	waiting := testkit.Data[inbox.Message](p.Owner.Post("/gc/inbox/"+c.ID+"/messages", apptest.Object{"type": "text", "text": "not sent yet"}))
	for _, id := range []string{"wamid.none", note.ID, waiting.ID} {
		for _, lang := range []string{"zh_CN", "en_US", "pt_BR", "zh_TW"} {
			p.Owner.In(lang).Post("/gc/inbox/"+c.ID+"/messages", apptest.Object{"type": "text", "text": "x", "quotes": id}).Bad("quotes")
		}
	}
	if n := len(p.Thread(c.ID)); n != 3 {
		t.Errorf("%d messages", n)
	}
}
