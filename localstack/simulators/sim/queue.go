package sim

import (
	"container/heap"
	"slices"
	"time"
)

// Course is what a message goes through, one step after the other.
type Course []Step

// Step is a status and the time since the step before it (the first: since the message was accepted, and Webhooks.DelayMs).
type Step struct {
	Status string
	After  time.Duration
	Stops  bool // the step behind it waits for Proceed
}

// Receipt tells that a message has reached a status.
type Receipt struct {
	Message Accepted
	Status  string
	Code    Code
	At      time.Time
}

// Webhooks are the settings of POST /_sim/webhooks. Rates are 0–1.
type Webhooks struct {
	DelayMs   int     `json:"delayMs"`   // before the first status of a message; the others follow at their usual distance
	Duplicate float64 `json:"duplicate"` // share of statuses that come again, in a later call
	Reorder   float64 `json:"reorder"`   // share of statuses that come late, after their successors
	Batch     int     `json:"batch"`     // most statuses in a call; 1 sends each at once
	Drop      float64 `json:"drop"`      // share of statuses that never come
}

// Purposes of the body's random choices, so that they do not depend on each other; the step of the course is added.
const (
	purposeDrop = 1000
	purposeDup  = 2000
	purposeLate = 3000
	purposeWait = 500
)

// linger is how long statuses are collected for one callback.
const linger = 200 * time.Millisecond

