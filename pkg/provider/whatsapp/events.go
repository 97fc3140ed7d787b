package whatsapp

import (
	"bytes"
	"encoding/json"
	"strings"

	"herald/pkg/provider"
)

// states maps the statuses of the API; one that is not here is no receipt (a recipient's "deleted", or something new).
var states = map[string]provider.ReceiptState{
	"sent":      provider.ReceiptSent,
	"failed":    provider.ReceiptFailed,
	"delivered": provider.ReceiptArrived,
	"read":      provider.ReceiptRead,
	"played":    provider.ReceiptRead,
}

type status struct {
	ID        string      `json:"id"`
	Status    string      `json:"status"`
	Timestamp stamp       `json:"timestamp"`
	Reference string      `json:"biz_opaque_callback_data"`
	Errors    []hookError `json:"errors"`
}

type hookError struct {
	Code errorCode `json:"code"`
}

// errorCode is a code as a number or a string; anything else is 0.
type errorCode int

func (c *errorCode) UnmarshalJSON(b []byte) error {
	var n number
	if n.UnmarshalJSON(b) == nil {
		*c = errorCode(n)
	}
	return nil
}

// message is an inbound message; only what can hold words is read.
type message struct {
	From      string `json:"from"`
	Timestamp stamp  `json:"timestamp"`
	Type      string `json:"type"`
	Text      struct {
		Body string `json:"body"`
	} `json:"text"`
	Button struct {
		Text    string `json:"text"`
		Payload string `json:"payload"`
	} `json:"button"`
	Interactive struct {
		ButtonReply reply `json:"button_reply"`
		ListReply   reply `json:"list_reply"`
	} `json:"interactive"`
	Image struct {
		Caption string `json:"caption"`
	} `json:"image"`
	Video struct {
		Caption string `json:"caption"`
	} `json:"video"`
}

type reply struct {
	Title string `json:"title"`
}

func (m *message) words() string {
	for _, s := range [...]string{m.Text.Body, m.Button.Text, m.Button.Payload, m.Interactive.ButtonReply.Title,
		m.Interactive.ListReply.Title, m.Image.Caption, m.Video.Caption} {
		if s != "" {
			return s
		}
	}
	return ""
}

// messages reads a change of the field "messages": statuses, inbound messages, or both.
func (a *Adapter) messages(ev *provider.Events, raw []byte) {
	var value struct {
		Contacts []struct {
			WAID string `json:"wa_id"`
		} `json:"contacts"`
		Statuses list[status]  `json:"statuses"`
		Messages list[message] `json:"messages"`
	}
	if json.Unmarshal(raw, &value) != nil {
		ev.Unknown++
		return
	}
	ev.Unknown += value.Statuses.bad + value.Messages.bad
	for i := range value.Statuses.items {
		a.status(ev, &value.Statuses.items[i])
	}
	for i := range value.Messages.items {
		m := &value.Messages.items[i]
		from := m.From
		if from == "" && len(value.Contacts) == 1 {
			from = value.Contacts[0].WAID
		}
		from = strings.TrimPrefix(from, "+")
		// A user id without a number (BSUID) cannot be matched to a recipient of ours; system notices are not from one.
		if !digits(from, 20) || m.Type == "system" || m.Type == "unsupported" {
			ev.Unknown++
			continue
		}
		ev.Inbound = append(ev.Inbound, provider.Inbound{From: from, Text: m.words(), At: m.Timestamp.time(a.cfg.Now)})
	}
}

func (a *Adapter) status(ev *provider.Events, s *status) {
	r := provider.Receipt{Reference: s.Reference, ProviderID: s.ID, State: states[s.Status], At: s.Timestamp.time(a.cfg.Now)}
	if r.State == provider.ReceiptNone {
		ev.Unknown++
	}
	if r.State == provider.ReceiptFailed && len(s.Errors) > 0 {
		r.Code = int(s.Errors[0].Code)
		if c := byCode[r.Code]; c != nil && r.Code != 0 {
			r.Stop, r.Suppress = c.out.Stop, c.out.Suppress
		}
	}
	ev.Receipts = append(ev.Receipts, r)
}

// preferences reads opt-outs that a user made in WhatsApp itself. A "resume" is counted only:
// what a tenant suppressed it may lift, nobody else.
func (a *Adapter) preferences(ev *provider.Events, raw []byte) {
	var value struct {
		Preferences list[struct {
			WAID      string `json:"wa_id"`
			Value     string `json:"value"`
			Timestamp stamp  `json:"timestamp"`
		}] `json:"user_preferences"`
	}
	if json.Unmarshal(raw, &value) != nil {
		ev.Unknown++
		return
	}
	ev.Unknown += value.Preferences.bad
	for _, p := range value.Preferences.items {
		from := strings.TrimPrefix(p.WAID, "+")
		if p.Value != "stop" || !digits(from, 20) {
			ev.Unknown++
			continue
		}
		ev.Inbound = append(ev.Inbound, provider.Inbound{From: from, Stop: true, At: p.Timestamp.time(a.cfg.Now)})
	}
}

// list decodes a JSON array; when one item has another shape the others are still read.
type list[T any] struct {
	items []T
	bad   int
}

func (l *list[T]) UnmarshalJSON(b []byte) error {
	if json.Unmarshal(b, &l.items) == nil {
		return nil
	}
	l.items = nil
	var raw []json.RawMessage
	if json.Unmarshal(b, &raw) != nil {
		l.bad++
		return nil
	}
	for _, r := range raw {
		var item T
		if bytes.Equal(r, []byte("null")) || json.Unmarshal(r, &item) != nil {
			l.bad++
			continue
		}
		l.items = append(l.items, item)
	}
	return nil
}
