package redirect

import (
	"context"
	"math/rand/v2"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"herald/pkg/campaign/shunt"
	"herald/pkg/campaign/shunt/click"
	"herald/pkg/kit/quota"
	"herald/pkg/kit/store"
	"herald/pkg/platform/country"
)

// How long a process believes what it read of a link, and of how many links it remembers where they are.
const (
	fresh     = time.Second
	mostLines = 2000
)

// line is a link as this process knows it.
type line struct {
	code string

	reading store.Mutex
	link    atomic.Pointer[shunt.Row]
	read    atomic.Int64 // unix ns

	rotating store.Mutex // of what follows
	cycled
	block
	caps  map[int]*capBlock // by the numbers of targets
	hours map[string]*country.Hours

	metered sync.Mutex
	meter   meter
	total   float64 // requests a second of all processes that take positions
	totalAt time.Time
}

func (l *line) row() *shunt.Row { return l.link.Load() }

// line gives a link by its code, at most a moment old; nil for an unknown one.
func (s *Service) line(ctx context.Context, code string, now time.Time) (*line, error) {
	s.mu.Lock()
	l := s.lines[code]
	s.mu.Unlock()
	if l == nil {
		row, err := shunt.Load(ctx, s.DB, code)
		if err != nil || row == nil {
			return nil, err
		}
		l = s.add(code)
		l.link.Store(row)
		l.read.Store(now.UnixNano())
		return l, nil
	}
	if now.UnixNano()-l.read.Load() < int64(fresh) {
		return l, nil
	}
	if err := l.reading.Lock(ctx); err != nil {
		return nil, err
	}
	defer l.reading.Unlock()
	if now.UnixNano()-l.read.Load() < int64(fresh) {
		return l, nil // another request has read it meanwhile
	}
	row, err := shunt.Load(ctx, s.DB, code)
	switch {
	case err != nil:
		return nil, err
	case row == nil:
		s.mu.Lock()
		delete(s.lines, code)
		s.mu.Unlock()
		return nil, nil
	}
	l.link.Store(row)
	l.read.Store(now.UnixNano())
	return l, nil
}

// add remembers a link. A process that knows too many forgets all but the new one.
func (s *Service) add(code string) *line {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.lines == nil || len(s.lines) >= mostLines {
		s.lines = map[string]*line{}
	}
	if s.lines[code] == nil {
		s.lines[code] = &line{code: code, reading: store.NewMutex(), rotating: store.NewMutex(), caps: map[int]*capBlock{},
			hours: map[string]*country.Hours{}}
	}
	return s.lines[code]
}

// cycled is the cycle of the targets that were usable at a second.
type cycled struct {
	row    *shunt.Row // that it is made of
	second int64
	sign   string
	places []*shunt.Target // by the indexes of order
	order  []uint16
}

// bring brings the cycle up to date.
func (l *line) bring(now time.Time) {
	row, second := l.row(), now.Unix()
	if l.cycled.row == row && l.second == second {
		return
	}
	var places []*shunt.Target
	var weights []int
	sign := make([]byte, 0, 64)
	for i := range row.Targets {
		t := &row.Targets[i]
		if !t.Usable() || !l.inHours(row, t, now) || l.isFull(row, t, now) {
			continue
		}
		places, weights = append(places, t), append(weights, t.Weight)
		sign = strconv.AppendInt(append(sign, ' '), int64(t.N), 36)
		sign = strconv.AppendInt(append(sign, '*'), int64(t.Weight), 36)
	}
	if l.cycled.row == nil || string(sign) != l.sign {
		l.order = cycle(weights)
	}
	l.cycled.row, l.second, l.sign, l.places = row, second, string(sign), places
}

// usable gives a target by its number, if visitors may be led to it now.
func (l *line) usable(n int, now time.Time) *shunt.Target {
	l.bring(now)
	for _, t := range l.places {
		if t.N == n {
			return t
		}
	}
	return nil
}

// standing is a target that a visitor of the day returns to, also when its daily cap is reached.
func (l *line) standing(n int, now time.Time) *shunt.Target {
	row := l.row()
	for i := range row.Targets {
		if t := &row.Targets[i]; t.N == n && t.Usable() && l.inHours(row, t, now) {
			return t
		}
	}
	return nil
}

// inHours reports whether the local time of a target is within its hours.
func (l *line) inHours(row *shunt.Row, t *shunt.Target, now time.Time) bool {
	if t.From == "" {
		return true
	}
	window := t.From + "-" + t.To
	h := l.hours[window]
	if h == nil {
		var err error
		if h, err = country.NewHours(window, country.ClocksOf(row.CountryCode)); err != nil {
			return false // package shunt writes no such hours
		}
		l.hours[window] = h
	}
	number, err := strconv.ParseUint(t.Phone, 10, 64)
	return err == nil && h.Open(h.Of(number), now)
}

// isFull reports whether a target is known to have reached its cap of the day. A change of the link has it looked at anew.
func (l *line) isFull(row *shunt.Row, t *shunt.Target, now time.Time) bool {
	c := l.caps[t.N]
	return t.Cap > 0 && c != nil && c.full == row.Version && c.day == quota.Day(now)
}

// meter measures requests a second.
type meter struct {
	since time.Time
	n     float64
	was   float64
}

const meterSpan = 2 * time.Second

func (m *meter) add(now time.Time) float64 {
	if d := now.Sub(m.since); d >= meterSpan || m.since.IsZero() {
		m.was = 0
		if d < 4*meterSpan {
			m.was = m.n / d.Seconds()
		}
		m.since, m.n = now, 0
	}
	m.n++
	return max(m.was, (m.n-1)/meterSpan.Seconds())
}

// others is how many processes there may be beside this one, for what only one of them sees.
const others = 4

// rate counts a request and gives how many come a second, in all processes.
func (l *line) rate(now time.Time) float64 {
	l.metered.Lock()
	defer l.metered.Unlock()
	mine := l.meter.add(now) * others
	if now.Sub(l.totalAt) > 20*meterSpan {
		return mine
	}
	return max(l.total, mine)
}

// shardOf draws a shard.
func shardOf(rate float64) int {
	if n := click.Shards(rate); n > 1 {
		return rand.IntN(n)
	}
	return 0
}
