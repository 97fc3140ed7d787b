package joined_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"herald/internal/ordertest"
	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
	"herald/pkg/credit/price"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

// A retry that costs more than its estimate is refused with the new cost. The order stays as it is and nothing is
// reserved.
func TestARetryCostsTheShownPrice(t *testing.T) {
	ordertest.RunModules(t, 1000*money.Credit, func(j *ordertest.Modules) {
		id := j.SendHalfFailed(20)
		told := j.MustCall("customer", "GET", ordertest.RetryPath(id), nil)["cost"]
		if _, err := j.Reliable().Engine.Flow.Credit.Prices.Set(j.Context,
			price.Line{Owner: price.Platform, Service: "bulk.whatsapp", Country: "*", Price: 700}); err != nil {
			t.Fatal(err)
		}
		before, _ := j.Balance()
		code, out := j.Call("customer", "PUT", ordertest.RetryPath(id), "", map[string]any{"expectedCost": told})
		data, _ := out["data"].(map[string]any)
		if code != 409 || out["code"] != 40922.0 || data["cost"] != 28.0 {
			t.Errorf("%d %v", code, out)
		}
		if now, reserved := j.Balance(); now != before || reserved != 0 || j.Order(id).Status != order.Completed {
			t.Errorf("%s of %s, %s reserved, state %d", now, before, reserved, j.Order(id).Status)
		}
		j.MustCall("customer", "PUT", ordertest.RetryPath(id), map[string]any{"expectedCost": 28})
		if _, reserved := j.Balance(); reserved != 28*money.Credit {
			t.Errorf("%s reserved", reserved)
		}
	})
}

// The failed recipients are sent to again, each once, with a reservation of their own. Counts, recipients, figures
// and the ledger are those of all generations together.
func TestFailedRecipientsAreRetried(t *testing.T) {
	ordertest.RunModules(t, 1000*money.Credit, func(j *ordertest.Modules) {
		id := j.SendHalfFailed(20) // four of forty fail
		if o := j.Order(id); o.Status != order.Completed || *o.Actual != 36*350 {
			t.Fatalf("state %d, charged %s", o.Status, o.Actual)
		}
		told := j.MustCall("customer", "GET", ordertest.RetryPath(id), nil)
		if told["targets"] != 4.0 || told["cost"] != 14.0 || told["enough"] != true {
			t.Errorf("a retry would be %v", told)
		}
		j.Control("script", `{"rules":[{"suffix":"50001","outcome":"not_whatsapp"},{"suffix":"99999999999","outcome":"ok"}]}`)
		now := j.MustCall("customer", "PUT", ordertest.RetryPath(id), nil)
		if now["status"] != 2.0 || now["actualCost"] != nil || now["estimatedCost"] != 140.0 || now["generation"] != 2.0 {
			t.Errorf("after the retry: %v", now)
		}
		if _, reserved := j.Balance(); reserved != 14*money.Credit {
			t.Errorf("%s reserved", reserved)
		}
		j.RunRetry()
		for number, n := range j.Accepted() {
			if n != 1 {
				t.Errorf("%s got %d messages", number, n)
			}
		}
		detail := j.MustCall("customer", "GET", "/gc/groupsendorder/"+id, nil)
		if c := detail["counts"].(map[string]any); detail["status"] != 7.0 || c["failed"] != 1.0 || c["toSend"] != 0.0 ||
			detail["total"] != 40.0 {
			t.Errorf("sent again: %v", detail)
		}
		j.Settle(id)
		o := j.Order(id)
		if o.Status != order.Completed || *o.Actual != 39*350 || o.Counts["failed"] != 1 || o.Paid != 3 {
			t.Errorf("state %d, charged %s, %v, %d", o.Status, o.Actual, o.Counts, o.Paid)
		}
		if available, reserved := j.Balance(); available != 1000*money.Credit-39*350 || reserved != 0 {
			t.Errorf("available %s, reserved %s", available, reserved)
		}
		j.CheckTargetsOnce(id, 40)
		stat := j.MustCall("customer", "GET", "/gc/groupsendorder/"+id+"/stat", nil)
		if reasons := stat["reasons"].([]any); len(reasons) != 1 || reasons[0].(map[string]any)["count"] != 1.0 {
			t.Errorf("reasons %v", reasons)
		}
		j.MustCall("customer", "PUT", ordertest.RetryPath(id), nil) // a third generation, of recipients that failed twice
		j.Control("script", `{"rules":[{"suffix":"99999999999","outcome":"ok"}]}`)
		j.RunRetry()
		j.Settle(id)
		if o := j.Order(id); o.Gen != 3 || o.Counts["failed"] != 0 || *o.Actual != 40*350 || len(o.Past) != 2 {
			t.Errorf("after the third: %+v", o)
		}
		j.CheckTargetsOnce(id, 40)
		if code, out := j.Call("customer", "PUT", ordertest.RetryPath(id), "", nil); code != 409 {
			t.Errorf("nothing failed: %d %v", code, out)
		}
		if r, err := j.Service.Engine.Flow.Credit.Ledger.Reconcile(j.Context); err != nil || r.Found > 0 {
			t.Errorf("the books: %+v, %v", r, err)
		}
	})
}

