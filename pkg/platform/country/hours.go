package country

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"strings"
	"sync"
	"time"
)

// Hours are when the numbers of a country may be written to: between two times of the day where each of them is. A number that may live by
// several zones is where it is open in all of these, the strictest reading; where that is never, setting refuses the window. A nil Hours is
// open at any hour. From and To are 15:04, and To is no longer in them.
type Hours struct {
	From, To string
	Zones    []string // that differ, the main one first
	clocks   *Clocks
	from, to int // minutes of the day
	places   []*time.Location
	sign     uint32
}

// mostAhead is how far ahead an opening is looked for.
const mostAhead = 8 * 24 * time.Hour

// NewHours reads a window, 10:30-20:30, for numbers that live by some clocks. It unpacks every zone of them: keep it.
func NewHours(window string, c *Clocks) (*Hours, error) {
	from, to, ok := strings.Cut(window, "-")
	h := &Hours{From: from, To: to, Zones: c.Zones, clocks: c}
	var err error
	if h.from, err = minutes(from); err == nil {
		h.to, err = minutes(to)
	}
	if err != nil || !ok || h.from >= h.to || len(c.Zones) == 0 {
		return nil, errors.Join(fmt.Errorf("country: window %q of zones %q", window, c.Zones), err)
	}
	sum := fnv.New32a()
	_, _ = fmt.Fprint(sum, window, c.sign) // cannot fail
	h.sign = sum.Sum32() | 1
	for _, zone := range c.Zones {
		place, err := Location(zone)
		if err != nil {
			return nil, fmt.Errorf("country: window %q: %w", window, err)
		}
		h.places = append(h.places, place)
	}
	return h, nil
}

func minutes(text string) (int, error) {
	at, err := time.Parse("15:04", text)
	return at.Hour()*60 + at.Minute(), err
}

// Sign tells hours from others; never 0 but of a nil Hours.
func (h *Hours) Sign() uint32 {
	if h == nil {
		return 0
	}
	return h.sign
}

// ClockSign is that of the clocks.
func (h *Hours) ClockSign() uint32 {
	if h == nil {
		return 0
	}
	return h.clocks.sign
}

// Of gives the group of a number (Clocks.Of).
func (h *Hours) Of(number uint64) int {
	if h == nil {
		return 0
	}
	return h.clocks.Of(number)
}

// Every lists all groups.
func (h *Hours) Every() []int {
	all := make([]int, h.Groups())
	for g := range all {
		all[g] = g
	}
	return all
}

// Groups is how many groups of numbers there are.
func (h *Hours) Groups() int {
	if h == nil {
		return 1
	}
	return h.clocks.Groups()
}

// Open tells whether the numbers of a group may be written to at a moment. It is the same throughout a minute.
func (h *Hours) Open(group int, at time.Time) bool { return h == nil || h.wait(group, at) == 0 }

// Some reports whether some numbers of the country may be written to.
func (h *Hours) Some(at time.Time) bool {
	if h == nil {
		return true
	}
	for zone := range h.places {
		if h.open(zone, at) {
			return true
		}
	}
	return false
}

// All reports whether all numbers of the country may be written to.
func (h *Hours) All(at time.Time) bool { return h.Open(0, at) }

// Opens is when the numbers of a group may be written to from a moment on: that moment, or the first minute behind it. Zero when that is
// never.
func (h *Hours) Opens(group int, at time.Time) time.Time {
	if h.Open(group, at) {
		return at
	}
	return h.search(at, func(at time.Time) int { return h.wait(group, at) })
}

// SomeOpens is Opens for the first of the country.
func (h *Hours) SomeOpens(at time.Time) time.Time {
	if h.Some(at) {
		return at
	}
	return h.search(at, func(at time.Time) int {
		least := 24 * 60
		for zone := range h.places {
			least = min(least, h.until(zone, at))
		}
		return least
	})
}

// Closes is until when the numbers of a group may be written to that may be at a moment.
func (h *Hours) Closes(group int, at time.Time) time.Time {
	return h.search(at, func(at time.Time) int {
		least := 24 * 60
		for _, zone := range h.clocks.groups[group] {
			if !h.open(zone, at) {
				return 0
			}
			least = min(least, h.to-h.minute(zone, at))
		}
		return least
	})
}

