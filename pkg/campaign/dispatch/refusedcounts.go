package dispatch

import (
	"context"

	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/order"
)

// Blocked counts recipients that were not called, by reason.
type Blocked struct {
	Reason string `json:"reason" enum:"suppressed,optedOut,riskControl,capped,noConsent,noHour"`
	Count  int    `json:"count"`
}

// BlockedOf counts the blocked recipients of a counted order.
func BlockedOf(t *order.Tally) []Blocked { return heldBack(t.Parts.([]chunk)) }

// heldBack counts blocked recipients, in the order of the reasons.
func heldBack(chunks []chunk) []Blocked {
	counts := heldCounts(chunks)
	out := []Blocked{}
	for _, reason := range suppression.Reasons {
		if counts[reason] > 0 {
			out = append(out, Blocked{reason, counts[reason]})
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

// mostAgreed is how many recipients an estimate asks the consents of; of more it does not tell.
const mostAgreed = 10_000

// Aimed is the recipients of an estimate.
type Aimed struct {
	Tenant, Country, Channel string
	Count                    int
	Numbers                  func(each func(numbers []uint64)) error
}

// BlockedBy adds to an estimate how many of its recipients would be blocked now, each by the one reason that sending
// would give. Blocked recipients are priced all the same, since the lists change until the moment of sending. So
// everything is reserved, and the settlement releases what was not sent.
func (r *Engine) BlockedBy(ctx context.Context, a *Aimed, e *order.Estimate) error {
	wanted, err := r.WantsConsent(ctx, a.Country)
	if err != nil {
		return err
	}
	wanted = wanted && a.Count <= mostAgreed
	g := r.Suppressed.Guard(a.Tenant)
	if _, err := g.Check(ctx); err != nil || g.Empty() && !wanted {
		return err
	}
	counts := map[string]int{}
	var free []uint64 // numbers that no other rule blocks; wanted
	if err := a.Numbers(func(numbers []uint64) {
		for _, n := range numbers {
			if reason, held := heldBackFrom(g.Blocked, n, a.Channel); held {
				counts[reason]++
			} else if wanted {
				free = append(free, n)
			}
		}
	}); err != nil {
		return err
	}
	given, err := r.Consents.Given(ctx, a.Tenant, free, spokenOf(a.Channel))
	if err != nil {
		return err
	}
	for _, yes := range given {
		if !yes {
			counts[suppression.NoConsent]++
		}
	}
	for _, reason := range suppression.Reasons {
		if counts[reason] > 0 {
			e.Refused = append(e.Refused, order.Refusal{Reason: "dispatch.held." + reason, Count: counts[reason]})
		}
	}
	return nil
}
