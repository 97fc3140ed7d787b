package dispatch

import (
	"context"
	"slices"
	"time"

	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
	"herald/pkg/platform/country"
)

// Each recipient is written to within the hours of its own time zone (country.Hours), which are checked right before
// its call. A sleeping recipient is put off, not refused.
//
// A chunk sleeps when all its remaining recipients sleep. Like chunks that wait for another try, it is out of the
// feed window. Its row says when the first recipient may be written to, and it is not read before then unless the
// hours change. The janitor finds chunks that may go on. The feeder hands them out after the new chunks. So the
// number of chunks at work stays the same, and a chunk is enqueued once for each opening of its zones. While all
// recipients of an order sleep, nothing is handed out: the feeder knows their groups.

// clock knows which recipients of a chunk sleep. A nil clock: none.
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
		if at := chunkrow.OpensAt(c.hours, g, now); first.IsZero() || at.Before(first) {
			first = at
		}
	}
	return first
}

// wakeable blocks the recipients for which no hour is ever open, and returns the others.
func (w *worker) wakeable(some []int) []int {
	if w.clock == nil {
		return some
	}
	never := make([]bool, len(w.clock.awake))
	for g := range never {
		never[g] = w.clock.hours.Opens(g, w.svc.Flow.Now()).IsZero()
	}
	return slices.DeleteFunc(some, func(i int) bool {
		if never[w.clock.groups[i]] {
			w.hold(i, suppression.NoHour)
		}
		return never[w.clock.groups[i]]
	})
}

// sleep puts the chunk off until its first remaining recipient wakes, and releases its place in the feed window.
// Earlier tries are reset, since they were of another day.
func (w *worker) sleep(ctx context.Context, until time.Time) error {
	was := w.s.Pass > 0
	w.s.Pass, w.s.Sleep, w.s.After = 0, w.clock.hours.Sign(), until.UnixMilli()
	if err := w.write(ctx, time.Time{}); err != nil {
		return err
	}
	return w.svc.Feed.parted(ctx, w.o, counted{aside: 1 - asideCount(was)}, w.purse)
}

// OutsideHours are recipients of an order who wait for the hours of their own zone.
type OutsideHours struct {
	Count int       `json:"count" doc:"Due recipients that wait for their own sending hours."`
	Wakes time.Time `json:"wakes" doc:"Time when the first of them may receive a message."`
}

// OutsideHoursOf counts the sleeping recipients of a counted order; nil when none are known.
func (r *Statistics) OutsideHoursOf(o *order.Order, t *order.Tally, hours *country.Hours) *OutsideHours {
	if hours == nil || o.Status != order.Sending {
		return nil
	}
	all, _ := sleepers(o, t.Parts.([]chunkrow.Chunk), hours, r.Flow.Now())
	return all
}

// sleepers counts the sleeping recipients of an order's generation, and reports whether all remaining ones sleep.
func sleepers(o *order.Order, chunks []chunkrow.Chunk, hours *country.Hours, now time.Time) (all *OutsideHours, only bool) {
	only, n := true, 0
	for i := range chunks {
		c := &chunks[i]
		if c.Gen != o.Gen {
			continue
		}
		n++
		if c.Sends.Done {
			continue
		}
		if !c.Sends.OutsideHours(now, hours) {
			only = false
			continue
		}
		wakes := time.UnixMilli(c.Sends.After).UTC()
		if all == nil {
			all = &OutsideHours{Wakes: wakes}
		}
		all.Count += len(c.Sends.Open(0, c.Sends.N))
		if wakes.Before(all.Wakes) {
			all.Wakes = wakes
		}
	}
	return all, only && n == o.Chunks && all != nil
}
