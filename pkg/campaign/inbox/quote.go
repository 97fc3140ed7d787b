package inbox

import (
	"context"
	"time"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// Quote is the start of a message that another one quotes.
type Quote struct {
	Kind string `dynamodbav:"k" json:"kind"`
	Text string `dynamodbav:"x,omitempty" json:"text,omitempty"`
	In   bool   `dynamodbav:"in" json:"in" doc:"True when the recipient sent it."`
}

func (m *Message) quote() *Quote { return &Quote{m.Kind, excerpt(m.Text), m.In} }

// load reads a message of a conversation by its id.
func (r *Service) load(ctx context.Context, conversation, message string) (*storedReply, bool, error) {
	taken, ok, err := store.Load[claimed](ctx, r.DB, takenKey(conversation, message), true)
	if err != nil || !ok {
		return nil, false, err
	}
	m, ok, err := store.Load[storedReply](ctx, r.DB, messageKey(conversation, time.UnixMilli(taken.At), message), true)
	return &m, ok, err
}

// quoting lets a reply quote a message of its conversation. Faults (400): inbox.quote.channel, inbox.quote.missing, and
// inbox.quote.unsent for one that the provider does not know.
func (r *Service) quoting(ctx context.Context, e *entity, m *storedReply, message string, profile provider.Profile) error {
	if message == "" {
		return nil
	}
	if !profile.Quoting {
		return fault.Bad("quotes", "inbox.quote.channel")
	}
	of, ok, err := r.load(ctx, e.ID, message)
	switch {
	case err != nil:
		return err
	case !ok || of.Kind == note:
		return fault.Bad("quotes", "inbox.quote.missing")
	case of.In:
		m.Context = of.ID
	case of.Provider == "":
		return fault.Bad("quotes", "inbox.quote.unsent")
	default:
		m.Context = of.Provider
	}
	m.Quotes, m.Quoted = of.ID, of.quote()
	return nil
}

// quotedBy notes the message that an answer quotes: a reply of ours, or an earlier message of the recipient.
func (r *Service) quotedBy(ctx context.Context, conversation string, a *Answer, m *storedReply) error {
	if m.Quotes == "" && a.Quotes != "" {
		m.Quotes = a.Quotes
	}
	if m.Quotes == "" {
		return nil
	}
	of, ok, err := r.load(ctx, conversation, m.Quotes)
	if err != nil {
		return err
	}
	if !ok { // a message of an order, whose ids are not stored
		m.Quotes = ""
		return nil
	}
	m.Quoted = of.quote()
	return nil
}
