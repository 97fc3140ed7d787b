package bulk

import (
	"context"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/money"
	"herald/pkg/kit/queue"
)

// Stopping is what an order would cost if it were stopped at this moment.
type Stopping struct {
	Status   order.Status   `json:"status"`
	Total    int            `json:"total"`
	Counts   map[string]int `json:"counts" doc:"as of this moment; they add up to total"`
	UnderWay int            `json:"underWay" doc:"recipients whose message is under way or whose outcome is not known yet; charged here, refunded if they fail"`
	Charge   money.Amount   `json:"charge" doc:"what was sent and what is under way; it may still fall until the settlement"`
	Release  money.Amount   `json:"release" doc:"what is given back of the reservation; it may still grow"`
}

// stopping answers what stopping would charge and release now. It changes nothing. Faults: 404, and the 409 of stopping itself.
func (r *Room) stopping(ctx context.Context, in *byID) (*Stopping, error) {
	o, err := r.Orders.Find(ctx, auth.Must(ctx).Scope(), Kind, in.ID)
	if err != nil {
		return nil, err
	}
	if err := order.Allowed(order.Stop, o.Status); err != nil {
		return nil, err
	}
	counts, _, err := r.counts(ctx, o, true)
	if err != nil {
		return nil, err
	}
	way := counts[StateSending] + counts[StateUnknown]
	charge := min(o.Cost, o.Price*money.Amount(counts.charged()+way))
	return &Stopping{o.Status, o.Total, counts.plain(), way, charge, o.Cost - charge}, nil
}

// halt stops an order: what was sent settles, the rest is released then.
func (r *Room) halt(ctx context.Context, id string) (*order.Order, error) {
	now := r.Now()
	o, err := r.moveCounted(ctx, id, order.Stop, func(o *order.Order) {
		o.Status, o.Ended, o.Reason = order.Stopped, &now, ""
	})
	if err != nil {
		return nil, err
	}
	r.after(id, r.Queues.Send(ctx, JobQueue, queue.New(TaskSettle, o.Owner.Tenant, task{id, o.Gen})))
	return o, nil
}

// moveCounted changes the state by an action and writes the counts of the moment into the order and its rows in the lists.
func (r *Room) moveCounted(ctx context.Context, id string, a order.Action, set func(*order.Order)) (*order.Order, error) {
	return r.move(ctx, id, a, func(o *order.Order) error {
		counts, _, err := r.counts(ctx, o, true)
		if err != nil {
			return err
		}
		o.Counts = counts.plain()
		set(o)
		return nil
	})
}
