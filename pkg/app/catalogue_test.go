package app

import (
	"encoding/json"
	"os"
	"testing"

	"herald/pkg/kit/testkit"
	"herald/pkg/platform/lov"
	"herald/pkg/platform/session/sessiontest"
)

// Every picker that is shipped reads a list that the system has.
func TestShippedPickersHaveTheirLists(t *testing.T) {
	text, err := os.ReadFile("../platform/lov/shipped.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []lov.Definition
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	for _, d := range all {
		if !isList(d.Method, d.URL) {
			t.Errorf("%s reads %s %s, which is no list", d.Keyword, d.Method, d.URL)
		}
	}
	for _, no := range []string{"GET /oauth/router", "GET /aty/contactsgroup/{id}/member/page", "POST /oauth/login", "GET /aty/customerinfo/selector"} {
		if lists()[no] {
			t.Errorf("%s is no list that a picker can read", no)
		}
	}
}

// A country that an admin disabled or closed is refused where something new begins with it, and nowhere else.
func TestClosedCountriesAreRefused(t *testing.T) {
	k := testkit.Cloud(t)
	s, e := serve(t, k)
	h := &sessiontest.House{Env: k, Users: e.users(), Session: e.session()}
	cast := h.Cast(t, s)
	v := rob(t, e, cast)
	order := wish("")
	order["fileId"] = v.file
	set := func(change obj) {
		t.Helper()
		change["code"] = "BR"
		cast.Admin.Put("/conf/country", change).OK()
	}
	collection := obj{"name": "new", "countryCode": "BR"}
	customer := func() obj {
		return obj{"name": "x", "phone": sessiontest.Phone(), "email": "x@y.com", "countryCode": "BR", "customerType": "person"}
	}
	t.Cleanup(func() { set(obj{"blacklist": []string{}, "disabled": false}) })
	set(obj{"blacklist": []string{"contacts"}})
	cast.Customer.In("zh_CN").Post("/aty/contactsgroup", collection).Bad("countryCode")
	cast.Customer.Post("/gc/groupsendorder/estimate", order).OK()
	cast.Admin.Post("/aty/customerinfo", customer()).OK()
	set(obj{"blacklist": []string{"bulk", "customer"}})
	cast.Customer.Post("/aty/contactsgroup", collection).OK()
	cast.Customer.Post("/gc/groupsendorder/estimate", order).Bad("countryCode")
	cast.Customer.Post("/gc/groupsendorder", order).Bad("countryCode")
	cast.Admin.Post("/aty/customerinfo", customer()).Bad("countryCode")
	set(obj{"blacklist": []string{}, "disabled": true})
	cast.Customer.Post("/aty/contactsgroup", collection).Bad("countryCode")
	cast.Customer.Post("/gc/groupsendorder/estimate", order).Bad("countryCode")
	cast.Customer.Get("/aty/contactsgroup/" + v.group).OK()
}
