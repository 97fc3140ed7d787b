package app

import (
	"strings"
	"testing"
	"time"

	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/campaign/inbox"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/testkit"
)

// A reply whose function died behind its write stands once, also when the recipient wrote before it was repeated.
func TestARepeatedReplyAfterAnAnswerStandsOnce(t *testing.T) {
	for n := 1; n < 6; n++ {
		w := begin(t, 0, killed)
		direct := w.cast.Direct
		id := conversationOf(t, w.e, direct)
		c := direct.With("Idempotency-Key", "one")
		w.cable.arm(n, killed)
		c.Post("/gc/inbox/"+id+"/messages", obj{"type": "text", "text": "hi"})
		if !w.cable.arm(0, late) {
			break
		}
		w.k.Clock.Add(10 * time.Second)
		answer := inbox.Answer{ID: "wamid.y", Number: 5511987654329, Kind: "text", Text: "hello?", At: w.e.Now().UnixMilli(), Sender: "1",
			Channel: "whatsapp", Owner: direct.User.Owner(), Customer: "c", OrderID: ghost, OrderNo: "n", Order: "o"}
		if err := w.e.Inbox().Tasks()[inbox.TaskAnswers](t.Context(), queue.New(inbox.TaskAnswers, "", []inbox.Answer{answer})); err != nil {
			t.Fatal(err)
		}
		w.k.Clock.Add(61 * time.Second)
		first := testkit.Data[inbox.Message](c.Post("/gc/inbox/"+id+"/messages", obj{"type": "text", "text": "hi"}))
		mine := 0
		for _, m := range testkit.Data[inbox.Thread](direct.Get("/gc/inbox/" + id + "/messages")).Records {
			if !m.In {
				if mine++; m.ID != first.ID || !m.Time.Equal(first.Time) {
					t.Errorf("killed at write %d: %+v, but %+v was answered", n, m, first)
				}
			}
		}
		if mine != 1 {
			t.Errorf("killed at write %d: the reply stands %d times", n, mine)
		}
	}
}

// An answer in the conversation of one customer tells nothing of an order of another one that wrote meanwhile.
func TestAnAnswerTellsNoForeignOrder(t *testing.T) {
	p, order := mustTalk(t)
	p.says(whatsappsim.Inbound{Text: "Oi"})
	c := p.one()
	p.k.Clock.Add(time.Minute)
	p.c.Admin.Put("/aty/customerinfo/recharge", obj{"userId": p.c.Customer.User.ID, "amount": 100}).OK()
	foreign := p.bulk(p.c.Customer, "of another", 1, nil)
	p.sends()
	p.k.Clock.Add(time.Minute)
	p.replies(c.ID, obj{"type": "text", "text": "A reply"}).OK()
	all, _ := p.sim.Messages(0, 10)
	p.k.Clock.Add(time.Minute)
	p.says(whatsappsim.Inbound{Text: "following"})
	p.k.Clock.Add(time.Minute)
	p.says(whatsappsim.Inbound{Text: "quoting", Quotes: all[len(all)-1].ID})
	if now := p.one(); now.OrderID != order || now.OrderName != "Spring sale" {
		t.Errorf("%+v", now)
	}
	got := p.thread(c.ID)
	if len(got) != 4 {
		t.Fatalf("%+v", got)
	}
	for _, m := range got {
		if m.OrderID == foreign || m.OrderID == "" && m.OrderNo != "" {
			t.Errorf("%+v", m)
		}
	}
	if n := len(p.list(p.who, "?orderId="+foreign)); n != 0 {
		t.Errorf("%d conversations by the foreign order", n)
	}
}

// A conversation is given to nobody of another customer: who is would read it, and reply at its owner's cost.
func TestNobodyOfAnotherCustomerIsAssigned(t *testing.T) {
	p, _ := mustTalk(t)
	p.who = p.c.Direct
	p.says(whatsappsim.Inbound{Text: "Oi"})
	c := p.one()
	path := "/gc/inbox/" + c.ID + "/assign"
	p.c.Admin.Put(path, obj{"userId": p.c.Customer.User.ID}).Want(404, 0)
	p.c.Admin.Put(path, obj{"userId": p.c.Agent.User.ID}).Want(404, 0)
	p.c.Customer.Get("/gc/inbox/"+c.ID).Want(404, 0)
	p.c.Admin.Put(path, obj{"userId": p.c.Admin.User.ID}).OK()
	p.c.Admin.Put(path, obj{"userId": p.who.User.ID}).OK()
}

// Who was lent a conversation and then orders to its number keeps it.
func TestWhoOrderedKeepsAConversationThatWasLent(t *testing.T) {
	p, _ := mustTalk(t)
	p.who = p.c.Customer
	p.c.Admin.Put("/aty/customerinfo/recharge", obj{"userId": p.who.User.ID, "amount": 100}).OK()
	p.k.Clock.Add(time.Minute)
	p.bulk(p.who, "of a house", 1, nil)
	p.sends()
	p.k.Clock.Add(time.Minute)
	p.says(whatsappsim.Inbound{Text: "Oi"})
	c := p.one()
	below := p.c.Secondary
	p.who.Put("/gc/inbox/"+c.ID+"/assign", obj{"userId": below.User.ID}).OK()
	p.k.Clock.Add(time.Minute)
	answer := inbox.Answer{ID: "wamid.own", Number: recipient, Kind: "text", Text: "hello", At: p.k.Now().UnixMilli(), Sender: "1",
		Channel: "whatsapp", Owner: below.User.Owner(), Customer: "s", OrderID: strings.Repeat("0", 26), OrderNo: "n", Order: "own"}
	if err := p.e.Inbox().Tasks()[inbox.TaskAnswers](t.Context(), queue.New(inbox.TaskAnswers, "", []inbox.Answer{answer})); err != nil {
		t.Fatal(err)
	}
	p.who.Put("/gc/inbox/"+c.ID+"/assign", obj{"userId": ""}).OK()
	below.Get("/gc/inbox/" + c.ID).OK()
}
