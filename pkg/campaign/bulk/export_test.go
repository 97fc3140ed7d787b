package bulk

import (
	"context"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/queue"
)

// SetSizes makes chunks and sub-batches small, so that few recipients cross many borders.
func SetSizes(chunk, sub int) {
	chunkSize, subBatch = chunk, sub
	answerTime = 150 * time.Millisecond * time.Duration(sub) / SubBatch
}

func (r *Room) Submit(ctx context.Context, p *auth.Principal, w *Wish) (*order.Submitted, error) {
	return r.intake.Submit(ctx, p, w)
}

func (r *Room) DoTo(ctx context.Context, a order.Action, id string) (*order.Order, error) {
	o, _, err := r.Orders.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	return r.Do(ctx, a, o)
}

func (r *Room) Judge(ctx context.Context, id string, pass bool) (*order.Order, error) {
	return r.Review(ctx, id, pass, "no")
}

func (r *Room) CountsOf(ctx context.Context, o *order.Order) (Counts, error) {
	c, _, err := r.counts(ctx, o, true)
	return c, err
}

func (r *Room) TargetsOf(ctx context.Context, o *order.Order, c int) ([]Target, error) {
	return r.targetsOf(ctx, o, c)
}

func (c Counts) Charged() int { return c.charged() }

// PlanMessage asks for the plan of an order.
func PlanMessage(id string) queue.Message {
	return order.Task(TaskPlan, &order.Order{ID: id, Gen: 1})
}

func (r *Room) DetailOf(ctx context.Context, id string) (*Detail, error) {
	o, err := r.Orders.Find(ctx, auth.Must(ctx).Scope(), Kind, id)
	if err != nil {
		return nil, err
	}
	t, err := r.Tally(ctx, o, false)
	if err != nil {
		return nil, err
	}
	return r.detail(ctx, o, order.Detail{Row: order.RowOf(o), Counts: t.Counts}, t)
}
