package order

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"herald/pkg/kit/queue"
	"herald/pkg/kit/web"
)

// A user's action on an order is answered when its transition is written. A background task does what follows: the
// work, the settlement, the pushes and the notice. A lost task message fails nothing: the janitor finds the order.

// transition is a state change of an order by an action.
type transition string

const (
	acted  transition = "act"
	passed transition = "pass"
	denied transition = "refuse"
)

// followed is the body of TaskFollow.
type followed struct {
	Order      string     `json:"o"`
	Transition transition `json:"d"`
	Gen        int        `json:"g,omitempty"` // of the order as it was then
}

// follow enqueues the work that follows from a written transition.
func (f *Flow) follow(ctx context.Context, o *Order, d transition) {
	f.enqueue(ctx, o.ID, f.transitionTask(o, d))
}

// transitionTask returns the task of a transition.
func (f *Flow) transitionTask(o *Order, d transition) queue.Message {
	return queue.New(f.Kind.Spec().TaskFollow(), o.Owner.Tenant, followed{o.ID, d, o.Gen})
}

// enqueue sends messages about orders whose changes are written, in parallel with its caller's other calls.
func (f *Flow) enqueue(ctx context.Context, id string, m ...queue.Message) {
	web.AfterWrite(ctx, func(ctx context.Context) { f.after(id, f.Queues.Send(ctx, JobQueue, m...)) })
}

// FollowTask is the handler of <kind>.follow. It may be repeated.
func (f *Flow) FollowTask(ctx context.Context, m queue.Message) error {
	var t followed
	if err := json.Unmarshal(m.Body, &t); err != nil {
		return fmt.Errorf("order: task: %w", err)
	}
	o, ok, err := f.Orders.Get(ctx, t.Order)
	if err != nil || !ok {
		return err
	}
	switch {
	case o.Overdue(f.Now()):
		err = f.expire(ctx, o)
	case o.Status == Waiting:
		err = errors.Join(f.begin(ctx, o), f.callAtStart(ctx, o))
	case o.Status == Sending:
		at := GoesOn
		if t.Transition == passed {
			at = Begins
		}
		err = f.Kind.Work(ctx, o, at)
	case o.Status == Stopped && !o.Settled:
		err = errors.Join(f.Kind.Work(ctx, o, Ends), f.Settlement().Settle(ctx, o.ID))
	}
	f.Listing().announce(ctx, o.ID)
	if t.Transition != acted || o.Status == Cancelled {
		f.Reviews().tellReviewers(ctx)
	}
	if t.Transition != acted && t.Gen == o.Gen { // of one that was edited since, the tick tells what is due
		f.notices().tell(ctx, o, f.notices().reviewed(o, t.Transition == passed))
	}
	return err
}
