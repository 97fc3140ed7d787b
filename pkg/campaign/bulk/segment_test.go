package bulk_test

import (
	"fmt"
	"strings"
	"testing"

	"herald/internal/ordertest"
	"herald/pkg/kit/money"
)

// segmented is a request to the members of a contact list in a number segment.
func segmented(group, segment string) map[string]any {
	body := ordertest.OrderBody("groupId", group)
	body["segment"] = segment
	return body
}

// The rules of a number segment also hold for orders (business-domain §5), by name, in both readings. An order's segments filter members,
// so they have at most as many stars as any filter.
func TestNumberSegmentsOfAnOrder(t *testing.T) {
	ordertest.RunModules(t, 1000*money.Credit, func(j *ordertest.Modules) {
		group := j.Collection([]uint64{5511987650000, 5511987650001, 5521987650000})
		usual := map[string]int{"segment.stars.template": 5, "segment.stars.filter": 4, "segment.digits.max": 11, "segment.code.plain": 0}
		for _, c := range []struct {
			name, segment string
			set           map[string]int
			want          string
		}{
			{"four stars", "55**98*6*00", nil, ""},
			{"five stars", "55**98*6*0*", nil, "at most 4 *"},
			{"five stars by the other reading", "55**98*6*0*", map[string]int{"segment.stars.filter": 5}, ""},
			{"six stars by the other reading", "55**98*6***", map[string]int{"segment.stars.filter": 5}, "at most 5 *"},
			{"what templates may have is another setting", "55**98*6*0*", map[string]int{"segment.stars.template": 5}, "at most 4 *"},
			{"seven digits", "5511987", nil, ""},
			{"six digits", "551198", nil, "has 7 to 11 digits"},
			{"eleven digits", "55119876500", nil, ""},
			{"twelve digits", "551198765000", nil, "has 7 to 11 digits"},
			{"twelve digits by the other reading", "551198765000", map[string]int{"segment.digits.max": 15}, ""},
			{"a plus", "+5511987", nil, "without +"},
			{"a letter", "5511x98", nil, "only have digits and *"},
			{"another country", "4411987", nil, "the code of the selected country"},
			{"a star in the country code", "5*11987", nil, "Don't use *"},
			{"a star behind the country code", "55*1987", nil, ""},
			{"a star behind the country code by the other reading", "55*1987", map[string]int{"segment.code.plain": 3},
				"first 3 digits after the country code"},
			{"one that is empty", "5511987,", nil, "only have digits and *"},
			{"ten segments", strings.TrimSuffix(strings.Repeat("5511987,", 10), ","), nil, ""},
			{"eleven segments", strings.TrimSuffix(strings.Repeat("5511987,", 11), ","), nil, "at most 10 number segments"},
			{"more than 200 characters", strings.Repeat("5511987,", 26), nil, "200"},
			{"blank", "  ", nil, ""},
			{"with spaces around", " 5511987 , 5521987 ", nil, ""},
		} {
			for key, n := range c.set {
				j.Setting(key, n)
			}
			for _, path := range []string{ordertest.OrdersPath + "/estimate", ordertest.OrdersPath} {
				if c.want == "" && path == ordertest.OrdersPath {
					continue
				}
				code, out := j.Call("customer", "POST", path, "", segmented(group, c.segment))
				if c.want == "" && code != 200 || c.want != "" &&
					(code != 400 || !strings.Contains(fmt.Sprint(out), c.want) || !strings.Contains(fmt.Sprint(out["errors"]), "field:segment")) {
					t.Errorf("%s, %s: %d %v", c.name, path, code, out)
				}
			}
			for key := range c.set {
				j.Setting(key, usual[key])
			}
		}
		if _, reserved := j.Balance(); reserved != 0 {
			t.Errorf("%s is reserved", reserved)
		}
	})
}

