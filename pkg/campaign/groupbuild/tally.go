package groupbuild

import (
	"context"
	"strconv"

	"herald/pkg/campaign/order"
)

// Tally counts the groups of an order.
func (r *Engine) Tally(ctx context.Context, o *order.Order, consistent bool) (*order.Tally, error) {
	whole, err := r.PlanComplete(ctx, o)
	if err != nil {
		return nil, err
	}
	all, err := r.groups(ctx, o, consistent)
	if err != nil {
		return nil, err
	}
	t := &order.Tally{Counts: map[string]int{Waiting: max(0, o.Total-len(all)), Building: 0, Created: 0, Failed: 0, Unknown: 0}, Parts: all}
	if !whole {
		t.Remaining = o.Targets()
	}
	now, doing := r.Flow.Now().UnixMilli(), 0
	for i := range all {
		g := &all[i]
		state := g.stands(o)
		t.Counts[state]++
		if state == Failed {
			t.Failed++
		}
		if g.Gen != o.Gen {
			continue
		}
		switch state {
		case Waiting:
			if whole {
				t.Remaining++
			}
		case Building:
			t.Doubtful++
			doing++
		case Unknown:
			t.Doubtful++
		case Created:
			t.Charged++
		}
		t.Busy = t.Busy || g.Intent && g.Until > now
		if !whole && state != Waiting {
			t.Remaining-- // it was begun before all were planned
		}
	}
	switch o.Status {
	case order.Sending:
		t.Remaining += doing
	case order.Paused: // of these nothing can be taken back: an order that has them is not cancelled
	default:
		doing = 0
	}
	t.Done = whole && t.Remaining == 0 && (doing == 0 || o.Status == order.Sending)
	return t, nil
}

// stands returns the state of a group in its order's current state. A group that was being built when its order, or
// its generation, was stopped counts as made if it has people, or can have.
func (g *group) stands(o *order.Order) string {
	runs := g.Gen == o.Gen && o.Status != order.Stopped && !(o.Status == order.Completed && o.Settled)
	if g.State != Building || runs {
		return g.State
	}
	switch {
	case g.ID != "" && g.open():
		return Created
	case g.ID != "":
		return Unknown // it exists, and whether it has people is queried
	case g.Step == 0 && !g.Intent:
		return Waiting
	}
	return Unknown
}

// OnProgress are arguments of the notice of a settlement.
func (r *Engine) OnProgress(o *order.Order) map[string]string {
	return map[string]string{"created": strconv.Itoa(o.Counts[Created]), "failed": strconv.Itoa(o.Counts[Failed])}
}
