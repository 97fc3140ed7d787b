package whatsappsim

import (
	"container/heap"
	"time"
)

// Purposes of random choices, so that they do not depend on each other.
const (
	purposeDelivered = iota + 100
	purposeRead
	purposeDrop = 200 // + status
	purposeDup  = 300
	purposeLate = 400
)

// Statuses of a message in their order.
const (
	statusSent uint8 = iota
	statusDelivered
	statusRead
	statusFailed
)

var statusNames = [...]string{"sent", "delivered", "read", "failed"}

// event is something that is due: the next step of a message, a status that comes late or again, or an action.
type event struct {
	due    int64 // unix ns
	seq    uint64
	at     int64 // the time that the status tells
	msg    uint32
	status uint8
	step   bool   // decides about its status and plans the next one; otherwise the status is sent as it is
	do     func() // instead of a status; runs with the lock held
	keep   bool   // survives a reset
}

type events []event

func (e events) Len() int { return len(e) }
func (e events) Less(i, j int) bool {
	return e[i].due < e[j].due || e[i].due == e[j].due && e[i].seq < e[j].seq
}
func (e events) Swap(i, j int) { e[i], e[j] = e[j], e[i] }
func (e *events) Push(x any)   { *e = append(*e, x.(event)) }
func (e *events) Pop() any {
	old := *e
	last := old[len(old)-1]
	old[len(old)-1] = event{}
	*e = old[:len(old)-1]
	return last
}

// receipt is one status of one message, ready to be told.
type receipt struct {
	msg    uint32
	status uint8
	at     int64
}

// call is one webhook call: statuses, or a body of another kind. It is the same bytes at every attempt.
type call struct {
	receipts []receipt
	raw      []byte
	attempts int
	epoch    uint64
}

// deliveries are the webhooks to come. Everything in it is guarded by the simulator's lock.
type deliveries struct {
	events  events
	seq     uint64
	waiting []receipt // collected for the next call
	since   int64     // when the first of them came
	calls   []*call
	posting int // senders at work
	asleep  int64
	epoch   uint64
	wake    chan struct{}

	told, posted, failed int
}

// Stats counts webhook work; Pending is what is still to come or to repeat.
type Stats struct {
	Accepted int `json:"accepted"`
	Refused  int `json:"refused"`
	Webhooks struct {
		Calls    int `json:"calls"`    // answered 200
		Failures int `json:"failures"` // attempts that were not
		Statuses int `json:"statuses"` // in the calls answered 200
		Pending  int `json:"pending"`
	} `json:"webhooks"`
}

// Stats tells what was done so far since the last reset.
func (s *Sim) Stats() Stats {
	s.mu.Lock()
	defer s.mu.Unlock()
	var st Stats
	st.Accepted, st.Refused = len(s.log.accepted), len(s.log.refused)
	q := &s.queue
	st.Webhooks.Calls, st.Webhooks.Failures, st.Webhooks.Statuses = q.posted, q.failed, q.told
	st.Webhooks.Pending = len(q.events) + len(q.waiting) + len(q.calls) + q.posting
	return st
}

func (q *deliveries) clear() {
	kept := q.events[:0:0]
	for _, e := range q.events {
		if e.keep {
			kept = append(kept, e)
		}
	}
	q.events = kept
	heap.Init(&q.events)
	q.waiting, q.calls = nil, nil
	q.told, q.posted, q.failed = 0, 0, 0
	q.epoch++
}

func (q *deliveries) push(e event) {
	q.seq++
	e.seq = q.seq
	heap.Push(&q.events, e)
	if e.due < q.asleep {
		q.asleep = 0
		select {
		case q.wake <- struct{}{}:
		default: // it is on its way already
		}
	}
}

// plan starts the receipts of an accepted message.
func (q *deliveries) plan(s *Sim, n int, rec *record) {
	if s.webhookURL == "" || rec.fate == fateNever {
		return
	}
	e := event{due: rec.at + int64(s.webhooks.DelayMs)*int64(time.Millisecond), msg: uint32(n), step: true}
	if rec.fate == fateFailed {
		e.due, e.status = e.due+int64(deliveredAfter), statusFailed
	}
	q.push(e)
}

// schedule is the clock of the deliveries: it sleeps until something is due.
func (s *Sim) schedule() {
	var timer *time.Timer
	for {
		s.mu.Lock()
		next := s.queue.run(s, time.Now().UnixNano())
		s.mu.Unlock()
		var fired <-chan time.Time
		if next != never {
			timer = time.NewTimer(time.Until(time.Unix(0, next)))
			fired = timer.C
		}
		select {
		case <-s.ctx.Done():
		case <-s.queue.wake:
		case <-fired:
		}
		if timer != nil {
			timer.Stop()
		}
		if s.ctx.Err() != nil {
			return
		}
	}
}

const (
	never      = int64(1<<63 - 1)
	resolution = int64(2 * time.Millisecond) // many messages, few wake-ups
)

// run does what is due and returns when to look again (never: only when woken).
func (q *deliveries) run(s *Sim, now int64) int64 {
	for len(q.events) > 0 && q.events[0].due <= now {
		e := heap.Pop(&q.events).(event)
		switch {
		case e.do != nil:
			e.do()
		case e.step:
			q.step(s, e)
		default:
			q.tell(s, receipt{e.msg, e.status, e.at}, now)
		}
	}
	next := never
	if len(q.events) > 0 {
		next = max(q.events[0].due, now+resolution)
	}
	if len(q.waiting) > 0 {
		due := q.since + int64(linger)
		if due <= now || s.webhooks.Batch == 1 {
			q.flush()
		} else {
			next = min(next, due)
		}
	}
	s.post()
	q.asleep = next
	return next
}

// step tells the status that a message has reached, unless it is dropped, late or doubled, and plans the next.
func (q *deliveries) step(s *Sim, e event) {
	rec := &s.log.accepted[e.msg]
	w, about := s.webhooks, mix(s.generation, uint64(e.msg))
	roll := func(purpose uint64, rate float64) bool { return s.chance(about, purpose+uint64(e.status), rate) }
	again := func(purpose uint64, most time.Duration) {
		wait := int64(s.fraction(about, purpose+50+uint64(e.status)) * float64(most))
		q.push(event{due: e.due + int64(most)/10 + wait, at: e.due, msg: e.msg, status: e.status})
	}
	switch {
	case roll(purposeDrop, w.Drop):
	case roll(purposeLate, w.Reorder):
		again(purposeLate, 4*time.Second)
	default:
		q.tell(s, receipt{e.msg, e.status, e.due}, e.due)
	}
	if roll(purposeDup, w.Duplicate) {
		again(purposeDup, 2*time.Second)
	}
	switch {
	case e.status == statusSent && rec.fate >= fateDelivered:
		e.status, e.due = statusDelivered, e.due+int64(deliveredAfter)
		q.push(e)
	case e.status == statusDelivered && rec.fate >= fateRead:
		e.status, e.due = statusRead, e.due+int64(readAfter)
		q.push(e)
	}
}

// tell collects a status for the next call.
func (q *deliveries) tell(s *Sim, r receipt, now int64) {
	if len(q.waiting) == 0 {
		q.since = now
	}
	q.waiting = append(q.waiting, r)
	if len(q.waiting) >= s.webhooks.Batch {
		q.flush()
	}
}

func (q *deliveries) flush() {
	q.calls = append(q.calls, &call{receipts: q.waiting, epoch: q.epoch})
	q.waiting = nil
}
