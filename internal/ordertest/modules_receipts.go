package ordertest

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"time"

	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/dispatch/inbound"
	"herald/pkg/campaign/dispatch/receipt"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/webhook"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// Receipt is a delivery report of the provider.
type Receipt struct{ Ref, ID, Status string }

// Webhook queues receipts as the webhook handler does.
func (j *Modules) Webhook(all ...Receipt) {
	j.T.Helper()
	j.WebhookAt(time.Now().Unix(), all...)
}

// WebhookAt queues receipts of a time.
func (j *Modules) WebhookAt(at int64, all ...Receipt) {
	j.T.Helper()
	var statuses []any
	for _, r := range all {
		statuses = append(statuses, map[string]any{"id": r.ID, "biz_opaque_callback_data": r.Ref, "status": r.Status,
			"timestamp": fmt.Sprint(at)})
	}
	body, err := json.Marshal(map[string]any{"object": "whatsapp_business_account",
		"entry": []any{map[string]any{"changes": []any{map[string]any{"field": "messages",
			"value": map[string]any{"statuses": statuses}}}}}})
	if err == nil {
		err = Webhooks(j.Service.Engine).Accept(j.Context, j.Service.Engine.Senders.Webhook("whatsapp"), &provider.Callback{Body: body})
	}
	if err != nil {
		j.T.Fatal(err)
	}
}

// Receive handles the queued receipts, each after its delay, and returns how long that took.
func (j *Modules) Receive() time.Duration {
	j.T.Helper()
	began := time.Now()
	j.ReceiveUntil(began.Add(365 * 24 * time.Hour))
	return time.Since(began)
}

// ReceiveUntil handles the queued receipts that come before an end, each after its delay, and lets time pass up to the end.
func (j *Modules) ReceiveUntil(end time.Time) {
	j.T.Helper()
	for batch := j.Queue.Take(receipt.ReceiptQueue); len(batch) > 0; batch = j.Queue.Take(receipt.ReceiptQueue) {
		wait := time.Duration(0)
		for _, m := range batch {
			wait = max(wait, m.Delay)
		}
		if wait > time.Until(end) {
			time.Sleep(time.Until(end))
			return
		}
		time.Sleep(wait)
		if failed, err := j.Service.Engine.Receipts().HandleBatch(j.Context, batch); err != nil || len(failed) > 0 {
			j.T.Fatal(failed, err)
		}
	}
}

// OrderWithoutReceipts sends an order to one recipient without a receipt, and returns its id and the reference of the message.
// Receipts are collected as the shipped settings say.
func (j *Modules) OrderWithoutReceipts() (id, reference string) {
	j.T.Helper()
	j.Control("webhooks", `{"drop":1}`)
	id, plan := j.Submit(OrderBody("groupId", j.Collection(Numbers(0, 1))))
	j.Plan(plan)
	j.Send()
	if err := j.Service.Engine.Flow.Settings.Set(j.Context, "receipt.window.seconds", "5", "admin"); err != nil {
		j.T.Fatal(err)
	}
	return id, chunkrow.Reference{Order: id, Gen: 1, Sent: time.Now().Unix()}.String()
}

// OrderInDoubt is like OrderWithoutReceipts, and the provider's answer was lost.
func (j *Modules) OrderInDoubt() (id, reference string) {
	j.T.Helper()
	j.Control("script", `{"rules":[{"suffix":"","outcome":"cut_after_accept"}]}`)
	return j.OrderWithoutReceipts()
}

// RowsOf returns the rows of a partition.
func (j *Modules) RowsOf(pk string) []store.Item {
	j.T.Helper()
	rows, err := store.Collect(store.Rows(j.Context, j.DB, store.Query{Table: "campaign", PK: pk}))
	if err != nil {
		j.T.Fatal(err)
	}
	return rows
}

// RepeatRows writes the rows of a sent order again under another id, with the planned segment that names its chunks.
func (j *Modules) RepeatRows(rows []store.Item, segment store.Item) {
	j.T.Helper()
	id, now := j.ids.Next(), time.Now().Unix()
	var ops []store.Op
	add := func(it store.Item, pk, sk string, set map[string]any) {
		k := store.Key{Table: "campaign", PK: pk, SK: sk}
		put, err := store.Encode(k, set)
		if err != nil {
			j.T.Fatal(err)
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
	if err := j.DB.WriteAll(j.Context, ops); err != nil {
		j.T.Fatal(err)
	}
}

// Webhooks dispatch the events of callbacks to an engine that sends.
func Webhooks(e *dispatch.Engine) *webhook.Router {
	return &webhook.Router{Accounts: e.Senders, Hooks: e.Senders.Webhooks(), Receivers: []webhook.Receiver{
		inbound.Receiver{Inbound: e.Inbound()}, receipt.Receiver{Receipts: e.Receipts()}}}
}