// What is short changes nothing: neither the order nor the account, and nothing is kept as a draft.
func TestARetryThatIsShortChangesNothing(t *testing.T) {
	ordertest.RunModules(t, 140*money.Credit, func(j *ordertest.Modules) {
		id := j.SendHalfFailed(20)
		before := *j.Order(id)
		stocked := store.Op{Verb: store.Put, Key: store.Key{Table: "campaign", PK: "STOCK", SK: "BR"},
			Item: map[string]any{"id": "BR", "n": 3, "c": time.Now()}}
		if _, err := j.DB.Write(j.Context, stocked); err != nil {
			t.Fatal(err)
		}
		if code, out := j.Call("customer", "PUT", ordertest.RetryPath(id), "", nil); code != 402 || out["code"] != 40202.0 {
			t.Errorf("stock for 3 of 4: %d %v", code, out)
		}
		if _, err := j.DB.Write(j.Context, store.Op{Verb: store.Delete, Key: stocked.Key}); err != nil {
			t.Fatal(err)
		}
		other, _ := j.Submit(ordertest.OrderBody("groupId", j.Collection(ordertest.Numbers(5000, 3)))) // takes 10.50 of the 14 that are left
		if code, out := j.Call("customer", "PUT", ordertest.RetryPath(id), "", nil); code != 402 || out["code"] != 40201.0 {
			t.Errorf("credit for none: %d %v", code, out)
		}
		if o := j.Order(id); o.Version != before.Version || o.Gen != 1 || o.Status != order.Completed {
			t.Errorf("it changed: %+v", o)
		}
		if drafts := j.MustCall("customer", "GET", "/gc/groupsendorder/draft/page", nil); drafts["total"] != 0.0 {
			t.Errorf("drafts %v", drafts)
		}
		j.MustCall("customer", "PUT", "/gc/groupsendorder/"+other+"/cancel", nil)
		j.MustCall("customer", "PUT", ordertest.RetryPath(id), nil)
	})
}

// Two at once begin one generation, the answer to a repeated call is the first's, and a lock, a deletion or a settlement that comes
// in between is met.
func TestARetryMeetsWhatHappensBeside(t *testing.T) {
	ordertest.RunModules(t, 1000*money.Credit, func(j *ordertest.Modules) {
		id := j.SendHalfFailed(10)
		// just before the other's transaction
		j.FaultyDB.BeforeTransact = func([]store.Op) error { j.MustCall("customer", "PUT", ordertest.RetryPath(id), nil); return nil }
		if code, out := j.Call("customer", "PUT", ordertest.RetryPath(id), "", nil); code != 409 {
			t.Errorf("the second at once: %d %v", code, out)
		}
		if o := j.Order(id); o.Gen != 2 {
			t.Errorf("generation %d", o.Gen)
		}
		if _, reserved := j.Balance(); reserved != 7*money.Credit {
			t.Errorf("%s reserved", reserved)
		}
		for _, verb := range []string{"cancel", "retry"} { // it was sent once: it can be stopped only
			if code, _ := j.Call("customer", "PUT", "/gc/groupsendorder/"+id+"/"+verb, "", nil); code != 409 {
				t.Errorf("%s of a running retry: %d", verb, code)
			}
		}
		j.MustCall("customer", "PUT", "/gc/groupsendorder/"+id+"/pause", nil)
		j.MustCall("customer", "PUT", "/gc/groupsendorder/"+id+"/stop", nil)
		j.Settle(id)
		if o := j.Order(id); o.Status != order.Stopped || *o.Actual != 18*350 || o.Counts[string(chunkrow.StateToSend)] != 0 &&
			o.Counts[string(chunkrow.StateFailed)] != 2 {
			t.Errorf("stopped: %+v", o)
		}
		if available, reserved := j.Balance(); available != 1000*money.Credit-18*350 || reserved != 0 {
			t.Errorf("available %s, reserved %s", available, reserved)
		}
		key := "one and the same"
		first, a := j.Call("customer", "PUT", ordertest.RetryPath(id), key, nil)
		second, b := j.Call("customer", "PUT", ordertest.RetryPath(id), key, nil)
		if first != 200 || second != 200 || fmt.Sprint(a) != fmt.Sprint(b) || j.Order(id).Gen != 3 {
			t.Errorf("%d %v\n%d %v", first, a, second, b)
		}
	})
}

// A lock that is written just before the retry's transaction holds it back, and a deletion.
func TestALockOrADeletionHoldsBackARetry(t *testing.T) {
	for name, do := range map[string]func(j *ordertest.Modules, id string){
		"lock":   func(j *ordertest.Modules, _ string) { j.MarkLocked() },
		"delete": func(j *ordertest.Modules, id string) { j.MustCall("customer", "DELETE", "/gc/groupsendorder/"+id, nil) },
	} {
		ordertest.RunModules(t, 1000*money.Credit, func(j *ordertest.Modules) {
			id := j.SendHalfFailed(10)
			j.FaultyDB.BeforeTransact = func([]store.Op) error { do(j, id); return nil }
			code, out := j.Call("customer", "PUT", ordertest.RetryPath(id), "", nil)
			if o := j.Order(id); code != map[string]int{"lock": 409, "delete": 404}[name] || o.Gen != 1 || !o.Settled {
				t.Errorf("%s: %d %v, generation %d", name, code, out, o.Gen)
			}
			if _, reserved := j.Balance(); reserved != 0 {
				t.Errorf("%s: %s reserved", name, reserved)
			}
		})
	}
}

