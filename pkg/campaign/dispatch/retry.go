package dispatch

import (
	"context"
	"fmt"
	"math"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
)

// A retry takes failed recipients into the next generation. A row beside their old chunk names them. It is written
// once, before they are written to a chunk of the next generation. So no recipient is taken or counted twice, even
// when plans repeat or run at once. A recipient counts in the new generation once the feeder has its chunk. When a
// retry stops before that, the recipient still counts as failed.

// bitset is some of the recipients of a chunk.
type bitset []byte

func (b bitset) has(i int) bool { return i/8 < len(b) && b[i/8]>>(i%8)&1 == 1 }

func (b bitset) set(i int) { b[i/8] |= 1 << (i % 8) }

func (b bitset) clear(i int) { b[i/8] &^= 1 << (i % 8) }

func (b bitset) count() (n int) {
	for i := range 8 * len(b) {
		if b.has(i) {
			n++
		}
	}
	return n
}

// join gives who is in either.
func (b bitset) join(o bitset) bitset {
	if len(b) < len(o) {
		b, o = o, b
	}
	out := append(bitset(nil), b...)
	for i := range o {
		out[i] |= o[i]
	}
	return out
}

// first gives the first n of them.
func (b bitset) first(n int) bitset {
	out := make(bitset, len(b))
	for i := range 8 * len(b) {
		if n > 0 && b.has(i) {
			out.set(i)
			n--
		}
	}
	return out
}

// moved is the row of who was taken from a chunk into a generation.
type copyMarker struct {
	Bits bitset `dynamodbav:"b"`
	From int    `dynamodbav:"f"` // how many were taken from the chunks before
}

// stand are those who count in a generation of which so many were planned.
func (m copyMarker) stand(planned int) bitset {
	if planned >= m.From+m.Bits.count() {
		return m.Bits
	}
	return m.Bits.first(planned - m.From)
}

// plannedIn gives, by generation, how many recipients of the retries of an order stand in chunks; the first has all.
func (r *Engine) plannedIn(ctx context.Context, o *order.Order, consistent bool) ([]int, error) {
	out := make([]int, o.Gen+1)
	if !o.Retried() {
		return out, nil
	}
	var keys []store.Key
	for gen := o.Begin() + 1; gen <= o.Gen; gen++ {
		keys = append(keys, feederKey(o.ID, gen))
	}
	rows, err := r.Flow.DB.GetMany(ctx, keys, consistent)
	if err != nil {
		return nil, err
	}
	for i, row := range rows {
		var f Feeder
		if _, err := store.Decode(row, &f); err != nil {
			return nil, err
		}
		gen := o.Begin() + 1 + i
		if out[gen] = f.Planned * chunkSize; f.PlanComplete {
			out[gen] = math.MaxInt
		}
	}
	return out, nil
}

// taken joins the rows of who was taken from a chunk into the generations behind it, and stands there.
func taken(gen int, rows []store.Item, planned []int) (all bitset, err error) {
	for i, row := range rows {
		var m copyMarker
		if _, err := store.Decode(row, &m); err != nil {
			return nil, err
		}
		all = all.join(m.stand(planned[gen+1+i]))
	}
	return all, nil
}

// RetryPlan tells how many recipients of an order have failed.
func (r *Engine) RetryPlan(ctx context.Context, o *order.Order) (*order.RetryPlan, error) {
	var head order.Basics
	var counts Counts
	err := parallel.Do(
		func() (err error) { head, err = r.Content.RetryPlan(ctx, o); return err },
		func() (err error) { counts, _, err = r.counts(ctx, o, true); return err })
	if err != nil {
		return nil, err
	}
	n := counts[StateFailed]
	if n == 0 {
		return nil, fault.State("order.retryNone")
	}
	return &order.RetryPlan{Head: head, Targets: n, Chunks: Chunks(n), Rows: Rows}, nil
}

