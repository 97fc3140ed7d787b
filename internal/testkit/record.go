package testkit

import (
	"context"
	"encoding/json"
	"sync"

	"herald/pkg/kit/queue"
)

// Sent sends to the real queues and records the messages in order, with their delays, which a receiver cannot see.
type Sent struct {
	to   queue.Queues
	mu   sync.Mutex
	list []Task
}

// Task is a message on its way.
type Task struct {
	Queue string
	queue.Message
}

// Send implements queue.Queues.
func (s *Sent) Send(ctx context.Context, name string, messages ...queue.Message) error {
	if err := s.to.Send(ctx, name, messages...); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range messages {
		s.list = append(s.list, Task{name, m})
	}
	return nil
}

// Take returns the messages that were sent since the last call.
func (s *Sent) Take() []Task {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := s.list
	s.list = nil
	return list
}

// Pushed replaces API Gateway's @connections and records the posted messages.
type Pushed struct {
	mu     sync.Mutex
	list   []Push
	closed []string
}

// Push is a message to a connection.
type Push struct {
	Connection string
	Data       json.RawMessage
}

// Post implements push.Poster.
func (p *Pushed) Post(_ context.Context, connection string, data []byte) (bool, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.list = append(p.list, Push{connection, data})
	return false, nil
}

// Close implements push.Poster.
func (p *Pushed) Close(_ context.Context, connection string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = append(p.closed, connection)
	return nil
}

// Closed returns the connections that were closed since the last call.
func (p *Pushed) Closed() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	list := p.closed
	p.closed = nil
	return list
}

// Take returns the messages that were posted since the last call.
func (p *Pushed) Take() []Push {
	p.mu.Lock()
	defer p.mu.Unlock()
	list := p.list
	p.list = nil
	return list
}
