package dispatch

import (
	"context"
	"time"

	"herald/pkg/campaign/order"
)

// Activity tells what recipients of emails did, as package linkactivity has it. It changes no state and no charge.
type Activity interface {
	// Of counts the recipients of an order.
	Of(ctx context.Context, o *order.Order) (order.Activity, error)
	// Times are when the recipients of a chunk did something first, by their index.
	Times(ctx context.Context, o *order.Order, gen, chunk int) (map[int]order.ActivityTimes, error)
	// ActiveSince reports whether anything happened in a chunk since a time, by generation and chunk.
	ActiveSince(ctx context.Context, o *order.Order, since time.Time) (func(gen, chunk int) bool, error)
	// Clicked reports whether a person clicked, by generation, chunk and index.
	Clicked(ctx context.Context, o *order.Order) (func(gen, chunk, index int) bool, error)
}

// ActivityOf counts what the recipients of an order did; nil where that is not known.
func (r *Statistics) ActivityOf(ctx context.Context, o *order.Order) (*order.Activity, error) {
	if r.Activity == nil || !r.addressed() {
		return nil, nil
	}
	did, err := r.Activity.Of(ctx, o)
	return &did, err
}

// activityTimes are when the recipients of a chunk did something first; nothing where that is not known.
func (r *Statistics) activityTimes(ctx context.Context, o *order.Order, gen, chunk int) (map[int]order.ActivityTimes, error) {
	if r.Activity == nil || !r.addressed() {
		return nil, nil
	}
	return r.Activity.Times(ctx, o, gen, chunk)
}

// did writes what a recipient did into it.
func (t *Target) did(at order.ActivityTimes) {
	t.LoadedTime, t.ClickedTime, t.UnsubscribedTime = orNil(at.Loaded), orNil(at.Clicked), orNil(at.Unsubscribed)
}

// clicked reports whether a recipient clicked.
type clicked = func(gen, chunk, index int) bool

func noClicks(int, int, int) bool { return false }

// clicked reports which recipients of a trial clicked; none where another rate decides.
func (r *Statistics) clicked(ctx context.Context, o *order.Order) (clicked, error) {
	if r.Activity == nil || o.Trial == nil || o.Trial.By != ByClicked {
		return noClicks, nil
	}
	return r.Activity.Clicked(ctx, o)
}
