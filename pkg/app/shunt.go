package app

import (
	"herald/pkg/app/manifest"
	"herald/pkg/campaign/shunt"
	"herald/pkg/campaign/shunt/click"
	"herald/pkg/campaign/shunt/redirect"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/web"
)

// ShuntLinks is the module of shunting links.
func ShuntLinks(e *Env) *shunt.Service {
	return &shunt.Service{DB: e.DB, Clicks: &click.Reader{DB: e.DB, Now: e.Now}, Contacts: e.Contacts(), Settings: e.Settings(),
		Texts: e.ownParts().texts(), Public: e.Config.PublicURL, Now: e.Now, NewID: e.NewID, NewCode: shunt.NewCode, Customer: e.tenant,
		Domains: MailDomains(e)}
}

// Redirects serves shunting links and the forms of sales channels, outside of /api.
func Redirects(e *Env, a *web.API) {
	hosts := &redirect.Hosts{Header: manifest.HostHeader, Domains: MailDomains(e), Public: e.Config.PublicURL, Now: e.Now, Log: e.Log}
	owners := &redirect.Owners{DB: e.DB, Now: e.Now, Log: e.Log}
	(&redirect.Service{DB: e.DB, Queues: e.Queues, Texts: e.ownParts().texts(), Public: e.Config.PublicURL, Keys: e.Config.LinkKeys,
		Now: e.Now, Log: e.Log, Hosts: hosts, Owners: owners, Domains: hosts.Domains}).Routes(a)
	f := forms(e)
	f.Foreign, f.Origin, f.Deleted = hosts.Foreign, hosts.Origin, owners.Deleted
	f.Routes(a)
}

// ClickTasks count the clicks of shunting links, and keep the visitors of sales channels.
func ClickTasks(e *Env) queue.BatchHandler {
	return (&click.Service{DB: e.DB, Now: e.Now, Log: e.Log, Tell: channelVisits(e)}).HandleBatch
}
