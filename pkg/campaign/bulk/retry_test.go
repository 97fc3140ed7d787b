package bulk_test

import (
	"fmt"
	"testing"
	"time"

	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/order"
	"herald/pkg/credit/price"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

// half sends an order of which the numbers that end in 1 fail, to its settlement.
func (j *joined) half(n int) (id string) {
	j.t.Helper()
	j.control("script", `{"rules":[{"suffix":"1","outcome":"not_whatsapp"},{"suffix":"99999999999","outcome":"ok"}]}`)
	id, plan := j.order(wish("groupId", j.collection(numbers(0, n), numbers(1000, n))))
	j.plan(plan)
	j.send()
	j.settle(id)
	return id
}

func (j *joined) settle(id string) {
	j.t.Helper()
	time.Sleep(50 * time.Hour)
	if err := j.room.Settle(j.ctx, id); err != nil {
		j.t.Fatal(err)
	}
	j.q.take(order.JobQueue)
}

// again plans and sends what a retry has asked for.
func (j *joined) again() {
	j.t.Helper()
	for _, m := range j.q.take(order.JobQueue) {
		if err := handle(j.room, j.ctx, order.JobQueue, m); err != nil {
			j.t.Fatal(err)
		}
	}
	j.send()
}

func retryOf(id string) string { return "/gc/groupsendorder/" + id + "/retry" }

// A retry that costs more than its estimate is refused with the new cost. The order stays as it is and nothing is
// reserved.
func TestARetryPaysWhatWasTold(t *testing.T) {
	together(t, 1000*money.Credit, func(j *joined) {
		id := j.half(20)
		told := j.ok("customer", "GET", retryOf(id), nil)["cost"]
		if _, err := j.calm().Prices.Set(j.ctx, price.Line{Owner: price.Platform, Service: "bulk.whatsapp", Country: "*",
			Price: 700}); err != nil {
			t.Fatal(err)
		}
		before, _ := j.balance()
		code, out := j.call("customer", "PUT", retryOf(id), "", map[string]any{"expectedCost": told})
		data, _ := out["data"].(map[string]any)
		if code != 409 || out["code"] != 40922.0 || data["cost"] != 28.0 {
			t.Errorf("%d %v", code, out)
		}
		if now, reserved := j.balance(); now != before || reserved != 0 || j.get(id).Status != order.Completed {
			t.Errorf("%s of %s, %s reserved, state %d", now, before, reserved, j.get(id).Status)
		}
		j.ok("customer", "PUT", retryOf(id), map[string]any{"expectedCost": 28})
		if _, reserved := j.balance(); reserved != 28*money.Credit {
			t.Errorf("%s reserved", reserved)
		}
	})
}

// The failed recipients are sent to again, each once, with a reservation of their own. Counts, recipients, figures
// and the ledger are those of all generations together.
func TestFailedRecipientsAreRetried(t *testing.T) {
	together(t, 1000*money.Credit, func(j *joined) {
		id := j.half(20) // four of forty fail
		if o := j.get(id); o.Status != order.Completed || *o.Actual != 36*350 {
			t.Fatalf("state %d, charged %s", o.Status, o.Actual)
		}
		told := j.ok("customer", "GET", retryOf(id), nil)
		if told["targets"] != 4.0 || told["cost"] != 14.0 || told["enough"] != true {
			t.Errorf("a retry would be %v", told)
		}
		j.control("script", `{"rules":[{"suffix":"50001","outcome":"not_whatsapp"},{"suffix":"99999999999","outcome":"ok"}]}`)
		now := j.ok("customer", "PUT", retryOf(id), nil)
		if now["status"] != 2.0 || now["actualCost"] != nil || now["estimatedCost"] != 140.0 || now["generation"] != 2.0 {
			t.Errorf("after the retry: %v", now)
		}
		if _, reserved := j.balance(); reserved != 14*money.Credit {
			t.Errorf("%s reserved", reserved)
		}
		j.again()
		for number, n := range j.accepted() {
			if n != 1 {
				t.Errorf("%s got %d messages", number, n)
			}
		}
		detail := j.ok("customer", "GET", "/gc/groupsendorder/"+id, nil)
		if c := detail["counts"].(map[string]any); detail["status"] != 7.0 || c["failed"] != 1.0 || c["toSend"] != 0.0 ||
			detail["total"] != 40.0 {
			t.Errorf("sent again: %v", detail)
		}
		j.settle(id)
		o := j.get(id)
		if o.Status != order.Completed || *o.Actual != 39*350 || o.Counts["failed"] != 1 || o.Paid != 3 {
			t.Errorf("state %d, charged %s, %v, %d", o.Status, o.Actual, o.Counts, o.Paid)
		}
		if available, reserved := j.balance(); available != 1000*money.Credit-39*350 || reserved != 0 {
			t.Errorf("available %s, reserved %s", available, reserved)
		}
		j.everyTargetOnce(id, 40)
		stat := j.ok("customer", "GET", "/gc/groupsendorder/"+id+"/stat", nil)
		if reasons := stat["reasons"].([]any); len(reasons) != 1 || reasons[0].(map[string]any)["count"] != 1.0 {
			t.Errorf("reasons %v", reasons)
		}
		j.ok("customer", "PUT", retryOf(id), nil) // a third generation, of recipients that failed twice
		j.control("script", `{"rules":[{"suffix":"99999999999","outcome":"ok"}]}`)
		j.again()
		j.settle(id)
		if o := j.get(id); o.Gen != 3 || o.Counts["failed"] != 0 || *o.Actual != 40*350 || len(o.Past) != 2 {
			t.Errorf("after the third: %+v", o)
		}
		j.everyTargetOnce(id, 40)
		if code, out := j.call("customer", "PUT", retryOf(id), "", nil); code != 409 {
			t.Errorf("nothing failed: %d %v", code, out)
		}
		if r, err := j.room.Ledger.Reconcile(j.ctx); err != nil || r.Found > 0 {
			t.Errorf("the books: %+v, %v", r, err)
		}
	})
}

// everyTargetOnce reads the recipients of an order page by page.
func (j *joined) everyTargetOnce(id string, want int) {
	j.t.Helper()
	got := map[string]bool{}
	for page := 1; page <= want/10+1; page++ {
		data := j.ok("customer", "GET", fmt.Sprintf("/gc/groupsendorder/%s/targets/page?current=%d", id, page), nil)
		if data["total"] != float64(want) {
			j.t.Errorf("total %v", data["total"])
		}
		for _, r := range data["records"].([]any) {
			number := r.(map[string]any)["phoneNumber"].(string)
			if got[number] {
				j.t.Errorf("%s stands twice", number)
			}
			got[number] = true
		}
	}
	if len(got) != want {
		j.t.Errorf("%d of %d recipients", len(got), want)
	}
	states := map[string]int{}
	for c := range j.get(id).Pieces() {
		targets, err := j.room.TargetsOf(j.ctx, j.get(id), c)
		if err != nil {
			j.t.Fatal(err)
		}
		for _, t := range targets {
			states[string(t.State)]++
		}
	}
	for state, n := range j.ok("customer", "GET", "/gc/groupsendorder/"+id, nil)["counts"].(map[string]any) {
		if float64(states[state]) != n {
			j.t.Errorf("%d are %s, counted %v", states[state], state, n)
		}
	}
}

// What is short changes nothing: neither the order nor the account, and nothing is kept as a draft.
func TestARetryThatIsShortChangesNothing(t *testing.T) {
	together(t, 140*money.Credit, func(j *joined) {
		id := j.half(20)
		before := *j.get(id)
		stocked := store.Op{Verb: store.Put, Key: store.Key{Table: "campaign", PK: "STOCK", SK: "BR"},
			Item: map[string]any{"id": "BR", "n": 3, "c": time.Now()}}
		if _, err := j.db.Write(j.ctx, stocked); err != nil {
			t.Fatal(err)
		}
		if code, out := j.call("customer", "PUT", retryOf(id), "", nil); code != 402 || out["code"] != 40202.0 {
			t.Errorf("stock for 3 of 4: %d %v", code, out)
		}
		if _, err := j.db.Write(j.ctx, store.Op{Verb: store.Delete, Key: stocked.Key}); err != nil {
			t.Fatal(err)
		}
		other, _ := j.order(wish("groupId", j.collection(numbers(5000, 3)))) // takes 10.50 of the 14 that are left
		if code, out := j.call("customer", "PUT", retryOf(id), "", nil); code != 402 || out["code"] != 40201.0 {
			t.Errorf("credit for none: %d %v", code, out)
		}
		if o := j.get(id); o.Version != before.Version || o.Gen != 1 || o.Status != order.Completed {
			t.Errorf("it changed: %+v", o)
		}
		if drafts := j.ok("customer", "GET", "/gc/groupsendorder/draft/page", nil); drafts["total"] != 0.0 {
			t.Errorf("drafts %v", drafts)
		}
		j.ok("customer", "PUT", "/gc/groupsendorder/"+other+"/cancel", nil)
		j.ok("customer", "PUT", retryOf(id), nil)
	})
}

// Two at once begin one generation, the answer to a repeated call is the first's, and a lock, a deletion or a settlement that comes
// in between is met.
func TestARetryMeetsWhatHappensBeside(t *testing.T) {
	together(t, 1000*money.Credit, func(j *joined) {
		id := j.half(10)
		j.sick.before = func([]store.Op) error { j.ok("customer", "PUT", retryOf(id), nil); return nil } // just before the other's transaction
		if code, out := j.call("customer", "PUT", retryOf(id), "", nil); code != 409 {
			t.Errorf("the second at once: %d %v", code, out)
		}
		if o := j.get(id); o.Gen != 2 {
			t.Errorf("generation %d", o.Gen)
		}
		if _, reserved := j.balance(); reserved != 7*money.Credit {
			t.Errorf("%s reserved", reserved)
		}
		for _, verb := range []string{"cancel", "retry"} { // it was sent once: it can be stopped only
			if code, _ := j.call("customer", "PUT", "/gc/groupsendorder/"+id+"/"+verb, "", nil); code != 409 {
				t.Errorf("%s of a running retry: %d", verb, code)
			}
		}
		j.ok("customer", "PUT", "/gc/groupsendorder/"+id+"/pause", nil)
		j.ok("customer", "PUT", "/gc/groupsendorder/"+id+"/stop", nil)
		j.settle(id)
		if o := j.get(id); o.Status != order.Stopped || *o.Actual != 18*350 || o.Counts[string(dispatch.StateToSend)] != 0 &&
			o.Counts[string(dispatch.StateFailed)] != 2 {
			t.Errorf("stopped: %+v", o)
		}
		if available, reserved := j.balance(); available != 1000*money.Credit-18*350 || reserved != 0 {
			t.Errorf("available %s, reserved %s", available, reserved)
		}
		key := "one and the same"
		first, a := j.call("customer", "PUT", retryOf(id), key, nil)
		second, b := j.call("customer", "PUT", retryOf(id), key, nil)
		if first != 200 || second != 200 || fmt.Sprint(a) != fmt.Sprint(b) || j.get(id).Gen != 3 {
			t.Errorf("%d %v\n%d %v", first, a, second, b)
		}
	})
}

// A lock that is written just before the retry's transaction holds it back, and a deletion.
func TestALockOrADeletionHoldsBackARetry(t *testing.T) {
	for name, do := range map[string]func(j *joined, id string){
		"lock":   func(j *joined, _ string) { j.mark() },
		"delete": func(j *joined, id string) { j.ok("customer", "DELETE", "/gc/groupsendorder/"+id, nil) },
	} {
		together(t, 1000*money.Credit, func(j *joined) {
			id := j.half(10)
			j.sick.before = func([]store.Op) error { do(j, id); return nil }
			code, out := j.call("customer", "PUT", retryOf(id), "", nil)
			if o := j.get(id); code != map[string]int{"lock": 409, "delete": 404}[name] || o.Gen != 1 || !o.Settled {
				t.Errorf("%s: %d %v, generation %d", name, code, out, o.Gen)
			}
			if _, reserved := j.balance(); reserved != 0 {
				t.Errorf("%s: %s reserved", name, reserved)
			}
		})
	}
}

// A recipient that is reached before the retry is planned is not sent to again. A retry without recipients ends as
// the order was.
func TestARetryTakesWhoStillFails(t *testing.T) {
	together(t, 1000*money.Credit, func(j *joined) {
		id := j.half(10)
		j.ok("customer", "PUT", retryOf(id), nil)
		for c := range 2 {
			ref := dispatch.Reference{Order: id, Gen: 1, Chunk: c, Index: 1, Sent: time.Now().Unix()}.String()
			j.webhook(receipt{ref, "w", "delivered"})
		}
		j.receive()
		j.again()
		o := j.get(id)
		if o.Status != order.Completed || !o.Settled || *o.Actual != 18*350 || o.Counts["failed"] != 0 ||
			o.Counts["arrived"]+o.Counts["read"]+o.Counts["sent"] != 20 {
			t.Errorf("state %d, %v, %v, settled %v", o.Status, o.Actual, o.Counts, o.Settled)
		}
		if available, reserved := j.balance(); available != 1000*money.Credit-18*350 || reserved != 0 {
			t.Errorf("available %s, reserved %s", available, reserved)
		}
	})
}
