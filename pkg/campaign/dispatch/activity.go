package dispatch

import (
	"context"

	"herald/pkg/campaign/order"
)

// What recipients of emails do is counted by package linkactivity. It changes no state and no charge.

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
