package sender

import (
	"context"
	"time"

	"herald/pkg/provider"
)

// Provider is a provider of the deployment as staff see it: which account, and what it can do. None of its keys is shown.
type Provider struct {
	ID         string    `json:"id"`
	Channel    string    `json:"channel" enum:"whatsapp,sms,voice,email,group,payment"`
	Provider   string    `json:"provider"`
	Account    string    `json:"account" doc:"Last characters of the number, merchant or account in use."`
	State      string    `json:"state" enum:"on,off" doc:"off: not used by this deployment."`
	Abilities  []string  `json:"abilities" enum:"text,image,video,link,template,call,email,receipts,twoWay,templateOnly,add,mute,promote,greet,inviteOnly,scan,page,refund,close,bills,usd,eur" doc:"What the provider can do."`
	GroupSize  int       `json:"groupSize" doc:"Maximum members of a group. 0: it makes no groups."`
	PerSecond  int       `json:"perSecond" doc:"Messages, or requests about groups, a second. 0: unknown."`
	CreateTime time.Time `json:"createTime" doc:"Same for all rows: providers come from the configuration."`
}

// Payments is a provider of payments in the deployment's configuration.
type Payments struct {
	Profile provider.PaymentProfile
	Account string
	Used    bool
}

// shownEnd is how much of an account is shown.
const shownEnd = 4

// masked is an account of which only the end is shown.
func masked(account string) string {
	if len(account) <= shownEnd {
		return account
	}
	return "…" + account[len(account)-shownEnd:]
}

// named gives the names of what holds.
func named(all ...any) (names []string) {
	for i := 0; i < len(all); i += 2 {
		if all[i+1] == true {
			names = append(names, all[i].(string))
		}
	}
	return names
}

func ofMessages(p *provider.Profile) Provider {
	abilities := []string{}
	for _, k := range p.Kinds {
		abilities = append(abilities, string(k))
	}
	abilities = append(abilities, named("receipts", p.ReadReceipts, "twoWay", p.TwoWay, "templateOnly", p.NeedsTemplate)...)
	return Provider{ID: p.Channel + "." + p.Provider + "." + masked(p.Sender), Channel: p.Channel, Provider: p.Provider,
		Account: masked(p.Sender), State: "on", Abilities: abilities, PerSecond: p.PerSecond}
}

func ofGroups(p *provider.Profile) Provider {
	return Provider{ID: "group." + p.Provider + "." + masked(p.Sender), Channel: "group", Provider: p.Provider, Account: masked(p.Sender),
		State: "on", GroupSize: p.GroupSize, PerSecond: p.GroupRate,
		Abilities: append([]string{}, named("add", p.CanAdd, "mute", p.CanMute, "promote", p.CanPromote, "greet", p.GroupGreets, "inviteOnly",
			p.InviteOnly)...)}
}

func ofPayments(p *Payments) Provider {
	out := Provider{ID: "payment." + p.Profile.Provider, Channel: "payment", Provider: p.Profile.Provider, Account: masked(p.Account),
		State: "off", Abilities: []string{}}
	if p.Used {
		out.State = "on"
	}
	for _, way := range p.Profile.Ways {
		out.Abilities = append(out.Abilities, string(way))
	}
	out.Abilities = append(out.Abilities, named("refund", p.Profile.RefundPartial, "close", p.Profile.CanClose, "bills", p.Profile.Bills,
		"usd", p.Profile.Takes("USD"), "eur", p.Profile.Takes("EUR"))...)
	return out
}

// providers are all of the deployment.
func (r *Service) providers(context.Context) ([]Provider, error) {
	out := []Provider{}
	for _, a := range r.Senders.All() {
		p := a.Profile()
		out = append(out, ofMessages(&p))
	}
	for _, p := range r.Groups() {
		out = append(out, ofGroups(&p))
	}
	for _, p := range r.Payments() {
		out = append(out, ofPayments(&p))
	}
	return out, nil
}
