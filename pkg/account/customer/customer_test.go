package customer_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/account/customer"
	"herald/pkg/credit/ledger"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/money"
	"herald/pkg/kit/web"
	"herald/pkg/platform/country"
	"herald/pkg/platform/session"
	"herald/pkg/platform/sysuser"
	"herald/pkg/platform/user"
)

type object = map[string]any

var ctx = context.Background()

type world struct {
	*sessiontest.Fixture
	*testkit.Server
	*sessiontest.SeededUsers
	book *ledger.Ledger
}

// roomOf is the module of a fixture, with its users in the module's lists.
func roomOf(h *sessiontest.Fixture, a *web.API) *customer.Service {
	h.Users.Rows = user.Together(sysuser.Rows, customer.Rows(h.Env.DB))
	return &customer.Service{Users: h.Users, Balances: &ledger.Ledger{DB: h.Env.DB, Now: h.Env.Now}, NewID: a.NewID, Country: country.Known,
		Text: func(ctx context.Context, key string) string { return a.Text(ctx, key, nil) }, Log: func(map[string]any) {}}
}

func start(t *testing.T) *world {
	h := sessiontest.New(testkit.Memory(t))
	w := &world{Fixture: h, book: &ledger.Ledger{DB: h.Env.DB, Now: h.Env.Now}}
	w.Server = h.Serve(t, func(a *web.API) {
		roomOf(h, a).Routes(a)
		(&sysuser.Service{Users: h.Users, Roles: h.Session.Roles, NewID: a.NewID}).Routes(a)
	})
	w.SeededUsers = h.SeedUsers(t, w.Server)
	for _, c := range []*sessiontest.Actor{w.Customer, w.Secondary, w.OtherCustomer, w.OtherSecondary, w.Direct} {
		w.Admin.Put("/aty/customerinfo", object{"userId": c.User.ID, "countryCode": "CN", "customerType": customer.Person}).OK()
	}
	return w
}

func profile(phone string, more object) object {
	p := object{"name": "Ada Lima", "phone": phone, "email": "ada@lima.com", "companyName": "Lima Ltda", "countryCode": "BR",
		"customerType": "enterprise"}
	for k, v := range more {
		p[k] = v
	}
	return p
}

func TestCustomerStory(t *testing.T) {
	w := start(t)
	phone, second := sessiontest.Phone(), sessiontest.Phone()
	story := testkit.Tell(t, w.Fixture.Env)
	for _, a := range []*sessiontest.Actor{w.Admin, w.Agent} {
		story.Name(a.User.ID, a.Name)
	}
	story.Name(phone, "phone")
	story.Name(second, "second phone")
	story.Name(phone[5:], "initial password")
	made := testkit.Data[customer.CreateResponse](story.Step("an agent creates a customer", w.Agent.Client, "POST", "/aty/customerinfo",
		profile("+"+phone, object{"customerLevel": 3, "recommendUserId": w.Agent.User.ID})))
	story.Name(made.UserID, "ada")
	story.Step("the phone is taken", w.Admin.In("zh_CN"), "POST", "/aty/customerinfo", profile(phone, nil)).Want(409, 40911)
	story.Step("the agent reads it", w.Agent.Client, "GET", "/aty/customerinfo?userId="+made.UserID, nil)
	first := testkit.Data[session.Session](story.Step("it signs in for the first time", w.Anonymous(), "POST", "/oauth/login",
		object{"username": phone, "password": phone[5:]}))
	story.Step("and may only change its password", w.As("ada", first.Token), "GET", "/pi/personal/info", nil).Want(403, 40301)
	w.As("ada", first.Token).Put("/pi/personal/info/pass",
		object{"oldPass": phone[5:], "newPass": sessiontest.Password, "confirmPass": sessiontest.Password}).OK()
	ada := w.As("ada", w.SignIn(t, w.Server, phone))
	story.Step("its own account", ada, "GET", "/pi/personal/info", nil)
	sub := testkit.Data[customer.CreateResponse](story.Step("it makes a secondary", ada, "POST", "/aty/customerinfo/secondary",
		object{"name": "Bo", "phone": second}))
	story.Name(sub.UserID, "bo")
	story.Step("its users", ada, "GET", "/aty/customerinfo/page?sortFields=createTime&sortOrders=ascend", nil)
	story.Step("it changes what is said about it", ada, "PUT", "/pi/personal/info", object{"nickname": "Adinha", "language": "pt_BR"})
	story.Step("with a secondary it stays", w.Agent.Client, "DELETE", "/aty/customerinfo/"+made.UserID, nil).Want(409, 0)
	w.Agent.Delete("/aty/customerinfo/"+sub.UserID, nil).OK()
	story.Step("the agent deletes it", w.Agent.Client, "DELETE", "/aty/customerinfo/"+made.UserID, nil)
	story.Step("its session has ended", ada, "GET", "/pi/personal/info", nil).Want(401, 0)
	w.Anonymous().Post("/oauth/login", object{"username": phone, "password": sessiontest.Password}).Want(401, 0)
	w.Agent.Get("/aty/customerinfo?userId="+made.UserID).Want(404, 0)
	w.Admin.Post("/aty/customerinfo", profile(phone, nil)).OK() // the phone is free again
}

