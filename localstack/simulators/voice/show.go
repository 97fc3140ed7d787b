package voicesim

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"herald/localstack/simulators/sim"
)

// status is a status callback: each call names its own address, and which events it wants.
func (s *Sim) status(receipts []sim.Receipt) []byte {
	r := receipts[0]
	event := r.Status
	switch {
	case event == "in-progress":
		event = "answered"
	case !slices.Contains(early, event):
		event = "completed"
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.calls[r.Message.ID]
	if c == nil || !slices.Contains(c.events, event) {
		return nil
	}
	return c.form(s.cfg.AccountSID, r.Status, r.At)
}

// form is a status callback of a call. The lock is not held.
func (s *Sim) form(c *call, status string, at time.Time) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return c.form(s.cfg.AccountSID, status, at)
}

// early are the statuses before the end, in order.
var early = []string{"initiated", "ringing", "in-progress"}

func (c *call) form(account, status string, at time.Time) []byte {
	place := slices.Index(early, status)
	if place < 0 {
		place = len(early)
	}
	f := url.Values{"CallSid": {c.id}, "CallStatus": {status}, "AccountSid": {account}, "From": {c.from}, "To": {c.to},
		"Direction":  {"outbound-api"},
		"ApiVersion": {"2010-04-01"}, "Timestamp": {at.UTC().Format(time.RFC1123Z)}, "SequenceNumber": {strconv.Itoa(place)},
		"CallbackSource": {"call-progress-events"}}
	if place == len(early) {
		f.Set("CallDuration", strconv.Itoa(c.seconds()))
		f.Set("Duration", strconv.Itoa((c.seconds()+59)/60))
	}
	if c.detect && c.by != "" && place > 1 {
		f.Set("AnsweredBy", c.by)
	}
	if status == "failed" {
		f.Set("SipResponseCode", "404")
	}
	return []byte(f.Encode())
}

// seconds is the billed duration of the conversation.
func (c *call) seconds() int { return int((c.talked + time.Second - 1) / time.Second) }

// resource is a call as the API shows it.
func (s *Sim) resource(c *call) map[string]any {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := map[string]any{"sid": c.id, "account_sid": s.cfg.AccountSID, "status": c.status, "to": c.to, "from": c.from,
		"direction": "outbound-api", "api_version": "2010-04-01",
		"duration": nil, "start_time": nil, "end_time": nil, "answered_by": nil, "price": nil, "price_unit": "USD", "queue_time": "0",
		"uri": "/2010-04-01/Accounts/" + s.cfg.AccountSID + "/Calls/" + c.id + ".json"}
	if !c.answered.IsZero() {
		out["start_time"] = c.answered.UTC().Format(time.RFC1123Z)
	}
	if !c.ended.IsZero() {
		out["duration"], out["end_time"] = strconv.Itoa(c.seconds()), c.ended.UTC().Format(time.RFC1123Z)
	}
	if c.detect && c.by != "" {
		out["answered_by"] = c.by
	}
	return out
}

func (s *Sim) known(id string) *call {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls[strings.TrimSuffix(id, ".json")]
}

// found answers for a call that the account does not have.
func (s *Sim) found(w http.ResponseWriter, r *http.Request) *call {
	if !s.authorised(r) {
		refuse(w, sim.Refuse("20003", "Authenticate"))
		return nil
	}
	c := s.known(r.PathValue("call"))
	if c == nil {
		sim.JSON(w, http.StatusNotFound, map[string]any{"code": 20404, "message": "The requested resource was not found",
			"status": http.StatusNotFound})
	}
	return c
}

func (s *Sim) show(w http.ResponseWriter, r *http.Request) {
	if c := s.found(w, r); c != nil {
		sim.JSON(w, http.StatusOK, s.resource(c))
	}
}

// change ends a call for the client: canceled before it is answered, completed at any time.
func (s *Sim) change(w http.ResponseWriter, r *http.Request) {
	c := s.found(w, r)
	if c == nil {
		return
	}
	if err := r.ParseForm(); err != nil || r.PostForm.Get("Status") != "canceled" && r.PostForm.Get("Status") != "completed" {
		refuse(w, sim.Refuse("21218", "Invalid status"))
		return
	}
	s.mu.Lock()
	switch {
	case !c.ended.IsZero():
		s.mu.Unlock()
		refuse(w, sim.Refuse("21220", "Call is not in-progress. Cannot redirect."))
		return
	case c.stop != nil:
		c.stop()
	default:
		c.cancelled = true
	}
	s.mu.Unlock()
	sim.JSON(w, http.StatusOK, s.resource(c))
}

// summary gives the data of a call after its end, with the party that hung up; partial at first.
func (s *Sim) summary(w http.ResponseWriter, r *http.Request) {
	c := s.found(w, r)
	if c == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	out := map[string]any{"call_sid": c.id, "account_sid": s.cfg.AccountSID, "call_state": c.status, "answered_by": c.by,
		"processing_state": "partial", "properties": map[string]any{}}
	if !c.ended.IsZero() {
		out["connect_duration"], out["duration"] = c.seconds(), c.seconds()
		if s.Now().Sub(c.ended) >= time.Duration(s.set.SummaryMs)*time.Millisecond {
			out["processing_state"] = "complete"
			out["properties"] = map[string]any{"direction": "outbound-api", "disconnected_by": c.hangup}
		}
	}
	sim.JSON(w, http.StatusOK, out)
}

// Call is a call as GET /_sim/calls and /_sim/messages show it.
type Call struct {
	ID         string   `json:"id"`
	To         string   `json:"to"`
	From       string   `json:"from"`
	Reference  string   `json:"reference,omitempty"`
	Status     string   `json:"status"`
	AnsweredBy string   `json:"answeredBy,omitempty"`
	Seconds    int      `json:"seconds"`
	HungUpBy   string   `json:"hungUpBy,omitempty"`
	Pressed    string   `json:"pressed,omitempty"`
	Said       string   `json:"said,omitempty"`
	Alerts     []string `json:"alerts,omitempty"` // failures of the provider, with their error numbers
	Answered   bool     `json:"answered"`         // the client got the answer that the call was taken
}

func (c *call) seen() Call {
	return Call{ID: c.id, To: strings.TrimPrefix(c.to, "+"), From: c.from, Status: c.status, AnsweredBy: c.by, Seconds: c.seconds(),
		HungUpBy: c.hangup, Pressed: c.pressed, Said: c.said,
		Alerts: slices.Clone(c.alerts)}
}

// Calls are all calls in order, and the most that there were at a time.
func (s *Sim) Calls() (all []Call, most int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, id := range s.order {
		all = append(all, s.calls[id].seen())
	}
	return all, s.most
}

func (s *Sim) list(*http.Request) (any, error) {
	all, most := s.Calls()
	return map[string]any{"calls": all, "most": most}, nil
}

// shown is a message of the common log as a call. The body's lock is not held.
func (s *Sim) shown(m sim.Accepted) any {
	c := s.known(m.ID)
	if c == nil {
		return m
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	out := c.seen()
	out.Reference, out.Answered = m.Reference, m.Answered
	return out
}

func (s *Sim) configure(r *http.Request) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.set
	err := sim.Read(r, &b)
	if err == nil && (b.Speed <= 0 || b.Lines < 1 || b.SummaryMs < 0) {
		err = errors.New("speed and lines are above 0")
	}
	if err == nil {
		s.set = b
	}
	return nil, err
}
