package provideraccount_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/campaign/provideraccount"
	"herald/pkg/campaign/sender"
	"herald/pkg/kit/web"
	"herald/pkg/platform/dict"
	"herald/pkg/provider"
)

var second = apptest.Object{"provider": "whatsapp", "name": "Second", "values": apptest.Object{"phoneNumberId": "3", "wabaId": "9"},
	"keys": apptest.Object{"token": oldToken, "appSecret": oldSecret, "verifyToken": "v"}}

// Bad values are refused by their fields, and nothing changes.
func TestValuesAreOfTheirFields(t *testing.T) {
	f := newFixture(t)
	twilio := func(url string) apptest.Object {
		return apptest.Object{"provider": "twilio", "name": "T", "values": apptest.Object{"url": url, "account": "AC1", "from": "1206"},
			"keys": apptest.Object{"authToken": "x"}}
	}
	smtp := func(address, security string) apptest.Object {
		return apptest.Object{"provider": "smtp", "name": "S", "values": apptest.Object{"address": address, "security": security,
			"returnDomain": "bounce.example"}, "keys": apptest.Object{"secret": "s", "password": "p"}}
	}
	for _, c := range []struct {
		body  apptest.Object
		field string
	}{
		{apptest.Object{"provider": "alipay", "name": "A"}, "provider"},
		{apptest.Object{"provider": "pigeon", "name": "A"}, "provider"},
		{apptest.Object{"provider": "whatsapp"}, "name"},
		{apptest.Object{"provider": "whatsapp", "name": "A", "values": apptest.Object{"wabaId": "2"}}, "values.phoneNumberId"},
		{apptest.Object{"provider": "whatsapp", "name": "A", "values": apptest.Object{"phoneNumberId": "5", "wabaId": "x"}}, "values.wabaId"},
		{apptest.Object{"provider": "whatsapp", "name": "A", "values": apptest.Object{"phoneNumberId": "5", "wabaId": "2"}}, "keys.token"},
		{apptest.Object{"provider": "whatsapp", "name": "A", "values": apptest.Object{"token": "5"}}, "values.token"},
		{apptest.Object{"provider": "whatsapp", "name": "A", "keys": apptest.Object{"pigeon": "5"}}, "keys.pigeon"},
		{apptest.Object{"provider": "whatsapp", "name": "A", "values": apptest.Object{"phoneNumberId": "1", "wabaId": "2"},
			"keys": second["keys"]}, "values"}, // the number of the configuration's account
		{twilio("http://169.254.169.254"), "values.url"},
		{twilio("https://10.0.0.1"), "values.url"},
		{twilio("http://localhost:9000"), "values.url"},
		{twilio("ftp://example.com"), "values.url"},
		{smtp("127.0.0.1:25", "starttls"), "values.address"},
		{smtp("mail.example.com", "starttls"), "values.address"},
		{smtp("mail.example.com:587", "plain"), "values.security"},
		{smtp("mail.example.com:587", "none"), "values"}, // no password is sent unencrypted
	} {
		f.users.Admin.Post("/lop/provider/account", c.body).Bad(c.field)
	}
	f.users.Admin.Put("/lop/provider/account", apptest.Object{"id": "whatsapp", "keys": apptest.Object{"token": strings.Repeat("x", 4001)}}).
		Bad("keys.token")
	f.users.Admin.Put("/lop/provider/account", apptest.Object{"id": "alipay"}).Want(http.StatusNotFound, 0)
	if rows := f.rows("PROVIDERACCOUNT"); len(rows) != 0 {
		t.Errorf("%v", rows)
	}
	f.users.Admin.Post("/lop/provider/account", twilio(f.url)).OK() // a host of the configuration, as simulators are
	f.users.Admin.Post("/lop/provider/account", smtp("mail.example.com:587", "starttls")).OK()
}

// Only staff who may change everything see and change accounts.
func TestOnlyAdminsManageProviders(t *testing.T) {
	f := newFixture(t)
	for _, who := range []interface{ Get(string) *testkit.Answer }{f.users.Agent, f.users.Customer, f.users.Secondary} {
		who.Get("/lop/provider/page").Want(http.StatusForbidden, 0)
		who.Get("/lop/provider/whatsapp").Want(http.StatusForbidden, 0)
	}
	f.users.Customer.Put("/lop/provider/account", apptest.Object{"id": "whatsapp"}).Want(http.StatusForbidden, 0)
	f.users.Customer.Put("/lop/provider/account/whatsapp/check", nil).Want(http.StatusForbidden, 0)
	f.users.Admin.Get("/lop/provider/pigeon").Want(http.StatusNotFound, 0)
	f.users.Admin.Delete("/lop/provider/account/"+apptest.MissingID, nil).Want(http.StatusNotFound, 0)
	f.users.Admin.Put("/lop/provider/account/usable", apptest.Object{"id": apptest.MissingID, "usable": true}).Want(http.StatusNotFound, 0)
}

