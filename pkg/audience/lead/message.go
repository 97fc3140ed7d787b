package lead

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"herald/pkg/audience/saleschannel"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/id"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/queue"
	"herald/pkg/platform/user"
)

// A WhatsApp message is a lead's when its text has the reference of a channel: # and the channel's code. The code cannot be guessed, and a
// shunting link of the channel puts it at the end of the text that its visitors send. Nothing else makes a lead of a message: a number
// that wrote soon after a visit may be that of any person. Only messages to senders of the platform are seen; those to other numbers
// never reach it.

// The queue and task of messages that have a reference.
const (
	JobQueue    = "job"
	TaskMessage = "lead.message"
)

func alphanumeric(c rune) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// Message is what a person wrote.
type Message struct {
	ID     string   `json:"i"` // the provider's
	Number uint64   `json:"n"`
	Text   string   `json:"x"`
	Codes  []string `json:"c"` // what may be a reference, the last in the text first
	At     int64    `json:"t"` // unix ms
}

// mostCodes is how many words of a message are looked up: a tag of eight letters looks like a reference.
const mostCodes = 3

// Referring gives the message with the codes that its text may refer to; false for a text without any. A shunting link puts the reference
// at the end of its text, so the last words count.
func Referring(m Message) (Message, bool) {
	words := strings.FieldsFunc(m.Text, func(c rune) bool { return c != '#' && !alphanumeric(c) })
	for _, word := range slices.Backward(words) {
		if at := strings.LastIndexByte(word, '#'); at >= 0 && saleschannel.ValidCode(word[at+1:]) && len(m.Codes) < mostCodes {
			m.Codes = append(m.Codes, word[at+1:])
		}
	}
	return m, len(m.Codes) > 0 && m.Number != 0
}

// PostMessages queues messages.
func PostMessages(ctx context.Context, queues queue.Queues, all []Message) error {
	var messages []queue.Message
	for _, m := range all {
		messages = append(messages, queue.New(TaskMessage, "", m))
	}
	return queues.Send(ctx, JobQueue, messages...)
}

// Tasks of the module.
func (r *Service) Tasks() map[string]queue.Handler {
	return map[string]queue.Handler{TaskMessage: func(ctx context.Context, q queue.Message) error {
		var m Message
		if err := json.Unmarshal(q.Body, &m); err != nil {
			return fmt.Errorf("lead: task: %w", err)
		}
		return r.takeMessage(ctx, m)
	}}
}

// takeMessage makes a lead of the writer, once for a message. A text whose code is none, or of a disabled channel or a deleted customer,
// makes none.
func (r *Service) takeMessage(ctx context.Context, m Message) error {
	var c saleschannel.Channel
	for _, code := range m.Codes {
		one, ok, err := saleschannel.ByCode(ctx, r.DB, code)
		if err != nil {
			return err
		}
		if ok {
			c = one
			break
		}
	}
	if c.Status != saleschannel.Enabled { // or of none
		return nil
	}
	if deleted, err := user.WasDeleted(ctx, r.DB, c.Owner.Tenant); err != nil || deleted {
		return err
	}
	number, country, ok := dialled("+" + phone.Format(m.Number))
	if !ok {
		return nil
	}
	text, _ := Text(m.Text, MostMessage)
	if runes := []rune(text); len(runes) > MostMessage {
		text = string(runes[:MostMessage])
	}
	_, _, err := r.Take(ctx, Arrival{ID: m.arrival(), Channel: c, Contact: Contact{Phone: number, country: country},
		Message: text, Source: ByMessage})
	if fault.Is(err, "web.notFound") { // the channel was deleted
		return nil
	}
	return err
}

// arrival is the id of what a message begins, the same for each repetition.
func (m Message) arrival() string {
	sum := sha256.Sum256([]byte("lead " + m.ID))
	return id.Nth(id.Floor(time.UnixMilli(m.At)), int(binary.BigEndian.Uint64(sum[:8])>>2))
}
