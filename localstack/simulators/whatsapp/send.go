package whatsappsim

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"

	"herald/localstack/simulators/sim"
)

// incoming is what a message request says.
type incoming struct {
	to        string
	by        string // the number that it goes out by
	kind      string
	body      string // text, caption, words of a link, or the filled template
	reference string // biz_opaque_callback_data
	quotes    string // id of the message that it quotes
	mediaIDs  []string
	template  map[string]any
}

func (s *Sim) send(w http.ResponseWriter, r *http.Request) { s.message(w, r, "") }

func (s *Sim) sendMarketing(w http.ResponseWriter, r *http.Request) {
	s.message(w, r, "marketing_messages")
}

// message takes one message: schema, limits, templates and media, then the script.
func (s *Sim) message(w http.ResponseWriter, r *http.Request, schema string) {
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, requestLimit))
	if err != nil {
		s.failWith(w, 100, "the request cannot be read")
		return
	}
	m, err := readMessage(raw, schema)
	if err == nil && m == nil { // mark as read: nothing is sent
		sim.JSON(w, http.StatusOK, map[string]any{"success": true})
		return
	}
	if m.by = r.PathValue("node"); err == nil {
		err = s.admit(m)
	}
	if err != nil {
		s.fail(w, s.Refused(m.to, err))
		return
	}
	taken, err := s.take(m)
	if err != nil {
		s.fail(w, err)
		return
	}
	taken.Answer(w, r, http.StatusOK, acceptance(m, taken.ID))
}

// admit refuses what does not come as far as the script, and fills the template.
func (s *Sim) admit(m *incoming) (err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if code := s.line(m.by).refuse; code != "" {
		return sim.Refuse(code, "%s", titleOf(number(code)))
	}
	if !s.line(m.by).allows(s.Now().UnixNano()) {
		return sim.Refuse("130429",
			"Message failed to send because there were too many messages sent from this phone number in a short period of time")
	}
	for _, id := range m.mediaIDs {
		if f := s.media[id]; f == nil || f.of != m.by {
			return sim.Refuse("131009", "media id %s does not exist", id)
		}
	}
	if m.template != nil {
		m.body, err = s.templates.fill(m.template)
	}
	return err
}

// take lets the script decide, then the limit of the recipient.
func (s *Sim) take(m *incoming) (sim.Taken, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now, l := s.Now().UnixNano(), s.line(m.by)
	taken, err := s.Take(sim.Message{Key: m.to, Kind: m.kind, Body: m.body, Reference: m.reference,
		Check: func() error {
			if l.pairs.take(m.to, now) {
				return nil
			}
			return sim.Refuse("131056",
				"Message failed to send because there were too many messages sent from this phone number to the same phone number in a short "+
					"period of time")
		},
		Fate: func(n int) (int, sim.Code) { return s.outcomeOf(m, n, now) },
	})
	if err == nil {
		l.Accepted++
		if m.quotes != "" {
			s.quotes[taken.ID] = m.quotes
		}
		if len(s.lines) > 1 {
			s.wrote[waID(m.to)] = m.by
		}
	}
	return taken, err
}

// Purposes of random choices.
const (
	purposeDelivered = iota + 100
	purposeRead
)

// outcomeOf decides how far a message gets.
func (s *Sim) outcomeOf(m *incoming, n int, now int64) (course int, code sim.Code) {
	about := sim.Mix(sim.Hash(m.to), sim.Hash(m.reference))
	if m.reference == "" {
		about = sim.Mix(about, uint64(n))
	}
	inside := now-s.windows[waID(m.to)] < int64(serviceWindow)
	switch {
	case s.behaviour.Window == "async" && m.template == nil && !inside:
		return courseFailed, "131047"
	case !s.Chance(about, purposeDelivered, s.behaviour.DeliveredRate):
		return courseSent, ""
	case !s.Chance(about, purposeRead, s.behaviour.ReadRate):
		return courseDelivered, ""
	}
	return courseRead, ""
}

// acceptance is the answer to an accepted message.
func acceptance(m *incoming, id string) []byte {
	b := make([]byte, 0, 256)
	b = append(b, `{"messaging_product":"whatsapp","contacts":[{"input":`...)
	b = appendEscaped(b, m.to)
	b = append(b, `,"wa_id":`...)
	b = appendEscaped(b, waID(m.to))
	b = append(b, `}],"messages":[{"id":"`...)
	b = append(b, id...)
	if m.kind == "template" {
		b = append(b, `","message_status":"accepted`...)
	}
	return append(b, `"}]}`...)
}

// readMessage checks a request against its schema and takes out what the simulator needs.
// It answers nil for a read mark, and what it could read of a refused one.
func readMessage(raw []byte, schema string) (*incoming, error) {
	var body map[string]any
	if err := json.Unmarshal(raw, &body); err != nil {
		return &incoming{}, sim.Refuse("100", "the body is not a JSON object")
	}
	m := &incoming{}
	m.to, _ = body["to"].(string)
	if m.to == "" {
		m.to, _ = body["recipient"].(string)
	}
	m.to = strings.TrimPrefix(m.to, "+")
	kind, typed := body["type"].(string)
	m.kind = kinds[kind]
	switch {
	case schema != "":
	case !typed && body["status"] != nil:
		if err := schemas.Check("mark_read", body); err != nil {
			return m, sim.Refuse("100", "%s", err)
		}
		return nil, nil
	case m.kind == "":
		return m, sim.Refuse("100", "Param type must be one of the message types")
	default:
		schema = "messages." + kind
	}
	if err := schemas.Check(schema, body); err != nil {
		return m, sim.Refuse("100", "%s", err)
	}
	if body["recipient"] == nil && strings.Trim(m.to, "0123456789") != "" && body["recipient_type"] != "group" {
		return m, sim.Refuse("131009", "Param to is not a phone number")
	}
	m.reference, _ = body["biz_opaque_callback_data"].(string)
	m.quotes = str(object(body, "context"), "message_id")
	m.content(body)
	return m, nil
}

// kinds gives each known type as a constant, so that the log does not keep the request's memory.
var kinds = map[string]string{"text": "text", "image": "image", "video": "video", "audio": "audio", "document": "document",
	"sticker": "sticker", "location": "location", "reaction": "reaction", "interactive": "interactive", "template": "template"}

// QuotedBy is the id of the message that one of ours quotes; empty for none.
func (s *Sim) QuotedBy(id string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.quotes[id]
}
