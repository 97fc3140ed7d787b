package dict_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/moduleparts"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/dict"
	"herald/pkg/platform/role"
	"herald/pkg/platform/user"
)

type object = map[string]any

var ctx = context.Background()

func start(t *testing.T) (*sessiontest.Fixture, *testkit.Server, *sessiontest.SeededUsers) {
	h := sessiontest.New(testkit.Memory(t))
	s := h.Serve(t, func(a *web.API) {
		dict.New(h.Env.DB, h.Env.Now, a.NewID, dict.Read(testkit.ModuleParts()...)).Routes(a)
	})
	return h, s, h.SeedUsers(t, s)
}

func data(t *testing.T, c *testkit.Client, codes string) map[string]dict.Dictionary {
	t.Helper()
	out := map[string]dict.Dictionary{}
	for _, d := range testkit.Data[[]dict.Dictionary](c.Get("/system/dict/data?dictCodes=" + codes)) {
		out[d.DictCode] = d
	}
	return out
}

func values(d dict.Dictionary) string {
	var out []string
	for _, it := range d.DictItems {
		out = append(out, it.Value)
	}
	return strings.Join(out, " ")
}

func TestShippedFilesAreWhole(t *testing.T) {
	var text []byte
	for _, file := range moduleparts.All(testkit.ModuleParts(), "dict.tsv") {
		text = append(text, file...)
	}
	seen, types := map[string]bool{}, map[string]string{}
	for line := range strings.Lines(string(text)) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if seen[f[0]+"."+f[2]] {
			t.Errorf("%s has %s twice", f[0], f[2])
		}
		seen[f[0]+"."+f[2]] = true
		if old, ok := types[f[0]]; ok && old != f[1] {
			t.Errorf("%s has two types", f[0])
		}
		types[f[0]] = f[1]
		for i, field := range f {
			// A kind has no colour: tags are for states.
			if i < 7 && strings.TrimSpace(field) == "" {
				t.Errorf("%q has no field %d", line, i)
			}
		}
		if err := dict.CheckBuiltIn(f[0], f[1], f[2], f[7]); err != nil {
			t.Errorf("%q: %v", line, err)
		}
	}
	for _, code := range strings.Fields("order_status target_state user_type customer_type business_type payment_method establish_group_type notice_type notice_status member_validity member_source user_status setting_type menu_type menu_target_type channel message_type sys_enable yes_no gender") {
		if types[code] == "" {
			t.Errorf("no %s", code)
		}
	}
}

func TestData(t *testing.T) {
	_, s, cast := start(t)
	c := cast.Customer.Client
	got := data(t, c.In("pt_BR"), "order_status,nonsense&dictCodes=yes_no")
	if len(got) != 2 || values(got["order_status"]) != "1 2 3 4 5 6 7 8 9 10" || got["order_status"].DictItems[3].Name != "Pausado" ||
		got["yes_no"].ValueType != dict.Boolean {
		t.Errorf("%+v", got)
	}
	if it := got["order_status"].DictItems[3]; it.Attributes.TagColor != "orange" || it.Attributes.Languages[i18n.ZhCN] != "已暂停" ||
		it.ID != "order_status.4" {
		t.Errorf("%+v", it)
	}
	hashes := object{"order_status": data(t, c, "order_status")["order_status"].HashCode, "yes_no": "old", "nonsense": "x"}
	if got := string(c.Post("/system/dict/invalid-hash", hashes).Data); got != `["nonsense","yes_no"]` {
		t.Errorf("stale: %s", got)
	}
	if got := string(c.In("zh_CN").Post("/system/dict/invalid-hash", hashes).Data); !strings.Contains(got, "order_status") {
		t.Errorf("in another language the names are others: %s", got)
	}
	c.Get("/system/dict/data").Bad("dictCodes")
	c.Get("/system/dict/data?dictCodes=").Bad("dictCodes")
	c.Get("/system/dict/data?dictCodes=" + many(101)).Bad("dictCodes")
	s.Anonymous().Get("/system/dict/data?dictCodes=yes_no").Want(401, 0)
}

func many(n int) string {
	var codes []string
	for i := range n {
		codes = append(codes, fmt.Sprint("code", i))
	}
	return strings.Join(codes, ",")
}

