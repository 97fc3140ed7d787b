package exchange

import (
	"context"
	"math/bits"
	"time"

	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// Judgement is what became of a fetched rate.
type Judgement string

const (
	// Taken: it is in force.
	Taken Judgement = "taken"
	// Same: it is no newer than the one in force.
	Same Judgement = "same"
	// Pinned: staff's rate stands.
	Pinned Judgement = "pinned"
	// Stale: the source's own time is too long ago.
	Stale Judgement = "stale"
	// Ahead: the source's own time is in the future.
	Ahead Judgement = "ahead"
	// Jumped: it differs too much from the one in force; staff must decide.
	Jumped Judgement = "jumped"
	// Nonsense: it is no rate of ours.
	Nonsense Judgement = "nonsense"
)

// heldEvery is how often a rate that is not believed is noted at most: a source that is stale is so at every question.
const heldEvery = time.Hour

// Fetch asks a source for all rates and takes those that are believed. The judgements are by currency; a currency that the source does
// not tell has none. The error is the source's or the table's; what was taken before it stays.
func (b *Store) Fetch(ctx context.Context, from provider.Quoter) (map[string]Judgement, error) {
	quotes, err := from.Quotes(ctx, Codes...)
	if err != nil {
		return nil, err
	}
	limits, err := b.limits(ctx)
	if err != nil {
		return nil, err
	}
	out := map[string]Judgement{}
	for _, q := range quotes {
		if !known(q.Base) || q.Counter != "CNY" {
			continue
		}
		err := store.Retry(ctx, tries, func() error {
			row, err := b.read(ctx, q.Base, true)
			if err != nil {
				return err
			}
			out[q.Base] = b.assess(limits, row, q)
			return b.note(ctx, row, q, out[q.Base])
		})
		if err != nil {
			return out, err
		}
	}
	return out, nil
}

// assess decides about a quote; the very first fetched one has nothing to be compared with.
func (b *Store) assess(limits Limits, row current, q provider.Quote) Judgement {
	now := b.Now()
	switch {
	case q.Rate <= 0 || q.Rate > Most || q.Source == Staff || q.Source == "":
		return Nonsense
	case q.At.After(now.Add(limits.Ahead)):
		return Ahead
	case now.Sub(q.At) > limits.Stale:
		return Stale
	case row.Pinned:
		return Pinned
	case row.Version > 0 && !q.At.After(row.At):
		return Same
	case row.Version > 0 && deviates(row.Rate, q.Rate, limits.Deviation):
		return Jumped
	}
	return Taken
}

// deviates tells whether a rate differs by more than so many thousandths of the one before.
func deviates(before, after provider.Rate, thousandths int64) bool {
	difference := uint64(max(before, after) - min(before, after))
	high, low := bits.Mul64(difference, 1000)
	limitHigh, limitLow := bits.Mul64(uint64(before), uint64(max(thousandths, 0)))
	return high > limitHigh || high == limitHigh && low > limitLow
}

// note writes what is to be remembered of a judgement.
func (b *Store) note(ctx context.Context, row current, q provider.Quote, j Judgement) error {
	entry := Entry{Code: q.Base, Rate: q.Rate, Source: q.Source, At: q.At, Made: b.Now()}
	switch j {
	case Taken:
		return b.write(ctx, row, entry)
	case Stale, Ahead, Jumped:
		if b.Now().Sub(row.HeldAt) >= heldEvery {
			entry.Held = j
			return b.write(ctx, row, entry)
		}
	}
	return nil
}
