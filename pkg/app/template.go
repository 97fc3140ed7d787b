package app

import "herald/pkg/campaign/template"

// template is the module of message templates; what it says about one it says to the orders that send it.
func (e *Env) template() *template.Service {
	flow := e.pipeline()
	return &template.Service{DB: e.DB, Files: e.upload(), Settings: e.settings(), Notices: e.teller(), Queues: e.Queues, Senders: flow.Senders,
		Now: e.Now, NewID: e.newID, Log: e.Log,
		Text: e.text, Texts: e.ownParts().texts(), Customer: e.tenant, PauseOrders: flow.PauseTemplate, Ordered: flow.Ordered}
}
