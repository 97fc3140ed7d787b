package chunkrow

import (
	"time"

	"herald/pkg/platform/country"
)

// groups are those in which recipients are, and by which clocks they are meant.
type Groups struct {
	Bits uint64 `dynamodbav:"z,omitempty"`
	Sign uint32 `dynamodbav:"zs,omitempty"`
}

// in lists the groups of the given hours, which may be newer than the plan's; all groups if they are unknown.
func (g Groups) In(hours *country.Hours) (out []int) {
	for i := range hours.Groups() {
		if hours.ClockSign() != g.Sign || g.Bits == 0 || g.Bits>>i&1 == 1 {
			out = append(out, i)
		}
	}
	return out
}

// opens returns when the first of the groups may be written to; now when one may.
func (g Groups) Opens(hours *country.Hours, now time.Time) (first time.Time) {
	all := g.In(hours)
	for _, i := range all {
		if hours.Open(i, now) {
			return now
		}
	}
	for _, i := range all {
		if at := OpensAt(hours, i, now); first.IsZero() || at.Before(first) {
			first = at
		}
	}
	return first
}

// opens returns when a group may be written to; a day later if that time is unknown.
func OpensAt(h *country.Hours, group int, now time.Time) time.Time {
	if at := h.Opens(group, now); !at.IsZero() {
		return at
	}
	return now.AddDate(0, 0, 1)
}

// slept reports a chunk whose remaining recipients all slept at the last look.
func (s *Sends) Slept() bool { return s.Sleep != 0 && !s.Done }

// asleep reports one of which they still do.
func (s *Sends) OutsideHours(now time.Time, hours *country.Hours) bool {
	return s.Slept() && s.After > now.UnixMilli() && s.Sleep == hours.Sign()
}

// idle reports a chunk without a lease that does not wait for its next try.
func (s *Sends) Idle(now time.Time) bool {
	return s.Lease <= now.UnixMilli() && (s.After <= now.UnixMilli() || s.Sleep != 0)
}
