package menu_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/menu"
)

type object = map[string]any

type world struct {
	*sessiontest.Fixture
	*testkit.Server
	*sessiontest.SeededUsers
	told int
}

func start(t *testing.T) *world {
	h := sessiontest.New(testkit.Memory(t))
	w := &world{Fixture: h}
	w.Server = h.Serve(t, func(a *web.API) {
		(&menu.Service{DB: h.Env.DB, NewID: a.NewID, Nodes: menu.Read(testkit.ModuleParts()...), Permissions: h.Session.Roles.Grants.All(),
			Changed: func(context.Context) error { w.told++; return nil }}).Routes(a)
	})
	w.SeededUsers = h.SeedUsers(t, w.Server)
	t.Cleanup(func() { // the menu is one for all tests of the package
		items, err := store.Collect(store.Rows(context.Background(), h.Env.DB, store.Query{Table: "platform", PK: "MENU", Consistent: true}))
		for _, it := range items {
			if _, err := h.Env.DB.Write(context.Background(),
				store.Op{Verb: store.Delete, Key: store.Key{Table: "platform", PK: "MENU", SK: store.SortKey(it)}}); err != nil {
				t.Error(err)
			}
		}
		if err != nil {
			t.Error(err)
		}
	})
	return w
}

func named(text string) object {
	return object{"zh_CN": text + "一", "en_US": text, "pt_BR": text + " pt", "zh_TW": text + "二"}
}

func node(path string, more object) object {
	o := object{"type": 1, "targetType": 2, "uri": "https://help.herald.test/guide", "path": path, "icon": "book", "languages": named("Guide")}
	for k, v := range more {
		o[k] = v
	}
	return o
}

// titles returns the titles of the nodes that a user may open, directories with their contents.
func titles(c *testkit.Client) string {
	var text func(nodes []menu.Node) string
	text = func(nodes []menu.Node) string {
		var all []string
		for _, n := range nodes {
			s := n.Title
			if n.Type == menu.Directory {
				s += "(" + text(n.Children) + ")"
			}
			if n.Hidden {
				s += "?"
			}
			all = append(all, s)
		}
		return strings.Join(all, " ")
	}
	return text(testkit.Data[[]menu.Node](c.Get("/oauth/router")))
}

func TestMenuStory(t *testing.T) {
	w := start(t)
	before := titles(w.Customer.Client)
	story := testkit.Tell(t, w.Fixture.Env)
	story.Name(w.Admin.User.ID, "admin")
	help := testkit.Data[web.Created](story.Step("an admin makes a directory", w.Admin.Client, "POST", "/system/menu",
		object{"type": 0, "path": "/help", "icon": "book", "languages": named("Help")}))
	story.Name(help.ID, "help")
	guide := testkit.Data[web.Created](story.Step("and a page of somebody else in it", w.Admin.Client, "POST", "/system/menu",
		node("/help/guide", object{"parentId": help.ID})))
	story.Name(guide.ID, "guide")
	if got := titles(w.Customer.Client); got != before+" Help(Guide)" {
		t.Errorf("%s, before %s", got, before)
	}
	story.Step("only who may see the log sees the page", w.Admin.Client, "PUT", "/system/menu",
		node("/help/guide", object{"id": guide.ID, "parentId": help.ID, "permission": "system:audit:page"}))
	if got := titles(w.Customer.Client); got != before {
		t.Errorf("%s, before %s", got, before)
	}
	if got := titles(w.Admin.In("zh_CN")); !strings.Contains(got, "Help一(Guide一)") {
		t.Error(got)
	}
	welcome := find(t, w, "welcome")
	welcome["hidden"] = true
	welcome["languages"] = named("Hello")
	story.Step("a built-in page is renamed and hidden", w.Admin.Client, "PUT", "/system/menu", welcome)
	if got := titles(w.Customer.Client); !strings.HasPrefix(got, "Hello?") {
		t.Error(got)
	}
	ids := top(t, w)
	slices.Reverse(ids)
	story.Step("the top is turned round", w.Admin.Client, "PUT", "/system/menu/sort", object{"ids": ids})
	if got := titles(w.Admin.Client); !strings.HasPrefix(got, "Help(Guide)") || !strings.HasSuffix(got, "Hello?") {
		t.Error(got)
	}
	story.Step("a directory with something in it stays", w.Admin.Client, "DELETE", "/system/menu/"+help.ID, nil).Want(409, 0)
	w.Admin.Delete("/system/menu/"+guide.ID, nil).OK()
	story.Step("an empty one goes", w.Admin.Client, "DELETE", "/system/menu/"+help.ID, nil)
	if w.told != 7 {
		t.Errorf("consoles were told %d times", w.told)
	}
}

