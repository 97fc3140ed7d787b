package app

import (
	"herald/pkg/campaign/group"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/queue"
	"herald/pkg/provider"
	"herald/pkg/provider/rate"
)

// newGroups is the room of groups on a flow, without contacts, files and staff.
func (e *Env) newGroups(flow func() *order.Flow) *group.Room {
	return group.New(&group.Room{Flow: flow(), Suppressed: e.suppressed(), Rates: &rate.Slots{DB: e.DB, Now: e.Now}, Offers: e.groupOffers, Builder: e.groupBuilder, Wait: e.Wait})
}

// group is the whole room.
func (e *Env) group() *group.Room {
	e.pipeline()
	r := e.made.building
	r.Contacts, r.Files, r.Staff = e.contact(), e.upload(), e.staff()
	return r
}

// groupOffers are the profiles of who makes groups: the partner, where there is one, and the first of our WhatsApp numbers.
func (e *Env) groupOffers() (all []provider.Profile) {
	for _, a := range e.senders().All() {
		if p := a.Profile(); p.Channel == "whatsapp" && p.GroupSize > 0 {
			return append(all, p)
		}
	}
	return all
}

// groupBuilder is who makes groups, by his name.
func (e *Env) groupBuilder(string) (provider.GroupBuilder, error) {
	return nil, fault.New(fault.Unavailable, 0, "group.nobody")
}

// BuildTasks are what makes groups.
func BuildTasks(e *Env) Tasks {
	return Tasks(map[string]queue.Handler{group.TaskBuild: e.group().Build})
}
