package dispatch_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"herald/internal/ordertest"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/dispatch/receipt"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/money"
)

// Receipts with references of another system, of any length and content, delay none of ours.
func TestForeignReceiptsDelayNoOthers(t *testing.T) {
	ordertest.RunModules(t, 100*money.Credit, func(j *ordertest.Modules) {
		j.Control("webhooks", `{"drop":1}`)
		id, plan := j.Submit(ordertest.OrderBody("groupId", j.Collection(ordertest.Numbers(0, 1))))
		j.Plan(plan)
		j.Send()
		ours := chunkrow.Reference{Order: id, Gen: 1, Sent: time.Now().Unix()}.String()
		nobody := chunkrow.Reference{Order: "01JD00000000000000000N0NE0", Gen: 1, Sent: time.Now().Unix()}.String()
		all := []ordertest.Receipt{{Ref: nobody, ID: "w0", Status: "sent"}}
		for range 800 {
			all = append(all, ordertest.Receipt{Ref: strings.Repeat("é\x00", 700), ID: strings.Repeat("w", 2000), Status: "read"},
				ordertest.Receipt{Ref: "another-system", ID: "w", Status: "sent"})
		}
		j.Webhook(append(all, ordertest.Receipt{Ref: ours, ID: "w1", Status: "delivered"})...)
		j.Receive()
		if c := j.MustCall("customer", "GET", "/gc/groupsendorder/"+id, nil)["counts"].(map[string]any); c["arrived"] != 1.0 {
			t.Error(c)
		}
	})
}

// After the settlement a receipt shows within ten minutes, however late it is.
func TestReceiptsAfterTheSettlementShowSoon(t *testing.T) {
	ordertest.RunModules(t, 100*money.Credit, func(j *ordertest.Modules) {
		id, ours := j.OrderWithoutReceipts()
		time.Sleep(50 * time.Hour)
		if err := j.Service.Engine.Flow.Settlement().Settle(j.Context, id); err != nil || !j.Order(id).Settled {
			t.Fatal(err)
		}
		before, _ := j.Balance()
		j.Webhook(ordertest.Receipt{Ref: ours, ID: "w1", Status: "read"})
		if took := j.Receive(); took > 10*time.Minute {
			t.Errorf("it took %s", took)
		}
		c := j.MustCall("customer", "GET", "/gc/groupsendorder/"+id, nil)["counts"].(map[string]any)
		if after, _ := j.Balance(); c["read"] != 1.0 || after != before {
			t.Errorf("%v, %s → %s", c, before, after)
		}
	})
}

// One that was on its way when the order was settled is seen at the next stop, wherever it was.
func TestReceiptsUnderWayAtTheSettlementShowSoon(t *testing.T) {
	for _, offset := range []time.Duration{0, time.Second, 4 * time.Minute, 539 * time.Second} {
		ordertest.RunModules(t, 100*money.Credit, func(j *ordertest.Modules) {
			id, ours := j.OrderWithoutReceipts()
			time.Sleep(50*time.Hour + offset)
			j.Webhook(ordertest.Receipt{Ref: ours, ID: "w1", Status: "read"})
			for _, m := range j.Queue.Take(receipt.ReceiptQueue) { // it is put off
				if err := ordertest.Handle(j.Service, j.Context, receipt.ReceiptQueue, m); err != nil {
					t.Fatal(err)
				}
			}
			if err := j.Service.Engine.Flow.Settlement().Settle(j.Context, id); err != nil || !j.Order(id).Settled {
				t.Fatal(err)
			}
			took := j.Receive()
			if c := j.MustCall("customer", "GET", "/gc/groupsendorder/"+id, nil)["counts"].(map[string]any); c["read"] != 1.0 ||
				took > 10*time.Minute ||
				took == 0 {
				t.Errorf("%s past: it took %s, %v", offset, took, c)
			}
		})
	}
}

// A receipt that came before a recipient in doubt is given up counts, wherever it waits for others. The order ends with its one recipient.
func TestAReceiptInTimeIsCharged(t *testing.T) {
	const final = 25 * time.Minute
	for _, before := range []time.Duration{10 * time.Second, time.Minute, 6 * time.Minute, 7 * time.Minute, 12 * time.Minute, 24 * time.Minute} {
		ordertest.RunModules(t, 100*money.Credit, func(j *ordertest.Modules) {
			id, ours := j.OrderInDoubt()
			sent := time.Now()
			time.Sleep(final - before)
			j.Webhook(ordertest.Receipt{Ref: ours, ID: "w1", Status: "delivered"})
			j.ReceiveUntil(time.Now().Add(before))
			time.Sleep(time.Until(sent.Add(final)))
			if err := j.Service.Engine.Flow.Settlement().Settle(j.Context, id); err != nil || !j.Order(id).Settled {
				t.Fatal(err)
			}
			if o := j.Order(id); o.Counts["arrived"] != 1 || o.Paid != 1 {
				t.Errorf("%s before: %v, %d charged", before, o.Counts, o.Paid)
			}
		})
	}
}

// The last receipt of an order is read while its sender is active, and written when the sender is done. Its writer
// requests the settlement at once, not the tick a minute later.
func TestAReceiptBesideTheEndOfSendingSettles(t *testing.T) {
	ordertest.RunModules(t, 100*money.Credit, func(j *ordertest.Modules) {
		j.Control("webhooks", `{"drop":1}`)
		id, plan := j.Submit(ordertest.OrderBody("groupId", j.Collection(ordertest.Numbers(0, 1))))
		j.Plan(plan)
		j.Webhook(ordertest.Receipt{Ref: chunkrow.Reference{Order: id, Gen: 1, Sent: time.Now().Unix()}.String(), ID: "w1", Status: "delivered"})
		j.FaultyDB.BeforeWrite = map[string]func(){"P#1#00000": j.Send}
		j.Receive()
		if o := j.Order(id); o.Status != order.Settling || o.Settled {
			t.Fatalf("state %d before anybody asked, settled %v", o.Status, o.Settled)
		}
		for _, m := range j.Queue.Take(order.JobQueue) {
			if err := ordertest.Handle(j.Service, j.Context, order.JobQueue, m); err != nil {
				t.Fatal(err)
			}
		}
		if o := j.Order(id); !o.Settled {
			t.Errorf("nobody asked for the settlement: state %d", o.Status)
		}
	})
}

// A receipt from before its own message was sent tells that it came, and no time but that of the sending.
func TestAReceiptFromBeforeItsMessage(t *testing.T) {
	ordertest.RunModules(t, 100*money.Credit, func(j *ordertest.Modules) {
		j.Control("webhooks", `{"drop":1}`)
		id, plan := j.Submit(ordertest.OrderBody("groupId", j.Collection(ordertest.Numbers(0, 1))))
		j.Plan(plan)
		j.Send()
		sent := time.Now()
		ours := chunkrow.Reference{Order: id, Gen: 1, Sent: sent.Unix()}.String()
		j.WebhookAt(900_000_000, ordertest.Receipt{Ref: ours, ID: "w1", Status: "delivered"},
			ordertest.Receipt{Ref: ours, ID: "w1", Status: "read"})
		j.Receive()
		rows := j.MustCall("customer", "GET", ordertest.OrdersPath+"/"+id+"/targets/page", nil)["records"].([]any)
		one := rows[0].(map[string]any)
		for _, field := range []string{"sentTime", "arrivedTime", "readTime"} {
			if at, err := time.Parse(time.RFC3339, fmt.Sprint(one[field])); err != nil || sent.Sub(at).Abs() > time.Minute {
				j.T.Errorf("%s: %v", field, one)
			}
		}
	})
}
