// Package servicestatus is the status page for customers: how each service works, in plain words, with incidents and planned maintenance
// that staff write. It names no internal part and no figure.
//
// The janitor's tick judges the services every five minutes. A day keeps the worst state that each service had on it.
package servicestatus

import (
	"context"
	"iter"
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"herald/pkg/kit/module"
	"herald/pkg/kit/store"
)

// State of a service, from good to bad.
type State string

const (
	Operational State = "operational"
	Maintenance State = "maintenance" // as staff planned
	Degraded    State = "degraded"    // works late or in part
	Disrupted   State = "disrupted"   // does not work
	NotKnown    State = "unknown"     // was not judged
)

// rank orders states; the worse is higher.
var rank = map[State]int{NotKnown: 0, Operational: 1, Maintenance: 2, Degraded: 3, Disrupted: 4}

func worse(a, b State) State {
	if rank[b] > rank[a] {
		return b
	}
	return a
}

// Services in the order in which they are shown, the API first. A channel that the deployment does not have is left out.
var Services = []string{"api", "whatsapp", "sms", "voice", "email", "groups", "receipts", "imports", "payments"}

// queues of the services that a queue decides about.
var queues = map[string][]string{"whatsapp": {"send"}, "sms": {"send"}, "voice": {"send"}, "email": {"send"}, "groups": {"build"},
	"receipts": {"receipt", "inbound"}, "imports": {"file"}, "payments": {"job"}}

// channels are the services that senders decide about too.
var channels = map[string]bool{"whatsapp": true, "sms": true, "voice": true, "email": true}

// QueueFact is what is known of a queue.
type QueueFact struct {
	Waiting, InFlight int
	Oldest            *time.Duration // nil: not known
	Dead              int            // dead letters
}

// SenderFact is a sender of a channel.
type SenderFact struct {
	Channel string
	Rests   bool // it is suspended after failures
	Off     bool // staff switched it off
}

// Facts are what services are judged by.
type Facts struct {
	Queues  map[string]QueueFact
	Senders []SenderFact
	// Requests and Errors are of the last quarter of an hour; 0 where they are not measured.
	Requests, Errors int
}

// Service is the module of the status page.
type Service struct {
	DB    store.DB
	Facts func(ctx context.Context) (*Facts, error)
	Now   func() time.Time
	NewID func(ctx context.Context) string

	mu     sync.Mutex
	read   time.Time
	kept   *board
	looked atomic.Bool // some process has judged
}

var (
	_ module.Module = (*Service)(nil)
	_ module.Ticker = (*Service)(nil)
)

// Bounds by which a queue is judged.
const (
	late       = 15 * time.Minute
	veryLate   = time.Hour
	someDead   = 5   // dead letters since the last look: fewer are of single orders
	manyDead   = 100 // likewise
	fewSamples = 20  // requests below which a share of errors says nothing
)

// look is what was seen and judged last.
type look struct {
	At     time.Time        `dynamodbav:"a"`
	Since  time.Time        `dynamodbav:"si"` // of the first look
	States map[string]State `dynamodbav:"s"`
	Stuck  map[string]bool  `dynamodbav:"w,omitempty"` // queues with messages that no consumer had
	Dead   map[string]int   `dynamodbav:"d,omitempty"`
}

// judge gives the state of each service. A queue whose age is not known is late when no consumer works on it at two looks in a row. first
// is a look without one before it, for which old dead letters say nothing.
func judge(f *Facts, before *look, first bool) *look {
	now := &look{States: map[string]State{}, Stuck: map[string]bool{}, Dead: map[string]int{}}
	ofQueue := map[string]State{}
	for name, q := range f.Queues {
		state := Operational
		stuck := q.Waiting > 0 && q.InFlight == 0
		fresh := q.Dead - before.Dead[name]
		switch {
		case q.Oldest != nil && *q.Oldest >= veryLate, !first && fresh >= manyDead:
			state = Disrupted
		case q.Oldest != nil && *q.Oldest >= late, !first && fresh >= someDead, q.Oldest == nil && stuck && before.Stuck[name]:
			state = Degraded
		}
		ofQueue[name] = state
		if stuck {
			now.Stuck[name] = true
		}
		if q.Dead > 0 {
			now.Dead[name] = q.Dead
		}
	}
	bySender := ofSenders(f.Senders)
	for _, service := range Services {
		state := Operational
		for _, name := range queues[service] {
			state = worse(state, ofQueue[name])
		}
		if channels[service] {
			own, has := bySender[service]
			if !has {
				continue
			}
			state = worse(state, own)
		}
		if service == "api" && f.Requests >= fewSamples {
			switch {
			case f.Errors*2 >= f.Requests:
				state = Disrupted
			case f.Errors*20 >= f.Requests:
				state = Degraded
			}
		}
		now.States[service] = state
	}
	return now
}

// ofSenders judges channels by their senders: those that staff switched off do not count, and a channel without others is not offered.
func ofSenders(all []SenderFact) map[string]State {
	on, rests := map[string]int{}, map[string]int{}
	for _, s := range all {
		if s.Off {
			continue
		}
		on[s.Channel]++
		if s.Rests {
			rests[s.Channel]++
		}
	}
	out := map[string]State{}
	for channel := range on {
		switch {
		case rests[channel] == on[channel]:
			out[channel] = Disrupted
		case rests[channel] > 0:
			out[channel] = Degraded
		default:
			out[channel] = Operational
		}
	}
	return out
}

