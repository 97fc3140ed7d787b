package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/kit/sheet"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

// Every shipped picker reads a list that exists.
func TestShippedPickersHaveTheirLists(t *testing.T) {
	for _, d := range app.Pickers() {
		if !app.IsList(d.Method, d.URL) {
			t.Errorf("%s reads %s %s, which is no list", d.Keyword, d.Method, d.URL)
		}
	}
	for _, no := range []string{"GET /oauth/router", "GET /aty/contactsgroup/{id}/member/page", "POST /oauth/login",
		"GET /aty/customerinfo/selector"} {
		if app.Lists()[no] {
			t.Errorf("%s is no list that a picker can read", no)
		}
	}
}

// Every exportable list has its texts, is known to the job function, and produces a file.
func TestExports(t *testing.T) {
	k := testkit.Memory(t)
	s, e := apptest.Serve(t, k)
	h := &sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}
	cast := h.SeedUsers(t, s)
	v := apptest.SeedTenant(t, e, cast)
	if missing := e.Exporter().Missing(app.Catalogue()); len(missing) > 0 {
		t.Errorf("no texts: %v", missing)
	}
	job := apptest.NewApp(k)
	tasks := app.FileTasks(job)
	paths, n := map[string]string{"/aty/contactsgroup/{id}/export": "/aty/contactsgroup/" + v.Group + "/export",
		"/gc/groupsendorder/{id}/export": "/gc/groupsendorder/" + v.Order + "/export",
		"/aty/riskgroup/{id}/export":     "/aty/riskgroup/" + v.Risk + "/export", "/bgo/buildgroup/{id}/export": apptest.GroupOrdersPath +
			"/" + v.Building +
			"/export", apptest.CallOrder + "/{id}/export": apptest.CallOrder + "/" + v.Calling + "/export",
		apptest.CommentOrders + "/{id}/export": apptest.CommentOrders + "/" + v.Commenting + "/export",
		apptest.EmailOrder + "/{id}/export":    apptest.EmailOrder + "/" + v.Campaign + "/export",
		"/gc/evidence/export":                  "/gc/evidence/export?phoneNumber=5511987650000"}, 0
	cast.Admin.Put("/lop/system/config/export.rows.inline", apptest.Object{"value": 1}).OK()
	for _, r := range s.API.Routes() {
		if !strings.HasSuffix(r.Path, "/export") {
			continue
		}
		path := r.Path
		if p, ok := paths[path]; ok {
			path = p
		}
		n++
		layout := "?format=columns"
		if strings.Contains(path, "?") {
			layout = "&format=columns"
		}
		if columns := testkit.Data[[]web.FileColumn](cast.Admin.Get(path + layout)); len(columns) == 0 {
			t.Errorf("%s: no columns are told", path)
		}
		a := cast.Admin.Get(path)
		if a.Status == http.StatusOK && a.Header.Get("Content-Type") == sheet.ContentType && bytes.HasPrefix(a.Raw, []byte("PK")) {
			continue
		}
		if a.Status != http.StatusAccepted {
			t.Errorf("%s: %d %s", path, a.Status, a.Raw)
			continue
		}
		// More than one row: the job function must know the list and read it in the admin's name.
		for _, sent := range k.Sent.Take() {
			if sent.Kind == export.Task {
				if err := tasks[export.Task](context.Background(), sent.Message); err != nil {
					t.Errorf("%s: %v", path, err)
				}
			}
		}
		var started struct{ TaskID string }
		if err := json.Unmarshal(a.Data, &started); err != nil {
			t.Fatal(err)
		}
		// an order that is not planned shows none
		if got := testkit.Data[export.Status](cast.Admin.Get("/uf/export/" + started.TaskID)); got.Status != "done" || got.Total < 2 &&
			got.List != "targets" && got.List != "callTargets" && got.List != "groupmembers" && got.List != "evidence" {
			t.Errorf("%s: %+v", path, got)
		}
	}
	cast.Admin.Delete("/lop/system/config/export.rows.inline", nil).OK()
	if n < 11 {
		t.Errorf("only %d exports", n)
	}
}

// A country that an admin disabled or closed is refused for new objects, and nowhere else.
func TestClosedCountriesAreRefused(t *testing.T) {
	k := testkit.Memory(t)
	s, e := apptest.Serve(t, k)
	h := &sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}
	cast := h.SeedUsers(t, s)
	v := apptest.SeedTenant(t, e, cast)
	order := apptest.OrderBody("")
	order["fileId"] = v.File
	set := func(change apptest.Object) {
		t.Helper()
		change["code"] = "BR"
		cast.Admin.Put("/conf/country", change).OK()
	}
	collection := apptest.Object{"name": "new", "countryCode": "BR"}
	customer := func() apptest.Object {
		return apptest.Object{"name": "x", "phone": sessiontest.Phone(), "email": "x@y.com", "countryCode": "BR", "customerType": "person"}
	}
	t.Cleanup(func() { set(apptest.Object{"blacklist": []string{}, "disabled": false}) })
	set(apptest.Object{"blacklist": []string{"contacts"}})
	cast.Customer.In("zh_CN").Post("/aty/contactsgroup", collection).Bad("countryCode")
	cast.Customer.Post("/gc/groupsendorder/estimate", order).OK()
	cast.Admin.Post("/aty/customerinfo", customer()).OK()
	set(apptest.Object{"blacklist": []string{"bulk", "customer"}})
	cast.Customer.Post("/aty/contactsgroup", collection).OK()
	cast.Customer.Post("/gc/groupsendorder/estimate", order).Bad("countryCode")
	cast.Customer.Post("/gc/groupsendorder", order).Bad("countryCode")
	cast.Admin.Post("/aty/customerinfo", customer()).Bad("countryCode")
	set(apptest.Object{"blacklist": []string{}, "disabled": true})
	cast.Customer.Post("/aty/contactsgroup", collection).Bad("countryCode")
	cast.Customer.Post("/gc/groupsendorder/estimate", order).Bad("countryCode")
	cast.Customer.Get("/aty/contactsgroup/" + v.Group).OK()
}
