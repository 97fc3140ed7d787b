package bulk_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"herald/pkg/campaign/bulk"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/money"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
)

// minutes lets the janitor look every minute until the order was made so long ago; every plan that it asks for meets the error.
func (j *joined) minutes(id string, age time.Duration, sk string) {
	j.t.Helper()
	for made := j.get(id).Created; time.Since(made) < age; {
		j.tick()
		for _, m := range j.q.take(order.JobQueue) {
			if m.Kind == bulk.TaskPlan {
				j.sick.fail[sk] = errors.New("throttled")
				_ = j.room.PlanTask(j.ctx, m) // it fails again
			}
		}
	}
}

// A plan that goes on failing ends its order a day after the submission, whatever the order waits for, and releases its
// credit; one of which a part stands goes on with that part.
func TestAPlanIsGivenUpAfterADay(t *testing.T) {
	for _, reviewed := range []bool{true, false} {
		together(t, 1000*money.Credit, func(j *joined) {
			if err := j.room.Settings.Set(j.ctx, "order.review.auto", fmt.Sprint(reviewed), "admin"); err != nil {
				j.t.Fatal(err)
			}
			id, _ := j.order(wish("groupId", j.collection(numbers(0, 3))))
			j.minutes(id, 24*time.Hour, "R#1#00000")
			if o := j.get(id); o.Status == order.Failed {
				j.t.Fatalf("ended with state %d, %q, before its day was over", o.Status, o.Reason)
			}
			j.minutes(id, 24*time.Hour+3*time.Minute, "R#1#00000")
			o := j.get(id)
			if available, reserved := j.balance(); o.Status != order.Failed || o.Reason != "order.fail.plan" || available != 1000*money.Credit ||
				reserved != 0 || len(j.accepted()) != 0 {
				t.Errorf("reviewed %v: state %d, %q, available %s, reserved %s, %d accepted", reviewed, o.Status, o.Reason, available, reserved,
					len(j.accepted()))
			}
		})
	}
	together(t, 1000*money.Credit, func(j *joined) {
		var packs [][]uint64
		for i := range 30 {
			packs = append(packs, numbers(100*i, 2))
		}
		id, plan := j.order(wish("groupId", j.collection(packs...)))
		j.sick.fail["R#1#00027"] = errors.New("throttled")
		if err := j.room.PlanTask(j.ctx, plan); err == nil {
			j.t.Fatal("the first plan should have failed")
		}
		j.minutes(id, 24*time.Hour+3*time.Minute, "R#1#00027")
		j.send()
		// A chunk that was written beside the one that failed belongs to what stands.
		if o, n := j.get(id), len(j.accepted()); o.Status == order.Failed || o.Total != n || n < 50 || n >= 60 {
			t.Errorf("state %d, %q, total %d, %d accepted", o.Status, o.Reason, o.Total, n)
		}
	})
}

// waits are how long the tasks of an order are put off, each rung when its time has come, until there are none.
func (j *joined) waits() []time.Duration {
	j.t.Helper()
	var out []time.Duration
	for bells := j.q.take(dispatch.SendQueue); len(bells) > 0; bells = j.q.take(dispatch.SendQueue) {
		for _, m := range bells {
			if m.Delay > 0 {
				out = append(out, m.Delay.Truncate(time.Second))
				before := len(j.accepted())
				if err := j.room.Chunk(j.ctx, m); err != nil || len(j.accepted()) != before {
					j.t.Errorf("rung too early: %v, %d messages", err, len(j.accepted())-before)
				}
				j.q.take(dispatch.SendQueue) // it was put off again
				time.Sleep(m.Delay)
			}
			if err := j.room.Chunk(j.ctx, m); err != nil {
				j.t.Error(err)
			}
		}
	}
	return out
}

// Too many messages to one recipient (131056): 4 to the power of the tries so far, in seconds, as the provider wants it
// (facts 1.6); the others of the chunk do not wait.
func TestPairRateWaits(t *testing.T) {
	together(t, 1000*money.Credit, func(j *joined) {
		everybody := numbers(0, 3)
		j.control("script", fmt.Sprintf(`{"rules":[{"suffix":"%d","outcome":"pair_rate","times":4}]}`, everybody[1]))
		id, plan := j.order(wish("groupId", j.collection(everybody)))
		j.plan(plan)
		if got := fmt.Sprint(j.waits()); got != "[6s 6s 16s 1m4s]" { // a pair may have one message in 6 s
			t.Errorf("waited %s", got)
		}
		for _, n := range everybody {
			if got := j.accepted()[fmt.Sprint(n)]; got != 1 {
				t.Errorf("%d got %d messages", n, got)
			}
		}
		if o := j.get(id); o.Status != order.Settling {
			t.Errorf("state %d, %q", o.Status, o.Reason)
		}
	})
}

// A sender that the provider restricts (131064, 131048) pauses the order. No recipient is charged or lost, and after
// the resume each gets one message.
func TestSenderHeldBackPausesTheOrder(t *testing.T) {
	for _, code := range []int{131064, 131048} {
		together(t, 1000*money.Credit, func(j *joined) {
			everybody := numbers(0, 3)
			j.control("script", fmt.Sprintf(`{"rules":[{"suffix":"","outcome":"refuse","code":%d}]}`, code))
			id, plan := j.order(wish("groupId", j.collection(everybody)))
			j.plan(plan)
			j.send()
			j.tick()
			o := j.get(id)
			if o.Status != order.Paused || o.Reason != "dispatch.pause.sender" || o.Counts["toSend"] != 3 || len(j.accepted()) != 0 {
				t.Errorf("%d: state %d, %q, %v, %d accepted", code, o.Status, o.Reason, o.Counts, len(j.accepted()))
			}
			heard := 0
			for _, l := range j.log {
				if l["alarm"] == "order paused by provider" && l["code"] == code {
					heard++
				}
			}
			if heard != 1 {
				t.Errorf("%d: %d alarms", code, heard)
			}
			j.control("script", `{"rules":[{"suffix":"","outcome":"ok"}]}`)
			j.ok("customer", "PUT", "/gc/groupsendorder/"+id+"/start", nil)
			j.tick()
			for _, n := range everybody {
				if got := j.accepted()[fmt.Sprint(n)]; got != 1 {
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
	together(t, 1000*money.Credit, func(j *joined) {
		group := j.collection(numbers(0, 1))
		left := map[string]bool{}
		for range 60 {
			id, _ := j.order(wish("groupId", group))
			left[id] = true
		}
		j.room.Orders.DB = slow{j.sick, 10 * time.Second}
		short := false
		for tick := 0; len(left) > 0; tick++ {
			if tick == 100 {
				j.t.Fatalf("after %d ticks nobody has looked at %d orders", tick, len(left))
			}
			ctx, cancel := context.WithTimeout(j.ctx, 12*time.Second) // time for sixteen
			if err := j.room.Tick(ctx); err != nil && ctx.Err() == nil {
				j.t.Fatal(err)
			}
			cancel()
			looked := j.q.take(order.JobQueue) // each is asked for its plan
			short = short || len(looked) < 60
			for _, m := range looked {
				delete(left, planOf(j.t, m))
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
	if err := json.Unmarshal(m.Body, &task); err != nil || m.Kind != bulk.TaskPlan {
		t.Fatal(m.Kind, err)
	}
	return task.Order
}
