package app

import (
	"herald/pkg/campaign/emailtemplate"
	"herald/pkg/campaign/template"
)

// Templates is the module of message templates; it reports a template's changes to the orders that send it.
func (e *Env) Templates() *template.Service {
	flow := e.Pipeline()
	return &template.Service{DB: e.DB, Files: e.Uploader(), Settings: e.Settings(), Notices: e.Notifier(), Queues: e.Queues,
		Senders: flow.Engine.Senders,
		Now:     e.Now, NewID: e.NewID, Log: e.Log,
		Text: e.Text, Texts: e.ownParts().texts(), Customer: e.tenant, PauseOrders: flow.Engine.Flow.Clearance().PauseTemplate,
		Ordered: flow.Engine.Flow.Clearance().Ordered}
}

// EmailTemplates is the module of email templates. What sanitises and reads HTML is there in functions that store designs.
func EmailTemplates(e *Env) *emailtemplate.Service {
	return &emailtemplate.Service{DB: e.DB, Settings: e.Settings(), Now: e.Now, NewID: e.NewID, Text: e.words, Clean: e.Designs.Clean,
		Import: e.Designs.Import, Customer: e.tenant}
}
