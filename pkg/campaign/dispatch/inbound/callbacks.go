package inbound

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/kit/queue"
	"herald/pkg/provider"
)

// inboundEvent is a message of a recipient, or a provider's event about one, found by number or by the reference of a
// message.
type Event struct {
	From   string             `json:"f,omitempty"` // digits, in the provider's form
	User   string             `json:"u,omitempty"` // the provider's id of the writer
	Shown  bool               `json:"n,omitempty"` // it tells a user's number and nothing else
	Ref    string             `json:"r,omitempty"`
	Source suppression.Source `json:"s"`
	Off    bool               `json:"o,omitempty"` // lifts what the source set
	At     int64              `json:"t"`           // unix ms

	// The message.
	Text   string                 `json:"x,omitempty"`
	Hidden string                 `json:"p,omitempty"` // what a button carries beside its text
	ID     string                 `json:"i,omitempty"` // the provider's, of the recipient's message
	Code   int                    `json:"c,omitempty"`
	Soft   bool                   `json:"sb,omitempty"` // no message: an email came back for the moment
	Kind   string                 `json:"k,omitempty"`  // of a message; empty for what the provider tells
	To     string                 `json:"to,omitempty"`
	By     string                 `json:"by,omitempty"` // the sender that was written to; empty: unknown
	Quotes string                 `json:"q,omitempty"`
	Media  *provider.InboundMedia `json:"m,omitempty"`
	Name   string                 `json:"nm,omitempty"` // of the writer's profile
	Via    string                 `json:"v,omitempty"`  // name of the webhook that delivered it
}

const (
	perInbound   = 200 << 10 // bytes of JSON in a message of the queue
	textKept     = 200       // characters of a recipient's words that prove something
	textAnswered = 4096      // and of an answer
	nameKept     = 100       // characters of a profile's name
	idKept       = 128       // bytes of the provider's id; real ones have about 70
)

// receive puts what recipients write on their queue.
func (r *Service) receive(ctx context.Context, via *provider.Account, events *provider.Events) error {
	var all []Event
	now := r.Flow.Now()
	at := func(t time.Time) int64 {
		if t.After(now) {
			t = now // a time in the future is the time of arrival (decisions §13)
		}
		return t.UnixMilli()
	}
	for _, in := range events.Inbound {
		h := Event{Via: via.Hook, From: in.From, User: begin(in.User, idKept), At: at(in.At), ID: in.ID[:min(len(in.ID), idKept)],
			Source: suppression.Provider, Off: in.Resume}
		if !in.Stop && !in.Resume {
			h.Source, h.Text, h.Kind, h.Hidden = "", begin(in.Text, textAnswered), begin(in.Kind, 20), begin(in.Hidden, textKept)
			h.To, h.By, h.Quotes, h.Media = begin(in.To, 20), in.Sender, in.Quotes[:min(len(in.Quotes), idKept)], in.Media
			h.Name = begin(in.Name, nameKept)
			if h = h.read(); h.Source == "" && h.User == "" && len(r.Replies) == 0 || h.From != "" && h.number() == 0 {
				continue
			}
		}
		all = append(all, h)
	}
	all = append(all, shown(via, events, now)...)
	for _, e := range events.Receipts {
		ref, err := chunkrow.ParseReference(e.Reference)
		if err != nil {
			continue
		}
		if sent := time.Unix(ref.Sent, 0); e.At.Before(sent) {
			e.At = sent
		}
		switch {
		case e.State == provider.ReceiptComplained:
			all = append(all, Event{Via: via.Hook, Ref: e.Reference, At: at(e.At), Source: suppression.Complaint, Code: e.Code})
		case e.Bounce == provider.Hard || e.Bounce == provider.Blacklist:
			all = append(all, Event{Via: via.Hook, Ref: e.Reference, At: at(e.At), Source: suppression.Bounce, Code: e.Code})
		case e.Bounce == provider.Soft:
			all = append(all, Event{Via: via.Hook, Ref: e.Reference, At: at(e.At), Soft: true, Code: e.Code})
		case e.Suppress:
			all = append(all, Event{Via: via.Hook, Ref: e.Reference, At: at(e.At), Source: suppression.Provider, Code: e.Code})
		}
	}
	messages, err := queueMessages(all)
	if err != nil || len(messages) == 0 {
		return err
	}
	return r.Flow.Queues.Send(ctx, InboundQueue, messages...)
}

// spoken is the kind of what a recipient says on a call.
const spoken = "call"

// Spoken is what a recipient of a call said or pressed.
type Spoken struct {
	Reference string // of the call
	Text      string
	Stops     bool // it is the key that stops further calls
}

// OnSpoken puts what a recipient said or pressed on a call on the queue of replies. It suppresses the number when the
// recipient asks for that.
func (r *Service) OnSpoken(ctx context.Context, via *provider.Account, s Spoken) error {
	h := Event{Via: via.Hook, Ref: s.Reference, At: r.Flow.Now().UnixMilli(), Kind: spoken, Text: begin(s.Text, textKept)}
	if s.Stops {
		h.Source = suppression.Stop
	}
	messages, err := queueMessages([]Event{h})
	if err != nil {
		return err
	}
	return r.Flow.Queues.Send(ctx, InboundQueue, messages...)
}

// read finds out what a message asks for, once the number of its writer is known: words differ by country.
func (h Event) read() Event {
	if h.Kind == "" || h.From == "" {
		return h
	}
	word := suppression.MeaningOf(h.Text, h.Hidden, h.number())
	h.Source, h.Off = "", word == suppression.StartWord
	if word != suppression.NoWord {
		h.Source = suppression.Stop
	}
	return h
}

// shown are the numbers of users that a webhook tells beside what they wrote.
func shown(via *provider.Account, events *provider.Events, now time.Time) (all []Event) {
	for _, u := range events.Users {
		if !slices.ContainsFunc(events.Inbound, func(in provider.Inbound) bool { return in.User == u.ID && in.From == u.Number }) {
			all = append(all, Event{Via: via.Hook, From: u.Number, User: begin(u.ID, idKept), At: now.UnixMilli(), Shown: true})
		}
	}
	return all
}

// queueMessages divides inbound events into queue messages of allowed size.
func queueMessages(all []Event) (messages []queue.Message, err error) {
	from, size := 0, 0
	for i := range all {
		b, err := json.Marshal(all[i])
		if err != nil {
			return nil, err
		}
		if size += len(b) + 1; size > perInbound {
			messages = append(messages, queue.New(TaskInbound, "", all[from:i]))
			from, size = i, len(b)+1
		}
	}
	if from < len(all) {
		messages = append(messages, queue.New(TaskInbound, "", all[from:]))
	}
	return messages, nil
}
