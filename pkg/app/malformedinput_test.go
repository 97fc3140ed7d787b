package app_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/kit/web"
)

// An id that no key can hold is unknown. An empty id, a path with control characters and a page beyond the millionth are bad input.
func TestImpossibleIDsAndPages(t *testing.T) {
	k := testkit.Memory(t)
	s, e := apptest.Serve(t, k)
	c := (&sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}).SeedUsers(t, s)
	long := strings.Repeat("x", 3000)
	for _, path := range []string{"/gc/groupsendorder/", "/aty/contactsgroup/", "/uf/export/", "/uf/uploadfile/"} {
		c.Direct.Get(path+long).Want(http.StatusNotFound, 0)
	}
	c.Admin.Delete("/gc/bulksendstock/"+long, nil).Want(http.StatusNotFound, 0)
	c.Admin.Delete("/system/dict/"+long, nil).Want(http.StatusNotFound, 0)
	c.Direct.Put("/aty/contactsgroup", apptest.Object{"id": long, "name": "n"}).Want(http.StatusNotFound, 0)
	c.Direct.Put("/aty/contactsgroup", apptest.Object{"id": "", "name": "n"}).Bad("id")
	c.Admin.Put("/gc/bulksendstock", apptest.Object{"sendTotal": 3}).Bad("id")
	c.Direct.Get("/gc/groupsendorder/%00").Bad("path")
	c.Direct.Get("/gc/groupsendorder/a%0d").Bad("path")
	c.Direct.Get("/gc/groupsendorder/a%ff").Bad("path")
	c.Direct.Put("/aty/contactsgroup", nil).Bad("") // a missing body is reported like a field
	group := testkit.Data[struct{ ID string }](c.Direct.Post("/aty/contactsgroup", apptest.Object{"name": "n", "countryCode": "BR"})).ID
	c.Direct.Post("/aty/contactsgroup/"+group+"/import", apptest.Object{"fileId": ""}).Bad("fileId")
	c.Direct.Delete("/aty/contactsgroup/"+group+"/member", apptest.Object{"phoneNumbers": nil}).Bad("phoneNumbers")
	for _, r := range s.API.Routes() {
		// a page to pay on, and one that goes on behind the last row
		if r.Method != http.MethodGet || !(strings.HasSuffix(r.Path, "/page") || strings.HasSuffix(r.Path, "/lovPage")) ||
			r.Path == "/pay/order/{orderId}/page" || r.Path == "/system/deadletter/page" {
			continue
		}
		path := strings.NewReplacer("{id}", group, "{userId}", c.Admin.User.ID).Replace(r.Path)
		for _, current := range []string{"9223372036854775806", "922337203685477580", "1000001"} {
			c.Admin.Get(path + "?size=11&sortFields=createTime&sortOrders=ascend&current=" + current).Bad("current")
		}
		if a := c.Admin.Get(path + "?size=100&current=1000000"); a.Status >= 500 {
			t.Errorf("%s: %d %s", r.Path, a.Status, a.Raw)
		}
	}
}

// A filter value that its column does not define is bad input, not an empty list (found by clients 7). A picker needs columns: an empty
// list and null are refused (12).
func TestFiltersAndListsThatAreNone(t *testing.T) {
	k := testkit.Memory(t)
	s, e := apptest.Serve(t, k)
	c := (&sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}).SeedUsers(t, s)
	for query, field := range map[string]string{
		"/conf/country/page?disabled=maybe": "disabled", "/system/role/page?builtIn=maybe": "builtIn", "/im/notice/page?status=zzz": "status",
		"/im/announcement/page?status=zzz": "status", "/conf/country/lovPage?disabled=maybe": "disabled",
		"/aty/contactsgroup/page?status=zzz": "status",
		"/aty/suppression/page?channel=zzz":  "channel", "/aty/consent/page?channel=zzz": "channel", "/uf/export/page?status=zzz": "status",
		"/lop/system/config/page?type=zzz": "type", "/lop/system/config/page?group=zzz": "group", "/gc/groupsendorder/page?status=99": "status",
		"/gc/groupsendorder/page?status=abc": "status",
	} {
		c.Admin.Get(query).Bad(field)
		path, _, _ := strings.Cut(strings.Replace(query, "/page", "/export", 1), "?")
		if slices.ContainsFunc(s.API.Routes(), func(r web.Route) bool { return r.Path == path }) {
			c.Admin.Get(strings.Replace(query, "/page", "/export", 1)).Bad(field)
		}
	}
	for _, columns := range []any{nil, []apptest.Object{}} {
		c.Admin.Post("/system/lov", apptest.Object{"keyword": "none", "title": "None", "key": "userId", "ret": "name",
			"url":    "/aty/customerinfo/page",
			"method": "GET", "position": "query",
			"bodyList": columns}).Bad("bodyList")
	}
}