// generations reads the chunks of an order, those of the generations before with who was taken from them.
func (r *Engine) generations(ctx context.Context, o *order.Order, consistent bool) ([]chunk, error) {
	planned, err := r.plannedIn(ctx, o, consistent)
	if err != nil {
		return nil, err
	}
	var out []chunk
	for gen := o.Begin(); gen <= o.Gen; gen++ {
		var chunks []chunk
		var rows []store.Item
		err := parallel.Do(
			func() (err error) { chunks, err = r.chunks(ctx, o.ID, gen, consistent); return err },
			func() (err error) {
				if gen < o.Gen {
					rows, err = store.Collect(store.Rows(ctx, r.Flow.DB,
						store.Query{Table: "campaign", PK: order.Key(o.ID).PK, Prefix: fmt.Sprintf("M#%d#", gen), Consistent: consistent}))
				}
				return err
			})
		if err != nil {
			return nil, err
		}
		if gen > o.Begin() && planned[gen] < math.MaxInt {
			chunks = chunks[:min(len(chunks), planned[gen]/chunkSize)]
		}
		for _, row := range rows {
			var m copyMarker
			if _, err := store.Decode(row, &m); err != nil {
				return nil, err
			}
			var c, into int
			if _, err := fmt.Sscanf(store.SortKey(row), fmt.Sprintf("M#%d#%%05d#%%d", gen), &c, &into); err != nil {
				return nil, fmt.Errorf("dispatch: %s: %w", store.SortKey(row), err)
			}
			if c < len(chunks) && chunks[c].c == c && into <= o.Gen {
				chunks[c].moved = chunks[c].moved.join(m.stand(planned[into]))
			}
		}
		out = append(out, chunks...)
	}
	return out, nil
}

// piecesOf are the sizes of the chunks of a retried order, in their order.
func (r *Engine) piecesOf(ctx context.Context, o *order.Order) ([]int, error) {
	chunks, err := r.generations(ctx, o, false)
	if err != nil {
		return nil, err
	}
	first := make([]int, o.Gen+1) // place of the first chunk of a generation
	for g, past := range o.Past {
		first[o.Begin()+g+1] = first[o.Begin()+g] + past.Chunks
	}
	sizes := make([]int, o.Pieces())
	for _, c := range chunks {
		if at := first[c.gen] + c.c; at < len(sizes) {
			sizes[at] = c.s.N - c.moved.count()
		}
	}
	return sizes, nil
}

// failedOf brings those who failed in the generations before: as many as were paid for, each time the same.
func (r *Engine) failedOf(ctx context.Context, o *order.Order, p *Planner) error {
	chunks, err := r.generations(ctx, o, true)
	if err != nil {
		return err
	}
	var numbers []uint64
	var values [][]string
	var second []bool
	taken, own := 0, false
	for i := range chunks {
		if chunks[i].gen == o.Gen {
			break
		}
		bits, err := r.take(ctx, o, &chunks[i], taken)
		if err != nil {
			return err
		}
		if bits.count() == 0 {
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
func (r *Engine) take(ctx context.Context, o *order.Order, c *chunk, before int) (bitset, error) {
	bits, now, room := make(bitset, (c.s.N+7)/8), r.Flow.Now(), o.Size-before
	for i := range c.s.N {
		if room > 0 && !c.moved.has(i) && mergedState(&c.s, &c.r, i, now) == StateFailed {
			bits.set(i)
			room--
		}
	}
	_, err := r.Flow.DB.Write(ctx, store.Op{Verb: store.Put, Key: copyMarkerKey(o.ID, c.gen, c.c, o.Gen), Item: copyMarker{bits, before},
		If: store.Missing("pk")})
	if f := store.ConditionFailed(err); f != nil {
		var stands copyMarker
		_, err := store.Decode(f.Old, &stands)
		return stands.Bits, err
	}
	return bits, err
}

// pick reads the numbers of some recipients of a chunk, the values of each, and whether it gets the other message of a trial.
func (r *Engine) pick(ctx context.Context, o *order.Order, c *chunk, bits bitset) (numbers []uint64, values [][]string, second []bool,
	err error) {
	to, _, err := store.Load[Recipients](ctx, r.Flow.DB, chunkKey('R', o.ID, c.gen, c.c), true)
	if err != nil {
		return nil, nil, nil, err
	}
	all, err := to.numbers()
	if err != nil {
		return nil, nil, nil, err
	}
	own, err := unpackValues(to.Values)
	if err != nil {
		return nil, nil, nil, err
	}
	for i, n := range all {
		if !bits.has(i) {
			continue
		}
		var v []string
		if i < len(own) {
			v = own[i]
		}
		numbers, values, second = append(numbers, n), append(values, v), append(second, to.second(i, o))
	}
	return numbers, values, second, nil
}
