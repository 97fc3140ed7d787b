package dispatch_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"herald/internal/ordertest"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

// A plan died between two chunks and is repeated after a small pack was emptied. No recipient is written to twice or
// left out.
func TestRepeatedPlanAfterAPackWasEmptied(t *testing.T) {
	ordertest.RunModules(t, 1000*money.Credit, func(j *ordertest.Modules) {
		group := j.Collection(ordertest.Numbers(0, 1), ordertest.Numbers(100, 3), ordertest.Numbers(200, 3), ordertest.Numbers(300, 3),
			ordertest.Numbers(400, 3))
		id, plan := j.Submit(ordertest.OrderBody("groupId", group))
		j.FaultyDB.FailNext["R#1#00001"] = errors.New("throttled")
		if err := j.Service.Engine.Flow.PlanTask(j.Context, plan); err == nil {
			t.Fatal("the first plan should have failed")
		}
		j.MustCall("customer", "DELETE", "/aty/contactsgroup/"+group+"/member", map[string]any{"phoneNumbers": []string{"+5511987650000"}})
		j.Plan(plan)
		j.Send()
		got := j.Accepted()
		for _, from := range []int{100, 200, 300, 400} {
			for _, n := range ordertest.Numbers(from, 3) {
				if got[fmt.Sprint(n)] != 1 {
					t.Errorf("%d got %d messages", n, got[fmt.Sprint(n)])
				}
			}
		}
		if o := j.Order(id); o.Total != len(got) || o.Chunks != 5 || o.Status != order.Settling {
			t.Errorf("total %d of %d, %d chunks, state %d", o.Total, len(got), o.Chunks, o.Status)
		}
	})
}

// A collection cannot be deleted while an order of it is not planned, nor between its estimate and its transaction.
func TestCollectionOfAnUnplannedOrderStays(t *testing.T) {
	ordertest.RunModules(t, 1000*money.Credit, func(j *ordertest.Modules) {
		group := j.Collection(ordertest.Numbers(0, 3))
		_, plan := j.Submit(ordertest.OrderBody("groupId", group))
		if code, out := j.Call("customer", "DELETE", "/aty/contactsgroup/"+group, "", nil); code != 409 {
			t.Fatal(code, out)
		}
		j.Plan(plan)
		j.MustCall("customer", "DELETE", "/aty/contactsgroup/"+group, nil)
		j.Send()
		if len(j.Accepted()) != 3 {
			t.Errorf("%d accepted", len(j.Accepted()))
		}

		other := j.Collection(ordertest.Numbers(100, 2))
		id, _ := j.Submit(ordertest.OrderBody("groupId", other))
		j.MustCall("customer", "PUT", "/gc/groupsendorder/"+id+"/cancel", nil)
		j.MustCall("customer", "DELETE", "/aty/contactsgroup/"+other, nil)

		third := j.Collection(ordertest.Numbers(200, 2))
		before, _ := j.Balance()
		j.FaultyDB.BeforeTransact = func([]store.Op) error {
			j.MustCall("customer", "DELETE", "/aty/contactsgroup/"+third, nil)
			return nil
		}
		if code, out := j.Call("customer", "POST", "/gc/groupsendorder", "", ordertest.OrderBody("groupId", third)); code != 404 {
			t.Error(code, out)
		}
		if after, reserved := j.Balance(); after != before || reserved != money.Amount(350*3) {
			t.Errorf("balance %s → %s, reserved %s", before, after, reserved)
		}
	})
}

