package ordertest

import (
	"context"
	"errors"
	"strconv"
	"testing"
	"time"

	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/audience/contact"
	"herald/pkg/campaign/bulk"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/dispatch/inbound"
	"herald/pkg/campaign/dispatch/receipt"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/queue"
)

// TaskPlan is the kind of the task that plans a bulk order.
var TaskPlan = order.Spec{Name: bulk.Kind}.TaskPlan()

// enqueue simulates SQS: at least once, in any order, delayed, and again after the visibility timeout of a failed delivery.
func (s *System) enqueue(name string, m queue.Message) {
	copies := 1
	if s.Faults.Load() && s.chance(0.1) {
		copies = 2
	}
	if s.Faults.Load() && name != receipt.ReceiptQueue && name != inbound.InboundQueue && s.chance(0.02) {
		copies = 0 // lost in a dead-letter queue: the janitor must make up for it. Receipts have no such repetition: SQS keeps them.
	}
	if s.OnTask != nil {
		s.OnTask(m, true)
	}
	for range copies {
		wait := m.Delay + time.Duration(s.Rand(50))*time.Millisecond
		if s.Faults.Load() && s.chance(0.1) {
			wait += time.Duration(s.Rand(20_000)) * time.Millisecond
		}
		s.Goroutines.Go(func() { s.deliver(name, m, wait) })
	}
}

// deliver runs the function of a message until it succeeds, at most five times.
func (s *System) deliver(name string, m queue.Message, wait time.Duration) {
	for receives := 0; receives < 5 || name == receipt.ReceiptQueue || name == inbound.InboundQueue; receives++ {
		if !s.Sleep(wait) {
			return
		}
		if name == dispatch.SendQueue && s.Senders != nil {
			s.Senders <- struct{}{}
		}
		limit := map[string]time.Duration{dispatch.SendQueue: 28 * time.Second, order.JobQueue: 2 * time.Minute,
			contact.FileQueue: 2 * time.Minute, inbound.InboundQueue: 30 * time.Second, receipt.ReceiptQueue: 30 * time.Second}[name]
		err := s.Invoke(WorkerFunction, limit, func(ctx context.Context, i *Instance) error { return i.Handle(ctx, name, m) })
		if name == dispatch.SendQueue && s.Senders != nil {
			<-s.Senders
		}
		if err == nil {
			if s.OnTask != nil {
				s.OnTask(m, false)
			}
			return
		}
		wait = 30 * time.Second
	}
}

// SentAt returns when the provider accepted messages to a number.
func (w *Pipeline) SentAt(number uint64) (times []time.Time) {
	accepted, _ := w.Sim.Messages(0, 1<<30)
	for _, a := range accepted {
		if a.To == strconv.FormatUint(number, 10) {
			times = append(times, a.AcceptedAt)
		}
	}
	return times
}

// Finished waits until every message of an order is sent.
func (w *Pipeline) Finished(t *testing.T, id string) *order.Order {
	t.Helper()
	for range 400 {
		w.Sleep(10 * time.Second)
		o, _, err := w.Reliable().Engine.Flow.Orders.Get(w.Context, id)
		if err != nil {
			t.Fatal(err)
		}
		if o.Status == order.Settling || o.Settled {
			return o
		}
	}
	t.Fatal("the order hangs")
	return nil
}

// Reply makes the provider deliver an inbound message.
func (w *Pipeline) Reply(t *testing.T, in whatsappsim.Inbound) {
	t.Helper()
	if err := w.Sim.Receive(in); err != nil {
		t.Fatal(err)
	}
}

// TickUntil ticks every minute until the order has an age. Each plan task meanwhile fails.
func (j *Modules) TickUntil(id string, age time.Duration, sk string) {
	j.T.Helper()
	for made := j.Order(id).Created; time.Since(made) < age; {
		j.Tick()
		for _, m := range j.Queue.Take(order.JobQueue) {
			if m.Kind == TaskPlan {
				j.FaultyDB.FailNext[sk] = errors.New("throttled")
				_ = j.Service.Engine.Flow.PlanTask(j.Context, m) // it fails again
			}
		}
	}
}

// Delays returns the delays of the send tasks of an order. It runs each task when its time has come, until none is left.
func (j *Modules) Delays() []time.Duration {
	j.T.Helper()
	var out []time.Duration
	for bells := j.Queue.Take(dispatch.SendQueue); len(bells) > 0; bells = j.Queue.Take(dispatch.SendQueue) {
		for _, m := range bells {
			if m.Delay > 0 {
				out = append(out, m.Delay.Truncate(time.Second))
				before := len(j.Accepted())
				if err := j.Service.Engine.Sender().Chunk(j.Context, m); err != nil || len(j.Accepted()) != before {
					j.T.Errorf("rung too early: %v, %d messages", err, len(j.Accepted())-before)
				}
				j.Queue.Take(dispatch.SendQueue) // it was put off again
				time.Sleep(m.Delay)
			}
			if err := j.Service.Engine.Sender().Chunk(j.Context, m); err != nil {
				j.T.Error(err)
			}
		}
	}
	return out
}
