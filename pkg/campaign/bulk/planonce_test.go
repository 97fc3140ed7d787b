package bulk_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

// A plan died between two chunks and is repeated after a small pack was emptied. No recipient is written to twice or
// left out.
func TestRepeatedPlanAfterAPackWasEmptied(t *testing.T) {
	together(t, 1000*money.Credit, func(j *joined) {
		group := j.collection(numbers(0, 1), numbers(100, 3), numbers(200, 3), numbers(300, 3), numbers(400, 3))
		id, plan := j.order(wish("groupId", group))
		j.sick.fail["R#1#00001"] = errors.New("throttled")
		if err := j.room.PlanTask(j.ctx, plan); err == nil {
			t.Fatal("the first plan should have failed")
		}
		j.ok("customer", "DELETE", "/aty/contactsgroup/"+group+"/member", map[string]any{"phoneNumbers": []string{"+5511987650000"}})
		j.plan(plan)
		j.send()
		got := j.accepted()
		for _, from := range []int{100, 200, 300, 400} {
			for _, n := range numbers(from, 3) {
				if got[fmt.Sprint(n)] != 1 {
					t.Errorf("%d got %d messages", n, got[fmt.Sprint(n)])
				}
			}
		}
		if o := j.get(id); o.Total != len(got) || o.Chunks != 5 || o.Status != order.Settling {
			t.Errorf("total %d of %d, %d chunks, state %d", o.Total, len(got), o.Chunks, o.Status)
		}
	})
}

// A collection cannot be deleted while an order of it is not planned, nor between its estimate and its transaction.
func TestCollectionOfAnUnplannedOrderStays(t *testing.T) {
	together(t, 1000*money.Credit, func(j *joined) {
		group := j.collection(numbers(0, 3))
		_, plan := j.order(wish("groupId", group))
		if code, out := j.call("customer", "DELETE", "/aty/contactsgroup/"+group, "", nil); code != 409 {
			t.Fatal(code, out)
		}
		j.plan(plan)
		j.ok("customer", "DELETE", "/aty/contactsgroup/"+group, nil)
		j.send()
		if len(j.accepted()) != 3 {
			t.Errorf("%d accepted", len(j.accepted()))
		}

		other := j.collection(numbers(100, 2))
		id, _ := j.order(wish("groupId", other))
		j.ok("customer", "PUT", "/gc/groupsendorder/"+id+"/cancel", nil)
		j.ok("customer", "DELETE", "/aty/contactsgroup/"+other, nil)

		third := j.collection(numbers(200, 2))
		before, _ := j.balance()
		j.sick.before = func([]store.Op) error {
			j.ok("customer", "DELETE", "/aty/contactsgroup/"+third, nil)
			return nil
		}
		if code, out := j.call("customer", "POST", "/gc/groupsendorder", "", wish("groupId", third)); code != 404 {
			t.Error(code, out)
		}
		if after, reserved := j.balance(); after != before || reserved != money.Amount(350*3) {
			t.Errorf("balance %s → %s, reserved %s", before, after, reserved)
		}
	})
}

// A repeated plan that finds no recipients leaves a sending order as it is.
func TestRepeatedPlanNeverFailsAnOrderThatSends(t *testing.T) {
	together(t, 1000*money.Credit, func(j *joined) {
		var packs [][]uint64
		for i := range 30 {
			packs = append(packs, numbers(100*i, 5))
		}
		group := j.collection(packs...)
		before, _ := j.balance()
		id, plan := j.order(wish("groupId", group))
		j.sick.fail["R#1#00027"] = errors.New("throttled")
		if err := j.room.PlanTask(j.ctx, plan); err == nil {
			t.Fatal("the first plan should have failed")
		}
		j.send()
		if n := len(j.accepted()); n != 125 {
			t.Fatalf("%d accepted", n)
		}
		for _, p := range packs { // all members are removed from the list
			var values []string
			for _, n := range p {
				values = append(values, fmt.Sprintf("+%d", n))
			}
			j.ok("customer", "DELETE", "/aty/contactsgroup/"+group+"/member", map[string]any{"phoneNumbers": values})
		}
		j.plan(plan)
		j.send()
		j.tick()
		time.Sleep(50 * time.Hour)
		if err := j.room.Settle(j.ctx, id); err != nil {
			t.Fatal(err)
		}
		o, sent := j.get(id), len(j.accepted())
		after, reserved := j.balance()
		if o.Status != order.Completed || o.Total != sent || *o.Actual != money.Amount(350*sent) || before-after != *o.Actual || reserved != 0 {
			t.Errorf("%d accepted, state %d, total %d, actual %v, %s → %s", sent, o.Status, o.Total, o.Actual, before, after)
		}
	})
}

// A file that is not the one that was priced is not sent to, and never more than was paid for.
func TestPlannedFileIsThePricedOne(t *testing.T) {
	together(t, 4*money.Credit, func(j *joined) {
		file := j.upload("a.txt", "contact", lines(numbers(0, 1)))
		id, plan := j.order(wish("fileId", file))
		j.swap(file, lines(numbers(0, 2500)))
		j.plan(plan)
		j.send()
		o := j.get(id)
		if available, reserved := j.balance(); len(j.accepted()) != 0 || o.Status != order.Failed || o.Reason != "bulk.fail.file" ||
			available != 4*money.Credit || reserved != 0 {
			t.Errorf("%d accepted, state %d, reason %q, available %s, reserved %s", len(j.accepted()), o.Status, o.Reason, available, reserved)
		}
	})
	together(t, 4*money.Credit, func(j *joined) { // the same with the reservation as the only guard
		file := j.upload("a.txt", "contact", lines(numbers(0, 1)))
		id, plan := j.order(wish("fileId", file))
		j.swap(file, lines(numbers(0, 2500)))
		data, err := j.room.Contacts.File(j.ctx, j.who.Scope(), file, "BR")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := j.db.Write(j.ctx, store.Op{Verb: store.Update, Key: order.Part(id, "MSG"), Set: map[string]any{"h": data.Sum}}); err != nil {
			t.Fatal(err)
		}
		j.plan(plan)
		j.send()
		j.tick()
		if o := j.get(id); len(j.accepted()) != 1 || o.Total != 1 || o.Status != order.Completed {
			t.Errorf("%d accepted, total %d, state %d", len(j.accepted()), o.Total, o.Status)
		}
	})
}

// A charge above the reservation, however it came about, charges the reservation and closes.
func TestSettlementNeverHangsOnTheReservation(t *testing.T) {
	together(t, 100*money.Credit, func(j *joined) {
		j.control("webhooks", `{"drop":1}`)
		id, plan := j.order(wish("groupId", j.collection(numbers(0, 3))))
		j.plan(plan)
		j.send()
		o := j.get(id)
		o.Price *= 2
		if err := j.db.Transact(j.ctx, j.room.Orders.Change(o)); err != nil {
			t.Fatal(err)
		}
		time.Sleep(50 * time.Hour)
		if err := j.room.Settle(j.ctx, id); err != nil {
			t.Fatal(err)
		}
		o = j.get(id)
		available, reserved := j.balance()
		if !o.Settled || *o.Actual > o.Cost || reserved != 0 || available != 100*money.Credit-*o.Actual {
			t.Errorf("settled %v for %v of %s; %s, reserved %s", o.Settled, o.Actual, o.Cost, available, reserved)
		}
		alarm := false
		for _, l := range j.log {
			alarm = alarm || l["alarm"] == "charge above the reservation"
		}
		if !alarm {
			t.Error("nobody hears of it")
		}
	})
}
