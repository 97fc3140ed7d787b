package app

import (
	"context"
	"maps"

	"herald/pkg/account/customer"
	"herald/pkg/audience/consent"
	"herald/pkg/campaign/bulk"
	"herald/pkg/campaign/call"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/group"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/sender"
	"herald/pkg/campaign/template"
	"herald/pkg/provider/rate"
)

// Kinds make the kinds of orders beside bulk: each on a flow, or an engine, of its own. They give the modules to
// mount, and the flow of each.
type Kinds func(flow func() *order.Flow, engine func() *dispatch.Engine) (Modules, []*order.Flow)

// flow is the life that orders of a kind have.
func (e *Env) flow() *order.Flow {
	return &order.Flow{DB: e.DB, Orders: e.Orders(), Stock: e.stock(), Ledger: e.Ledger(), Prices: e.Prices(), Settings: e.Settings(),
		Countries: e.countries(),
		Queues:    e.Queues, Hub: e.Hub, Now: e.Now, NewID: e.NewID, Text: e.Text, Log: e.Log, Notices: e.Notifier(), Services: e.Subscriptions(),
		Bounds: e.bounds, Allowance: e.allowance(), Limits: e.staffLimits(), Templates: &template.Store{DB: e.DB}}
}

// bounds are what staff agreed with a customer that orders.
func (e *Env) bounds(ctx context.Context, tenant string) (order.Bounds, error) {
	t, weight, err := customer.TermsOf(ctx, e.DB, tenant)
	return order.Bounds{Weight: weight, Daily: t.DailyBatch, PerSecond: t.MaxThroughput, Discount: t.Discount}, err
}

// engine is what a kind sends with that reaches recipients one by one.
func (e *Env) engine() *dispatch.Engine {
	return &dispatch.Engine{Flow: e.flow(), Suppressed: e.suppressed(), Consents: &consent.Store{DB: e.DB}, Senders: e.Senders(),
		Rates: &rate.Slots{DB: e.DB, Now: e.Now}, Lines: &rate.Lines{DB: e.DB, Now: e.Now}, Shares: &rate.Shares{DB: e.DB, Now: e.Now},
		Numbers: e.numbers(), Wait: e.Wait, Memory: e.Config.MemoryMB,
		Replies: e.replyReceivers()}
}

// Pipeline is the bulk module without contacts and files, for workers. It knows the flows of the other kinds.
func (e *Env) Pipeline() *bulk.Service {
	e.singletons.pipeline.Do(func() {
		r := bulk.New(&bulk.Service{Engine: e.engine()})
		e.singletons.building, e.singletons.calls = e.newGroups(e.flow), e.newCalls(e.engine)
		flows := []*order.Flow{r.Engine.Flow, e.singletons.building.Engine.Flow, e.singletons.calls.Engine.Flow}
		if e.ExtraKinds != nil {
			var more []*order.Flow
			e.singletons.kinds, more = e.ExtraKinds(e.flow, e.engine)
			flows = append(flows, more...)
		}
		order.Join(flows...)
		e.singletons.pipeline.it = r
	})
	return e.singletons.pipeline.it
}

// kinds are the modules of the kinds beside bulk.
func (e *Env) kinds() Modules {
	e.Pipeline()
	return e.singletons.kinds
}

// sendTasks are the workers' of all kinds.
func (e *Env) sendTasks() Tasks {
	all := Tasks(e.Pipeline().Engine.SendTasks())
	for _, r := range e.kinds() {
		if r, ok := r.Module.(interface{ SendTasks() Tasks }); ok {
			maps.Copy(all, r.SendTasks())
		}
	}
	maps.Copy(all, e.singletons.calls.Engine.SendTasks())
	maps.Copy(all, e.Inbox().SendTasks())
	return all
}

// figures count the running orders of each kind. The adapter is not needed for it.
func (e *Env) figures() map[string]order.Figures {
	flow := func() *order.Flow { return &order.Flow{DB: e.DB, Orders: e.Orders(), Now: e.Now} }
	engine := func() *dispatch.Engine { return &dispatch.Engine{Flow: flow()} }
	all := map[string]order.Figures{bulk.Kind: engine().Figures, group.Kind: e.newGroups(flow).Engine.Flow.Figures,
		call.Kind: e.newCalls(engine).Engine.Figures}
	if e.ExtraKinds != nil {
		_, flows := e.ExtraKinds(flow, engine)
		for _, f := range flows {
			all[f.Kind.Spec().Name] = f.Figures
		}
	}
	return all
}

// numbers tell how the senders stand.
func (e *Env) numbers() *sender.Store {
	e.singletons.numbers.Do(func() {
		e.singletons.numbers.it = &sender.Store{DB: e.DB, Now: e.Now,
			Shared: func(id string) string { return e.Pipeline().Engine.Senders.Shared(id) }}
	})
	return e.singletons.numbers.it
}
