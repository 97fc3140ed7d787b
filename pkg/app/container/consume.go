package container

import (
	"context"
	"slices"
	"sync"
	"time"

	"herald/pkg/app"
	"herald/pkg/app/manifest"
	"herald/pkg/kit/queue"
)

// longPoll is how long a receive call waits for a message, pause how long nothing is asked after one that failed.
const (
	longPoll = 20 * time.Second
	pause    = time.Second
)

// source gives messages and takes them back: queue.SQS with a client that waits.
type source interface {
	Receive(ctx context.Context, queue string, most int, wait time.Duration) ([]queue.Received, error)
	Delete(ctx context.Context, queue string, handles ...string) error
}

// consumer feeds the messages of a queue to their handler. It follows the same manifest lines as Lambda's event
// source mapping: batches, a window to collect them, a bound on parallel batches, and failed messages that come
// back.
type consumer struct {
	manifest.Consumer
	server *Server
	handle queue.BatchHandler
	free   chan struct{} // a place for each batch that is worked on
}

func (s *Server) consumer(c manifest.Consumer) *consumer {
	places := s.env.Config.Container.Workers
	if c.Concurrency > 0 {
		places = min(places, c.Concurrency)
	}
	return &consumer{c, s, s.house.Queues[c.Name], make(chan struct{}, places)}
}

// run takes messages until ctx ends, and returns when all that it took is done. work outlives ctx.
func (c *consumer) run(ctx, work context.Context) {
	var hands sync.WaitGroup
	defer hands.Wait()
	for {
		select {
		case <-ctx.Done():
			return
		case c.free <- struct{}{}:
		}
		batches := slices.Collect(slices.Chunk(c.collect(ctx), c.Batch))
		for i, batch := range batches {
			if i > 0 {
				c.free <- struct{}{} // there is one: this loop alone takes them, and no more were requested
			}
			hands.Go(func() {
				defer func() { <-c.free }()
				c.work(work, batch)
			})
		}
		if len(batches) == 0 {
			<-c.free
		}
	}
}

// collect gives the next messages: as many as there are places for, or a batch of what comes within the window.
func (c *consumer) collect(ctx context.Context) []queue.Received {
	most := c.Batch
	if most == 1 {
		most = 1 + cap(c.free) - len(c.free)
	}
	all := c.receive(ctx, most, longPoll)
	if c.WindowSeconds == 0 || len(all) == 0 {
		return all
	}
	now := c.server.env.Now
	for end := now().Add(time.Duration(c.WindowSeconds) * time.Second); len(all) < most && now().Before(end) && ctx.Err() == nil; {
		all = append(all, c.receive(ctx, most-len(all), time.Second)...)
	}
	return all
}

func (c *consumer) receive(ctx context.Context, most int, wait time.Duration) []queue.Received {
	got, err := c.server.queues.Receive(ctx, c.Name, most, wait)
	if err != nil && ctx.Err() == nil {
		c.server.env.Log(map[string]any{"error": "receive: " + err.Error()})
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
	return got
}

// work has a batch handled and deletes the messages that succeeded. A failed message, or one that is not ours, comes
// back after the queue's visibility time-out until the queue moves it to its dead-letter queue.
func (c *consumer) work(ctx context.Context, batch []queue.Received) {
	ctx, cancel := context.WithTimeout(ctx, time.Duration(c.TimeoutSeconds)*time.Second)
	defer cancel()
	failed, err := c.try(ctx, batch)
	if err != nil {
		return
	}
	var done []string
	for i, m := range batch {
		if !slices.Contains(failed, i) {
			done = append(done, m.Handle)
		}
	}
	if err := c.server.queues.Delete(context.WithoutCancel(ctx), c.Name, done...); err != nil {
		c.server.env.Log(map[string]any{"warning": err.Error()}) // they come again, which does nothing twice
	}
}

// try hands a batch to its handler. A panic is an error, so that its messages come again and its cause is known.
func (c *consumer) try(ctx context.Context, batch []queue.Received) (failed []int, err error) {
	if len(batch) == 0 {
		return nil, nil
	}
	handle := func(ctx context.Context, messages []queue.Message) (failed []int, err error) {
		err = guarded(func() (err error) {
			failed, err = c.handle(ctx, messages)
			return err
		})
		return failed, err
	}
	ctx, span := batchSpan(ctx, c.Name, batch)
	failed, err = app.Consume(ctx, c.server.env, c.Name, handle, batch)
	endBatch(span, failed, err)
	return failed, err
}
