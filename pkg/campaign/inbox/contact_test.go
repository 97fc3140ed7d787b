package inbox_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/campaign/inbox"
)

// A contact has the name of its profile, unless its contact list has one, unless a user wrote one. All of them are found by a search.
func TestNamesOfContacts(t *testing.T) {
	p, _ := apptest.NewInboxFixture(t)
	p.Receive(whatsappsim.Inbound{Text: "Quanto custa?", Name: "ana ☀"})
	c := p.Conversation()
	if c.Name != "ana ☀" {
		t.Errorf("%+v", c)
	}
	path := "/gc/inbox/" + c.ID + "/contact"
	p.Owner.Put(path, apptest.Object{"name": "  Ana\n Souza "}).OK()
	p.Kit.Clock.Add(time.Minute)
	p.Receive(whatsappsim.Inbound{Text: "Oi", Name: "other"})
	if c = p.Conversation(); c.Name != "Ana Souza" {
		t.Errorf("%+v", c)
	}
	for filter, n := range map[string]int{"souza": 1, "SOUZA": 1, "98765": 1, "+55%2011": 1, "oi": 1, "custa": 0, "bruno": 0} {
		if got := p.Conversations(p.Owner, "?search="+filter); len(got) != n {
			t.Errorf("%s: %d conversations", filter, len(got))
		}
	}
	p.Owner.Put(path, apptest.Object{"name": strings.Repeat("é", 101)}).Bad("name")
	p.Owner.Put(path, apptest.Object{"name": ""}).OK()
	if c = p.Conversation(); c.Name != "other" {
		t.Errorf("%+v", c)
	}
}

// A conversation has at most ten tags of 30 characters, each once regardless of case, and lists can be filtered by them.
func TestTags(t *testing.T) {
	p, _ := apptest.NewInboxFixture(t)
	p.Receive(whatsappsim.Inbound{Text: "Oi"})
	c := p.Conversation()
	path := "/gc/inbox/" + c.ID + "/tags"
	p.Owner.Put(path, apptest.Object{"tags": []string{" vip ", "Invoice, VIP", ""}}).OK()
	if c = p.Conversation(); !slices.Equal(c.Tags, []string{"Invoice", "vip"}) {
		t.Errorf("%q", c.Tags)
	}
	for filter, n := range map[string]int{"?tag=vip": 1, "?tag=other": 0, "?tag=other,Invoice": 1, "?isTagged=false": 0} {
		if got := p.Conversations(p.Owner, filter); len(got) != n {
			t.Errorf("%s: %d conversations", filter, len(got))
		}
	}
	if got := testkit.Data[inbox.Tags](p.Owner.Get("/gc/inbox/tags")).Tags; !slices.Equal(got, []string{"Invoice", "vip"}) {
		t.Errorf("%q", got)
	}
	if got := testkit.Data[inbox.Tags](p.Users.Customer.Get("/gc/inbox/tags")).Tags; len(got) != 0 {
		t.Errorf("another customer reads %q", got)
	}
	for _, lang := range []string{"zh_CN", "en_US", "pt_BR", "zh_TW"} {
		p.Owner.In(lang).Put(path, apptest.Object{"tags": []string{strings.Repeat("é", 31)}}).Bad("tags")
		p.Owner.In(lang).Put(path, apptest.Object{"tags": []string{"1,2,3,4,5,6,7,8,9,10,11"}}).Bad("tags")
	}
	p.Owner.Put(path, apptest.Object{"tags": []string{}}).OK()
	if c = p.Conversation(); len(c.Tags) != 0 {
		t.Errorf("%q", c.Tags)
	}
}

// A note stands in the thread with its author, is never sent, changes nothing else of its conversation, and is deleted by its author alone.
func TestNotesAreNeverSent(t *testing.T) {
	p, _ := apptest.NewInboxFixture(t)
	p.Receive(whatsappsim.Inbound{Text: "Oi"})
	c := p.Conversation()
	path := "/gc/inbox/" + c.ID + "/notes"
	p.Owner.Post(path, apptest.Object{"text": " \n"}).Bad("text")
	p.Owner.Post(path, apptest.Object{"text": strings.Repeat("é", 2001)}).Bad("text")
	own := testkit.Data[inbox.Message](p.Owner.With("Idempotency-Key", "k").Post(path, apptest.Object{"text": "Call her on Monday"}))
	p.Owner.With("Idempotency-Key", "k").Post(path, apptest.Object{"text": "Call her on Monday"}).OK()
	p.Kit.Clock.Add(time.Second)
	staff := testkit.Data[inbox.Message](p.Users.Admin.Post(path, apptest.Object{"text": "By staff"}))
	for range 3 {
		p.Kit.Clock.Add(time.Hour)
		p.Tick()
		p.RunInbound()
	}
	p.SignIn(p.Owner)
	said := p.Thread(c.ID)
	if len(said) != 3 || said[1].ID != own.ID || said[1].Kind != "note" || said[1].State != "" || said[1].By == "" ||
		said[1].OperatorID != p.Owner.User.ID || said[2].ID != staff.ID {
		t.Fatalf("%+v", said)
	}
	if all, _ := p.Sim.Messages(0, 10); len(all) != 2 {
		t.Errorf("%d messages were sent", len(all))
	}
	if now := p.Conversation(); now.LastMessage != "Oi" || !now.LastIn {
		t.Errorf("%+v", now)
	}
	for _, lang := range []string{"zh_CN", "en_US", "pt_BR", "zh_TW"} {
		p.Owner.In(lang).Delete(path+"/"+staff.ID, nil).Want(409, 409)
	}
	p.Owner.Delete(path+"/"+said[0].ID, nil).Want(404, 404)
	p.Owner.Delete(path+"/"+own.ID, nil).OK()
	if said = p.Thread(c.ID); len(said) != 2 {
		t.Errorf("%+v", said)
	}
}

// A search finds messages and notes of one conversation in any case, the latest first, a page at a time.
func TestSearchInAConversation(t *testing.T) {
	p, _ := apptest.NewInboxFixture(t)
	for range 52 {
		p.Kit.Clock.Add(2 * time.Second)
		p.Receive(whatsappsim.Inbound{Text: "Preço da CAMISA"})
	}
	p.Receive(whatsappsim.Inbound{Text: "outra coisa"})
	c := p.Conversation()
	p.Owner.Post("/gc/inbox/"+c.ID+"/notes", apptest.Object{"text": "camisa azul"}).OK()
	path := "/gc/inbox/" + c.ID + "/search?text="
	first := testkit.Data[inbox.Thread](p.Owner.Get(path + "camisa"))
	if len(first.Records) != 50 || first.Next == "" || first.Records[0].Text != "camisa azul" {
		t.Fatalf("%d records, %q", len(first.Records), first.Next)
	}
	rest := testkit.Data[inbox.Thread](p.Owner.Get(path + "camisa&before=" + strings.ReplaceAll(first.Next, "#", "%23")))
	if len(rest.Records) != 3 || rest.Next != "" {
		t.Errorf("%d records, %q", len(rest.Records), rest.Next)
	}
	if none := testkit.Data[inbox.Thread](p.Owner.Get(path + "nada")); len(none.Records) != 0 {
		t.Errorf("%+v", none)
	}
	p.Owner.Get(path).Bad("text")
	p.Owner.Get(path + strings.Repeat("x", 101)).Bad("text")
}
