package app

import (
	"fmt"
	"herald/localstack/simulators/sim"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/account/customer"
	"herald/pkg/campaign/inbox"
	"herald/pkg/kit/testkit"
	"herald/pkg/platform/session/sessiontest"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// What a recipient sends is brought here and given out by a link; what is too large, gone or unknown is shown as that.
func TestFilesOfRecipients(t *testing.T) {
	p, _ := mustTalk(t)
	p.says(whatsappsim.Inbound{Type: "image", Text: "look", ID: "wamid.P"})
	p.k.Clock.Add(2 * time.Second)
	p.says(whatsappsim.Inbound{Type: "document", Filename: "bill.pdf", Media: []byte("%PDF-1.4 x"), ID: "wamid.D"})
	p.k.Clock.Add(2 * time.Second)
	p.says(whatsappsim.Inbound{Type: "location", Text: "Office"})
	p.k.Clock.Add(2 * time.Second)
	p.says(whatsappsim.Inbound{Type: "unsupported"})
	c := p.one()
	got := p.thread(c.ID)
	if len(got) != 4 || got[0].Kind != "image" || got[0].Text != "look" || got[0].File != "ready" || got[0].Type != "image/png" ||
		got[1].Name != "bill.pdf" || got[2].Kind != "location" || got[2].Text != "Office" || got[3].Kind != "other" {
		t.Fatalf("%+v", got)
	}
	link := testkit.Data[inbox.Link](p.who.Get("/gc/inbox/" + c.ID + "/messages/wamid.D/file"))
	if body, header := fetched(t, p.k, link.URL); body != "%PDF-1.4 x" || !strings.Contains(header.Get("Content-Disposition"), "attachment") {
		t.Errorf("%q %v", body, header)
	}
	p.who.Get("/gc/inbox/"+c.ID+"/messages/wamid.none/file").Want(404, 0)
	p.c.Customer.Get("/gc/inbox/"+c.ID+"/messages/wamid.D/file").Want(404, 0)
	p.c.Admin.Put("/lop/system/config/inbox.media.bytes", obj{"value": 4}).OK()
	p.k.Clock.Add(time.Minute)
	p.says(whatsappsim.Inbound{Type: "audio"})
	if got := p.thread(c.ID); got[4].File != "tooLarge" {
		t.Errorf("%+v", got[4])
	}
}

// fetched gets a presigned address.
func fetched(t *testing.T, k *testkit.Env, address string) (string, http.Header) {
	t.Helper()
	res, err := k.HTTP.Do(must(http.NewRequest(http.MethodGet, address, nil)))
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

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// A reply with a picture is brought to the provider; what no channel carries or nobody has is refused.
func TestAReplyWithAPicture(t *testing.T) {
	p, _ := mustTalk(t)
	p.says(whatsappsim.Inbound{Text: "Oi"})
	c := p.one()
	file := testkit.Data[struct{ ID string }](p.who.Upload("/uf/uploadfile", "file", "p.png", "image/png", sim.Picture())).ID
	p.replies(c.ID, obj{"type": "image"}).Bad("mediaId")
	p.replies(c.ID, obj{"type": "image", "mediaId": file, "text": "this one"}).OK()
	if got := p.thread(c.ID)[1]; got.State != "sent" || got.Media != file {
		t.Errorf("%+v", got)
	}
	p.replies(c.ID, obj{"type": "image", "mediaId": ghost}).Want(404, 0)
	p.replies(c.ID, obj{"type": "video", "mediaId": file}).Want(400, 0)
	p.replies(c.ID, obj{"type": "text", "text": "  "}).Want(400, 0)
	p.replies(c.ID, obj{"type": "text", "text": strings.Repeat("x", 4097)}).Want(400, 0)
	p.replies(c.ID, obj{"type": "text", "text": strings.Repeat("x", 4096)}).OK()
	p.replies(c.ID, obj{"type": "image", "mediaId": file, "text": strings.Repeat("x", 1025)}).Want(400, 0)
}

// An answer belongs to the order that had written by then; one that quotes a reply, or follows it, to that conversation.
func TestWhomAnAnswerBelongsTo(t *testing.T) {
	p, first := mustTalk(t)
	between := p.k.Now().Add(30 * time.Second)
	p.k.Clock.Add(time.Minute)
	second := p.bulk(p.who, "Second", 2, nil)
	p.sends()
	p.k.Clock.Add(time.Minute)
	p.says(whatsappsim.Inbound{Text: "to the first", At: between.Unix()})
	c := p.one()
	p.says(whatsappsim.Inbound{Text: "to the second"})
	got := p.thread(c.ID)
	if len(got) != 2 || got[0].OrderID != first || got[1].OrderID != second {
		t.Fatalf("%+v", got)
	}
	if now := p.one(); now.OrderID != second || len(p.list(p.who, "?orderId="+first)) != 1 {
		t.Errorf("%+v", now)
	}
	p.k.Clock.Add(time.Minute)
	r := testkit.Data[inbox.Message](p.replies(c.ID, obj{"type": "text", "text": "A reply"}))
	all, _ := p.sim.Messages(0, 10)
	p.k.Clock.Add(time.Minute)

	// Another customer's order to the same number comes between.
	p.c.Admin.Put("/aty/customerinfo/recharge", obj{"userId": p.c.Customer.User.ID, "amount": 100}).OK()
	p.bulk(p.c.Customer, "of another", 1, nil)
	p.sends()
	p.k.Clock.Add(time.Minute)
	p.says(whatsappsim.Inbound{Text: "quoting", Quotes: all[len(all)-1].ID})
	if got = p.thread(c.ID); len(got) != 4 || got[3].Quotes != r.ID {
		t.Errorf("%+v", got)
	}
	p.says(whatsappsim.Inbound{Text: "to the other"})
	if theirs := p.list(p.c.Customer, ""); len(theirs) != 1 || theirs[0].LastMessage != "to the other" || theirs[0].Unread != 1 {
		t.Errorf("%+v", theirs)
	}
	p.says(whatsappsim.Inbound{From: "5511900000001", Text: "who are you?"}) // nobody wrote to it
	if n := len(p.list(p.c.Admin, "")); n != 2 {
		t.Errorf("%d conversations", n)
	}
}

// Whom the console offers to look after a conversation the server takes, whoever asks: of the house alone, not of others of an agent.
func TestWhoIsOfferedAConversationMayHaveIt(t *testing.T) {
	p, _ := mustTalk(t)
	p.who = p.c.Customer
	p.c.Admin.Put("/aty/customerinfo/recharge", obj{"userId": p.who.User.ID, "amount": 100}).OK()
	p.k.Clock.Add(time.Minute)
	p.bulk(p.who, "of a house", 1, nil)
	p.sends()
	p.k.Clock.Add(time.Minute)
	p.says(whatsappsim.Inbound{Text: "Oi"})
	c := p.one()
	beside := testkit.Data[customer.CreateResponse](p.c.Agent.Post("/aty/customerinfo",
		obj{"name": "Beside", "phone": "13900009999", "email": "beside@example.com", "countryCode": "BR", "customerType": "person"}))
	for _, who := range []*sessiontest.Actor{p.c.Customer, p.c.Agent, p.c.Admin} {
		house := testkit.Data[inbox.Detail](who.Get("/gc/inbox/" + c.ID)).TenantID
		offered := testkit.Data[[]customer.Option](who.Get("/aty/customerinfo/selector?houseId=" + house))
		if len(offered) != 2 {
			t.Errorf("%s is offered %+v", who.Name, offered)
		}
		for _, o := range offered {
			who.Put("/gc/inbox/"+c.ID+"/assign", obj{"userId": o.UserID}).OK()
		}
		who.Put("/gc/inbox/"+c.ID+"/assign", obj{"userId": beside.UserID}).Want(404, 0)
	}
	p.c.OtherCustomer.Get("/aty/customerinfo/selector?houseId="+p.who.User.ID).Want(404, 0)
}

// Who looks after a conversation sees it as long as he does; a closed one opens with the next answer.
// Staff see every conversation and are told of each as it changes, whoever looks after it; strangers are not.
func TestStaffAreToldOfEveryConversation(t *testing.T) {
	p, _ := mustTalk(t)
	staff, owner, stranger := p.listen(p.c.Admin), p.listen(p.who), p.listen(p.c.Customer)
	p.k.Pushed.Take()
	p.says(whatsappsim.Inbound{Text: "Oi"})
	c := p.one()
	if n := told(p.house, "inbox"); n[staff] != 1 || n[owner] != 1 || n[stranger] != 0 {
		t.Errorf("an answer: %v", n)
	}
	p.replies(c.ID, obj{"type": "text", "text": "Olá"}).OK()
	if n := told(p.house, "inbox"); n[staff] == 0 || n[owner] == 0 || n[stranger] != 0 {
		t.Errorf("a reply: %v", n)
	}
}

func TestAssignmentAndClosing(t *testing.T) {
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
	below.Get("/gc/inbox/"+c.ID).Want(404, 0)
	socket := p.listen(below)
	p.who.Put("/gc/inbox/"+c.ID+"/assign", obj{"userId": below.User.ID}).OK()
	if got := p.list(below, "?assigneeId="+below.User.ID); len(got) != 1 || got[0].AssigneeName == "" {
		t.Errorf("%+v", got)
	}
	told := false
	for _, m := range p.k.Pushed.Take() {
		told = told || m.Connection == socket && strings.Contains(string(m.Data), `"inbox"`)
	}
	if !told {
		t.Error("who was assigned is not told")
	}
	below.Get("/gc/inbox/" + c.ID).OK()
	p.who.Put("/gc/inbox/"+c.ID+"/assign", obj{"userId": p.c.OtherCustomer.User.ID}).Want(404, 0)
	p.who.Put("/gc/inbox/"+c.ID+"/assign", obj{"userId": ""}).OK()
	below.Get("/gc/inbox/"+c.ID).Want(404, 0)
	if got := p.list(below, ""); len(got) != 0 {
		t.Errorf("%+v", got)
	}
	p.who.Put("/gc/inbox/"+c.ID+"/status", obj{"status": "closed"}).OK()
	if got := p.one(); got.Status != inbox.Closed || got.Unread != 0 {
		t.Errorf("%+v", got)
	}
	p.k.Clock.Add(time.Minute)
	p.says(whatsappsim.Inbound{Text: "mais uma coisa"})
	if got := p.one(); got.Status != inbox.Open || got.Unread != 1 {
		t.Errorf("%+v", got)
	}
	if got := p.list(p.c.Agent, ""); len(got) != 1 { // its customer's
		t.Errorf("the agent sees %d", len(got))
	}
	if got := p.list(p.c.Direct, ""); len(got) != 0 {
		t.Errorf("another customer sees %d", len(got))
	}
}

// A long thread comes in parts.
func TestALongThread(t *testing.T) {
	p, _ := mustTalk(t)
	for i := range 60 {
		p.k.Clock.Add(time.Second)
		p.says(whatsappsim.Inbound{Text: fmt.Sprint(i)})
	}
	c := p.one()
	first := testkit.Data[inbox.Thread](p.who.Get("/gc/inbox/" + c.ID + "/messages"))
	if len(first.Records) != 50 || first.Next == "" || first.Records[0].Text != "59" {
		t.Fatalf("%d %q", len(first.Records), first.Next)
	}
	rest := testkit.Data[inbox.Thread](p.who.Get("/gc/inbox/" + c.ID + "/messages?before=" + strings.ReplaceAll(first.Next, "#", "%23")))
	if len(rest.Records) != 10 || rest.Next != "" || rest.Records[0].Text != "9" {
		t.Errorf("%d %q", len(rest.Records), rest.Next)
	}
	p.who.Get("/gc/inbox/"+c.ID+"/messages?before=x").Want(400, 0)
}
