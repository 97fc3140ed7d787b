package topup

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"herald/pkg/kit/job"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
)

// The task that asks a provider, on the queue of what takes long: the tick holds no keys of providers.
const (
	jobQueue = "job"
	TaskPoll = "topup.ask"
	// TaskRefund asks about a refund.
	TaskRefund = "topup.refund"
	// TaskPush tells consoles of a change.
	TaskPush = "topup.push"
)

type requestedSum struct {
	ID string `json:"id"`
}

func pollTask(o *Order) queue.Message { return queue.New(TaskPoll, o.Tenant, requestedSum{o.ID}) }

// pollInterval is how often an order with a likely payment is queried: by the tick, and before the first tick by the
// messages of its creation. A payer who looks at the order causes earlier queries (nudge).
const pollInterval = 20 * time.Second

// asks are the questions of a minute that follow the first one.
func asks(o *Order) (later []queue.Message) {
	for at := pollInterval; at < time.Minute; at += pollInterval {
		later = append(later, pollTask(o).Later(at))
	}
	return later
}

// Intervals for a payer who looks: a payment takes some seconds, and one order must not be queried more often than
// the provider permits.
const (
	nudgeAfter = 4 * time.Second
	nudgeEvery = 8 * time.Second
)

// nudge sends a task to query an order that a payer looks at. It does so at most once an interval for any number of
// readers. The tick makes up for failures here.
func (r *Service) nudge(ctx context.Context, o *Order) {
	now := r.Now()
	if o.Credited() || now.Sub(o.Created) < nudgeAfter {
		return
	}
	_, err := r.DB.Write(ctx, store.Op{Verb: store.Put, Key: nudgeKey(o.ID), Item: map[string]int64{"t": now.UnixMilli()},
		If: store.Or(store.Missing("pk"), store.Lt("t", now.Add(-nudgeEvery).UnixMilli()))})
	if store.ConditionFailed(err) != nil {
		return
	}
	if err == nil {
		err = r.Queues.Send(ctx, jobQueue, pollTask(o))
	}
	if err != nil {
		r.Log(map[string]any{"warning": "topup: " + err.Error(), "order": o.ID})
	}
}

// Tasks of the module.
func (r *Service) Tasks() map[string]queue.Handler {
	return map[string]queue.Handler{TaskPoll: r.asking(r.Poll), TaskRefund: r.asking(r.Pursue), TaskPush: r.asking(r.pushed)}
}

func (r *Service) asking(ask func(ctx context.Context, id string) error) queue.Handler {
	return func(ctx context.Context, m queue.Message) error {
		var a requestedSum
		if err := json.Unmarshal(m.Body, &a); err != nil {
			return fmt.Errorf("topup: task: %w", err)
		}
		if err := ask(ctx, a.ID); err != nil { // the tick comes back to it
			r.Log(map[string]any{"warning": "topup: " + err.Error(), "order": a.ID})
		}
		return nil
	}
}

// Tick has every waiting order queried: three times a minute while a payer may be present, every minute until its
// time is over, then ever less for three days. A payment may come late and its callback be lost.
func (r *Service) Tick(ctx context.Context) error {
	now := r.Now()
	return looks(r.DB).Tick(ctx, now, func(ctx context.Context, d job.Due) (time.Time, error) {
		if id, is := strings.CutPrefix(d.ID, refundMark); is {
			return r.pursued(ctx, id, now)
		}
		o, ok, err := r.Get(ctx, d.ID)
		if err != nil || !ok || o.Credited() {
			return time.Time{}, err
		}
		messages := []queue.Message{pollTask(o)}
		if o.Status == Waiting && now.Sub(o.Created) < fresh {
			messages = append(messages, asks(o)...)
		}
		if err := r.Queues.Send(ctx, jobQueue, messages...); err != nil {
			return time.Time{}, err
		}
		switch {
		case o.Status == Waiting:
			return now, nil
		case now.Sub(o.Expires) > late:
			return time.Time{}, nil
		}
		return job.Doubling(o.Expires, now), nil
	})
}

// pursued has a refund asked about that runs: every minute at first, then ever less; one of a day and more is an alarm each time.
func (r *Service) pursued(ctx context.Context, id string, now time.Time) (time.Time, error) {
	f, ok, err := r.Refund(ctx, id)
	if err != nil || !ok || f.Status != RefundRunning {
		return time.Time{}, err
	}
	if now.Sub(f.Created) > oneDay {
		r.Log(map[string]any{"alarm": "a refund has not come to its end in a day", "order": f.Order, "refund": f.ID, "detail": f.Reason})
	}
	if err := r.Queues.Send(ctx, jobQueue, pursue(&f, "")); err != nil {
		return time.Time{}, err
	}
	next := job.Doubling(f.Created, now)
	return now.Add(min(next.Sub(now), oneDay)), nil
}

// oneDay is what WeChat Pay and Alipay say that a refund takes at most, of nearly all banks.
const oneDay = 24 * time.Hour
