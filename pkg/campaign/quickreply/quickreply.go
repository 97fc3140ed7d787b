// Package quickreply owns canned answers: short texts that users of a customer insert into replies of the inbox.
//
// A quick reply belongs to a customer, and its shortcut is unique there. The text can have the placeholder {name}, which the console
// fills with the name of the contact. A reply is sent as a text of its own, so a change affects none that was sent.
package quickreply

import (
	"context"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/plain"
	"herald/pkg/kit/store"
)

// Limits of a quick reply, and how many a customer has.
const (
	shortcutLimit = 20
	textLimit     = 1000
	mostReplies   = 200
)

// QuickReply is a canned answer as it is shown.
type QuickReply struct {
	ID           string    `dynamodbav:"id" json:"id"`
	Shortcut     string    `dynamodbav:"s" json:"shortcut" doc:"Name to type after / in a reply. Without blanks, unique for the customer in any case."`
	Text         string    `dynamodbav:"x" json:"text" doc:"The placeholder {name} stands for the name of the contact."`
	CustomerID   string    `dynamodbav:"cu" json:"customerId"`
	CustomerName string    `dynamodbav:"cn" json:"customerName"`
	CreateTime   time.Time `dynamodbav:"ct" json:"createTime"`
	UpdateTime   time.Time `dynamodbav:"ut" json:"updateTime"`
}

// entity is the row of a quick reply.
type entity struct {
	QuickReply
	Owner auth.Owner `dynamodbav:"o"`
	Rev   int64      `dynamodbav:"v"`
	Mark  string     `dynamodbav:"mk,omitempty"` // operation of the last change, by which its repetition is known
}

// Request is a quick reply as its author writes it.
type Request struct {
	Shortcut string `json:"shortcut,omitempty" maxLength:"20" example:"price"`
	Text     string `json:"text,omitempty" maxLength:"1000" example:"Hello {name}, thank you for your message."`
}

// Service is the module.
type Service struct {
	DB    store.DB
	Now   func() time.Time
	NewID func(ctx context.Context) string
	// Customer is the tenant of a user in the scope, and its name; the 404 fault for any other id.
	Customer func(ctx context.Context, scope auth.Scope, userID string) (auth.Owner, string, error)
}

func (r *Service) now() time.Time { return r.Now().UTC().Truncate(time.Millisecond) }

// fill lays a request over a quick reply: what is missing stays. Faults (400): a field that is missing, too long or malformed.
func (q *QuickReply) fill(w *Request) error {
	if w.Shortcut != "" {
		q.Shortcut = strings.TrimPrefix(strings.TrimSpace(plain.Text(w.Shortcut)), "/")
	}
	if w.Text != "" {
		q.Text = strings.TrimSpace(plain.Text(w.Text))
	}
	switch {
	case q.Shortcut == "":
		return fault.Bad("shortcut", "web.valid.missing")
	case strings.ContainsFunc(q.Shortcut, func(c rune) bool { return unicode.IsSpace(c) || c == '/' }):
		return fault.Bad("shortcut", "quickreply.shortcut")
	case utf8.RuneCountInString(q.Shortcut) > shortcutLimit:
		return fault.Bad("shortcut", "web.valid.maxLength", "n", shortcutLimit)
	case q.Text == "":
		return fault.Bad("text", "web.valid.missing")
	case utf8.RuneCountInString(q.Text) > textLimit:
		return fault.Bad("text", "web.valid.maxLength", "n", textLimit)
	}
	return nil
}

// view is a quick reply in the audit log.
func (q *QuickReply) view() map[string]any {
	return map[string]any{"shortcut": q.Shortcut, "text": q.Text, "customerId": q.CustomerID}
}
