package export_test

import (
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	twiliosim "herald/localstack/simulators/twilio"
	"herald/pkg/campaign/template"
	"herald/pkg/kit/i18n"
)

// refusals returns the messages of a refused call in each language.
func refusals(who *sessiontest.Actor, send func(c *testkit.Client) *testkit.Answer) string {
	text := ""
	for _, lang := range i18n.Langs {
		text += send(who.In(string(lang))).Want(409, 0).Message + "\n"
	}
	return text
}

// Exports have a daily limit for each customer with its secondaries, and a lower one in the background. Staff have no limit, and the count
// restarts the next day.
func TestExportsOfADay(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	set := func(key string, n int) {
		t.Helper()
		p.Users.Admin.Put("/lop/system/config/"+key, apptest.Object{"value": n}).OK()
		p.Kit.Clock.Add(2e9)
	}
	orders := func(c *testkit.Client) *testkit.Answer { return c.Get("/gc/groupsendorder/export") }
	contacts := func(c *testkit.Client) *testkit.Answer { return c.Get("/aty/accountstatement/export") }
	set("export.daily", 3)
	for _, send := range []func(c *testkit.Client) *testkit.Answer{orders, contacts} {
		if a := send(p.Users.Customer.Client); a.Status != 200 {
			t.Fatalf("%d %s", a.Status, a.Raw)
		}
	}
	if a := orders(p.Users.Secondary.Client); a.Status != 200 {
		t.Fatalf("%d %s", a.Status, a.Raw)
	}
	text := refusals(p.Users.Customer, orders)
	refusals(p.Users.Secondary, contacts)
	for range 5 {
		if a := orders(p.Users.Admin.Client); a.Status != 200 {
			t.Fatalf("%d %s", a.Status, a.Raw)
		}
	}
	if a := orders(p.Users.OtherCustomer.Client); a.Status != 200 {
		t.Errorf("another customer: %s", a.Raw)
	}
	p.Kit.Clock.Add(24 * time.Hour)
	p.SignIn(p.Users.Customer)
	p.SignIn(p.Users.Admin)
	if a := orders(p.Users.Customer.Client); a.Status != 200 {
		t.Errorf("the next day: %s", a.Raw)
	}
	set("export.daily", 100)
	set("export.daily.background", 1)
	evidence := func(c *testkit.Client) *testkit.Answer { return c.Get("/gc/evidence/export?phoneNumber=5511987654321") }
	p.Users.Admin.Put("/aty/customerinfo/activation/"+p.Users.Customer.User.ID, nil).OK()
	evidence(p.Users.Customer.Client).Want(202, 202)
	text += refusals(p.Users.Customer, evidence)
	testkit.Golden(t, t.Name(), text)
}

// Template checks at the provider, of one or all templates, have a daily limit for each customer. Staff have no limit.
func TestTemplateChecksOfADay(t *testing.T) {
	p := apptest.NewTemplateFixture(t)
	who := p.Users.Direct
	one := testkit.Data[template.Template](who.Post("/gc/template", apptest.TemplateBody("Spring")))
	p.Users.Admin.Put("/gc/template/review", apptest.Object{"ids": []string{one.ID}, "pass": true}).OK()
	p.RunQueues()
	p.Users.Admin.Put("/lop/system/config/template.sync.daily", apptest.Object{"value": 2}).OK()
	p.Kit.Clock.Add(2e9)
	all := func(c *testkit.Client) *testkit.Answer { return c.Post("/gc/template/sync", nil) }
	single := func(c *testkit.Client) *testkit.Answer { return c.Put("/gc/template/"+one.ID+"/sync", nil) }
	all(who.Client).OK()
	single(who.Client).OK()
	text := refusals(who, all)
	if again := refusals(who, single); again != text {
		t.Errorf("%s, not %s", again, text)
	}
	for range 3 {
		all(p.Users.Admin.Client).OK()
		single(p.Users.Admin.Client).OK()
	}
	testkit.Golden(t, t.Name(), text)
}

// Fetched files of recipients have a daily limit of their number and bytes for each customer. Files above it are shown as not fetched.
func TestFilesOfRecipientsOfADay(t *testing.T) {
	p := apptest.NewPictureFixture(t)
	set := func(key string, n int) {
		t.Helper()
		p.Users.Admin.Put("/lop/system/config/"+key, apptest.Object{"value": n}).OK()
		p.Kit.Clock.Add(time.Minute)
	}
	state := func() string {
		_, all := p.Thread()
		var states []string
		for _, m := range all {
			states = append(states, m.File)
		}
		return strings.Join(states, " ")
	}
	set("inbox.media.daily.files", 2)
	p.Receive("", "MMa", twiliosim.File{}, twiliosim.File{})
	before := p.FileCalls()
	p.Receive("", "MMb", twiliosim.File{})
	if got := state(); got != "ready ready daily" || p.FileCalls() != before {
		t.Errorf("%s, %d calls", got, p.FileCalls()-before)
	}
	set("inbox.media.daily.files", 100)
	set("inbox.media.daily.bytes", 1)
	p.Receive("", "MMc", twiliosim.File{})
	if got := state(); got != "ready ready daily daily" {
		t.Error(got)
	}
	set("inbox.media.daily.bytes", 1<<20)
	p.Receive("", "MMd", twiliosim.File{})
	if got := state(); got != "ready ready daily daily ready" {
		t.Error(got)
	}
}
