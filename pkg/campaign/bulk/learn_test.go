package bulk_test

import (
	"context"
	"maps"
	"strings"
	"testing"
	"time"

	"herald/internal/ordertest"
	"herald/pkg/campaign/bulk"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
)

// The results of an order's messages are stored with the members of its list (decisions §6: our own receipts). A delivered message proves
// an account and activity. A failed one adds evidence that decides nothing, and a blocked one adds none.
func TestReceiptsAreEvidenceAboutMembers(t *testing.T) {
	for name, more := range map[string]ordertest.Object{"one message": {}, "split": {"split": 6},
		"two messages": {"ab": ordertest.Object{"message": ordertest.Object{"type": "text", "text": "hello"}, "share": 50, "by": "read",
			"waitMinutes": 10}}} {
		t.Run(name, func(t *testing.T) { evidenceOf(t, more) })
	}
}

// evidenceOf returns the evidence of an order to three packs. Its chunks are the packs, parts of them, or a sample and the rest.
func evidenceOf(t *testing.T, more ordertest.Object) {
	t.Helper()
	ordertest.RunCalm(t, []ordertest.Rule{{Suffix: "03", Outcome: "undeliverable"}, {Suffix: "04", Outcome: "never"}},
		func(q *ordertest.CalmSystem) {
			first := uint64(5511987650001)
			var to []uint64
			for i := range uint64(45) { // three packs
				to = append(to, first+i)
			}
			group := q.Collection(q.Ana, to)
			q.MustCall(q.Ana, "POST", "/aty/suppression", ordertest.Object{"phoneNumber": "5511987650005", "scope": "tenant", "reason": "asked"})
			request := ordertest.NamedOrderBody("evidence", group, "")
			maps.Copy(request, more)
			q.Detail(q.Ana, q.MustCall(q.Ana, "POST", "/gc/groupsendorder", request)["id"].(string), true)
			for range 100 {
				if c := q.MustCall(q.Ana, "GET", "/aty/contactsgroup/"+group, nil); c["waCount"].(float64) > 0 {
					break
				}
				q.Sleep(time.Minute)
			}
			c := q.MustCall(q.Ana, "GET", "/aty/contactsgroup/"+group, nil)
			if c["waCount"] != 42.0 || c["activeCount"] != 42.0 {
				t.Errorf("%v have an account, %v are active", c["waCount"], c["activeCount"])
			}
			known := map[string]ordertest.Object{}
			for _, m := range q.MustCall(q.Ana, "GET", "/aty/contactsgroup/"+group+"/member/page?size=100", nil)["records"].([]any) {
				known[m.(ordertest.Object)["phoneNumber"].(string)] = m.(ordertest.Object)
			}
			if m := known["5511987650001"]; m["validity"] != "valid" || m["lastActiveTime"] == nil || len(m["evidence"].([]any)) == 0 {
				t.Errorf("who received it: %v", m)
			}
			if m := known["5511987650003"]; m["validity"] != "judging" || m["evidence"].([]any)[0].(ordertest.Object)["source"] != "failed" {
				t.Errorf("who could not be reached: %v", m)
			}
			for _, silent := range []string{"5511987650004", "5511987650005"} {
				if m := known[silent]; m["validity"] != "judging" || m["evidence"] != nil {
					t.Errorf("who was not heard of, or not called: %v", m)
				}
			}
		})
}

// A collection that was deleted before, and a repeated message, break nothing: the order is not processed again.
func TestEvidenceOfADeletedCollection(t *testing.T) {
	ordertest.RunCalm(t, nil, func(q *ordertest.CalmSystem) {
		group := q.Collection(q.Ana, []uint64{5511987650001, 5511987650002})
		id := q.Submit(q.Ana, "gone", group)
		q.Detail(q.Ana, id, false)
		q.MustCall(q.Ana, "DELETE", "/aty/contactsgroup/"+group, nil)
		q.Detail(q.Ana, id, true)
		q.Sleep(15 * time.Minute)
		for range 2 {
			again := queue.New(bulk.TaskLearn, "", map[string]string{"o": id})
			if err := q.Invoke(ordertest.WorkerFunction, 2*time.Minute,
				func(ctx context.Context, i *ordertest.Instance) error { return i.Handle(ctx, order.JobQueue, again) }); err != nil {
				t.Error(err)
			}
		}
		left, err := store.Collect(store.Rows(q.Context, q.DB, store.Query{Table: "campaign", PK: "JOB#0"}))
		more, also := store.Collect(store.Rows(q.Context, q.DB, store.Query{Table: "campaign", PK: "JOB#1"}))
		if err != nil || also != nil {
			t.Fatal(err, also)
		}
		for _, row := range append(left, more...) {
			if strings.Contains(store.SortKey(row), "#learn#") {
				t.Errorf("%s is looked at again", store.SortKey(row))
			}
		}
	})
}
