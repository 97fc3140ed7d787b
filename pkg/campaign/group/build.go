package group

import (
	"context"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/job"
	"herald/pkg/kit/queue"
)

// BuildQueue is the queue of groups that are to be built, and TaskBuild the kind of its messages.
const (
	BuildQueue = "build"
	TaskBuild  = "group.build"
)

// window is how many groups of an order are on the queue at a time: so a pause meets few messages, and nobody waits behind thousands.
const window = 20

// task names a group of an order.
type task struct {
	Order string `json:"o"`
	Begin int    `json:"b"` // generation that the order began with
	N     int    `json:"n"`
	Heard bool   `json:"h,omitempty"` // its provider says that it changed
}

func bell(o *order.Order, n int) queue.Message {
	return queue.New(TaskBuild, o.Owner.Tenant, task{Order: o.ID, Begin: o.Begin(), N: n})
}

// Work rings the first groups that nobody works on. Who has built one rings the next.
func (r *Room) Work(ctx context.Context, o *order.Order, _ order.Moment) error {
	t, err := r.Tally(ctx, o, true)
	if err != nil {
		return err
	}
	if t.Done {
		return r.Complete(ctx, o.ID)
	}
	var due []int
	now := r.Now().UnixMilli()
	for _, g := range t.Parts.([]group) {
		if (g.State == Waiting || g.State == Building) && g.Gen == o.Gen && g.Until <= now && len(due) < window {
			due = append(due, g.N)
		}
	}
	return r.ring(ctx, o, due...)
}

// lookAfter rings for groups in doubt, and for those of whose people something is not known.
func (r *Room) lookAfter(ctx context.Context) error {
	return r.looks().Tick(ctx, r.Now(), func(ctx context.Context, d job.Due) (time.Time, error) {
		return time.Time{}, nil
	})
}

// Build is the handler of TaskBuild.
func (r *Room) Build(context.Context, queue.Message) error { return nil }
