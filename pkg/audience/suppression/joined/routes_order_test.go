package joined_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"herald/internal/ordertest"
)

// Staff, the tenant with its secondaries, and its agent see and lift an entry; only staff see and lift a global one.
func TestEntriesBelongToTheirTenant(t *testing.T) {
	ordertest.RunCalm(t, nil, func(q *ordertest.CalmSystem) {
		second := q.NewSecondary()
		add := func(who *ordertest.Actor, number, scope, customer string) string {
			body := ordertest.Object{"phoneNumber": number, "scope": scope}
			if customer != "" {
				body["customerId"] = customer
			}
			return q.MustCall(who, "POST", "/aty/suppression", body)["id"].(string)
		}
		mine := add(q.Ana, "+5511987654321", "tenant", "")
		everybodys := add(q.Admin, "+5511987654322", "global", "")
		byAgent := add(q.Agent, "+5511987654323", "tenant", q.Ana.ID)
		add(second, "+5511987654324", "tenant", "")
		add(q.Bob, "+5511987654325", "tenant", "")
		for who, want := range map[*ordertest.Actor]int{q.Ana: 3, second: 3, q.Agent: 3, q.Bob: 1, q.Admin: 5} {
			if got := q.Suppressions(who, ""); len(got) != want {
				t.Errorf("%s sees %v, not %d", who.Login, got, want)
			}
		}
		if got := q.Suppressions(q.Ana, "customerId="+q.Bob.ID); len(got) != 0 {
			t.Errorf("by a filter: %v", got)
		}
		for _, who := range []*ordertest.Actor{q.Ana, second, q.Agent} {
			q.WantRefused(403, "", who, "POST", "/aty/suppression", ordertest.Object{"phoneNumber": "+5511987654329", "scope": "global"})
			q.WantRefused(404, "", who, "POST", "/aty/suppression",
				ordertest.Object{"phoneNumber": "+5511987654329", "scope": "tenant", "customerId": q.Bob.ID})
			q.WantRefused(404, "", who, "DELETE", "/aty/suppression/"+everybodys, nil)
		}
		q.WantRefused(400, "customerId", q.Admin, "POST", "/aty/suppression",
			ordertest.Object{"phoneNumber": "+5511987654329", "scope": "tenant"})
		q.WantRefused(404, "", q.Bob, "DELETE", "/aty/suppression/"+mine, nil)
		got := q.Await(q.Bob, ordertest.NewRequest("DELETE", "/aty/suppression",
			ordertest.Object{"ids": []string{mine, byAgent, everybodys, "x", strings.Repeat("9", 900)}}))
		if text := string(got.Data); got.Status != 200 || strings.Count(text, `"ok":false`) != 5 || strings.Count(text, `"code":404`) != 5 {
			t.Errorf("a foreign list answers %d %s", got.Status, text)
		}
		q.MustCall(second, "DELETE", "/aty/suppression/"+mine, nil)
		q.MustCall(q.Agent, "DELETE", "/aty/suppression/"+byAgent, nil)
		q.WantRefused(404, "", q.Ana, "DELETE", "/aty/suppression/"+mine, nil)
		if got := q.Suppressions(q.Ana, ""); len(got) != 1 {
			t.Errorf("left: %v", got)
		}
		if again := add(q.Ana, "+5511987654321", "tenant", ""); again == mine || len(q.Suppressions(q.Ana, "")) != 2 {
			t.Error("a lifted entry is not made again")
		}
	})
}

// An opt-out by the recipient is lifted by staff with a reason, not by customers, and applies again after a new one.
func TestOwnWordIsLiftedByStaff(t *testing.T) {
	ordertest.RunCalm(t, nil, func(q *ordertest.CalmSystem) {
		ana, _, numbers := q.ShareNumbers()
		n := ordertest.Known(numbers)
		q.Detail(q.Ana, q.Submit(q.Ana, "first", ana), false)
		q.DeliverWebhook(ordertest.TextEvent(ordertest.WithoutNinthDigit(n), "wamid.1", "STOP", time.Now()))
		e := q.Suppressions(q.Ana, "source=stop")
		if len(e) != 1 {
			t.Fatal(e)
		}
		path := "/aty/suppression/" + e[0]["id"].(string)
		q.WantRefused(409, "", q.Ana, "DELETE", path, nil)
		q.WantRefused(409, "", q.Agent, "DELETE", path+"?reason=please", nil)
		q.WantRefused(400, "reason", q.Admin, "DELETE", path, nil)
		q.MustCall(q.Admin, "DELETE", path+"?reason=wrong+number", nil)
		if len(q.Suppressions(q.Ana, "")) != 0 {
			t.Fatal("not lifted")
		}
		// in the second of the lifting, as the provider counts
		q.DeliverWebhook(ordertest.TextEvent(ordertest.WithoutNinthDigit(n), "wamid.2", "STOP", time.Now()))
		if len(q.Suppressions(q.Ana, "source=stop")) != 1 {
			t.Error("a STOP right after the lifting is lost")
		}
	})
}

