package whatsapp

import (
	"encoding/json"
	"strconv"
	"strings"

	"herald/pkg/provider"
)

// tiers are the words of Meta for how many recipients a business may begin to write to in 24 hours (facts 1.5).
var tiers = map[string]int{"TIER_50": 50, "TIER_250": 250, "TIER_1K": 1000, "TIER_2K": 2000, "TIER_10K": 10_000, "TIER_100K": 100_000,
	"TIER_UNLIMITED": 0}

// senderChange are the fields of the webhooks about a number and about what a business may do; the limit comes as a number, a word, or -1
// (facts 1.11).
type senderChange struct {
	Event string          `json:"event"`
	Shown string          `json:"display_phone_number"`
	Limit string          `json:"current_limit"`
	Daily json.RawMessage `json:"max_daily_conversations_per_business"`
	Phone json.RawMessage `json:"max_daily_conversation_per_phone"`
}

// senderState reads phone_number_quality_update and business_capability_update. How a number stands is its own; how many recipients may be
// begun with in a day is the account's, whichever number is named: the number's where it is the only one.
func (a *Adapter) senderState(ev *provider.Events, value []byte) {
	var v senderChange
	if json.Unmarshal(value, &v) != nil {
		ev.Unknown++
		return
	}
	number, account := provider.SenderEvent{Sender: a.shown(v.Shown)}, provider.SenderEvent{Sender: a.cfg.WABAID}
	switch v.Event {
	case "FLAGGED", "DOWNGRADE":
		number.Quality = "red"
	case "UNFLAGGED", "UPGRADE", "THROUGHPUT_UPGRADE":
		number.Quality = "green"
	}
	for _, word := range []string{string(v.Daily), string(v.Phone), v.Limit} {
		if n, ok := tier(strings.Trim(word, `"`)); ok {
			account.Tier = &n
			break
		}
	}
	if len(a.cfg.Numbers) < 2 {
		number.Tier, account.Tier = account.Tier, nil
	}
	n := len(ev.Senders)
	for _, e := range []provider.SenderEvent{number, account} {
		if e.Sender != "" && (e.Quality != "" || e.Tier != nil) {
			ev.Senders = append(ev.Senders, e)
		}
	}
	if n == len(ev.Senders) {
		ev.Unknown++
	}
}

// shown is the number that recipients see; of several without a configured one, none.
func (a *Adapter) shown(digits string) string {
	if len(a.cfg.Numbers) < 2 {
		return a.cfg.PhoneNumberID
	}
	for _, n := range a.cfg.Numbers {
		if n.Shown != "" && n.Shown == strings.TrimPrefix(digits, "+") {
			return n.ID
		}
	}
	return ""
}

func tier(word string) (int, bool) {
	if n, err := strconv.Atoi(word); err == nil {
		return max(0, n), true // -1 is no limit
	}
	n, ok := tiers[word]
	return n, ok
}
