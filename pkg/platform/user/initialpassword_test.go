package user_test

import (
	"net/http"
	"strings"
	"testing"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/account/customer"
	"herald/pkg/platform/session"
	"herald/pkg/platform/sysuser"
	"herald/pkg/platform/user"
)

// With the setting random, every creation and reset shows a new password once; the digits of the phone do not work.
func TestRandomInitialPasswords(t *testing.T) {
	b := apptest.NewPaymentFixture(t)
	admin := b.Users.Admin
	admin.Put("/lop/system/config/password.initial", apptest.Object{"value": "random"}).OK()
	account := func(phone string) apptest.Object {
		return apptest.Object{"name": "Ada Lima", "phone": phone, "email": "ada@lima.com", "companyName": "Lima Ltda", "countryCode": "BR",
			"customerType": "enterprise"}
	}
	said := map[string]bool{}
	signsIn := func(what, login string, told user.Initial) {
		if len(told.Password) != 14 || strings.Count(told.Password, "-") != 2 || told.Until == nil || said[told.Password] {
			t.Errorf("%s: %+v", what, told)
		}
		said[told.Password] = true
		in := func(password string) *testkit.Answer {
			return b.Server.Anonymous().Post("/oauth/login", apptest.Object{"username": login, "password": password})
		}
		if got := testkit.Data[session.Session](in(told.Password)); !got.Info.MustChangePassword {
			t.Errorf("%s: the password may stay", what)
		}
		in(login[len(login)-6:]).Want(http.StatusUnauthorized, 401)
	}
	for path, who := range map[string]*sessiontest.Actor{"/aty/customerinfo": b.Users.Agent, "/aty/customerinfo/secondary": b.Users.Customer,
		"/proxy": admin} {
		phone := sessiontest.Phone()
		keyed := who.With("Idempotency-Key", path)
		made := testkit.Data[customer.CreateResponse](keyed.Post(path, account(phone)))
		keyed.Post(path, account(phone)).Want(http.StatusConflict, 40903)
		signsIn(path, phone, made.Initial)
		if made.UserID == "" {
			t.Errorf("%s: %+v", path, made)
		}
	}
	staff := "86" + sessiontest.Phone()
	signsIn("staff", "clerk.123456",
		testkit.Data[sysuser.CreateResponse](admin.Post("/sysuser",
			apptest.Object{"username": "clerk.123456", "name": "Clerk", "phone": staff, "roles": []string{"service"}})).Initial)
	reset := admin.With("Idempotency-Key", "reset")
	signsIn("reset", b.Users.Direct.User.Phone,
		testkit.Data[user.Initial](reset.Put("/aty/customerinfo/resetpw/"+b.Users.Direct.User.ID, nil)))
	reset.Put("/aty/customerinfo/resetpw/"+b.Users.Direct.User.ID, nil).Want(http.StatusConflict, 40903)
}

// With the setting phone, no password is shown: the last six digits are the password.
func TestInitialPasswordsOfPhones(t *testing.T) {
	b := apptest.NewPaymentFixture(t)
	if told := testkit.Data[user.Initial](b.Users.Admin.Put("/aty/customerinfo/resetpw/"+b.Users.Direct.User.ID, nil)); told.Password != "" ||
		told.Until == nil {
		t.Errorf("%+v", told)
	}
	phone := b.Users.Direct.User.Phone
	b.Server.Anonymous().Post("/oauth/login", apptest.Object{"username": phone, "password": phone[len(phone)-6:]}).OK()
}