// Done is the latest end of so much work that begins at a moment. It is the latest over the groups, each computed as
// if all work were for it. Zero when it is unknown.
func (h *Hours) Done(begin time.Time, work time.Duration, groups ...int) (last time.Time) {
	if h == nil {
		return begin.Add(work)
	}
	for _, group := range groups {
		at := h.done(group, begin, work)
		if at.IsZero() {
			return at
		}
		if at.After(last) {
			last = at
		}
	}
	return last
}

func (h *Hours) done(group int, at time.Time, work time.Duration) time.Time {
	for range 366 {
		if at = h.Opens(group, at); at.IsZero() {
			return at
		}
		closes := h.Closes(group, at)
		if end := at.Add(work); !end.After(closes) {
			return end
		}
		work -= closes.Sub(at)
		at = closes
	}
	return time.Time{}
}

// Span is what the clocks of the country show at a moment, the least and the most minutes ahead of UTC.
func (h *Hours) Span(at time.Time) (west, east int) {
	for i, place := range h.places {
		_, seconds := at.In(place).Zone()
		if west = min(west, seconds/60); i == 0 {
			west, east = seconds/60, seconds/60
		}
		east = max(east, seconds/60)
	}
	return west, east
}

// search finds the first minute behind a moment at which left is 0, which tells in how many minutes that may be at the earliest as long as
// no clock is changed.
func (h *Hours) search(at time.Time, left func(time.Time) int) time.Time {
	const change = 75 // minutes by which clocks are not put forward at once
	for last := at.Add(mostAhead); at.Before(last); {
		at = at.Truncate(time.Minute).Add(time.Minute)
		n := left(at)
		if n == 0 {
			return at
		}
		at = at.Add(time.Duration(max(0, n-change-1)) * time.Minute)
	}
	return time.Time{}
}

// wait is how many minutes the first of the zones of a group that is not open needs at least; 0 when all are open.
func (h *Hours) wait(group int, at time.Time) (most int) {
	for _, zone := range h.clocks.groups[group] {
		most = max(most, h.until(zone, at))
	}
	return most
}

// until is how many minutes are left until a zone opens; 0 when it is open.
func (h *Hours) until(zone int, at time.Time) int {
	minute := h.minute(zone, at)
	switch {
	case minute < h.from:
		return h.from - minute
	case minute >= h.to:
		return h.from + 24*60 - minute
	}
	return 0
}

func (h *Hours) open(zone int, at time.Time) bool { return h.until(zone, at) == 0 }

func (h *Hours) minute(zone int, at time.Time) int {
	hour, minute, _ := at.In(h.places[zone]).Clock()
	return hour*60 + minute
}

// kept are hours by what they were read from: they are asked for before every sub-batch.
var cachedHours sync.Map

// Hours reads the window of a country: 10:30-20:30, by the clocks of its numbers, or with zones behind it, by commas, which are then those
// of all of them. Nil for any hour, which is an empty window.
func (b *Store) Hours(ctx context.Context, code, window string) (*Hours, error) {
	if window == "" {
		return nil, nil
	}
	hours, zones, named := strings.Cut(window, " ")
	clocks := Any(strings.Split(zones, ",")...)
	if !named {
		var err error
		if clocks, err = b.Clocks(ctx, code); err != nil {
			return nil, err
		}
	}
	key := fmt.Sprint(code, hours, named, clocks.Zones)
	if known, ok := cachedHours.Load(key); ok {
		return known.(*Hours), nil
	}
	h, err := NewHours(hours, clocks)
	if err == nil {
		cachedHours.Store(key, h)
	}
	return h, err
}

// Never reports whether some of the country's mobile numbers could not be written to on some day of the year that
// begins at a moment: their possible zones have no hour in common then.
func (h *Hours) Never(from time.Time) bool {
	seen := map[string]bool{} // the combinations of local times
	for day := range 366 {
		at := from.AddDate(0, 0, day)
		var clocks []int
		for zone := range h.places {
			clocks = append(clocks, h.minute(zone, at))
		}
		if key := fmt.Sprint(clocks); seen[key] {
			continue
		} else {
			seen[key] = true
		}
		for group := range h.Groups() {
			if group == 0 && h.clocks.placed {
				continue // a group without zones is no mobile number
			}
			if opens := h.Opens(group, at); opens.IsZero() || opens.Sub(at) > 26*time.Hour {
				return true
			}
		}
	}
	return false
}
