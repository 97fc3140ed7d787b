package whatsapp

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"herald/pkg/provider"
)

const signatureHeader = "X-Hub-Signature-256"

// Verify checks the HMAC of the bytes as they came, in constant time, against every configured secret (facts 1.4).
func (a *Adapter) Verify(body []byte, header func(string) string) bool {
	value := header(signatureHeader)
	if value == "" {
		value = header(strings.ToLower(signatureHeader)) // gateways give header names in lower case
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
		mac.Write(body)
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
// not a webhook envelope at all is an error.
func (a *Adapter) Parse(body []byte) (provider.Events, error) {
	var ev provider.Events
	var hook struct {
		Entry []struct {
			Changes []struct {
				Field string          `json:"field"`
				Value json.RawMessage `json:"value"`
			} `json:"changes"`
		} `json:"entry"`
	}
	if err := json.Unmarshal(body, &hook); err != nil {
		return ev, fmt.Errorf("whatsapp: webhook is not readable: %w", err)
	}
	for _, entry := range hook.Entry {
		for _, change := range entry.Changes {
			switch change.Field {
			case "messages":
				a.messages(&ev, change.Value)
			case "user_preferences":
				a.preferences(&ev, change.Value)
			default:
				ev.Unknown++
			}
		}
	}
	return ev, nil
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

// time reads the stamp; without one it is now.
func (s stamp) time(now func() time.Time) time.Time {
	const firstMilli = 100_000_000_000 // as seconds this is the year 5138
	switch {
	case s <= 0:
		return now().UTC()
	case s >= firstMilli:
		return time.UnixMilli(int64(s)).UTC()
	}
	return time.Unix(int64(s), 0).UTC()
}
