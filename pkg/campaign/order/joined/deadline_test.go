package joined_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"herald/internal/ordertest"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

// An order that a user approves or starts after its deadline, before the tick, is cancelled and its reservation
// released. The caller gets the reason.
func TestAnOrderApprovedAfterItsDeadlineIsCancelled(t *testing.T) {
	for _, started := range []bool{false, true} {
		ordertest.RunModules(t, 100*money.Credit, func(j *ordertest.Modules) {
			j.RequireReview()
			body := ordertest.OrderBody("groupId", j.Collection(ordertest.Numbers(0, 10)))
			body["startTime"] = time.Now().Add(30 * time.Minute).UTC().Format(time.RFC3339)
			body["deadline"] = time.Now().Add(time.Hour).UTC().Format(time.RFC3339)
			id, plan := j.Submit(body)
			j.Plan(plan)
			approve := func(key string) string {
				code, out := j.Call("admin", "PUT", ordertest.OrdersPath+"/review", key, map[string]any{"ids": []string{id}, "pass": true})
				if code != 200 {
					t.Fatal(code, out)
				}
				return fmt.Sprint(out["data"])
			}
			if started {
				approve("in time")
				j.MustCall("customer", "PUT", ordertest.OrdersPath+"/"+id+"/pause", nil)
			}
			time.Sleep(61 * time.Minute)
			if !started {
				if first, again := approve("late"), approve("late"); first != again || !strings.Contains(first, "409") ||
					!strings.Contains(first, "deadline") {
					t.Errorf("%s\n%s", first, again)
				}
			} else if code, out := j.Call("customer", "PUT", ordertest.OrdersPath+"/"+id+"/start", "", nil); code != 409 ||
				!strings.Contains(fmt.Sprint(out), "deadline") {
				t.Error(code, out)
			}
			j.RunRetry()
			j.Tick()
			if o := j.Order(id); o.Status != order.Cancelled || o.Reason != "order.deadlineOver" || !o.Settled || *o.Actual != 0 {
				t.Errorf("started %v: state %d, %q, settled %v", started, o.Status, o.Reason, o.Settled)
			}
			if available, reserved := j.Balance(); available != 100*money.Credit || reserved != 0 || len(j.Accepted()) != 0 {
				t.Errorf("%s available, %s reserved, %d sent", available, reserved, len(j.Accepted()))
			}
			j.CheckBooks()
		})
	}
}

// The deadline may also pass between the look at it and the write: the order waits, and is cancelled.
func TestADeadlineThatPassesWhileAnOrderIsApproved(t *testing.T) {
	ordertest.RunModules(t, 100*money.Credit, func(j *ordertest.Modules) {
		j.RequireReview()
		body := ordertest.OrderBody("groupId", j.Collection(ordertest.Numbers(0, 10)))
		body["deadline"] = time.Now().Add(time.Hour).UTC().Format(time.RFC3339)
		id, plan := j.Submit(body)
		j.Plan(plan)
		time.Sleep(59 * time.Minute)
		j.FaultyDB.BeforeTransact = func([]store.Op) error { // the first try is lost to a conflict, a minute later
			time.Sleep(2 * time.Minute)
			return store.ErrConflict
		}
		j.Approve(id)
		if o := j.Order(id); o.Status == order.Sending {
			t.Errorf("state %d", o.Status)
		}
		j.RunRetry()
		if o := j.Order(id); o.Status != order.Cancelled || len(j.Accepted()) != 0 {
			t.Errorf("state %d, %d sent", o.Status, len(j.Accepted()))
		}
		if available, reserved := j.Balance(); available != 100*money.Credit || reserved != 0 {
			t.Errorf("%s available, %s reserved", available, reserved)
		}
	})
}

