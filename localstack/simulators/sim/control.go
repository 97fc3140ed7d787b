package sim

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"strconv"
)

// Control serves a call of the control surface. A nil answer is {"ok":true}; an error has status 400.
type Control func(r *http.Request) (any, error)

// control serves /_sim/{name}: reset, messages, stats, script, webhooks, and what the simulator adds.
func (s *Sim) control(w http.ResponseWriter, r *http.Request, name string) {
	call := r.Method + " " + name
	serve, known := s.cfg.Controls[call]
	if !known {
		serve, known = map[string]Control{
			"POST reset":    func(*http.Request) (any, error) { s.Reset(); return nil, nil },
			"GET stats":     func(*http.Request) (any, error) { return s.Stats(), nil },
			"POST script":   s.controlScript,
			"POST webhooks": s.controlWebhooks,
			"GET messages":  func(r *http.Request) (any, error) { return nil, s.messages(w, r) },
		}[call]
	}
	if !known {
		JSON(w, http.StatusNotFound, map[string]string{"error": "no such control: " + call})
		return
	}
	answer, err := serve(r)
	switch {
	case err != nil:
		JSON(w, http.StatusBadRequest, map[string]string{"error": err.Error()})
	case call == "GET messages": // it has answered already
	case answer == nil:
		JSON(w, http.StatusOK, map[string]bool{"ok": true})
	default:
		JSON(w, http.StatusOK, answer)
	}
}

// Read decodes the JSON body of a request.
func Read(r *http.Request, into any) error {
	raw, err := io.ReadAll(io.LimitReader(r.Body, requestLimit))
	if err != nil {
		return err
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return fmt.Errorf("the body is not readable: %w", err)
	}
	return nil
}

// Shares checks that rates are between 0 and 1.
func Shares(rates map[string]float64) error {
	for name, rate := range rates {
		if rate < 0 || rate > 1 {
			return fmt.Errorf("%s %v is not between 0 and 1", name, rate)
		}
	}
	return nil
}

func (s *Sim) controlScript(r *http.Request) (any, error) {
	var body struct {
		Rules []Rule `json:"rules"`
	}
	if err := Read(r, &body); err != nil {
		return nil, err
	}
	return nil, s.SetScript(body.Rules)
}

// controlWebhooks replaces the settings as a whole; url, when given, moves the callbacks to another address.
func (s *Sim) controlWebhooks(r *http.Request) (any, error) {
	var body struct {
		Webhooks
		URL *string `json:"url"`
	}
	if err := Read(r, &body); err != nil {
		return nil, err
	}
	err := Shares(map[string]float64{"duplicate": body.Duplicate, "reorder": body.Reorder, "drop": body.Drop})
	if err == nil && (body.DelayMs < 0 || body.Batch < 0) {
		err = errors.New("delayMs and batch must not be negative")
	}
	if err != nil {
		return nil, err
	}
	if body.Batch == 0 {
		body.Batch = max(s.cfg.Batch, 1)
	}
	s.mu.Lock()
	s.webhooks = body.Webhooks
	s.mu.Unlock()
	if body.URL != nil {
		s.SetCallbackURL(*body.URL)
	}
	return nil, nil
}

// Stats counts events since the last reset; Pending is the number of those still to come or to repeat.
type Stats struct {
	Accepted int            `json:"accepted"`
	Refused  int            `json:"refused"`
	Calls    map[string]int `json:"calls"` // by route and status; "cut" has none
	Webhooks struct {
		Calls    int `json:"calls"`    // delivered
		Failures int `json:"failures"` // attempts that were not
		Statuses int `json:"statuses"` // in the calls that were
		Pending  int `json:"pending"`
	} `json:"webhooks"`
}

// Stats tells what was done so far.
func (s *Sim) Stats() Stats {
	s.mu.Lock()
	defer s.mu.Unlock()
	q := &s.queue
	st := Stats{Accepted: len(s.log.accepted), Refused: len(s.log.refused), Calls: maps.Clone(s.calls)}
	st.Webhooks.Calls, st.Webhooks.Failures, st.Webhooks.Statuses = q.posted, q.failed, q.told
	st.Webhooks.Pending = len(q.events) + len(q.waiting) + len(q.calls) + q.posting
	return st
}

const (
	messagesLimit = 100_000 // default of GET messages
	messagesPage  = 2_000   // taken under the lock at once
)

// messages streams GET /_sim/messages?offset=&limit=; both count in each of the two lists.
func (s *Sim) messages(w http.ResponseWriter, r *http.Request) error {
	numbers := map[string]int{"offset": 0, "limit": messagesLimit}
	for name := range numbers {
		if given := r.URL.Query().Get(name); given != "" {
			n, err := strconv.Atoi(given)
			if err != nil || n < 0 {
				return fmt.Errorf("%s %q is not a number", name, given)
			}
			numbers[name] = n
		}
	}
	w.Header().Set("Content-Type", "application/json; charset=UTF-8")
	refused := []Refused{}
	Say(w, []byte(`{"accepted":[`))
	for done := 0; done < numbers["limit"]; done += messagesPage {
		accepted, more := s.Messages(numbers["offset"]+done, min(messagesPage, numbers["limit"]-done))
		refused = append(refused, more...)
		if len(accepted) == 0 && len(more) == 0 {
			break
		}
		for i, m := range accepted {
			if done+i > 0 {
				Say(w, []byte(","))
			}
			Say(w, s.shown(m))
		}
	}
	Say(w, []byte(`],"refused":`))
	Say(w, Encoded(refused))
	Say(w, []byte("}"))
	return nil
}

func (s *Sim) shown(m Accepted) []byte {
	if s.cfg.Show != nil {
		return Encoded(s.cfg.Show(m))
	}
	return Encoded(m)
}
