package joined_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"herald/internal/ordertest"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/stock"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
	"herald/pkg/platform/user"
)

// A repetition after a lost answer gets the stored order, also when that order took the balance and the stock.
func TestRepeatedSubmissionAnswersTheOrderThatStands(t *testing.T) {
	ordertest.RunModules(t, 5*money.Credit, func(j *ordertest.Modules) {
		group := j.Collection(ordertest.Numbers(0, 1))
		body := ordertest.OrderBody("groupId", group)
		body["startTime"] = time.Now().Add(time.Minute).In(clock.China).Format(time.RFC3339)
		lost := 0
		j.FaultyDB.BeforeTransact = func(ops []store.Op) error { // the reservation is carried out, its answer is lost
			lost++
			if err := j.DB.Transact(j.Context, ops); err != nil {
				t.Fatal(err)
			}
			return errors.New("the function is gone")
		}
		code, out := j.Call("customer", "POST", "/gc/groupsendorder", "key-1", body)
		if code != 500 || lost != 1 {
			t.Fatal(code, out)
		}
		time.Sleep(time.Hour) // its start is in the past now
		code, out = j.Call("customer", "POST", "/gc/groupsendorder", "key-1", body)
		if code != 200 || j.RowCount("/gc/groupsendorder/page") != 1 || j.RowCount("/gc/groupsendorder/draft/page") != 0 {
			t.Fatal(code, out)
		}
		id := out["data"].(map[string]any)["id"].(string)
		if start := j.MustCall("customer", "GET", "/gc/groupsendorder/"+id, nil)["startTime"].(string); start[len(start)-1] != 'Z' {
			t.Errorf("startTime %s", start)
		}
	})
}

// A draft becomes one order, however often and from wherever it is committed; its own repetition gets that order.
func TestDraftBecomesOneOrder(t *testing.T) {
	ordertest.RunModules(t, 100*money.Credit, func(j *ordertest.Modules) {
		group := j.Collection(ordertest.Numbers(0, 1))
		draft := j.MustCall("customer", "POST", "/gc/groupsendorder/draft", ordertest.OrderBody("groupId", group))["id"].(string)
		body := map[string]any{"id": draft}
		var second int
		j.FaultyDB.BeforeTransact = func([]store.Op) error { // another tab is faster by a moment
			second, _ = j.Call("customer", "POST", "/gc/groupsendorder/draft/commit", "tab-2", body)
			return nil
		}
		first, out := j.Call("customer", "POST", "/gc/groupsendorder/draft/commit", "tab-1", body)
		if first != 404 || second != 200 {
			t.Fatal(first, second, out)
		}
		if n := j.RowCount("/gc/groupsendorder/page"); n != 1 {
			t.Errorf("%d orders", n)
		}
		if _, reserved := j.Balance(); reserved != 350 {
			t.Errorf("reserved %s", reserved)
		}
	})
	ordertest.RunModules(t, 100*money.Credit, func(j *ordertest.Modules) {
		group := j.Collection(ordertest.Numbers(0, 1))
		draft := j.MustCall("customer", "POST", "/gc/groupsendorder/draft", ordertest.OrderBody("groupId", group))["id"].(string)
		body := map[string]any{"id": draft}
		j.FaultyDB.BeforeTransact = func(ops []store.Op) error {
			if err := j.DB.Transact(j.Context, ops); err != nil {
				t.Fatal(err)
			}
			return errors.New("the function is gone")
		}
		if code, out := j.Call("customer", "POST", "/gc/groupsendorder/draft/commit", "key", body); code != 500 {
			t.Fatal(code, out)
		}
		if code, out := j.Call("customer", "POST", "/gc/groupsendorder/draft/commit", "key", body); code != 200 ||
			j.RowCount("/gc/groupsendorder/page") != 1 {
			t.Fatal(code, out)
		}
		if code, _ := j.Call("customer", "POST", "/gc/groupsendorder/draft/commit", "another", body); code != 404 {
			t.Fatal(code)
		}
	})
}

