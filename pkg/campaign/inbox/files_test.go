package inbox_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/localstack/simulators/sim"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/account/customer"
	"herald/pkg/campaign/inbox"
)

// A recipient's file is fetched and offered by a link; a file that is too large, gone or of unknown type is shown as such.
func TestFilesOfRecipients(t *testing.T) {
	p, _ := apptest.NewInboxFixture(t)
	p.Receive(whatsappsim.Inbound{Type: "image", Text: "look", ID: "wamid.P"})
	p.Kit.Clock.Add(2 * time.Second)
	p.Receive(whatsappsim.Inbound{Type: "document", Filename: "bill.pdf", Media: []byte("%PDF-1.4 x"), ID: "wamid.D"})
	p.Kit.Clock.Add(2 * time.Second)
	p.Receive(whatsappsim.Inbound{Type: "location", Text: "Office"})
	p.Kit.Clock.Add(2 * time.Second)
	p.Receive(whatsappsim.Inbound{Type: "unsupported"})
	c := p.Conversation()
	got := p.Thread(c.ID)
	if len(got) != 4 || got[0].Kind != "image" || got[0].Text != "look" || got[0].File != "ready" || got[0].Type != "image/png" ||
		got[1].Name != "bill.pdf" || got[2].Kind != "location" || got[2].Text != "Office" || got[3].Kind != "other" {
		t.Fatalf("%+v", got)
	}
	link := testkit.Data[inbox.Link](p.Owner.Get("/gc/inbox/" + c.ID + "/messages/wamid.D/file"))
	if body, header := fetched(t, p.Kit, link.URL); body != "%PDF-1.4 x" ||
		!strings.Contains(header.Get("Content-Disposition"), "attachment") {
		t.Errorf("%q %v", body, header)
	}
	p.Owner.Get("/gc/inbox/"+c.ID+"/messages/wamid.none/file").Want(404, 0)
	p.Users.Customer.Get("/gc/inbox/"+c.ID+"/messages/wamid.D/file").Want(404, 0)
	p.Users.Admin.Put("/lop/system/config/inbox.media.bytes", apptest.Object{"value": 4}).OK()
	p.Kit.Clock.Add(time.Minute)
	p.Receive(whatsappsim.Inbound{Type: "audio"})
	if got := p.Thread(c.ID); got[4].File != "tooLarge" {
		t.Errorf("%+v", got[4])
	}
}

// fetched gets a presigned address.
func fetched(t *testing.T, k *testkit.Env, address string) (string, http.Header) {
	t.Helper()
	res, err := k.HTTP.Do(apptest.Must(http.NewRequest(http.MethodGet, address, nil)))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body), res.Header
}

// A reply with a picture is sent to the provider; a file that no channel carries or that does not exist is refused.
func TestAReplyWithAPicture(t *testing.T) {
	p, _ := apptest.NewInboxFixture(t)
	p.Receive(whatsappsim.Inbound{Text: "Oi"})
	c := p.Conversation()
	file := testkit.Data[struct{ ID string }](p.Owner.Upload("/uf/uploadfile", "file", "p.png", "image/png", sim.Picture())).ID
	p.Reply(c.ID, apptest.Object{"type": "image"}).Bad("mediaId")
	p.Reply(c.ID, apptest.Object{"type": "image", "mediaId": file, "text": "this one"}).OK()
	if got := p.Thread(c.ID)[1]; got.State != "sent" || got.Media != file {
		t.Errorf("%+v", got)
	}
	p.Reply(c.ID, apptest.Object{"type": "image", "mediaId": apptest.MissingID}).Want(404, 0)
	p.Reply(c.ID, apptest.Object{"type": "video", "mediaId": file}).Want(400, 0)
	p.Reply(c.ID, apptest.Object{"type": "text", "text": "  "}).Want(400, 0)
	p.Reply(c.ID, apptest.Object{"type": "text", "text": strings.Repeat("x", 4097)}).Want(400, 0)
	p.Reply(c.ID, apptest.Object{"type": "text", "text": strings.Repeat("x", 4096)}).OK()
	p.Reply(c.ID, apptest.Object{"type": "image", "mediaId": file, "text": strings.Repeat("x", 1025)}).Want(400, 0)
}

