package app

import (
	"net/http"
	"testing"

	"herald/pkg/kit/testkit"
	"herald/pkg/platform/session/sessiontest"
)

// A call with a list of ids answers 200 with a result for each, once; a foreign id and one that is none are the 404 of their
// line and touch no other (decisions §13).
func TestListsOfIDsAnswerForEach(t *testing.T) {
	k := testkit.Memory(t)
	s, e := serve(t, k)
	c := (&sessiontest.House{Env: k, Users: e.users(), Session: e.session()}).Cast(t, s)
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
		return testkit.Data[struct{ ID string }](who.Post("/aty/suppression", obj{"phoneNumber": number, "scope": "tenant"})).ID
	}
	one, two, foreign := block(c.Customer, "5511987654321"), block(c.Customer, "5511987654322"), block(c.OtherCustomer, "5511987654323")
	lift := func(who *sessiontest.Actor, ids ...string) results {
		return testkit.Data[results](who.Delete("/aty/suppression", obj{"ids": ids}))
	}
	want(lift(c.Customer, one, foreign, ghost, one, two), true, false, false, true)
	want(lift(c.Customer, one), false)
	want(lift(c.OtherCustomer, foreign), true) // it was still there
	want(testkit.Data[results](c.Admin.Put("/gc/groupsendorder/review", obj{"ids": []string{ghost, one}, "pass": true})), false, false)
	for _, body := range []obj{{"ids": []string{}}, {"ids": nil}, {}} {
		c.Customer.Delete("/aty/suppression", body).Bad("ids")
	}
}
