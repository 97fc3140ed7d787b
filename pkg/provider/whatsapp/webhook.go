package whatsapp

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"herald/pkg/provider"
)

const signatureHeader = "X-Hub-Signature-256"

// object is what our webhooks are about.
const object = `"whatsapp_business_account"`

// Wellformed is true of every call: a signature over its bytes is all that is asked of one before it is read.
func (a *Adapter) Wellformed(*provider.Callback) bool { return true }

// Verify checks the HMAC of the bytes as they came, in constant time, against every configured secret (facts 1.4).
func (a *Adapter) Verify(_ context.Context, c *provider.Callback) bool {
	value := c.Header(signatureHeader)
	if value == "" {
		value = c.Header(strings.ToLower(signatureHeader)) // gateways give header names in lower case
	}
	given, err := hex.DecodeString(strings.TrimPrefix(value, "sha256="))
	if err != nil || !strings.HasPrefix(value, "sha256=") {
		return false
	}
	valid := 0
	for _, secret := range a.cfg.AppSecrets {
		if secret == "" {
			continue
		}
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write(c.Body)
		valid |= subtle.ConstantTimeCompare(mac.Sum(nil), given)
	}
	return valid == 1
}

// Challenge answers the subscription check: hub.mode=subscribe, hub.verify_token, hub.challenge.
func (a *Adapter) Challenge(query func(string) string) (string, bool) {
	same := subtle.ConstantTimeCompare([]byte(query("hub.verify_token")), []byte(a.cfg.VerifyToken)) == 1
	if a.cfg.VerifyToken == "" || !same || query("hub.mode") != "subscribe" {
		return "", false
	}
	return query("hub.challenge"), true
}

// Parse reads an authenticated body: any number of entries, changes, statuses and messages, of several orders.
// An item that we cannot read is counted in Events.Unknown and never hides its neighbours; only a body that is
// not a webhook envelope at all is an error. One that does not say that it is about a WhatsApp business account tells nothing.
func (a *Adapter) Parse(_ context.Context, c *provider.Callback) (provider.Events, error) {
	var ev provider.Events
	body := c.Body
	ours := false
	s := scanner{b: body}
	s.object(func(key []byte) {
		if string(key) == "object" {
			ours = string(s.skip()) == object
			return
		}
		if string(key) != "entry" || s.next() != '[' {
			s.skip()
			return
		}
		s.array(func() {
			readable(&ev, &s, func() {
				s.object(func(key []byte) {
					if string(key) != "changes" || s.next() != '[' {
						s.skip()
						return
					}
					s.array(func() { readable(&ev, &s, func() { a.change(&ev, &s) }) })
				})
			})
		})
	})
	if s.next(); s.bad || s.i != len(body) {
		return provider.Events{}, fmt.Errorf("whatsapp: webhook is not readable at byte %d of %d", s.i, len(body))
	}
	if !ours {
		return provider.Events{}, nil
	}
	return ev, nil
}

// readable reads an item of a list with do if it is an object; what else stands there hides nothing beside it.
func readable(ev *provider.Events, s *scanner, do func()) {
	if s.next() != '{' {
		ev.Unknown++
		s.skip()
		return
	}
	do()
}

var brace = []byte{'{'}

// change reads one change; its value may stand before the field that says what it is.
func (a *Adapter) change(ev *provider.Events, s *scanner) {
	var field string
	var value []byte
	s.object(func(key []byte) {
		switch string(key) {
		case "field":
			field = s.text()
		case "value":
			value = s.skip()
		default:
			s.skip()
		}
	})
	switch {
	case s.bad:
	case field == "messages" && bytes.HasPrefix(value, brace):
		a.messages(ev, value)
	case strings.HasPrefix(field, "group_") && bytes.HasPrefix(value, brace):
		// Lifecycle, participants (spelt in several ways), settings, status.
		a.groupEvents(ev, value)
	case field == "message_template_status_update" && bytes.HasPrefix(value, brace):
		a.templateStatus(ev, value)
	case field == "message_template_quality_update" && bytes.HasPrefix(value, brace):
		a.templateQuality(ev, value)
	case (field == "phone_number_quality_update" || field == "business_capability_update") && bytes.HasPrefix(value, brace):
		a.senderState(ev, value)
	case field == "user_preferences" && bytes.HasPrefix(value, brace):
		a.preferences(ev, value)
	case field == "user_id_update" && bytes.HasPrefix(value, brace):
		a.userChange(ev, value)
	default:
		ev.Unknown++
	}
}

// stamp is a time in unix seconds or milliseconds, as a string or a number.
type stamp int64

func (s *stamp) UnmarshalJSON(b []byte) error {
	var n number
	if n.UnmarshalJSON(b) == nil {
		*s = stamp(n)
	}
	return nil // an unreadable time is no reason to lose a receipt: it becomes the time of arrival
}

// time reads the stamp; without one, or with one in the future, it is now (decisions §13).
func (s stamp) time(now func() time.Time) time.Time {
	const firstMilli = 100_000_000_000 // as seconds this is the year 5138
	arrived, at := now().UTC(), time.Unix(int64(s), 0).UTC()
	if s >= firstMilli {
		at = time.UnixMilli(int64(s)).UTC()
	}
	if s <= 0 || at.Unix() > arrived.Unix() {
		return arrived
	}
	return at
}
