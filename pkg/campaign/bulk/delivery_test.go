package bulk_test

import (
	"context"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/queue"
)

// enqueue is SQS: at least once, in any order, delayed, and again after the visibility time-out when it was not dealt with.
func (s *system) enqueue(name string, m queue.Message) {
	copies := 1
	if s.faults.Load() && s.chance(0.1) {
		copies = 2
	}
	if s.faults.Load() && name != dispatch.ReceiptQueue && name != dispatch.InboundQueue && s.chance(0.02) {
		copies = 0 // lost in a dead-letter queue: the janitor must make up for it. Receipts have no such repetition: SQS keeps them.
	}
	if s.told != nil {
		s.told(m, true)
	}
	for range copies {
		wait := m.Delay + time.Duration(s.n(50))*time.Millisecond
		if s.faults.Load() && s.chance(0.1) {
			wait += time.Duration(s.n(20_000)) * time.Millisecond
		}
		s.lives.Go(func() { s.deliver(name, m, wait) })
	}
}

// deliver brings a message to its function until that is done with it, or for the fifth time.
func (s *system) deliver(name string, m queue.Message, wait time.Duration) {
	for receives := 0; receives < 5 || name == dispatch.ReceiptQueue || name == dispatch.InboundQueue; receives++ {
		if !s.sleep(wait) {
			return
		}
		if name == dispatch.SendQueue && s.senders != nil {
			s.senders <- struct{}{}
		}
		limit := map[string]time.Duration{dispatch.SendQueue: 28 * time.Second, order.JobQueue: 2 * time.Minute,
			contact.FileQueue: 2 * time.Minute, dispatch.InboundQueue: 30 * time.Second, dispatch.ReceiptQueue: 30 * time.Second}[name]
		err := s.invoke(worker, limit, func(ctx context.Context, i *instance) error { return i.handle(ctx, name, m) })
		if name == dispatch.SendQueue && s.senders != nil {
			<-s.senders
		}
		if err == nil {
			if s.told != nil {
				s.told(m, false)
			}
			return
		}
		wait = 30 * time.Second
	}
}
