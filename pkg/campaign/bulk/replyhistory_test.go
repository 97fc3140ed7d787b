package bulk_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/money"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
)

// rowsOf are the rows of a partition.
func (j *joined) rowsOf(pk string) []store.Item {
	j.t.Helper()
	rows, err := store.Collect(store.Rows(j.ctx, j.db, store.Query{Table: "campaign", PK: pk}))
	if err != nil {
		j.t.Fatal(err)
	}
	return rows
}

// repeat writes the rows of an order that was sent once more under another id, with the planned segment that names its chunks.
func (j *joined) repeat(rows []store.Item, segment store.Item) {
	j.t.Helper()
	id, now := j.ids.Next(), time.Now().Unix()
	var ops []store.Op
	add := func(it store.Item, pk, sk string, set map[string]any) {
		k := store.Key{Table: "campaign", PK: pk, SK: sk}
		put, err := store.Encode(k, set)
		if err != nil {
			j.t.Fatal(err)
		}
		next := maps.Clone(it)
		maps.Copy(next, put)
		ops = append(ops, store.Op{Verb: store.Put, Key: k, Item: next})
	}
	for _, it := range rows {
		set := map[string]any{}
		if store.SortKey(it) == order.Key(id).SK {
			set["id"] = id
		}
		add(it, order.Key(id).PK, store.SortKey(it), set)
	}
	_, chunks, _ := strings.Cut(store.SortKey(segment), "#")
	add(segment, "RINDEX#new", id+"#"+chunks, map[string]any{"o": id, "a": now})
	if err := j.db.WriteAll(j.ctx, ops); err != nil {
		j.t.Fatal(err)
	}
}

// TestFirstReplyAfterManyOrders holds that the first reply that a process handles makes at most 10 calls, and leads to the newest order,
// when 2,000 orders of 30 days wrote to the number; the same for a number that none wrote to.
func TestFirstReplyAfterManyOrders(t *testing.T) {
	together(t, 100*money.Credit, func(j *joined) {
		to := numbers(0, 3)
		first, plan := j.order(wish("groupId", j.collection(to)))
		j.plan(plan)
		j.send()
		rows, planned := j.rowsOf(order.Key(first).PK), j.rowsOf("RINDEX#new")
		if len(planned) != 1 {
			t.Fatalf("%d planned segments", len(planned))
		}
		for i := range 2000 {
			j.sleep(20 * time.Minute) // 28 days
			j.repeat(rows, planned[0])
			if i%37 == 0 {
				if err := j.calm().MergeIndex(j.ctx); err != nil {
					t.Fatal(err)
				}
			}
		}
		for _, n := range []uint64{to[1], 5511911111111} {
			room := j.calm()
			j.meter.Take()
			words := []map[string]any{{"f": fmt.Sprint(n), "s": "stop", "t": time.Now().UnixMilli(), "x": "STOP", "k": "text", "i": "wamid",
				"v": "whatsapp"}}
			if err := room.HandleInbound(j.ctx, queue.New(dispatch.TaskInbound, "", words)); err != nil {
				t.Fatal(err)
			}
			used := j.meter.Take()
			t.Logf("%d: %+v", n, used)
			if used.Calls > 10 {
				t.Errorf("%d calls, want at most 10", used.Calls)
			}
			owners, err := room.Suppressed.Owner(j.ctx, n)
			if err != nil {
				t.Fatal(err)
			}
			if known := slices.Contains(to, n); known != (len(owners) == 1 && owners[0].Tenant == customer) {
				t.Errorf("held for %+v", owners)
			}
		}
	})
}
