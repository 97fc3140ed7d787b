package dispatch

import (
	"context"
	"slices"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/parallel"
)

// Tally counts an order: by the states of its recipients.
func (r *Statistics) Tally(ctx context.Context, o *order.Order, consistent bool) (*order.Tally, error) {
	var counts chunkrow.Counts
	var chunks []chunkrow.Chunk
	var by bounds
	err := parallel.Do(
		func() (err error) { counts, chunks, err = r.Chunks.Counts(ctx, o, consistent); return err },
		func() (err error) { by, err = r.bounds(ctx, o); return err })
	if err != nil {
		return nil, err
	}
	own, latest := counts, chunks
	if o.Retried() {
		latest = slices.DeleteFunc(slices.Clone(chunks), func(c chunkrow.Chunk) bool { return c.Gen != o.Gen })
		own = r.Chunks.Count(latest, o.Size)
	}
	t := &order.Tally{Counts: counts.Plain(), Second: r.second(o, chunks),
		Failed:    counts[chunkrow.StateFailed] - chunkrow.SkippedCount(chunks),
		Remaining: own[chunkrow.StateToSend],
		Charged:   own.Charged(), Pending: own[chunkrow.StateSent],
		Doubtful: own[chunkrow.StateSending] + own[chunkrow.StateUnknown], Done: len(latest) >= o.Chunks, Parts: chunks,
		Held:     chunkrow.SkippedByReason(chunks),
		Standing: standing(own, latest),
		Funnel:   r.funnel(chunks, o.Total, counts)}
	if r.addressed() {
		if err := r.countBounces(ctx, t, own, latest); err != nil {
			return nil, err
		}
	}
	if !r.metersCalls() { // that many do not answer their telephone says nothing of an order
		t.Halt = by.judged(o, t.Standing)
	} else {
		t.Charged, t.Pending = minutesOf(latest, o.Parts), own[chunkrow.StateSent]+own[chunkrow.StateArrived]
	}
	now := r.Flow.Now().UnixMilli()
	for _, c := range latest {
		t.Done = t.Done && c.Sends.Done
		t.Busy = t.Busy || c.Sends.Lease > now // its calls may be in flight
	}
	return t, nil
}
