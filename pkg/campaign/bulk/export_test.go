package bulk

import (
	"context"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/queue"
)

func (r *Service) Submit(ctx context.Context, p *auth.Principal, w *Request) (*order.SubmitResponse, error) {
	return r.intake().Submit(ctx, p, w)
}

func (r *Service) DoTo(ctx context.Context, a order.Action, id string) (*order.Order, error) {
	o, _, err := r.Engine.Flow.Orders.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	return r.Engine.Flow.Do(ctx, a, o)
}

func (r *Service) Judge(ctx context.Context, id string, pass bool) (*order.Order, error) {
	return r.Engine.Flow.Reviews().Review(ctx, id, &order.Verdict{Pass: pass, Reason: "no"})
}

func (r *Service) CountsOf(ctx context.Context, o *order.Order) (chunkrow.Counts, error) {
	t, err := r.Engine.Statistics().Tally(ctx, o, true)
	if err != nil {
		return nil, err
	}
	c := chunkrow.Counts{}
	for state, n := range t.Counts {
		c[chunkrow.State(state)] = n
	}
	return c, nil
}

// Names of the kind's tasks.
var (
	TaskPlan   = order.Spec{Name: Kind}.TaskPlan()
	TaskSettle = order.Spec{Name: Kind}.TaskSettle()
)

// PlanMessage asks for the plan of an order.
func PlanMessage(id string) queue.Message {
	return order.Task(TaskPlan, &order.Order{ID: id, Gen: 1})
}

func (r *Service) DetailOf(ctx context.Context, id string) (*Detail, error) {
	o, err := r.Engine.Flow.Find(ctx, id)
	if err != nil {
		return nil, err
	}
	t, err := r.Engine.Statistics().Tally(ctx, o, false)
	if err != nil {
		return nil, err
	}
	of, err := r.detail(ctx, id)
	if err != nil {
		return nil, err
	}
	return of(order.Detail{Row: order.RowOf(o), Counts: t.Counts, Of: o}, t), nil
}
