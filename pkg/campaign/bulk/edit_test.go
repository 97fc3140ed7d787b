package bulk_test

import (
	"fmt"
	"testing"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

func changed(id string, body map[string]any, with ...any) map[string]any {
	out := map[string]any{"id": id}
	for k, v := range body {
		out[k] = v
	}
	for i := 0; i < len(with); i += 2 {
		out[with[i].(string)] = with[i+1]
	}
	return out
}

const orders = "/gc/groupsendorder"

// reviewed has orders wait for a review.
func (j *joined) reviewed() {
	j.t.Helper()
	if err := j.room.Settings.Set(j.ctx, "order.review.auto", "false", "admin"); err != nil {
		j.t.Fatal(err)
	}
	time.Sleep(2 * time.Minute)
}

// approve passes orders as a reviewer who has just read them.
func (j *joined) approve(ids ...string) {
	j.t.Helper()
	versions := map[string]int{}
	for _, id := range ids {
		versions[id] = int(j.ok("admin", "GET", orders+"/"+id, nil)["version"].(float64))
	}
	j.ok("admin", "PUT", orders+"/review", map[string]any{"ids": ids, "versions": versions, "pass": true})
}

func (j *joined) books() {
	j.t.Helper()
	if r, err := j.room.Ledger.Reconcile(j.ctx); err != nil || r.Found > 0 {
		j.t.Errorf("the books: %+v, %v", r, err)
	}
}

// An order that has not begun is changed. Its reservation moves by the difference, it is planned anew and reviewed
// again, and no recipient of the old plan gets a message.
func TestAnOrderIsEdited(t *testing.T) {
	together(t, 100*money.Credit, func(j *joined) {
		j.reviewed()
		ten, four := j.collection(numbers(0, 10)), j.collection(numbers(1000, 4))
		body := wish("groupId", ten)
		id, plan := j.order(body)
		j.plan(plan) // the old plan stands
		j.approve(id)
		if o := j.get(id); o.Status != order.Sending && o.Status != order.Waiting {
			t.Fatalf("state %d", o.Status)
		}
		later := time.Now().Add(time.Hour).UTC().Format(time.RFC3339)
		id, plan = j.order(changed("", body, "startTime", later))
		j.plan(plan)
		j.approve(id)
		j.q.take(order.JobQueue)
		available, reserved := j.balance()
		// Name, time and remark change as they are.
		j.ok("customer", "PUT", orders, changed(id, body, "name", "June", "remark", "note", "startTime", later))
		if o := j.get(id); o.Status != order.Waiting || o.Gen != 1 || o.Name != "June" || o.Remark != "note" || o.StartAt == nil {
			t.Errorf("%+v", o)
		}
		// Another audience is another order under the same number.
		got := j.ok("customer", "PUT", orders, changed(id, wish("groupId", four), "startTime", later))
		if o := j.get(id); got["estimatedCost"] != 14.0 || o.Status != order.Review || o.Total != 4 || o.Gen != 2 || o.Group != four {
			t.Errorf("%v %+v", got, o)
		}
		if a, r := j.balance(); a != available+21*money.Credit || r != reserved-21*money.Credit {
			t.Errorf("available %s → %s, reserved %s → %s", available, a, reserved, r)
		}
		j.books()
		j.plan(plan) // a late message of the old plan
		j.again()
		if detail := j.ok("customer", "GET", orders+"/"+id, nil); detail["generation"] != nil || detail["retryTime"] != nil ||
			detail["groupId"] != four {
			t.Errorf("%v", detail)
		}
		j.approve(id)
		time.Sleep(2 * time.Hour)
		j.tick()
		j.tick()
		j.send()
		j.tick()
		mine := 0
		for number, n := range j.accepted() {
			if number >= fmt.Sprint(5511987651000) && n != 1 {
				t.Errorf("%s got %d messages", number, n)
			} else if number >= fmt.Sprint(5511987651000) {
				mine++
			}
		}
		if mine != 4 {
			t.Errorf("%d of 4 got the message", mine)
		}
		j.settle(id)
		if o := j.get(id); o.Status != order.Completed || *o.Actual != 14*money.Credit {
			t.Errorf("%+v", o)
		}
		j.everyTargetOnce(id, 4)
		j.books()
		if code, out := j.call("customer", "PUT", orders, "", changed(id, body)); code != 409 ||
			out["message"] != "Order exceeded editable time" {
			t.Errorf("after its end: %d %v", code, out)
		}
	})
}

// An edit that exceeds the balance or the stock changes nothing, in both readings. An order is no longer edited from
// its editable time on.
func TestAnEditThatIsShortOrLateChangesNothing(t *testing.T) {
	together(t, 40*money.Credit, func(j *joined) {
		j.reviewed()
		twenty := wish("groupId", j.collection(numbers(4000, 20)))
		four, ten := j.collection(numbers(0, 4)), j.collection(numbers(1000, 10))
		later := time.Now().Add(time.Hour).UTC().Format(time.RFC3339)
		id, _ := j.order(changed("", wish("groupId", four), "startTime", later))
		before := *j.get(id)
		larger := changed(id, wish("groupId", ten), "startTime", later)
		if code, out := j.call("customer", "PUT", orders, "", changed(id, twenty)); code != 402 || out["code"] != 40201.0 {
			t.Errorf("credit for 11 of 20: %d %v", code, out)
		}
		stocked := store.Op{Verb: store.Put, Key: store.Key{Table: "campaign", PK: "STOCK", SK: "BR"},
			Item: map[string]any{"id": "BR", "n": 9, "c": time.Now()}}
		if _, err := j.db.Write(j.ctx, stocked); err != nil {
			t.Fatal(err)
		}
		if code, out := j.call("customer", "PUT", orders, "", larger); code != 402 || out["code"] != 40202.0 {
			t.Errorf("stock for 9 of 10: %d %v", code, out)
		}
		if err := j.room.Settings.Set(j.ctx, "order.edit.minutes", "90", "admin"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Minute)
		if code, out := j.call("customer", "PUT", orders, "", changed(id, wish("groupId", four), "startTime", later)); code != 409 {
			t.Errorf("an hour before its start: %d %v", code, out)
		}
		if o := j.get(id); o.Version != before.Version || o.Cost != before.Cost {
			t.Errorf("it changed: %+v", o)
		}
		if _, reserved := j.balance(); reserved != 14*money.Credit {
			t.Errorf("%s reserved", reserved)
		}
		j.books()
	})
}

// A lock, a cancellation or a beginning just before an edit is written is met, and a repeated call answers as the first.
func TestAnEditMeetsWhatHappensBeside(t *testing.T) {
	for name, do := range map[string]func(j *joined, id string){
		"lock":   func(j *joined, _ string) { j.mark() },
		"cancel": func(j *joined, id string) { j.ok("customer", "PUT", orders+"/"+id+"/cancel", nil) },
		"edit": func(j *joined, id string) {
			j.ok("customer", "PUT", orders, changed(id, wish("groupId", j.collection(numbers(3000, 2)))))
		},
	} {
		together(t, 100*money.Credit, func(j *joined) {
			j.reviewed()
			id, _ := j.order(wish("groupId", j.collection(numbers(0, 4))))
			larger := changed(id, wish("groupId", j.collection(numbers(1000, 10))))
			j.sick.before = func([]store.Op) error { do(j, id); return nil }
			code, out := j.call("customer", "PUT", orders, "one and the same", larger)
			o := j.get(id)
			_, reserved := j.balance()
			want := map[string][2]any{"lock": {409, 14 * money.Credit}, "cancel": {409, money.Amount(0)}, "edit": {200, 35 * money.Credit}}[name]
			if code != want[0] || reserved != want[1] {
				t.Errorf("%s: %d %v, %s reserved", name, code, out, reserved)
			}
			if code == 200 {
				if again, second := j.call("customer", "PUT", orders, "one and the same", larger); again != 200 ||
					fmt.Sprint(second) != fmt.Sprint(out) || j.get(id).Gen != o.Gen {
					t.Errorf("repeated: %d %v", again, second)
				}
			}
			j.books()
		})
	}
}

// An order that ends between an edit's reads of the order and of the reservation is handled, too.
func TestAnEditOfAnOrderThatEndsMeanwhile(t *testing.T) {
	for name, end := range map[string]func(j *joined, id string){
		"cancelled": func(j *joined, id string) { j.ok("customer", "PUT", orders+"/"+id+"/cancel", nil) },
		"refused": func(j *joined, id string) {
			j.ok("admin", "PUT", orders+"/review", map[string]any{"ids": []string{id}, "pass": false, "reason": "no"})
		},
	} {
		together(t, 100*money.Credit, func(j *joined) {
			j.reviewed()
			id, _ := j.order(wish("groupId", j.collection(numbers(0, 4))))
			larger := changed(id, wish("groupId", j.collection(numbers(1000, 10))))
			j.sick.looked = map[string]func(){"RES#" + id + ".1": func() { end(j, id) }}
			if code, out := j.call("customer", "PUT", orders, "", larger); code != 409 || out["code"] != 409.0 {
				t.Errorf("%s: %d %v", name, code, out)
			}
			if _, reserved := j.balance(); reserved != 0 || len(j.sick.looked) > 0 {
				t.Errorf("%s: %s reserved", name, reserved)
			}
			j.books()
		})
	}
}

// Staff give back what was charged, in parts, with a reason that its owner reads, and never more than was charged.
func TestASettledOrderIsRefunded(t *testing.T) {
	together(t, 100*money.Credit, func(j *joined) {
		id, plan := j.order(wish("groupId", j.collection(numbers(0, 4))))
		path := orders + "/" + id + "/refund"
		if code, _ := j.call("admin", "PUT", path, "", map[string]any{"reason": "late"}); code != 409 {
			t.Errorf("an open order: %d", code)
		}
		j.plan(plan)
		j.send()
		j.settle(id)
		for _, bad := range []map[string]any{{"reason": " "}, {"reason": "x", "amount": 14.01}, {"reason": "x", "amount": 0},
			{"reason": "x", "amount": -1}, {"amount": 1}} {
			if code, out := j.call("admin", "PUT", path, "", bad); code != 400 {
				t.Errorf("%v: %d %v", bad, code, out)
			}
		}
		body := map[string]any{"amount": 3.5, "reason": "one too many"}
		_, first := j.call("admin", "PUT", path, "key", body)
		_, second := j.call("admin", "PUT", path, "key", body)
		if fmt.Sprint(first) != fmt.Sprint(second) {
			t.Errorf("%v\n%v", first, second)
		}
		if available, _ := j.balance(); available != 89*money.Credit+50 {
			t.Errorf("%s available", available)
		}
		j.sick.before = func([]store.Op) error {
			j.ok("admin", "PUT", path, map[string]any{"amount": 8, "reason": "more"})
			return nil
		} // two at once
		if code, out := j.call("admin", "PUT", path, "", map[string]any{"amount": 8, "reason": "more"}); code != 400 {
			t.Errorf("more than was charged: %d %v", code, out)
		}
		detail := j.ok("admin", "PUT", path, map[string]any{"reason": "the rest"})
		if detail["refunded"] != 14.0 || detail["refundable"] != 0.0 || len(detail["refunds"].([]any)) != 3 || detail["actualCost"] != 14.0 {
			t.Errorf("%v", detail)
		}
		if code, _ := j.call("admin", "PUT", path, "", map[string]any{"reason": "x"}); code != 409 {
			t.Errorf("nothing is left: %d", code)
		}
		if available, reserved := j.balance(); available != 100*money.Credit || reserved != 0 {
			t.Errorf("available %s, reserved %s", available, reserved)
		}
		told, err := store.Collect(store.Rows(j.ctx, j.db, store.Query{Table: "platform", PK: "IMT#" + customer, Consistent: true}))
		if err != nil || len(told) < 3 {
			t.Errorf("%d notices, %v", len(told), err)
		}
		j.books()
	})
}

// A plan reads its order before an edit, and its recipients after it. It plans none of the new recipients at the old
// price.
func TestAPlanThatMeetsAnEdit(t *testing.T) {
	together(t, 100*money.Credit, func(j *joined) {
		j.reviewed()
		four, ten := j.collection(numbers(0, 4)), j.collection(numbers(1000, 10))
		id, plan := j.order(wish("groupId", four))
		was := j.get(id)
		j.ok("customer", "PUT", orders, changed(id, wish("groupId", ten)))
		if err := j.room.Plan(j.ctx, was); err != nil {
			t.Error(err)
		}
		for _, line := range j.log {
			if line["alarm"] != nil {
				t.Errorf("%v", line)
			}
		}
		j.plan(plan)
		j.again()
		j.approve(id)
		j.again()
		j.tick()
		j.tick()
		if n := len(j.accepted()); n != 10 {
			t.Errorf("%d of 10 were sent", n)
		}
		j.books()
	})
}
