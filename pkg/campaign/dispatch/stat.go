package dispatch

import (
	"cmp"
	"context"
	"slices"

	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// reasonKey is the message of a code of an order's recipient: ours, or its provider's.
func (r *Statistics) reasonKey(o *order.Order, code int) string {
	if reason := chunkrow.SkipReason(code); reason != "" {
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

func (r *Statistics) stat(ctx context.Context, in *byID) (*Stat, error) {
	o, err := r.Flow.Find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	var counts chunkrow.Counts
	var chunks []chunkrow.Chunk
	var f chunkrow.Feeder
	var did *order.Activity
	err = parallel.Do(
		func() (err error) { counts, chunks, err = r.Chunks.Counts(ctx, o, false); return err },
		func() (err error) {
			f, _, err = store.Load[chunkrow.Feeder](ctx, r.Flow.DB, chunkrow.FeederKey(o.ID, o.Gen), false)
			return err
		},
		func() (err error) { did, err = r.ActivityOf(ctx, o); return err },
		func() error { return r.LoadForecast(ctx) })
	if err != nil {
		return nil, err
	}
	out := &Stat{Total: o.Total, Counts: counts.Plain(), Funnel: r.funnel(chunks, o.Total, counts), Reasons: r.failures(ctx, o, chunks),
		Senders: r.sentBy(chunks)}
	if r.addressed() {
		back := chunkrow.Bounces(chunks)
		out.Funnel.Bounces, out.Funnel.Activity = &back, did
	}
	out.Throughput, err = r.throughputOf(ctx, o, chunks, f.Groups, counts[chunkrow.StateToSend]+counts[chunkrow.StateSending])
	return out, err
}

// failures counts why recipients of an order failed, ours first.
func (r *Statistics) failures(ctx context.Context, o *order.Order, chunks []chunkrow.Chunk) []Failure {
	now, byKey := r.Flow.Now(), map[string]int{}
	for _, c := range chunks {
		codes := map[int]int{}
		chunkrow.ReadCodes(c.Sends.Codes, codes)
		chunkrow.ReadCodes(c.Receipts.Codes, codes)
		for i, code := range codes {
			if !c.Moved.Has(i) && chunkrow.MergedState(&c.Sends, &c.Receipts, i, now) == chunkrow.StateFailed {
				key := r.reasonKey(o, code)
				if result := results[c.Receipts.BounceOf(i)]; result != "" {
					key = "dispatch.reason." + result
				}
				byKey[key]++
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
	for _, b := range bounces {
		add(Failure{Key: results[b]}, "dispatch.reason."+results[b], "dispatch.reasonAdvice."+results[b])
	}
	for _, key := range provider.Reasons {
		add(Failure{Key: string(key)}, "dispatch.reason."+string(key), "dispatch.reasonAdvice."+string(key))
	}
	return out
}

// SentBy is what went out by one of several senders.
type SentBy struct {
	From   string `json:"from" doc:"Phone number of the sender, or its id."`
	Sent   int    `json:"sent" doc:"Recipients that the sender sent to, including unknown outcomes."`
	Failed int    `json:"failed" doc:"Failed recipients among them."`
}

// from is how recipients see a sender: its number where it has one, else its id.
func (r *Statistics) from(id string) string {
	if s := r.Senders.Sender(id); s != nil {
		return cmp.Or(s.Profile().Number, id)
	}
	return id
}

// sentBy counts recipients by sender; nothing of an order that only one has sent.
func (r *Statistics) sentBy(chunks []chunkrow.Chunk) []SentBy {
	by, now := map[string]*SentBy{}, r.Flow.Now()
	for k := range chunks {
		c := &chunks[k]
		for i := range c.Sends.N {
			id := c.Sends.By(i)
			state := chunkrow.MergedState(&c.Sends, &c.Receipts, i, now)
			if id == "" || c.Moved.Has(i) || state == chunkrow.StateToSend {
				continue
			}
			if by[id] == nil {
				by[id] = &SentBy{From: r.from(id)}
			}
			by[id].Sent++
			if state == chunkrow.StateFailed {
				by[id].Failed++
			}
		}
	}
	out := []SentBy{}
	if len(by) < 2 {
		return out
	}
	for _, one := range by {
		out = append(out, *one)
	}
	slices.SortFunc(out, func(a, b SentBy) int { return cmp.Or(b.Sent-a.Sent, cmp.Compare(a.From, b.From)) })
	return out
}
