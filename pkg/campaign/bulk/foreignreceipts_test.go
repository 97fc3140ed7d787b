package bulk_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/money"
	"herald/pkg/provider"
)

type receipt struct{ ref, id, status string }

// webhook puts receipts on the queue as the hook does.
func (j *joined) webhook(all ...receipt) {
	j.t.Helper()
	j.webhookAt(time.Now().Unix(), all...)
}

// webhookAt says when it was, too.
func (j *joined) webhookAt(at int64, all ...receipt) {
	j.t.Helper()
	var statuses []any
	for _, r := range all {
		statuses = append(statuses, map[string]any{"id": r.id, "biz_opaque_callback_data": r.ref, "status": r.status,
			"timestamp": fmt.Sprint(at)})
	}
	body, err := json.Marshal(map[string]any{"object": "whatsapp_business_account",
		"entry": []any{map[string]any{"changes": []any{map[string]any{"field": "messages",
			"value": map[string]any{"statuses": statuses}}}}}})
	if err == nil {
		err = j.room.Accept(j.ctx, j.room.Senders.Webhook("whatsapp"), &provider.Callback{Body: body})
	}
	if err != nil {
		j.t.Fatal(err)
	}
}

// receive carries out what lies on the queue of receipts, each message after its delay, and gives how long it took.
func (j *joined) receive() time.Duration {
	j.t.Helper()
	began := time.Now()
	for batch := j.q.take(dispatch.ReceiptQueue); len(batch) > 0; batch = j.q.take(dispatch.ReceiptQueue) {
		wait := time.Duration(0)
		for _, m := range batch {
			wait = max(wait, m.Delay)
		}
		time.Sleep(wait)
		if failed, err := j.room.Receipts(j.ctx, batch); err != nil || len(failed) > 0 {
			j.t.Fatal(failed, err)
		}
	}
	return time.Since(began)
}

// Receipts with references of another system, of any length and content, delay none of ours.
func TestForeignReceiptsHoldUpNobody(t *testing.T) {
	together(t, 100*money.Credit, func(j *joined) {
		j.control("webhooks", `{"drop":1}`)
		id, plan := j.order(wish("groupId", j.collection(numbers(0, 1))))
		j.plan(plan)
		j.send()
		ours := dispatch.Reference{Order: id, Gen: 1, Sent: time.Now().Unix()}.String()
		nobody := dispatch.Reference{Order: "01JD00000000000000000N0NE0", Gen: 1, Sent: time.Now().Unix()}.String()
		all := []receipt{{nobody, "w0", "sent"}}
		for range 800 {
			all = append(all, receipt{strings.Repeat("é\x00", 700), strings.Repeat("w", 2000), "read"}, receipt{"another-system", "w", "sent"})
		}
		j.webhook(append(all, receipt{ours, "w1", "delivered"})...)
		j.receive()
		if c := j.ok("customer", "GET", "/gc/groupsendorder/"+id, nil)["counts"].(map[string]any); c["arrived"] != 1.0 {
			t.Error(c)
		}
	})
}

// unheard returns an order that was sent to one recipient without any receipt, and the reference of the message.
// Receipts wait as in production.
func (j *joined) unheard() (id, reference string) {
	j.t.Helper()
	j.control("webhooks", `{"drop":1}`)
	id, plan := j.order(wish("groupId", j.collection(numbers(0, 1))))
	j.plan(plan)
	j.send()
	if err := j.room.Settings.Set(j.ctx, "receipt.window.seconds", "5", "admin"); err != nil {
		j.t.Fatal(err)
	}
	return id, dispatch.Reference{Order: id, Gen: 1, Sent: time.Now().Unix()}.String()
}