// An edited order is reviewed anew, and its owner gets a notice of each approval.
func TestEveryApprovalSendsANotice(t *testing.T) {
	ordertest.RunModules(t, 100*money.Credit, func(j *ordertest.Modules) {
		j.RequireReview()
		later := time.Now().Add(time.Hour).UTC().Format(time.RFC3339)
		id, _ := j.Submit(ordertest.EditBody("", ordertest.OrderBody("groupId", j.Collection(ordertest.Numbers(0, 4))), "startTime", later))
		approved := func() (n int) {
			all, err := store.Collect(store.Rows(j.Context,
				j.DB, store.Query{Table: "platform", PK: "IMT#" + ordertest.CustomerID, Consistent: true}))
			if err != nil {
				t.Fatal(err)
			}
			for _, row := range all {
				if strings.Contains(store.SortKey(row), "approved") {
					n++
				}
			}
			return n
		}
		for want := 1; want <= 2; want++ {
			j.Approve(id)
			j.RunRetry()
			if n := approved(); n != want {
				t.Errorf("told of %d approvals, not %d", n, want)
			}
			if want == 1 {
				j.MustCall("customer", "PUT", ordertest.OrdersPath,
					ordertest.EditBody(id, ordertest.OrderBody("groupId", j.Collection(ordertest.Numbers(1000, 4))), "startTime", later))
			}
		}
		// The task of the first review comes after another edit, and sends no notice of an undecided version.
		j.MustCall("customer", "PUT", ordertest.OrdersPath,
			ordertest.EditBody(id, ordertest.OrderBody("groupId", j.Collection(ordertest.Numbers(2000, 4))), "startTime", later))
		j.RunRetry()
		if n := approved(); n != 2 {
			t.Errorf("told of %d approvals", n)
		}
	})
}

// The stock of short messages is that of the day on which an order begins. A postponed order takes from the new day's
// stock and returns to the old one's, or is refused and nothing changes.
func TestAnOrderThatIsPutOffTakesTheStockOfItsDay(t *testing.T) {
	ordertest.RunModules(t, 100*money.Credit, func(j *ordertest.Modules) {
		j.RequireReview()
		today := time.Now()
		tomorrow, after := today.Add(24*time.Hour), today.Add(48*time.Hour)
		j.UseShortMessages(map[time.Time]int{today: 10, tomorrow: 5, after: 3})
		body := ordertest.OrderBody("groupId", j.Collection(ordertest.Numbers(0, 4)))
		body["channel"] = "sms"
		id, _ := j.Submit(body)
		if j.StockLeft(today) != 6 {
			t.Fatalf("%d left today", j.StockLeft(today))
		}
		at := func(when time.Time) string { return when.UTC().Format(time.RFC3339) }
		j.MustCall("customer", "PUT", ordertest.OrdersPath, ordertest.EditBody(id, body, "name", "other")) // the same day
		j.MustCall("customer", "PUT", ordertest.OrdersPath, ordertest.EditBody(id, body, "startTime", at(tomorrow)))
		if j.StockLeft(today) != 10 || j.StockLeft(tomorrow) != 1 {
			t.Errorf("today %d, tomorrow %d", j.StockLeft(today), j.StockLeft(tomorrow))
		}
		code, out := j.Call("customer", "PUT", ordertest.OrdersPath, "", ordertest.EditBody(id, body, "startTime", at(after)))
		if code != 402 || out["code"] != 40202.0 || j.StockLeft(tomorrow) != 1 || j.StockLeft(after) != 3 {
			t.Errorf("%d %v, tomorrow %d, the day after %d", code, out, j.StockLeft(tomorrow), j.StockLeft(after))
		}
		if o := j.Order(id); o.StartAt == nil || !o.StartAt.Equal(tomorrow.Truncate(time.Second)) || o.Stock != 4 || o.Gen != 1 {
			t.Errorf("%+v", o)
		}
		// Its own change that was lost on the way takes nothing twice.
		j.FaultyDB.BeforeTransact = func([]store.Op) error { return store.ErrConflict }
		j.MustCall("customer", "PUT", ordertest.OrdersPath, ordertest.EditBody(id, body, "startTime", at(today.Add(10*time.Minute))))
		if j.StockLeft(today) != 6 || j.StockLeft(tomorrow) != 5 {
			t.Errorf("today %d, tomorrow %d", j.StockLeft(today), j.StockLeft(tomorrow))
		}
		j.MustCall("customer", "PUT", ordertest.OrdersPath+"/"+id+"/cancel", nil)
		if j.StockLeft(today) != 10 || j.StockLeft(tomorrow) != 5 || j.StockLeft(after) != 3 {
			t.Errorf("today %d, tomorrow %d, the day after %d", j.StockLeft(today), j.StockLeft(tomorrow), j.StockLeft(after))
		}
		j.CheckBooks()
	})
}

