package whatsappsim

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"
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
	b = append(b, fmt.Sprintf(`,"id":"wamid.in%d","timestamp":"%d",`, s.id(), now.Unix())...)
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

// history is GET /{phone_number_id}/message_history?message_id=: what became of one message so far (facts 1.4).
func (s *Sim) history(w http.ResponseWriter, r *http.Request) {
	id := r.URL.Query().Get("message_id")
	s.mu.Lock()
	n, known := messageIndex(s.generation, id)
	if !known || n >= len(s.log.accepted) {
		s.mu.Unlock()
		if id == "" {
			s.fail(w, 100, "The parameter message_id is required.")
			return
		}
		writeJSON(w, http.StatusOK, map[string]any{"data": []any{}})
		return
	}
	rec := s.log.accepted[n]
	first := rec.at + int64(s.webhooks.DelayMs)*int64(time.Millisecond)
	s.mu.Unlock()
	events := []map[string]any{}
	add := func(status string, at int64) {
		if at > time.Now().UnixNano() {
			return
		}
		events = append(events, map[string]any{"id": strconv.Itoa(len(events) + 1), "delivery_status": status,
			"webhook_update_state": "DELIVERED", "timestamp": at / int64(time.Second)})
	}
	if rec.fate == fateFailed {
		add("FAILED", first+int64(deliveredAfter))
	}
	if rec.fate >= fateSent {
		add("SENT", first)
	}
	if rec.fate >= fateDelivered {
		add("DELIVERED", first+int64(deliveredAfter))
	}
	if rec.fate >= fateRead {
		add("READ", first+int64(deliveredAfter)+int64(readAfter))
	}
	writeJSON(w, http.StatusOK, map[string]any{"data": []any{map[string]any{"id": strconv.Itoa(n + 1), "message_id": id,
		"events": map[string]any{"data": events}}}})
}