func TestBadProfilesInFourLanguages(t *testing.T) {
	w := start(t)
	text := ""
	for _, c := range []struct {
		field string
		value any
	}{
		{"name", ""}, {"name", "   "}, {"name", strings.Repeat("名", 51)},
		{"phone", ""}, {"phone", "12345"}, {"phone", "0123456789"}, {"phone", "123456789012345"}, {"phone", "12 34 56 78"}, {"phone", "abcdefgh"},
		{"email", ""}, {"email", "ada"}, {"email", "ada@lima"}, {"email", "ada@lima.p"}, {"email", "a b@lima.com"},
		{"companyName", ""}, {"companyName", strings.Repeat("x", 129)},
		{"countryCode", ""}, {"countryCode", "XX"}, {"countryCode", "Brazil"},
		{"customerType", ""}, {"customerType", "robot"},
		{"customerLevel", 1.5}, {"customerLevel", true}, {"customerLevel", strings.Repeat("x", 21)},
	} {
		text += fmt.Sprintf("%s = %.30v\n", c.field, c.value)
		for _, lang := range i18n.Langs {
			a := w.Admin.In(string(lang)).Post("/aty/customerinfo", profile(sessiontest.Phone(), object{c.field: c.value})).Bad(c.field)
			text += "  " + a.Message + "\n"
		}
	}
	a := w.Admin.Post("/aty/customerinfo", object{}).Want(400, 0)
	for _, field := range []string{"name", "phone", "email", "countryCode", "customerType"} {
		a.Bad(field)
	}
	w.Admin.Post("/aty/customerinfo", object{"name": 7}).Bad("name")
	w.Admin.Post("/aty/customerinfo", []byte("nonsense")).Want(400, 0)
	w.Admin.Post("/aty/customerinfo/secondary", profile(sessiontest.Phone(), nil)).Bad("parentId")
	w.Admin.Post("/aty/customerinfo/secondary", profile(sessiontest.Phone(), object{"parentId": w.Secondary.User.ID})).Bad("parentId")
	w.Customer.Put("/pi/personal/info", object{"email": "nonsense"}).Bad("email")
	w.Customer.Put("/pi/personal/info", object{"name": ""}).Bad("name")
	w.Customer.Put("/pi/personal/info", object{"language": "de"}).Bad("language")
	testkit.Golden(t, t.Name(), text)
}

func TestSmallestProfiles(t *testing.T) {
	w := start(t)
	for _, more := range []object{
		{"customerType": "person", "companyName": ""}, {"customerLevel": "gold"}, {"customerLevel": 2}, {"phone": "123456"},
		{"phone": "12345678901234"}, {"email": "a.b+c@x-y.co.uk"}, {"email": "ana@lagoa.travel"}, {"countryCode": "cn"},
	} {
		testkit.Data[customer.CreateResponse](w.Admin.Post("/aty/customerinfo", profile(sessiontest.Phone(), more)))
	}
}

