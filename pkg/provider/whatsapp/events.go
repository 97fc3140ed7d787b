package whatsapp

import (
	"bytes"
	"encoding/json"
	"slices"

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

// messages reads a change of the field "messages": statuses, inbound messages, or both.
func (a *Adapter) messages(ev *provider.Events, value []byte) {
	var inbound, people, about []byte
	s := scanner{b: value}
	s.object(func(key []byte) {
		switch {
		case string(key) == "statuses" && s.next() == '[':
			s.array(func() { a.status(ev, &s) })
		case string(key) == "statuses" && s.next() == 'n':
			s.skip() // null
		case string(key) == "statuses":
			s.skip()
			ev.Unknown++
		case string(key) == "messages":
			inbound = s.skip()
		case string(key) == "metadata":
			about = s.skip()
		case string(key) == "contacts":
			people = s.skip()
		default:
			s.skip()
		}
	})
	if s.bad {
		ev.Unknown++
	}
	if inbound == nil {
		contacts(ev, people, true)
	} else {
		n := len(ev.Inbound)
		a.inbound(ev, inbound, people)
		if by := a.named(about); by != "" {
			for i := n; i < len(ev.Inbound); i++ {
				ev.Inbound[i].Sender = by
			}
		}
	}
}

// named is the number of ours that metadata names; empty for none.
func (a *Adapter) named(metadata []byte) string {
	var about struct {
		ID string `json:"phone_number_id"`
	}
	if json.Unmarshal(metadata, &about) != nil || !slices.ContainsFunc(a.cfg.Numbers, func(n Number) bool { return n.ID == about.ID }) {
		return ""
	}
	return about.ID
}

// status reads one status; what is not an object is counted.
func (a *Adapter) status(ev *provider.Events, s *scanner) {
	if s.next() != '{' {
		s.skip()
		ev.Unknown++
		return
	}
	var r provider.Receipt
	var at stamp
	s.object(func(key []byte) {
		switch string(key) {
		case "id":
			r.ProviderID = s.text()
		case "biz_opaque_callback_data":
			r.Reference = s.text()
		case "status":
			if s.next() == '"' {
				r.State = states[string(s.quoted())]
				return
			}
			s.skip()
		case "timestamp":
			n, _ := s.number() // an unreadable time is no reason to lose a receipt: it becomes the time of arrival
			at = stamp(n)
		case "errors":
			r.Code = firstCode(s.skip())
		default:
			s.skip()
		}
	})
	r.At = at.time(a.cfg.Now)
	switch r.State {
	case provider.ReceiptNone:
		ev.Unknown++
	case provider.ReceiptFailed:
		if c := byCode[r.Code]; c != nil && r.Code != 0 {
			r.Stop, r.Suppress = c.out.Stop && !c.out.Values, c.out.Suppress // an error in one recipient's values does not stop others
		}
	}
	if r.State != provider.ReceiptFailed {
		r.Code = 0 // a warning beside a delivery
	}
	ev.Receipts = append(ev.Receipts, r)
}

// firstCode is the code of the first error in a list; 0 when there is none that can be read.
func firstCode(list []byte) int {
	var errors []struct {
		Code number `json:"code"`
	}
	if json.Unmarshal(list, &errors) != nil || len(errors) == 0 {
		return 0
	}
	return int(errors[0].Code)
}

// inbound reads the messages of users.
func (a *Adapter) inbound(ev *provider.Events, raw, rawContacts []byte) {
	var messages list[message]
	// A list takes any value, so that decoding cannot fail on what the scanner has walked over; if it does, it is counted.
	if json.Unmarshal(raw, &messages) != nil {
		ev.Unknown++
	}
	ev.Unknown += messages.bad
	beside := contacts(ev, rawContacts, false)
	for i := range messages.items {
		m := &messages.items[i]
		from, user, ok := writer(m, beside)
		if !ok || m.Type == "system" { // system notices are not from a user
			ev.Unknown++
			continue
		}
		sees(ev, from, user)
		ev.Inbound = append(ev.Inbound, provider.Inbound{From: from, User: user, ID: m.ID, Kind: m.kind(), Text: m.words(), Hidden: m.hidden(),
			Quotes: m.Context.ID, Name: profileName(from, user, beside), Media: m.media(), At: m.Timestamp.time(a.cfg.Now)})
	}
}

// preferences reads opt-outs that a user made in WhatsApp itself, and their end.
func (a *Adapter) preferences(ev *provider.Events, raw []byte) {
	var value struct {
		Contacts    json.RawMessage `json:"contacts"`
		Preferences list[struct {
			person
			Value     string `json:"value"`
			Timestamp stamp  `json:"timestamp"`
		}] `json:"user_preferences"`
	}
	if json.Unmarshal(raw, &value) != nil {
		ev.Unknown++
		return
	}
	ev.Unknown += value.Preferences.bad
	beside := contacts(ev, value.Contacts, false)
	for _, p := range value.Preferences.items {
		from, user, ok := writer(&message{From: p.Number, User: p.User}, beside)
		if p.Value != "stop" && p.Value != "resume" || !ok {
			ev.Unknown++
			continue
		}
		sees(ev, from, user)
		ev.Inbound = append(ev.Inbound, provider.Inbound{From: from, User: user, Stop: p.Value == "stop", Resume: p.Value == "resume",
			At: p.Timestamp.time(a.cfg.Now)})
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