// A reply belongs to the latest order before it. A reply that quotes one of ours, or follows it, belongs to that conversation.
func TestTheOrderOfAReply(t *testing.T) {
	p, first := apptest.NewInboxFixture(t)
	between := p.Kit.Now().Add(30 * time.Second)
	p.Kit.Clock.Add(time.Minute)
	second := p.SubmitBulk(p.Owner, "Second", 2, nil)
	p.RunQueues()
	p.Kit.Clock.Add(time.Minute)
	p.Receive(whatsappsim.Inbound{Text: "to the first", At: between.Unix()})
	c := p.Conversation()
	p.Receive(whatsappsim.Inbound{Text: "to the second"})
	got := p.Thread(c.ID)
	if len(got) != 2 || got[0].OrderID != first || got[1].OrderID != second {
		t.Fatalf("%+v", got)
	}
	if now := p.Conversation(); now.OrderID != second || len(p.Conversations(p.Owner, "?orderId="+first)) != 1 {
		t.Errorf("%+v", now)
	}
	p.Kit.Clock.Add(time.Minute)
	r := testkit.Data[inbox.Message](p.Reply(c.ID, apptest.Object{"type": "text", "text": "A reply"}))
	all, _ := p.Sim.Messages(0, 10)
	p.Kit.Clock.Add(time.Minute)

	// Another customer's order to the same number comes between.
	p.Users.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": p.Users.Customer.User.ID, "amount": 100}).OK()
	p.SubmitBulk(p.Users.Customer, "of another", 1, nil)
	p.RunQueues()
	p.Kit.Clock.Add(time.Minute)
	p.Receive(whatsappsim.Inbound{Text: "quoting", Quotes: all[len(all)-1].ID})
	if got = p.Thread(c.ID); len(got) != 4 || got[3].Quotes != r.ID {
		t.Errorf("%+v", got)
	}
	p.Receive(whatsappsim.Inbound{Text: "to the other"})
	if theirs := p.Conversations(p.Users.Customer, ""); len(theirs) != 1 || theirs[0].LastMessage != "to the other" || theirs[0].Unread != 1 {
		t.Errorf("%+v", theirs)
	}
	p.Receive(whatsappsim.Inbound{From: "5511900000001", Text: "who are you?"}) // no order wrote to it
	if n := len(p.Conversations(p.Users.Admin, "")); n != 2 {
		t.Errorf("%d conversations", n)
	}
}

// The server accepts every assignee that the console offers, for every caller: only users of the tenant, not of an agent's other customers.
func TestWhoIsOfferedAConversationMayHaveIt(t *testing.T) {
	p, _ := apptest.NewInboxFixture(t)
	p.Owner = p.Users.Customer
	p.Users.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": p.Owner.User.ID, "amount": 100}).OK()
	p.Kit.Clock.Add(time.Minute)
	p.SubmitBulk(p.Owner, "of a house", 1, nil)
	p.RunQueues()
	p.Kit.Clock.Add(time.Minute)
	p.Receive(whatsappsim.Inbound{Text: "Oi"})
	c := p.Conversation()
	beside := testkit.Data[customer.CreateResponse](p.Users.Agent.Post("/aty/customerinfo",
		apptest.Object{"name": "Beside", "phone": "13900009999", "email": "beside@example.com", "countryCode": "BR", "customerType": "person"}))
	for _, who := range []*sessiontest.Actor{p.Users.Customer, p.Users.Agent, p.Users.Admin} {
		house := testkit.Data[inbox.Detail](who.Get("/gc/inbox/" + c.ID)).TenantID
		offered := testkit.Data[[]customer.Option](who.Get("/aty/customerinfo/selector?houseId=" + house))
		if len(offered) != 2 {
			t.Errorf("%s is offered %+v", who.Name, offered)
		}
		for _, o := range offered {
			who.Put("/gc/inbox/"+c.ID+"/assign", apptest.Object{"userId": o.UserID}).OK()
		}
		who.Put("/gc/inbox/"+c.ID+"/assign", apptest.Object{"userId": beside.UserID}).Want(404, 0)
	}
	p.Users.OtherCustomer.Get("/aty/customerinfo/selector?houseId="+p.Owner.User.ID).Want(404, 0)
}

