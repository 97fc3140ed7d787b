package bulk_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"herald/internal/ordertest"
	"herald/pkg/audience/contact"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

// Values that a file has beside a number fill the placeholders of an order to its contact list. A member without
// values gets the order's own content.
func TestValuesOfACollection(t *testing.T) {
	ordertest.RunModules(t, 100*money.Credit, func(j *ordertest.Modules) {
		group := j.CollectionOf("phoneNumber,First name,city\n5511987650000,Ana,Rio\n5511987650001,,Santos\n5511987650002,Zoe,\n")
		body := ordertest.OrderBody("groupId", group)
		body["message"] = map[string]any{"type": "text", "text": "Hi {First_name} of {city}!",
			"placeholders": []any{map[string]any{"name": "First_name", "content": "friend"}, map[string]any{"name": "city", "content": "Brazil"}}}
		_, plan := j.Submit(body)
		j.Plan(plan)
		j.Send()
		got := map[string]string{}
		all, _ := j.Sim.Messages(0, 100)
		for _, m := range all {
			got[m.To] = m.Body
		}
		for to, want := range map[string]string{"5511987650000": "Hi Ana of Rio!", "5511987650001": "Hi friend of Santos!",
			"5511987650002": "Hi Zoe of Brazil!"} {
			if got[to] != want {
				t.Errorf("%s got %q", to, got[to])
			}
		}
	})
}

// A placeholder with values in the list needs no content in the order. A placeholder without any value is refused.
func TestPlaceholdersOfACollection(t *testing.T) {
	ordertest.RunModules(t, 100*money.Credit, func(j *ordertest.Modules) {
		body := ordertest.OrderBody("groupId", j.CollectionOf("phoneNumber,name\n5511987650000,Ana\n"))
		body["message"] = map[string]any{"type": "text", "text": "Hi {name}!"}
		j.MustCall("customer", "POST", "/gc/groupsendorder/estimate", body)
		body["message"] = map[string]any{"type": "text", "text": "Hi {nick}!"}
		if code, out := j.Call("customer", "POST", "/gc/groupsendorder/estimate", "", body); code != 400 ||
			!strings.Contains(fmt.Sprint(out), "nick") {
			t.Error(code, out)
		}
	})
}

// No recipient gets a text with a hole. A recipient without a value, where the order has no content for it, is
// reported before the order. That holds for a list and a file, and for each of two messages. A content fills the
// hole.
func TestNoTextHasAnEmptyPlaceholder(t *testing.T) {
	const rows = "phoneNumber,name,city\n5511987650000,Ana,Rio\n5511987650001,Bob,\n5511987650002,Zoe,\n5511987650003,Leo,Belo Horizonte\n"
	ordertest.RunModules(t, 100*money.Credit, func(j *ordertest.Modules) {
		text := map[string]any{"type": "text", "text": "Hi {name} of {city}!"}
		fine := map[string]any{"type": "text", "text": "Hi {name}!"}
		for name, of := range map[string]map[string]any{"collection": ordertest.OrderBody("groupId", j.CollectionOf(rows)),
			"file": ordertest.OrderBody("fileId", j.Upload("a.csv", "contact", rows))} {
			for field, messages := range map[string][2]map[string]any{"message.placeholders": {text, nil}, "ab.message.placeholders": {fine, text}} {
				body := ordertest.EditBody("", of, "message", messages[0])
				if messages[1] != nil {
					body["ab"] = map[string]any{"message": messages[1], "share": 50, "by": "read", "waitMinutes": 10}
				}
				code, out := j.Call("customer", "POST", "/gc/groupsendorder/estimate", "", body)
				if told := fmt.Sprint(out["errors"]); code != 400 || told != "[map[field:"+field+
					" message:2 recipients (first: 5511987650001) have no value for city. Enter a default value]]" {
					t.Errorf("%s, %s: %d %v", name, field, code, out)
				}
			}
			text := map[string]any{"type": "text", "text": text["text"], "placeholders": []any{map[string]any{"name": "city", "content": "Brazil"}}}
			j.MustCall("customer", "POST", "/gc/groupsendorder/estimate", ordertest.EditBody("", of, "message", text))
		}
	})
}

// Only members with an account, or active within the days, are written to, priced and planned; the estimate shows how many are not.
func TestFiltersOfACollection(t *testing.T) {
	ordertest.RunModules(t, 100*money.Credit, func(j *ordertest.Modules) {
		group := j.Collection(ordertest.Numbers(0, 5))
		body := ordertest.OrderBody("groupId", group)
		body["waFilter"] = true
		if code, out := j.Call("customer", "POST", "/gc/groupsendorder/estimate", "", body); code != 400 ||
			!strings.Contains(fmt.Sprint(out), "screen the contact list first") {
			t.Fatal(code, out)
		}
		now, found := time.Now(), map[uint64]contact.Proof{}
		for i, days := range []int{1, 10, 100} {
			var p contact.Proof
			p.Say(contact.ByPartner, true, now)
			p.Say(contact.ByPartnerOn, true, now.AddDate(0, 0, -days))
			found[ordertest.Numbers(i, 1)[0]] = p
		}
		var no contact.Proof
		no.Say(contact.ByPartner, false, now)
		found[ordertest.Numbers(3, 1)[0]] = no
		if done, err := j.Service.Contacts.Prove(j.Context, group, map[int]map[uint64]contact.Proof{0: found}, contact.Screening{}); err != nil ||
			!done {
			t.Fatal(done, err)
		}
		body["activeDays"] = 30
		e := j.MustCall("customer", "POST", "/gc/groupsendorder/estimate", body)
		if fmt.Sprint(e["targets"],
			e["refused"]) != "2 [map[count:2 reason:No WhatsApp account found] map[count:1 reason:Not active in the last days]]" {
			t.Error(e)
		}
		id, plan := j.Submit(body)
		j.Plan(plan)
		j.Send()
		if got := j.Accepted(); len(got) != 2 || got["5511987650000"] != 1 || got["5511987650001"] != 1 || j.Order(id).Total != 2 {
			t.Error(got)
		}
		file := ordertest.OrderBody("fileId", j.Upload("a.txt", "contact", "phoneNumber\n5511987650000\n"))
		file["waFilter"] = true
		if code, out := j.Call("customer", "POST", "/gc/groupsendorder/estimate", "", file); code != 400 {
			t.Error(code, out)
		}
	})
}

