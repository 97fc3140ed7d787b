package app

import (
	"herald/pkg/campaign/groupbuild"
	"herald/pkg/campaign/order"
	"herald/pkg/provider"
	"herald/pkg/provider/rate"
)

// groupEngine is what a kind makes groups with.
func (e *Env) groupEngine(flow *order.Flow) *groupbuild.Engine {
	return &groupbuild.Engine{Flow: flow, Suppressed: e.suppressed(), Rates: &rate.Slots{DB: e.DB, Now: e.Now}, Builder: e.groupBuilder,
		Numbers: e.userNumbers, Wait: e.Wait}
}

// groupCallbacks hears the partner that makes groups.
func (e *Env) groupCallbacks() *groupbuild.CallbackHandler {
	return &groupbuild.CallbackHandler{Queues: e.Queues, Partner: func() (provider.GroupCallbackParser, error) {
		return e.groupPartner()
	}}
}