// behind lets something happen behind the first large read.
type behind struct {
	store.DB
	then func()
}

func (b *behind) GetMany(ctx context.Context, keys []store.Key, consistent bool) ([]store.Item, error) {
	rows, err := b.DB.GetMany(ctx, keys, consistent)
	if then := b.then; then != nil && len(keys) > 10 {
		b.then = nil
		then()
	}
	return rows, err
}

// The same holds for an order of more chunks than are written together. The faster plan finds more members and dies.
// The other goes on from the stored chunks, not from its own choice.
func TestAPlanGoesOnFromWhatAnotherChose(t *testing.T) {
	ordertest.RunModules(t, 1000*money.Credit, func(j *ordertest.Modules) {
		var packs [][]uint64
		for i := range 28 {
			packs = append(packs, ordertest.Numbers(10*i, 2))
		}
		group := j.Collection(packs...)
		j.MarkAccounts(group, packs, time.Now(), func(_, i int) bool { return i == 0 })
		body := ordertest.OrderBody("groupId", group)
		body["waFilter"] = true
		id, plan := j.Submit(body)
		paid := j.Order(id).Total
		j.Service.Contacts.DB = &behind{j.Service.Contacts.DB, func() {
			j.MarkAccounts(group, packs, time.Now().Add(time.Minute), func(pack, i int) bool { return pack < 14 || i == 0 })
			j.FaultyDB.FailNext["R#1#00025"] = errors.New("throttled")
			if err := j.Service.Engine.Flow.PlanTask(j.Context, plan); err == nil {
				t.Error("the faster plan should have failed")
			}
		}}
		j.Plan(plan)
		j.Send()
		if o := j.Order(id); paid != 28 || o.Total > paid || len(j.Accepted()) != o.Total {
			t.Errorf("%d sent, %d in the order, %d paid for", len(j.Accepted()), o.Total, paid)
		}
	})
}

// Two plans of a filtered order run at once, and the evidence changes between them. They make one plan: the first
// writer of a chunk decides for both. No recipient is planned that was not paid for.
func TestTwoPlansOfAFilteredOrderAreOne(t *testing.T) {
	for _, split := range []int{0, 6} {
		for _, sk := range []string{"R#1#00000", "R#1#00001", "R#1#00002", "S#1#00000"} {
			ordertest.RunModules(t, 100*money.Credit, func(j *ordertest.Modules) {
				packs := [][]uint64{ordertest.Numbers(0, 4), ordertest.Numbers(100, 4), ordertest.Numbers(200, 4)}
				group := j.Collection(packs...)
				prove := func(at time.Time, valid func(pack, i int) bool) { j.MarkAccounts(group, packs, at, valid) }
				prove(time.Now(), func(pack, i int) bool { return i < 2 }) // two of each
				body := ordertest.OrderBody("groupId", group)
				body["waFilter"] = true
				if split > 0 {
					body["split"] = split
				}
				id, plan := j.Submit(body)
				paid := j.Order(id).Total
				j.FaultyDB.BeforeWrite = map[string]func(){sk: func() {
					prove(time.Now().Add(time.Minute), func(pack, i int) bool { return pack == 0 || i == 3 })
					j.Plan(plan) // the other one, whole
				}}
				j.Plan(plan)
				n := len(j.MustCall("customer", "GET", ordertest.OrdersPath+"/"+id+"/targets/page?size=100", nil)["records"].([]any))
				j.Send()
				if o := j.Order(id); n != o.Total || o.Total > paid || len(j.Accepted()) != o.Total {
					t.Errorf("%s, split %d: %d recipients, %d sent, %d in the order, %d paid for", sk, split, n, len(j.Accepted()), o.Total, paid)
				}
			})
		}
	}
}
