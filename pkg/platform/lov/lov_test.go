package lov_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/moduleparts"
	"herald/pkg/kit/web"
	"herald/pkg/platform/lov"
)

type object = map[string]any

var lists = []string{"GET /aty/customerinfo/page", "GET /aty/contactsgroup/lovPage", "GET /conf/country/lovPage",
	"POST /gc/groupsendorder/countrys"}

func start(t *testing.T) (*sessiontest.Fixture, *testkit.Server, *sessiontest.SeededUsers) {
	h := sessiontest.New(testkit.Memory(t))
	list := func(method, path string) bool {
		for _, l := range lists {
			if l == method+" "+path {
				return true
			}
		}
		return false
	}
	dict := func(_ context.Context, code string) (bool, error) { return code == "yes_no", nil }
	s := h.Serve(t, func(a *web.API) {
		lov.New(h.Env.DB, h.Env.Now, list, dict, lov.Read(testkit.ModuleParts()...)).Routes(a)
	})
	return h, s, h.SeedUsers(t, s)
}

func definition() object {
	return object{"keyword": "shops", "title": "Shops", "position": "query", "key": "userId", "ret": "name", "multiple": true,
		"url": "/aty/customerinfo/page", "method": "GET",
		"fixedParams": `{"type":"2"}`,
		"bodyList": []object{{"field": "name", "title": "Name", "languages": object{"zh_CN": "名称"}, "index": 2},
			{"field": "userId", "title": "Id", "index": 1, "property": `{"width":200}`}},
		"searchList": []object{{"field": "name", "tag": "INPUT_TEXT", "label": "Name"},
			{"field": "open", "tag": "DICT_SELECT", "label": "Open", "dictCode": "yes_no"},
			{"field": "kind", "tag": "SELECT", "label": "Kind", "options": []object{{"label": "A", "value": "a"}}},
			{"field": "size", "tag": "INPUT_NUMBER", "label": "Size", "min": 1, "max": 9}}}
}

func with(changes object) object {
	d := definition()
	for k, v := range changes {
		d[k] = v
	}
	return d
}

func TestShippedFilesAreWhole(t *testing.T) {
	var all []lov.Definition
	for _, file := range moduleparts.All(testkit.ModuleParts(), "pickers.json") {
		var some []lov.Definition
		if err := json.Unmarshal(file, &some); err != nil {
			t.Fatal(err)
		}
		all = append(all, some...)
	}
	seen := map[string]bool{}
	for _, d := range all {
		if seen[d.Keyword] || d.UpdateTime.IsZero() {
			t.Errorf("%s stands twice or has no time", d.Keyword)
		}
		seen[d.Keyword] = true
		texts := []map[i18n.Lang]string{d.Languages}
		for _, c := range d.BodyList {
			texts = append(texts, c.Languages)
		}
		for _, s := range d.SearchList {
			texts = append(texts, s.Languages)
		}
		for _, l := range texts {
			for _, lang := range i18n.Langs {
				if l[lang] == "" {
					t.Errorf("%s lacks a text in %s: %v", d.Keyword, lang, l)
				}
			}
		}
	}
	for _, keyword := range strings.Fields("customer customer_first customer_second customer_user contacts_group country") {
		if !seen[keyword] {
			t.Errorf("no %s", keyword)
		}
	}
}

func TestStory(t *testing.T) {
	h, s, cast := start(t)
	story := testkit.Tell(t, h.Env)
	story.Name(cast.Admin.User.ID, "admin")
	admin := cast.Admin.Client
	story.Step("a shipped definition, by anybody", cast.Secondary.In("zh_CN"), "GET", "/system/lov/data/customer", nil)
	story.Step("one that is not there", cast.Secondary.In("pt_BR"), "GET", "/system/lov/data/shops", nil).Want(404, 0)
	story.Step("a new one", admin, "POST", "/system/lov", definition())
	story.Step("as a picker reads it", cast.Customer.In("zh_CN"), "GET", "/system/lov/data/shops", nil)
	mine := testkit.Data[lov.Definition](admin.Get("/system/lov/data/shops"))
	known := object{"shops": mine.UpdateTime, "customer": "2026-11-21T00:00:00Z", "country": "2020-01-01T00:00:00Z",
		"gone": "2020-01-01T00:00:00Z", "odd": "soon"}
	story.Step("what a cache holds and is old", cast.Customer.Client, "POST", "/system/lov/check", known)
	story.Step("changed", admin, "PUT", "/system/lov", with(object{"id": "shops", "title": "Our shops"}))
	story.Step("old now", cast.Customer.Client, "POST", "/system/lov/check", object{"shops": mine.UpdateTime})
	story.Step("a shipped one changed", admin, "PUT", "/system/lov", with(object{"keyword": "customer", "title": "Somebody"}))
	story.Step("the list", admin, "GET", "/system/lov/page?keyword=s&size=2", nil)
	story.Step("shipped again", admin, "PUT", "/system/lov/customer/reset", nil)
	story.Step("a shipped one stays", admin, "DELETE", "/system/lov/customer", nil).Want(409, 0)
	story.Step("an own one goes", admin, "DELETE", "/system/lov/shops", nil)
	admin.Delete("/system/lov/shops", nil).Want(404, 0)
	admin.Put("/system/lov/shops/reset", nil).Want(404, 0)
	s.Anonymous().Get("/system/lov/data/customer").Want(401, 0)
	for _, who := range []*sessiontest.Actor{cast.Agent, cast.Customer, cast.Secondary} {
		who.Post("/system/lov", definition()).Want(403, 0)
		who.Get("/system/lov/page").Want(403, 0)
	}
}

