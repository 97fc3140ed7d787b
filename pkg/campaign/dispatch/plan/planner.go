package plan

import (
	"context"
	"errors"
	"fmt"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/dispatch/recipientindex"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
	"herald/pkg/platform/country"
)

// How many chunks are written before the feeder may hand them out: the first ones soon, then more at a time.
const (
	planFirst = 25
	planStep  = 50
)

// Planner cuts recipients into chunks. A chunk of a contact list is the pack of its members at the same place. Packs
// keep their places, so a plan that is repeated after members left still puts each recipient into the same chunk.
type Planner struct {
	plans *Service
	// Split is into how many sub-orders the order is divided; 0 or 1 where it is not. Each has chunks of its own.
	Split int

	o     *order.Order
	open  []piece // chunks that are not written yet
	chunk int     // the next place
	seen  int     // recipients that were brought
	count int     // recipients that stand in chunks

	costMeter *chunkrow.CostMeter // nil: cost is not counted

	clocks *country.Clocks // of the order's country; nil: hours are not checked
	groups uint64          // of the recipients that stand in chunks

	placeholders int     // recipients that were dealt to a trial
	rest         []piece // the chunks of who waits for its outcome

	stood map[int]int // recipients of the chunks that an earlier run wrote, by place, where that was asked for
}

// piece is a chunk to be written.
type piece struct {
	c  int
	n  int
	to chunkrow.Recipients

	groups uint64 // of its recipients

	decided bool // they stand
}

// UseExistingChunks makes the plan respect the chunks that other runs write. A kind calls it when another run may
// find other recipients; else more would be planned than were paid for. From then on a chunk's recipients are written
// before those of the next are chosen. Of two concurrent runs the first writer decides, and the other goes on from
// the stored chunk.
func (p *Planner) UseExistingChunks(ctx context.Context) error {
	p.stood = map[int]int{}
	rows := store.Rows(ctx, p.plans.Flow.DB, store.Query{Table: "campaign", PK: order.Key(p.o.ID).PK, Prefix: fmt.Sprintf("R#%d#", p.o.Gen),
		Consistent: true})
	for row, err := range rows {
		if err != nil {
			return err
		}
		var stands chunkrow.Recipients
		if _, err := store.Decode(row, &stands); err != nil {
			return err
		}
		numbers, err := stands.Numbers()
		if err != nil {
			return err
		}
		p.stood[chunkrow.ChunkNumber(row)] = len(numbers)
		p.seen += len(numbers)
	}
	return nil
}

// Pack passes the recipients of a place, at most ChunkSize. A pack of a list keeps its place, so a plan that is
// repeated after members left still puts each recipient into the same chunk. values are those of each recipient, or
// nil. packs is the number of packs in all.
func (p *Planner) Pack(ctx context.Context, place, packs int, numbers []uint64, values [][]string) error {
	if p.tries() {
		return p.try(ctx, place, numbers, values)
	}
	k := Pieces(packs, p.Split) / max(1, packs)
	if k <= 1 {
		return p.cut(ctx, place, numbers, values, chunkrow.Distribution{})
	}
	numbers, values = p.paid(place*k, numbers, values)
	pieces, err := p.divided(place*k, turns(p.seen, len(numbers), k), numbers, values)
	if err != nil {
		return err
	}
	// All of them or none: another run, after members went away, would divide the pack elsewhere.
	ops := make([]store.Op, k)
	for i, one := range pieces {
		ops[i] = p.recipients(&one)
	}
	err = p.plans.Flow.DB.Transact(ctx, ops)
	if err != nil && store.ConditionFailed(err) == nil {
		return err
	}
	for _, one := range pieces {
		one.decided = err == nil
		if err := p.add(ctx, one); err != nil {
			return err
		}
	}
	return nil
}

// All brings recipients that have no packs of their own; values are those of each, or nil.
func (p *Planner) All(ctx context.Context, numbers []uint64, values [][]string) error {
	if p.tries() {
		return p.tryAll(ctx, numbers, values)
	}
	return p.all(ctx, numbers, values, nil)
}

// all is All, with who gets the other message of a trial.
func (p *Planner) all(ctx context.Context, numbers []uint64, values [][]string, second []bool) error {
	if p.Split > 1 {
		numbers, values = p.paid(p.chunk, numbers, values)
		pieces, err := p.divided(p.chunk, turns(0, len(numbers), Pieces(Chunks(len(numbers)), p.Split)), numbers, values)
		if err != nil {
			return err
		}
		for _, one := range pieces {
			if err := p.add(ctx, one); err != nil {
				return err
			}
		}
		return nil
	}
	for start := 0; start < len(numbers); start += chunkrow.PerChunk {
		end := min(start+chunkrow.PerChunk, len(numbers))
		var own [][]string
		if values != nil {
			own = values[start:end]
		}
		if err := p.cut(ctx, p.chunk, numbers[start:end], own, chunkrow.DistributionOf(second, start, end)); err != nil {
			return err
		}
	}
	return nil
}

func (p *Planner) piece(place int, numbers []uint64, values [][]string) (piece, error) {
	one := piece{c: place, n: len(numbers), to: chunkrow.Recipients{Packed: phone.PackOrdered(numbers)}, groups: p.grouped(numbers)}
	if values == nil {
		return one, nil
	}
	packed, err := chunkrow.PackValues(values)
	one.to.Values = packed
	return one, err
}

