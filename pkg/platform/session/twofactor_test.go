package session_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/store"
	"herald/pkg/platform/role"
	"herald/pkg/platform/session"
	"herald/pkg/platform/setting"
	"herald/pkg/platform/user"
)

// code is the one that an app shows now.
func code(t *testing.T, h *sessiontest.Fixture, secret string) string {
	t.Helper()
	c, err := totp.GenerateCode(secret, h.Env.Now())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// wrongCode is a code that is not valid in this period or beside it.
func wrongCode(t *testing.T, h *sessiontest.Fixture, secret string) string {
	t.Helper()
	for i := range 10 {
		guess := fmt.Sprintf("%06d", i)
		near := false
		for _, d := range []time.Duration{-30 * time.Second, 0, 30 * time.Second} {
			c, err := totp.GenerateCode(secret, h.Env.Now().Add(d))
			if err != nil {
				t.Fatal(err)
			}
			near = near || c == guess
		}
		if !near {
			return guess
		}
	}
	t.Fatal("every code is right")
	return ""
}

// enrolled switches two-factor sign-in of a user on, and gives its secret and recovery codes. The code of the period is then used.
func enrolled(t *testing.T, h *sessiontest.Fixture, who *sessiontest.Actor) (secret string, codes []string) {
	t.Helper()
	e := testkit.Data[session.Enrolment](who.Post("/oauth/twofactor/start", object{"password": sessiontest.Password}))
	if !strings.HasPrefix(e.URI, "otpauth://totp/Herald:"+who.User.Login+"?") || !strings.Contains(e.URI, e.Secret) {
		t.Errorf("URI %s", e.URI)
	}
	who.Put("/oauth/twofactor/confirm", object{"code": wrongCode(t, h, e.Secret)}).Bad("code")
	got := testkit.Data[session.RecoveryCodes](who.Put("/oauth/twofactor/confirm", object{"code": code(t, h, e.Secret)}))
	if len(got.Codes) != 10 {
		t.Fatalf("recovery codes %v", got.Codes)
	}
	return e.Secret, got.Codes
}

// password is the first step of a sign-in; it gives the ticket.
func password(t *testing.T, s *testkit.Server, login_ string) string {
	t.Helper()
	a := login(s.Anonymous(), login_, sessiontest.Password).Want(401, 40103)
	if strings.Contains(string(a.Raw), "token\"") {
		t.Errorf("the first step gives tokens: %s", a.Raw)
	}
	return stepOf(t, a).Ticket
}

func stepOf(t *testing.T, a *testkit.Answer) session.SecondStep {
	t.Helper()
	var step session.SecondStep
	err := json.Unmarshal(a.Data, &step)
	if err != nil || step.Ticket == "" || step.ExpiresIn != map[string]int{"code": 300, "enrol": 900}[step.Kind] {
		t.Fatalf("second step %+v in %s", step, a.Raw)
	}
	return step
}

func second(c *testkit.Client, ticket, code string) *testkit.Answer {
	return c.Post("/oauth/login/code", object{"ticket": ticket, "code": code})
}

func customer(t *testing.T, h *sessiontest.Fixture, s *testkit.Server) *sessiontest.Actor {
	return h.Actor(t, s, "customer", user.New{User: user.User{Type: auth.First}})
}

func state(c *testkit.Client) session.FactorState {
	return testkit.Data[session.FactorState](c.Get("/oauth/twofactor"))
}

func TestSignInWithTwoFactors(t *testing.T) {
	h, s := start(t)
	me := customer(t, h, s)
	if got := state(me.Client); got.Enabled || got.Required {
		t.Errorf("%+v", got)
	}
	me.Post("/oauth/twofactor/start", object{"password": "wrong"}).Bad("password")
	me.Put("/oauth/twofactor/confirm", object{"code": "123456"}).Want(409, 0)
	secret, _ := enrolled(t, h, me)
	if got := state(me.Client); !got.Enabled || got.RecoveryCodes != 10 || got.Since == nil {
		t.Errorf("%+v", got)
	}
	me.Post("/oauth/twofactor/start", object{"password": sessiontest.Password}).Want(409, 0)

	ticket := password(t, s, me.User.Login)
	second(s.Anonymous(), ticket, code(t, h, secret)).Bad("code") // used to switch it on
	h.Env.Clock.Add(30 * time.Second)
	spaced := code(t, h, secret)
	a := second(s.Anonymous(), ticket, " "+spaced[:3]+" "+spaced[3:])
	got := testkit.Data[session.Session](a)
	if got.Token == "" || got.RefreshToken == "" || got.Info.UserID != me.User.ID || len(got.Roles) == 0 {
		t.Errorf("%s", a.Raw)
	}
	s.As("me", got.Token).Get("/oauth/getUser").OK()
	second(s.Anonymous(), ticket, spaced).Want(401, 40105) // the ticket is used up
	second(s.Anonymous(), password(t, s, me.User.Login), spaced).Bad("code")
	// The clock of a phone may be a period ahead.
	ahead, err := totp.GenerateCode(secret, h.Env.Now().Add(30*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	second(s.Anonymous(), password(t, s, me.User.Login), ahead).OK()
	h.Env.Clock.Add(30 * time.Second)
	second(s.Anonymous(), password(t, s, me.User.Login), ahead).Bad("code")
}

// A row of a user never holds the secret or a recovery code as it is.
func TestSecondFactorsAreSealed(t *testing.T) {
	h, s := start(t)
	me := customer(t, h, s)
	secret, codes := enrolled(t, h, me)
	row, err := h.Env.DB.Get(ctx, store.Key{Table: "platform", PK: "TFA#" + me.User.ID, SK: "TFA"}, true)
	if err != nil || row == nil {
		t.Fatal(row, err)
	}
	var fields map[string]any
	if _, err := store.Decode(row, &fields); err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprint(fields)
	for _, hidden := range append(codes, secret) {
		if strings.Contains(text, hidden) || strings.Contains(text, strings.ReplaceAll(hidden, "-", "")) {
			t.Errorf("%s lies open in %s", hidden, text)
		}
	}
}

func TestRecoveryCodesAreUsedOnce(t *testing.T) {
	h, s := start(t)
	me := customer(t, h, s)
	secret, codes := enrolled(t, h, me)
	second(s.Anonymous(), password(t, s, me.User.Login), strings.ToUpper(codes[0])).OK()
	second(s.Anonymous(), password(t, s, me.User.Login), codes[0]).Bad("code")
	second(s.Anonymous(), password(t, s, me.User.Login), strings.ReplaceAll(codes[1], "-", "")).OK()
	if got := state(me.Client); got.RecoveryCodes != 8 {
		t.Errorf("%+v", got)
	}
	h.Env.Clock.Add(30 * time.Second)
	me.Put("/oauth/twofactor/codes", object{"code": "nonsense"}).Bad("code")
	fresh := testkit.Data[session.RecoveryCodes](me.Put("/oauth/twofactor/codes", object{"code": code(t, h, secret)})).Codes
	second(s.Anonymous(), password(t, s, me.User.Login), codes[2]).Bad("code")
	second(s.Anonymous(), password(t, s, me.User.Login), fresh[2]).OK()
	me.Put("/oauth/twofactor/off", object{"code": code(t, h, secret)}).Bad("code") // used for the new codes
	me.Put("/oauth/twofactor/off", object{"code": fresh[3]}).OK()
	me.Put("/oauth/twofactor/off", object{"code": fresh[4]}).Want(409, 0)
	login(s.Anonymous(), me.User.Login, sessiontest.Password).OK()
}

// Of two sign-ins with one code, or with one ticket, one succeeds.
func TestACodeOpensOneSession(t *testing.T) {
	h, s := start(t)
	me := customer(t, h, s)
	secret, codes := enrolled(t, h, me)
	for name, c := range map[string]struct{ one, other string }{
		"code": {"", ""}, "recovery code": {codes[0], codes[0]}, "ticket": {codes[1], codes[2]},
	} {
		h.Env.Clock.Add(20 * time.Minute) // also forgets the failures before
		if c.one == "" {
			c.one = code(t, h, secret)
			c.other = c.one
		}
		one := password(t, s, me.User.Login)
		other := one
		if name != "ticket" {
			other = password(t, s, me.User.Login)
		}
		got := together(
			func() *testkit.Answer { return second(s.Anonymous(), one, c.one) },
			func() *testkit.Answer { return second(s.Anonymous(), other, c.other) })
		if got[200] != 1 {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// Wrong codes count as wrong passwords, and the right password does not end the failures in a row.
func TestCodesCannotBeGuessed(t *testing.T) {
	h, s := start(t)
	me := customer(t, h, s)
	secret, _ := enrolled(t, h, me)
	h.Env.Clock.Add(time.Minute)
	for range 4 {
		second(s.Anonymous(), password(t, s, me.User.Login), wrongCode(t, h, secret)).Bad("code")
		s.Anonymous().Post("/oauth/subUser", object{"username": me.User.Login, "password": sessiontest.Password}).OK()
	}
	ticket := password(t, s, me.User.Login)
	second(s.Anonymous(), ticket, wrongCode(t, h, secret)).Bad("code")
	second(s.Anonymous(), ticket, code(t, h, secret)).Want(429, 42901)
	login(s.Anonymous(), me.User.Login, sessiontest.Password).Want(429, 42901)
	me.Put("/oauth/twofactor/off", object{"code": code(t, h, secret)}).Want(429, 42901)
	h.Env.Clock.Add(time.Second)
	second(s.Anonymous(), ticket, wrongCode(t, h, secret)).Bad("code")
	second(s.Anonymous(), ticket, code(t, h, secret)).Want(429, 42901)
	h.Env.Clock.Add(2 * time.Second)
	second(s.Anonymous(), ticket, code(t, h, secret)).OK()
	h.Env.Clock.Add(30 * time.Second)
	second(s.Anonymous(), password(t, s, me.User.Login), wrongCode(t, h, secret)).Bad("code") // the count begins anew
	second(s.Anonymous(), password(t, s, me.User.Login), code(t, h, secret)).OK()
}

// A ticket is no token, and ends with what ends sessions.
func TestATicketIsGoodForItsStepAlone(t *testing.T) {
	h, s := start(t)
	me := customer(t, h, s)
	secret, codes := enrolled(t, h, me)
	ticket := password(t, s, me.User.Login)
	s.As("thief", ticket).Get("/oauth/getUser").Want(401, 0)
	s.Anonymous().Post("/oauth/refresh", object{"refresh_token": ticket}).Want(401, 0)
	if _, err := h.Session.Connect(ctx, ticket); err == nil {
		t.Error("a ticket of a sign-in opens a websocket")
	}
	s.Anonymous().Post("/oauth/login/enrol", object{"ticket": ticket}).Want(401, 40105)
	s.Anonymous().Post("/oauth/login/enrol/confirm", object{"ticket": ticket, "code": code(t, h, secret)}).Want(401, 40105)
	h.Env.Clock.Add(5 * time.Minute)
	second(s.Anonymous(), ticket, code(t, h, secret)).Want(401, 40105)
	second(s.Anonymous(), "nonsense", code(t, h, secret)).Want(401, 40105)

	ticket = password(t, s, me.User.Login)
	me.Put("/pi/personal/info/pass",
		object{"oldPass": sessiontest.Password, "newPass": "Quiet-Harbor-7", "confirmPass": "Quiet-Harbor-7"}).OK()
	second(s.Anonymous(), ticket, codes[0]).Want(401, 40105)

	gone := customer(t, h, s)
	_, codes = enrolled(t, h, gone)
	ticket = password(t, s, gone.User.Login)
	u, _, err := h.Users.Load(ctx, gone.User.ID)
	if err == nil {
		err = h.Users.Delete(ctx, u)
	}
	if err != nil {
		t.Fatal(err)
	}
	second(s.Anonymous(), ticket, codes[0]).Want(401, 40105)
}

// With the setting, staff can only set up a second factor after their password, and then are signed in.
func TestStaffEnrolAtTheirSignIn(t *testing.T) {
	h, s := start(t)
	clerk := h.Actor(t, s, "clerk", user.New{User: user.User{Type: auth.Admin, Roles: []string{role.ServiceRole}}})
	me := customer(t, h, s)
	h.Session.Settings = setting.New(h.Env.DB, h.Env.Now, setting.Define(testkit.ModuleParts()...))
	if err := h.Session.Settings.Set(ctx, "session.twofactor.staff", true, "admin"); err != nil {
		t.Fatal(err)
	}
	login(s.Anonymous(), me.User.Login, sessiontest.Password).OK()
	step := stepOf(t, login(s.Anonymous(), clerk.User.Login, sessiontest.Password).Want(401, 40104))
	if step.Kind != "enrol" {
		t.Errorf("%+v", step)
	}
	if !state(clerk.Client).Required {
		t.Error("not required")
	}
	second(s.Anonymous(), step.Ticket, "123456").Want(401, 40105)
	s.As("clerk", step.Ticket).Post("/oauth/twofactor/start", object{"password": sessiontest.Password}).Want(401, 0)
	confirm := func(code string) *testkit.Answer {
		return s.Anonymous().Post("/oauth/login/enrol/confirm", object{"ticket": step.Ticket, "code": code})
	}
	confirm("123456").Want(401, 40105) // not begun
	e := testkit.Data[session.Enrolment](s.Anonymous().Post("/oauth/login/enrol", object{"ticket": step.Ticket}))
	confirm(wrongCode(t, h, e.Secret)).Bad("code")
	right := code(t, h, e.Secret)
	got := testkit.Data[session.EnrolledSession](confirm(right))
	if len(got.RecoveryCodes) != 10 {
		t.Errorf("recovery codes %v", got.RecoveryCodes)
	}
	s.As("clerk", got.Token).Get("/oauth/getUser").OK()
	confirm(right).Want(401, 40105)
	second(s.Anonymous(), password(t, s, clerk.User.Login), got.RecoveryCodes[0]).OK()
}

// Staff with the permission help users in their scope, but neither themselves nor users who may do more.
func TestStaffRemoveASecondFactor(t *testing.T) {
	w := startRoles(t)
	w.Admin.Post("/system/role", wish("helper", object{"permissions": []string{"oauth:twofactor:del"}})).OK()
	helper := w.Actor(t, w.Server, "helper", user.New{User: user.User{Type: auth.Admin, Roles: []string{"helper"}}})
	drop := func(who, of *sessiontest.Actor) *testkit.Answer {
		return who.Delete("/oauth/twofactor/"+of.User.ID, nil)
	}
	for _, of := range []*sessiontest.Actor{w.Customer, w.Admin, helper} {
		enrolled(t, w.Fixture, of)
	}
	for _, who := range []*sessiontest.Actor{w.Agent, w.Secondary, w.OtherCustomer, w.Customer} {
		drop(who, w.Customer).Want(403, 0)
	}
	w.Admin.Delete("/oauth/twofactor/nonsense", nil).Want(404, 0)
	drop(w.Admin, w.Admin).Want(403, 40303)
	drop(helper, helper).Want(403, 40303)
	drop(helper, w.Admin).Want(403, 40304)
	drop(helper, w.Customer).OK()
	drop(helper, w.Customer).Want(409, 0)
	login(w.Server.Anonymous(), w.Customer.User.Login, sessiontest.Password).OK()
	drop(w.Admin, helper).OK()
	clerk := w.Actor(t, w.Server, "clerk", user.New{User: user.User{Type: auth.Admin, Roles: []string{role.ServiceRole}}})
	enrolled(t, w.Fixture, clerk)
	drop(helper, clerk).Want(403, 40306)
}
