package group_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	partnersim "herald/localstack/simulators/partner"
	"herald/localstack/simulators/sim"
	"herald/pkg/campaign/groupbuild"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/money"
	"herald/pkg/kit/queue"
)

// An order of 235 people makes five groups, each filled, muted, greeted twice, and paid at the price of a hundred places.
func TestAnOrderOfGroups(t *testing.T) {
	inScenario(t, 1, func(w *scenario) {
		file := w.file(0, 235)
		e := w.ok("POST", orders+"/check/money", w.request(file, nil))
		if e["groups"] != 5.0 || e["parts"] != 100.0 || e["cost"] != 50.0 || e["enough"] != true {
			t.Errorf("%v", e)
		}
		id := w.ok("POST", orders, w.request(file, nil))["id"].(string)
		w.seconds(200, nil)
		o := w.ok("GET", orders+"/"+id, nil)
		if o["status"] != 6.0 || o["actualCost"] != 50.0 || o["settled"] != true || o["members"] != 250.0 {
			t.Errorf("%v", o)
		}
		if available, reserved := w.balance(); available != credit-50*money.Credit || reserved != 0 {
			t.Errorf("%s, %s", available, reserved)
		}
		if n := w.ok("GET", orders+"/resource/num/today", nil)["num"]; n != 495.0 {
			t.Errorf("stock %v", n)
		}
		page := w.ok("GET", orders+"/"+id+"/group/page", nil)
		links := map[any]bool{}
		for i, r := range page["records"].([]any) {
			g := r.(map[string]any)
			if links[g["link"]] {
				t.Errorf("two groups have the link %v", g["link"])
			}
			links[g["link"]] = true
			m := g["members"].(map[string]any)
			if g["name"] != fmt.Sprint("Friends", 7+i) || g["size"] != 50.0 || g["greeted"] != 2.0 ||
				!strings.HasPrefix(g["link"].(string), "https://chat.whatsapp.com/") || m["waiting"] != 0.0 || m["refused"].(float64) < 4 ||
				m["invited"].(float64) < 4 || m["unknown"] != 0.0 {
				t.Errorf("%v", g)
			}
		}
		for _, g := range w.sim.Made() {
			if len(g.Members) != 50 || !g.Mute || len(g.Greetings) != 2 || !slices.Equal(g.Admins, []string{"5511970000003"}) ||
				g.Description != "d" {
				t.Errorf("%+v", g)
			}
		}
		admins := w.ok("GET", orders+"/"+id+"/group/1/member/page?role=admin", nil)["records"].([]any)
		if len(admins) != 1 || admins[0].(map[string]any)["phoneNumber"] != "5511970000003" || admins[0].(map[string]any)["state"] != "joined" {
			t.Errorf("%v", admins)
		}
		// A member leaves afterwards: a callback reports it, and the partner is queried.
		made := w.sim.Made()[0]
		w.sim.SetMember(made.Reference, made.Members[5].Number, "left")
		w.seconds(5, nil)
		if left := w.ok("GET", orders+"/"+id, nil)["people"].(map[string]any)["left"]; left != 1.0 {
			t.Errorf("left %v", left)
		}
		if got := w.ok("GET", orders+"/resource/num/today", nil)["num"]; got != 495.0 {
			t.Errorf("stock %v", got)
		}
	})
}