func top(t *testing.T, w *world) []string {
	var ids []string
	for _, n := range testkit.Data[[]menu.NodeDetail](w.Admin.Get("/system/menu/list")) {
		ids = append(ids, n.ID)
	}
	return ids
}

// find returns a node as it is stored, in the form of a request.
func find(t *testing.T, w *world, id string) object {
	t.Helper()
	for _, n := range testkit.Data[[]object](w.Admin.Get("/system/menu/list")) {
		if n["id"] == id {
			return n
		}
	}
	t.Fatalf("no node %s", id)
	return nil
}

func TestBadNodesInFourLanguages(t *testing.T) {
	w := start(t)
	dir := testkit.Data[web.Created](w.Admin.Post("/system/menu", object{"type": 0, "languages": named("Help")}))
	inner := testkit.Data[web.Created](w.Admin.Post("/system/menu", object{"type": 0, "languages": named("Inner"), "parentId": dir.ID}))
	text := ""
	for _, c := range []struct {
		field string
		body  object
	}{
		{"languages", object{"languages": object{"en_US": "Only one"}}}, {"languages", object{"languages": named(strings.Repeat("x", 31))}},
		{"icon", object{"icon": "<b>"}},
		{"path", object{"path": ""}}, {"path", object{"path": "no-slash"}}, {"path", object{"path": "/welcome"}},
		{"path", object{"path": "/user/x"}},
		{"uri", object{"uri": ""}}, {"uri", object{"uri": "javascript:alert(1)"}}, {"uri", object{"targetType": 3, "uri": "ftp://x.test"}},
		{"uri", object{"targetType": 1, "uri": "../x"}},
		{"permission", object{"permission": "a:b:c"}}, {"parentId", object{"parentId": "welcome"}}, {"parentId", object{"parentId": "nothing"}},
	} {
		text += fmt.Sprintf("%.70v\n", c.body)
		for _, lang := range i18n.Langs {
			text += "  " + w.Admin.In(string(lang)).Post("/system/menu", node("/fresh", c.body)).Bad(c.field).Message + "\n"
		}
	}
	testkit.Golden(t, t.Name(), text)
	w.Admin.Put("/system/menu", object{"id": dir.ID, "type": 0, "languages": named("Help"), "parentId": dir.ID}).Bad("parentId")
	w.Admin.Put("/system/menu", object{"id": dir.ID, "type": 0, "languages": named("Help"), "parentId": inner.ID}).Bad("parentId")
	w.Admin.Put("/system/menu", node("/fresh", object{"id": dir.ID})).Bad("type") // something is in it
	w.Admin.Put("/system/menu", node("/fresh", object{"id": "nothing"})).Want(404, 0)
	welcome := find(t, w, "welcome")
	welcome["path"] = "/elsewhere"
	w.Admin.Put("/system/menu", welcome).Bad("id")
	w.Admin.Delete("/system/menu/welcome", nil).Want(409, 0)
	w.Admin.Delete("/system/menu/nothing", nil).Want(404, 0)
	w.Admin.Put("/system/menu/sort", object{"ids": []string{"welcome"}}).Bad("ids")
	w.Admin.Put("/system/menu/sort", object{"ids": append(top(t, w), "welcome")}).Bad("ids")
	w.Admin.Put("/system/menu/sort", object{"parentId": dir.ID, "ids": []string{inner.ID, dir.ID}}).Bad("parentId")
	w.Admin.Put("/system/menu/sort", object{"parentId": dir.ID, "ids": []string{"nothing"}}).Want(404, 0)
	for _, who := range []*sessiontest.Actor{w.Agent, w.Customer, w.Secondary} {
		who.Get("/system/menu/list").Want(403, 0)
		who.Post("/system/menu", node("/fresh", nil)).Want(403, 0)
	}
	three := testkit.Data[web.Created](w.Admin.Post("/system/menu", object{"type": 0, "languages": named("Three"), "parentId": inner.ID}))
	w.Admin.Post("/system/menu", node("/deep", object{"parentId": three.ID})).Bad("parentId")
}

// A node for some user types is shown to no other caller, not even to an admin.
func TestANodeOfAUserType(t *testing.T) {
	w := start(t)
	shown := func(a *sessiontest.Actor) bool {
		return slices.ContainsFunc(testkit.Data[[]menu.Node](a.Get("/oauth/router")), func(n menu.Node) bool {
			return slices.ContainsFunc(n.Children, func(c menu.Node) bool { return c.Path == "/account/api" })
		})
	}
	for who, a := range map[bool][]*sessiontest.Actor{true: {w.Customer, w.Direct}, false: {w.Secondary, w.Agent, w.Admin}} {
		for _, one := range a {
			if shown(one) != who {
				t.Errorf("%s: the page of app keys is shown: %v", one.User.Name, !who)
			}
		}
	}
}