// Malformed numbers, scopes and channels are refused by field. An imported file without the column fails and offers its columns.
func TestImportAndBadInputOverTheRoutes(t *testing.T) {
	ordertest.RunCalm(t, nil, func(q *ordertest.CalmSystem) {
		second := q.NewSecondary()
		for field, bad := range map[string][]ordertest.Object{
			"phoneNumber": {{"phoneNumber": "abc", "scope": "tenant"}, {"phoneNumber": "123", "scope": "tenant"},
				{"phoneNumber": "+" + strings.Repeat("9", 30), "scope": "tenant"}, {"scope": "tenant"}, {"phoneNumber": " ", "scope": "tenant"}},
			"scope":   {{"phoneNumber": "+5511987654321", "scope": "all"}, {"phoneNumber": "+5511987654321"}},
			"channel": {{"phoneNumber": "+5511987654321", "scope": "tenant", "channel": "pigeon"}},
		} {
			for _, body := range bad {
				q.WantRefused(400, field, q.Ana, "POST", "/aty/suppression", body)
			}
		}
		q.WantRefused(400, "", q.Ana, "GET", "/aty/suppression/page?scope=all", nil)
		q.WantRefused(400, "", q.Ana, "GET", "/aty/suppression/page?source=magic", nil)
		q.WantRefused(400, "", q.Ana, "GET", "/aty/suppression/page?channel=pigeon", nil)
		q.WantRefused(400, "", q.Ana, "DELETE", "/aty/suppression", ordertest.Object{"ids": []string{}})
		upload := func(who *ordertest.Actor, content string) string {
			return q.Await(who, ordertest.NewRequest("POST", "/uf/uploadfile/contact", &ordertest.Form{File: []byte(content)})).ID()
		}
		file := upload(q.Ana, "name,Celular\nAna,+5511987654321\nZoe,+5511987654322\nBad,12\nZoe again,5511987654322\n")
		start := func(body ordertest.Object) string {
			return q.MustCall(q.Ana, "POST", "/aty/suppression/import", body)["taskId"].(string)
		}
		end := func(task string) ordertest.Object {
			for range 100 {
				if s := q.MustCall(q.Ana, "GET", "/aty/suppression/import/"+task, nil); s["status"] != "running" {
					return s
				}
				q.Sleep(time.Second)
			}
			t.Fatal("the import hangs")
			return nil
		}
		first := end(start(ordertest.Object{"fileId": file, "scope": "tenant"}))
		if first["status"] != "failed" || first["code"] != 40048.0 || first["columns"] == nil || first["message"] == "" {
			t.Errorf("without a column: %v", first)
		}
		task := start(ordertest.Object{"fileId": file, "scope": "tenant", "column": "Celular", "reason": "asked"})
		s := end(task)
		if s["status"] != "done" || s["imported"] != 2.0 || s["duplicated"] != 1.0 || s["failed"] != 1.0 ||
			len(q.Suppressions(q.Ana, "source=import")) != 2 {
			t.Errorf("imported %v, listed %v", s, q.Suppressions(q.Ana, ""))
		}
		q.MustCall(second, "GET", "/aty/suppression/import/"+task, nil)
		q.WantRefused(404, "", q.Bob, "GET", "/aty/suppression/import/"+task, nil)
		for _, body := range []ordertest.Object{{"fileId": file, "scope": "tenant"}, {"fileId": "none", "scope": "tenant"}} {
			q.WantRefused(404, "", q.Bob, "POST", "/aty/suppression/import", body)
		}
		q.WantRefused(404, "", q.Ana, "POST", "/aty/suppression/import",
			ordertest.Object{"fileId": file, "scope": "tenant", "customerId": q.Bob.ID})
		q.WantRefused(403, "", q.Ana, "POST", "/aty/suppression/import", ordertest.Object{"fileId": file, "scope": "global"})
		q.WantRefused(400, "channel", q.Ana, "POST", "/aty/suppression/import",
			ordertest.Object{"fileId": file, "scope": "tenant", "channel": "pigeon"})
		q.WantRefused(400, "countryCode", q.Ana, "POST", "/aty/suppression/import",
			ordertest.Object{"fileId": file, "scope": "tenant", "countryCode": "ZZ"})
		if len(q.EntriesBySource(q.Bob)) != 0 {
			t.Error("the other tenant has entries")
		}
	})
}

