package bulk_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/platform/user"
)

// refused wants a status of a call, and with a 400 the field that it names.
func (q *quietTown) refused(status int, field string, who *actor, method, path string, body any) {
	q.t.Helper()
	a := q.ask(who, request{method, path, body, ""})
	if a.status != status || field != "" && !strings.Contains(string(a.raw), `"field":"`+field+`"`) {
		q.t.Errorf("%s %s %v: %d %s, want %d %s", method, path, body, a.status, a.raw, status, field)
	}
}

// secondary of Ana, signed in.
func (q *quietTown) secondary() *actor {
	q.t.Helper()
	users := &user.Store{DB: q.system.db, Now: time.Now}
	parent, ok, err := users.Load(q.ctx, q.ana.id)
	if err != nil || !ok {
		q.t.Fatal(err)
	}
	u, err := users.Create(q.ctx, user.New{ID: q.ids.Next(), Password: password, Parent: &parent,
		User: user.User{Type: auth.Secondary, Name: "s", Phone: "13900000077"}})
	if err != nil {
		q.t.Fatal(err)
	}
	a := &actor{id: u.ID, login: u.Login}
	q.signIn(a)
	return a
}

func (q *quietTown) listed(who *actor, filter string) []obj {
	q.t.Helper()
	var out []obj
	for _, r := range q.ok(who, "GET", "/aty/suppression/page?size=100&"+filter, nil)["records"].([]any) {
		out = append(out, r.(obj))
	}
	return out
}

// An entry is seen and lifted by staff, its tenant with its secondaries, and the tenant's agent; a global one by staff alone.
func TestEntriesBelongToTheirTenant(t *testing.T) {
	quietly(t, nil, func(q *quietTown) {
		second := q.secondary()
		add := func(who *actor, number, scope, customer string) string {
			body := obj{"phoneNumber": number, "scope": scope}
			if customer != "" {
				body["customerId"] = customer
			}
			return q.ok(who, "POST", "/aty/suppression", body)["id"].(string)
		}
		mine := add(q.ana, "+5511987654321", "tenant", "")
		everybodys := add(q.admin, "+5511987654322", "global", "")
		byAgent := add(q.agent, "+5511987654323", "tenant", q.ana.id)
		add(second, "+5511987654324", "tenant", "")
		add(q.bob, "+5511987654325", "tenant", "")
		for who, want := range map[*actor]int{q.ana: 3, second: 3, q.agent: 3, q.bob: 1, q.admin: 5} {
			if got := q.listed(who, ""); len(got) != want {
				t.Errorf("%s sees %v, not %d", who.login, got, want)
			}
		}
		if got := q.listed(q.ana, "customerId="+q.bob.id); len(got) != 0 {
			t.Errorf("by a filter: %v", got)
		}
		for _, who := range []*actor{q.ana, second, q.agent} {
			q.refused(403, "", who, "POST", "/aty/suppression", obj{"phoneNumber": "+5511987654329", "scope": "global"})
			q.refused(404, "", who, "POST", "/aty/suppression", obj{"phoneNumber": "+5511987654329", "scope": "tenant", "customerId": q.bob.id})
			q.refused(404, "", who, "DELETE", "/aty/suppression/"+everybodys, nil)
		}
		q.refused(400, "customerId", q.admin, "POST", "/aty/suppression", obj{"phoneNumber": "+5511987654329", "scope": "tenant"})
		q.refused(404, "", q.bob, "DELETE", "/aty/suppression/"+mine, nil)
		got := q.ask(q.bob, request{"DELETE", "/aty/suppression", obj{"ids": []string{mine, byAgent, everybodys, "x", strings.Repeat("9", 900)}},
			""})
		if text := string(got.Data); got.status != 200 || strings.Count(text, `"ok":false`) != 5 || strings.Count(text, `"code":404`) != 5 {
			t.Errorf("a foreign list answers %d %s", got.status, text)
		}
		q.ok(second, "DELETE", "/aty/suppression/"+mine, nil)
		q.ok(q.agent, "DELETE", "/aty/suppression/"+byAgent, nil)
		q.refused(404, "", q.ana, "DELETE", "/aty/suppression/"+mine, nil)
		if got := q.listed(q.ana, ""); len(got) != 1 {
			t.Errorf("left: %v", got)
		}
		if again := add(q.ana, "+5511987654321", "tenant", ""); again == mine || len(q.listed(q.ana, "")) != 2 {
			t.Error("a lifted entry is not made again")
		}
	})
}