// Every limit of a group has a message of its own (business-domain §5, §8), and a request that exceeds one changes nothing.
func TestLimits(t *testing.T) {
	inScenario(t, 1, func(w *scenario) {
		file, long := w.file(0, 100), strings.Repeat("a", 501)
		few, many := w.file(0, 20), w.file(0, 2001)
		w.ok("PUT", "/aty/customerserviceraccount/usable", map[string]any{"id": w.team[3], "usable": false})
		for name, c := range map[string]struct {
			change map[string]any
			says   string
		}{
			"size below": {map[string]any{"sizeMin": 29}, "30"}, "size above": {map[string]any{"sizeMax": 201}, "200"},
			"order of sizes": {map[string]any{"sizeMin": 60}, "below the smallest"},
			"suffix":         {map[string]any{"suffixStart": nil}, "suffix"},
			"services":       {map[string]any{"services": []string{"a", "b", "c", "d"}}, "at most 3"},
			"admins":         {map[string]any{"services": []string{}, "admins": []string{"a", "b", "c", "d", "e", "f"}}, "at most 5"},
			"both":           {map[string]any{"admins": w.team[:1]}, "only once"},
			"muted":          {map[string]any{"admins": []string{}}, "only administrators"},
			"welcome":        {map[string]any{"greeting": map[string]any{"text": long, "times": 1}}, "500"},
			"times":          {map[string]any{"greeting": map[string]any{"text": "a", "times": 4}}, "1 to 3"},
			"gone":           {map[string]any{"admins": w.team[3:4]}, "disabled"},
			"past":           {map[string]any{"startTime": "1999-01-01T00:00:00Z"}, "past"},
			"end":            {map[string]any{"endTime": "1999-01-01T00:00:00Z"}, ""},
			"nobody":         {map[string]any{"fileId": ""}, "either"},
			"few":            {map[string]any{"fileId": few}, "fewer than the minimum"}, "many": {map[string]any{"fileId": many}, "at most 2000"},
			"name":        {map[string]any{"groupName": strings.Repeat("a", 21)}, ""},
			"order name":  {map[string]any{"name": strings.Repeat("a", 51)}, ""},
			"description": {map[string]any{"description": strings.Repeat("a", 201)}, ""},
			"provider":    {map[string]any{"provider": "whatsapp"}, "available for groups"},
			"integer":     {map[string]any{"sizeMax": 40.5}, ""}, "avatar": {map[string]any{"avatarId": file}, "jpg or png"},
			"place": {map[string]any{"countryCode": "ID"}, ""},
		} {
			body := w.request(file, c.change)
			for k, v := range c.change {
				if v == nil || v == "" {
					delete(body, k)
				}
			}
			if code, message, _ := w.try("POST", orders, body); code != 400 && code/100 != 400 || !strings.Contains(message, c.says) {
				t.Errorf("%s: %d %s", name, code, message)
			}
		}
		if available, reserved := w.balance(); available != credit || reserved != 0 {
			t.Errorf("%s, %s", available, reserved)
		}
		// The other readings are settings: welcome texts of 1,000, 15 customer-service numbers.
		for key, value := range map[string]string{"group.welcome.length": "1000", "group.services.max": "15"} {
			if err := w.Engine.Flow.Settings.Set(t.Context(), key, value, "admin"); err != nil {
				t.Fatal(err)
			}
		}
		w.ok("POST", orders+"/estimate", w.request(file, map[string]any{"greeting": map[string]any{"text": long, "times": 3}}))
		// Stock that is short keeps the order as a draft.
		w.ok("PUT", orders+"/resource/num/today", map[string]any{"num": 1})
		if code, _, _ := w.try("POST", orders, w.request(file, nil)); code != 40202 {
			t.Errorf("%d", code)
		}
		if n := w.ok("GET", orders+"/draft/page", nil)["total"]; n != 1.0 {
			t.Errorf("%v drafts", n)
		}
	})
}

// Groups that the partner refuses are not charged, and a retry builds them again.
func TestRefusedGroupsAreBuiltAgain(t *testing.T) {
	inScenario(t, 1, func(w *scenario) {
		if err := w.sim.SetScript([]sim.Rule{{Suffix: "-1-1", Outcome: "refused"}, {Suffix: "members/0", Outcome: "cut_after_accept", Times: 2},
			{Suffix: "/mute", Outcome: "invalid"}}); err != nil {
			t.Fatal(err)
		}
		id := w.ok("POST", orders, w.request(w.file(0, 141), nil))["id"].(string)
		w.seconds(400, nil)
		o := w.ok("GET", orders+"/"+id, nil)
		if o["settled"] != true || o["actualCost"] != 20.0 || o["counts"].(map[string]any)["failed"] != 1.0 {
			t.Errorf("%v", o)
		}
		w.ok("PUT", orders+"/"+id+"/retry", nil)
		w.seconds(300, nil)
		o = w.ok("GET", orders+"/"+id, nil)
		if o["settled"] != true || o["actualCost"] != 30.0 || o["counts"].(map[string]any)["created"] != 3.0 {
			t.Errorf("%v", o)
		}
		if n := len(w.sim.Made()); n != 3 {
			t.Errorf("%d groups", n)
		}
	})
}

// A group that was made reports every failed step, and is charged.
func TestAllFailuresAreReported(t *testing.T) {
	inScenario(t, 1, func(w *scenario) {
		if err := w.sim.SetScript([]sim.Rule{{Suffix: "/admins", Outcome: "invalid"}, {Suffix: "/mute", Outcome: "invalid"}}); err != nil {
			t.Fatal(err)
		}
		id := w.ok("POST", orders, w.request(w.file(0, 45), nil))["id"].(string)
		w.seconds(300, nil)
		g := w.ok("GET", orders+"/"+id+"/group/page", nil)["records"].([]any)[0].(map[string]any)
		if reason := g["reason"].(string); g["status"] != groupbuild.Created || reason != "group.note.promote · group.note.mute" {
			t.Errorf("%v", g)
		}
		if o := w.ok("GET", orders+"/"+id, nil); o["actualCost"] != 10.0 {
			t.Errorf("%v", o)
		}
	})
}

