package dispatch

import (
	"context"
	"time"
)

// lateCall returns how late within its slot a sub-batch of n messages may begin. Later than that, it takes another
// slot, since its last calls would fall into another worker's slot. A fast sender's slots are short.
func lateCall(n, perSecond int) time.Duration {
	return min(max(lasting(n, perSecond)/4, 25*time.Millisecond), 250*time.Millisecond)
}

// places are the moments of a slot at which calls may be made, one message each.
type places struct {
	slot      time.Time
	gap, late time.Duration // between two places; how much later than its place a call may be made
	n, at     int           // places; the next one
	begun     bool
}

// newPlaces divides a slot of n messages.
func newPlaces(slot time.Time, n, perSecond int) *places {
	gap := time.Duration(margin * float64(time.Second) / float64(perSecond))
	return &places{slot: slot, gap: gap, late: min(max(gap, 10*time.Millisecond), 250*time.Millisecond), n: n}
}

// next is the moment of the next place.
func (p *places) next() time.Time { return p.slot.Add(time.Duration(p.at) * p.gap) }

// take uses the next place, and returns false when the slot has none left. After a stall the places that have passed
// are given up. Calls that catch up would coincide with those of workers in the following slots, and exceed the
// sender's limit. The first call is made however late it is, so that a worker that is always slow still sends.
func (p *places) take(now time.Time) bool {
	if behind := now.Sub(p.next()); behind > p.late || !p.begun && behind > 0 {
		p.at += int(behind / p.gap)
	}
	if p.begun && p.at >= p.n {
		return false
	}
	p.begun = true
	p.at++
	return true
}

// callLimit bounds calls by a deadline that those of about a second share: a timer for each call costs a tenth of a send.
type callLimit struct {
	parent  context.Context
	ctx     context.Context
	until   time.Time
	cancels []context.CancelFunc
}

// next is the context of a call that is made now. It ends callTime from now, or up to subBatchTime later.
func (l *callLimit) next() context.Context {
	if l.ctx == nil || time.Until(l.until) < callTime {
		ctx, cancel := context.WithTimeout(l.parent, callTime+subBatchTime)
		l.until, _ = ctx.Deadline() // it has one
		l.ctx, l.cancels = ctx, append(l.cancels, cancel)
	}
	return l.ctx
}

// end releases the timers, once every call has ended.
func (l *callLimit) end() {
	for _, cancel := range l.cancels {
		cancel()
	}
}
