package app

import "herald/pkg/campaign/template"

// template is the room of message templates; what it says about one it says to the orders that send it.
func (e *Env) template() *template.Room {
	flow := e.pipeline()
	return &template.Room{DB: e.DB, Files: e.upload(), Settings: e.settings(), Notices: e.teller(), Queues: e.Queues, Senders: flow.Senders, Now: e.Now, NewID: e.newID, Log: e.Log,
		Text: e.text, Texts: e.parts().texts(), Customer: e.tenant, PauseOrders: flow.PauseTemplate, Ordered: flow.Ordered}
}