// Staff who are disabled while an order runs are left out. When no member could write any more, the order pauses and shows why.
func TestStaffThatResigns(t *testing.T) {
	inScenario(t, 1, func(w *scenario) {
		id := w.ok("POST", orders, w.request(w.file(0, 94), nil))["id"].(string)
		w.ok("PUT", "/aty/customerserviceraccount/usable", map[string]any{"id": w.team[2], "usable": false})
		w.seconds(60, nil)
		o := w.ok("GET", orders+"/"+id, nil)
		if o["status"] != 4.0 || !strings.Contains(o["reason"].(string), "group.pause.admin") &&
			!strings.Contains(o["reason"].(string), "administrators") || len(w.sim.Made()) != 0 {
			t.Errorf("%v", o)
		}
		w.ok("PUT", "/aty/customerserviceraccount/usable", map[string]any{"id": w.team[2], "usable": true})
		w.ok("PUT", "/aty/customerserviceraccount/usable", map[string]any{"id": w.team[0], "usable": false})
		w.ok("PUT", orders+"/"+id+"/start", nil)
		w.seconds(120, nil)
		for _, g := range w.sim.Made() {
			if slices.ContainsFunc(g.Members, func(p partnersim.Person) bool { return p.Number == "5511970000001" }) {
				t.Errorf("%+v", g)
			}
		}
		if n := len(w.sim.Made()); n != 2 {
			t.Errorf("%d groups", n)
		}
	})
}

// An event about a finished group enqueues no other group. An order of a thousand groups costs no more for a hundred
// callbacks.
func TestACallbackOfNoOrderIsIgnored(t *testing.T) {
	inScenario(t, 5, func(w *scenario) {
		id := w.ok("POST", orders, w.request(w.file(0, 1900), nil))["id"].(string)
		first := func() any {
			page := w.ok("GET", orders+"/"+id+"/group/page?size=1", nil)["records"].([]any)
			if len(page) == 0 {
				return nil
			}
			return page[0].(map[string]any)["status"]
		}
		for n := 0; first() != groupbuild.Created && n < 200; n++ {
			w.seconds(1, nil)
		}
		o, _, err := w.Engine.Flow.Orders.Get(w.t.Context(), id)
		if err != nil || o.Status != order.Sending || first() != groupbuild.Created {
			w.t.Fatalf("%+v %v", o, err)
		}
		before := len(w.kept[groupbuild.Queue])
		if err := w.Engine.Build(w.t.Context(), queue.New("group.build", "ana",
			map[string]any{"o": id, "b": o.Begin(), "n": 0, "h": true})); err != nil {
			w.t.Fatal(err)
		}
		if after := len(w.kept[groupbuild.Queue]); after != before {
			w.t.Errorf("%d bells, then %d", before, after)
		}
	})
}

// A secondary sees and uses the numbers of its tenant.
func TestASecondaryUsesTheNumbersOfItsCustomer(t *testing.T) {
	inScenario(t, 1, func(w *scenario) {
		w.who = sue.UserID
		if e := w.ok("POST", orders+"/check/money", w.request(w.file(0, 94), nil)); e["groups"] != 2.0 {
			t.Errorf("%v", e)
		}
	})
}

// Groups that were being built when their order was stopped, at once or from a pause, show that. Their members are queried first. A group
// that people joined through a lost response is therefore made and charged, and not made again. Queries continue until the state of its
// members is known.
func TestGroupsThatAStopCutShort(t *testing.T) {
	for _, paused := range []bool{false, true} {
		inScenario(t, 1, func(w *scenario) {
			if err := w.sim.SetScript([]sim.Rule{{Suffix: "-0-1/members/0", Outcome: "cut_after_accept"}, {Suffix: "/admins", Outcome: "busy"},
				{Suffix: "-1-1/members/0", Outcome: "busy"}}); err != nil {
				t.Fatal(err)
			}
			id := w.ok("POST", orders, w.request(w.file(0, 470), nil))["id"].(string)
			w.seconds(2, nil)
			if paused {
				w.ok("PUT", orders+"/"+id+"/pause", nil)
				w.seconds(600, nil)
			}
			w.ok("PUT", orders+"/"+id+"/stop", nil)
			w.seconds(2*3600, nil)
			short, created := 0, 0
			for _, r := range w.ok("GET", orders+"/"+id+"/group/page?size=50", nil)["records"].([]any) {
				g := r.(map[string]any)
				m := g["members"].(map[string]any)
				if m["unknown"] != 0.0 || g["status"] != "waiting" && g["greeted"] != 2.0 && g["reason"] == "" || g["index"] == 1.0 &&
					g["status"] != "created" || g["index"] == 2.0 && g["status"] != "failed" {
					t.Errorf("paused %v: %v", paused, g)
				}
				if g["status"] == "created" {
					created++
				}
				if strings.Contains(g["reason"].(string), "note.stopped") {
					short++
				}
			}
			if o := w.ok("GET", orders+"/"+id, nil); short == 0 || o["actualCost"] != 10*float64(created) {
				t.Errorf("paused %v: %d cut short, %d created, %v charged", paused, short, created, o["actualCost"])
			}
		})
	}
}
