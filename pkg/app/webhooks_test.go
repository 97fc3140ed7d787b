package app_test

import (
	"context"
	"reflect"
	"slices"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/webhook"
	"herald/pkg/kit/id"
	"herald/pkg/provider"
)

// events are a call with one event of each kind, by the field of provider.Events.
var events = map[string]provider.Events{
	"Receipts": {Receipts: []provider.Receipt{{State: provider.ReceiptArrived, At: time.Unix(1, 0),
		Reference: chunkrow.Reference{Order: id.Floor(time.Unix(1, 0)), Gen: 1, Sent: 1}.String()}}},
	"Actions": {Actions: []provider.Interaction{{At: time.Unix(2, 0),
		Reference: chunkrow.Reference{Order: id.Floor(time.Unix(1, 0)), Gen: 1, Sent: 1}.String()}}},
	"Inbound":   {Inbound: []provider.Inbound{{From: "5511987650000", Kind: "text", Text: "hello", ID: "1", At: time.Unix(1, 0)}}},
	"Users":     {Users: []provider.User{{ID: "u", Number: "5511987650000"}}},
	"Templates": {Templates: []provider.TemplateEvent{{}}},
	"Senders":   {Senders: []provider.SenderEvent{{Sender: "1"}}},
	"Groups":    {Groups: []provider.GroupEvent{{Reference: "r"}}},
	"Ended": {Ended: []provider.CallEnded{{ProviderID: "CA1",
		Reference: chunkrow.Reference{Order: id.Floor(time.Unix(1, 0)), Gen: 1, Sent: 1}.String()}}},
}

// Every kind of event that a provider reports has a receiver, which queues it. A new list in provider.Events needs a
// kind in pkg/campaign/webhook and a receiver in Env.Webhooks.
func TestEveryEventHasAReceiver(t *testing.T) {
	k := testkit.Memory(t)
	router := apptest.NewApp(k).Webhooks()
	var received []webhook.Kind
	for _, r := range router.Receivers {
		received = append(received, r.Kinds()...)
	}
	from := router.Accounts.For("whatsapp")
	all := reflect.TypeFor[provider.Events]()
	for i := range all.NumField() {
		f := all.Field(i)
		if f.Type.Kind() != reflect.Slice {
			continue
		}
		call, ok := events[f.Name]
		kinds := webhook.Kinds(&call)
		if !ok || len(kinds) != 1 {
			t.Errorf("a call with %s has the kinds %v", f.Name, kinds)
			continue
		}
		if !slices.Contains(received, kinds[0]) {
			t.Errorf("no receiver handles %s", kinds[0])
		}
		k.Sent.Take()
		if err := router.Dispatch(context.Background(), from, &call); err != nil {
			t.Errorf("%s: %v", kinds[0], err)
		}
		if len(k.Sent.Take()) == 0 {
			t.Errorf("nothing was queued for %s", kinds[0])
		}
	}
}

// A recipient's reply has a receiver too.
func TestRepliesHaveAReceiver(t *testing.T) {
	if e := apptest.NewApp(testkit.Memory(t)); len(e.Pipeline().Engine.Replies) == 0 {
		t.Error("no receiver for recipients' replies")
	}
}

// Events without a receiver are an error, so that the provider repeats the call.
func TestEventsWithoutAReceiver(t *testing.T) {
	router := apptest.NewApp(testkit.Memory(t)).Webhooks()
	router.Receivers = slices.DeleteFunc(router.Receivers, func(r webhook.Receiver) bool { return slices.Contains(r.Kinds(), webhook.Groups) })
	call := events["Groups"]
	if router.Dispatch(context.Background(), router.Accounts.For("whatsapp"), &call) == nil {
		t.Error("group events without a receiver were accepted")
	}
}