// Visible values of payment_method and establish_group_type (platform-services §6).
func TestWhatRolesSee(t *testing.T) {
	h, s, cast := start(t)
	const usdt = "usdt_trc20 usdt_erc20 usdt_omni"
	all := "admin proxy " + usdt + " src_wx src_al trans_al gateway"
	staff := h.Actor(t, s, "service", user.New{User: user.User{Type: 1, Roles: []string{role.ServiceRole}}})
	for _, c := range []struct {
		who              *sessiontest.Actor
		payments, groups string
	}{
		{cast.Admin, all, "530 531 532"},
		{staff, all, "530 531"},
		{cast.Agent, "admin proxy " + usdt + " src_wx src_al trans_al gateway", "530 531 532"},
		{cast.Customer, "admin proxy " + usdt + " src_wx src_al trans_al gateway", "530 531"},
		{cast.Secondary, "admin " + usdt + " src_wx src_al trans_al gateway", "530 531"},
	} {
		got := data(t, c.who.Client, "payment_method,establish_group_type")
		if v := values(got["payment_method"]); v != c.payments {
			t.Errorf("%s sees the payment methods %s", c.who.Name, v)
		}
		if v := values(got["establish_group_type"]); v != c.groups {
			t.Errorf("%s sees the group types %s", c.who.Name, v)
		}
	}
	// A cache filled by a user who sees more is outdated.
	hash := data(t, cast.Admin.Client, "payment_method")["payment_method"].HashCode
	if got := string(cast.Secondary.Post("/system/dict/invalid-hash", object{"payment_method": hash}).Data); got != `["payment_method"]` {
		t.Error(got)
	}
}

func TestAdminStory(t *testing.T) {
	h, _, cast := start(t)
	story := testkit.Tell(t, h.Env)
	story.Name(cast.Admin.User.ID, "admin")
	admin := cast.Admin.Client
	made := testkit.Data[web.Created](story.Step("a new dictionary", admin, "POST", "/system/dict",
		object{"dictCode": "customer_level", "value": "1", "valueType": 1, "name": "Gold",
			"attributes": object{"languages": object{"zh_CN": "黄金"}, "tagColor": "gold"}}))
	story.Step("another value of it", admin, "POST", "/system/dict",
		object{"dictCode": "customer_level", "value": "2", "name": "Silver", "sort": 5})
	story.Step("everybody gets it", cast.Customer.In("zh_CN"), "GET", "/system/dict/data?dictCodes=customer_level", nil)
	story.Step("changed", admin, "PUT", "/system/dict",
		object{"id": made.ID, "value": "10", "name": "Platinum", "attributes": object{"textColor": "#1890FF"}})
	story.Step("a built-in value is renamed, restyled and put first", admin, "PUT", "/system/dict",
		object{"id": "yes_no.false", "value": "false", "name": "Never",
			"attributes": object{"tagColor": "red"}, "sort": 1})
	story.Step("as seen", cast.Customer.Client, "GET", "/system/dict/data?dictCodes=yes_no", nil)
	story.Step("and hidden", admin, "PUT", "/system/dict", object{"id": "yes_no.false", "value": "false", "name": "Never", "hidden": true})
	story.Step("as nobody sees it", cast.Customer.Client, "GET", "/system/dict/data?dictCodes=yes_no", nil)
	story.Step("the list shows it", admin, "GET", "/system/dict/page?dictCode=yes_no,customer_level&name=e", nil)
	story.Step("shipped again", admin, "PUT", "/system/dict/yes_no.false/reset", nil)
	story.Step("a value of the product stays", admin, "DELETE", "/system/dict/yes_no.false", nil).Want(409, 0)
	story.Step("an own one goes", admin, "DELETE", "/system/dict/"+made.ID, nil)
	for _, e := range testkit.Data[web.Page[dict.Entry]](admin.Get("/system/dict/page?dictCode=customer_level")).Records {
		admin.Delete("/system/dict/"+e.ID, nil).OK()
	}
	if got := data(t, admin, "customer_level"); len(got) != 0 {
		t.Errorf("a dictionary without values is still there: %v", got)
	}
	admin.Delete("/system/dict/"+made.ID, nil).Want(404, 0)
}

