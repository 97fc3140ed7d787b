package bulk_test

import (
	"context"
	"maps"
	"strings"
	"testing"
	"time"

	"herald/pkg/campaign/bulk"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
)

// The outcome of an order's messages is stored with the members of its list (decisions §6: our own receipts). A
// member that received one has an account and showed a sign of life. A failed one has evidence that decides nothing,
// and a blocked one has none.
func TestReceiptsAreEvidenceAboutMembers(t *testing.T) {
	for name, more := range map[string]obj{"one message": {}, "split": {"split": 6},
		"two messages": {"ab": obj{"message": obj{"type": "text", "text": "hello"}, "share": 50, "by": "read", "waitMinutes": 10}}} {
		t.Run(name, func(t *testing.T) { evidenceOf(t, more) })
	}
}

// evidenceOf an order to three packs, of which the chunks are the packs, parts of them, or a sample and the rest.
func evidenceOf(t *testing.T, more obj) {
	t.Helper()
	quietly(t, []whatsappRule{{Suffix: "03", Outcome: "undeliverable"}, {Suffix: "04", Outcome: "never"}}, func(q *quietTown) {
		first := uint64(5511987650001)
		var to []uint64
		for i := range uint64(45) { // three packs
			to = append(to, first+i)
		}
		group := q.collection(q.ana, to)
		q.ok(q.ana, "POST", "/aty/suppression", obj{"phoneNumber": "5511987650005", "scope": "tenant", "reason": "asked"})
		wish := wishOf("evidence", group, "")
		maps.Copy(wish, more)
		q.detail(q.ana, q.ok(q.ana, "POST", "/gc/groupsendorder", wish)["id"].(string), true)
		for range 100 {
			if c := q.ok(q.ana, "GET", "/aty/contactsgroup/"+group, nil); c["waCount"].(float64) > 0 {
				break
			}
			q.sleep(time.Minute)
		}
		c := q.ok(q.ana, "GET", "/aty/contactsgroup/"+group, nil)
		if c["waCount"] != 42.0 || c["activeCount"] != 42.0 {
			t.Errorf("%v have an account, %v are active", c["waCount"], c["activeCount"])
		}
		known := map[string]obj{}
		for _, m := range q.ok(q.ana, "GET", "/aty/contactsgroup/"+group+"/member/page?size=100", nil)["records"].([]any) {
			known[m.(obj)["phoneNumber"].(string)] = m.(obj)
		}
		if m := known["5511987650001"]; m["validity"] != "valid" || m["lastActiveTime"] == nil || len(m["evidence"].([]any)) == 0 {
			t.Errorf("who received it: %v", m)
		}
		if m := known["5511987650003"]; m["validity"] != "judging" || m["evidence"].([]any)[0].(obj)["source"] != "failed" {
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
	quietly(t, nil, func(q *quietTown) {
		group := q.collection(q.ana, []uint64{5511987650001, 5511987650002})
		id := q.buy(q.ana, "gone", group)
		q.detail(q.ana, id, false)
		q.ok(q.ana, "DELETE", "/aty/contactsgroup/"+group, nil)
		q.detail(q.ana, id, true)
		q.sleep(15 * time.Minute)
		for range 2 {
			again := queue.New(bulk.TaskLearn, "", map[string]string{"o": id})
			if err := q.invoke(worker, 2*time.Minute,
				func(ctx context.Context, i *instance) error { return i.handle(ctx, order.JobQueue, again) }); err != nil {
				t.Error(err)
			}
		}
		left, err := store.Collect(store.Rows(q.ctx, q.db, store.Query{Table: "campaign", PK: "JOB#0"}))
		more, also := store.Collect(store.Rows(q.ctx, q.db, store.Query{Table: "campaign", PK: "JOB#1"}))
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