// A withdrawn consent blocks the recipient, and a new consent unblocks it. Records remain, and belong to their tenant.
func TestConsentsOverTheRoutes(t *testing.T) {
	ordertest.RunCalm(t, nil, func(q *ordertest.CalmSystem) {
		ana, _, numbers := q.ShareNumbers()
		n := ordertest.Known(numbers)
		say := func(state string, more ordertest.Object) ordertest.Object {
			body := ordertest.Object{"phoneNumber": "+" + fmt.Sprint(n), "state": state, "purpose": "marketing", "source": "web form",
				"evidence": "ticked"}
			for k, v := range more {
				body[k] = v
			}
			return body
		}
		q.MustCall(q.Ana, "POST", "/aty/consent", say("withdrawn", nil))
		d := q.Detail(q.Ana, q.Submit(q.Ana, "first", ana), false)
		if got := q.HeldBack(d); got["optedOut"] != 1 || q.ReceivedBy(n) != 0 {
			t.Errorf("held back %v, %d messages", got, q.ReceivedBy(n))
		}
		q.Sleep(time.Second)
		q.MustCall(q.Ana, "POST", "/aty/consent", say("given", nil))
		d = q.Detail(q.Ana, q.Submit(q.Ana, "second", ana), false)
		if got := q.HeldBack(d); len(got) != 0 || q.ReceivedBy(n) != 1 {
			t.Errorf("given again: held back %v, %d messages", got, q.ReceivedBy(n))
		}
		for field, more := range map[string]ordertest.Object{"phoneNumber": {"phoneNumber": "x"}, "state": {"state": "maybe"},
			"purpose": {"purpose": " "},
			"source":  {"source": " "}, "evidence": {"evidence": " "},
			"time": {"time": time.Now().Add(time.Hour)}, "channel": {"channel": "pigeon"}} {
			q.WantRefused(400, field, q.Ana, "POST", "/aty/consent", say("given", more))
		}
		q.WantRefused(404, "", q.Ana, "POST", "/aty/consent", say("given", ordertest.Object{"customerId": q.Bob.ID}))
		q.WantRefused(404, "", q.Ana, "POST", "/aty/consent", say("given", ordertest.Object{"fileId": "01JD0000000000000000000000"}))
		for who, want := range map[*ordertest.Actor]float64{q.Ana: 2, q.Agent: 2, q.Admin: 2, q.Bob: 0} {
			page := q.MustCall(who, "GET", "/aty/consent/page", nil)
			if page["total"] != want {
				t.Errorf("%s sees %v", who.Login, page)
			}
		}
		raw, _ := json.Marshal(q.MustCall(q.Ana, "GET", "/aty/consent/page?state=withdrawn&phoneNumber=5511", nil))
		if !strings.Contains(string(raw), `"evidence":"ticked"`) || strings.Contains(string(raw), `"state":"given"`) {
			t.Errorf("filtered: %s", raw)
		}
	})
}

// A webhook with many words, and with the longest and strangest ids and texts that a sender can produce, is accepted.
func TestWebhookFullOfLongWords(t *testing.T) {
	ordertest.RunCalm(t, nil, func(q *ordertest.CalmSystem) {
		ana, _, numbers := q.ShareNumbers()
		n := ordertest.Known(numbers)
		q.Detail(q.Ana, q.Submit(q.Ana, "first", ana), false)
		var changes []any
		for i := range 150 {
			changes = append(changes, ordertest.TextEvent(fmt.Sprint(5511900000000+i), "wamid."+strings.Repeat("<", 4000)+fmt.Sprint(i),
				"STOP"+strings.Repeat("\u0001", 190), time.Now()))
		}
		q.DeliverWebhook(append(changes, ordertest.TextEvent(ordertest.WithoutNinthDigit(n), "wamid.1", "STOP", time.Now()),
			ordertest.TextEvent(strings.Repeat("9", 20), "wamid.2", "STOP", time.Now()),
			ordertest.TextEvent("0", "wamid.3", "STOP", time.Now()))...)
		if got := q.EntriesBySource(q.Ana); got["stop"] != 1 {
			t.Errorf("entries %v", got)
		}
	})
}
