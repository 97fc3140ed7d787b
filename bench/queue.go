package main

import (
	"container/heap"
	"context"
	"encoding/json"
	"sync"
	"time"

	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
)

// sqs is the queues in one process: delays by the benchmark's clock, and requests counted as they are billed (ten messages
// a request to send, to receive and to delete).
type sqs struct {
	clock *clock
	mu    sync.Mutex
	seq   int
	waits map[string]*letters
	sent  map[string]int64 // messages by queue
	bill  map[string]int64 // requests by queue
	meter *store.Meter
}

type letter struct {
	due  time.Time
	seq  int
	body []byte
}

type letters []letter

func (l letters) Len() int { return len(l) }
func (l letters) Less(i, j int) bool {
	return l[i].due.Before(l[j].due) || l[i].due.Equal(l[j].due) && l[i].seq < l[j].seq
}
func (l letters) Swap(i, j int) { l[i], l[j] = l[j], l[i] }
func (l *letters) Push(x any)   { *l = append(*l, x.(letter)) }
func (l *letters) Pop() any {
	old := *l
	last := old[len(old)-1]
	old[len(old)-1] = letter{}
	*l = old[:len(old)-1]
	return last
}

func newSQS(c *clock, m *store.Meter) *sqs {
	return &sqs{clock: c, waits: map[string]*letters{}, sent: map[string]int64{}, bill: map[string]int64{}, meter: m}
}

func requests(messages int) int64 { return int64((messages + 9) / 10) }

// Send is queue.Queues.
func (q *sqs) Send(ctx context.Context, name string, messages ...queue.Message) error {
	now := q.clock.Now()
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.waits[name] == nil {
		q.waits[name] = &letters{}
	}
	for _, m := range messages {
		body, err := json.Marshal(m)
		if err != nil {
			return err
		}
		q.seq++
		heap.Push(q.waits[name], letter{now.Add(m.Delay.Truncate(time.Second)), q.seq, body})
	}
	for range requests(len(messages)) {
		of(ctx).call()()
	}
	q.sent[name] += int64(len(messages))
	q.count(name, requests(len(messages)))
	return nil
}

func (q *sqs) count(name string, n int64) {
	q.bill[name] += n
	q.meter.Add(store.Usage{Queue: n, Calls: n})
}

// Dead implements queue.Inspector. No message here fails so often that its queue gives it up; the question is billed.
func (q *sqs) Dead(ctx context.Context, name string) ([]queue.Dead, error) {
	of(ctx).call()()
	q.mu.Lock()
	defer q.mu.Unlock()
	q.count(name+"-dead", 1)
	return nil, nil
}

// RemoveDead implements queue.Inspector.
func (q *sqs) RemoveDead(context.Context, string, ...string) error { return nil }

// Depth implements queue.Inspector.
func (q *sqs) Depth(_ context.Context, name string) (d queue.Depth, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if l := q.waits[name]; l != nil {
		d.Waiting = len(*l)
	}
	return d, nil
}

// next is when the first message of a queue can be received; false for none.
func (q *sqs) next(name string) (time.Time, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if l := q.waits[name]; l != nil && len(*l) > 0 {
		return (*l)[0].due, true
	}
	return time.Time{}, false
}

// An event of Lambda holds 6 MB, and around each message stand its receipt handle and attributes.
const (
	maxEvent = 6 << 20
	around   = 750
)

// receive takes up to most messages that are due by then, as many as an event holds, and bills their receipt and deletion.
func (q *sqs) receive(name string, by time.Time, most int) ([]queue.Message, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	l := q.waits[name]
	var out []queue.Message
	for size := 0; l != nil && len(*l) > 0 && len(out) < most && !(*l)[0].due.After(by); {
		if size += len((*l)[0].body) + around; size > maxEvent {
			break
		}
		var m queue.Message
		if err := json.Unmarshal(heap.Pop(l).(letter).body, &m); err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	q.count(name, 2*requests(len(out)))
	return out, nil
}
