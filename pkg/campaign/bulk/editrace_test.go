package bulk_test

import (
	"testing"

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
			together(t, 100*money.Credit, func(j *joined) {
				j.reviewed()
				group := j.collection(numbers(0, 4))
				id, plan := j.order(wish("groupId", group))
				j.plan(plan)
				edit := changed(id, wish("groupId", group), "message", map[string]any{"type": "text", "text": "other"})
				j.sick.before = func([]store.Op) error { j.ok("customer", "PUT", orders, edit); return nil }
				_, out := j.call("admin", "PUT", orders+"/review", "", map[string]any{"ids": []string{id}, "versions": versions(id), "pass": true})
				line := out["data"].([]any)[0].(map[string]any)
				if line["ok"] != false || line["code"] != 40921.0 {
					t.Errorf("%v", out)
				}
				if o := j.get(id); o.Status != order.Review || o.Gen != 2 {
					t.Errorf("state %d, generation %d", o.Status, o.Gen)
				}
				j.again()
				if n := len(j.accepted()); n != 0 {
					t.Errorf("%d recipients were written to", n)
				}
				j.approve(id)
				j.again()
				j.tick()
				j.tick()
				if n := len(j.accepted()); n != 4 {
					t.Errorf("%d of 4 were written to", n)
				}
				j.books()
			})
		})
	}
}
