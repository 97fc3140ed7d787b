package joined_test

import (
	"testing"

	"herald/internal/ordertest"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

// An edit that is written between a reviewer's read of an order and the write of its pass is not passed.
func TestAnEditDuringThePassIsNotPassed(t *testing.T) {
	for name, versions := range map[string]func(id string) map[string]int{
		"by its version": func(id string) map[string]int { return map[string]int{id: 1} },
		"by its id":      func(string) map[string]int { return nil },
	} {
		t.Run(name, func(t *testing.T) {
			ordertest.RunModules(t, 100*money.Credit, func(j *ordertest.Modules) {
				j.RequireReview()
				group := j.Collection(ordertest.Numbers(0, 4))
				id, plan := j.Submit(ordertest.OrderBody("groupId", group))
				j.Plan(plan)
				edit := ordertest.EditBody(id, ordertest.OrderBody("groupId", group), "message", map[string]any{"type": "text", "text": "other"})
				j.FaultyDB.BeforeTransact = func([]store.Op) error { j.MustCall("customer", "PUT", ordertest.OrdersPath, edit); return nil }
				_, out := j.Call("admin", "PUT", ordertest.OrdersPath+"/review", "",
					map[string]any{"ids": []string{id}, "versions": versions(id), "pass": true})
				line := out["data"].([]any)[0].(map[string]any)
				if line["ok"] != false || line["code"] != 40921.0 {
					t.Errorf("%v", out)
				}
				if o := j.Order(id); o.Status != order.Review || o.Gen != 2 {
					t.Errorf("state %d, generation %d", o.Status, o.Gen)
				}
				j.RunRetry()
				if n := len(j.Accepted()); n != 0 {
					t.Errorf("%d recipients were written to", n)
				}
				j.Approve(id)
				j.RunRetry()
				j.Tick()
				j.Tick()
				if n := len(j.Accepted()); n != 4 {
					t.Errorf("%d of 4 were written to", n)
				}
				j.CheckBooks()
			})
		})
	}
}
