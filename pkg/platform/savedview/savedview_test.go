package savedview_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/savedview"
)

type object = map[string]any

const path = "/pi/personal/info/view"

// A user keeps views per list; one is the default, names are unique, and another user sees none of them.
func TestViewsOfAUser(t *testing.T) {
	h := sessiontest.New(testkit.Memory(t))
	c := h.SeedUsers(t, h.Serve(t, func(a *web.API) { (&savedview.Service{DB: h.Env.DB, NewID: a.NewID}).Routes(a) }))
	views := func(client *testkit.Client) string {
		var out []string
		for _, l := range testkit.Data[[]savedview.ListViews](client.Get(path)) {
			for _, v := range l.Views {
				out = append(out, fmt.Sprint(l.List, ":", v.Name, "?", v.Query, " ", v.IsDefault))
			}
		}
		return strings.Join(out, "; ")
	}
	save := func(list, name, query string, isDefault bool) *testkit.Answer {
		return c.Customer.Post(path, object{"list": list, "name": name, "query": query, "isDefault": isDefault})
	}
	id := func(a *testkit.Answer) string { return testkit.Data[object](a)["id"].(string) }
	first := id(save("/orders", " Late ", "status=3", true))
	second := id(save("/orders", "Mine", "sort=-cost", false))
	save("/customers", "Late", "", false).OK()
	save("/orders", "late", "x=1", false).Bad("name")
	save("/orders", strings.Repeat("a", 41), "", false).Bad("name")
	save("/orders", "   ", "", false).Bad("name")
	save("/orders", "Long", strings.Repeat("a", 1501), false).Bad("query")
	c.Customer.Put(path, object{"list": "/orders", "id": second, "isDefault": true}).OK()
	c.Customer.Put(path, object{"list": "/orders", "id": first, "name": "Late", "query": "status=4"}).OK()
	if got, want := views(c.Customer.Client),
		"/customers:Late? false; /orders:Late?status=4 false; /orders:Mine?sort=-cost true"; got != want {
		t.Errorf("%s\n%s", got, want)
	}
	if got := views(c.Secondary.Client); got != "" {
		t.Errorf("another user: %s", got)
	}
	c.OtherCustomer.Put(path, object{"list": "/orders", "id": first, "name": "x"}).Want(http.StatusNotFound, 404)
	c.OtherCustomer.Delete(path+"/"+first+"?list=/orders", nil).Want(http.StatusNotFound, 404)
	c.Customer.Delete(path+"/"+first+"?list=/orders", nil).OK()
	c.Customer.Delete(path+"/"+first+"?list=/orders", nil).Want(http.StatusNotFound, 404)
	c.Customer.Delete(path+"/"+second+"?list=/orders", nil).OK()
	if got := views(c.Customer.Client); got != "/customers:Late? false" {
		t.Error(got)
	}
}

// The number of views is bounded, and the refusal names the bound in the language of the call.
func TestViewsAreBounded(t *testing.T) {
	h := sessiontest.New(testkit.Memory(t))
	c := h.SeedUsers(t, h.Serve(t, func(a *web.API) { (&savedview.Service{DB: h.Env.DB, NewID: a.NewID}).Routes(a) }))
	for i := range 20 {
		c.Customer.Post(path, object{"list": "/orders", "name": fmt.Sprint("v", i), "query": ""}).OK()
	}
	for lang, want := range map[string]string{"zh_CN": "最多保存 20 个", "en_US": "at most 20 views", "pt_BR": "no máximo 20", "zh_TW": "最多儲存 20 個"} {
		a := c.Customer.In(lang).Post(path, object{"list": "/orders", "name": "more", "query": ""}).Want(http.StatusConflict, 409)
		if !strings.Contains(a.Message, want) {
			t.Errorf("%s: %s", lang, a.Message)
		}
	}
	for i := range 99 {
		c.Customer.Post(path, object{"list": fmt.Sprint("/list", i), "name": "v", "query": ""}).OK()
	}
	c.Customer.Post(path, object{"list": "/other", "name": "v", "query": ""}).Want(http.StatusConflict, 409)
}

// A view whose deletion is tried again, because its first answer was lost, is deleted.
func TestDeletionOfAViewIsTriedAgain(t *testing.T) {
	h := sessiontest.New(testkit.Memory(t))
	lost := 0
	db := &store.Faulty{DB: h.Env.DB, Before: func(string) error { return nil }, After: func(call string) error {
		if call != "transact" || lost != 1 {
			return nil
		}
		lost++
		return store.ErrUnclear
	}}
	c := h.SeedUsers(t, h.Serve(t, func(a *web.API) { (&savedview.Service{DB: db, NewID: a.NewID}).Routes(a) }))
	id := testkit.Data[object](c.Customer.Post(path, object{"list": "/orders", "name": "Late", "query": ""}))["id"].(string)
	lost = 1
	c.Customer.Delete(path+"/"+id+"?list=/orders", nil).OK()
	if got := testkit.Data[[]savedview.ListViews](c.Customer.Get(path)); len(got) != 0 || lost != 2 {
		t.Errorf("%+v, %d", got, lost)
	}
	c.Customer.Delete(path+"/"+id+"?list=/orders", nil).Want(http.StatusNotFound, 404)
}
