package ratecontrol

import (
	"time"
)

// lateCall returns how late within its slot a sub-batch of n messages may begin. Later than that, it takes another
// slot, since its last calls would fall into another worker's slot. A fast sender's slots are short.
func lateCall(n, perSecond int) time.Duration {
	return min(max(lasting(n, perSecond)/4, 25*time.Millisecond), 250*time.Millisecond)
}

// Places are the moments of a slot at which calls may be made, one message each.
type Places struct {
	slot      time.Time
	gap, late time.Duration // between two places; how much later than its place a call may be made
	n, at     int           // places; the next one
	begun     bool
}

// NewPlaces divides a slot of n messages.
func NewPlaces(slot time.Time, n, perSecond int) *Places {
	gap := time.Duration(margin * float64(time.Second) / float64(perSecond))
	return &Places{slot: slot, gap: gap, late: min(max(gap, 10*time.Millisecond), 250*time.Millisecond), n: n}
}

// Next is the moment of the next place.
func (p *Places) Next() time.Time { return p.slot.Add(time.Duration(p.at) * p.gap) }

// Take uses the next place, and returns false when the slot has none left. After a stall the places that have passed
// are given up. Calls that catch up would coincide with those of workers in the following slots, and exceed the
// sender's limit. The first call is made however late it is, so that a worker that is always slow still sends.
func (p *Places) Take(now time.Time) bool {
	if behind := now.Sub(p.Next()); behind > p.late || !p.begun && behind > 0 {
		p.at += int(behind / p.gap)
	}
	if p.begun && p.at >= p.n {
		return false
	}
	p.begun = true
	p.at++
	return true
}
