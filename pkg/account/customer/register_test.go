package customer_test

import (
	"context"
	"fmt"
	"testing"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/account/customer"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/web"
	"herald/pkg/platform/session"
	"herald/pkg/platform/setting"
)

type door struct {
	*world
	settings *setting.Store
}

func startDoor(t *testing.T) *door {
	h := sessiontest.New(testkit.Memory(t))
	d := &door{world: &world{Fixture: h}, settings: setting.New(h.Env.DB, h.Env.Now, setting.Define(testkit.ModuleParts()...))}
	d.turn(t, "register.review", false) // its row is there before a story looks at rows
	d.Server = h.Serve(t, func(a *web.API) {
		(&customer.Register{Service: roomOf(h, a), Door: h.Session, Settings: d.settings,
			Text: func(ctx context.Context, key string) string { return a.Text(ctx, key, nil) }}).Routes(a)
	})
	d.SeededUsers = h.SeedUsers(t, d.Server)
	return d
}

// turn sets a setting.
func (d *door) turn(t *testing.T, key string, on bool) {
	t.Helper()
	if err := d.settings.Set(context.Background(), key, on, "admin"); err != nil {
		t.Fatal(err)
	}
}

func form(phone string, more object) object {
	f := object{"username": phone, "password": sessiontest.Password, "confirmPass": sessiontest.Password, "name": "Ada Lima",
		"email": "ada@lima.com", "countryCode": "BR"}
	for k, v := range more {
		f[k] = v
	}
	return f
}

func TestRegisterStory(t *testing.T) {
	d := startDoor(t)
	phone, second, third := sessiontest.Phone(), sessiontest.Phone(), sessiontest.Phone()
	story := testkit.Tell(t, d.Fixture.Env)
	story.Name(third, "third phone")
	story.Name(phone, "phone")
	story.Name(second, "second phone")
	story.Name(d.Agent.User.ID, "agent")
	story.Name(d.Agent.User.Phone, "agent phone")
	made := testkit.Data[customer.RegisterResponse](story.Step("somebody registers", d.Anonymous(), "POST", "/oauth/register",
		form(phone, object{"recommendCode": d.Agent.User.Phone})))
	story.Name(made.UserID, "ada")
	in := testkit.Data[session.Session](story.Step("and signs in at once", d.Anonymous(), "POST", "/oauth/login",
		object{"username": phone, "password": sessiontest.Password}))
	if in.Attributes.Type != 2 || in.Roles[0] != "customer" || in.Info.MustChangePassword || in.Attributes.Ping != 25 ||
		in.Attributes.PingKey != 25 {
		t.Errorf("%+v", in)
	}
	story.Step("the phone is taken", d.Anonymous().In("pt_BR"), "POST", "/oauth/register", form(phone, nil)).Want(409, 40911)
	d.turn(t, "register.review", true)
	locked := testkit.Data[customer.RegisterResponse](story.Step("with a review the account is locked",
		d.Anonymous(), "POST", "/oauth/register",
		form(second, object{"companyName": "Lima Ltda"})))
	if locked.Status != "locked" {
		t.Errorf("%+v", locked)
	}
	if s := testkit.Data[session.ServiceState](d.As("second", d.SignIn(t, d.Server, second)).Get("/oauth/serviceCheck")); !s.Locked {
		t.Error("an account under review may spend")
	}
	d.Admin.Put("/blacklistuserinfo/lockOrUnlock", object{"userId": locked.UserID, "lock": false}).OK()
	d.turn(t, "register.open", false)
	t.Cleanup(func() { d.turn(t, "register.open", true); d.turn(t, "register.review", false) })
	story.Step("registration is closed", d.Anonymous().In("zh_TW"), "POST", "/oauth/register", form(third, nil)).Want(403, 40305)
}

func TestBadRegistrationsInFourLanguages(t *testing.T) {
	d := startDoor(t)
	text := ""
	phone := sessiontest.Phone()
	for _, c := range []struct{ field, value string }{
		{"username", ""}, {"username", "12345"}, {"username", "abcdefgh"}, {"password", ""}, {"password", "short"},
		{"password", phone[len(phone)-6:]}, {"password", "password"},
		{"confirmPass", "another"}, {"name", ""}, {"email", ""}, {"email", "nonsense"}, {"countryCode", "XX"}, {"recommendCode", "nobody"},
		{"recommendCode", d.Admin.User.Login},
	} {
		text += fmt.Sprintf("%s = %q\n", c.field, map[bool]string{true: "initial", false: c.value}[c.value == phone[len(phone)-6:] ||
			c.value == d.Admin.User.Login])
		for _, lang := range i18n.Langs {
			f := form(phone, object{c.field: c.value})
			if c.field == "password" {
				f["confirmPass"] = c.value
			}
			text += "  " + d.Anonymous().In(string(lang)).Post("/oauth/register", f).Bad(c.field).Message + "\n"
		}
	}
	d.Anonymous().Post("/oauth/register", object{}).Bad("username")
	d.Anonymous().Post("/oauth/register", []byte("nonsense")).Want(400, 0)
	if _, ok, err := d.Users.ByLogin(ctx, phone); ok || err != nil {
		t.Error("a bad registration made a user")
	}
	testkit.Golden(t, t.Name(), text)
}

// An address with too many registrations is refused for a while, but can still sign in.
func TestRegistrationsOfAnAddress(t *testing.T) {
	d := startDoor(t)
	taken := d.Direct.User.Phone
	for range 50 {
		d.Anonymous().Post("/oauth/register", form(taken, nil)).Want(409, 40911)
	}
	a := d.Anonymous().Post("/oauth/register", form(sessiontest.Phone(), nil)).Want(429, 42901)
	if a.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	d.SignIn(t, d.Server, d.Direct.User.Login)
	d.Anonymous().With("X-Forwarded-For", d.Fixture.Env.Address+"7").Post("/oauth/register", form(sessiontest.Phone(), nil)).OK()
}

func TestReferrers(t *testing.T) {
	w := start(t)
	phone := sessiontest.Phone()
	w.Agent.Post("/aty/customerinfo", profile(phone, object{"name": "Referred One", "recommendUserId": w.Customer.User.ID})).OK()
	got := testkit.Data[web.Page[customer.Referral]](w.Admin.Get("/aty/customerinfo/getsalecustomer?name=referred&phoneNum=" + phone))
	if len(got.Records) != 1 || got.Records[0].RecommendName != "customer" || got.Records[0].Phone != phone ||
		got.Records[0].Name != "Referred One" {
		t.Errorf("%+v", got)
	}
	for _, who := range []*sessiontest.Actor{w.Agent, w.Customer, w.Secondary} {
		who.Get("/aty/customerinfo/getsalecustomer").Want(403, 0)
	}
	w.Admin.Get("/aty/customerinfo/getsalecustomer?sortFields=x").Bad("sortFields")
	for _, o := range testkit.Data[[]customer.Option](w.Agent.Get("/aty/customerinfo/recommend/selector")) {
		if o.UserID == w.OtherCustomer.User.ID || o.UserID == w.OtherAgent.User.ID {
			t.Errorf("a stranger can be named: %+v", o)
		}
	}
	for _, self := range []*sessiontest.Actor{w.Customer, w.Secondary} {
		w.Agent.Put("/aty/customerinfo", object{"userId": w.Customer.User.ID, "recommendUserId": self.User.ID}).Bad("recommendUserId")
	}
}
