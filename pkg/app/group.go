package app

import (
	"context"

	"herald/pkg/campaign/group"
	"herald/pkg/campaign/groupbuild"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/queue"
	"herald/pkg/provider"
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

// groupCallbacks hears the partner that makes groups.
func (e *Env) groupCallbacks() *groupbuild.CallbackHandler {
	return &groupbuild.CallbackHandler{Queues: e.Queues, Partner: func() (provider.GroupCallbackParser, error) {
		return e.groupPartner()
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