// A repeated plan that finds no recipients leaves a sending order as it is.
func TestRepeatedPlanNeverFailsAnOrderThatSends(t *testing.T) {
	ordertest.RunModules(t, 1000*money.Credit, func(j *ordertest.Modules) {
		var packs [][]uint64
		for i := range 30 {
			packs = append(packs, ordertest.Numbers(100*i, 5))
		}
		group := j.Collection(packs...)
		before, _ := j.Balance()
		id, plan := j.Submit(ordertest.OrderBody("groupId", group))
		j.FaultyDB.FailNext["R#1#00027"] = errors.New("throttled")
		if err := j.Service.Engine.Flow.PlanTask(j.Context, plan); err == nil {
			t.Fatal("the first plan should have failed")
		}
		j.Send()
		if n := len(j.Accepted()); n != 125 {
			t.Fatalf("%d accepted", n)
		}
		for _, p := range packs { // all members are removed from the list
			var values []string
			for _, n := range p {
				values = append(values, fmt.Sprintf("+%d", n))
			}
			j.MustCall("customer", "DELETE", "/aty/contactsgroup/"+group+"/member", map[string]any{"phoneNumbers": values})
		}
		j.Plan(plan)
		j.Send()
		j.Tick()
		time.Sleep(50 * time.Hour)
		if err := j.Service.Engine.Flow.Settlement().Settle(j.Context, id); err != nil {
			t.Fatal(err)
		}
		o, sent := j.Order(id), len(j.Accepted())
		after, reserved := j.Balance()
		if o.Status != order.Completed || o.Total != sent || *o.Actual != money.Amount(350*sent) || before-after != *o.Actual || reserved != 0 {
			t.Errorf("%d accepted, state %d, total %d, actual %v, %s → %s", sent, o.Status, o.Total, o.Actual, before, after)
		}
	})
}

// A file that is not the one that was priced is not sent to, and never more than was paid for.
func TestPlannedFileIsThePricedOne(t *testing.T) {
	ordertest.RunModules(t, 4*money.Credit, func(j *ordertest.Modules) {
		file := j.Upload("a.txt", "contact", ordertest.NumberLines(ordertest.Numbers(0, 1)))
		id, plan := j.Submit(ordertest.OrderBody("fileId", file))
		j.ReplaceFile(file, ordertest.NumberLines(ordertest.Numbers(0, 2500)))
		j.Plan(plan)
		j.Send()
		o := j.Order(id)
		if available, reserved := j.Balance(); len(j.Accepted()) != 0 || o.Status != order.Failed || o.Reason != "bulk.fail.file" ||
			available != 4*money.Credit || reserved != 0 {
			t.Errorf("%d accepted, state %d, reason %q, available %s, reserved %s", len(j.Accepted()), o.Status, o.Reason, available, reserved)
		}
	})
	ordertest.RunModules(t, 4*money.Credit, func(j *ordertest.Modules) { // the same with the reservation as the only guard
		file := j.Upload("a.txt", "contact", ordertest.NumberLines(ordertest.Numbers(0, 1)))
		id, plan := j.Submit(ordertest.OrderBody("fileId", file))
		j.ReplaceFile(file, ordertest.NumberLines(ordertest.Numbers(0, 2500)))
		data, err := j.Service.Contacts.File(j.Context, j.SignedIn.Scope(), file, "BR")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := j.DB.Write(j.Context, store.Op{Verb: store.Update, Key: order.Part(id, "MSG"),
			Set: map[string]any{"h": data.Sum}}); err != nil {
			t.Fatal(err)
		}
		j.Plan(plan)
		j.Send()
		j.Tick()
		if o := j.Order(id); len(j.Accepted()) != 1 || o.Total != 1 || o.Status != order.Completed {
			t.Errorf("%d accepted, total %d, state %d", len(j.Accepted()), o.Total, o.Status)
		}
	})
}

// A charge above the reservation, however it came about, charges the reservation and closes.
func TestSettlementNeverHangsOnTheReservation(t *testing.T) {
	ordertest.RunModules(t, 100*money.Credit, func(j *ordertest.Modules) {
		j.Control("webhooks", `{"drop":1}`)
		id, plan := j.Submit(ordertest.OrderBody("groupId", j.Collection(ordertest.Numbers(0, 3))))
		j.Plan(plan)
		j.Send()
		o := j.Order(id)
		o.Price *= 2
		if err := j.DB.Transact(j.Context, j.Service.Engine.Flow.Orders.Change(o)); err != nil {
			t.Fatal(err)
		}
		time.Sleep(50 * time.Hour)
		if err := j.Service.Engine.Flow.Settlement().Settle(j.Context, id); err != nil {
			t.Fatal(err)
		}
		o = j.Order(id)
		available, reserved := j.Balance()
		if !o.Settled || *o.Actual > o.Cost || reserved != 0 || available != 100*money.Credit-*o.Actual {
			t.Errorf("settled %v for %v of %s; %s, reserved %s", o.Settled, o.Actual, o.Cost, available, reserved)
		}
		alarm := false
		for _, l := range j.Log {
			alarm = alarm || l["alarm"] == "charge above the reservation"
		}
		if !alarm {
			t.Error("nobody hears of it")
		}
	})
}