// A plan died, and is repeated after the evidence about members changed. It plans no recipient that was not paid for.
func TestAFilteredPlanIsRepeated(t *testing.T) {
	for _, sk := range []string{"R#1#00000", "R#1#00001", "S#1#00001"} {
		ordertest.RunModules(t, 100*money.Credit, func(j *ordertest.Modules) {
			group := j.Collection(ordertest.Numbers(0, 5), ordertest.Numbers(100, 7))
			prove := func(at time.Time, valid func(i int) bool) {
				found := map[int]map[uint64]contact.Proof{0: {}, 1: {}}
				for pack, all := range [][]uint64{ordertest.Numbers(0, 5), ordertest.Numbers(100, 7)} {
					for i, n := range all {
						var p contact.Proof
						p.Say(contact.ByPartner, valid(5*pack+i), at)
						found[pack][n] = p
					}
				}
				if _, err := j.Service.Contacts.Prove(j.Context, group, found, contact.Screening{}); err != nil {
					t.Fatal(err)
				}
			}
			prove(time.Now(), func(i int) bool { return i < 9 })
			body := ordertest.OrderBody("groupId", group)
			body["waFilter"] = true
			id, plan := j.Submit(body)
			j.FaultyDB.FailNext[sk] = errors.New("throttled")
			_ = j.Service.Engine.Flow.PlanTask(j.Context, plan)
			delete(j.FaultyDB.FailNext, sk)
			prove(time.Now().Add(time.Minute), func(i int) bool { return i > 2 })
			j.Plan(plan)
			j.Send()
			if o, n := j.Order(id), len(j.Accepted()); n > 9 || n < 6 || o.Total != n {
				t.Errorf("%s: %d of %d were sent, 9 were paid for", sk, n, o.Total)
			}
		})
	}
}

// Where consent is required, an estimate counts only the recipients with consent.
func TestConsentsOfAFilteredCollection(t *testing.T) {
	ordertest.RunModules(t, 100*money.Credit, func(j *ordertest.Modules) {
		if err := j.Service.Engine.Flow.Settings.Set(j.Context, "optin.countries", "BR", "admin"); err != nil {
			t.Fatal(err)
		}
		group := j.Collection(ordertest.Numbers(0, 5))
		var p contact.Proof
		p.Say(contact.ByPartner, true, time.Now())
		if _, err := j.Service.Contacts.Prove(j.Context, group, map[int]map[uint64]contact.Proof{0: {ordertest.Numbers(0, 1)[0]: p}},
			contact.Screening{}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Minute)
		body := ordertest.OrderBody("groupId", group)
		body["waFilter"] = true
		e := j.MustCall("customer", "POST", "/gc/groupsendorder/estimate", body)
		if all := e["refused"].([]any); len(all) != 2 || all[1].(map[string]any)["count"] != 1.0 {
			t.Error(e)
		}
	})
}

// Three placeholders from the collection increase the cost by at most half, from the import to the last send.
func TestCostOfPlaceholders(t *testing.T) {
	cost := func(with bool) (used float64) {
		ordertest.RunModules(t, 100_000*money.Credit, func(j *ordertest.Modules) {
			rng := rand.New(rand.NewPCG(1, 2))
			var file strings.Builder
			file.WriteString("phoneNumber,name,city,code\n")
			for i := range 3000 {
				fmt.Fprintf(&file, "+%d,%s,%s,%06d\n", 5511987650000+i, [...]string{"Ana", "Beatriz", "Carlos Eduardo", "Zoe"}[rng.IntN(4)],
					[...]string{"Rio de Janeiro", "Santos", "São Paulo"}[rng.IntN(3)], rng.IntN(1e6))
			}
			text := file.String()
			if !with {
				text = "phoneNumber\n"
				for i := range 3000 {
					text += fmt.Sprintf("+%d\n", 5511987650000+i)
				}
			}
			j.Meter.Take()
			body := ordertest.OrderBody("groupId", j.CollectionOf(text))
			if with {
				body["message"] = map[string]any{"type": "text", "text": "{name} {city} {code}"}
			}
			_, plan := j.Submit(body)
			j.Plan(plan)
			j.Send()
			if n := len(j.Accepted()); n != 3000 {
				t.Fatalf("%d accepted", n)
			}
			u := j.Meter.Take()
			used = store.Usage{WriteUnits: u.WriteUnits, ReadUnits: u.ReadUnits}.Dollars()
			t.Logf("with %v: %.0f written, %.0f read", with, u.WriteUnits, u.ReadUnits)
		})
		return used
	}
	if plain, own := cost(false), cost(true); own > 1.5*plain {
		t.Errorf("%.2f times the cost", own/plain)
	}
}
