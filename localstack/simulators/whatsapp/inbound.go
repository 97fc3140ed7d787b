package whatsappsim

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"herald/localstack/simulators/sim"
)

// Inbound is what a user sends (POST /_sim/inbound): a text, a tap on a quick reply, or an opt-out in WhatsApp itself.
type Inbound struct {
	From   string `json:"from"` // any form of the number; the webhook carries the wa_id
	Text   string `json:"text"`
	Button string `json:"button"` // the label of a template's quick reply
	Stop   bool   `json:"stop"`   // user_preferences: stop marketing messages
	Resume bool   `json:"resume"`
}

// Receive lets a user act: it opens the 24 h window and sends the webhook.
func (s *Sim) Receive(in Inbound) error {
	if in.From == "" || in.Text == "" && in.Button == "" && !in.Stop && !in.Resume {
		return errors.New("from and one of text, button, stop or resume are needed")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	from, now := waID(in.From), time.Now()
	if in.Stop || in.Resume {
		value := "stop"
		if in.Resume {
			value = "resume"
		}
		b := append(s.metadata(), `,"contacts":[{"profile":{"name":"Simulated"},"wa_id":`...)
		b = appendEscaped(b, from)
		b = append(b, `}],"user_preferences":[{"wa_id":`...)
		b = appendEscaped(b, from)
		b = append(b, `,"detail":"User requested to `+value+` marketing messages","category":"marketing_messages","value":"`+value+`","timestamp":`...)
		b = strconv.AppendInt(b, now.Unix(), 10)
		s.hook("user_preferences", append(b, `}]}`...))
		return nil
	}
	s.windows[from] = now.UnixNano()
	b := append(s.metadata(), `,"contacts":[{"profile":{"name":"Simulated"},"wa_id":`...)
	b = appendEscaped(b, from)
	b = append(b, `}],"messages":[{"from":`...)
	b = appendEscaped(b, from)
	b = append(b, fmt.Sprintf(`,"id":"wamid.in%d","timestamp":"%d",`, s.Next(), now.Unix())...)
	if in.Button != "" {
		b = append(b, `"type":"button","button":{"payload":`...)
		b = appendEscaped(b, in.Button)
		b = append(b, `,"text":`...)
		b = appendEscaped(b, in.Button)
	} else {
		b = append(b, `"type":"text","text":{"body":`...)
		b = appendEscaped(b, in.Text)
	}
	s.hook("messages", append(b, `}}]}`...))
	return nil
}

// hook queues a webhook call about anything but statuses.
func (s *Sim) hook(field string, value []byte) { s.Send("", s.envelope(field, value)) }

// history is GET /{phone_number_id}/message_history?message_id=: what became of one message so far (facts 1.4).
func (s *Sim) history(w http.ResponseWriter, r *http.Request) {
	id := r.URL.Query().Get("message_id")
	if id == "" {
		s.failWith(w, 100, "The parameter message_id is required.")
		return
	}
	data := []any{}
	if _, reached, known := s.Find(id); known {
		events := []map[string]any{}
		for i, step := range reached {
			events = append(events, map[string]any{"id": strconv.Itoa(i + 1), "delivery_status": strings.ToUpper(step.Status),
				"webhook_update_state": "DELIVERED", "timestamp": step.At.Unix()})
		}
		data = append(data, map[string]any{"id": "1", "message_id": id, "events": map[string]any{"data": events}})
	}
	sim.JSON(w, http.StatusOK, map[string]any{"data": data})
}