// Only numbers of the segment are priced and sent to, even when members join or leave before the plan. The number of excluded members is
// shown, also with other filters. An order to a file has no such filter, and one without recipients is refused.
func TestAnOrderToANumberSegment(t *testing.T) {
	ordertest.RunModules(t, 1000*money.Credit, func(j *ordertest.Modules) {
		packs := [][]uint64{{5511987650000, 5511987650001, 5511912340000}, {5521987650000, 5521987650001, 5511987659999}}
		group := j.Collection(packs...)
		ask := func(body map[string]any) string {
			t.Helper()
			e := j.MustCall("customer", "POST", ordertest.OrdersPath+"/estimate", body)
			var left []string
			for _, r := range e["refused"].([]any) {
				left = append(left, fmt.Sprint(r.(map[string]any)["reason"], " ", r.(map[string]any)["count"]))
			}
			return fmt.Sprint(e["targets"], " ", strings.Join(left, ", "))
		}
		if got := ask(segmented(group, "5511987")); got != "3 Not in the number segments 3" {
			t.Error(got)
		}
		if got := ask(segmented(group, "5511987,55219****")); got != "5 Not in the number segments 1" {
			t.Error(got)
		}
		j.MarkAccounts(group, packs, j.Service.Engine.Flow.Now(), func(pack, i int) bool { return i == 0 })
		both := segmented(group, "5511987")
		both["waFilter"] = true
		if got := ask(both); got != "1 Not in the number segments 3, No WhatsApp account found 2" {
			t.Error(got)
		}
		for field, body := range map[string]map[string]any{"segment": segmented(group, "5531987"),
			"waFilter": ordertest.OrderBody("fileId", j.Upload("a.csv", "contact", "phoneNumber\n5511987650000\n"))} {
			if field == "waFilter" {
				body["waFilter"] = true
			}
			if code, out := j.Call("customer", "POST", ordertest.OrdersPath, "", body); code != 400 ||
				!strings.Contains(fmt.Sprint(out["errors"]), "field:"+field) {
				t.Errorf("%s: %d %v", field, code, out)
			}
		}
		file := segmented("", "5511987")
		delete(file, "groupId")
		file["fileId"] = j.Upload("a.csv", "contact", "phoneNumber\n5511987650000\n")
		if code, out := j.Call("customer", "POST", ordertest.OrdersPath, "", file); code != 400 ||
			!strings.Contains(fmt.Sprint(out), "Only contact lists can be filtered by number segment") {
			t.Errorf("%d %v", code, out)
		}

		id, plan := j.Submit(segmented(group, "5511987"))
		if _, reserved := j.Balance(); reserved != 3*350 {
			t.Errorf("%s is reserved", reserved)
		}
		j.Import(group, ordertest.NumberLines([]uint64{5511987651111, 5521987651111}))
		j.MustCall("customer", "DELETE", "/aty/contactsgroup/"+group+"/member", map[string]any{"phoneNumbers": []string{"5511987650001"}})
		j.Plan(plan)
		j.Send()
		got := j.Accepted()
		if len(got) != 2 || got["5511987650000"] != 1 || got["5511987659999"] != 1 {
			t.Errorf("sent to %v", got)
		}
		if d := j.MustCall("customer", "GET", ordertest.OrdersPath+"/"+id, nil); d["segment"] != "5511987" || d["total"] != 2.0 {
			t.Errorf("%v", d)
		}
		j.Settle(id)
		if o := j.Order(id); *o.Actual != 2*350 {
			t.Errorf("charged %v", *o.Actual)
		}
		j.CheckTargetsOnce(id, 2)
		j.CheckBooks()
	})
}

// An edit keeps the filters that it names, prices a changed one anew, and drops those that it leaves out.
func TestTheFiltersOfAnOrderAreEdited(t *testing.T) {
	ordertest.RunModules(t, 1000*money.Credit, func(j *ordertest.Modules) {
		j.RequireReview()
		packs := [][]uint64{{5511987650000, 5511987650001, 5521987650000}}
		group := j.Collection(packs...)
		j.MarkAccounts(group, packs, j.Service.Engine.Flow.Now(), func(_, i int) bool { return i != 1 })
		body := segmented(group, "5511987")
		body["waFilter"], body["activeDays"] = true, 0
		id, plan := j.Submit(body)
		j.Plan(plan)
		for i, c := range []struct {
			change map[string]any
			total  int
			gen    int
		}{{map[string]any{}, 1, 1}, {map[string]any{"segment": "5511987,5521987"}, 2, 2}, {map[string]any{"waFilter": false}, 2, 3},
			{map[string]any{"segment": "", "waFilter": false}, 3, 4}} {
			next := ordertest.EditBody(id, body, "name", fmt.Sprint("name ", i))
			for k, v := range c.change {
				next[k] = v
			}
			j.MustCall("customer", "PUT", ordertest.OrdersPath, next)
			d := j.MustCall("customer", "GET", ordertest.OrdersPath+"/"+id, nil)
			if o := j.Order(id); o.Total != c.total || o.Gen != c.gen || next["segment"] != "" && d["segment"] != next["segment"] {
				t.Errorf("%v: %d recipients in generation %d, %v", c.change, o.Total, o.Gen, d["segment"])
			}
			j.RunRetry()
		}
		j.CheckBooks()
	})
}
