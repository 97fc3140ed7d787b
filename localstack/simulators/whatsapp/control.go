package whatsappsim

import (
	"encoding/json"
	"fmt"
	"io"

	"net/http"
	"strconv"
	"time"
)

// control serves /_sim/{name} (decisions §10): reset, messages, script, webhooks, config; and inbound, templates, subscribe, stats.
func (s *Sim) control(w http.ResponseWriter, r *http.Request, name string) {
	var err error
	switch r.Method + " " + name {
	case "POST reset":
		s.Reset()
	case "GET messages":
		err = s.messages(w, r)
		if err == nil {
			return
		}
	case "GET stats":
		writeJSON(w, http.StatusOK, s.Stats())
		return
	case "POST script":
		var body struct {
			Rules []Rule `json:"rules"`
		}
		if err = readControl(r, &body); err == nil {
			err = s.SetScript(body.Rules)
		}
	case "POST webhooks":
		err = s.controlWebhooks(r)
	case "POST config":
		err = s.controlBehaviour(r)
	case "POST inbound":
		var in Inbound
		if err = readControl(r, &in); err == nil {
			err = s.Receive(in)
		}
	case "POST templates":
		var t TemplateState
		if err = readControl(r, &t); err == nil {
			err = s.SetTemplate(t)
		}
	case "POST subscribe":
		err = s.Subscribe(r.Context())
	default:
		writeJSON(w, http.StatusNotFound, map[string]string{"error": "no such control: " + r.Method + " " + name})
		return
	}
	if err != nil {
		writeJSON(w, http.StatusBadRequest, map[string]string{"error": err.Error()})
		return
	}
	writeJSON(w, http.StatusOK, map[string]bool{"ok": true})
}

func readControl(r *http.Request, into any) error {
	raw, err := io.ReadAll(io.LimitReader(r.Body, requestLimit))
	if err != nil {
		return err
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return fmt.Errorf("the body is not readable: %w", err)
	}
	return nil
}

// controlWebhooks replaces the settings as a whole; url, when given, moves the webhooks to another address.
func (s *Sim) controlWebhooks(r *http.Request) error {
	var body struct {
		Webhooks
		URL *string `json:"url"`
	}
	if err := readControl(r, &body); err != nil {
		return err
	}
	for name, rate := range map[string]float64{"duplicate": body.Duplicate, "reorder": body.Reorder, "drop": body.Drop} {
		if rate < 0 || rate > 1 {
			return fmt.Errorf("%s %v is not between 0 and 1", name, rate)
		}
	}
	if body.DelayMs < 0 || body.Batch < 0 {
		return fmt.Errorf("delayMs and batch must not be negative")
	}
	s.SetWebhooks(body.Webhooks)
	if body.URL != nil {
		s.SetWebhookURL(*body.URL)
	}
	return nil
}

// controlBehaviour sets what is given and leaves the rest.
func (s *Sim) controlBehaviour(r *http.Request) error {
	s.mu.Lock()
	body := s.behaviour
	s.mu.Unlock()
	if err := readControl(r, &body); err != nil {
		return err
	}
	if body.Window != "off" && body.Window != "async" {
		return fmt.Errorf("window %q is neither off nor async", body.Window)
	}
	for name, rate := range map[string]float64{"readRate": body.ReadRate, "deliveredRate": body.DeliveredRate} {
		if rate < 0 || rate > 1 {
			return fmt.Errorf("%s %v is not between 0 and 1", name, rate)
		}
	}
	s.SetBehaviour(body)
	return nil
}

// Accepted is one accepted message as GET /_sim/messages shows it.
type Accepted struct {
	ID         string    `json:"id"`
	To         string    `json:"to"`
	Type       string    `json:"type"`
	Body       string    `json:"body"` // text, caption, words of a link, or the filled template
	Reference  string    `json:"biz_opaque_callback_data"`
	AcceptedAt time.Time `json:"acceptedAt"`
	Answered   bool      `json:"answered"`
}

// Refused is one refused message. To is empty when the request could not be read.
type Refused struct {
	To   string    `json:"to"`
	Code int       `json:"code"`
	At   time.Time `json:"at"`
}

// Messages gives the accepted and the refused messages from offset on, at most limit of each, in order of arrival.
func (s *Sim) Messages(offset, limit int) (accepted []Accepted, refused []Refused) {
	s.mu.Lock()
	defer s.mu.Unlock()
	from, to := window(len(s.log.accepted), offset, limit)
	accepted = make([]Accepted, 0, to-from)
	for i := from; i < to; i++ {
		r := &s.log.accepted[i]
		accepted = append(accepted, Accepted{ID: messageID(s.generation, i), To: s.log.arena.get(r.to), Type: r.kind,
			Body: s.log.arena.get(r.body), Reference: s.log.arena.get(r.ref), AcceptedAt: time.Unix(0, r.at).UTC(), Answered: r.answered})
	}
	from, to = window(len(s.log.refused), offset, limit)
	refused = make([]Refused, 0, to-from)
	for _, r := range s.log.refused[from:to] {
		refused = append(refused, Refused{r.to, r.code, time.Unix(0, r.at).UTC()})
	}
	return accepted, refused
}

func window(n, offset, limit int) (from, to int) {
	from = min(max(offset, 0), n)
	return from, min(from+max(limit, 0), n)
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
	say(w, []byte(`{"accepted":[`))
	for done := 0; done < numbers["limit"]; done += messagesPage {
		accepted, more := s.Messages(numbers["offset"]+done, min(messagesPage, numbers["limit"]-done))
		refused = append(refused, more...)
		if len(accepted) == 0 && len(more) == 0 {
			break
		}
		if len(accepted) > 0 {
			page := encoded(accepted)
			page[0] = ','
			if done == 0 {
				page[0] = ' '
			}
			say(w, page[:len(page)-1])
		}
	}
	say(w, []byte(`],"refused":`))
	say(w, encoded(refused))
	say(w, []byte("}"))
	return nil
}

// encoded is for values of this package that always have a JSON form.
func encoded(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic("whatsappsim: an answer cannot be encoded: " + err.Error())
	}
	return b
}
