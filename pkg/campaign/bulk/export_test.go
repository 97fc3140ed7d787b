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

func (r *Room) Submit(ctx context.Context, p *auth.Principal, w *Wish) (*Submitted, error) {
	return r.submit(ctx, p, w)
}

func (r *Room) Do(ctx context.Context, a order.Action, id string) (*order.Order, error) {
	o, _, err := r.Orders.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	return r.do(ctx, a, o)
}

func (r *Room) Judge(ctx context.Context, id string, pass bool) (*order.Order, error) {
	return r.judge(ctx, id, pass, "no")
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
func PlanMessage(id string) queue.Message { return queue.New(TaskPlan, "", task{id, 1}) }

func (r *Room) DetailOf(ctx context.Context, id string) (*Detail, error) {
	return r.get(ctx, &byID{id})
}

// Open reports whether a window with its zones is open.
func Open(window string, now time.Time) (bool, error) { return open(window, now) }

// LocationOf gives a zone as a window uses it.
func LocationOf(zone string) (*time.Location, error) { return location(zone) }
