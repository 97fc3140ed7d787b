package dispatch

import (
	"context"

	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
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
	Total      int            `json:"total"`
	Counts     map[string]int `json:"counts"`
	Funnel     *order.Funnel  `json:"funnel"`
	Throughput *Throughput    `json:"tempo"`
	Reasons    []Failure      `json:"reasons" doc:"Reasons of the failed recipients."`
	Senders    []SentBy       `json:"senders" doc:"Counts per sender, highest first. Empty when there was only one."`
}

// Failure is why recipients failed, and what the sending user can do about it.
type Failure struct {
	Key    string `json:"key" doc:"Key of the reason, the same in every language."`
	Reason string `json:"reason"`
	Count  int    `json:"count"`
	Held   bool   `json:"held,omitempty" doc:"True when the platform skipped the recipient: not sent and not charged."`
	Advice string `json:"advice" doc:"Suggested action."`
}

func (r *Engine) stat(ctx context.Context, in *byID) (*Stat, error) {
	o, err := r.Flow.Find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	var counts Counts
	var chunks []chunk
	var f Feeder
	err = parallel.Do(
		func() (err error) { counts, chunks, err = r.counts(ctx, o, false); return err },
		func() (err error) {
			f, _, err = store.Load[Feeder](ctx, r.Flow.DB, feederKey(o.ID, o.Gen), false)
			return err
		},
		func() error { return r.LoadForecast(ctx) })
	if err != nil {
		return nil, err
	}
	out := &Stat{Total: o.Total, Counts: counts.plain(), Funnel: r.funnel(chunks, o.Total, counts), Reasons: r.failures(ctx, o, chunks),
		Senders: r.sentBy(chunks)}
	out.Throughput, err = r.throughputOf(ctx, o, chunks, f.groups, counts[StateToSend]+counts[StateSending])
	return out, err
}

// failures counts why recipients of an order failed, ours first.
func (r *Engine) failures(ctx context.Context, o *order.Order, chunks []chunk) []Failure {
	now, byKey := r.Flow.Now(), map[string]int{}
	for _, c := range chunks {
		codes := map[int]int{}
		readCodes(c.s.Codes, codes)
		readCodes(c.r.Codes, codes)
		for i, code := range codes {
			if !c.moved.has(i) && mergedState(&c.s, &c.r, i, now) == StateFailed {
				byKey[r.reasonKey(o, code)]++
			}
		}
	}
	out := []Failure{}
	add := func(f Failure, reason, advice string) {
		if f.Count = byKey[reason]; f.Count > 0 {
			f.Reason, f.Advice = r.Flow.Texts(ctx, reason), r.Flow.Texts(ctx, advice)
			out = append(out, f)
		}
	}
	for _, key := range suppression.Reasons {
		add(Failure{Key: key, Held: true}, "dispatch.held."+key, "dispatch.heldAdvice."+key)
	}
	for _, key := range provider.Reasons {
		add(Failure{Key: string(key)}, "dispatch.reason."+string(key), "dispatch.reasonAdvice."+string(key))
	}
	return out
}