// An assignee sees a conversation while assigned; a closed one opens with the next answer. Staff see every
// conversation and get each change, for any assignee; users of other tenants do not.
func TestStaffGetNoticeOfEveryConversation(t *testing.T) {
	p, _ := apptest.NewInboxFixture(t)
	staff, owner, stranger := p.OpenSocket(p.Users.Admin), p.OpenSocket(p.Owner), p.OpenSocket(p.Users.Customer)
	p.Kit.Pushed.Take()
	p.Receive(whatsappsim.Inbound{Text: "Oi"})
	c := p.Conversation()
	if n := apptest.CountNotices(p.SendingFixture, "inbox"); n[staff] != 1 || n[owner] != 1 || n[stranger] != 0 {
		t.Errorf("an answer: %v", n)
	}
	p.Reply(c.ID, apptest.Object{"type": "text", "text": "Olá"}).OK()
	if n := apptest.CountNotices(p.SendingFixture, "inbox"); n[staff] == 0 || n[owner] == 0 || n[stranger] != 0 {
		t.Errorf("a reply: %v", n)
	}
}

func TestAssignmentAndClosing(t *testing.T) {
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
	below.Get("/gc/inbox/"+c.ID).Want(404, 0)
	socket := p.OpenSocket(below)
	p.Owner.Put("/gc/inbox/"+c.ID+"/assign", apptest.Object{"userId": below.User.ID}).OK()
	if got := p.Conversations(below, "?assigneeId="+below.User.ID); len(got) != 1 || got[0].AssigneeName == "" {
		t.Errorf("%+v", got)
	}
	told := false
	for _, m := range p.Kit.Pushed.Take() {
		told = told || m.Connection == socket && strings.Contains(string(m.Data), `"inbox"`)
	}
	if !told {
		t.Error("who was assigned is not told")
	}
	below.Get("/gc/inbox/" + c.ID).OK()
	p.Owner.Put("/gc/inbox/"+c.ID+"/assign", apptest.Object{"userId": p.Users.OtherCustomer.User.ID}).Want(404, 0)
	p.Owner.Put("/gc/inbox/"+c.ID+"/assign", apptest.Object{"userId": ""}).OK()
	below.Get("/gc/inbox/"+c.ID).Want(404, 0)
	if got := p.Conversations(below, ""); len(got) != 0 {
		t.Errorf("%+v", got)
	}
	p.Owner.Put("/gc/inbox/"+c.ID+"/status", apptest.Object{"status": "closed"}).OK()
	if got := p.Conversation(); got.Status != inbox.Closed || got.Unread != 0 {
		t.Errorf("%+v", got)
	}
	p.Kit.Clock.Add(time.Minute)
	p.Receive(whatsappsim.Inbound{Text: "mais uma coisa"})
	if got := p.Conversation(); got.Status != inbox.Open || got.Unread != 1 {
		t.Errorf("%+v", got)
	}
	if got := p.Conversations(p.Users.Agent, ""); len(got) != 1 { // its customer's
		t.Errorf("the agent sees %d", len(got))
	}
	if got := p.Conversations(p.Users.Direct, ""); len(got) != 0 {
		t.Errorf("another customer sees %d", len(got))
	}
}

// A long thread comes in parts.
func TestALongThread(t *testing.T) {
	p, _ := apptest.NewInboxFixture(t)
	for i := range 60 {
		p.Kit.Clock.Add(time.Second)
		p.Receive(whatsappsim.Inbound{Text: fmt.Sprint(i)})
	}
	c := p.Conversation()
	first := testkit.Data[inbox.Thread](p.Owner.Get("/gc/inbox/" + c.ID + "/messages"))
	if len(first.Records) != 50 || first.Next == "" || first.Records[0].Text != "59" {
		t.Fatalf("%d %q", len(first.Records), first.Next)
	}
	rest := testkit.Data[inbox.Thread](p.Owner.Get("/gc/inbox/" + c.ID + "/messages?before=" + strings.ReplaceAll(first.Next, "#", "%23")))
	if len(rest.Records) != 10 || rest.Next != "" || rest.Records[0].Text != "9" {
		t.Errorf("%d %q", len(rest.Records), rest.Next)
	}
	p.Owner.Get("/gc/inbox/"+c.ID+"/messages?before=x").Want(400, 0)
}
