package setting_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/web"
	"herald/pkg/platform/setting"
)

type object = map[string]any

var ctx = context.Background()

func start(t *testing.T) (*sessiontest.Fixture, *testkit.Server, *setting.Store, *sessiontest.SeededUsers) {
	h := sessiontest.New(testkit.Memory(t))
	book := setting.New(h.Env.DB, h.Env.Now, setting.Define(testkit.ModuleParts()...))
	s := h.Serve(t, (&setting.Service{Store: book}).Routes)
	return h, s, book, h.SeedUsers(t, s)
}

func TestDefaults(t *testing.T) {
	_, _, book, _ := start(t)
	for key, want := range map[string]int{
		"password.min.length": 6, "order.settle.minutes": 1440, "order.unknown.minutes": 1440, "order.appointment.days": 3,
		"receipt.window.seconds": 5,
		"contact.file.bytes":     1 << 20, "contact.file.rows": 70_000, "image.bytes": 1_024_000, "image.bulk.bytes": 512_000,
		"video.bytes": 5 << 20,
		"topup.min":   300, "ws.ping.seconds": 25,
	} {
		if n, err := book.Int(ctx, key); err != nil || n != want {
			t.Errorf("%s = %d, %v; want %d", key, n, err, want)
		}
	}
	for key, want := range map[string]string{"window.IN": "10:30-20:30", "window.US": "08:00-21:00", "window.BR": ""} {
		if v, err := book.String(ctx, key); err != nil || v != want {
			t.Errorf("%s = %q, %v; want %q", key, v, err, want)
		}
	}
	if auto, err := book.Bool(ctx, "order.review.auto"); err != nil || auto {
		t.Errorf("order.review.auto: %v, %v", auto, err)
	}
	for _, key := range []string{"nonsense", "window.XX", "window.*", "window.br", "order.review.auto"} {
		if _, err := book.Int(ctx, key); err == nil {
			t.Errorf("Int(%q) has a value", key)
		}
	}
}

func TestChangeStory(t *testing.T) {
	h, s, book, cast := start(t)
	if err := book.Reset(ctx, "topup.min"); err != nil { // the row is there, whichever test ran before
		t.Fatal(err)
	}
	story := testkit.Tell(t, h.Env)
	story.Name(cast.Admin.User.ID, "admin")
	admin := cast.Admin.Client
	story.Step("a customer reads a harmless setting", cast.Customer.In("zh_CN"), "GET", "/lop/system/config/ws.ping.seconds", nil)
	story.Step("but not another", cast.Customer.Client, "GET", "/lop/system/config/receipt.window.seconds", nil).Want(403, 0)
	story.Step("and changes none", cast.Customer.Client, "PUT", "/lop/system/config/ws.ping.seconds", object{"value": 5}).Want(403, 0)
	story.Step("the admin changes one", admin, "PUT", "/lop/system/config/order.settle.minutes", object{"value": 2})
	story.Step("the window of a country", admin, "POST", "/lop/system/config", object{"key": "window.BR", "value": "09:00-18:00"})
	story.Step("an unknown setting", admin, "PUT", "/lop/system/config/nonsense", object{"value": 2}).Want(404, 0)
	story.Step("all settings", admin, "GET", "/lop/system/config/page?size=3&key=o&sortFields=updateTime", nil)
	if n, err := book.Int(ctx, "order.settle.minutes"); err != nil || n != 2 {
		t.Errorf("order.settle.minutes = %d, %v", n, err)
	}
	story.Step("back to the default", admin, "DELETE", "/lop/system/config/order.settle.minutes", nil)
	admin.Delete("/lop/system/config/window.BR", nil).OK()
	admin.Get("/lop/system/config/page?sortFields=value").Bad("sortFields")
	s.Anonymous().Get("/lop/system/config/ws.ping.seconds").Want(401, 0)
}

