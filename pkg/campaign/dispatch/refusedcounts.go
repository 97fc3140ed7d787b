package dispatch

import (
	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
)

// Blocked counts recipients that were not called, by reason.
type Blocked struct {
	Reason string `json:"reason" enum:"suppressed,optedOut,riskControl,capped,noConsent,noHour"`
	Count  int    `json:"count"`
}

// BlockedOf counts the blocked recipients of a counted order.
func BlockedOf(t *order.Tally) []Blocked { return heldBack(t.Parts.([]chunkrow.Chunk)) }

// heldBack counts blocked recipients, in the order of the reasons.
func heldBack(chunks []chunkrow.Chunk) []Blocked {
	counts := chunkrow.SkippedByReason(chunks)
	out := []Blocked{}
	for _, reason := range suppression.Reasons {
		if counts[reason] > 0 {
			out = append(out, Blocked{reason, counts[reason]})
		}
	}
	return out
}
