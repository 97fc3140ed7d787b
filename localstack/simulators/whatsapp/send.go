package whatsappsim

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

const requestLimit = 1 << 20

// incoming is what a message request says.
type incoming struct {
	to        string
	kind      string
	body      string // text, caption, words of a link, or the filled template
	reference string // biz_opaque_callback_data
	mediaIDs  []string
	template  map[string]any
}

// refusalError is a Graph error to answer with.
type refusalError struct {
	code    int
	details string
}

func (e *refusalError) Error() string { return fmt.Sprintf("%d: %s", e.code, e.details) }

func refuse(code int, format string, args ...any) error {
	return &refusalError{code, fmt.Sprintf(format, args...)}
}

func (s *Sim) send(w http.ResponseWriter, r *http.Request) { s.message(w, r, "") }

func (s *Sim) sendMarketing(w http.ResponseWriter, r *http.Request) {
	s.message(w, r, "marketing_messages")
}

// message takes one message: schema, limits, templates and media, then the script.
func (s *Sim) message(w http.ResponseWriter, r *http.Request, schema string) {
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, requestLimit))
	if err != nil {
		s.fail(w, 100, "the request cannot be read")
		return
	}
	m, err := readMessage(raw, schema)
	if err == nil && m == nil { // mark as read: nothing is sent
		writeJSON(w, http.StatusOK, map[string]any{"success": true})
		return
	}
	now := time.Now()
	n, how := 0, answerWhole
	if err == nil {
		n, how, err = s.take(m, now)
	}
	if err != nil {
		s.refused(w, m, err, now)
		return
	}
	s.answer(w, r, m, n, how)
}

// refused notes and answers a refusal; m is nil when the request could not be read.
func (s *Sim) refused(w http.ResponseWriter, m *incoming, err error, now time.Time) {
	var e *refusalError
	if !errors.As(err, &e) {
		e = &refusalError{131000, err.Error()}
	}
	to := ""
	if m != nil {
		to = m.to
	}
	s.note(to, e.code, now)
	s.fail(w, e.code, e.details)
}

// note keeps a refusal for GET /_sim/messages.
func (s *Sim) note(to string, code int, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.log.refused = append(s.log.refused, refused{to, code, now.UnixNano()})
}

// take decides about a message and, when it is accepted, logs it and plans its receipts.
func (s *Sim) take(m *incoming, now time.Time) (n int, how answer, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.rate.take(now) {
		return 0, 0, refuse(130429, "Message failed to send because there were too many messages sent from this phone number in a short period of time")
	}
	for _, id := range m.mediaIDs {
		if s.media[id] == nil {
			return 0, 0, refuse(131009, "media id %s does not exist", id)
		}
	}
	if m.template != nil {
		if m.body, err = s.templates.fill(m.template); err != nil {
			return 0, 0, err
		}
	}
	out := s.script.next(m.to)
	if out.refuse != 0 {
		return 0, 0, refuse(out.refuse, "scripted")
	}
	if !s.pairs.take(m.to, now.UnixNano()) {
		return 0, 0, refuse(131056, "Message failed to send because there were too many messages sent from this phone number to the same phone number in a short period of time")
	}
	n = s.log.add(m, now)
	rec := &s.log.accepted[n]
	rec.fate, rec.fail = s.fate(m, n, out, now)
	s.queue.plan(s, n, rec)
	return n, out.answer, nil
}

// fate decides how far a message gets.
func (s *Sim) fate(m *incoming, n int, out outcome, now time.Time) (fate, int32) {
	about := mix(recipientKey(m.to), recipientKey(m.reference))
	if m.reference == "" {
		about = mix(about, uint64(n))
	}
	inside := now.UnixNano()-s.windows[waID(m.to)] < int64(serviceWindow)
	switch {
	case out.never:
		return fateNever, 0
	case out.fail != 0:
		return fateFailed, int32(out.fail)
	case s.behaviour.Window == "async" && m.template == nil && !inside:
		return fateFailed, 131047
	case !s.chance(about, purposeDelivered, s.behaviour.DeliveredRate):
		return fateSent, 0
	case !s.chance(about, purposeRead, s.behaviour.ReadRate):
		return fateDelivered, 0
	}
	return fateRead, 0
}

// answer tells the sender that its message was accepted, or spoils that as scripted.
func (s *Sim) answer(w http.ResponseWriter, r *http.Request, m *incoming, n int, how answer) {
	s.mu.Lock()
	id := messageID(s.generation, n)
	s.mu.Unlock()
	switch how {
	case answerCut:
		panic(http.ErrAbortHandler) // net/http closes the connection without a word; so does Transport
	case answerBare:
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(http.StatusBadGateway)
		say(w, []byte("<html><body><h1>502 Bad Gateway</h1></body></html>"))
		return
	case answerGarbled:
		say(w, []byte(`{"messaging_product":"whatsapp","contacts":[`))
		return
	case answerSlow:
		timer := time.NewTimer(slowAnswer)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-r.Context().Done():
			return
		}
	}
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
	b = append(b, `"}]}`...)
	w.Header().Set("Content-Type", "application/json; charset=UTF-8")
	if _, err := w.Write(b); err == nil && r.Context().Err() == nil {
		s.mu.Lock()
		if k, ok := messageIndex(s.generation, id); ok {
			s.log.accepted[k].answered = true
		}
		s.mu.Unlock()
	}
}

// readMessage checks a request against its schema and takes out what the simulator needs.
// It answers nil for a read mark, and what it could read of a refused one.
func readMessage(raw []byte, schema string) (*incoming, error) {
	var body map[string]any
	if err := json.Unmarshal(raw, &body); err != nil {
		return &incoming{}, refuse(100, "the body is not a JSON object")
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
		if err := conforms("mark_read", body); err != nil {
			return m, refuse(100, "%s", err)
		}
		return nil, nil
	case m.kind == "":
		return m, refuse(100, "Param type must be one of the message types")
	default:
		schema = "messages." + kind
	}
	if err := conforms(schema, body); err != nil {
		return m, refuse(100, "%s", err)
	}
	if body["recipient"] == nil && strings.Trim(m.to, "0123456789") != "" && body["recipient_type"] != "group" {
		return m, refuse(131009, "Param to is not a phone number")
	}
	m.reference, _ = body["biz_opaque_callback_data"].(string)
	m.content(body)
	return m, nil
}

// kinds gives each known type as a constant, so that the log does not keep the request's memory.
var kinds = map[string]string{"text": "text", "image": "image", "video": "video", "audio": "audio", "document": "document",
	"sticker": "sticker", "location": "location", "reaction": "reaction", "interactive": "interactive", "template": "template"}
