package joined_test

import (
	"testing"
	"time"

	"herald/internal/ordertest"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/money"
)

// A call that died after its write is repeated under its key. It returns the result of the first call, not the fault
// of a late call.
func TestDeadActionIsRepeatedUnderItsKey(t *testing.T) {
	ordertest.RunModules(t, 1000*money.Credit, func(j *ordertest.Modules) {
		id, plan := j.Submit(ordertest.OrderBody("groupId", j.Collection(ordertest.Numbers(0, 3))))
		j.Plan(plan)
		last, _ := j.Submit(ordertest.OrderBody("groupId", j.Collection(ordertest.Numbers(100, 3))))
		for _, step := range []struct {
			id, what string
			want     order.Status
		}{{id, "pause", order.Paused}, {id, "start", order.Sending}, {id, "stop", order.Stopped}, {last, "cancel", order.Cancelled}} {
			path := "/gc/groupsendorder/" + step.id + "/" + step.what
			for range 2 {
				code, out := j.Call("customer", "PUT", path, step.what, nil)
				if o := j.Order(step.id); code != 200 || o.Status != step.want {
					t.Errorf("%s: %d %v; state %d", step.what, code, out, o.Status)
				}
				j.LoseRecord("PUT", path, step.what)
			}
			if code, _ := j.Call("customer", "PUT", path, "another key", nil); code != 409 {
				t.Errorf("%s by another call: %d", step.what, code)
			}
		}
	})
}

// An action whose write succeeded is done in any state of the queues. It is never answered as failed and refused when
// it is repeated, and the janitor does the rest.
func TestActionsStandWhileTheQueuesAreDown(t *testing.T) {
	ordertest.RunModules(t, 1000*money.Credit, func(j *ordertest.Modules) {
		do := func(id, what string, want order.Status) {
			t.Helper()
			j.Queue.Down = true
			defer func() { j.Queue.Down = false }()
			path := "/gc/groupsendorder/" + id + "/" + what
			code, out := j.Call("customer", "PUT", path, "", nil)
			if o := j.Order(id); code != 200 || o.Status != want {
				t.Errorf("%s: %d %v; state %d", what, code, out, o.Status)
			}
		}
		id, plan := j.Submit(ordertest.OrderBody("groupId", j.Collection(ordertest.Numbers(0, 3))))
		do(id, "pause", order.Paused)
		j.Plan(plan)
		do(id, "start", order.Sending)
		time.Sleep(time.Minute) // of the test's own clock
		if err := j.Service.Tick(j.Context); err != nil {
			t.Fatal(err)
		}
		j.Send()
		if len(j.Accepted()) != 3 {
			t.Errorf("%d accepted", len(j.Accepted()))
		}

		id, _ = j.Submit(ordertest.OrderBody("groupId", j.Collection(ordertest.Numbers(100, 3))))
		do(id, "pause", order.Paused)
		do(id, "stop", order.Stopped)
		if err := j.Service.Tick(j.Context); err != nil {
			t.Fatal(err)
		}
		if o := j.Order(id); !o.Settled || *o.Actual != 0 {
			t.Errorf("%+v", o)
		}
	})
	ordertest.RunModules(t, 1000*money.Credit, func(j *ordertest.Modules) {
		if err := j.Service.Engine.Flow.Settings.Set(j.Context, "order.review.auto", "false", "admin"); err != nil {
			t.Fatal(err)
		}
		id, plan := j.Submit(ordertest.OrderBody("groupId", j.Collection(ordertest.Numbers(200, 3))))
		j.Plan(plan)
		j.Queue.Down = true
		_, out := j.Call("admin", "PUT", "/gc/groupsendorder/review", "", map[string]any{"ids": []string{id}, "pass": true})
		j.Queue.Down = false
		if lines, _ := out["data"].([]any); len(lines) != 1 || lines[0].(map[string]any)["ok"] != true {
			t.Errorf("approved: %v", out)
		}
	})
}

// A deadline of the settlement that is shortened while an order waits holds for that order too, within a minute or two of it and not
// only at the next look that the old one had asked for.
func TestAShortenedDeadlineHoldsForWhatWaits(t *testing.T) {
	ordertest.RunModules(t, 100*money.Credit, func(j *ordertest.Modules) {
		j.Control("webhooks", `{"drop":1}`)
		id, plan := j.Submit(ordertest.OrderBody("groupId", j.Collection(ordertest.Numbers(0, 3))))
		j.Plan(plan)
		j.Send()
		for range 9 { // the next look is 16 minutes after the end
			j.Tick()
		}
		if o := j.Order(id); o.Settled {
			t.Fatal("settled before its deadline")
		}
		if err := j.Service.Engine.Flow.Settings.Set(j.Context, "order.settle.minutes", "10", "admin"); err != nil {
			t.Fatal(err)
		}
		j.Tick()
		j.Tick()
		if o := j.Order(id); !o.Settled || *o.Actual != 3*350 {
			t.Errorf("state %d two minutes after the deadline that was shortened, %v", o.Status, o.Actual)
		}
	})
}
