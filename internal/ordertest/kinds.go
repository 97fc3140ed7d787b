package ordertest

import (
	"context"
	"errors"
	"maps"
	"slices"
	"testing"

	"herald/pkg/app"
	"herald/pkg/campaign/bulk"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/money"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/web"
)

// JoinKinds makes the order kinds know each other.
func JoinKinds(r *bulk.Service, e *ErrandKind, p *PageKind) {
	order.Join(r.Engine.Flow, e.Flow, p.Engine.Flow)
}

// mountedKinds are the order kinds beside bulk, mounted as package app mounts modules.
type mountedKinds struct {
	e *ErrandKind
	p *PageKind
}

// mountKinds builds them for app.Env.
func mountKinds(flow func() *order.Flow, engine func() *dispatch.Engine) (app.Modules, []*order.Flow) {
	r := &mountedKinds{NewErrandKind(flow()), NewPageKind(engine())}
	return app.Modules{{Name: "testkinds", Module: r}}, []*order.Flow{r.e.Flow, r.p.Engine.Flow}
}

func (r *mountedKinds) Routes(a *web.API) {
	r.e.Routes(a)
	r.p.Routes(a)
}

func (r *mountedKinds) Tasks() map[string]queue.Handler {
	all := r.e.Tasks()
	maps.Copy(all, r.p.Engine.Flow.Tasks())
	return all
}

func (r *mountedKinds) SendTasks() app.Tasks { return r.p.Engine.SendTasks() }

func (r *mountedKinds) Tick(ctx context.Context) error {
	return errors.Join(r.e.Tick(ctx), r.p.Engine.Flow.Tick(ctx))
}

// OtherKinds passes the order kinds beside bulk to a function.
func OtherKinds(r *bulk.Service, do func(*ErrandKind, *PageKind)) {
	do(r.Engine.Flow.Siblings["errand"].Kind.(*ErrandKind), r.Engine.Flow.Siblings["pager"].Kind.(*dispatch.Engine).Content.(*PageKind))
}

// tasksOf returns the task handlers of all kinds.
func tasksOf(r *bulk.Service) (all []map[string]queue.Handler) {
	OtherKinds(r, func(e *ErrandKind, p *PageKind) {
		all = []map[string]queue.Handler{r.Tasks(), e.Tasks(), p.Engine.Flow.Tasks(), p.Engine.SendTasks()}
	})
	return all
}

// tick runs the periodic task of all kinds.
func tick(ctx context.Context, r *bulk.Service) error {
	var errs []error
	for _, kind := range slices.Sorted(maps.Keys(r.Engine.Flow.Siblings)) {
		errs = append(errs, r.Engine.Flow.Siblings[kind].Tick(ctx))
	}
	return errors.Join(errs...)
}

// Credit returns the available balance of the customer.
func (w *Pipeline) Credit(t *testing.T) money.Amount {
	t.Helper()
	available, reserved, err := w.Reliable().Engine.Flow.Ledger.Balance(w.Context, CustomerID)
	if err != nil || reserved != 0 {
		t.Errorf("%s reserved, %v", reserved, err)
	}
	return available
}