// A second account stands beside that of the configuration, sends with its own keys, and takes callbacks of its own secret.
func TestASecondAccountSendsBesideTheFirst(t *testing.T) {
	f := newFixture(t)
	v := testkit.Data[provideraccount.AccountView](f.users.Admin.Post("/lop/provider/account", second))
	if v.State != provideraccount.Ready || v.Configured || v.Values["phoneNumberId"] != "3" {
		t.Errorf("%+v", v)
	}
	by := f.env.Senders().Sender("3")
	if by == nil {
		t.Fatal("no sender")
	}
	if out := by.Send(t.Context(), provider.Message{To: "5511987654321", Reference: "r", Kind: provider.Text, Text: "x"}); out.Verdict !=
		provider.Accepted {
		t.Errorf("%+v", out)
	}
	if p := by.Profile(); p.Account != "9" || len(f.env.Senders().Siblings("3")) != 1 {
		t.Errorf("%+v", p)
	}
	f.users.Admin.Put("/lop/provider/account", apptest.Object{"id": v.ID, "name": "Third", "keys": apptest.Object{"appSecret": newSecret}}).OK()
	for secret, want := range map[string]int{oldSecret: 200, newSecret: 200, "another": 401} {
		if got := f.callback(secret); got != want {
			t.Errorf("%s: %d", secret, got)
		}
	}
	f.users.Admin.Delete("/lop/provider/account/"+v.ID, nil).OK()
	if f.env.Senders().Sender("3") != nil || len(f.rows("PROVIDERKEY#whatsapp/token")) != 0 {
		t.Error("it is still there")
	}
}

// A paused account sends nothing new, what was ordered by it waits, and its receipts are taken.
func TestAPausedAccountWaits(t *testing.T) {
	f := newFixture(t)
	off := testkit.Data[provideraccount.AccountView](f.users.Admin.Put("/lop/provider/account/usable",
		apptest.Object{"id": "whatsapp", "usable": false}))
	if off.Usable || off.State != provideraccount.Paused {
		t.Errorf("%+v", off)
	}
	row := testkit.Data[web.Page[sender.Row]](f.users.Admin.Get("/gc/sender/page?channel=whatsapp")).Records[0]
	if row.State != sender.Off || f.callback(oldSecret) != 200 {
		t.Errorf("%+v", row)
	}
	f.users.Admin.Put("/lop/provider/account/usable", apptest.Object{"id": "whatsapp", "usable": true}).OK()
	row = testkit.Data[web.Page[sender.Row]](f.users.Admin.Get("/gc/sender/page?channel=whatsapp")).Records[0]
	if row.State != sender.Ready {
		t.Errorf("%+v", row)
	}
}

// An account does not lose a sender that an order uses.
func TestAnAccountThatAnOrderUsesStays(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	p.Users.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": p.Users.Direct.User.ID, "amount": 1000}).OK()
	id := p.SubmitBulk(p.Users.Direct, "Running", 3, nil)
	o, ok, err := p.Env.Bulk().Engine.Flow.Orders.Get(t.Context(), id)
	if err != nil || !ok {
		t.Fatal(err)
	}
	change := apptest.Object{"id": "whatsapp", "values": apptest.Object{"phoneNumberId": "7"}}
	a := p.Users.Admin.Put("/lop/provider/account", change).Want(http.StatusConflict, 0)
	if !strings.Contains(a.Message, o.No) {
		t.Errorf("%s does not name %s", a.Message, o.No)
	}
	d := testkit.Data[provideraccount.Detail](p.Users.Admin.Get("/lop/provider/whatsapp"))
	if d.OrdersOf != 1 || len(d.Orders) != 1 || d.Orders[0] != o.No {
		t.Errorf("%d %v", d.OrdersOf, d.Orders)
	}
}

