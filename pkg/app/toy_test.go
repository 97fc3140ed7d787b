package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	parts "herald/pkg"
	"herald/pkg/app"
	"herald/pkg/app/testdata/toy"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/moduleparts"
	"herald/pkg/kit/sheet"
	"herald/pkg/kit/web"
	"herald/pkg/platform/country"
	"herald/pkg/platform/export"
	"herald/pkg/platform/lov"
	"herald/pkg/platform/role"
	"herald/pkg/platform/setting"
)

// toyFixture is a fixture with one more module.
type toyFixture struct {
	*testing.T
	k    *testkit.Env
	env  *app.Env
	cast *sessiontest.SeededUsers
}

// newToyFixture joins a module with list, form, export, picker, dictionary, setting, permissions and background work, using its folder and
// the one line below.
func newToyFixture(t *testing.T) *toyFixture {
	app.AddGroup(t, func(e *app.Env) app.Modules {
		return app.Modules{{Name: "toy",
			Module: &toy.Service{DB: e.DB, Now: e.Now, NewID: e.NewID, Queues: e.Queues, Settings: e.Settings()}}} // the line
	})
	k := testkit.Memory(t)
	e := apptest.NewApp(k)
	e.SetParts(append(parts.ModuleFiles(), toy.Parts))
	s := testkit.Serve(t, k, testkit.Parts{More: []moduleparts.Parts{toy.Parts}, Authenticate: e.Sessions().Authenticate,
		Routes: func(a *web.API) {
			e.SetAPI(a)
			app.All(e, a)
		}})
	h := &sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}
	return &toyFixture{t, k, e, h.SeedUsers(t, s)}
}

// work does what was queued for a function.
func (w *toyFixture) work(tasks app.Tasks) {
	for _, sent := range w.k.Sent.Take() {
		if handle := tasks[sent.Kind]; handle != nil {
			if err := handle(context.Background(), sent.Message); err != nil {
				w.Fatal(err)
			}
		}
	}
}

