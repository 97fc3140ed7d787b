package whatsapp

import (
	"encoding/json"
	"strconv"
	"strings"

	"herald/pkg/provider"
)

// tiers are the words of Meta for how many recipients a business may begin to write to in 24 hours (facts 1.5).
var tiers = map[string]int{"TIER_50": 50, "TIER_250": 250, "TIER_1K": 1000, "TIER_2K": 2000, "TIER_10K": 10_000, "TIER_100K": 100_000, "TIER_UNLIMITED": 0}

// senderChange are the fields of the webhooks about a number and about what a business may do; the limit comes as a number, a word, or -1
// (facts 1.11).
type senderChange struct {
	Event string          `json:"event"`
	Limit string          `json:"current_limit"`
	Daily json.RawMessage `json:"max_daily_conversations_per_business"`
	Phone json.RawMessage `json:"max_daily_conversation_per_phone"`
}

// senderState reads phone_number_quality_update and business_capability_update: limits are the portfolio's, so they are ours whichever
// number is named.
func (a *Adapter) senderState(ev *provider.Events, value []byte) {
	var v senderChange
	if json.Unmarshal(value, &v) != nil {
		ev.Unknown++
		return
	}
	e := provider.SenderEvent{Sender: a.cfg.PhoneNumberID}
	switch v.Event {
	case "FLAGGED", "DOWNGRADE":
		e.Quality = "red"
	case "UNFLAGGED", "UPGRADE", "THROUGHPUT_UPGRADE":
		e.Quality = "green"
	}
	for _, word := range []string{string(v.Daily), string(v.Phone), v.Limit} {
		if n, ok := tier(strings.Trim(word, `"`)); ok {
			e.Tier = &n
			break
		}
	}
	if e.Quality == "" && e.Tier == nil {
		ev.Unknown++
		return
	}
	ev.Senders = append(ev.Senders, e)
}

func tier(word string) (int, bool) {
	if n, err := strconv.Atoi(word); err == nil {
		return max(0, n), true // -1 is no limit
	}
	n, ok := tiers[word]
	return n, ok
}