// The list tells how each provider stands. The first failure is seen at once, and a process writes rarely.
func TestTheListTellsHowProvidersStand(t *testing.T) {
	f := newFixture(t)
	state := func(id string) string {
		t.Helper()
		for _, p := range testkit.Data[web.Page[provideraccount.Provider]](f.users.Admin.In("en_US").Get("/lop/provider/page?size=100")).Records {
			if p.ID == id {
				return p.State
			}
		}
		return ""
	}
	for id, want := range map[string]string{"whatsapp": provideraccount.Ready, "twilio": provideraccount.None, "gateway": provideraccount.Ready,
		"alipay": provideraccount.None, "partner": provideraccount.None} {
		if got := state(id); got != want {
			t.Errorf("%s is %s", id, got)
		}
	}
	f.send(f.env)
	if got := state("whatsapp"); got != provideraccount.Working {
		t.Errorf("it is %s after a success", got)
	}
	first := f.rows("PROVIDERSTATE")
	f.kit.Clock.Add(30 * time.Second)
	f.send(f.env)
	if again := f.rows("PROVIDERSTATE"); again[0] != first[0] {
		t.Errorf("written twice in a minute: %v %v", first, again)
	}
	f.exchange(whatsappsim.Keys{Token: newToken, AppSecret: oldSecret})
	f.send(f.env)
	if d := f.detail("whatsapp"); d.State != provideraccount.Failing || d.FailureCode != 190 || d.Failure == "" || d.LastSuccess == nil {
		t.Errorf("%+v", d.Provider)
	}
	f.exchange(whatsappsim.Keys{Token: oldToken, AppSecret: oldSecret})
	f.kit.Clock.Add(time.Minute)
	f.send(f.env)
	if got := state("whatsapp"); got != provideraccount.Working {
		t.Errorf("it is %s", got)
	}
}

// A check tells what the provider answers, in the function that has the keys.
func TestACheckTellsTheTruth(t *testing.T) {
	f := newFixture(t)
	check := func(id, want string) {
		t.Helper()
		v := testkit.Data[provideraccount.AccountView](f.users.Admin.Put("/lop/provider/account/"+id+"/check", nil))
		if v.Check.State != provideraccount.CheckRunning {
			t.Errorf("%+v", v.Check)
		}
		f.work()
		d := f.detail(v.Provider)
		if got := d.Items[len(d.Items)-1].Check; got.State != want || got.Time == nil {
			t.Errorf("%s: %+v", id, got)
		}
	}
	check("whatsapp", provideraccount.CheckOK)
	f.exchange(whatsappsim.Keys{Token: newToken, AppSecret: oldSecret})
	check("whatsapp", provideraccount.CheckRefused)
	check("voice", provideraccount.CheckUnreachable)
	v := testkit.Data[provideraccount.AccountView](f.users.Admin.Post("/lop/provider/account", apptest.Object{"provider": "twilio", "name": "T",
		"values": apptest.Object{"url": f.url, "account": "AC1", "from": "1206"}, "keys": apptest.Object{"authToken": "x"}}))
	check(v.ID, provideraccount.CheckFailed) // what answers is no Twilio
	f.users.Admin.Put("/lop/provider/account/gateway/check", nil).Want(http.StatusConflict, 0)
	f.users.Admin.Put("/lop/provider/account/"+apptest.MissingID+"/check", nil).Want(http.StatusNotFound, 0)
}

// The facts of a provider, and the fields of its account in the caller's language.
func TestADetailTellsWhatAProviderCanDo(t *testing.T) {
	f := newFixture(t)
	facts := map[string]provideraccount.Fact{}
	d := f.detail("whatsapp")
	for _, one := range d.Facts {
		facts[one.Name] = one
	}
	if g := facts["groupSize"]; g.Number == nil || *g.Number != 8 || *facts["pairSeconds"].Number != 6 || !*facts["reads"].Yes ||
		*facts["canAdd"].Yes || strings.Join(facts["prices"].Words, " ") != "bulk.whatsapp group" {
		t.Errorf("%+v", d.Facts)
	}
	if !d.Managed || len(d.Fields) != 5 || d.Fields[2].Label != "Access token" || !d.Fields[2].Hidden || !d.Checks {
		t.Errorf("%+v", d.Fields)
	}
	if d := f.detail("gateway"); d.Managed || len(d.Fields) != 0 || len(d.Facts) == 0 {
		t.Errorf("%+v", d)
	}
}

// What a provider is used for has a name, and the list can be filtered by it.
func TestKindsHaveNames(t *testing.T) {
	f := newFixture(t)
	names := map[string]bool{}
	for _, d := range testkit.Data[[]dict.Dictionary](f.users.Admin.Get("/system/dict/data?dictCodes=provider_kind")) {
		for _, it := range d.DictItems {
			names[it.Value] = true
		}
	}
	for _, p := range testkit.Data[web.Page[provideraccount.Provider]](f.users.Admin.Get("/lop/provider/page?size=100")).Records {
		for _, kind := range p.Kinds {
			if !names[kind] {
				t.Errorf("%s: %q has no name", p.ID, kind)
			}
			f.users.Admin.Get("/lop/provider/page?kinds=" + kind).OK()
		}
	}
}
