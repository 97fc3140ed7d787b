package sysuser_test

import (
	"net/http"
	"testing"

	"herald/internal/testkit"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/store"
	"herald/pkg/platform/session"
	"herald/pkg/platform/sysuser"
	"herald/pkg/platform/user"
)

// An installation without users gets an administrator from outside, who must change the password that was told. The same call gives one
// that lost its access a new password, ends its sessions and lifts its lock.
func TestAnOperatorAppointsAnAdministrator(t *testing.T) {
	w := start(t)
	o := sysuser.Operator{Users: w.Users, Audit: auditlog.Log{DB: w.Fixture.Env.DB}, NewID: w.Fixture.Env.IDs.Next, Now: w.Fixture.Env.Now}
	password, made, err := o.Appoint(t.Context(), " Chief ")
	if err != nil || !made {
		t.Fatal(password, made, err)
	}
	first := testkit.Data[session.Session](w.signIn("chief", password))
	if !first.Info.MustChangePassword {
		t.Error("the first password need not be changed")
	}
	u, _, err := w.Users.ByLogin(t.Context(), "chief")
	if err != nil || u.Type != auth.Admin {
		t.Fatalf("%+v %v", u, err)
	}
	if _, _, err := w.Users.Lock(t.Context(), u, true, "left"); err != nil {
		t.Fatal(err)
	}
	again, made, err := o.Appoint(t.Context(), "chief")
	if err != nil || made || again == password {
		t.Fatalf("%v %v", made, err)
	}
	if old := w.signIn("chief", password); old.Status != http.StatusUnauthorized {
		t.Errorf("the former password: %d", old.Status)
	}
	if in := w.signIn("chief", again); in.Status != http.StatusOK {
		t.Errorf("the new password: %d", in.Status)
	}
	if u, _, err = w.Users.ByLogin(t.Context(), "chief"); err != nil || u.Locked {
		t.Errorf("it is still locked (%v)", err)
	}
	if old := w.As("before", first.Token).Get("/sysuser/page"); old.Status != http.StatusUnauthorized {
		t.Errorf("the former session: %d", old.Status)
	}
	lines, err := w.Fixture.Env.DB.Query(t.Context(), store.Query{Table: "audit", PK: "O#" + u.ID, Limit: 10})
	if err != nil || len(lines) != 2 {
		t.Errorf("%d lines in the audit log (%v)", len(lines), err)
	}
}

// A login that is empty or that a customer has is refused, and no password is made.
func TestAnOperatorAppointsNoCustomer(t *testing.T) {
	w := start(t)
	o := sysuser.Operator{Users: w.Users, Audit: auditlog.Log{DB: w.Fixture.Env.DB}, NewID: w.Fixture.Env.IDs.Next, Now: w.Fixture.Env.Now}
	if _, err := w.Users.Create(t.Context(), user.New{ID: w.Fixture.Env.IDs.Next(), User: user.User{Type: auth.First, Login: "11987650009",
		Phone: "11987650009", Name: "Ana"}}); err != nil {
		t.Fatal(err)
	}
	for _, login := range []string{" ", "11987650009"} {
		if password, _, err := o.Appoint(t.Context(), login); err == nil || password != "" {
			t.Errorf("%q was appointed", login)
		}
	}
}
