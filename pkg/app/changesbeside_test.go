package app_test

import (
	"testing"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/kit/web"
)

// An edit beside a switch takes back nothing of it, and a switch nothing of an edit.
func TestEditsBesideSwitches(t *testing.T) {
	p := apptest.NewNumberFixture(t)
	admin, owner := p.Users.Admin, p.Users.Customer.User.ID
	engine := func(more apptest.Object) apptest.Object {
		body := apptest.Object{"provider": "polly", "speakerName": "Camila", "feature": "standard", "languages": []string{"pt-BR"}}
		for k, v := range more {
			body[k] = v
		}
		return body
	}
	number := apptest.NewServiceNumber(admin, apptest.Object{"customerId": owner})
	servicer := apptest.NewServicer(admin, apptest.Object{"customerId": owner})
	spoken := testkit.Data[web.Created](admin.Post("/call/engine", engine(apptest.Object{"name": "First"}))).ID
	admin.Post("/call/language", apptest.Object{"code": "yo", "name": "Yoruba"}).OK()
	type row = map[string]any
	for _, c := range []struct {
		name, list, id           string
		turn, edit               func(id string)
		switched, changed, value string
		off                      any
	}{
		{"dealer", "/kfsms/dealer", p.Dealer,
			func(id string) {
				admin.Put("/kfsms/dealer", apptest.Object{"id": id, "name": "Sunrise", "enabled": false}).OK()
			},
			func(id string) { admin.Put("/kfsms/dealer", apptest.Object{"id": id, "name": "Sunset"}).OK() },
			"enabled", "name", "Sunset", false},
		{"engine", "/call/engine", spoken,
			func(id string) { admin.Put("/call/engine/usable", apptest.Object{"id": id, "usable": false}).OK() },
			func(id string) { admin.Put("/call/engine", engine(apptest.Object{"id": id, "name": "Second"})).OK() },
			"enabled", "name", "Second", false},
		{"language", "/call/language", "yo",
			func(id string) {
				admin.Put("/call/language", apptest.Object{"id": id, "name": "Yoruba", "enabled": false}).OK()
			},
			func(id string) { admin.Put("/call/language", apptest.Object{"id": id, "name": "Yorùbá"}).OK() },
			"enabled", "name", "Yorùbá", false},
		{"servicer", apptest.ServicersPath, servicer.ID,
			func(id string) {
				admin.Put(apptest.ServicersPath, apptest.Object{"id": id, "name": "Bia", "phone": servicer.Phone, "status": "resigned"}).OK()
			},
			func(id string) {
				admin.Put(apptest.ServicersPath, apptest.Object{"id": id, "name": "Beatriz", "phone": servicer.Phone}).OK()
			},
			"status", "name", "Beatriz", "resigned"},
		{"account", apptest.ServiceNumbersPath, number.ID,
			func(id string) {
				admin.Put(apptest.ServiceNumbersPath+"/usable", apptest.Object{"id": id, "usable": false}).OK()
			},
			func(id string) {
				admin.Put(apptest.ServiceNumbersPath, apptest.Object{"id": id, "servicerId": ""}).OK()
			},
			"status", "servicerId", "", "disabled"},
	} {
		meanwhile := c.turn
		p.CutStorage(func(call string) error {
			if now := meanwhile; now != nil && (call == "transact" || call == "write") {
				meanwhile = nil
				now(c.id)
			}
			return nil
		})
		c.edit(c.id)
		p.CutStorage(nil)
		for _, r := range testkit.Data[web.Page[row]](admin.Get(c.list + "/page?size=100")).Records {
			if r["id"] == c.id && (r[c.switched] != c.off || r[c.changed] != c.value) {
				t.Errorf("%s: %v %v", c.name, r[c.switched], r[c.changed])
			}
		}
		if meanwhile != nil {
			t.Errorf("%s: nothing happened meanwhile", c.name)
		}
	}
}
