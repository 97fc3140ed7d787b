package linkactivity

import (
	"context"
	"fmt"
	"strings"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/store"
)

// Keys, in table campaign beside the order (g: generation, c: chunk):
//
//	O#<order> / K#<g>#<ccccc>               the events of a chunk
//	O#<order> / K#<g>#<ccccc>#<xxx>#<writer> a full log of it
//
// Of two writers that move a log at once each keeps a row of its own: the same events stand twice and count once.
func chunkKey(at spot) store.Key {
	return order.Part(at.order, fmt.Sprintf("K#%d#%05d", at.gen, at.chunk))
}

func spillKey(at spot, n int, by string) store.Key {
	return order.Part(at.order, fmt.Sprintf("K#%d#%05d#%03d#%s", at.gen, at.chunk, n, by))
}

// spot names a chunk.
type spot struct {
	order      string
	gen, chunk int
}

// row is the events of a chunk.
type row struct {
	Rev   int64  `dynamodbav:"q"`
	Log   []byte `dynamodbav:"g,omitempty"`
	Spill int    `dynamodbav:"x,omitempty"` // full logs moved to rows of their own
	Until int64  `dynamodbav:"t,omitempty"` // unix s of the newest event in these
}

// Bounds of a chunk's events. A row stays within one write unit of 1 KB.
const (
	logBytes   = 900
	mostSpills = 200
	// mostAlike is how many events of one recipient, link and kind a log holds: who repeats one request a million times fills nothing.
	mostAlike = 20
)

// load reads the events of a chunk, those of moved logs only where an event may stand in one.
func load(ctx context.Context, db store.DB, at spot, oldest int64, consistent bool) (r row, log, moved []entry, err error) {
	if r, _, err = store.Load[row](ctx, db, chunkKey(at), consistent); err != nil {
		return r, nil, nil, err
	}
	if log, err = unpack(r.Log); err != nil || r.Spill == 0 || oldest > r.Until {
		return r, log, nil, err
	}
	key := chunkKey(at)
	for it, err := range store.Rows(ctx, db, store.Query{Table: key.Table, PK: key.PK, Prefix: key.SK + "#", Consistent: true}) {
		if err != nil {
			return r, nil, nil, err
		}
		some, err := entriesOf(it)
		if err != nil {
			return r, nil, nil, err
		}
		moved = append(moved, some...)
	}
	return r, log, moved, nil
}

func entriesOf(it store.Item) ([]entry, error) {
	var r row
	if _, err := store.Decode(it, &r); err != nil {
		return nil, err
	}
	return unpack(r.Log)
}

// chunkOf is the chunk of a row; the rows of one stand side by side.
func chunkOf(it store.Item) (at string) {
	parts := strings.SplitN(store.SortKey(it), "#", 4)
	return strings.Join(parts[:min(3, len(parts))], "#")
}
