package provideraccount_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"

	"herald/internal/apptest"
	"herald/internal/testkit"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/app"
	"herald/pkg/campaign/provideraccount"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// A new address needs the keys again: those that stand were written for another host. The same address needs none.
func TestANewAddressNeedsItsKeysAgain(t *testing.T) {
	f := newFixture(t)
	admin := f.users.Admin
	values := apptest.Object{"url": "https://sms.example.com", "account": "AC1", "from": "1206"}
	made := testkit.Data[provideraccount.AccountView](admin.Post("/lop/provider/account", apptest.Object{"provider": "twilio", "name": "T",
		"values": values, "keys": apptest.Object{"authToken": "x"}}))
	moved := apptest.Object{"id": made.ID, "name": "T", "values": apptest.Object{"url": "https://other.example.com"}}
	a := admin.In("en_US").Put("/lop/provider/account", moved)
	if a.Bad("keys.authToken"); !strings.Contains(string(a.Raw), "another host") {
		t.Error(string(a.Raw))
	}
	moved["keys"] = apptest.Object{"authToken": "y"}
	admin.Put("/lop/provider/account", moved).OK()
	values["url"], values["from"] = "https://other.example.com", "1207"
	admin.Put("/lop/provider/account", apptest.Object{"id": made.ID, "name": "T", "values": values}).OK()
	// Those of the configuration are keys too.
	admin.Put("/lop/provider/account", apptest.Object{"id": "whatsapp", "values": apptest.Object{"url": "https://graph.example.com"}}).
		Want(http.StatusBadRequest, 400)
}

// What the form shows and does not change stays a value of the configuration.
func TestAnExchangedKeyKeepsTheConfiguration(t *testing.T) {
	f := newFixture(t)
	shown := f.detail("whatsapp").Items[0].Values
	if len(shown) == 0 {
		t.Fatal("nothing is shown")
	}
	f.put(apptest.Object{"values": shown, "keys": apptest.Object{"token": newToken}})
	for _, row := range f.rows("PROVIDERACCOUNT") {
		for name, value := range shown {
			if value != "" && strings.Contains(row, `"`+name+`":"`) {
				t.Errorf("%s is kept: %s", name, row)
			}
		}
	}
}

// A message that was on its way with the old token when another one was refused, and so had the accounts read, goes out with the new one.
func TestMessagesOnTheirWayUseTheNewToken(t *testing.T) {
	f := newFixture(t)
	f.send(f.other)
	before := f.other.Senders().All()
	live := f.other.Senders().Sender("1").Messenger.(*provider.LiveMessenger)
	f.put(apptest.Object{"keys": apptest.Object{"token": newToken}})
	f.exchange(whatsappsim.Keys{Token: newToken, AppSecret: oldSecret})
	f.send(f.other)
	late := &provider.LiveMessenger{Messenger: live.Messenger, Source: &earlier{live.Source, before}, Note: live.Note}
	out := late.Send(t.Context(), provider.Message{To: "5511987654321", Reference: "late", Kind: provider.Text, Text: "Olá"})
	if out.Verdict != provider.Accepted {
		t.Errorf("%+v", out)
	}
}

// earlier gives the senders of a moment before once, then those of now.
type earlier struct {
	provider.Source
	before []*provider.Account
}

func (e *earlier) Senders() []*provider.Account {
	all := e.before
	if e.before = nil; all == nil {
		all = e.Source.Senders()
	}
	return all
}

// A read that began before an exchange does not count as one after it.
func TestAReadThatBeganBeforeIsNotTaken(t *testing.T) {
	f := newFixture(t)
	e := f.process()
	began, goOn := make(chan struct{}), make(chan struct{})
	var first sync.Once
	e.DB = &store.Faulty{DB: f.kit.DB, Before: func(string) error { return nil }, After: func(call string) error {
		if call == "query" {
			first.Do(func() { close(began); <-goOn })
		}
		return nil
	}}
	read := make(chan struct{})
	go func() { defer close(read); e.Senders() }()
	<-began
	f.put(apptest.Object{"keys": apptest.Object{"token": newToken}})
	f.exchange(whatsappsim.Keys{Token: newToken, AppSecret: oldSecret})
	f.users.Admin.Put("/lop/provider/account/whatsapp/check", nil).OK()
	checked := make(chan struct{})
	go func() {
		defer close(checked)
		tasks := app.SendTasks(e)
		f.kit.Work(f, "send", func(ctx context.Context, m queue.Message) error { return tasks[m.Kind](ctx, m) })
	}()
	close(goOn)
	<-read
	<-checked
	if got := f.detail("whatsapp").Items[0].Check; got.State != provideraccount.CheckOK {
		t.Errorf("%+v", got)
	}
}
