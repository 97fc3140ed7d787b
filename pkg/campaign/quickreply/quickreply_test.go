package quickreply_test

import (
	"fmt"
	"strings"
	"testing"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/campaign/quickreply"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/web"
)

type object = apptest.Object

const path = "/gc/quickreply"

// Quick replies belong to a customer: its secondaries read them, its agent and staff write them, others see none.
func TestQuickReplies(t *testing.T) {
	p, _ := apptest.NewInboxFixture(t)
	u := p.Users
	made := testkit.Data[quickreply.QuickReply](u.Customer.Post(path, object{"shortcut": "/Preço", "text": " Hello {name} "}))
	if made.Shortcut != "Preço" || made.Text != "Hello {name}" || made.CustomerID != u.Customer.User.ID {
		t.Errorf("%+v", made)
	}
	u.Customer.Post(path, object{"shortcut": "PREÇO", "text": "x"}).Bad("shortcut")
	u.Direct.Post(path, object{"shortcut": "Preço", "text": "of another"}).OK()
	u.Agent.Post(path, object{"shortcut": "agent", "text": "x", "customerId": u.Customer.User.ID}).OK()
	u.Admin.Post(path, object{"shortcut": "staff", "text": "x", "customerId": u.Customer.User.ID}).OK()
	u.Admin.Post(path, object{"shortcut": "staff", "text": "x"}).Bad("customerId")
	u.Secondary.Post(path, object{"shortcut": "no", "text": "x"}).Want(403, 403)
	count := func(of *testkit.Client) int {
		return len(testkit.Data[web.Page[quickreply.QuickReply]](of.Get(path + "/page")).Records)
	}
	for name, c := range map[string]struct {
		of   *testkit.Client
		want int
	}{"customer": {u.Customer.Client, 3}, "secondary": {u.Secondary.Client, 3}, "agent": {u.Agent.Client, 3}, "other": {u.Direct.Client, 1}} {
		if n := count(c.of); n != c.want {
			t.Errorf("%s reads %d", name, n)
		}
	}
	u.Customer.Put(path, object{"id": made.ID, "shortcut": "agent"}).Bad("shortcut")
	now := testkit.Data[quickreply.QuickReply](u.Customer.Put(path, object{"id": made.ID, "shortcut": "cost"}))
	if now.Shortcut != "cost" || now.Text != "Hello {name}" {
		t.Errorf("%+v", now)
	}
	u.Customer.Post(path, object{"shortcut": "preço", "text": "free again"}).OK()
	u.Customer.Delete(path+"/"+made.ID, nil).OK()
	u.Customer.Post(path, object{"shortcut": "cost", "text": "free again"}).OK()
	u.Customer.Delete(path+"/"+made.ID, nil).Want(404, 404)
}

// A quick reply that breaks a rule is refused with its field, in four languages.
func TestRefusalsInFourLanguages(t *testing.T) {
	p, _ := apptest.NewInboxFixture(t)
	text := ""
	for _, c := range []struct {
		field string
		body  object
	}{
		{"shortcut", object{"text": "x"}},
		{"shortcut", object{"shortcut": "two words", "text": "x"}},
		{"shortcut", object{"shortcut": strings.Repeat("é", 21), "text": "x"}},
		{"text", object{"shortcut": "a", "text": " "}},
		{"text", object{"shortcut": "a", "text": strings.Repeat("é", 1001)}},
	} {
		for _, lang := range i18n.Langs {
			a := p.Owner.In(string(lang)).Post(path, c.body).Bad(c.field)
			raw := string(a.Raw)
			text += raw[strings.Index(raw, `"errors"`):] + "\n"
		}
	}
	testkit.Golden(t, t.Name(), text)
	for i := range 200 {
		p.Owner.Post(path, object{"shortcut": fmt.Sprint("n", i), "text": "x"}).OK()
	}
	p.Owner.Post(path, object{"shortcut": "more", "text": "x"}).Want(409, 409)
}