// cut makes the chunk of a place.
func (p *Planner) cut(ctx context.Context, place int, numbers []uint64, values [][]string, dealt chunkrow.Distribution) error {
	if len(numbers) > chunkrow.ChunkSize {
		return fmt.Errorf("dispatch: %d recipients at place %d do not fit a chunk", len(numbers), place)
	}
	numbers, values = p.paid(place, numbers, values)
	one, err := p.piece(place, numbers, values)
	if err != nil {
		return err
	}
	one.to.Distribution = dealt
	return p.add(ctx, one)
}

// paid leaves out who was not paid for: they are never planned, wherever they come from. Of a place that stands nothing is written.
func (p *Planner) paid(place int, numbers []uint64, values [][]string) ([]uint64, [][]string) {
	if _, stands := p.stood[place]; stands {
		return numbers, values
	}
	left := max(0, p.o.Targets()-p.seen)
	if len(numbers) <= left {
		return numbers, values
	}
	p.plans.Flow.Log(map[string]any{"alarm": "more recipients than were paid for", "order": p.o.ID, "total": p.o.Targets()})
	if values != nil {
		values = values[:left]
	}
	return numbers[:left], values
}

func (p *Planner) add(ctx context.Context, one piece) error {
	if one.c != p.chunk {
		return fmt.Errorf("dispatch: place %d does not follow chunk %d", one.c, p.chunk)
	}
	if _, stands := p.stood[one.c]; !stands {
		if p.stood != nil && !one.decided {
			if err := p.decide(ctx, &one); err != nil {
				return err
			}
		}
		p.seen += one.n
	}
	p.open = append(p.open, one)
	p.chunk++
	if p.due() {
		return p.flush(ctx)
	}
	return nil
}

// due tells whether enough chunks have been cut to be written.
func (p *Planner) due() bool { return p.chunk == planFirst || len(p.open) == planStep }

// flush writes the chunks that were cut, eight at a time, and passes them to the feeder: the first send does not wait
// for the rest.
func (p *Planner) flush(ctx context.Context) error {
	if len(p.open) == 0 {
		return nil
	}
	if err := errors.Join(parallel.Each(len(p.open), 8, func(i int) error { return p.create(ctx, &p.open[i]) })...); err != nil {
		return err
	}
	for _, piece := range p.open {
		p.count += piece.n
		p.groups |= piece.groups
	}
	if err := p.indexed(ctx); err != nil { // before the chunks are handed out, so that each recipient can be found
		return err
	}
	p.open = nil
	if err := p.advance(ctx); err != nil {
		return err
	}
	if p.chunk > planFirst {
		return nil
	}
	return p.plans.Flow.OnPlanned(ctx, p.o.ID)
}

// create writes the rows of a chunk that do not stand yet: recipients first, then the sender's row of as many. Neither is ever
// overwritten, so what an earlier run of the plan wrote holds.
func (p *Planner) create(ctx context.Context, piece *piece) error {
	id, gen := p.o.ID, p.o.Gen
	if !piece.decided {
		if err := p.decide(ctx, piece); err != nil {
			return err
		}
	}
	s := chunkrow.NewSends(piece.n)
	s.Distribution = piece.to.Distribution
	_, err := p.plans.Flow.DB.Write(ctx, store.Op{Verb: store.Put, Key: chunkrow.ChunkKey('S', id, gen, piece.c), Item: s,
		If: store.Missing("pk")})
	if store.ConditionFailed(err) != nil {
		return nil
	}
	return err
}

// decide writes the recipients of a chunk, or takes those that another run wrote.
func (p *Planner) decide(ctx context.Context, one *piece) error {
	_, err := p.plans.Flow.DB.Write(ctx, p.recipients(one))
	one.decided = err == nil
	f := store.ConditionFailed(err)
	if f == nil {
		return err
	}
	var stands chunkrow.Recipients
	if _, err := store.Decode(f.Old, &stands); err != nil {
		return err
	}
	numbers, err := stands.Numbers()
	one.n, one.decided, one.to.Distribution, one.groups = len(numbers), err == nil, stands.Distribution, p.grouped(numbers)
	return err
}

func (p *Planner) recipients(of *piece) store.Op {
	return store.Op{Verb: store.Put, Key: chunkrow.ChunkKey('R', p.o.ID, p.o.Gen, of.c), Item: of.to, If: store.Missing("pk")}
}

// indexed writes the segment of the chunks that are about to be handed out. A repeated plan writes the same one.
func (p *Planner) indexed(ctx context.Context) error {
	s := recipientindex.Segment{Order: p.o.ID, Gen: p.o.Gen, Tenant: p.o.Owner.Tenant, First: p.open[0].c, Chunks: len(p.open),
		At: p.plans.Flow.Now().Unix()}
	for _, one := range p.open {
		s.N += one.n
	}
	if s.N == 0 {
		return nil
	}
	_, err := p.plans.Flow.DB.Write(ctx, store.Op{Verb: store.Put, Key: recipientindex.SegmentKey(&s), Item: s})
	return err
}

// grouped notes in which groups recipients are.
func (p *Planner) grouped(numbers []uint64) (bits uint64) {
	if p.clocks == nil {
		return 0
	}
	for _, n := range numbers {
		bits |= 1 << p.clocks.Of(n)
	}
	return bits
}
