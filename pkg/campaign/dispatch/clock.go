package dispatch

import (
	"context"
	"slices"
	"time"

	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/order"
	"herald/pkg/platform/country"
)

// Each recipient is written to by the clock of its own zone (country.Hours), asked for right before its call. Who sleeps is put
// off, not refused. A chunk of which everybody who is left sleeps is out of the feed window, as those that wait for another try
// are, and its row says until when the first of them does; nobody looks at it before, unless the hours are changed. What has slept
// and may go on is found by the janitor, and handed out by the feeder as new chunks are, when there are none: so as many as
// otherwise are at work, and a chunk is rung no more often than its zones open. Before anybody of an order is awake nothing of it
// is handed out: the feeder knows in which groups they are.

// clock tells who of a chunk sleeps. A nil clock: nobody.
type clock struct {
	hours  *country.Hours
	groups []uint8 // of the recipients
	minute int64   // for which is known:
	awake  []bool  // by group
}

func newClock(hours *country.Hours, numbers []uint64) *clock {
	if hours == nil {
		return nil
	}
	c := &clock{hours: hours, groups: make([]uint8, len(numbers)), awake: make([]bool, hours.Groups())}
	if hours.Groups() > 1 {
		for i, n := range numbers {
			c.groups[i] = uint8(hours.Of(n))
		}
	}
	return c
}

// by is the clock of hours that may have been changed.
func (c *clock) by(hours *country.Hours, numbers []uint64) *clock {
	if c != nil && c.hours.Sign() == hours.Sign() {
		return c
	}
	return newClock(hours, numbers)
}

// asleep tells whether a recipient may not be written to now.
func (c *clock) outsideHours(i int, now time.Time) bool {
	if c == nil {
		return false
	}
	if minute := now.Unix() / 60; c.minute != minute {
		c.minute = minute
		for g := range c.awake {
			c.awake[g] = c.hours.Open(g, now)
		}
	}
	return !c.awake[c.groups[i]]
}

// wakes is when the first of some recipients does; zero when one of them is awake.
func (c *clock) wakes(some []int, now time.Time) (first time.Time) {
	if c == nil {
		return first
	}
	seen := make([]bool, len(c.awake))
	for _, i := range some {
		g := int(c.groups[i])
		if !c.outsideHours(i, now) {
			return time.Time{}
		}
		if seen[g] {
			continue
		}
		seen[g] = true
		if at := opens(c.hours, g, now); first.IsZero() || at.Before(first) {
			first = at
		}
	}
	return first
}

// wakeable holds back those of some recipients for whom no hour is ever open, and gives the others.
func (w *worker) wakeable(some []int) []int {
	if w.clock == nil {
		return some
	}
	never := make([]bool, len(w.clock.awake))
	for g := range never {
		never[g] = w.clock.hours.Opens(g, w.Now()).IsZero()
	}
	return slices.DeleteFunc(some, func(i int) bool {
		if never[w.clock.groups[i]] {
			w.hold(i, suppression.NoHour)
		}
		return never[w.clock.groups[i]]
	})
}

// opens is when a group may be written to; a day later where nobody knows of a time.
func opens(h *country.Hours, group int, now time.Time) time.Time {
	if at := h.Opens(group, now); !at.IsZero() {
		return at
	}
	return now.AddDate(0, 0, 1)
}

// sleep puts the chunk off until the first of those who are left wakes, and lets another have its place. What they were tried before is
// forgotten: it was another day.
func (w *worker) sleep(ctx context.Context, until time.Time) error {
	was := w.s.Pass > 0
	w.s.Pass, w.s.Sleep, w.s.After = 0, w.clock.hours.Sign(), until.UnixMilli()
	if err := w.write(ctx, time.Time{}); err != nil {
		return err
	}
	return w.parted(ctx, w.o, counted{aside: 1 - asideCount(was)}, w.purse)
}

// slept reports a chunk of which everybody who is left slept when it was looked at last.
func (s *Sends) slept() bool { return s.Sleep != 0 && !s.Done }

// asleep reports one of which they still do.
func (s *Sends) outsideHours(now time.Time, hours *country.Hours) bool {
	return s.slept() && s.After > now.UnixMilli() && s.Sleep == hours.Sign()
}

// groups are those in which recipients are, and by which clocks they are meant.
type groups struct {
	Bits uint64 `dynamodbav:"z,omitempty"`
	Sign uint32 `dynamodbav:"zs,omitempty"`
}

// in lists them by hours that may be others: all that there are where nobody knows.
func (g groups) in(hours *country.Hours) (out []int) {
	for i := range hours.Groups() {
		if hours.ClockSign() != g.Sign || g.Bits == 0 || g.Bits>>i&1 == 1 {
			out = append(out, i)
		}
	}
	return out
}

// opens is when the first of them may be written to; now when somebody may.
func (g groups) opens(hours *country.Hours, now time.Time) (first time.Time) {
	all := g.in(hours)
	for _, i := range all {
		if hours.Open(i, now) {
			return now
		}
	}
	for _, i := range all {
		if at := opens(hours, i, now); first.IsZero() || at.Before(first) {
			first = at
		}
	}
	return first
}

// grouped notes in which groups recipients are.
func (p *Planner) grouped(numbers []uint64) (bits uint64) {
	if p.clocks == nil {
		return 0
	}
	for _, n := range numbers {
		bits |= 1 << p.clocks.Of(n)
	}
	return bits
}

// OutsideHours are recipients of an order who wait for the hours of their own zone.
type OutsideHours struct {
	Count int       `json:"count" doc:"of those whose turn came, how many are not written to before their own hours"`
	Wakes time.Time `json:"wakes" doc:"when the first of them may be"`
}

// OutsideHoursOf counts who of a counted order sleeps; nil when nobody is known to.
func (r *Engine) OutsideHoursOf(o *order.Order, t *order.Tally, hours *country.Hours) *OutsideHours {
	if hours == nil || o.Status != order.Sending {
		return nil
	}
	all, _ := sleepers(o, t.Parts.([]chunk), hours, r.Now())
	return all
}

// sleepers counts who of an order's generation sleeps, and whether nobody else is left.
func sleepers(o *order.Order, chunks []chunk, hours *country.Hours, now time.Time) (all *OutsideHours, only bool) {
	only, n := true, 0
	for i := range chunks {
		c := &chunks[i]
		if c.gen != o.Gen {
			continue
		}
		n++
		if c.s.Done {
			continue
		}
		if !c.s.outsideHours(now, hours) {
			only = false
			continue
		}
		wakes := time.UnixMilli(c.s.After).UTC()
		if all == nil {
			all = &OutsideHours{Wakes: wakes}
		}
		all.Count += len(c.s.open(0, c.s.N))
		if wakes.Before(all.Wakes) {
			all.Wakes = wakes
		}
	}
	return all, only && n == o.Chunks && all != nil
}
