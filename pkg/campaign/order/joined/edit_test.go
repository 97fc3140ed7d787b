package joined_test

import (
	"fmt"
	"testing"
	"time"

	"herald/internal/ordertest"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

// An order that has not begun is changed. Its reservation moves by the difference, it is planned anew and reviewed
// again, and no recipient of the old plan gets a message.
func TestAnOrderIsEdited(t *testing.T) {
	ordertest.RunModules(t, 100*money.Credit, func(j *ordertest.Modules) {
		j.RequireReview()
		ten, four := j.Collection(ordertest.Numbers(0, 10)), j.Collection(ordertest.Numbers(1000, 4))
		body := ordertest.OrderBody("groupId", ten)
		id, plan := j.Submit(body)
		j.Plan(plan) // the old plan stands
		j.Approve(id)
		if o := j.Order(id); o.Status != order.Sending && o.Status != order.Waiting {
			t.Fatalf("state %d", o.Status)
		}
		later := time.Now().Add(time.Hour).UTC().Format(time.RFC3339)
		id, plan = j.Submit(ordertest.EditBody("", body, "startTime", later))
		j.Plan(plan)
		j.Approve(id)
		j.Queue.Take(order.JobQueue)
		available, reserved := j.Balance()
		// Name, time and remark change as they are.
		j.MustCall("customer", "PUT", ordertest.OrdersPath, ordertest.EditBody(id, body, "name", "June", "remark", "note", "startTime", later))
		if o := j.Order(id); o.Status != order.Waiting || o.Gen != 1 || o.Name != "June" || o.Remark != "note" || o.StartAt == nil {
			t.Errorf("%+v", o)
		}
		// Another audience is another order under the same number.
		got := j.MustCall("customer", "PUT", ordertest.OrdersPath,
			ordertest.EditBody(id, ordertest.OrderBody("groupId", four), "startTime", later))
		if o := j.Order(id); got["estimatedCost"] != 14.0 || o.Status != order.Review || o.Total != 4 || o.Gen != 2 || o.Group != four {
			t.Errorf("%v %+v", got, o)
		}
		if a, r := j.Balance(); a != available+21*money.Credit || r != reserved-21*money.Credit {
			t.Errorf("available %s → %s, reserved %s → %s", available, a, reserved, r)
		}
		j.CheckBooks()
		j.Plan(plan) // a late message of the old plan
		j.RunRetry()
		if detail := j.MustCall("customer", "GET", ordertest.OrdersPath+"/"+id, nil); detail["generation"] != nil || detail["retryTime"] != nil ||
			detail["groupId"] != four {
			t.Errorf("%v", detail)
		}
		j.Approve(id)
		time.Sleep(2 * time.Hour)
		j.Tick()
		j.Tick()
		j.Send()
		j.Tick()
		mine := 0
		for number, n := range j.Accepted() {
			if number >= fmt.Sprint(5511987651000) && n != 1 {
				t.Errorf("%s got %d messages", number, n)
			} else if number >= fmt.Sprint(5511987651000) {
				mine++
			}
		}
		if mine != 4 {
			t.Errorf("%d of 4 got the message", mine)
		}
		j.Settle(id)
		if o := j.Order(id); o.Status != order.Completed || *o.Actual != 14*money.Credit {
			t.Errorf("%+v", o)
		}
		j.CheckTargetsOnce(id, 4)
		j.CheckBooks()
		if code, out := j.Call("customer", "PUT", ordertest.OrdersPath, "", ordertest.EditBody(id, body)); code != 409 ||
			out["message"] != "The order can no longer be edited" {
			t.Errorf("after its end: %d %v", code, out)
		}
	})
}

// An edit that exceeds the balance or the stock changes nothing, in both readings. An order is no longer edited from
// its editable time on.
func TestAnEditThatIsShortOrLateChangesNothing(t *testing.T) {
	ordertest.RunModules(t, 40*money.Credit, func(j *ordertest.Modules) {
		j.RequireReview()
		twenty := ordertest.OrderBody("groupId", j.Collection(ordertest.Numbers(4000, 20)))
		four, ten := j.Collection(ordertest.Numbers(0, 4)), j.Collection(ordertest.Numbers(1000, 10))
		later := time.Now().Add(time.Hour).UTC().Format(time.RFC3339)
		id, _ := j.Submit(ordertest.EditBody("", ordertest.OrderBody("groupId", four), "startTime", later))
		before := *j.Order(id)
		larger := ordertest.EditBody(id, ordertest.OrderBody("groupId", ten), "startTime", later)
		if code, out := j.Call("customer", "PUT", ordertest.OrdersPath, "", ordertest.EditBody(id, twenty)); code != 402 ||
			out["code"] != 40201.0 {
			t.Errorf("credit for 11 of 20: %d %v", code, out)
		}
		stocked := store.Op{Verb: store.Put, Key: store.Key{Table: "campaign", PK: "STOCK", SK: "BR"},
			Item: map[string]any{"id": "BR", "n": 9, "c": time.Now()}}
		if _, err := j.DB.Write(j.Context, stocked); err != nil {
			t.Fatal(err)
		}
		if code, out := j.Call("customer", "PUT", ordertest.OrdersPath, "", larger); code != 402 || out["code"] != 40202.0 {
			t.Errorf("stock for 9 of 10: %d %v", code, out)
		}
		if err := j.Service.Engine.Flow.Settings.Set(j.Context, "order.edit.minutes", "90", "admin"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Minute)
		if code, out := j.Call("customer", "PUT", ordertest.OrdersPath,
			"", ordertest.EditBody(id, ordertest.OrderBody("groupId", four), "startTime", later)); code != 409 {
			t.Errorf("an hour before its start: %d %v", code, out)
		}
		if o := j.Order(id); o.Version != before.Version || o.Cost != before.Cost {
			t.Errorf("it changed: %+v", o)
		}
		if _, reserved := j.Balance(); reserved != 14*money.Credit {
			t.Errorf("%s reserved", reserved)
		}
		j.CheckBooks()
	})
}

// A lock, a cancellation or a beginning just before an edit is written is met, and a repeated call answers as the first.
func TestAnEditMeetsWhatHappensBeside(t *testing.T) {
	for name, do := range map[string]func(j *ordertest.Modules, id string){
		"lock": func(j *ordertest.Modules, _ string) { j.MarkLocked() },
		"cancel": func(j *ordertest.Modules, id string) {
			j.MustCall("customer", "PUT", ordertest.OrdersPath+"/"+id+"/cancel", nil)
		},
		"edit": func(j *ordertest.Modules, id string) {
			j.MustCall("customer", "PUT", ordertest.OrdersPath,
				ordertest.EditBody(id, ordertest.OrderBody("groupId", j.Collection(ordertest.Numbers(3000, 2)))))
		},
	} {
		ordertest.RunModules(t, 100*money.Credit, func(j *ordertest.Modules) {
			j.RequireReview()
			id, _ := j.Submit(ordertest.OrderBody("groupId", j.Collection(ordertest.Numbers(0, 4))))
			larger := ordertest.EditBody(id, ordertest.OrderBody("groupId", j.Collection(ordertest.Numbers(1000, 10))))
			j.FaultyDB.BeforeTransact = func([]store.Op) error { do(j, id); return nil }
			code, out := j.Call("customer", "PUT", ordertest.OrdersPath, "one and the same", larger)
			o := j.Order(id)
			_, reserved := j.Balance()
			want := map[string][2]any{"lock": {409, 14 * money.Credit}, "cancel": {409, money.Amount(0)}, "edit": {200, 35 * money.Credit}}[name]
			if code != want[0] || reserved != want[1] {
				t.Errorf("%s: %d %v, %s reserved", name, code, out, reserved)
			}
			if code == 200 {
				if again, second := j.Call("customer", "PUT", ordertest.OrdersPath, "one and the same", larger); again != 200 ||
					fmt.Sprint(second) != fmt.Sprint(out) || j.Order(id).Gen != o.Gen {
					t.Errorf("repeated: %d %v", again, second)
				}
			}
			j.CheckBooks()
		})
	}
}

// An order that ends between an edit's reads of the order and of the reservation is handled, too.
func TestAnEditOfAnOrderThatEndsMeanwhile(t *testing.T) {
	for name, end := range map[string]func(j *ordertest.Modules, id string){
		"cancelled": func(j *ordertest.Modules, id string) {
			j.MustCall("customer", "PUT", ordertest.OrdersPath+"/"+id+"/cancel", nil)
		},
		"refused": func(j *ordertest.Modules, id string) {
			j.MustCall("admin", "PUT", ordertest.OrdersPath+"/review", map[string]any{"ids": []string{id}, "pass": false, "reason": "no"})
		},
	} {
		ordertest.RunModules(t, 100*money.Credit, func(j *ordertest.Modules) {
			j.RequireReview()
			id, _ := j.Submit(ordertest.OrderBody("groupId", j.Collection(ordertest.Numbers(0, 4))))
			larger := ordertest.EditBody(id, ordertest.OrderBody("groupId", j.Collection(ordertest.Numbers(1000, 10))))
			j.FaultyDB.BeforeRead = map[string]func(){"RES#" + id + ".1": func() { end(j, id) }}
			if code, out := j.Call("customer", "PUT", ordertest.OrdersPath, "", larger); code != 409 || out["code"] != 409.0 {
				t.Errorf("%s: %d %v", name, code, out)
			}
			if _, reserved := j.Balance(); reserved != 0 || len(j.FaultyDB.BeforeRead) > 0 {
				t.Errorf("%s: %s reserved", name, reserved)
			}
			j.CheckBooks()
		})
	}
}

// Staff give back what was charged, in parts, with a reason that its owner reads, and never more than was charged.
func TestASettledOrderIsRefunded(t *testing.T) {
	ordertest.RunModules(t, 100*money.Credit, func(j *ordertest.Modules) {
		id, plan := j.Submit(ordertest.OrderBody("groupId", j.Collection(ordertest.Numbers(0, 4))))
		path := ordertest.OrdersPath + "/" + id + "/refund"
		if code, _ := j.Call("admin", "PUT", path, "", map[string]any{"reason": "late"}); code != 409 {
			t.Errorf("an open order: %d", code)
		}
		j.Plan(plan)
		j.Send()
		j.Settle(id)
		for _, bad := range []map[string]any{{"reason": " "}, {"reason": "x", "amount": 14.01}, {"reason": "x", "amount": 0},
			{"reason": "x", "amount": -1}, {"amount": 1}} {
			if code, out := j.Call("admin", "PUT", path, "", bad); code != 400 {
				t.Errorf("%v: %d %v", bad, code, out)
			}
		}
		body := map[string]any{"amount": 3.5, "reason": "one too many"}
		_, first := j.Call("admin", "PUT", path, "key", body)
		_, second := j.Call("admin", "PUT", path, "key", body)
		if fmt.Sprint(first) != fmt.Sprint(second) {
			t.Errorf("%v\n%v", first, second)
		}
		if available, _ := j.Balance(); available != 89*money.Credit+50 {
			t.Errorf("%s available", available)
		}
		j.FaultyDB.BeforeTransact = func([]store.Op) error {
			j.MustCall("admin", "PUT", path, map[string]any{"amount": 8, "reason": "more"})
			return nil
		} // two at once
		if code, out := j.Call("admin", "PUT", path, "", map[string]any{"amount": 8, "reason": "more"}); code != 400 {
			t.Errorf("more than was charged: %d %v", code, out)
		}
		detail := j.MustCall("admin", "PUT", path, map[string]any{"reason": "the rest"})
		if detail["refunded"] != 14.0 || detail["refundable"] != 0.0 || len(detail["refunds"].([]any)) != 3 || detail["actualCost"] != 14.0 {
			t.Errorf("%v", detail)
		}
		if code, _ := j.Call("admin", "PUT", path, "", map[string]any{"reason": "x"}); code != 409 {
			t.Errorf("nothing is left: %d", code)
		}
		if available, reserved := j.Balance(); available != 100*money.Credit || reserved != 0 {
			t.Errorf("available %s, reserved %s", available, reserved)
		}
		told, err := store.Collect(store.Rows(j.Context,
			j.DB, store.Query{Table: "platform", PK: "IMT#" + ordertest.CustomerID, Consistent: true}))
		if err != nil || len(told) < 3 {
			t.Errorf("%d notices, %v", len(told), err)
		}
		j.CheckBooks()
	})
}

// A plan reads its order before an edit, and its recipients after it. It plans none of the new recipients at the old
// price.
func TestAPlanThatMeetsAnEdit(t *testing.T) {
	ordertest.RunModules(t, 100*money.Credit, func(j *ordertest.Modules) {
		j.RequireReview()
		four, ten := j.Collection(ordertest.Numbers(0, 4)), j.Collection(ordertest.Numbers(1000, 10))
		id, plan := j.Submit(ordertest.OrderBody("groupId", four))
		was := j.Order(id)
		j.MustCall("customer", "PUT", ordertest.OrdersPath, ordertest.EditBody(id, ordertest.OrderBody("groupId", ten)))
		if err := j.Service.Engine.Plans().Plan(j.Context, was); err != nil {
			t.Error(err)
		}
		for _, line := range j.Log {
			if line["alarm"] != nil {
				t.Errorf("%v", line)
			}
		}
		j.Plan(plan)
		j.RunRetry()
		j.Approve(id)
		j.RunRetry()
		j.Tick()
		j.Tick()
		if n := len(j.Accepted()); n != 10 {
			t.Errorf("%d of 10 were sent", n)
		}
		j.CheckBooks()
	})
}
