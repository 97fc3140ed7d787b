package order

import (
	"context"
	"slices"
	"time"

	"herald/pkg/kit/fault"
)

// unended are the states in which something may still be sent.
var unended = []Status{Review, Waiting, Sending, Paused}

// Overdue tells that the deadline of an order is over: nothing of it is sent any more.
func (o *Order) Overdue(now time.Time) bool {
	return o.Until != nil && !now.Before(*o.Until) && slices.Contains(unended, o.Status)
}

// deadline returns when the order stops sending; nil if never. The hours of an order that lasts a number of hours
// count from its begin, not from its review. Until it begins, they count from its earliest begin.
func (o *Order) deadline(now time.Time) *time.Time {
	if o.Until != nil || o.Within == 0 || !slices.Contains(unended, o.Status) {
		return o.Until
	}
	if o.StartAt != nil && o.StartAt.After(now) {
		now = *o.StartAt
	}
	until := now.Add(time.Duration(o.Within) * time.Hour).Truncate(time.Second)
	return &until
}

const deadlineOver = "order.deadlineOver"

// expire ends an order whose deadline is over: it is stopped, or cancelled when nothing of it was sent.
func (f *Flow) expire(ctx context.Context, o *Order) (err error) {
	lapsed := f.Kind.Spec().lapsed()
	if o.Begun == nil {
		held, err := f.Settlement().held(ctx, o)
		if err != nil {
			return err
		}
		ended, err := f.end(ctx, ending{o, held}, Cancel, func(now *Order) error {
			if now.Begun != nil || !now.Overdue(f.Now()) {
				return fault.State("order.state.cancel") // it went on, or was given another deadline meanwhile
			}
			now.Status, now.Reason, now.actor = Cancelled, lapsed, nil
			now.addNotice(f.notices().failed(now))
			return nil
		})
		if err != nil {
			return refuseIfChanged(err)
		}
		f.Listing().announce(ctx, o.ID)
		if ended.Reason == lapsed {
			f.notices().tell(ctx, ended, f.notices().failed(ended))
		}
		return nil
	}
	now := f.Now()
	stopped, _, err := f.moveCounted(ctx, o, Stop, func(o *Order) {
		o.Status, o.Ended, o.Reason, o.actor = Stopped, &now, lapsed, nil
	})
	if err != nil {
		return refuseIfChanged(err)
	}
	f.follow(ctx, stopped, acted)
	return nil
}

// tooLate ends an order that a user resumes after its deadline, without waiting for the tick, and returns the
// refusal.
func (f *Flow) tooLate(ctx context.Context, o *Order) error {
	if err := f.expire(ctx, o); err != nil {
		return err
	}
	return fault.State(f.Kind.Spec().lapsed())
}

// refuseIfChanged ignores a conflict with a concurrent writer: the next look sees the new state of the order.
func refuseIfChanged(err error) error {
	if as := fault.As(err); as != nil && as.Kind == fault.Conflict {
		return nil
	}
	return err
}