// Keys, in table platform:
//
//	STATUS / NOW            the last look
//	STATUS / DAYS           the worst states of days on which not all was well
//	INCIDENT / <id>         what staff announce
const table = "platform"

func nowKey() store.Key               { return store.Key{Table: table, PK: "STATUS", SK: "NOW"} }
func daysKey() store.Key              { return store.Key{Table: table, PK: "STATUS", SK: "DAYS"} }
func incidentKey(id string) store.Key { return store.Key{Table: table, PK: "INCIDENT", SK: id} }

// days are the worst states by date and service; what is missing was operational.
type days struct {
	Days map[string]map[string]State `dynamodbav:"d"`
}

// Looks happen so often, in the minute after dead letters were collected, and so many days are kept.
const (
	lookMinutes = 5
	lookMinute  = 1
	keptDays    = 90
	stale       = 3 * lookMinutes * time.Minute
)

const dateForm = "2006-01-02"

// Tick judges the services every five minutes, and at once in a new installation.
func (s *Service) Tick(ctx context.Context) error {
	if s.Now().Minute()%lookMinutes != lookMinute {
		if s.looked.Load() {
			return nil
		}
		_, had, err := store.Load[look](ctx, s.DB, nowKey(), false)
		if err != nil {
			return err
		}
		if had {
			s.looked.Store(true)
			return nil
		}
	}
	err := s.Look(ctx)
	if err == nil {
		s.looked.Store(true)
	}
	return err
}

// Look judges the services and keeps what is worse than before on this day. One process at a time looks.
func (s *Service) Look(ctx context.Context) error {
	facts, err := s.Facts(ctx)
	if err != nil {
		return err
	}
	before, had, err := store.Load[look](ctx, s.DB, nowKey(), true)
	if err != nil {
		return err
	}
	at := s.Now().UTC()
	now := judge(facts, &before, !had)
	now.At, now.Since = at, before.Since
	if !had {
		now.Since = at
	}
	incidents, err := s.incidents(ctx)
	if err != nil {
		return err
	}
	var blind time.Time // since when nothing was judged
	if had && at.Sub(before.At) > veryLate {
		blind = before.At
	}
	if err := s.keepDay(ctx, at, announced(incidents, now.States, at), blind); err != nil {
		return err
	}
	_, err = s.DB.Write(ctx, store.Op{Verb: store.Put, Key: nowKey(), Item: now})
	return err
}

// keepDay writes the day when a service is worse than the day knows. Days since blind, when nothing was judged, are not known but for what
// was seen on them.
func (s *Service) keepDay(ctx context.Context, at time.Time, states map[string]State, blind time.Time) error {
	bad := maps.Clone(states)
	maps.DeleteFunc(bad, func(_ string, state State) bool { return rank[state] <= rank[Operational] })
	if len(bad) == 0 && blind.IsZero() {
		return nil
	}
	d, _, err := store.Load[days](ctx, s.DB, daysKey(), true)
	if err != nil {
		return err
	}
	if d.Days == nil {
		d.Days = map[string]map[string]State{}
	}
	date, changed := at.Format(dateForm), !blind.IsZero()
	oldest := at.AddDate(0, 0, -keptDays)
	if changed {
		d.unknown(later(blind, oldest), at)
	}
	if d.Days[date] == nil {
		d.Days[date] = map[string]State{}
	}
	for service, state := range bad {
		if was := d.Days[date][service]; worse(was, state) != was {
			d.Days[date][service], changed = state, true
		}
	}
	if !changed {
		return nil
	}
	first := oldest.Format(dateForm)
	maps.DeleteFunc(d.Days, func(date string, _ map[string]State) bool { return date < first })
	_, err = s.DB.Write(ctx, store.Op{Verb: store.Put, Key: daysKey(), Item: d})
	return err
}

// unknown notes that services were not judged from one time to another.
func (d *days) unknown(from, to time.Time) {
	for date := range datesOf(from, to) {
		if d.Days[date] == nil {
			d.Days[date] = map[string]State{}
		}
		for _, service := range Services {
			if d.Days[date][service] == "" {
				d.Days[date][service] = NotKnown
			}
		}
	}
}

// datesOf are the dates of the days from one time to another, both included.
func datesOf(from, to time.Time) iter.Seq[string] {
	return func(yield func(string) bool) {
		last := to.UTC().Format(dateForm)
		for at := from.UTC(); ; at = at.AddDate(0, 0, 1) {
			if date := at.Format(dateForm); date > last || !yield(date) {
				return
			}
		}
	}
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// announced adds to judged states what staff announce for now.
func announced(incidents []Incident, states map[string]State, now time.Time) map[string]State {
	out := maps.Clone(states)
	for _, i := range incidents {
		if !i.active(now) {
			continue
		}
		for _, service := range i.Services {
			if _, shown := out[service]; shown {
				out[service] = worse(out[service], i.State)
			}
		}
	}
	return out
}
