package joined_test

import (
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

// "Split sub-orders: 10" (business-domain §9): an order is divided into parts of about the same size that share one
// reservation. Each recipient gets one message.
func TestAnOrderIsSplit(t *testing.T) {
	ordertest.RunModules(t, 1000*money.Credit, func(j *ordertest.Modules) {
		for name, c := range map[string]struct {
			target, id string
			split      int
			want       string
		}{
			"of a small collection": {"groupId", j.Collection(ordertest.Numbers(0, 10)), 3, "[4 3 3]"},
			"of several packs":      {"groupId", j.Collection(ordertest.Numbers(200, 4), ordertest.Numbers(300, 6)), 4, "[3 3 2 2]"},
			"of one recipient each": {"groupId", j.Collection(ordertest.Numbers(400, 10)), 10, "[1 1 1 1 1 1 1 1 1 1]"},
			"of a file":             {"fileId", "", 2, "[6 5]"},
			"of two imports":        {"groupId", j.Collection(ordertest.Numbers(1000, 124), ordertest.Numbers(2000, 4)), 3, "[43 43 42]"},
			"of tiny packs": {"groupId", j.Collection(ordertest.Numbers(900, 2), ordertest.Numbers(910, 1), ordertest.Numbers(920, 9)),
				5, "[3 3 2 2 2]"},
			"that is none": {"groupId", j.Collection(ordertest.Numbers(500, 3)), 1, "[]"},
			"of packs without number": {"groupId", j.Collection(ordertest.Numbers(600, 2), ordertest.Numbers(700, 2), ordertest.Numbers(800, 2)),
				2, "[3 3]"},
		} {
			if c.target == "fileId" {
				c.id = j.Upload("b.txt", "contact", "phoneNumber\n"+
					strings.ReplaceAll(strings.Trim(fmt.Sprint(ordertest.Numbers(100, 11)), "[]"), " ", "\n")+
					"\n")
			}
			body := ordertest.OrderBody(c.target, c.id)
			body["split"] = c.split
			before, _ := j.Balance()
			id, plan := j.Submit(body)
			o := j.Order(id)
			if after, reserved := j.Balance(); before-after != o.Cost || reserved != o.Cost {
				t.Errorf("%s: %s is reserved, %s of it for the order", name, reserved, o.Cost)
			}
			j.Plan(plan)
			if got := fmt.Sprint(j.SubOrderSizes(id)); got != c.want {
				t.Errorf("%s: %s, not %s", name, got, c.want)
			}
			j.Send()
			j.Settle(id)
			if _, reserved := j.Balance(); reserved != 0 {
				t.Errorf("%s: %s stays reserved", name, reserved)
			}
			j.CheckTargetsOnce(id, o.Total)
		}
		for number, n := range j.Accepted() {
			if n != 1 {
				t.Errorf("%s got %d messages", number, n)
			}
		}
		j.CheckBooks()
	})
}

// More sub-orders than 10, or than recipients, are refused.
func TestAnOrderCannotBeSplitFurther(t *testing.T) {
	ordertest.RunModules(t, 1000*money.Credit, func(j *ordertest.Modules) {
		body := ordertest.OrderBody("groupId", j.Collection(ordertest.Numbers(0, 4)))
		for split, want := range map[int]string{11: "10", -1: "0", 5: "4 recipients can't be split"} {
			body["split"] = split
			if code, out := j.Call("customer", "POST", ordertest.OrdersPath, "", body); code != 400 || !strings.Contains(fmt.Sprint(out), want) {
				t.Errorf("%d: %d %v", split, code, out)
			}
		}
	})
}

// How many sub-orders an order is split into at most is a setting: an order of more is refused, one of as many is not.
func TestTheMostSubOrdersAreASetting(t *testing.T) {
	ordertest.RunModules(t, 1000*money.Credit, func(j *ordertest.Modules) {
		body := ordertest.OrderBody("groupId", j.Collection(ordertest.Numbers(0, 10)))
		j.Setting("order.split.max", 3)
		for split, want := range map[int]string{4: "at most 3 sub-orders", 3: "", 1: "", 0: ""} {
			body["split"] = split
			code, out := j.Call("customer", "POST", ordertest.OrdersPath+"/estimate", "", body)
			if want == "" && code != 200 || want != "" &&
				(code != 400 || !strings.Contains(fmt.Sprint(out), want) || !strings.Contains(fmt.Sprint(out["errors"]), "field:split")) {
				j.T.Errorf("%d: %d %v", split, code, out)
			}
		}
	})
}

// A plan of a split order died after the first of a pack's parts, and is repeated after members left. It leaves no
// recipient out and puts none into two parts.
func TestASplitPlanIsRepeated(t *testing.T) {
	for _, sk := range []string{"R#1#00001", "S#1#00001", "S#1#00002"} {
		ordertest.RunModules(t, 1000*money.Credit, func(j *ordertest.Modules) {
			body := ordertest.OrderBody("groupId", j.Collection(ordertest.Numbers(0, 9)))
			body["split"] = 3
			id, plan := j.Submit(body)
			j.FaultyDB.FailNext[sk] = errors.New("throttled")
			_ = j.Service.Engine.Flow.PlanTask(j.Context, plan)
			delete(j.FaultyDB.FailNext, sk)
			j.MustCall("customer", "DELETE", "/aty/contactsgroup/"+j.Order(id).Group+"/member",
				map[string]any{"phoneNumbers": []string{"5511987650000", "5511987650004"}})
			j.Plan(plan)
			j.Plan(plan)
			j.Send()
			for number, n := range j.Accepted() {
				if n != 1 {
					t.Errorf("%s: %s got %d messages", sk, number, n)
				}
			}
			if o, n := j.Order(id), len(j.Accepted()); n != o.Total || n < 7 {
				t.Errorf("%s: %d of %d were sent", sk, n, o.Total)
			}
		})
	}
}

// After its deadline nothing of an order is sent: what was not begun is cancelled, and what was is stopped; both release what is left.
func TestAnOrderEndsAtItsDeadline(t *testing.T) {
	ordertest.RunModules(t, 1000*money.Credit, func(j *ordertest.Modules) {
		j.RequireReview()
		body := ordertest.OrderBody("groupId", j.Collection(ordertest.Numbers(0, 10)))
		body["deadline"] = time.Now().Add(time.Hour).UTC().Format(time.RFC3339)
		id, plan := j.Submit(body)
		j.Plan(plan)
		begun, plan := j.Submit(body)
		j.Plan(plan)
		j.MustCall("admin", "PUT", ordertest.OrdersPath+"/review", map[string]any{"ids": []string{begun}, "pass": true})
		if o := j.Order(begun); o.Status != order.Sending {
			t.Fatalf("state %d", o.Status)
		}
		j.MustCall("customer", "PUT", ordertest.OrdersPath+"/"+begun+"/pause", nil)
		time.Sleep(57 * time.Minute)
		j.Tick()
		if o := j.Order(id); o.Status != order.Review {
			t.Errorf("state %d before the deadline", o.Status)
		}
		time.Sleep(4 * time.Minute)
		j.Tick()
		j.Tick()
		for id, want := range map[string]order.Status{id: order.Cancelled, begun: order.Stopped} {
			if o := j.Order(id); o.Status != want || o.Reason != "order.deadlineOver" {
				t.Errorf("state %d, %q, not %d", o.Status, o.Reason, want)
			}
		}
		// The owner gets a notice of the cancelled order, since no user ended it; of the other order that its
		// deadline passed, and later its settlement.
		told, err := store.Collect(store.Rows(j.Context,
			j.DB, store.Query{Table: "platform", PK: "IMT#" + ordertest.CustomerID, Consistent: true}))
		if err != nil || len(told) != 2 {
			t.Errorf("%d notices, %v", len(told), err)
		}
		j.Send()
		j.Settle(begun)
		if available, reserved := j.Balance(); available != 1000*money.Credit || reserved != 0 || len(j.Accepted()) != 0 {
			t.Errorf("%s available, %s reserved, %d were sent", available, reserved, len(j.Accepted()))
		}
		j.CheckBooks()
	})
}

// A worker that is active when the deadline passes makes no more calls.
func TestNothingIsSentAfterTheDeadline(t *testing.T) {
	ordertest.RunModules(t, 1000*money.Credit, func(j *ordertest.Modules) {
		body := ordertest.OrderBody("groupId", j.Collection(ordertest.Numbers(0, 10)))
		body["deadline"] = time.Now().Add(time.Minute).UTC().Format(time.RFC3339)
		id, plan := j.Submit(body)
		j.Plan(plan)
		if o := j.Order(id); o.Status != order.Sending {
			t.Fatalf("state %d", o.Status)
		}
		time.Sleep(2 * time.Minute) // its tasks waited so long
		j.Send()
		j.Tick()
		if o := j.Order(id); o.Status != order.Stopped || len(j.Accepted()) != 0 {
			t.Errorf("state %d, %d were sent", o.Status, len(j.Accepted()))
		}
	})
}

// A deadline lies after the start, and at most 7 days.
func TestDeadlinesThatAreRefused(t *testing.T) {
	ordertest.RunModules(t, 1000*money.Credit, func(j *ordertest.Modules) {
		body := ordertest.OrderBody("groupId", j.Collection(ordertest.Numbers(0, 4)))
		at := func(d time.Duration) string { return time.Now().Add(d).UTC().Format(time.RFC3339) }
		for _, c := range []struct {
			start, deadline time.Duration
			want            string
		}{
			{0, -time.Minute, "after the start"}, {2 * time.Hour, time.Hour, "after the start"}, {0, 7*24*time.Hour + time.Minute, "at most 7 days"},
		} {
			delete(body, "startTime")
			if c.start > 0 {
				body["startTime"] = at(c.start)
			}
			body["deadline"] = at(c.deadline)
			if code, out := j.Call("customer", "POST", ordertest.OrdersPath+"/estimate", "", body); code != 400 ||
				!strings.Contains(fmt.Sprint(out), c.want) {
				t.Errorf("%v: %d %v", c, code, out)
			}
		}
	})
}

// "Selected time outside the allowed sending window" (business-domain §8), by both readings of India's window; the estimate tells the
// window, and an order without a start waits for it.
func TestAStartOutsideTheWindow(t *testing.T) {
	ordertest.RunModules(t, 1000*money.Credit, func(j *ordertest.Modules) {
		body := ordertest.OrderBody("groupId", j.Collection(ordertest.Numbers(0, 4)))
		zone, err := time.LoadLocation("Asia/Kolkata")
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct{ from, to, before, last string }{{"10:30", "21:00", "10:29", "20:59"}, {"10:00", "20:30", "09:59", "20:29"},
			{"10:30", "20:30", "10:29", "20:29"}} {
			if err := j.Service.Engine.Flow.Settings.Set(j.Context, "window.BR", c.from+"-"+c.to+" Asia/Kolkata", "admin"); err != nil {
				t.Fatal(err)
			}
			time.Sleep(2 * time.Minute)
			day := time.Now().In(zone).AddDate(0, 0, 1).Format("2006-01-02 ")
			for hour, want := range map[string]int{c.before: 400, c.from: 200, c.last: 200, c.to: 400} {
				at, _ := time.ParseInLocation("2006-01-02 15:04", day+hour, zone)
				body["startTime"] = at.UTC().Format(time.RFC3339)
				code, out := j.Call("customer", "POST", ordertest.OrdersPath+"/estimate", "", body)
				if code != want || code == 400 && !strings.Contains(fmt.Sprint(out), "outside the sending hours: "+c.from+"-"+
					c.to+" (Asia/Kolkata)") {
					t.Errorf("%s: %d %v", hour, code, out)
				}
			}
		}
		delete(body, "startTime")
		window, _ := j.MustCall("customer", "POST", ordertest.OrdersPath+"/estimate", body)["window"].(map[string]any)
		if window["from"] != "10:30" || window["to"] != "20:30" || fmt.Sprint(window["zones"]) != "[Asia/Kolkata]" ||
			window["open"] == (window["opens"] != nil) {
			t.Errorf("%v", window)
		}
	})
}
