package plan

import (
	"context"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
)

// A retry takes failed recipients into the next generation. A row beside their old chunk names them. It is written
// once, before they are written to a chunk of the next generation. So no recipient is taken or counted twice, even
// when plans repeat or run at once. A recipient counts in the new generation once the feeder has its chunk. When a
// retry stops before that, the recipient still counts as failed.

// RetryPlan tells how many recipients of an order have failed. Skipped recipients were never called and are not failed.
func (r *Service) RetryPlan(ctx context.Context, o *order.Order) (*order.RetryPlan, error) {
	var head order.Basics
	var counts chunkrow.Counts
	var chunks []chunkrow.Chunk
	err := parallel.Do(
		func() (err error) { head, err = r.Content.RetryPlan(ctx, o); return err },
		func() (err error) { counts, chunks, err = r.Chunks.Counts(ctx, o, true); return err })
	if err != nil {
		return nil, err
	}
	n := counts[chunkrow.StateFailed] - chunkrow.SkippedCount(chunks) - chunkrow.Bounces(chunks).Permanent()
	if n <= 0 {
		return nil, fault.State("order.retryNone")
	}
	return &order.RetryPlan{Head: head, Targets: n, Chunks: Chunks(n), Rows: Rows}, nil
}

// failedOf brings those who failed in the generations before: as many as were paid for, each time the same.
func (r *Service) failedOf(ctx context.Context, o *order.Order, p *Planner) error {
	chunks, err := r.Chunks.Generations(ctx, o, true)
	if err != nil {
		return err
	}
	var numbers []uint64
	var values [][]string
	var second []bool
	taken, own := 0, false
	for i := range chunks {
		if chunks[i].Gen == o.Gen {
			break
		}
		bits, err := r.take(ctx, o, &chunks[i], taken)
		if err != nil {
			return err
		}
		if bits.Count() == 0 {
			continue
		}
		some, theirs, others, err := r.pick(ctx, o, &chunks[i], bits)
		if err != nil {
			return err
		}
		taken += len(some)
		second = append(second, others...)
		numbers, values, own = append(numbers, some...), append(values, theirs...), own || theirs != nil && theirs[0] != nil
	}
	if !own {
		values = nil
	}
	return p.all(ctx, numbers, values, second)
}

// take writes which recipients of a chunk go into the order's generation, after those of earlier takes, and returns
// them. A written row never changes. A row is written for every chunk, so that another run finds the same number left
// for the following chunks.
func (r *Service) take(ctx context.Context, o *order.Order, c *chunkrow.Chunk, before int) (chunkrow.Bitset, error) {
	bits, now, room := make(chunkrow.Bitset, (c.Sends.N+7)/8), r.Flow.Now(), o.Size-before
	skipped := c.Skipped()
	for i := range c.Sends.N {
		if room > 0 && skipped[i] == "" && c.Retriable(i, chunkrow.MergedState(&c.Sends, &c.Receipts, i, now)) {
			bits.Set(i)
			room--
		}
	}
	_, err := r.Flow.DB.Write(ctx, store.Op{Verb: store.Put, Key: chunkrow.CopyMarkerKey(o.ID, c.Gen, c.Number, o.Gen),
		Item: chunkrow.CopyMarker{Bits: bits, From: before},
		If:   store.Missing("pk")})
	if f := store.ConditionFailed(err); f != nil {
		var stands chunkrow.CopyMarker
		_, err := store.Decode(f.Old, &stands)
		return stands.Bits, err
	}
	return bits, err
}

// pick reads the numbers of some recipients of a chunk, the values of each, and whether it gets the other message of a trial.
func (r *Service) pick(ctx context.Context, o *order.Order, c *chunkrow.Chunk, bits chunkrow.Bitset) (numbers []uint64,
	values [][]string, second []bool,
	err error) {
	to, _, err := store.Load[chunkrow.Recipients](ctx, r.Flow.DB, chunkrow.ChunkKey('R', o.ID, c.Gen, c.Number), true)
	if err != nil {
		return nil, nil, nil, err
	}
	all, err := to.Numbers()
	if err != nil {
		return nil, nil, nil, err
	}
	own, err := chunkrow.UnpackValues(to.Values)
	if err != nil {
		return nil, nil, nil, err
	}
	for i, n := range all {
		if !bits.Has(i) {
			continue
		}
		var v []string
		if i < len(own) {
			v = own[i]
		}
		numbers, values, second = append(numbers, n), append(values, v), append(second, to.GetsSecond(i, o))
	}
	return numbers, values, second, nil
}
