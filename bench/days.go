package main

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"herald/pkg/app"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/queue"
)

// days are the time after an order was sent.
type days struct {
	*world
	chain   *chain
	serve   map[string]http.Handler // by function
	merge   queue.BatchHandler
	ticks   map[string]func(context.Context) error
	jobs    app.Tasks
	inbound app.Tasks
	id      string
	calls   int
	writing time.Duration // CPU that went into writing the webhook calls: the provider's work, not ours
	janitor phase
}

const ahead = 2000 // webhook calls that are written at a time

func (d *days) live(ctx context.Context) error {
	events, calls := d.chain.events, []call(nil)
	minute := d.clock.Now().Truncate(time.Minute).Add(time.Minute)
	settled := false
	for {
		if len(calls) == 0 && len(events) > 0 {
			calls, events = d.write(events)
		}
		const never = 1 << 62
		at := time.Unix(0, never)
		what := ""
		consider := func(t time.Time, name string, there bool) {
			if there && t.Before(at) {
				at, what = t, name
			}
		}
		if len(calls) > 0 {
			consider(calls[0].at, "hook", true)
		}
		due, ok := d.queues.next("receipt")
		consider(due.Add(time.Duration(consumer("receipt").WindowSeconds)*time.Second), "receipt", ok)
		due, ok = d.queues.next("job")
		consider(due, "job", ok)
		due, ok = d.queues.next("inbound")
		consider(due, "inbound", ok)
		consider(minute, "tick", !settled)
		var err error
		if what != "" {
			d.clock.to(at)
		}
		switch what {
		case "":
			return nil
		case "hook":
			err = d.post(ctx, calls[0])
			calls = calls[1:]
			d.calls++
		case "receipt":
			err = d.batch(ctx)
		case "job":
			err = d.one(ctx, "job", d.jobs)
		case "inbound":
			err = d.one(ctx, "inbound", d.inbound)
		case "tick":
			minute = minute.Add(time.Minute)
			settled, err = d.minute(ctx)
		}
		if err != nil {
			return fmt.Errorf("%s at %s: %w", what, at, err)
		}
	}
}

// write writes the next webhook calls.
func (d *days) write(events []event) ([]call, []event) {
	used := cpuTime()
	defer func() { d.writing += cpuTime() - used }()
	n := min(ahead*d.chain.h, len(events))
	return d.chain.write(d.chain, events[:n]), events[n:]
}

// batch is what the receipt function gets at a moment: its messages, dealt out to as many invocations as may run at once.
func (d *days) batch(ctx context.Context) error {
	c := consumer("receipt")
	messages, err := d.queues.receive("receipt", d.clock.Now(), c.Batch)
	if err != nil {
		return err
	}
	pollers := c.Concurrency
	for part := range min(pollers, len(messages)) {
		var own []queue.Message
		for i := part; i < len(messages); i += pollers {
			own = append(own, messages[i])
		}
		err := d.invoke(ctx, "receipt", func(ctx context.Context) error {
			failed, err := d.merge(ctx, own)
			if err == nil && len(failed) > 0 {
				err = fmt.Errorf("%d messages failed", len(failed))
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// minute is one tick of the janitor, counted apart.
func (d *days) minute(ctx context.Context) (settled bool, err error) {
	before := d.meter.Take()
	used := cpuTime()
	err = d.tick(ctx, d.ticks)
	own := d.meter.Take()
	d.janitor.CPU += cpuTime() - used
	d.janitor.Use = d.janitor.Use.Plus(own) // all of it, to be taken off what the receipts used
	if err != nil {
		return false, err
	}
	book := &order.Store{DB: d.memory, Now: d.clock.Now}
	o, _, err := book.Get(ctx, d.id)
	d.meter.Take() // only the benchmark makes this call
	d.meter.Add(before.Plus(own))
	return err == nil && o.Settled, err
}