// A shortage is reported alike for an order and a draft: 40201 for credit, 40202 for stock, 400 where nothing can be
// sent.
func TestADraftWithoutCreditIsReportedLikeAnOrder(t *testing.T) {
	ordertest.RunModules(t, 100*money.Credit, func(j *ordertest.Modules) {
		group := j.Collection(ordertest.Numbers(0, 3))
		draft := j.MustCall("customer", "POST", "/gc/groupsendorder/draft", ordertest.OrderBody("groupId", group))["id"].(string)
		commit := func() (int, map[string]any) {
			return j.Call("customer", "POST", "/gc/groupsendorder/draft/commit", "", map[string]any{"id": draft})
		}
		left := func(n int64) {
			_, err := j.DB.Write(j.Context, store.Op{Verb: store.Put, Key: store.Key{Table: "campaign", PK: "STOCK", SK: "BR"},
				Item: stock.Country{ID: "BR", SendTotal: n}})
			if err != nil {
				t.Fatal(err)
			}
		}
		left(2)
		if code, out := commit(); code != 402 || out["code"] != 40202.0 || out["data"].(map[string]any)["draftId"] != draft {
			t.Error(code, out)
		}
		left(3)
		j.FaultyDB.BeforeTransact = func([]store.Op) error { left(1); return nil } // others take it in the last moment
		if code, out := commit(); code != 402 || out["code"] != 40202.0 || out["data"].(map[string]any)["draftId"] != draft {
			t.Error(code, out)
		}
		if n := j.RowCount("/gc/groupsendorder/draft/page"); n != 1 {
			t.Errorf("%d drafts", n)
		}
		rich := j.Collection(ordertest.Numbers(100, 30))
		draft = j.MustCall("customer", "POST", "/gc/groupsendorder/draft", ordertest.OrderBody("groupId", rich))["id"].(string)
		left(1000)
		if code, out := commit(); code != 402 || out["code"] != 40201.0 || out["data"].(map[string]any)["draftId"] != draft {
			t.Error(code, out)
		}
	})
}

// What says nothing is refused, before a draft is made of it.
func TestBlankOrdersAreRefused(t *testing.T) {
	ordertest.RunModules(t, 100*money.Credit, func(j *ordertest.Modules) {
		group := j.Collection(ordertest.Numbers(0, 1))
		for field, change := range map[string]func(map[string]any){
			"name":         func(b map[string]any) { b["name"] = " \u200b" },
			"message.text": func(b map[string]any) { b["message"] = map[string]any{"type": "text", "text": "\u2800\n "} },
		} {
			body := ordertest.OrderBody("groupId", group)
			change(body)
			code, out := j.Call("customer", "POST", "/gc/groupsendorder", "", body)
			if errs, _ := out["errors"].([]any); code != 400 || len(errs) != 1 || errs[0].(map[string]any)["field"] != field {
				t.Errorf("%s: %d %v", field, code, out)
			}
		}
	})
}

// The limits of an order (business-domain §5): its longest name and remark, sub-orders, the three days of an appointment, and its
// target, each at the limit and one beyond it.
func TestLimitsOfAnOrder(t *testing.T) {
	ordertest.RunModules(t, 1000*money.Credit, func(j *ordertest.Modules) {
		group := j.Collection(ordertest.Numbers(0, 12))
		at := func(d time.Duration) string { return time.Now().Add(d).UTC().Format(time.RFC3339) }
		long := func(n int) string { return strings.Repeat("名", n) }
		for _, c := range []struct {
			field        string
			good, beyond any
			said         string
		}{
			{"name", long(50), long(51), "at most 50 characters"},
			{"remark", long(255), long(256), "at most 255 characters"},
			{"split", 10, 11, "10 or less"},
			{"split", 0, -1, "0 or more"},
			{"startTime", at(72 * time.Hour), at(73 * time.Hour), "at most 3 days ahead"},
			{"startTime", at(time.Minute), at(-6 * time.Minute), "in the past"},
			{"groupId", group, "", "Choose either a contact list or a file"},
			{"countryCode", "BR", "", "Choose a country"},
			{"countryCode", "BR", "AR", "different from the contact list's country"},
			{"channel", "whatsapp", "pigeon", "Choose one of"},
			{"senderAvatar", "random", "custom", "the number's own picture"},
		} {
			for value, want := range map[any]int{c.good: 200, c.beyond: 400} {
				body := ordertest.OrderBody("groupId", group)
				body[c.field] = value
				code, out := j.Call("customer", "POST", ordertest.OrdersPath+"/estimate", "", body)
				if code != want || code == 400 && !strings.Contains(fmt.Sprint(out["errors"]), c.said) {
					t.Errorf("%s %v: %d %v", c.field, value, code, out)
				}
			}
		}
	})
}

