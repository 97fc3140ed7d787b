package order

import (
	"context"

	"herald/pkg/kit/money"
)

// Stopping is what an order would cost if it were stopped at this moment.
type Stopping struct {
	Status   Status         `json:"status"`
	Total    int            `json:"total"`
	Counts   map[string]int `json:"counts" doc:"Current counts. They add up to total."`
	UnderWay int            `json:"underWay" doc:"Recipients being sent to or of unknown outcome. They are charged here and refunded if they fail."`
	Charge   money.Amount   `json:"charge" doc:"Cost of messages sent and being sent, including earlier retries. It can still fall until settlement."`
	Release  money.Amount   `json:"release" doc:"Credit that is released from the reservation. It can still rise."`
}

// stopping answers what stopping would charge and release now. It changes nothing. Faults: 404, and the 409 of stopping itself.
func (f *Flow) stopping(ctx context.Context, in *byID) (*Stopping, error) {
	o, err := f.Find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	if err := Allowed(Stop, o.Status); err != nil {
		return nil, err
	}
	t, err := f.Kind.Tally(ctx, o, true)
	if err != nil {
		return nil, err
	}
	underWay := t.Doubtful
	if f.Kind.Spec().Metered { // what goes on may still use all that is reserved for it
		underWay += t.Pending
	}
	charge := min(o.Cost, o.Price*money.Amount(t.Charged+underWay*f.pricing().units(o)))
	return &Stopping{o.Status, o.Total, t.Counts, underWay, o.Spent + charge, o.Cost - charge}, nil
}

// halt stops an order: what was sent settles, the rest is released then.
func (f *Flow) stopWork(ctx context.Context, o *Order) (*Order, *Tally, error) {
	now := f.Now()
	return f.moveCounted(ctx, o, Stop, func(o *Order) {
		o.Status, o.Ended, o.Reason = Stopped, &now, ""
	})
}

// moveCounted changes the state by an action and writes the counts of the moment into the order and its rows in the lists.
func (f *Flow) moveCounted(ctx context.Context, o *Order, a Action, set func(*Order)) (now *Order, t *Tally, err error) {
	now, err = f.move(ctx, o, a, func(o *Order) (err error) {
		if t, err = f.Kind.Tally(ctx, o, true); err != nil {
			return err
		}
		o.Counts, o.Held = t.Counts, t.Held
		set(o)
		return nil
	})
	if err == nil && t == nil {
		t, err = f.Kind.Tally(ctx, now, false)
	}
	return now, t, err
}
