package dispatch

import (
	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/order"
)

// HeldBack counts recipients that were not called, by reason.
type HeldBack struct {
	Reason string `json:"reason" enum:"suppressed,optedOut,riskControl,capped,noConsent,noHour"`
	Count  int    `json:"count"`
}

// HeldBackOf counts who of a counted order was held back.
func HeldBackOf(t *order.Tally) []HeldBack { return heldBack(t.Parts.([]chunk)) }

// heldBack counts who was held back, in the order of the reasons.
func heldBack(chunks []chunk) []HeldBack {
	counts := heldCounts(chunks)
	out := []HeldBack{}
	for _, reason := range suppression.Reasons {
		if counts[reason] > 0 {
			out = append(out, HeldBack{reason, counts[reason]})
		}
	}
	return out
}

func heldCounts(chunks []chunk) (counts map[string]int) {
	for _, c := range chunks {
		codes := map[int]int{}
		readCodes(c.s.Codes, codes)
		for i, code := range codes {
			if reason := heldReason(code); reason != "" && c.s.get(i) == refused && !c.moved.has(i) {
				if counts == nil {
					counts = map[string]int{}
				}
				counts[reason]++
			}
		}
	}
	return counts
}
