package whatsappsim

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"herald/localstack/simulators/sim"
)

// Inbound is what a user sends (POST /_sim/inbound): a text, a tap on a quick reply, a file, a place, a reaction, something that the API
// calls unsupported, or an opt-out in WhatsApp itself.
type Inbound struct {
	To       string `json:"to"`   // the number that is written to; empty: the last that wrote to this user
	From     string `json:"from"` // any form of the number; the webhook carries the wa_id
	Text     string `json:"text"`
	Name     string `json:"name"`    // in the user's profile; empty: "Simulated"
	User     string `json:"user"`    // the user's business-scoped id; empty: the webhook carries none
	Hides    bool   `json:"hides"`   // the webhook carries the id without the number
	Button   string `json:"button"`  // the label of a template's quick reply
	Payload  string `json:"payload"` // of the quick reply; empty: its label
	Stop     bool   `json:"stop"`    // user_preferences: stop marketing messages
	Resume   bool   `json:"resume"`
	Type     string `json:"type"`     // image, video, audio, document, sticker, location, reaction, unsupported; empty: a text or a tap
	Media    []byte `json:"media"`    // of a file, in base64; empty: a small one is made up
	Mime     string `json:"mime"`     // its type
	Filename string `json:"filename"` // of a document
	Quotes   string `json:"quotes"`   // id of the message that is answered
	ID       string `json:"id"`       // the message's; empty: a new one. The same twice is a duplicate.
	At       int64  `json:"at"`       // unix s; 0: now
	Lost     bool   `json:"lost"`     // no webhook tells of it
}

// Receive lets a user act: it opens the 24 h window and sends the webhook.
func (s *Sim) Receive(in Inbound) error {
	_, err := s.receive(in)
	return err
}

// receive gives the id of the message; none of an opt-out.
func (s *Sim) receive(in Inbound) (id string, err error) {
	if in.From == "" || in.Text == "" && in.Button == "" && in.Type == "" && !in.Stop && !in.Resume {
		return "", errors.New("from and one of text, button, type, stop or resume are needed")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	from, now := waID(in.From), s.Now()
	if in.Stop || in.Resume {
		s.prefers(&in, from, now)
		return "", nil
	}
	if in.At == 0 {
		in.At = now.Unix()
	}
	if in.ID == "" {
		in.ID = fmt.Sprintf("wamid.in%d", s.Next())
	}
	s.windows[from] = max(s.windows[from], time.Unix(in.At, 0).UnixNano())
	content, err := s.content(&in)
	if err != nil || in.Lost {
		return in.ID, err
	}
	content["id"], content["timestamp"] = in.ID, strconv.FormatInt(in.At, 10)
	in.names(content, from, "from", "from_user_id")
	if in.Quotes != "" {
		content["context"] = map[string]any{"from": s.writer(in.To, from).ID, "id": in.Quotes}
	}
	raw, err := json.Marshal(content)
	if err != nil {
		return "", err
	}
	b := append(append(s.metadata(s.writer(in.To, from)), `,"contacts":[`...), in.contact(from)...)
	b = append(append(append(b, `],"messages":[`...), ascii(raw)...), `]}`...)
	s.hook("messages", b)
	return in.ID, nil
}

// ascii writes JSON as Meta does (see appendEscaped).
func ascii(raw []byte) []byte {
	var b []byte
	for _, c := range string(raw) {
		switch {
		case c < utf8.RuneSelf && c != '/':
			b = append(b, byte(c))
		default:
			s := appendEscaped(nil, string(c))
			b = append(b, s[1:len(s)-1]...)
		}
	}
	return b
}

// content is a message as the webhook tells it, but for who sent it.
func (s *Sim) content(in *Inbound) (map[string]any, error) {
	of := map[string]any{"type": in.Type}
	switch in.Type {
	case "":
		of["type"], of["text"] = "text", map[string]any{"body": in.Text}
		if in.Button != "" {
			delete(of, "text")
			of["type"], of["button"] = "button", map[string]any{"payload": cmp.Or(in.Payload, in.Button), "text": in.Button}
		}
	case "image", "video", "audio", "document", "sticker":
		of[in.Type] = s.file(in)
	case "location":
		of["location"] = map[string]any{"latitude": -23.55, "longitude": -46.63, "name": in.Text}
	case "reaction":
		of["reaction"] = map[string]any{"message_id": in.Quotes, "emoji": in.Text}
	case "unsupported":
		of["errors"] = []any{map[string]any{"code": 131051, "title": "Message type unknown"}}
	default:
		return nil, fmt.Errorf("nobody sends a %q", in.Type)
	}
	return of, nil
}

// file lays a user's file where it can be fetched.
func (s *Sim) file(in *Inbound) map[string]any {
	made := map[string]string{"image": "image/png", "video": "video/mp4", "audio": "audio/ogg", "document": "application/pdf",
		"sticker": "image/webp"}
	if in.Mime == "" {
		in.Mime = made[in.Type]
	}
	if len(in.Media) == 0 {
		in.Media = []byte("simulated " + in.Type)
		if in.Mime == "image/png" {
			in.Media = sim.Picture()
		}
	}
	id := strconv.FormatUint(s.Next(), 10)
	s.media[id] = &mediaFile{kind: in.Mime, data: in.Media, of: s.writer(in.To, waID(in.From)).ID}
	of := map[string]any{"id": id, "mime_type": in.Mime}
	if in.Text != "" {
		of["caption"] = in.Text
	}
	if in.Filename != "" {
		of["filename"] = in.Filename
	}
	return of
}

// names writes how a webhook names a user.
func (in *Inbound) names(of map[string]any, number, numberKey, userKey string) {
	if !in.Hides {
		of[numberKey] = number
	}
	if in.User != "" {
		of[userKey] = in.User
	}
}

// contact is a user as webhooks tell it beside what it did.
func (in *Inbound) contact(number string) []byte {
	of := map[string]any{"profile": map[string]any{"name": cmp.Or(in.Name, "Simulated")}}
	in.names(of, number, "wa_id", "user_id")
	raw, _ := json.Marshal(of) // strings alone
	return ascii(raw)
}

// prefers tells an opt-out in WhatsApp itself, or its end.
func (s *Sim) prefers(in *Inbound, from string, now time.Time) {
	value := "stop"
	if in.Resume {
		value = "resume"
	}
	of := map[string]any{"detail": "User requested to " + value + " marketing messages", "category": "marketing_messages", "value": value,
		"timestamp": now.Unix()}
	in.names(of, from, "wa_id", "user_id")
	raw, _ := json.Marshal(of) // strings and a number
	b := append(append(s.metadata(s.writer("", from)), `,"contacts":[`...), in.contact(from)...)
	b = append(append(append(b, `],"user_preferences":[`...), ascii(raw)...), `]}`...)
	s.hook("user_preferences", b)
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