// A recipient that is reached before the retry is planned is not sent to again. A retry without recipients ends as
// the order was.
func TestARetryTakesWhoStillFails(t *testing.T) {
	ordertest.RunModules(t, 1000*money.Credit, func(j *ordertest.Modules) {
		id := j.SendHalfFailed(10)
		j.MustCall("customer", "PUT", ordertest.RetryPath(id), nil)
		for c := range 2 {
			ref := chunkrow.Reference{Order: id, Gen: 1, Chunk: c, Index: 1, Sent: time.Now().Unix()}.String()
			j.Webhook(ordertest.Receipt{Ref: ref, ID: "w", Status: "delivered"})
		}
		j.Receive()
		j.RunRetry()
		o := j.Order(id)
		if o.Status != order.Completed || !o.Settled || *o.Actual != 18*350 || o.Counts["failed"] != 0 ||
			o.Counts["arrived"]+o.Counts["read"]+o.Counts["sent"] != 20 {
			t.Errorf("state %d, %v, %v, settled %v", o.Status, o.Actual, o.Counts, o.Settled)
		}
		if available, reserved := j.Balance(); available != 1000*money.Credit-18*350 || reserved != 0 {
			t.Errorf("available %s, reserved %s", available, reserved)
		}
	})
}

// A skipped recipient is not failed: no retry is offered or made for it. A retry of the others leaves it skipped, and
// the time of the first start stays.
func TestSkippedRecipientsAreNotRetried(t *testing.T) {
	ordertest.RunModules(t, 1000*money.Credit, func(j *ordertest.Modules) {
		skip := func(n uint64) {
			if _, err := j.Service.Engine.Suppressed.Record(j.Context,
				[]suppression.Change{{Number: n, Source: suppression.Manual, At: time.Now()}}); err != nil {
				t.Fatal(err)
			}
		}
		j.Control("script", `{"rules":[{"suffix":"99999999999","outcome":"ok"}]}`)
		numbers := ordertest.Numbers(3000, 5)
		skip(numbers[2])
		time.Sleep(time.Minute)
		id, plan := j.Submit(ordertest.OrderBody("groupId", j.Collection(numbers)))
		j.Plan(plan)
		j.Send()
		j.Settle(id)
		detail := j.MustCall("customer", "GET", "/gc/groupsendorder/"+id, nil)
		if f := detail["funnel"].(map[string]any); f["failed"] != 0.0 || f["heldBack"] != 1.0 ||
			fmt.Sprint(detail["heldByReason"]) != "map[suppressed:1]" || strings.Contains(fmt.Sprint(detail["actions"]), "retry") {
			t.Errorf("with a skipped recipient: %v", detail)
		}
		for _, method := range []string{"GET", "PUT"} {
			if code, out := j.Call("customer", method, ordertest.RetryPath(id), "", nil); code != 409 ||
				!strings.Contains(fmt.Sprint(out["msg"], out["message"]), "nothing to retry") {
				t.Errorf("%s: %d %v", method, code, out)
			}
		}
		if _, reserved := j.Balance(); reserved != 0 || j.Order(id).Gen != 1 {
			t.Errorf("%s reserved, generation %d", reserved, j.Order(id).Gen)
		}

		skip(ordertest.Numbers(0, 20)[5])
		time.Sleep(time.Minute)
		id = j.SendHalfFailed(20) // four of forty fail, one is skipped
		first := *j.Order(id).Begun
		if told := j.MustCall("customer", "GET", ordertest.RetryPath(id), nil); told["targets"] != 4.0 {
			t.Errorf("a retry would be %v", told)
		}
		j.Control("script", `{"rules":[{"suffix":"99999999999","outcome":"ok"}]}`)
		j.MustCall("customer", "PUT", ordertest.RetryPath(id), nil)
		j.RunRetry()
		j.Settle(id)
		detail = j.MustCall("customer", "GET", "/gc/groupsendorder/"+id, nil)
		run := detail["earlier"].([]any)[0].(map[string]any)
		if run["targets"] != 40.0 || run["charged"] != 35.0 || run["failed"] != 4.0 {
			t.Errorf("first run %v", run)
		}
		if begun, err := time.Parse(time.RFC3339, fmt.Sprint(detail["beginTime"])); err != nil || !begun.Equal(first) {
			t.Errorf("began %v, not %v", detail["beginTime"], first)
		}
		if f := detail["funnel"].(map[string]any); f["failed"] != 0.0 || f["heldBack"] != 1.0 {
			t.Errorf("after the retry: %v", f)
		}
		j.CheckTargetsOnce(id, 40)
	})
}