func TestAModuleIsAFolderAndALine(t *testing.T) {
	w := newToyFixture(t)
	e, cast := w.env, w.cast
	id := testkit.Data[web.Created](cast.Customer.Post("/aty/toy", apptest.Object{"name": "bear", "kind": "soft"})).ID
	cast.Customer.Post("/aty/toy", apptest.Object{"name": "bear", "kind": "liquid"}).Bad("kind")

	// The form changes and takes away; who does not see it finds nothing.
	change := apptest.Object{"id": id, "name": "bare", "kind": "soft"}
	cast.OtherCustomer.Put("/aty/toy", change).Want(404, 404)
	cast.OtherCustomer.Delete("/aty/toy/"+id, nil).Want(404, 404)
	cast.Customer.Put("/aty/toy", change).OK()
	cast.Customer.Put("/aty/toy", apptest.Object{"id": id, "name": "elephants", "kind": "soft"}).Bad("name")
	cast.Customer.Put("/aty/toy", apptest.Object{"name": "bear", "kind": "soft"}).Bad("id")
	other := testkit.Data[web.Created](cast.Customer.Post("/aty/toy", apptest.Object{"name": "doll", "kind": "hard"})).ID
	cast.Customer.Delete("/aty/toy/"+other, nil).OK()
	cast.Customer.Delete("/aty/toy/"+other, nil).Want(404, 404)
	cast.Customer.Put("/aty/toy", apptest.Object{"id": id, "name": "bear", "kind": "soft"}).OK()

	// Permissions: those of the roles that its file names, and in the table of an admin.
	cast.Secondary.Post("/aty/toy", apptest.Object{"name": "bear", "kind": "soft"}).Want(403, 403)
	if !slices.Contains(e.OwnGrants().Program(), "aty:toy:page") {
		t.Error("a customer's program may not look")
	}
	table := testkit.Data[[]role.Group](cast.Admin.Get("/system/role/permissions"))
	if !slices.ContainsFunc(table, func(g role.Group) bool {
		return slices.ContainsFunc(g.Permissions, func(p role.PermissionDetail) bool {
			return p.Permission == "aty:toy:add" &&
				len(p.Types) == 3
		})
	}) {
		t.Errorf("permissions %+v", table)
	}

	// Message and setting.
	text := cast.Customer.In(string(i18n.PtBR)).Post("/aty/toy", apptest.Object{"name": "elephants", "kind": "soft"}).Bad("name")
	if !strings.Contains(string(text.Raw), "no máximo 8 letras") {
		t.Errorf("%s", text.Raw)
	}
	cast.Admin.Put("/lop/system/config/toy.name.length", apptest.Object{"value": 9}).OK()
	if v := testkit.Data[web.Page[setting.Value]](cast.Admin.Get("/lop/system/config/page?key=toy")); v.Total != 1 {
		t.Errorf("settings %+v", v)
	}

	// A module like this is no more than a page of Go.
	if source, err := os.ReadFile("testdata/toy/toy.go"); err != nil || bytes.Count(source, []byte("\n")) > 150 {
		t.Errorf("%d lines (%v)", bytes.Count(source, []byte("\n")), err)
	}

	// Background work: the task measures, the minute ticks.
	w.work(app.JobTasks(w.env))
	page := testkit.Data[web.Page[toy.Toy]](cast.Customer.Get("/aty/toy/page?kind=soft&name=ea&sortFields=name"))
	if page.Total != 1 || page.Records[0].ID != id || page.Records[0].Length != 4 {
		t.Errorf("%+v", page)
	}
	if got := testkit.Data[web.Page[toy.Toy]](cast.OtherCustomer.Get("/aty/toy/page")); got.Total != 0 {
		t.Errorf("a stranger sees %+v", got)
	}
	if tick := app.Ticks(e)["toy"]; tick == nil || tick(context.Background()) != nil {
		t.Error("the minute does not reach the room")
	}

	// Files: at once, and in the background.
	if a := cast.Customer.Get("/aty/toy/export"); a.Header.Get("Content-Type") != sheet.ContentType || !bytes.HasPrefix(a.Raw, []byte("PK")) {
		t.Errorf("%d %s", a.Status, a.Raw)
	}
	cast.Customer.Post("/aty/toy", apptest.Object{"name": "tiger", "kind": "hard"}).OK()
	cast.Admin.Put("/lop/system/config/export.rows.inline", apptest.Object{"value": 1}).OK()
	var started export.Started
	if err := json.Unmarshal(cast.Customer.Get("/aty/toy/export").Want(202, 202).Data, &started); err != nil {
		t.Fatal(err)
	}
	file := apptest.NewApp(w.k) // a function of its own
	file.ShareParts(e)
	w.work(app.FileTasks(file))
	if got := testkit.Data[export.Status](cast.Customer.Get("/uf/export/" + started.TaskID)); got.Status != "done" || got.Total != 2 ||
		got.Name != "Toys" {
		t.Errorf("%+v", got)
	}
	if missing := e.Exporter().Missing(e.OwnTexts()); len(missing) > 0 {
		t.Errorf("no texts: %v", missing)
	}
	if unnamed, err := e.Exporter().Unnamed(t.Context()); err != nil || len(unnamed) > 0 {
		t.Errorf("no names in dictionaries: %v, %v", unnamed, err)
	}

	// Menu, dictionary, picker, and what it adds to the lists of others.
	if a := cast.Customer.Get("/oauth/router").OK(); !strings.Contains(string(a.Data), `"/toy"`) {
		t.Errorf("menu %s", a.Data)
	}
	if a := cast.Customer.Get("/system/dict/data?dictCodes=toy_kind").OK(); !strings.Contains(string(a.Data), "Hard") {
		t.Errorf("dictionary %s", a.Data)
	}
	if p := testkit.Data[lov.Definition](cast.Customer.Get("/system/lov/data/toy")); p.URL != "/aty/toy/page" {
		t.Errorf("picker %+v", p)
	}
	if c := testkit.Data[country.Selector](cast.Customer.Get("/conf/country/selector")); !slices.Contains(c.Services, "toy") {
		t.Errorf("services %q", c.Services)
	}
	cast.Admin.Post("/aty/customerinfo/price/charge/save",
		apptest.Object{"userId": "platform", "service": "toy", "countryCode": "*", "price": 1}).OK()
}
