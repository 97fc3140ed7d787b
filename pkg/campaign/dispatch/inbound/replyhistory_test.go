package inbound_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"herald/internal/ordertest"
	"herald/pkg/campaign/dispatch/inbound"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/money"
	"herald/pkg/kit/queue"
)

// TestFirstReplyAfterManyOrders holds that the first reply that a process handles makes at most 10 calls, and leads to the newest order,
// when 2,000 orders of 30 days wrote to the number; the same for a number that none wrote to.
func TestFirstReplyAfterManyOrders(t *testing.T) {
	ordertest.RunModules(t, 100*money.Credit, func(j *ordertest.Modules) {
		to := ordertest.Numbers(0, 3)
		first, plan := j.Submit(ordertest.OrderBody("groupId", j.Collection(to)))
		j.Plan(plan)
		j.Send()
		rows, planned := j.RowsOf(order.Key(first).PK), j.RowsOf("RINDEX#new")
		if len(planned) != 1 {
			t.Fatalf("%d planned segments", len(planned))
		}
		for i := range 2000 {
			j.Sleep(20 * time.Minute) // 28 days
			j.RepeatRows(rows, planned[0])
			if i%37 == 0 {
				if err := j.Reliable().Engine.Index().Merge(j.Context); err != nil {
					t.Fatal(err)
				}
			}
		}
		for _, n := range []uint64{to[1], 5511911111111} {
			room := j.Reliable()
			j.Meter.Take()
			words := []map[string]any{{"f": fmt.Sprint(n), "s": "stop", "t": time.Now().UnixMilli(), "x": "STOP", "k": "text", "i": "wamid",
				"v": "whatsapp"}}
			if err := room.Engine.Inbound().HandleInbound(j.Context, queue.New(inbound.TaskInbound, "", words)); err != nil {
				t.Fatal(err)
			}
			used := j.Meter.Take()
			t.Logf("%d: %+v", n, used)
			if used.Calls > 10 {
				t.Errorf("%d calls, want at most 10", used.Calls)
			}
			owners, err := room.Engine.Suppressed.Owner(j.Context, n)
			if err != nil {
				t.Fatal(err)
			}
			if known := slices.Contains(to, n); known != (len(owners) == 1 && owners[0].Tenant == ordertest.CustomerID) {
				t.Errorf("held for %+v", owners)
			}
		}
	})
}
