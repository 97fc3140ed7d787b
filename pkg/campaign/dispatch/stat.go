package dispatch

import (
	"context"

	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/order"
	"herald/pkg/provider"
)

// reasonKey is the message of a code of an order's recipient: ours, or its provider's.
func (r *Engine) reasonKey(o *order.Order, code int) string {
	if reason := heldReason(code); reason != "" {
		return "dispatch.held." + reason
	}
	reason := provider.OtherReason
	if s := r.Senders.Sender(o.Sender); s != nil {
		reason = s.Reason(code)
	}
	return "dispatch.reason." + string(reason)
}

// Stat is an order in figures.
type Stat struct {
	Total   int             `json:"total"`
	Counts  map[string]int  `json:"counts"`
	Reasons []order.Refusal `json:"reasons" doc:"of the failed recipients"`
}

func (r *Engine) stat(ctx context.Context, in *byID) (*Stat, error) {
	o, err := r.Find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	counts, chunks, err := r.counts(ctx, o, false)
	if err != nil {
		return nil, err
	}
	now, byKey := r.Now(), map[string]int{}
	for _, c := range chunks {
		codes := map[int]int{}
		readCodes(c.s.Codes, codes)
		readCodes(c.r.Codes, codes)
		for i, code := range codes {
			if mergedState(&c.s, &c.r, i, now) == StateFailed {
				byKey[r.reasonKey(o, code)]++
			}
		}
	}
	out := &Stat{Total: o.Total, Counts: counts.plain(), Reasons: []order.Refusal{}}
	for _, reason := range suppression.Reasons {
		if n := byKey["dispatch.held."+reason]; n > 0 {
			out.Reasons = append(out.Reasons, order.Refusal{Reason: r.Said(ctx, "dispatch.held."+reason), Count: n})
		}
	}
	for _, key := range provider.Reasons {
		if n := byKey["dispatch.reason."+string(key)]; n > 0 {
			out.Reasons = append(out.Reasons, order.Refusal{Reason: r.Said(ctx, "dispatch.reason."+string(key)), Count: n})
		}
	}
	return out, nil
}
