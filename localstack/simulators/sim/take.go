package sim

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"
)

// SlowAnswer is how long the outcome "slow" lets a client wait.
const SlowAnswer = 3 * time.Second

// Message is what a request asks for, when it is as it should be.
type Message struct {
	Key       string // the script's key: the recipient, or the order that is paid
	Kind      string // keep it a constant: the log holds it
	Body      string
	Reference string // of the client's own
	Address   string // of its callbacks, instead of the simulator's
	Outcome   string // what happens when no rule of the script has the key; empty: "ok"
	// Check refuses what the script would have accepted; it runs under the body's lock.
	Check func() error
	// Fate picks the course of the n-th message and the code of its receipts; it runs under the body's lock.
	Fate func(n int) (course int, code Code)
}

// Refusal is an answer that refuses; most simulators give it another form.
type Refusal struct {
	Code    Code   `json:"error"`
	Details string `json:"message"`
}

func (r *Refusal) Error() string { return string(r.Code) + ": " + r.Details }

// Refuse makes a Refusal.
func Refuse(code Code, format string, args ...any) error {
	return &Refusal{code, fmt.Sprintf(format, args...)}
}

// Taken is an accepted message, and how its answer is to be spoiled.
type Taken struct {
	Accepted
	Again bool // it was taken before: see Config.Once
	spoil Spoil
	s     *Sim
	n     int
	of    uint64 // generation
}

// Take decides about a message by the script: it is logged and its callbacks are planned, or the error is a Refusal, which is
// logged too. The outcome "cut" ends the connection here.
func (s *Sim) Take(m Message) (Taken, error) {
	s.mu.Lock()
	if n, known := s.log.byRef[m.Reference]; known && m.Reference != "" {
		defer s.mu.Unlock()
		return Taken{Accepted: s.accepted(n), Again: true, s: s, n: n, of: s.generation}, nil
	}
	out, err := s.outcomeOf(m), error(nil)
	if out.Refuse != "" {
		err = Refuse(out.Refuse, "scripted")
	} else if out.Answer != Lost && m.Check != nil {
		err = m.Check()
	}
	if err != nil {
		s.mu.Unlock()
		return Taken{}, s.Refused(m.Key, err)
	}
	if out.Answer == Lost {
		s.mu.Unlock()
		panic(http.ErrAbortHandler)
	}
	defer s.mu.Unlock()
	n := s.log.add(m, s.at())
	if s.cfg.Once {
		s.log.remember(m.Reference, n)
	}
	rec := &s.log.accepted[n]
	rec.twice = out.Twice
	switch {
	case out.Never:
		rec.course = courseNever
	case out.Fail != "":
		rec.course, rec.code = courseFailed, out.Fail
	case out.Way > 0:
		rec.course = uint8(out.Way - 1)
	case m.Fate != nil:
		course, code := m.Fate(n)
		rec.course, rec.code = uint8(course), code
	}
	s.plan(n)
	return Taken{Accepted: s.accepted(n), spoil: out.Answer, s: s, n: n, of: s.generation}, nil
}

// outcomeOf is the outcome of a message by the script, or its own where the script has no rule for it. The lock is held.
func (s *Sim) outcomeOf(m Message) Outcome {
	out, ruled := s.script.next(m.Key)
	if ruled || m.Outcome == "" {
		return out
	}
	out, err := s.outcome(Rule{Outcome: m.Outcome})
	if err != nil {
		panic("sim: " + err.Error()) // the simulator named an outcome that it does not have
	}
	return out
}

// Spoiled is how the answer is to be spoiled, for simulators that do not answer over HTTP.
func (t Taken) Spoiled() Spoil { return t.spoil }

// Refused logs a refusal and gives it as such.
func (s *Sim) Refused(key string, err error) *Refusal {
	r, ok := err.(*Refusal)
	if !ok {
		r = &Refusal{"500", err.Error()}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.log.refused = append(s.log.refused, Refused{key, r.Code, s.at().UTC()})
	return r
}

// Answer tells the client that its message was accepted, or spoils that as scripted. body is JSON or bytes.
func (t Taken) Answer(w http.ResponseWriter, r *http.Request, status int, body any) {
	switch t.spoil {
	case Cut:
		panic(http.ErrAbortHandler) // net/http closes the connection without a word; so does Transport
	case Bare:
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(http.StatusBadGateway)
		Say(w, []byte("<html><body><h1>502 Bad Gateway</h1></body></html>"))
		return
	case Garbled:
		Say(w, []byte(`{"accepted":[{`))
		return
	case Slow:
		timer := time.NewTimer(SlowAnswer)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-r.Context().Done():
			return
		}
	}
	if JSON(w, status, body); r.Context().Err() == nil {
		t.s.answered(t.of, t.n)
	}
}

func (s *Sim) answered(generation uint64, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if generation == s.generation {
		s.log.accepted[n].answered = true
	}
}

// JSON writes an answer; bytes are written as they are.
func JSON(w http.ResponseWriter, status int, body any) {
	raw, ok := body.([]byte)
	if !ok {
		raw = Encoded(body)
	}
	w.Header().Set("Content-Type", "application/json; charset=UTF-8")
	w.WriteHeader(status)
	Say(w, raw)
}

// Encoded is for values of a simulator that always have a JSON form.
func Encoded(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic("sim: an answer cannot be encoded: " + err.Error())
	}
	return b
}

// Say writes an answer. An error means that the client is gone, so it is dropped.
func Say(w io.Writer, b []byte) { _, _ = w.Write(b) }

// counted notices the status of an answer.
type counted struct {
	http.ResponseWriter
	status int
}

func (c *counted) WriteHeader(status int) {
	c.status = status
	c.ResponseWriter.WriteHeader(status)
}

// Write answers 200 when nothing else was said.
func (c *counted) Write(b []byte) (int, error) {
	if c.status == 0 {
		c.status = http.StatusOK
	}
	return c.ResponseWriter.Write(b)
}

// count adds a call to the counters of its route; one without an answer counts as cut.
func (s *Sim) count(r *http.Request, status int) {
	how := strconv.Itoa(status)
	if status == 0 {
		how = "cut"
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls[r.Pattern+" "+how]++
}
