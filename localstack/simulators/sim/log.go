package sim

import (
	"encoding/hex"
	"strconv"
	"time"
)

// Accepted is one accepted message.
type Accepted struct {
	ID         string    `json:"id"`
	To         string    `json:"to"` // its key
	Type       string    `json:"type"`
	Body       string    `json:"body"`
	Reference  string    `json:"reference"`
	AcceptedAt time.Time `json:"acceptedAt"`
	Answered   bool      `json:"answered"`
}

// Refused is one refused message. To is empty when the request could not be read.
type Refused struct {
	To   string    `json:"to"`
	Code Code      `json:"code"`
	At   time.Time `json:"at"`
}

// messageLog keeps every accepted and refused message in order of arrival. A million of them take about 150 MB:
// texts lie in an arena without pointers, equal bodies once, and ids are computed.
type messageLog struct {
	accepted []record
	refused  []Refused
	arena    arena
	lately   map[string]place // bodies and addresses seen lately
	byRef    map[string]int
}

// record is one accepted message.
type record struct {
	at       int64 // unix ns
	to       place
	ref      place
	body     place
	address  place
	kind     string
	code     Code  // of its receipts
	course   uint8 // index of Config.Courses, or one of those below
	twice    bool
	answered bool
	times    []int64 // unix ns of the steps that were reached, of a course that stops somewhere
}

const (
	courseFailed = 254
	courseNever  = 255
)

const recentTexts = 1024

func (l *messageLog) add(m Message, now time.Time) int {
	l.accepted = append(l.accepted, record{at: now.UnixNano(), to: l.arena.put(m.Key), ref: l.arena.put(m.Reference),
		body: l.once(m.Body), address: l.once(m.Address), kind: m.Kind})
	return len(l.accepted) - 1
}

// once keeps a text that comes often a single time.
func (l *messageLog) once(text string) place {
	p, seen := l.lately[text]
	if !seen {
		p = l.arena.put(text)
		if l.lately == nil || len(l.lately) >= recentTexts {
			l.lately = make(map[string]place)
		}
		l.lately[text] = p
	}
	return p
}

func (l *messageLog) remember(reference string, n int) {
	if l.byRef == nil {
		l.byRef = make(map[string]int)
	}
	l.byRef[reference] = n
}

// accepted is the n-th message. The lock is held.
func (s *Sim) accepted(n int) Accepted {
	r := &s.log.accepted[n]
	return Accepted{ID: s.cfg.Identify(s.generation, n), To: s.log.arena.get(r.to), Type: r.kind, Body: s.log.arena.get(r.body),
		Reference: s.log.arena.get(r.ref), AcceptedAt: time.Unix(0, r.at).UTC(), Answered: r.answered}
}

// Messages gives the accepted and the refused messages from offset on, at most limit of each, in order of arrival.
func (s *Sim) Messages(offset, limit int) (accepted []Accepted, refused []Refused) {
	s.mu.Lock()
	defer s.mu.Unlock()
	from, to := window(len(s.log.accepted), offset, limit)
	accepted = make([]Accepted, 0, to-from)
	for i := from; i < to; i++ {
		accepted = append(accepted, s.accepted(i))
	}
	from, to = window(len(s.log.refused), offset, limit)
	return accepted, append(make([]Refused, 0, to-from), s.log.refused[from:to]...)
}

func window(n, offset, limit int) (from, to int) {
	from = min(max(offset, 0), n)
	return from, from + min(max(limit, 0), n-from)
}

// Find gives the current state of the message with an id, whether or not it was reported.
func (s *Sim) Find(id string) (m Accepted, reached []Receipt, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n, ok := s.cfg.Index(s.generation, id)
	if !ok || n < 0 || n >= len(s.log.accepted) {
		return m, nil, false
	}
	m, reached = s.reached(n)
	return m, reached, true
}

// FindReference is Find for a reference; see Config.Once.
func (s *Sim) FindReference(reference string) (m Accepted, reached []Receipt, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n, ok := s.log.byRef[reference]
	if ok {
		m, reached = s.reached(n)
	}
	return m, reached, ok
}

func (s *Sim) reached(n int) (Accepted, []Receipt) {
	var out []Receipt
	now := s.at().UnixNano()
	if course := s.course(n); stops(course) {
		for i, at := range s.log.accepted[n].times {
			out = append(out, s.receipt(receipt{uint32(n), uint8(i), at}))
		}
		return s.accepted(n), out
	}
	at := s.log.accepted[n].at + int64(s.webhooks.DelayMs)*int64(time.Millisecond)
	for i, step := range s.course(n) {
		if at += int64(step.After); at > now {
			break
		}
		out = append(out, s.receipt(receipt{uint32(n), uint8(i), at}))
	}
	return s.accepted(n), out
}

// arena keeps texts in large chunks.
type arena struct{ chunks [][]byte }

// place is a text in the arena: chunk, offset and length.
type place struct {
	chunk  uint32
	offset uint32
	length uint32
}

const chunkSize = 1 << 20

func (a *arena) put(s string) place {
	if len(s) == 0 {
		return place{}
	}
	last := len(a.chunks) - 1
	if last < 0 || len(a.chunks[last])+len(s) > cap(a.chunks[last]) {
		size := chunkSize
		if last < 0 {
			size = chunkSize / 16 // an embedded simulator for one small test stays small
		}
		a.chunks = append(a.chunks, make([]byte, 0, max(size, len(s))))
		last++
	}
	p := place{uint32(last), uint32(len(a.chunks[last])), uint32(len(s))}
	a.chunks[last] = append(a.chunks[last], s...)
	return p
}

func (a *arena) get(p place) string {
	if p.length == 0 {
		return ""
	}
	return string(a.chunks[p.chunk][p.offset : p.offset+p.length])
}

func identify(generation uint64, n int) string {
	var raw [16]byte
	for i := range 8 {
		raw[i], raw[8+i] = byte(generation>>(56-8*i)), byte(n>>(56-8*i))
	}
	return hex.EncodeToString(raw[:])
}

// index ignores what a simulator writes before the 32 digits.
func index(generation uint64, id string) (int, bool) {
	if len(id) < 32 {
		return 0, false
	}
	id = id[len(id)-32:]
	of, err := strconv.ParseUint(id[:16], 16, 64)
	n, err2 := strconv.ParseUint(id[16:], 16, 63)
	return int(n), err == nil && err2 == nil && of == generation
}
