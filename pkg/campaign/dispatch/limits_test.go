package dispatch_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"herald/internal/ordertest"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/money"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
)

// A plan that goes on failing ends its order a day after the submission, regardless of what the order waits for, and releases its
// credit; one of which a part stands goes on with that part.
func TestAPlanIsGivenUpAfterADay(t *testing.T) {
	for _, reviewed := range []bool{true, false} {
		ordertest.RunModules(t, 1000*money.Credit, func(j *ordertest.Modules) {
			if err := j.Service.Engine.Flow.Settings.Set(j.Context, "order.review.auto", fmt.Sprint(reviewed), "admin"); err != nil {
				j.T.Fatal(err)
			}
			id, _ := j.Submit(ordertest.OrderBody("groupId", j.Collection(ordertest.Numbers(0, 3))))
			j.TickUntil(id, 24*time.Hour, "R#1#00000")
			if o := j.Order(id); o.Status == order.Failed {
				j.T.Fatalf("ended with state %d, %q, before its day was over", o.Status, o.Reason)
			}
			j.TickUntil(id, 24*time.Hour+3*time.Minute, "R#1#00000")
			o := j.Order(id)
			if available, reserved := j.Balance(); o.Status != order.Failed || o.Reason != "order.fail.plan" || available != 1000*money.Credit ||
				reserved != 0 || len(j.Accepted()) != 0 {
				t.Errorf("reviewed %v: state %d, %q, available %s, reserved %s, %d accepted", reviewed, o.Status, o.Reason, available, reserved,
					len(j.Accepted()))
			}
		})
	}
	ordertest.RunModules(t, 1000*money.Credit, func(j *ordertest.Modules) {
		var packs [][]uint64
		for i := range 30 {
			packs = append(packs, ordertest.Numbers(100*i, 2))
		}
		id, plan := j.Submit(ordertest.OrderBody("groupId", j.Collection(packs...)))
		j.FaultyDB.FailNext["R#1#00027"] = errors.New("throttled")
		if err := j.Service.Engine.Flow.PlanTask(j.Context, plan); err == nil {
			j.T.Fatal("the first plan should have failed")
		}
		j.TickUntil(id, 24*time.Hour+3*time.Minute, "R#1#00027")
		j.Send()
		// A chunk that was written beside the one that failed belongs to what stands.
		if o, n := j.Order(id), len(j.Accepted()); o.Status == order.Failed || o.Total != n || n < 50 || n >= 60 {
			t.Errorf("state %d, %q, total %d, %d accepted", o.Status, o.Reason, o.Total, n)
		}
	})
}

// Too many messages to one recipient (131056): 4 to the power of the tries so far, in seconds, as the provider wants it
// (facts 1.6); the others of the chunk do not wait.
func TestPairRateWaits(t *testing.T) {
	ordertest.RunModules(t, 1000*money.Credit, func(j *ordertest.Modules) {
		everybody := ordertest.Numbers(0, 3)
		j.Control("script", fmt.Sprintf(`{"rules":[{"suffix":"%d","outcome":"pair_rate","times":4}]}`, everybody[1]))
		id, plan := j.Submit(ordertest.OrderBody("groupId", j.Collection(everybody)))
		j.Plan(plan)
		if got := fmt.Sprint(j.Delays()); got != "[6s 6s 16s 1m4s]" { // a pair may have one message in 6 s
			t.Errorf("waited %s", got)
		}
		for _, n := range everybody {
			if got := j.Accepted()[fmt.Sprint(n)]; got != 1 {
				t.Errorf("%d got %d messages", n, got)
			}
		}
		if o := j.Order(id); o.Status != order.Settling {
			t.Errorf("state %d, %q", o.Status, o.Reason)
		}
	})
}

// A sender that the provider restricts (131064, 131048) pauses the order. No recipient is charged or lost, and after
// the resume each gets one message.
func TestSenderHeldBackPausesTheOrder(t *testing.T) {
	for _, code := range []int{131064, 131048} {
		ordertest.RunModules(t, 1000*money.Credit, func(j *ordertest.Modules) {
			everybody := ordertest.Numbers(0, 3)
			j.Control("script", fmt.Sprintf(`{"rules":[{"suffix":"","outcome":"refuse","code":%d}]}`, code))
			id, plan := j.Submit(ordertest.OrderBody("groupId", j.Collection(everybody)))
			j.Plan(plan)
			j.Send()
			j.Tick()
			o := j.Order(id)
			if o.Status != order.Paused || o.Reason != "dispatch.pause.sender" || o.Counts["toSend"] != 3 || len(j.Accepted()) != 0 {
				t.Errorf("%d: state %d, %q, %v, %d accepted", code, o.Status, o.Reason, o.Counts, len(j.Accepted()))
			}
			heard := 0
			for _, l := range j.Log {
				if l["alarm"] == "order paused by provider" && l["code"] == code {
					heard++
				}
			}
			if heard != 1 {
				t.Errorf("%d: %d alarms", code, heard)
			}
			j.Control("script", `{"rules":[{"suffix":"","outcome":"ok"}]}`)
			j.MustCall("customer", "PUT", "/gc/groupsendorder/"+id+"/start", nil)
			j.Tick()
			for _, n := range everybody {
				if got := j.Accepted()[fmt.Sprint(n)]; got != 1 {
					t.Errorf("%d: %d got %d messages", code, n, got)
				}
			}
		})
	}
}

// slow is a database whose single reads take long.
type slow struct {
	store.DB
	read time.Duration
}

func (s slow) Get(ctx context.Context, key store.Key, consistent bool) (store.Item, error) {
	time.Sleep(s.read)
	return s.DB.Get(ctx, key, consistent)
}

// A tick that has no time for all orders leaves others out every time (B9): each is looked at within a few ticks.
func TestATickLeavesOthersOutEveryTime(t *testing.T) {
	ordertest.RunModules(t, 1000*money.Credit, func(j *ordertest.Modules) {
		group := j.Collection(ordertest.Numbers(0, 1))
		left := map[string]bool{}
		for range 60 {
			id, _ := j.Submit(ordertest.OrderBody("groupId", group))
			left[id] = true
		}
		j.Service.Engine.Flow.Orders.DB = slow{j.FaultyDB, 10 * time.Second}
		short := false
		for tick := 0; len(left) > 0; tick++ {
			if tick == 100 {
				j.T.Fatalf("after %d ticks nobody has looked at %d orders", tick, len(left))
			}
			ctx, cancel := context.WithTimeout(j.Context, 12*time.Second) // time for sixteen
			if err := j.Service.Tick(ctx); err != nil && ctx.Err() == nil {
				j.T.Fatal(err)
			}
			cancel()
			looked := j.Queue.Take(order.JobQueue) // each is asked for its plan
			short = short || len(looked) < 60
			for _, m := range looked {
				delete(left, planOf(j.T, m))
			}
		}
		if !short {
			t.Error("a tick had time for all: nothing is proved")
		}
	})
}

func planOf(t *testing.T, m queue.Message) string {
	t.Helper()
	var task struct {
		Order string `json:"o"`
	}
	if err := json.Unmarshal(m.Body, &task); err != nil || m.Kind != ordertest.TaskPlan {
		t.Fatal(m.Kind, err)
	}
	return task.Order
}
