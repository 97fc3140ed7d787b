// Package inbox is the development inbox: it keeps the emails that the simulators accept and shows each as a mailbox would.
package inbox

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Field is a header of a message.
type Field struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Message is an email as a mailbox has it.
type Message struct {
	ID        string    `json:"id"`  // of the inbox
	Via       string    `json:"via"` // simulator that accepted it: "ses" or "smtp"
	Provider  string    `json:"providerId"`
	At        time.Time `json:"at"`
	From      string    `json:"from"`
	To        string    `json:"to"`
	ReplyTo   string    `json:"replyTo,omitempty"`
	Return    string    `json:"returnPath,omitempty"`
	Subject   string    `json:"subject"`
	Headers   []Field   `json:"headers"`
	Text      string    `json:"text"`
	HTML      string    `json:"html"`
	Reference string    `json:"reference,omitempty"`
	Events    []string  `json:"events"` // what was reported about it
	Raw       string    `json:"-"`
	size      int
}

// Header is the first header of a name, empty for none.
func (m *Message) Header(name string) string {
	for _, h := range m.Headers {
		if strings.EqualFold(h.Name, name) {
			return h.Value
		}
	}
	return ""
}

// Limits of what is kept: the latest messages.
const (
	mostMessages = 5000
	mostBytes    = 256 << 20
)

// Store keeps the latest messages. It is safe for concurrent use.
type Store struct {
	mu    sync.Mutex
	kept  []*Message // oldest first
	byKey map[string]*Message
	bytes int
	total int
}

// NewStore makes an empty store.
func NewStore() *Store { return &Store{byKey: map[string]*Message{}} }

// Add keeps a message.
func (s *Store) Add(m *Message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.total++
	m.ID = strconv.Itoa(s.total)
	m.size = len(m.Raw) + len(m.HTML) + len(m.Text) + 1024
	s.kept = append(s.kept, m)
	s.byKey[m.Via+" "+m.Provider], s.byKey[m.ID] = m, m
	for s.bytes += m.size; len(s.kept) > mostMessages || s.bytes > mostBytes && len(s.kept) > 1; {
		old := s.kept[0]
		s.kept[0] = nil
		s.kept = s.kept[1:]
		s.bytes -= old.size
		delete(s.byKey, old.ID)
		delete(s.byKey, old.Via+" "+old.Provider)
	}
}

// Note adds an event to a message of a simulator.
func (s *Store) Note(via, id, event string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m := s.byKey[via+" "+id]; m != nil {
		m.Events = append(m.Events, event)
	}
}

// Clear forgets the messages of a simulator.
func (s *Store) Clear(via string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept = slices.DeleteFunc(s.kept, func(m *Message) bool {
		if m.Via != via {
			return false
		}
		s.bytes -= m.size
		delete(s.byKey, m.ID)
		delete(s.byKey, m.Via+" "+m.Provider)
		return true
	})
}

// Find gives a copy of the message with an id of the inbox.
func (s *Store) Find(id string) (Message, bool) { return s.find(id) }

// Of gives a copy of the message of a simulator with its id.
func (s *Store) Of(via, id string) (Message, bool) { return s.find(via + " " + id) }

func (s *Store) find(key string) (Message, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.byKey[key]
	if m == nil {
		return Message{}, false
	}
	out := *m
	out.Events = slices.Clone(m.Events)
	return out, true
}

// Search gives the latest messages whose addresses, subject, text or reference have every word, newest first, and how many there are.
func (s *Store) Search(words string, limit int) (found []Message, all int) {
	want := strings.Fields(strings.ToLower(words))
	s.mu.Lock()
	defer s.mu.Unlock()
	found = []Message{}
	for _, m := range slices.Backward(s.kept) {
		if !m.has(want) {
			continue
		}
		if all++; len(found) < limit {
			short := *m
			short.Headers, short.HTML, short.Raw, short.Events = nil, "", "", slices.Clone(m.Events)
			short.Text = preview(m.Text)
			found = append(found, short)
		}
	}
	return found, all
}

func (m *Message) has(words []string) bool {
	if len(words) == 0 {
		return true
	}
	text := strings.ToLower(m.From + "\n" + m.To + "\n" + m.Subject + "\n" + m.Reference + "\n" + m.Via + "\n" + m.Text)
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) })
}

// preview is the beginning of a text in one line.
func preview(text string) string {
	line := []rune(strings.Join(strings.Fields(text[:min(len(text), 1000)]), " "))
	return string(line[:min(len(line), 140)])
}