// No order of a locked owner begins, for any caller and any time of the lock. After the unlock nothing starts by
// itself.
func TestNothingStartsForALockedOwner(t *testing.T) {
	ordertest.RunModules(t, 100*money.Credit, func(j *ordertest.Modules) {
		if err := j.Service.Engine.Flow.Settings.Set(j.Context, "order.review.auto", "false", "admin"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Minute) // settings hold within one
		group := j.Collection(ordertest.Numbers(0, 5))
		review, plan := j.Submit(ordertest.OrderBody("groupId", group))
		j.Plan(plan)
		body := ordertest.OrderBody("groupId", group)
		body["startTime"] = time.Now().Add(time.Hour).UTC().Format(time.RFC3339)
		later, plan := j.Submit(body)
		j.Plan(plan)
		j.MustCall("admin", "PUT", "/gc/groupsendorder/review", map[string]any{"ids": []string{later}, "pass": true})
		third, plan := j.Submit(ordertest.OrderBody("groupId", group))
		j.Plan(plan)
		body["startTime"] = time.Now().Add(6 * time.Hour).UTC().Format(time.RFC3339)
		fourth, plan := j.Submit(body)
		j.Plan(plan)
		j.MustCall("admin", "PUT", "/gc/groupsendorder/review", map[string]any{"ids": []string{fourth}, "pass": true})
		j.LockCustomer()
		if o := j.Order(review); o.Status != order.Review {
			t.Errorf("under review: %d", o.Status)
		}
		if o := j.Order(later); o.Status != order.Paused || o.Reason != "order.pause.locked" {
			t.Errorf("waiting: %d %q", o.Status, o.Reason)
		}
		j.MustCall("admin", "PUT", "/gc/groupsendorder/review", map[string]any{"ids": []string{review}, "pass": true})
		if code, out := j.Call("admin", "PUT", "/gc/groupsendorder/"+review+"/start", "", nil); code != 409 {
			t.Error("start:", code, out)
		}
		if code, out := j.Call("customer", "POST", "/gc/groupsendorder", "", ordertest.OrderBody("groupId", group)); code != 403 ||
			out["code"] != 40302.0 {
			t.Error("submit:", code, out)
		}
		for range 90 {
			j.Tick()
		}
		for _, id := range []string{review, later} {
			if o := j.Order(id); o.Status != order.Paused || o.Reason != "order.pause.locked" {
				t.Errorf("%s is %d %q", id, o.Status, o.Reason)
			}
		}
		if _, err := j.DB.Write(j.Context, store.Op{Verb: store.Update, Key: user.Key(ordertest.CustomerID),
			Remove: []string{"locked"}}); err != nil {
			t.Fatal(err)
		}
		j.Tick()
		if n := len(j.Accepted()); n != 0 {
			t.Fatalf("%d were sent", n)
		}
		j.MustCall("customer", "PUT", "/gc/groupsendorder/"+fourth+"/start", nil)
		// The lock comes while the reviewer's pass is written: the write itself asks.
		j.FaultyDB.BeforeTransact = func([]store.Op) error {
			j.FaultyDB.BeforeTransact = nil
			j.MarkLocked()
			return nil
		}
		j.MustCall("admin", "PUT", "/gc/groupsendorder/review", map[string]any{"ids": []string{third}, "pass": true})
		j.Send()
		if o := j.Order(third); o.Status != order.Paused || o.Reason != "order.pause.locked" || len(j.Accepted()) != 0 {
			t.Errorf("%d %q, %d sent", o.Status, o.Reason, len(j.Accepted()))
		}
		// It comes to an order that waits for its hour, and no user has paused it: so does its begin.
		if o := j.Order(fourth); o.Status != order.Waiting {
			t.Fatalf("waiting: %d %q", o.Status, o.Reason)
		}
		time.Sleep(6 * time.Hour)
		j.Tick()
		if o := j.Order(fourth); o.Status != order.Paused || o.Reason != "order.pause.locked" || len(j.Accepted()) != 0 {
			t.Errorf("its hour: %d %q, %d sent", o.Status, o.Reason, len(j.Accepted()))
		}
	})
}