// Changing one's own password requires the old one on every route.
func TestOnesOwnPasswordTakesTheOldOne(t *testing.T) {
	k := testkit.Memory(t)
	s, e := apptest.Serve(t, k)
	c := (&sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}).SeedUsers(t, s)
	const fresh = "Quiet-Harbor-7"
	for _, who := range c.Callers() {
		who.Put("/pi/personal/info/pass", apptest.Object{"newPass": fresh, "confirmPass": fresh}).Bad("oldPass")
		who.Put("/pi/personal/info/pass", apptest.Object{"oldPass": "", "newPass": fresh, "confirmPass": fresh}).Bad("oldPass")
		who.Put("/pi/personal/info/pass", apptest.Object{"oldPass": nil, "newPass": fresh, "confirmPass": fresh}).Bad("oldPass")
		for _, a := range []*testkit.Answer{who.Put("/sysuser/pass/"+who.User.ID, apptest.Object{"password": fresh}),
			who.Put("/aty/customerinfo/resetpw/"+who.User.ID, nil)} {
			if a.Status != http.StatusForbidden {
				t.Errorf("%s: %d %s", who.Name, a.Status, a.Raw)
			}
		}
		who.Get("/oauth/getUser").OK() // nothing ended its sessions
		who.Put("/pi/personal/info/pass", apptest.Object{"oldPass": sessiontest.Password, "newPass": fresh, "confirmPass": fresh}).OK()
	}
}

// A gateway path with any bytes can be parsed.
func TestPathsOfAnyBytesAreParsable(t *testing.T) {
	for path, want := range map[string]string{"": "", "/api/a": "/api/a", "/api/%C3%A4": "/api/%C3%A4", "/api/a\x00": "/api/a%00",
		"/api/\r\nb": "/api/%0D%0Ab", "/api/%zz": "/api/%25zz"} {
		if got := app.Parsable(path); got != want {
			t.Errorf("%q: %q instead of %q", path, got, want)
		}
	}
}

// Every write of the system is carried out, and its first answer lost, as by a cut connection or a late answer. No caller notices: neither
// a conflict with its own entity, nor a missing deleted one, nor a repeated effect.
func TestEveryFirstAnswerIsLost(t *testing.T) {
	k := testkit.Memory(t)
	db, lost := k.LoseAnswers()
	k.DB, k.Audit.DB = db, db
	s, e := apptest.Serve(t, k)
	c := (&sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}).SeedUsers(t, s)

	// stock: create, change, delete; a second creation and a second deletion are still distinguished
	limit := apptest.Object{"countryCode": "BR", "sendTotal": 3}
	id := testkit.Data[struct{ ID string }](c.Admin.Post("/gc/bulksendstock", limit)).ID
	c.Admin.Put("/gc/bulksendstock", apptest.Object{"id": id, "countryCode": "BR", "sendTotal": 5}).OK()
	c.Admin.Delete("/gc/bulksendstock/"+id, nil).OK()
	card := testkit.Data[struct{ ID string }](c.Admin.Post("/kfsms/repertory",
		apptest.Object{"countryCode": "BR", "repertoryNum": 3, "date": "2026-11-22"}))
	c.Admin.Delete("/kfsms/repertory/"+card.ID, nil).OK()
	c.Admin.Delete("/kfsms/repertory/"+card.ID, nil).Want(http.StatusNotFound, 0)

	// contacts, with a key
	once := c.Direct.With("Idempotency-Key", "one")
	group := testkit.Data[struct{ ID string }](once.Post("/aty/contactsgroup", apptest.Object{"name": "n", "countryCode": "BR"})).ID
	if again := testkit.Data[struct{ ID string }](once.Post("/aty/contactsgroup",
		apptest.Object{"name": "n", "countryCode": "BR"})).ID; again != group {
		t.Errorf("two collections of one key: %s, %s", group, again)
	}
	c.Direct.Put("/aty/contactsgroup", apptest.Object{"id": group, "name": "m"}).OK()
	c.Direct.Delete("/aty/contactsgroup/"+group, nil).OK()

	// sessions: a repeated refresh is no theft (C19)
	type pair struct {
		Token   string `json:"token"`
		Refresh string `json:"refresh_token"`
	}
	in := testkit.Data[pair](s.Anonymous().Post("/oauth/login",
		apptest.Object{"username": c.Direct.User.Login, "password": sessiontest.Password}))
	out := testkit.Data[pair](s.Anonymous().Post("/oauth/refresh", apptest.Object{"refresh_token": in.Refresh}))
	s.As("direct", out.Token).Get("/oauth/getUser").OK()
	s.Anonymous().Post("/oauth/refresh", apptest.Object{"refresh_token": in.Refresh}).Want(http.StatusUnauthorized, 0)
	if lost() < 20 {
		t.Errorf("%d answers were lost: that proves little", lost())
	}
}

