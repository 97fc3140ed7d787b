// Package metric counts what a process does, in memory: a count costs no call. Figures are read by the minute (Window), since the process
// began (Totals), or once each (Take, for a line of the log).
package metric

import (
	"maps"
	"math"
	"sync"
	"time"
)

// Names of the figures. Each has one label, named in Labels; values of labels are few and name no person.
const (
	Requests         = "requests"          // milliseconds of each request
	RequestErrors    = "request_errors"    // requests that failed by our fault: 5xx
	RequestRefusals  = "request_refusals"  // requests that were refused: 4xx
	Work             = "queue_work"        // milliseconds of each batch
	WorkMessages     = "queue_messages"    // messages of batches
	WorkFailures     = "queue_failures"    // messages whose handler failed
	Sent             = "sent"              // recipients that a provider accepted
	Refused          = "refused"           // recipients that a provider refused, by sender and code
	Unknown          = "unknown"           // calls whose outcome is not known
	ReceiptLag       = "receipt_lag"       // seconds from a prompt receipt, by the provider's time, to its count
	Provider         = "provider"          // milliseconds of each call
	ProviderFailures = "provider_failures" // calls without a usable answer: none in time, 5xx, or a key that is refused (401, 403)
	ProviderRefusals = "provider_refusals" // calls that were answered with another 4xx
)

// Labels are the names of the figures' labels.
var Labels = map[string]string{Requests: "group", RequestErrors: "group", RequestRefusals: "group", Work: "queue", WorkMessages: "queue",
	WorkFailures: "queue", Sent: "channel", Refused: "reason", Unknown: "channel", ReceiptLag: "kind", Provider: "host",
	ProviderFailures: "host", ProviderRefusals: "host"}

// Key is a figure with the value of its label.
type Key struct{ Name, Label string }

// Cell is what was counted of a figure.
type Cell struct {
	N    int64         `json:"n"`
	Sum  float64       `json:"s,omitempty"`
	Max  float64       `json:"m,omitempty"`
	Last int64         `json:"l,omitempty"` // unix ms of the last one
	Dist map[int]int64 `json:"d,omitempty"` // how many lie in each step of the scale; of observations alone
}

// Summary is what another store of metrics knows of observations.
type Summary struct {
	N                  int64
	Sum, Max, P50, P99 float64
	Last               time.Time
}

// Cell gives the observations as they are counted here. Its percentiles are those two and the largest.
func (s Summary) Cell() *Cell {
	c := &Cell{N: s.N, Sum: s.Sum, Max: s.Max}
	if s.N == 0 {
		return c
	}
	half, nearly := (s.N+1)/2, int64(math.Ceil(0.99*float64(s.N)))
	c.Last, c.Dist = s.Last.UnixMilli(), map[int]int64{}
	c.Dist[step(s.P50)] += half
	c.Dist[step(s.P99)] += nearly - half
	c.Dist[step(s.Max)] += s.N - nearly
	return c
}

// scale is the ratio of the steps of a distribution: a percentile is exact to a tenth.
const scale = 1.1

func step(v float64) int {
	if v <= 0.001 {
		return 0
	}
	return 1 + int(math.Log(v/0.001)/math.Log(scale))
}

// Merge adds what another process, or another minute, counted.
func (c *Cell) Merge(o *Cell) {
	c.N, c.Sum, c.Max, c.Last = c.N+o.N, c.Sum+o.Sum, max(c.Max, o.Max), max(c.Last, o.Last)
	for s, n := range o.Dist {
		if c.Dist == nil {
			c.Dist = map[int]int64{}
		}
		c.Dist[s] += n
	}
}

// Percentile gives the value that a share of the observations, from 0 to 1, does not exceed.
func (c *Cell) Percentile(share float64) float64 {
	var all int64
	most := 0
	for s, n := range c.Dist {
		all, most = all+n, max(most, s)
	}
	rank := int64(math.Ceil(share * float64(all)))
	for s := 0; s <= most; s++ {
		if rank -= c.Dist[s]; rank <= 0 && all > 0 {
			return min(c.Max, 0.001*math.Pow(scale, float64(s)))
		}
	}
	return c.Max
}

// Figures are counted figures.
type Figures map[Key]*Cell

func (f Figures) cell(k Key) *Cell {
	c := f[k]
	if c == nil {
		c = &Cell{}
		f[k] = c
	}
	return c
}

// Merge adds other figures.
func (f Figures) Merge(o Figures) {
	for k, c := range o {
		f.cell(k).Merge(c)
	}
}

// Set counts. The nil set counts nothing.
type Set struct {
	now func() time.Time

	mu      sync.Mutex
	minutes map[int64]Figures
	totals  Figures
	fresh   Figures // since Take
}

// Bounds: minutes that are kept, and labels of a figure.
const (
	keptMinutes = 60
	mostKeys    = 2000
)

// New makes a set.
func New(now func() time.Time) *Set {
	return &Set{now: now, minutes: map[int64]Figures{}, totals: Figures{}, fresh: Figures{}}
}

// Add counts n.
func (s *Set) Add(name, label string, n int) {
	if s != nil && n > 0 {
		s.add(Key{name, label}, &Cell{N: int64(n)})
	}
}

// Observe counts a measurement.
func (s *Set) Observe(name, label string, value float64) {
	if s != nil {
		s.add(Key{name, label}, &Cell{N: 1, Sum: value, Max: value, Dist: map[int]int64{step(value): 1}})
	}
}

func (s *Set) add(k Key, c *Cell) {
	now := s.now()
	c.Last = now.UnixMilli()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.totals[k] == nil && len(s.totals) >= mostKeys {
		return // labels without bound would fill the memory
	}
	minute := now.Unix() / 60
	if s.minutes[minute] == nil {
		s.minutes[minute] = Figures{}
		maps.DeleteFunc(s.minutes, func(m int64, _ Figures) bool { return m <= minute-keptMinutes })
	}
	s.minutes[minute].cell(k).Merge(c)
	s.fresh.cell(k).Merge(c)
	s.totals.cell(k).Merge(c)
	s.totals.cell(k).Dist = nil
}

// Window gives what was counted in the last minutes, at most 60.
func (s *Set) Window(d time.Duration) Figures {
	out := Figures{}
	if s == nil {
		return out
	}
	from := s.now().Add(-d).Unix() / 60
	s.mu.Lock()
	defer s.mu.Unlock()
	for minute, f := range s.minutes {
		if minute > from {
			out.Merge(f)
		}
	}
	return out
}

// Totals gives what was counted since the process began, without distributions.
func (s *Set) Totals() Figures {
	out := Figures{}
	if s == nil {
		return out
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	out.Merge(s.totals)
	return out
}

// Take gives what was counted since the last call.
func (s *Set) Take() Figures {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	out := s.fresh
	s.fresh = Figures{}
	return out
}
