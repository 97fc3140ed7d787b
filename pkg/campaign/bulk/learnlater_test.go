package bulk_test

import (
	"slices"
	"testing"
	"time"

	"herald/internal/ordertest"
)

// sources returns the sources of a member's evidence, in the order of their names.
func sources(m ordertest.Object) (all []string) {
	list, _ := m["evidence"].([]any)
	for _, e := range list {
		all = append(all, e.(ordertest.Object)["source"].(string))
	}
	slices.Sort(all)
	return all
}

// A reply proves an account and activity at its time (decisions §6). It is stored before the settlement, or afterwards together with late
// receipts. A word that stops messages is no reply. The order's recipients show the time of their replies.
func TestRepliesAreEvidenceAboutMembers(t *testing.T) {
	ordertest.RunCalm(t, []ordertest.Rule{{Suffix: "02", Outcome: "never"}, {Suffix: "03", Outcome: "never"},
		{Suffix: "04", Outcome: "never"}},
		func(q *ordertest.CalmSystem) {
			var to []uint64
			for i := range uint64(25) { // two packs
				to = append(to, 5511987650001+i)
			}
			group := q.Collection(q.Ana, to)
			id := q.Submit(q.Ana, "answers", group)
			q.Detail(q.Ana, id, false)
			early := time.Now().Truncate(time.Minute)
			q.DeliverWebhook(ordertest.TextEvent("5511987650002", "wamid.one", "thanks", early))
			q.DeliverWebhook(ordertest.TextEvent("5511987650004", "wamid.stop", "STOP", early))
			q.Detail(q.Ana, id, true)
			q.Sleep(10 * time.Minute)
			known := q.MemberRows(group)
			if m := known["5511987650002"]; m["validity"] != "valid" || m["lastActiveTime"] != early.UTC().Format(time.RFC3339) ||
				!slices.Equal(sources(m), []string{"reply"}) {
				t.Errorf("who answered: %v", m)
			}
			for _, silent := range []string{"5511987650003", "5511987650004"} {
				if m := known[silent]; m["validity"] != "judging" || len(sources(m)) > 0 {
					t.Errorf("%s: %v", silent, m)
				}
			}
			q.Sleep(10 * time.Hour)
			late := time.Now().Truncate(time.Minute)
			q.DeliverWebhook(ordertest.TextEvent("5511987650003", "wamid.two", "who is it?", late))
			q.DeliverWebhook(ordertest.TextEvent("5511987650025", "wamid.three", "hello", late)) // of the second pack, where the message arrived
			q.DeliverWebhook(ordertest.TextEvent("5511987650002", "wamid.four", "once more", late))
			q.Sleep(10 * time.Minute)
			if m := q.MemberRows(group)["5511987650003"]; m["validity"] != "judging" {
				t.Errorf("brought at once: %v", m)
			}
			q.Sleep(15 * time.Hour)
			known = q.MemberRows(group)
			if m := known["5511987650003"]; m["validity"] != "valid" || m["lastActiveTime"] != late.UTC().Format(time.RFC3339) {
				t.Errorf("who answered late: %v", m)
			}
			if m := known["5511987650025"]; !slices.Equal(sources(m), []string{"delivered", "reply"}) &&
				!slices.Equal(sources(m), []string{"delivered", "read", "reply"}) || m["lastActiveTime"] != late.UTC().Format(time.RFC3339) {
				t.Errorf("of the second pack: %v", m)
			}
			c := q.MustCall(q.Ana, "GET", "/aty/contactsgroup/"+group, nil)
			if c["waCount"] != 24.0 || c["activeCount"] != 24.0 {
				t.Errorf("%v have an account, %v are active", c["waCount"], c["activeCount"])
			}
			said := map[string]any{}
			for _, r := range q.MustCall(q.Ana, "GET", "/gc/groupsendorder/"+id+"/targets/page?size=100", nil)["records"].([]any) {
				said[r.(ordertest.Object)["phoneNumber"].(string)] = r.(ordertest.Object)["replyTime"]
			}
			if said["5511987650002"] != early.UTC().Format(time.RFC3339) || said["5511987650003"] != late.UTC().Format(time.RFC3339) ||
				said["5511987650004"] != nil || said["5511987650001"] != nil {
				t.Errorf("%v", said)
			}
		})
}

// The results of a retry are evidence about the members that it took from their packs.
func TestARetryIsEvidenceAboutMembers(t *testing.T) {
	for name, more := range map[string]ordertest.Object{"one message": {}, "split": {"split": 3}} {
		t.Run(name, func(t *testing.T) {
			ordertest.RunCalm(t, []ordertest.Rule{{Suffix: "03", Outcome: "undeliverable"}, {Suffix: "22", Outcome: "undeliverable"},
				{Suffix: "24", Outcome: "undeliverable"}}, func(q *ordertest.CalmSystem) {
				var to []uint64
				for i := range uint64(25) { // two packs
					to = append(to, 5511987650001+i)
				}
				group := q.Collection(q.Ana, to)
				request := ordertest.NamedOrderBody("again", group, "")
				for k, v := range more {
					request[k] = v
				}
				id := q.MustCall(q.Ana, "POST", "/gc/groupsendorder", request)["id"].(string)
				q.Detail(q.Ana, id, true)
				q.Sleep(5 * time.Minute)
				if m := q.MemberRows(group)["5511987650003"]; m["validity"] != "judging" || !slices.Equal(sources(m), []string{"failed"}) {
					t.Errorf("who failed: %v", m)
				}
				q.Control("script", map[string]any{"rules": []ordertest.Rule{{Suffix: "24", Outcome: "undeliverable"},
					{Suffix: "99999999999", Outcome: "ok"}}})
				q.MustCall(q.Ana, "PUT", "/gc/groupsendorder/"+id+"/retry", nil)
				q.Sleep(time.Minute)
				q.Detail(q.Ana, id, true)
				q.Sleep(5 * time.Minute)
				known := q.MemberRows(group)
				for _, number := range []string{"5511987650003", "5511987650022"} {
					if m := known[number]; m["validity"] != "valid" || m["lastActiveTime"] == nil || !slices.Contains(sources(m), "delivered") {
						t.Errorf("%s: %v", number, m)
					}
				}
				if m := known["5511987650024"]; m["validity"] != "judging" || !slices.Equal(sources(m), []string{"failed"}) {
					t.Errorf("who failed again: %v", m)
				}
			})
		})
	}
}