// event is something that is due: the next step of a message, a status that comes late or again, or an action.
type event struct {
	due    int64 // unix ns
	seq    uint64
	at     int64 // the time that the status tells
	msg    uint32
	status uint8
	step   bool   // decides about its status and plans the next one; otherwise the status is sent as it is
	again  *call  // a callback to repeat
	do     func() // survives a reset; runs without the lock
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

// receipt is one status of one message, ready to be sent.
type receipt struct {
	msg    uint32
	status uint8
	at     int64
}

// deliveries are the callbacks to come. Everything in it is guarded by the simulator's lock.
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

func (q *deliveries) clear() {
	kept := q.events[:0:0]
	for _, e := range q.events {
		if e.do != nil {
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

// After does something later, without the lock; a reset does not prevent it.
func (s *Sim) After(d time.Duration, do func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.queue.push(event{due: s.at().Add(d).UnixNano(), do: do})
}

// course of the n-th message. The lock is held.
func (s *Sim) course(n int) Course {
	switch c := s.log.accepted[n].course; {
	case c == courseFailed:
		return s.cfg.Failed
	case int(c) < len(s.cfg.Courses):
		return s.cfg.Courses[c]
	}
	return nil
}

// plan starts the receipts of an accepted message. The lock is held.
func (s *Sim) plan(n int) {
	rec, course := &s.log.accepted[n], s.course(n)
	if len(course) == 0 || s.address == "" && rec.address.length == 0 {
		return
	}
	due := rec.at + int64(s.webhooks.DelayMs)*int64(time.Millisecond) + int64(course[0].After)
	s.queue.push(event{due: due, msg: uint32(n), step: true})
}

// schedule is the clock of the deliveries: it sleeps until something is due.
func (s *Sim) schedule() {
	var timer *time.Timer
	for {
		s.mu.Lock()
		next, todo := s.run(s.at().UnixNano())
		s.mu.Unlock()
		for _, do := range todo {
			do()
		}
		var fired <-chan time.Time
		if next != never {
			timer = time.NewTimer(time.Unix(0, next).Sub(s.at()))
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

// run does the due work and returns the time of the next look (never: only when woken), and the work to be done
// without the lock.
func (s *Sim) run(now int64) (next int64, todo []func()) {
	q := &s.queue
	for len(q.events) > 0 && q.events[0].due <= now {
		e := heap.Pop(&q.events).(event)
		switch {
		case e.do != nil:
			todo = append(todo, e.do)
		case e.again != nil:
			q.calls = append(q.calls, e.again)
		case e.step:
			if told := s.step(e); told != nil {
				todo = append(todo, told)
			}
		default:
			s.tell(receipt{e.msg, e.status, e.at}, now)
		}
	}
	next = never
	if len(q.events) > 0 {
		next = max(q.events[0].due, now+resolution)
	}
	if len(q.waiting) > 0 {
		due := q.since + int64(linger)
		if due <= now || s.webhooks.Batch == 1 {
			s.flush()
		} else {
			next = min(next, due)
		}
	}
	s.post()
	q.asleep = next
	return next, todo
}

// Proceed lets the message of an id go on from the step at which it stopped, after a while.
func (s *Sim) Proceed(id string, after time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n, ok := s.cfg.Index(s.generation, id)
	if !ok || n < 0 || n >= len(s.log.accepted) {
		return // of what was reset
	}
	rec := &s.log.accepted[n]
	if next := len(rec.times); next > 0 && next < len(s.course(n)) && s.course(n)[next-1].Stops {
		s.queue.push(event{due: s.at().Add(after).UnixNano(), msg: uint32(n), status: uint8(next), step: true})
	}
}

// step sends the status that a message has reached, unless it is dropped, late or doubled, and plans the next. It
// gives the function to call at a stop, without the lock.
func (s *Sim) step(e event) (stopped func()) {
	w, about := s.webhooks, Mix(s.generation, uint64(e.msg))
	roll := func(purpose uint64, rate float64) bool { return s.Chance(about, purpose+uint64(e.status), rate) }
	again := func(purpose uint64, most time.Duration) {
		wait := int64(s.fraction(about, purpose+purposeWait+uint64(e.status)) * float64(most))
		s.queue.push(event{due: e.due + int64(most)/10 + wait, at: e.due, msg: e.msg, status: e.status})
	}
	switch {
	case roll(purposeDrop, w.Drop):
	case roll(purposeLate, w.Reorder):
		again(purposeLate, 4*time.Second)
	default:
		s.tell(receipt{e.msg, e.status, e.due}, e.due)
	}
	if s.log.accepted[e.msg].twice || roll(purposeDup, w.Duplicate) {
		again(purposeDup, 2*time.Second)
	}
	course := s.course(int(e.msg))
	here := course[e.status]
	if rec := &s.log.accepted[e.msg]; stops(course) {
		rec.times = append(rec.times, e.due)
		if here.Stops {
			m, of := s.accepted(int(e.msg)), int(rec.course)
			return func() { s.cfg.Stopped(m, of, here.Status) }
		}
	}
	if int(e.status)+1 < len(course) {
		e.status++
		e.due += int64(course[e.status].After)
		s.queue.push(e)
	}
	return nil
}

// stops tells whether a course waits anywhere.
func stops(c Course) bool {
	return slices.ContainsFunc(c, func(s Step) bool { return s.Stops })
}

// tell collects a status for the next call; a message with an address of its own has calls of its own.
func (s *Sim) tell(r receipt, now int64) {
	q := &s.queue
	if own := s.log.accepted[r.msg].address; own.length > 0 {
		q.calls = append(q.calls, &call{receipts: []receipt{r}, address: s.log.arena.get(own), epoch: q.epoch})
		return
	}
	if len(q.waiting) == 0 {
		q.since = now
	}
	q.waiting = append(q.waiting, r)
	if len(q.waiting) >= s.webhooks.Batch {
		s.flush()
	}
}

func (s *Sim) flush() {
	s.queue.calls = append(s.queue.calls, &call{receipts: s.queue.waiting, epoch: s.queue.epoch})
	s.queue.waiting = nil
}

// receipt in the form that simulators see. The lock is held.
func (s *Sim) receipt(r receipt) Receipt {
	return Receipt{s.accepted(int(r.msg)), s.course(int(r.msg))[r.status].Status, s.log.accepted[r.msg].code, time.Unix(0, r.at).UTC()}
}
