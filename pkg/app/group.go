package app

import (
	"context"

	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/group"
	"herald/pkg/campaign/groupbuild"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/queue"
	"herald/pkg/provider"
	"herald/pkg/provider/partner"
	"herald/pkg/provider/rate"
)

// newGroups is the module of groups on a flow, without contacts, files and staff.
func (e *Env) newGroups(flow func() *order.Flow) *group.Service {
	return group.New(&group.Service{Engine: &groupbuild.Engine{Flow: flow(), Suppressed: e.suppressed(),
		Rates: &rate.Slots{DB: e.DB, Now: e.Now}, Builder: e.groupBuilder, Numbers: e.userNumbers, Wait: e.Wait}, Offers: e.groupOffers})
}

// group is the whole module.
func (e *Env) group() *group.Service {
	e.Pipeline()
	r := e.singletons.building
	r.Contacts, r.Engine.Files, r.Staff = e.Contacts(), e.Uploader(), e.staff()
	return r
}

// groupOffers are the profiles of who makes groups: the partner, where there is one, and the first of our WhatsApp numbers.
func (e *Env) groupOffers() (all []provider.Profile) {
	if e.Config.Partner.Groups != "" {
		all = append(all, partner.GroupProfile())
	}
	return append(all, e.Senders().GroupOffers()...)
}

// groupBuilder makes groups, by its name and the number of the order: another builder has other groups.
func (e *Env) groupBuilder(name, sender string) (provider.GroupBuilder, error) {
	if name == "partner" && e.Config.Partner.Groups != "" {
		return e.groupPartner()
	}
	if a := e.Senders().Sender(sender); a != nil && a.Groups != nil && a.Profile().Provider == name {
		return a.Groups, nil
	}
	return nil, fault.New(fault.Unavailable, 0, "group.nobody")
}

// userNumbers gives the numbers that webhooks showed for user ids of a sender's provider.
func (e *Env) userNumbers(ctx context.Context, sender string, users []string) (map[string]uint64, error) {
	a := e.Senders().Sender(sender)
	if a == nil {
		return nil, nil
	}
	return dispatch.NumbersOf(ctx, e.DB, a.Hook, users)
}

// groupPartner is the partner that makes groups; nil without an error where there is none.
func (e *Env) groupPartner() (*partner.Groups, error) {
	e.singletons.groupPartner.Lock()
	defer e.singletons.groupPartner.Unlock()
	c := e.Config.Partner
	if e.singletons.groupPartner.it != nil || c.Groups == "" {
		return e.singletons.groupPartner.it, nil
	}
	a, err := partner.NewGroups(partner.Config{BaseURL: c.Groups, Token: c.Token, Secrets: c.Secrets,
		NotifyURL: e.Config.PublicURL + "/api/hook/partnergroup", Client: e.outside(), Now: e.Now})
	if err == nil {
		e.singletons.groupPartner.it = a
	}
	return a, err
}

// groupCallbacks hears the partner that makes groups.
func (e *Env) groupCallbacks() *groupbuild.CallbackHandler {
	return &groupbuild.CallbackHandler{Queues: e.Queues, Partner: func() (provider.GroupCallbackParser, error) {
		a, err := e.groupPartner()
		if a == nil {
			return nil, err // an interface of nothing is not nothing
		}
		return a, err
	}}
}

// BuildTasks are what makes groups.
func BuildTasks(e *Env) Tasks {
	return Tasks(e.group().Engine.BuildTasks())
}

// onGroupEvents queries the groups of an event.
func (e *Env) onGroupEvents(ctx context.Context, m queue.Message) error {
	e.Pipeline()
	return e.singletons.building.Engine.OnEvents(ctx, m)
}