// After the settlement a receipt shows within ten minutes, however late it is.
func TestReceiptsAfterTheSettlementShowSoon(t *testing.T) {
	together(t, 100*money.Credit, func(j *joined) {
		id, ours := j.unheard()
		time.Sleep(50 * time.Hour)
		if err := j.room.Settle(j.ctx, id); err != nil || !j.get(id).Settled {
			t.Fatal(err)
		}
		before, _ := j.balance()
		j.webhook(receipt{ours, "w1", "read"})
		if took := j.receive(); took > 10*time.Minute {
			t.Errorf("it took %s", took)
		}
		c := j.ok("customer", "GET", "/gc/groupsendorder/"+id, nil)["counts"].(map[string]any)
		if after, _ := j.balance(); c["read"] != 1.0 || after != before {
			t.Errorf("%v, %s → %s", c, before, after)
		}
	})
}

// One that was on its way when the order was settled is seen at the next stop, wherever it was.
func TestReceiptsUnderWayAtTheSettlementShowSoon(t *testing.T) {
	for _, offset := range []time.Duration{0, time.Second, 4 * time.Minute, 539 * time.Second} {
		together(t, 100*money.Credit, func(j *joined) {
			id, ours := j.unheard()
			time.Sleep(50*time.Hour + offset)
			j.webhook(receipt{ours, "w1", "read"})
			for _, m := range j.q.take(dispatch.ReceiptQueue) { // it is put off
				if err := handle(j.room, j.ctx, dispatch.ReceiptQueue, m); err != nil {
					t.Fatal(err)
				}
			}
			if err := j.room.Settle(j.ctx, id); err != nil || !j.get(id).Settled {
				t.Fatal(err)
			}
			took := j.receive()
			if c := j.ok("customer", "GET", "/gc/groupsendorder/"+id, nil)["counts"].(map[string]any); c["read"] != 1.0 || took > 10*time.Minute ||
				took == 0 {
				t.Errorf("%s past: it took %s, %v", offset, took, c)
			}
		})
	}
}

// The last receipt of an order is read while its sender is active, and written when the sender is done. Its writer
// requests the settlement at once, not the tick a minute later.
func TestAReceiptBesideTheEndOfSendingSettles(t *testing.T) {
	together(t, 100*money.Credit, func(j *joined) {
		j.control("webhooks", `{"drop":1}`)
		id, plan := j.order(wish("groupId", j.collection(numbers(0, 1))))
		j.plan(plan)
		j.webhook(receipt{dispatch.Reference{Order: id, Gen: 1, Sent: time.Now().Unix()}.String(), "w1", "delivered"})
		j.sick.first = map[string]func(){"P#1#00000": j.send}
		j.receive()
		if o := j.get(id); o.Status != order.Settling || o.Settled {
			t.Fatalf("state %d before anybody asked, settled %v", o.Status, o.Settled)
		}
		for _, m := range j.q.take(order.JobQueue) {
			if err := handle(j.room, j.ctx, order.JobQueue, m); err != nil {
				t.Fatal(err)
			}
		}
		if o := j.get(id); !o.Settled {
			t.Errorf("nobody asked for the settlement: state %d", o.Status)
		}
	})
}

// A receipt from before its own message was sent tells that it came, and no time but that of the sending.
func TestAReceiptFromBeforeItsMessage(t *testing.T) {
	together(t, 100*money.Credit, func(j *joined) {
		j.control("webhooks", `{"drop":1}`)
		id, plan := j.order(wish("groupId", j.collection(numbers(0, 1))))
		j.plan(plan)
		j.send()
		sent := time.Now()
		ours := dispatch.Reference{Order: id, Gen: 1, Sent: sent.Unix()}.String()
		j.webhookAt(900_000_000, receipt{ours, "w1", "delivered"}, receipt{ours, "w1", "read"})
		j.receive()
		rows := j.ok("customer", "GET", orders+"/"+id+"/targets/page", nil)["records"].([]any)
		one := rows[0].(map[string]any)
		for _, field := range []string{"sentTime", "arrivedTime", "readTime"} {
			if at, err := time.Parse(time.RFC3339, fmt.Sprint(one[field])); err != nil || sent.Sub(at).Abs() > time.Minute {
				j.t.Errorf("%s: %v", field, one)
			}
		}
	})
}