// A foreign id is an unknown id, in a path, a query and a body alike.
func TestForeignIDs(t *testing.T) {
	w := start(t)
	everybody := []*sessiontest.Actor{w.Agent, w.Customer, w.Secondary, w.OtherAgent, w.OtherCustomer, w.OtherSecondary, w.Direct}
	sees := map[*sessiontest.Actor][]*sessiontest.Actor{
		w.Admin: {w.Customer, w.Secondary, w.OtherCustomer, w.OtherSecondary, w.Direct}, w.Agent: {w.Customer, w.Secondary},
		w.Customer: {w.Customer, w.Secondary},
	}
	for who, seen := range sees {
		for _, whom := range append(everybody, nil) {
			id, want := "01JD0000000000000000000000", 404
			if whom != nil {
				id = whom.User.ID
			}
			for _, s := range seen {
				if s == whom {
					want = 200
				}
			}
			who.Get("/aty/customerinfo?userId="+id).Want(want, 0)
			who.Get("/aty/customerinfo/"+id).Want(want, 0)
			if who != w.Customer {
				who.Put("/aty/customerinfo", object{"userId": id, "name": "Renamed"}).Want(want, 0)
			}
			if want == 404 {
				parent := object{"parentId": id}
				if who == w.Customer || whom == nil || whom == w.Direct || whom == w.OtherCustomer {
					who.Post("/aty/customerinfo/secondary", profile(sessiontest.Phone(), parent)).Want(404, 0)
				}
				if who != w.Customer {
					who.Delete("/aty/customerinfo/"+id, nil).Want(404, 0)
				}
			}
		}
	}
	w.Agent.Post("/aty/customerinfo", profile(sessiontest.Phone(), object{"recommendUserId": w.OtherCustomer.User.ID})).Want(404, 0)
	w.Agent.Post("/aty/customerinfo", profile(sessiontest.Phone(), object{"agentId": w.OtherAgent.User.ID})).Want(404, 0)
	w.Admin.Post("/aty/customerinfo", profile(sessiontest.Phone(), object{"agentId": w.Direct.User.ID})).Bad("agentId")
	made := testkit.Data[customer.CreateResponse](w.Admin.Post("/aty/customerinfo",
		profile(sessiontest.Phone(), object{"agentId": w.OtherAgent.User.ID})))
	w.OtherAgent.Get("/aty/customerinfo/" + made.UserID).OK()
	for _, call := range []struct{ method, path string }{{"GET", "/aty/customerinfo/page"}, {"POST", "/aty/customerinfo"},
		{"POST", "/aty/customerinfo/secondary"}, {"PUT", "/aty/customerinfo"}, {"DELETE", "/aty/customerinfo/x"}} {
		w.Secondary.Do(call.method, call.path, object{"userId": "x"}).Want(403, 0)
		w.Anonymous().Do(call.method, call.path, object{"userId": "x"}).Want(401, 0)
	}
}

func TestEditAndPhoneChange(t *testing.T) {
	w := start(t)
	fresh := sessiontest.Phone()
	got := testkit.Data[customer.Detail](w.Admin.Put("/aty/customerinfo",
		object{"userId": w.Direct.User.ID, "phone": fresh, "customerLevel": 2, "email": "new@lima.com", "groupSendWeight": 7}))
	if got.Phone != fresh || got.GroupSendWeight != 7 || got.Email != "new@lima.com" || got.Name != w.Direct.User.Name {
		t.Errorf("%+v", got)
	}
	w.Anonymous().Post("/oauth/login", object{"username": w.Direct.User.Phone, "password": sessiontest.Password}).Want(401, 0)
	w.SignIn(t, w.Server, fresh)
	w.Admin.Put("/aty/customerinfo", object{"userId": w.Direct.User.ID, "phone": w.Customer.User.Phone}).Want(409, 40911)
	page := testkit.Data[web.Page[customer.Row]](w.Admin.Get("/aty/customerinfo/page?phone=" + fresh))
	if page.Total != 1 || page.Records[0].Phone != fresh || page.Records[0].PhoneNumber != fresh {
		t.Errorf("%+v", page)
	}
}

