package inbox_test

import (
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/campaign/inbox"
	"herald/pkg/kit/queue"
)

// A reply whose function died after its write is stored once, even when the recipient wrote before it was repeated.
func TestARepeatedReplyAfterAnAnswerStandsOnce(t *testing.T) {
	for n := 1; n < 6; n++ {
		w := apptest.NewLossScenario(t, 0, apptest.ProcessKilled)
		direct := w.Users.Direct
		id := apptest.NewConversation(t, w.Env, direct)
		c := direct.With("Idempotency-Key", "one")
		w.Transport.Arm(n, apptest.ProcessKilled)
		c.Post("/gc/inbox/"+id+"/messages", apptest.Object{"type": "text", "text": "hi"})
		if !w.Transport.Arm(0, apptest.AnswerLost) {
			break
		}
		w.Kit.Clock.Add(10 * time.Second)
		answer := inbox.Answer{ID: "wamid.y", Number: 5511987654329, Kind: "text", Text: "hello?", At: w.Env.Now().UnixMilli(), Sender: "1",
			Channel: "whatsapp", Owner: direct.User.Owner(), Customer: "c", OrderID: apptest.MissingID, OrderNo: "n", Order: "o"}
		if err := w.Env.Inbox().Tasks()[inbox.TaskAnswers](t.Context(), queue.New(inbox.TaskAnswers, "", []inbox.Answer{answer})); err != nil {
			t.Fatal(err)
		}
		w.Kit.Clock.Add(61 * time.Second)
		first := testkit.Data[inbox.Message](c.Post("/gc/inbox/"+id+"/messages", apptest.Object{"type": "text", "text": "hi"}))
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

// A reply in one customer's conversation does not reveal the order of another customer that wrote meanwhile.
func TestAnAnswerTellsNoForeignOrder(t *testing.T) {
	p, order := apptest.NewInboxFixture(t)
	p.Receive(whatsappsim.Inbound{Text: "Oi"})
	c := p.Conversation()
	p.Kit.Clock.Add(time.Minute)
	p.Users.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": p.Users.Customer.User.ID, "amount": 100}).OK()
	foreign := p.SubmitBulk(p.Users.Customer, "of another", 1, nil)
	p.RunQueues()
	p.Kit.Clock.Add(time.Minute)
	p.Reply(c.ID, apptest.Object{"type": "text", "text": "A reply"}).OK()
	all, _ := p.Sim.Messages(0, 10)
	p.Kit.Clock.Add(time.Minute)
	p.Receive(whatsappsim.Inbound{Text: "following"})
	p.Kit.Clock.Add(time.Minute)
	p.Receive(whatsappsim.Inbound{Text: "quoting", Quotes: all[len(all)-1].ID})
	if now := p.Conversation(); now.OrderID != order || now.OrderName != "Spring sale" {
		t.Errorf("%+v", now)
	}
	got := p.Thread(c.ID)
	if len(got) != 4 {
		t.Fatalf("%+v", got)
	}
	for _, m := range got {
		if m.OrderID == foreign || m.OrderID == "" && m.OrderNo != "" {
			t.Errorf("%+v", m)
		}
	}
	if n := len(p.Conversations(p.Owner, "?orderId="+foreign)); n != 0 {
		t.Errorf("%d conversations by the foreign order", n)
	}
}

// A conversation cannot be assigned to a user of another customer, who would read it and reply at its owner's cost.
func TestUsersOfOtherCustomersAreNotAssigned(t *testing.T) {
	p, _ := apptest.NewInboxFixture(t)
	p.Owner = p.Users.Direct
	p.Receive(whatsappsim.Inbound{Text: "Oi"})
	c := p.Conversation()
	path := "/gc/inbox/" + c.ID + "/assign"
	p.Users.Admin.Put(path, apptest.Object{"userId": p.Users.Customer.User.ID}).Want(404, 0)
	p.Users.Admin.Put(path, apptest.Object{"userId": p.Users.Agent.User.ID}).Want(404, 0)
	p.Users.Customer.Get("/gc/inbox/"+c.ID).Want(404, 0)
	p.Users.Admin.Put(path, apptest.Object{"userId": p.Users.Admin.User.ID}).OK()
	p.Users.Admin.Put(path, apptest.Object{"userId": p.Owner.User.ID}).OK()
}

// An assignee who later orders to the conversation's number keeps the conversation.
func TestWhoOrderedKeepsAConversationThatWasLent(t *testing.T) {
	p, _ := apptest.NewInboxFixture(t)
	p.Owner = p.Users.Customer
	p.Users.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": p.Owner.User.ID, "amount": 100}).OK()
	p.Kit.Clock.Add(time.Minute)
	p.SubmitBulk(p.Owner, "of a house", 1, nil)
	p.RunQueues()
	p.Kit.Clock.Add(time.Minute)
	p.Receive(whatsappsim.Inbound{Text: "Oi"})
	c := p.Conversation()
	below := p.Users.Secondary
	p.Owner.Put("/gc/inbox/"+c.ID+"/assign", apptest.Object{"userId": below.User.ID}).OK()
	p.Kit.Clock.Add(time.Minute)
	answer := inbox.Answer{ID: "wamid.own", Number: apptest.Recipient, Kind: "text", Text: "hello", At: p.Kit.Now().UnixMilli(), Sender: "1",
		Channel: "whatsapp", Owner: below.User.Owner(), Customer: "s", OrderID: strings.Repeat("0", 26), OrderNo: "n", Order: "own"}
	if err := p.Env.Inbox().Tasks()[inbox.TaskAnswers](t.Context(), queue.New(inbox.TaskAnswers, "", []inbox.Answer{answer})); err != nil {
		t.Fatal(err)
	}
	p.Owner.Put("/gc/inbox/"+c.ID+"/assign", apptest.Object{"userId": ""}).OK()
	below.Get("/gc/inbox/" + c.ID).OK()
}
