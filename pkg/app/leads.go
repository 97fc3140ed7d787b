package app

import (
	"context"
	"time"

	"herald/pkg/audience/lead"
	"herald/pkg/audience/lead/form"
	"herald/pkg/audience/saleschannel"
	"herald/pkg/audience/visitor"
	"herald/pkg/campaign/dispatch/inbound"
	"herald/pkg/campaign/shunt"
	"herald/pkg/campaign/shunt/click"
	"herald/pkg/kit/queue"
)

// SalesChannels is the module of sales channels.
func SalesChannels(e *Env) *saleschannel.Service {
	return &saleschannel.Service{DB: e.DB, Settings: e.Settings(), Users: e.Users(), Public: e.Config.PublicURL, Now: e.Now, NewID: e.NewID,
		NewCode: shunt.NewCode, Customer: e.tenant, Hosts: MailDomains(e).LinkHosts, Refer: ShuntLinks(e).Refer, Release: ShuntLinks(e).Release}
}

// Leads is the module of leads.
func Leads(e *Env) *lead.Service {
	return &lead.Service{DB: e.DB, Settings: e.Settings(), Customers: e.Customers(), Ledger: e.Ledger(), Notices: e.Notifier(), Now: e.Now,
		NewID: e.NewID, Assignee: e.assignee, Log: e.Log}
}

// Channel is where customers come from, sales channels, visitors and leads; and the numbers that they order.
func Channel(e *Env) Modules {
	return append(Modules{{"saleschannel", SalesChannels(e)}, {"visitor", &visitor.Service{DB: e.DB, Channels: SalesChannels(e), Now: e.Now}},
		{"lead", Leads(e)}, {"resource", resourceService(e)}}, e.kindModules("channel")...)
}

// forms are the public forms of sales channels, outside of /api.
func forms(e *Env) *form.Service {
	return &form.Service{DB: e.DB, Leads: Leads(e), Visits: visits(e), Settings: e.Settings(), Texts: e.ownParts().texts(),
		Public: e.Config.PublicURL, Keys: e.Config.LinkKeys, Now: e.Now, NewID: e.IDs.Next, Log: e.Log}
}

func visits(e *Env) *visitor.Recorder { return &visitor.Recorder{DB: e.DB, Settings: e.Settings()} }

// channelVisits keeps the visitors that shunting links of sales channels brought.
func channelVisits(e *Env) func(ctx context.Context, events []click.Event) error {
	return func(ctx context.Context, events []click.Event) error {
		var all []visitor.Visit
		for _, v := range events {
			if v.Channel != "" {
				all = append(all, visitor.Visit{Tenant: v.Tenant, Channel: v.Channel, Visitor: v.Visitor, At: time.Unix(v.At, 0), Country: v.Country,
					Link: v.Link, Params: v.Params})
			}
		}
		if len(all) == 0 {
			return nil
		}
		return visits(e).Record(ctx, all)
	}
}

// leadReplies queues recipients' messages that refer to a sales channel.
type leadReplies struct{ queues queue.Queues }

// ReceiveReplies queues the replies for the module of leads.
func (r leadReplies) ReceiveReplies(ctx context.Context, replies []inbound.Reply) error {
	var all []lead.Message
	for _, a := range replies {
		if m, ok := lead.Referring(lead.Message{ID: a.ID, Number: a.Number, Text: a.Text, At: a.At.UnixMilli()}); ok && a.Kind == "text" {
			all = append(all, m)
		}
	}
	if len(all) == 0 {
		return nil
	}
	return lead.PostMessages(ctx, r.queues, all)
}

var _ inbound.ReplyReceiver = leadReplies{}