func TestListsAsSpecified(t *testing.T) {
	w := start(t)
	agent := w.Actor(t, w.Server, "lister", user.New{User: user.User{Type: auth.Agent}})
	for i := range 12 {
		kind := customer.Person
		if i%2 == 1 {
			kind = customer.Enterprise
		}
		agent.Post("/aty/customerinfo", profile(sessiontest.Phone(), object{"name": fmt.Sprintf("Client %02d", i), "customerType": kind})).OK()
	}
	get := func(query string) web.Page[customer.Row] {
		return testkit.Data[web.Page[customer.Row]](agent.Get("/aty/customerinfo/page" + query))
	}
	if p := get(""); p.Total != 12 || p.Current != 1 || p.Size != 10 || len(p.Records) != 10 || p.Records[0].Name != "Client 11" {
		t.Errorf("first page: %d of %d, %v", len(p.Records), p.Total, p.Records[0].Name)
	}
	if p := get("?current=2&size=5"); len(p.Records) != 5 || p.Records[0].Name != "Client 06" {
		t.Errorf("second page: %+v", p)
	}
	if p := get("?current=9"); p.Total != 12 || p.Records == nil || len(p.Records) != 0 {
		t.Errorf("behind the end: %+v", p)
	}
	if p := get("?name=cLiEnT%200&sortFields=name&sortOrders=ascend"); p.Total != 10 || p.Records[0].Name != "Client 00" {
		t.Errorf("filter: %d", p.Total)
	}
	if p := get("?customerType=enterprise&type=2&status=active"); p.Total != 6 {
		t.Errorf("exact filters: %d", p.Total)
	}
	if p := get("?createTimeStart=2200-01-01T00:00:00Z"); p.Total != 0 {
		t.Errorf("range: %d", p.Total)
	}
	agent.Get("/aty/customerinfo/page?sortFields=avatar").Bad("sortFields")
	agent.Get("/aty/customerinfo/page?createTimeStart=yesterday").Bad("createTimeStart")
	agent.Get("/aty/customerinfo/page?size=101").Bad("size")
	agent.Get("/aty/customerinfo/page?current=0").Bad("current")
	agent.Get("/aty/customerinfo/page?type=two").Bad("type")
	if options := testkit.Data[[]customer.Option](agent.Get("/aty/customerinfo/selector?name=client%201")); len(options) != 2 ||
		options[0].UserID == "" {
		t.Errorf("selector: %+v", options)
	}
}

func TestBalanceIsShownAndReservedCreditProtects(t *testing.T) {
	w := start(t)
	id := w.Direct.User.ID
	_, err := w.book.Post(ctx, ledger.Movement{ID: w.Fixture.Env.IDs.Next(), Operator: ledger.System,
		Changes: []ledger.Change{{Account: id, Type: ledger.PlatformRecharge, Available: 300 * money.Credit}},
		Contra:  []ledger.Leg{{Account: ledger.CashIn + "platform", Amount: -300 * money.Credit}}})
	if err != nil {
		t.Fatal(err)
	}
	ref := w.Fixture.Env.IDs.Next()
	if _, err := w.book.Reserve(ctx, ledger.Order{Ref: ref, Account: id, Service: "bulk", Operator: ledger.System},
		100*money.Credit+50); err != nil {
		t.Fatal(err)
	}
	a := w.Direct.Get("/pi/personal/info")
	if d := testkit.Data[customer.Detail](a); d.Balance != 19950 || d.Reserved != 10050 ||
		!strings.Contains(string(a.Raw), `"balance":199.5`) || d.UserID != id || d.Type != auth.First || d.Status != "active" {
		t.Errorf("%s", a.Raw)
	}
	w.Admin.Delete("/aty/customerinfo/"+id, nil).Want(409, 0)
	if _, err := w.book.Settle(ctx, ref, 0, ledger.Agency{}); err != nil {
		t.Fatal(err)
	}
	w.Admin.Delete("/aty/customerinfo/"+id, nil).Want(409, 0) // it is free again, and still the customer's
	if _, err := w.book.Post(ctx, ledger.Movement{ID: w.Fixture.Env.IDs.Next(), Operator: ledger.System,
		Changes: []ledger.Change{{Account: id, Type: ledger.Withdrawal, Available: -300 * money.Credit}},
		Contra:  []ledger.Leg{{Account: ledger.CashOut, Amount: 300 * money.Credit}}}); err != nil {
		t.Fatal(err)
	}
	w.Admin.Delete("/aty/customerinfo/"+id, nil).OK()
	w.Direct.Get("/pi/personal/info").Want(401, 0)
}

// A repeated key returns the first response; a different body is refused; two concurrent requests create one customer.
func TestIdempotencyKey(t *testing.T) {
	w := start(t)
	keyed := w.Admin.With("Idempotency-Key", w.Fixture.Env.IDs.Next())
	body := profile(sessiontest.Phone(), nil)
	var wg sync.WaitGroup
	ids := make(chan string, 4)
	for range 4 {
		wg.Go(func() {
			if a := keyed.Post("/aty/customerinfo", body); a.Status == 200 {
				ids <- testkit.Data[customer.CreateResponse](a).UserID
			} else if a.Status != 409 || a.Header.Get("Retry-After") == "" {
				t.Errorf("%s", a.Raw)
			}
		})
	}
	wg.Wait()
	close(ids)
	first := testkit.Data[customer.CreateResponse](keyed.Post("/aty/customerinfo", body)).UserID
	for id := range ids {
		if id != first {
			t.Errorf("two customers: %s and %s", id, first)
		}
	}
	keyed.Post("/aty/customerinfo", profile(sessiontest.Phone(), nil)).Want(409, 40901)
}
