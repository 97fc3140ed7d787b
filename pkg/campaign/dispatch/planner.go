package dispatch

import (
	"context"
	"errors"
	"fmt"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
)

// planStep is how many chunks are written before the feeder may hand them out.
const planStep = 25

// Planner cuts recipients into chunks. A chunk of a collection is the pack of its members that has the same place: packs keep
// their places, so that a plan that is repeated after members went away still puts everybody into the chunk that he was in.
type Planner struct {
	*Engine
	o     *order.Order
	open  []piece // chunks that are not written yet
	chunk int     // the next place
	seen  int     // recipients that were brought
	count int     // recipients that stand in chunks
}

// piece is a chunk to be written.
type piece struct {
	c  int
	n  int
	to Recipients
}

// Pack brings the recipients of a place, at most ChunkSize: a pack of a collection keeps its place, so that a plan that is
// repeated after members went away still puts everybody into the chunk that he was in.
func (p *Planner) Pack(ctx context.Context, place int, numbers []uint64) error {
	return p.cut(ctx, place, numbers, nil)
}

// All brings recipients that have no packs of their own; values are those of each, or nil.
func (p *Planner) All(ctx context.Context, numbers []uint64, values [][]string) error {
	for start := 0; start < len(numbers); start += chunkSize {
		end := min(start+chunkSize, len(numbers))
		var own [][]string
		if values != nil {
			own = values[start:end]
		}
		if err := p.cut(ctx, p.chunk, numbers[start:end], own); err != nil {
			return err
		}
	}
	return nil
}

// cut makes the chunk of a place. More recipients than were paid for are never planned, wherever they come from.
func (p *Planner) cut(ctx context.Context, place int, numbers []uint64, values [][]string) error {
	if len(numbers) > ChunkSize || place != p.chunk {
		return fmt.Errorf("dispatch: %d recipients at place %d do not fit chunk %d", len(numbers), place, p.chunk)
	}
	if left := max(0, p.o.Total-p.seen); len(numbers) > left {
		p.Log(map[string]any{"alarm": "more recipients than were paid for", "order": p.o.ID, "total": p.o.Total})
		numbers = numbers[:left]
		if values != nil {
			values = values[:left]
		}
	}
	p.seen += len(numbers)
	to := Recipients{Packed: phone.PackOrdered(numbers)}
	if values != nil {
		packed, err := packValues(values)
		if err != nil {
			return err
		}
		to.Values = packed
	}
	p.open = append(p.open, piece{c: place, n: len(numbers), to: to})
	p.chunk++
	if len(p.open) == planStep {
		return p.flush(ctx)
	}
	return nil
}

// flush writes what has been cut, eight chunks at a time, and lets the feeder have it: the first send does not wait for the rest.
func (p *Planner) flush(ctx context.Context) error {
	if len(p.open) == 0 {
		return nil
	}
	if err := errors.Join(parallel.Each(len(p.open), 8, func(i int) error { return p.create(ctx, &p.open[i]) })...); err != nil {
		return err
	}
	for _, piece := range p.open {
		p.count += piece.n
	}
	p.open = nil
	if err := p.advance(ctx, p.o, p.chunk); err != nil {
		return err
	}
	if p.chunk > planStep {
		return nil
	}
	return p.Planned(ctx, p.o.ID)
}

// create writes the rows of a chunk that do not stand yet: recipients first, then the sender's row of as many. Neither is ever
// overwritten, so what an earlier run of the plan wrote holds.
func (p *Planner) create(ctx context.Context, piece *piece) error {
	id, gen := p.o.ID, p.o.Gen
	_, err := p.DB.Write(ctx, store.Op{Verb: store.Put, Key: chunkKey('R', id, gen, piece.c), Item: piece.to, If: store.Missing("pk")})
	if f := store.ConditionFailed(err); f != nil {
		var stands Recipients
		if _, err := store.Decode(f.Old, &stands); err != nil {
			return err
		}
		numbers, err := stands.numbers()
		if err != nil {
			return err
		}
		piece.n = len(numbers)
	} else if err != nil {
		return err
	}
	s := newSends(piece.n)
	s.Done = piece.n == 0
	_, err = p.DB.Write(ctx, store.Op{Verb: store.Put, Key: chunkKey('S', id, gen, piece.c), Item: s, If: store.Missing("pk")})
	if store.ConditionFailed(err) != nil {
		return nil
	}
	return err
}
