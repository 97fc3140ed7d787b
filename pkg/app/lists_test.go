package app_test

import (
	"net/http"
	"strings"
	"testing"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/account/customer"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/web"
	"herald/pkg/platform/sysuser"
	"herald/pkg/platform/user"
)

// A call with a list of ids answers 200 with one result for each. A foreign or malformed id gets a 404 in its line and affects no other
// (decisions §13).
func TestListsOfIDsAnswerForEach(t *testing.T) {
	k := testkit.Memory(t)
	s, e := apptest.Serve(t, k)
	c := (&sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}).SeedUsers(t, s)
	type results []struct {
		ID      string
		OK      bool
		Code    int
		Message string
	}
	want := func(got results, ok ...bool) {
		t.Helper()
		if len(got) != len(ok) {
			t.Fatalf("%+v", got)
		}
		for i, line := range got {
			if line.OK != ok[i] || line.OK != (line.Code == 0) || line.OK != (line.Message == "") || !line.OK && line.Code != http.StatusNotFound {
				t.Errorf("%+v", line)
			}
		}
	}
	block := func(who *sessiontest.Actor, number string) string {
		return testkit.Data[struct{ ID string }](who.Post("/aty/suppression", apptest.Object{"phoneNumber": number, "scope": "tenant"})).ID
	}
	one, two, foreign := block(c.Customer, "5511987654321"), block(c.Customer, "5511987654322"), block(c.OtherCustomer, "5511987654323")
	lift := func(who *sessiontest.Actor, ids ...string) results {
		return testkit.Data[results](who.Delete("/aty/suppression", apptest.Object{"ids": ids}))
	}
	want(lift(c.Customer, one, foreign, apptest.MissingID, one, two), true, false, false, true)
	want(lift(c.Customer, one), false)
	want(lift(c.OtherCustomer, foreign), true) // it was still there
	want(testkit.Data[results](c.Admin.Put("/gc/groupsendorder/review",
		apptest.Object{"ids": []string{apptest.MissingID, one}, "pass": true})), false, false)
	for _, body := range []apptest.Object{{"ids": []string{}}, {"ids": nil}, {}} {
		c.Customer.Delete("/aty/suppression", body).Bad("ids")
	}
}

// A post for single users can name agents. The console offers them beside staff, with the company of their own row.
func TestAgentsAreChosenFromTheirOwnList(t *testing.T) {
	k := testkit.Memory(t)
	s, e := apptest.Serve(t, k)
	c := (&sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}).SeedUsers(t, s)
	pearl, err := e.Customers().Create(t.Context(),
		user.New{ID: k.IDs.Next(), User: user.User{Type: auth.Agent, Phone: sessiontest.Phone(), Name: "Pearl"}},
		customer.Partner{CompanyName: "Pearl River Agency"})
	if err != nil {
		t.Fatal(err)
	}
	firms := func(query string) map[string]string {
		out := map[string]string{}
		for _, o := range testkit.Data[web.Page[sysuser.Option]](c.Admin.Get("/aty/sysuser/select" + query)).Records {
			out[o.UserID] = o.OrganizationName
		}
		return out
	}
	if got := firms("?type=11"); len(got) != 3 || got[pearl.ID] != "Pearl River Agency" || got[c.Admin.User.ID] != "" {
		t.Errorf("agents: %v", got)
	}
	if got := firms(""); len(got) != 1 || got[c.Agent.User.ID] != "" {
		t.Errorf("system users: %v", got)
	}
	c.Admin.Put("/pi/personal/info", apptest.Object{"companyName": "Herald Brasil"}).OK()
	li := testkit.Data[sysuser.Detail](c.Admin.Post("/sysuser",
		apptest.Object{"username": "li.wei", "name": "Li Wei", "companyName": " Herald Asia ", "roles": []string{"service"},
			"password": "Tr1cky-w0rds"}))
	if got := firms(""); len(got) != 2 || got[c.Admin.User.ID] != "Herald Brasil" || got[li.UserID] != "Herald Asia" {
		t.Errorf("system users with an organization: %v", got)
	}
	if got := firms("?companyName=asia"); len(got) != 1 || got[li.UserID] != "Herald Asia" {
		t.Errorf("system users of an organization: %v", got)
	}
	c.Admin.Put("/sysuser", apptest.Object{"id": li.UserID, "companyName": strings.Repeat("x", 129)}).Bad("companyName")
	if own := testkit.Data[customer.Detail](c.Admin.Get("/pi/personal/info")); own.CompanyName != "Herald Brasil" {
		t.Errorf("%+v", own)
	}
	c.Admin.Get("/aty/sysuser/select?type=2").Want(400, 0)
	c.Admin.Get("/aty/sysuser/select?type=11&sortFields=companyName").OK()
}