func TestBadValuesInFourLanguages(t *testing.T) {
	_, _, cast := start(t)
	text := ""
	for _, c := range []struct {
		title, field string
		body         object
	}{
		{"code", "dictCode", object{"dictCode": "Order-Status", "value": "1", "name": "x", "valueType": 1}},
		{"no type", "valueType", object{"dictCode": "fresh", "value": "1", "name": "x"}},
		{"other type", "valueType", object{"dictCode": "order_status", "value": "x", "name": "x", "valueType": 2}},
		{"no number", "value", object{"dictCode": "order_status", "value": "soon", "name": "x"}},
		{"no boolean", "value", object{"dictCode": "yes_no", "value": "1", "name": "x"}},
		{"no text", "value", object{"dictCode": "channel", "value": " ", "name": "x"}},
		{"long text", "value", object{"dictCode": "channel", "value": strings.Repeat("x", 61), "name": "x"}},
		{"twice", "value", object{"dictCode": "channel", "value": "sms", "name": "x"}},
		{"no name", "name", object{"dictCode": "channel", "value": "fax"}},
		{"long name", "name", object{"dictCode": "channel", "value": "fax", "name": strings.Repeat("名", 61)}},
		{"no such language", "attributes.languages",
			object{"dictCode": "channel", "value": "fax", "attributes": object{"languages": object{"fr_FR": "x"}}}},
		{"no colour", "attributes.tagColor", object{"dictCode": "channel", "value": "fax", "name": "x",
			"attributes": object{"tagColor": "url(x)"}}},
		{"no text colour", "attributes.textColor",
			object{"dictCode": "channel", "value": "fax", "name": "x", "attributes": object{"textColor": "#12345"}}},
	} {
		text += c.title + "\n"
		for _, lang := range i18n.Langs {
			text += "  " + cast.Admin.In(string(lang)).Post("/system/dict", c.body).Bad(c.field).Message + "\n"
		}
	}
	admin := cast.Admin.Client
	before := values(data(t, admin, "channel")["channel"])
	admin.Put("/system/dict", object{"id": "yes_no.true", "value": "false", "name": "x"}).Bad("value")
	admin.Put("/system/dict", object{"id": "yes_no.true", "dictCode": "channel", "value": "true", "name": "x"}).Bad("dictCode")
	admin.Put("/system/dict", object{"id": "yes_no.maybe", "value": "true", "name": "x"}).Want(404, 0)
	admin.Put("/system/dict", object{"value": "true", "name": "x"}).Want(404, 0)
	admin.Put("/system/dict/nonsense.x/reset", nil).Want(404, 0)
	admin.Get("/system/dict/page?sortFields=colour").Bad("sortFields")
	for _, who := range []*sessiontest.Actor{cast.Agent, cast.Customer, cast.Secondary} {
		who.Post("/system/dict", object{"dictCode": "channel", "value": "fax", "name": "x"}).Want(403, 0)
		who.Get("/system/dict/page").Want(403, 0)
	}
	if got := data(t, admin, "channel"); values(got["channel"]) != before {
		t.Errorf("bad input changed something: %v", got)
	}
	testkit.Golden(t, t.Name(), text)
}

// The data call costs at most two AWS calls, and none while the cache is fresh.
func TestDataIsCheap(t *testing.T) {
	h, _, cast := start(t)
	room := dict.New(h.Env.DB, h.Env.Now, func(context.Context) string { return h.Env.IDs.Next() }, dict.Read(testkit.ModuleParts()...))
	cast.Admin.Put("/system/dict", object{"id": "channel.sms", "value": "sms", "name": "Text message"}).OK()
	cast.Admin.Put("/system/dict", object{"id": "gender.male", "value": "male", "name": "Man"}).OK()
	calls := func() int64 {
		h.Env.Meter.Take()
		if _, err := room.Overrides.Get(ctx, "channel", "gender", "yes_no"); err != nil {
			t.Fatal(err)
		}
		return h.Env.Meter.Take().Calls
	}
	if n := calls(); n > 2 {
		t.Errorf("cold: %d calls", n)
	}
	if n := calls(); n != 0 {
		t.Errorf("fresh: %d calls", n)
	}
	h.Env.Clock.Add(store.OverridesFresh + time.Second)
	if n := calls(); n > 1 {
		t.Errorf("unchanged: %d calls", n)
	}
	for _, id := range []string{"channel.sms", "gender.male"} {
		cast.Admin.Put("/system/dict/"+id+"/reset", nil).OK()
	}
}