// The recipient's own word is lifted by staff with a reason, by no customer, and holds again when it is said again.
func TestOwnWordIsLiftedByStaff(t *testing.T) {
	quietly(t, nil, func(q *quietTown) {
		ana, _, numbers := q.shared()
		n := known(numbers)
		q.detail(q.ana, q.buy(q.ana, "first", ana), false)
		q.hook(text(without(n), "wamid.1", "STOP", time.Now()))
		e := q.listed(q.ana, "source=stop")
		if len(e) != 1 {
			t.Fatal(e)
		}
		path := "/aty/suppression/" + e[0]["id"].(string)
		q.refused(409, "", q.ana, "DELETE", path, nil)
		q.refused(409, "", q.agent, "DELETE", path+"?reason=please", nil)
		q.refused(400, "reason", q.admin, "DELETE", path, nil)
		q.ok(q.admin, "DELETE", path+"?reason=wrong+number", nil)
		if len(q.listed(q.ana, "")) != 0 {
			t.Fatal("not lifted")
		}
		q.hook(text(without(n), "wamid.2", "STOP", time.Now())) // in the second of the lifting, as the provider counts
		if len(q.listed(q.ana, "source=stop")) != 1 {
			t.Error("a STOP right after the lifting is lost")
		}
	})
}

// Malformed numbers, scopes and channels are refused by field, and a file is imported over the routes: without the column it
// fails and offers its columns.
func TestImportAndBadInputOverTheRoutes(t *testing.T) {
	quietly(t, nil, func(q *quietTown) {
		second := q.secondary()
		for field, bad := range map[string][]obj{
			"phoneNumber": {{"phoneNumber": "abc", "scope": "tenant"}, {"phoneNumber": "123", "scope": "tenant"},
				{"phoneNumber": "+" + strings.Repeat("9", 30), "scope": "tenant"}, {"scope": "tenant"}, {"phoneNumber": " ", "scope": "tenant"}},
			"scope":   {{"phoneNumber": "+5511987654321", "scope": "all"}, {"phoneNumber": "+5511987654321"}},
			"channel": {{"phoneNumber": "+5511987654321", "scope": "tenant", "channel": "pigeon"}},
		} {
			for _, body := range bad {
				q.refused(400, field, q.ana, "POST", "/aty/suppression", body)
			}
		}
		q.refused(400, "", q.ana, "GET", "/aty/suppression/page?scope=all", nil)
		q.refused(400, "", q.ana, "GET", "/aty/suppression/page?source=magic", nil)
		q.refused(400, "", q.ana, "GET", "/aty/suppression/page?channel=pigeon", nil)
		q.refused(400, "", q.ana, "DELETE", "/aty/suppression", obj{"ids": []string{}})
		upload := func(who *actor, content string) string {
			return q.ask(who, request{"POST", "/uf/uploadfile/contact", &form{file: []byte(content)}, ""}).id()
		}
		file := upload(q.ana, "name,Celular\nAna,+5511987654321\nZoe,+5511987654322\nBad,12\nZoe again,5511987654322\n")
		start := func(body obj) string { return q.ok(q.ana, "POST", "/aty/suppression/import", body)["taskId"].(string) }
		end := func(task string) obj {
			for range 100 {
				if s := q.ok(q.ana, "GET", "/aty/suppression/import/"+task, nil); s["status"] != "running" {
					return s
				}
				q.sleep(time.Second)
			}
			t.Fatal("the import hangs")
			return nil
		}
		first := end(start(obj{"fileId": file, "scope": "tenant"}))
		if first["status"] != "failed" || first["code"] != 40048.0 || first["columns"] == nil || first["message"] == "" {
			t.Errorf("without a column: %v", first)
		}
		task := start(obj{"fileId": file, "scope": "tenant", "column": "Celular", "reason": "asked"})
		s := end(task)
		if s["status"] != "done" || s["imported"] != 2.0 || s["duplicated"] != 1.0 || s["failed"] != 1.0 ||
			len(q.listed(q.ana, "source=import")) != 2 {
			t.Errorf("imported %v, listed %v", s, q.listed(q.ana, ""))
		}
		q.ok(second, "GET", "/aty/suppression/import/"+task, nil)
		q.refused(404, "", q.bob, "GET", "/aty/suppression/import/"+task, nil)
		for _, body := range []obj{{"fileId": file, "scope": "tenant"}, {"fileId": "none", "scope": "tenant"}} {
			q.refused(404, "", q.bob, "POST", "/aty/suppression/import", body)
		}
		q.refused(404, "", q.ana, "POST", "/aty/suppression/import", obj{"fileId": file, "scope": "tenant", "customerId": q.bob.id})
		q.refused(403, "", q.ana, "POST", "/aty/suppression/import", obj{"fileId": file, "scope": "global"})
		q.refused(400, "channel", q.ana, "POST", "/aty/suppression/import", obj{"fileId": file, "scope": "tenant", "channel": "pigeon"})
		q.refused(400, "countryCode", q.ana, "POST", "/aty/suppression/import", obj{"fileId": file, "scope": "tenant", "countryCode": "ZZ"})
		if len(q.entries(q.bob)) != 0 {
			t.Error("the other tenant has entries")
		}
	})
}

