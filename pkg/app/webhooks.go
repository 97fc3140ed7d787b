package app

import (
	"herald/pkg/campaign/call"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/groupbuild"
	"herald/pkg/campaign/inbox"
	"herald/pkg/campaign/sender"
	"herald/pkg/campaign/template"
	"herald/pkg/campaign/webhook"
)

// Webhooks dispatch the events of providers' callbacks. Every kind of event has its receivers here, in the order in
// which the events of a call are handled. The inbox takes the receipts of its replies before sending sees the rest.
func (e *Env) Webhooks() *webhook.Router {
	engine := e.Pipeline().Engine
	return &webhook.Router{Accounts: engine.Senders, Receivers: []webhook.Receiver{
		dispatch.InboundReceiver{Engine: engine},
		inbox.ReceiptReceiver{Queues: e.Queues},
		template.EventReceiver{Queues: e.Queues},
		groupbuild.EventReceiver{Queues: e.Queues},
		sender.EventReceiver{Queues: e.Queues},
		call.EndReceiver{Queues: e.Queues},
		dispatch.ReceiptReceiver{Engine: engine},
	}}
}

// replyReceivers take recipients' replies, once the orders that they answer are known.
func (e *Env) replyReceivers() []dispatch.ReplyReceiver {
	return []dispatch.ReplyReceiver{inbox.ReplyReceiver{Queues: e.Queues}}
}
