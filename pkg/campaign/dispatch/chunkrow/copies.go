package chunkrow

import (
	"context"
	"fmt"
	"math"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
)

// moved is the row of who was taken from a chunk into a generation.
type CopyMarker struct {
	Bits Bitset `dynamodbav:"b"`
	From int    `dynamodbav:"f"` // how many were taken from the chunks before
}

// stand are those who count in a generation of which so many were planned.
func (m CopyMarker) stand(planned int) Bitset {
	if planned >= m.From+m.Bits.Count() {
		return m.Bits
	}
	return m.Bits.first(planned - m.From)
}

// taken joins the rows of who was taken from a chunk into the generations behind it, and stands there.
func JoinCopies(gen int, rows []store.Item, planned []int) (all Bitset, err error) {
	for i, row := range rows {
		var m CopyMarker
		if _, err := store.Decode(row, &m); err != nil {
			return nil, err
		}
		all = all.join(m.stand(planned[gen+1+i]))
	}
	return all, nil
}

// plannedIn gives, by generation, how many recipients of the retries of an order stand in chunks; the first has all.
func (r *Store) PlannedIn(ctx context.Context, o *order.Order, consistent bool) ([]int, error) {
	out := make([]int, o.Gen+1)
	if !o.Retried() {
		return out, nil
	}
	var keys []store.Key
	for gen := o.Begin() + 1; gen <= o.Gen; gen++ {
		keys = append(keys, FeederKey(o.ID, gen))
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
		if out[gen] = f.Planned * PerChunk; f.PlanComplete {
			out[gen] = math.MaxInt
		}
	}
	return out, nil
}

// generations reads the chunks of an order, those of the generations before with who was taken from them.
func (r *Store) Generations(ctx context.Context, o *order.Order, consistent bool) ([]Chunk, error) {
	planned, err := r.PlannedIn(ctx, o, consistent)
	if err != nil {
		return nil, err
	}
	var out []Chunk
	for gen := o.Begin(); gen <= o.Gen; gen++ {
		var chunks []Chunk
		var rows []store.Item
		err := parallel.Do(
			func() (err error) { chunks, err = r.Chunks(ctx, o.ID, gen, consistent); return err },
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
			chunks = chunks[:min(len(chunks), planned[gen]/PerChunk)]
		}
		for _, row := range rows {
			var m CopyMarker
			if _, err := store.Decode(row, &m); err != nil {
				return nil, err
			}
			var c, into int
			if _, err := fmt.Sscanf(store.SortKey(row), fmt.Sprintf("M#%d#%%05d#%%d", gen), &c, &into); err != nil {
				return nil, fmt.Errorf("dispatch: %s: %w", store.SortKey(row), err)
			}
			if c < len(chunks) && chunks[c].Number == c && into <= o.Gen {
				chunks[c].Moved = chunks[c].Moved.join(m.stand(planned[into]))
			}
		}
		out = append(out, chunks...)
	}
	return out, nil
}

// piecesOf are the sizes of the chunks of a retried order, in their order.
func (r *Store) piecesOf(ctx context.Context, o *order.Order) ([]int, error) {
	chunks, err := r.Generations(ctx, o, false)
	if err != nil {
		return nil, err
	}
	first := make([]int, o.Gen+1) // place of the first chunk of a generation
	for g, past := range o.Past {
		first[o.Begin()+g+1] = first[o.Begin()+g] + past.Chunks
	}
	sizes := make([]int, o.Pieces())
	for _, c := range chunks {
		if at := first[c.Gen] + c.Number; at < len(sizes) {
			sizes[at] = c.Sends.N - c.Moved.Count()
		}
	}
	return sizes, nil
}