// Additional fields in the request do not keep a lift out of the audit log of the entry.
func TestAllowAgainIsInTheLogWithUnknownNumbers(t *testing.T) {
	k := testkit.Memory(t)
	s, e := apptest.Serve(t, k)
	c := (&sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}).SeedUsers(t, s)
	entry := testkit.Data[struct{ ID string }](c.Direct.Post("/aty/suppression",
		apptest.Object{"phoneNumber": "5511987654321", "scope": "tenant"})).ID
	c.Direct.Delete("/aty/suppression", apptest.Object{"ids": []string{strings.Repeat("x", 500_000), entry}}).Want(http.StatusOK, 0)
	log := testkit.Data[struct {
		Records []struct{ Action string }
	}](c.Admin.Get("/system/audit/page?object=" + entry))
	if len(log.Records) != 2 || !strings.HasPrefix(log.Records[0].Action, "DELETE") {
		t.Errorf("the log of the entry has %+v", log.Records)
	}
}

// The validated value of a body is the used one, even when a member occurs twice or in two spellings.
func TestNoMemberOfABodyStandsTwice(t *testing.T) {
	k := testkit.Memory(t)
	s, e := apptest.Serve(t, k)
	c := (&sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}).SeedUsers(t, s)
	raw := func(text string) json.RawMessage { return json.RawMessage(text) }
	long := strings.Repeat("x", 300)
	c.Direct.Post("/aty/contactsgroup", raw(`{"name":"ok","NAME":"`+long+`","countryCode":"BR"}`)).Bad("NAME")
	c.Direct.Post("/aty/contactsgroup", raw(`{"name":"ok","name":"`+long+`","countryCode":"BR"}`)).Bad("name")
	c.Direct.Post("/aty/contactsgroup", raw(`{"\u006eame":"`+long+`","name":"ok","countryCode":"BR"}`)).Bad("name")
	c.Direct.Post("/aty/consent",
		raw(`{"phoneNumber":"5511987654321","purpose":"m","source":"f","evidence":"e","state":"given","ſtate":"maybe"}`)).Bad("ſtate")
	c.Direct.Post("/gc/groupsendorder",
		raw(`{"name":"o","channel":"whatsapp","countryCode":"BR","fileId":"x","message":{"type":"text","text":"`+long+
			`"},"message":{"type":"text"}}`)).Bad("message")
	c.Direct.Post("/gc/groupsendorder",
		raw(`{"name":"o","channel":"whatsapp","countryCode":"BR","fileId":"x","message":{"type":"text","text":"a","Text":"b"}}`)).Bad("Text")
	c.Direct.Post("/aty/contactsgroup", apptest.Object{"name": "ok", "countryCode": "BR", "remark": "name"}).OK()
}