func TestBadDefinitionsInFourLanguages(t *testing.T) {
	_, _, cast := start(t)
	column := func(changes object) []object {
		c := object{"field": "name", "title": "Name", "index": 1}
		for k, v := range changes {
			c[k] = v
		}
		return []object{c}
	}
	search := func(changes object) []object {
		c := object{"field": "name", "tag": "INPUT_TEXT", "label": "Name"}
		for k, v := range changes {
			c[k] = v
		}
		return []object{c}
	}
	text := ""
	for _, c := range []struct {
		title, field string
		change       object
	}{
		{"keyword", "keyword", object{"keyword": "Shops!"}},
		{"the preview's keyword", "keyword", object{"keyword": "local_preview"}},
		{"a keyword that is taken", "keyword", object{"keyword": "customer"}},
		{"title", "title", object{"title": " "}},
		{"another host", "url", object{"url": "https://evil.example/page"}},
		{"a host by slashes", "url", object{"url": "//evil.example/page"}},
		{"a path upwards", "url", object{"url": "/aty/../aty/customerinfo/page"}},
		{"parameters", "url", object{"url": "/aty/customerinfo/page?type=2"}},
		{"no list", "url", object{"url": "/oauth/logout"}},
		{"another method", "url", object{"method": "POST"}},
		{"body of a GET", "position", object{"position": "body"}},
		{"method", "method", object{"method": "DELETE"}},
		{"position", "position", object{"position": "header"}},
		{"no key", "key", object{"key": ""}},
		{"a field's name", "ret", object{"ret": "a b"}},
		{"fixed parameters", "fixedParams", object{"fixedParams": `["a"]`}},
		{"no JSON", "fixedParams", object{"fixedParams": `{type:2}`}},
		{"no columns", "bodyList", object{"bodyList": []object{}}},
		{"null for columns", "bodyList", object{"bodyList": nil}},
		{"a column's field", "bodyList[0].field", object{"bodyList": column(object{"field": "1"})}},
		{"a column's title", "bodyList[0].title", object{"bodyList": column(object{"title": ""})}},
		{"a column's property", "bodyList[0].property", object{"bodyList": column(object{"property": "null"})}},
		{"a column's dictionary", "bodyList[0].dictCode", object{"bodyList": column(object{"dictCode": "nonsense"})}},
		{"a column twice", "bodyList[1].field", object{"bodyList": append(column(nil), column(nil)...)}},
		{"tag", "searchList[0].tag", object{"searchList": search(object{"tag": "input"})}},
		{"a label", "searchList[0].label", object{"searchList": search(object{"label": ""})}},
		{"no dictionary", "searchList[0].dictCode", object{"searchList": search(object{"tag": "DICT_SELECT"})}},
		{"no such dictionary", "searchList[0].dictCode", object{"searchList": search(object{"tag": "DICT_SELECT", "dictCode": "nonsense"})}},
		{"no options", "searchList[0].options", object{"searchList": search(object{"tag": "SELECT"})}},
		{"bounds", "searchList[0].max", object{"searchList": search(object{"tag": "INPUT_NUMBER", "min": 2, "max": 1})}},
		{"a field twice", "searchList[1].field", object{"searchList": append(search(nil), search(nil)...)}},
	} {
		text += c.title + "\n"
		for _, lang := range i18n.Langs {
			a := cast.Admin.In(string(lang)).Post("/system/lov", with(c.change)).Bad(c.field)
			text += "  " + a.Message + " " + a.Errors[0].Message + "\n"
		}
	}
	testkit.Golden(t, t.Name(), text)
	cast.Admin.Put("/system/lov", with(object{"id": "other"})).Bad("keyword")
	cast.Admin.Put("/system/lov", definition()).Want(404, 0)
	cast.Admin.Post("/system/lov", with(object{"keyword": "stock", "url": "/gc/groupsendorder/countrys", "method": "POST",
		"position": "body"})).OK()
	cast.Admin.Delete("/system/lov/stock", nil).OK()
}
