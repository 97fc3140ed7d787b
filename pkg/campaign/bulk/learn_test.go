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

// The outcome of an order's messages is stored with the members of its list (decisions §6: our own receipts). A
// member that received one has an account and showed a sign of life. A failed one has evidence that decides nothing,
// and a blocked one has none.
func TestReceiptsAreEvidenceAboutMembers(t *testing.T) {
	for name, more := range map[string]ordertest.Object{"one message": {}, "split": {"split": 6},
		"two messages": {"ab": ordertest.Object{"message": ordertest.Object{"type": "text", "text": "hello"}, "share": 50, "by": "read",
			"waitMinutes": 10}}} {
		t.Run(name, func(t *testing.T) { evidenceOf(t, more) })
	}
}

// evidenceOf an order to three packs, of which the chunks are the packs, parts of them, or a sample and the rest.
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
			wish := ordertest.NamedOrderBody("evidence", group, "")
			maps.Copy(wish, more)
			q.Detail(q.Ana, q.MustCall(q.Ana, "POST", "/gc/groupsendorder", wish)["id"].(string), true)
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

// A collection that is deleted before, and a message that comes twice, break nothing: the order is looked at no more.
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