// A consent that is withdrawn over the routes holds the recipient back, one that is given again lifts that; records stay, and
// are their tenant's.
func TestConsentsOverTheRoutes(t *testing.T) {
	quietly(t, nil, func(q *quietTown) {
		ana, _, numbers := q.shared()
		n := known(numbers)
		say := func(state string, more obj) obj {
			body := obj{"phoneNumber": "+" + fmt.Sprint(n), "state": state, "purpose": "marketing", "source": "web form", "evidence": "ticked"}
			for k, v := range more {
				body[k] = v
			}
			return body
		}
		q.ok(q.ana, "POST", "/aty/consent", say("withdrawn", nil))
		d := q.detail(q.ana, q.buy(q.ana, "first", ana), false)
		if got := q.heldBack(d); got["optedOut"] != 1 || q.got(n) != 0 {
			t.Errorf("held back %v, %d messages", got, q.got(n))
		}
		q.sleep(time.Second)
		q.ok(q.ana, "POST", "/aty/consent", say("given", nil))
		d = q.detail(q.ana, q.buy(q.ana, "second", ana), false)
		if got := q.heldBack(d); len(got) != 0 || q.got(n) != 1 {
			t.Errorf("given again: held back %v, %d messages", got, q.got(n))
		}
		for field, more := range map[string]obj{"phoneNumber": {"phoneNumber": "x"}, "state": {"state": "maybe"}, "purpose": {"purpose": " "},
			"source": {"source": " "}, "evidence": {"evidence": " "},
			"time": {"time": time.Now().Add(time.Hour)}, "channel": {"channel": "pigeon"}} {
			q.refused(400, field, q.ana, "POST", "/aty/consent", say("given", more))
		}
		q.refused(404, "", q.ana, "POST", "/aty/consent", say("given", obj{"customerId": q.bob.id}))
		q.refused(404, "", q.ana, "POST", "/aty/consent", say("given", obj{"fileId": "01JD0000000000000000000000"}))
		for who, want := range map[*actor]float64{q.ana: 2, q.agent: 2, q.admin: 2, q.bob: 0} {
			page := q.ok(who, "GET", "/aty/consent/page", nil)
			if page["total"] != want {
				t.Errorf("%s sees %v", who.login, page)
			}
		}
		raw, _ := json.Marshal(q.ok(q.ana, "GET", "/aty/consent/page?state=withdrawn&phoneNumber=5511", nil))
		if !strings.Contains(string(raw), `"evidence":"ticked"`) || strings.Contains(string(raw), `"state":"given"`) {
			t.Errorf("filtered: %s", raw)
		}
	})
}

// A call of the provider that is full of words, with ids and texts as long and as strange as a sender can make them, is taken.
func TestWebhookFullOfLongWords(t *testing.T) {
	quietly(t, nil, func(q *quietTown) {
		ana, _, numbers := q.shared()
		n := known(numbers)
		q.detail(q.ana, q.buy(q.ana, "first", ana), false)
		var changes []any
		for i := range 150 {
			changes = append(changes, text(fmt.Sprint(5511900000000+i), "wamid."+strings.Repeat("<", 4000)+fmt.Sprint(i),
				"STOP"+strings.Repeat("\u0001", 190), time.Now()))
		}
		q.hook(append(changes, text(without(n), "wamid.1", "STOP", time.Now()), text(strings.Repeat("9", 20), "wamid.2", "STOP", time.Now()),
			text("0", "wamid.3", "STOP", time.Now()))...)
		if got := q.entries(q.ana); got["stop"] != 1 {
			t.Errorf("entries %v", got)
		}
	})
}
