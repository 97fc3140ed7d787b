package app

import (
	"slices"
	"strings"

	"herald/pkg/app/manifest"
	"herald/pkg/campaign/dispatch/inbound"
	"herald/pkg/campaign/dispatch/receipt"
	"herald/pkg/campaign/emaillink/linkactivity"
	"herald/pkg/campaign/groupbuild"
	"herald/pkg/campaign/inbox"
	"herald/pkg/campaign/orderkind"
	"herald/pkg/campaign/sender"
	"herald/pkg/campaign/template"
	"herald/pkg/campaign/webhook"
)

// Webhooks dispatch the events of providers' callbacks. Every kind of event has its receivers here, those of the order
// kinds among them, in the order in which the events of a call are handled. The inbox takes the receipts of its replies
// before sending sees the rest.
func (e *Env) Webhooks() *webhook.Router {
	engine := e.Pipeline().Engine
	receivers := []webhook.Receiver{
		inbound.Receiver{Inbound: engine.Inbound()},
		inbox.ReceiptReceiver{Queues: e.Queues},
		template.EventReceiver{Queues: e.Queues},
		groupbuild.EventReceiver{Queues: e.Queues},
		sender.EventReceiver{Queues: e.Queues},
		linkactivity.Receiver{Queues: e.Queues, Window: e.setting("receipt.window.seconds"), Now: e.Now},
	}
	for _, k := range e.kinds() {
		if r, ok := k.made.(orderkind.EventReceiver); ok {
			receivers = append(receivers, r.EventReceivers()...)
		}
	}
	return &webhook.Router{Accounts: engine.Senders, Hooks: hooks(),
		Receivers: append(receivers, receipt.Receiver{Receipts: engine.Receipts()})}
}

// hooks are the names of the webhooks that senders may have, whether configured or not: staff may add an account while this runs.
func hooks() (names []string) {
	for _, a := range manifest.Adapters() {
		for _, w := range a.Webhooks {
			if name, ok := strings.CutPrefix(w.Path, "/hook/"); ok && slices.Contains(a.Capabilities, "messages") &&
				!strings.Contains(name, "/") {
				names = append(names, name)
			}
		}
	}
	return names
}

// replyReceivers take recipients' replies, once the orders that they answer are known.
func (e *Env) replyReceivers() []inbound.ReplyReceiver {
	return []inbound.ReplyReceiver{inbox.ReplyReceiver{Queues: e.Queues}, leadReplies{e.Queues}}
}