// Two processes share one table: a change or reset in one applies in the other within a minute, however often it is read meanwhile
// (decisions §13).
func TestChangeElsewhereHoldsWithinAMinute(t *testing.T) {
	h, _, book, cast := start(t)
	other := setting.New(h.Env.DB, h.Env.Now, setting.Define(testkit.ModuleParts()...))
	soon := func(title string, want string) {
		t.Helper()
		for range 59 { // asking does not put the look at the table off
			if _, err := other.String(ctx, "window.BR"); err != nil {
				t.Fatal(err)
			}
			h.Env.Clock.Add(time.Second)
		}
		if v, err := other.String(ctx, "window.BR"); err != nil || v != want {
			t.Errorf("%s: %q, %v", title, v, err)
		}
	}
	soon("as shipped", "")
	if err := book.Set(ctx, "window.BR", "09:00-18:00", cast.Admin.User.Name); err != nil {
		t.Fatal(err)
	}
	soon("changed elsewhere", "09:00-18:00")
	if err := book.Reset(ctx, "window.BR"); err != nil {
		t.Fatal(err)
	}
	soon("the default again", "")
}

func TestEveryGroupIsAFilter(t *testing.T) {
	_, _, _, cast := start(t)
	all := testkit.Data[web.Page[setting.Value]](cast.Admin.Get("/lop/system/config/page?size=100"))
	for _, v := range all.Records {
		cast.Admin.Get("/lop/system/config/page?group=" + v.Group + "&type=" + v.Type).OK()
	}
}

func TestBadValuesInFourLanguages(t *testing.T) {
	_, _, _, cast := start(t)
	text := ""
	for _, c := range []struct {
		key   string
		value any
	}{
		{"order.settle.minutes", 0}, {"order.settle.minutes", 2881}, {"order.settle.minutes", 1.5}, {"order.settle.minutes", "soon"},
		{"order.settle.minutes", true}, {"order.settle.minutes", nil},
		{"password.min.length", 5}, {"order.review.auto", "yes"}, {"order.review.auto", 1},
		{"window.IN", "10:30"}, {"window.IN", "25:00-26:00"}, {"window.IN", "10:00-10:00"}, {"window.IN", "21:00-09:00"},
		{"window.IN", "10:30-20:30 Mars/Olympus"}, {"window.IN", 7},
	} {
		text += fmt.Sprintf("%s = %v\n", c.key, c.value)
		for _, lang := range i18n.Langs {
			text += "  " + cast.Admin.In(string(lang)).Put("/lop/system/config/"+c.key, object{"value": c.value}).Bad("value").Message + "\n"
		}
	}
	cast.Admin.Put("/lop/system/config/window.IN", object{}).Bad("value")
	for _, v := range []any{"10:00-20:30 Asia/Kolkata", "", "10:30-21:00"} {
		cast.Admin.Put("/lop/system/config/window.IN", object{"value": v}).OK()
	}
	cast.Admin.Put("/lop/system/config/order.settle.minutes", object{"value": "120"}).OK()
	cast.Admin.Put("/lop/system/config/order.review.auto", object{"value": true}).OK()
	for _, key := range []string{"window.IN", "order.settle.minutes", "order.review.auto"} {
		cast.Admin.Delete("/lop/system/config/"+key, nil).OK()
	}
	testkit.Golden(t, t.Name(), text)
}

// A window in which the zones of a country have no hour in common is refused in four languages. A number without a known zone could never
// be written to. A window that names the zone is accepted.
func TestAWindowThatNeverOpensForAll(t *testing.T) {
	_, _, _, cast := start(t)
	const key = "/lop/system/config/window.RU"
	for lang, says := range map[i18n.Lang]string{i18n.EnUS: "share no hour", i18n.ZhCN: "没有共同的时间",
		i18n.PtBR: "nenhuma hora em comum", i18n.ZhTW: "沒有共同的時間"} {
		if got := cast.Admin.In(string(lang)).Put(key, object{"value": "10:00-18:00"}).Bad("value").Message; !strings.Contains(got, says) {
			t.Errorf("%s: %s", lang, got)
		}
	}
	cast.Admin.Put(key, object{"value": "10:00-18:00 Europe/Moscow,Asia/Kamchatka"}).Bad("value")
	for _, v := range []string{"10:00-18:00 Europe/Moscow", "08:00-21:00"} {
		cast.Admin.Put(key, object{"value": v}).OK()
	}
}
