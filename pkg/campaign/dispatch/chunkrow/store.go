package chunkrow

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
)

// Keys, all in table campaign beside the order's CTL (g: generation, c: chunk):
//
//	O#<order> / F#<g>            the feeder
//	O#<order> / Receipts#<g>#<ccccc>     recipients of a chunk; never changed
//	O#<order> / Sends#<g>#<ccccc>     the sender's row
//	O#<order> / P#<g>#<ccccc>     the receipts' row
//	O#<order> / H#<g>#<ccccc>#<x>#<writer> a full log of the receipts' row, with what its times count from
//	O#<order> / M#<g>#<ccccc>#<n> who of a chunk was taken into generation n by a retry
//	LOST#<day> / <id>            a receipt that belongs to nothing we know, kept for 30 days
func FeederKey(id string, gen int) store.Key { return order.Part(id, fmt.Sprintf("F#%d", gen)) }

func ChunkKey(kind byte, id string, gen, c int) store.Key {
	return order.Part(id, fmt.Sprintf("%c#%d#%05d", kind, gen, c))
}

// spillKey is of one who spills alone: of two at once each keeps its own, and what the loser wrote is true as well.
func SpillKey(id string, gen, c, x int, by string) store.Key {
	return order.Part(id, fmt.Sprintf("H#%d#%05d#%03d#%s", gen, c, x, by))
}

func CopyMarkerKey(id string, gen, c, into int) store.Key {
	return order.Part(id, fmt.Sprintf("M#%d#%05d#%d", gen, c, into))
}

func LostKey(at time.Time, id string) store.Key {
	return store.Key{Table: "campaign", PK: "LOST#" + at.Format("20060102"), SK: id}
}

// Recipients are the numbers of a chunk and, for a personalised order, the values of each.
type Recipients struct {
	Packed []byte `dynamodbav:"k"`           // phone.PackOrdered
	Values []byte `dynamodbav:"v,omitempty"` // packValues: by recipient, in the order of the message's placeholders
	Distribution
}

func (r Recipients) Numbers() ([]uint64, error) { return phone.UnpackOrdered(r.Packed) }

// Feeder hands chunks to the queue, a window at a time.
type Feeder struct {
	Planned      int   `dynamodbav:"p"`           // chunks written so far
	PlanComplete bool  `dynamodbav:"w"`           // all chunks are written
	Next         int   `dynamodbav:"n"`           // the first chunk that was not rung yet
	Done         int   `dynamodbav:"d"`           // chunks that reported; a hint, the truth is in the chunks
	Deferred     int   `dynamodbav:"a"`           // chunks that wait for another try of a few recipients, or sleep; a hint too
	Low          int   `dynamodbav:"l"`           // every chunk below is done, so the janitor need not look at it
	Enqueued     int64 `dynamodbav:"r"`           // unix ms when it was last enqueued
	Closed       bool  `dynamodbav:"x,omitempty"` // a retry has begun the next generation
	Media        int   `dynamodbav:"m"`           // how often the provider refused the media for the moment

	Groups           // of the recipients of the planned chunks
	Resumed   Bitset `dynamodbav:"q,omitempty"`  // chunks that have slept, and wait for a place
	Claimed   int    `dynamodbav:"qr,omitempty"` // grows with every change of these
	ResumedAt int64  `dynamodbav:"k,omitempty"`  // unix ms of the last look for them
	Until     int64  `dynamodbav:"u,omitempty"`  // unix ms until which nothing sends that is handed out
	Hours     uint32 `dynamodbav:"h,omitempty"`  // by the hours of this sign
}

// chunkRows reads the rows of one chunk in one call.
func (r *Store) Rows(ctx context.Context, id string, gen, c int) (*order.Order, Sends, Recipients, error) {
	var o order.Order
	var s Sends
	var to Recipients
	rows, err := r.Flow.DB.GetMany(ctx, []store.Key{order.Key(id), ChunkKey('S', id, gen, c), ChunkKey('R', id, gen, c)}, true)
	if err != nil {
		return nil, s, to, err
	}
	for i, into := range []any{&o, &s, &to} {
		if _, err := store.Decode(rows[i], into); err != nil {
			return nil, s, to, err
		}
	}
	if rows[0] == nil || rows[1] == nil || rows[2] == nil {
		return nil, s, to, nil
	}
	return &o, s, to, nil
}

