package whatsapp

import (
	"bytes"
	"encoding/json"
	"strings"

	"herald/pkg/provider"
)

// userID is WhatsApp's own id of a person, unique in a business portfolio (facts §1). Anything that is no such id reads as none.
type userID string

const userIDLimit = 128

func (u *userID) UnmarshalJSON(b []byte) error {
	var text string
	if json.Unmarshal(b, &text) == nil && text != "" && len(text) <= userIDLimit &&
		!strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' || r == '#' }) {
		*u = userID(text)
	}
	return nil
}

// person is how an event names a person: by number, by id, or both.
type person struct {
	Number loose  `json:"wa_id"`
	User   userID `json:"user_id"`
}

// loose is a text; another value reads as none.
type loose string

func (l *loose) UnmarshalJSON(b []byte) error {
	var text string
	if json.Unmarshal(b, &text) == nil {
		*l = loose(text)
	}
	return nil
}

// names gives number and id of a person; ok is false when both are absent. A number that is no number may be an id.
func (p person) names() (number, user string, ok bool) {
	number, user = strings.TrimPrefix(string(p.Number), "+"), string(p.User)
	if !digits(number, 20) {
		number = ""
	}
	return number, user, number != "" || user != ""
}

// sees keeps that an id was shown with a number.
func sees(ev *provider.Events, number, user string) {
	if number == "" || user == "" {
		return
	}
	for _, u := range ev.Users {
		if u.ID == user && u.Number == number {
			return
		}
	}
	ev.Users = append(ev.Users, provider.User{ID: user, Number: number})
}

// contact is the person that a webhook is about.
type contact struct {
	person
	Profile struct {
		Name     loose `json:"name"`
		Username loose `json:"username"`
	} `json:"profile"`
}

// contacts reads the persons that a webhook is about. Webhooks of statuses are as many as messages. In them an id
// matters only for a person with a username at WhatsApp, as only such a person comes without a number.
func contacts(ev *provider.Events, raw []byte, statuses bool) []contact {
	if raw == nil || statuses && !bytes.Contains(raw, []byte(`"username"`)) {
		return nil
	}
	var all list[contact]
	if json.Unmarshal(raw, &all) != nil {
		ev.Unknown++
	}
	for _, c := range all.items {
		if number, user, _ := c.names(); !statuses || c.Profile.Username != "" {
			sees(ev, number, user)
		}
	}
	return all.items
}

// writer gives the writer of a message: from the message itself, and from the contacts beside it.
func writer(m *message, beside []contact) (number, user string, ok bool) {
	p := person{Number: m.From, User: m.FromUser}
	if p.User == "" {
		p.User = m.User
	}
	if number, _, _ := p.names(); number == "" && p.User == "" {
		var id userID
		if text, err := json.Marshal(string(m.From)); err == nil && id.UnmarshalJSON(text) == nil {
			p.User = id // an id in the place of the number
		}
	}
	for _, c := range beside {
		switch {
		case p.Number == "" && p.User != "" && c.User == p.User, p.Number == "" && p.User == "" && len(beside) == 1:
			p.Number = c.Number
			if p.User == "" {
				p.User = c.User
			}
		case p.User == "" && c.Number == p.Number:
			p.User = c.User
		}
	}
	return p.names()
}

// profileName is the name in the profile of a message's writer, from the contacts beside it; empty for none.
func profileName(number, user string, beside []contact) string {
	for _, c := range beside {
		if n, u, _ := c.names(); n != "" && n == number || u != "" && u == user {
			return provider.Clip(string(c.Profile.Name))
		}
	}
	return ""
}

// userChange reads that a person has another id: its number is another one too.
func (a *Adapter) userChange(ev *provider.Events, raw []byte) {
	var value struct {
		Changes list[struct {
			Number loose `json:"wa_id"`
			User   struct {
				Current userID `json:"current"`
			} `json:"user_id"`
		}] `json:"user_id_update"`
	}
	if json.Unmarshal(raw, &value) != nil {
		ev.Unknown++
		return
	}
	ev.Unknown += value.Changes.bad
	for _, c := range value.Changes.items {
		number, user, _ := person{c.Number, c.User.Current}.names()
		if number == "" || user == "" {
			ev.Unknown++
		}
		sees(ev, number, user)
	}
}
