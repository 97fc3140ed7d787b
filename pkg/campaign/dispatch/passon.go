package dispatch

import (
	"context"
	"errors"
	"time"

	"herald/pkg/campaign/dispatch/ratecontrol"
	"herald/pkg/kit/queue"
)

// passOn ends this invocation in time; a new task goes on, with the turns that were taken, when the first of them comes.
func (w *worker) passOn(ctx context.Context) error {
	if w.held {
		if err := w.write(ctx, time.Time{}); err != nil {
			return err
		}
	}
	d, at := w.d, time.Time{}
	d.Turns = nil
	for _, l := range w.lanes {
		took := l.slot.Ticket
		if later := (ratecontrol.NotYet{}); errors.As(l.excludedErr, &later) {
			if at.IsZero() || later.At.Before(at) {
				at = later.At
			}
			if later.Own.Taken() {
				took = later.Own
			}
		}
		if took.Taken() {
			if d.Turns == nil {
				d.Turns = map[string]ratecontrol.Reservation{}
			}
			d.Turns[l.by] = took
		}
	}
	later := max(0, at.Sub(w.svc.Flow.Now())).Truncate(time.Second)
	return w.svc.Flow.Queues.Send(ctx, SendQueue, queue.New(w.svc.Feed.taskChunk(), w.o.Owner.Tenant, d).Later(later))
}