// feeder reads an order's feeder; false while there is none.
func (r *Store) Feeder(ctx context.Context, o *order.Order) (Feeder, bool, error) {
	return store.Load[Feeder](ctx, r.Flow.DB, FeederKey(o.ID, o.Gen), true)
}

// tell changes the feeder's counters.
func (r *Store) AddToFeeder(ctx context.Context, o *order.Order, add map[string]int64) error {
	_, err := r.Flow.DB.Write(ctx, store.Op{Verb: store.Update, Key: FeederKey(o.ID, o.Gen), Add: add})
	return err
}

// chunk is both sides of a chunk.
type Chunk struct {
	Gen, Number int
	Sends       Sends
	Receipts    Receipts
	Moved       Bitset // who was taken into a later generation, and counts there
}

// chunks reads both sides of every chunk of a generation: two queries side by side.
func (r *Store) Chunks(ctx context.Context, id string, gen int, consistent bool) ([]Chunk, error) {
	pk := order.Key(id).PK
	read := func(rows *[]store.Item, prefix string) func() error {
		return func() (err error) {
			*rows, err = store.Collect(store.Rows(ctx, r.Flow.DB,
				store.Query{Table: "campaign", PK: pk, Prefix: fmt.Sprintf(prefix, gen), Consistent: consistent}))
			return err
		}
	}
	var sends, receipts []store.Item
	if err := parallel.Do(read(&sends, "S#%d#"), read(&receipts, "P#%d#")); err != nil {
		return nil, err
	}
	out := make([]Chunk, len(sends))
	for i, row := range sends {
		if _, err := store.Decode(row, &out[i].Sends); err != nil {
			return nil, err
		}
		out[i].Gen, out[i].Number = gen, ChunkNumber(row)
	}
	for _, row := range receipts {
		if c := ChunkNumber(row); c < len(out) && out[c].Number == c {
			if _, err := store.Decode(row, &out[c].Receipts); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

func ChunkNumber(row store.Item) int {
	sk := store.SortKey(row)
	c, _ := strconv.Atoi(sk[strings.LastIndexByte(sk, '#')+1:]) // we wrote the key ourselves
	return c
}

// counts derives an order's counts from its chunks; what is not planned yet is toSend.
func (r *Store) Counts(ctx context.Context, o *order.Order, consistent bool) (Counts, []Chunk, error) {
	chunks, err := r.Generations(ctx, o, consistent)
	if err != nil {
		return nil, nil, err
	}
	return r.Count(chunks, o.Total), chunks, nil
}

// count counts recipients of which there are so many in all.
func (r *Store) Count(chunks []Chunk, total int) Counts {
	counts, planned, now := Counts{}, 0, r.Flow.Now()
	for i := range chunks {
		planned += counts.Add(&chunks[i], now)
	}
	counts[StateToSend] += total - planned
	return counts
}

// Store reads the rows of an order's chunks.
type Store struct{ Flow *order.Flow }

// WrittenSince tells of each piece of an order whether its receipts, or answers, were written at a time or after it.
func (r *Store) WrittenSince(ctx context.Context, o *order.Order, since time.Time) ([]bool, error) {
	out := make([]bool, o.Pieces())
	from := 0 // the first piece of the generation
	for gen := o.Begin(); gen <= o.Gen; gen++ {
		rows, err := store.Collect(store.Rows(ctx, r.Flow.DB,
			store.Query{Table: "campaign", PK: order.Key(o.ID).PK, Prefix: fmt.Sprintf("P#%d#", gen), Attributes: []string{"sk", "f"}}))
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			var p Receipts
			if _, err := store.Decode(row, &p); err != nil {
				return nil, err
			}
			if c := from + ChunkNumber(row); c < len(out) {
				out[c] = p.Flushed >= since.Unix()
			}
		}
		if at := gen - o.Begin(); at < len(o.Past) {
			from += o.Past[at].Chunks
		}
	}
	return out, nil
}

// chunkRef names a chunk.
type ChunkRef struct {
	Order       string
	Gen, Number int
}
