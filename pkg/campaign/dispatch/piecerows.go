package dispatch

import (
	"context"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/store"
)

// pieceRows reads the rows of a chunk, those of who of it was taken by a retry behind them; nil while it is not planned.
func (r *Engine) pieceRows(ctx context.Context, o *order.Order, piece int, into ...any) ([]store.Item, error) {
	gen, c := o.Piece(piece)
	keys := []store.Key{chunkKey('R', o.ID, gen, c), chunkKey('S', o.ID, gen, c), chunkKey('P', o.ID, gen, c)}
	for into := gen + 1; into <= o.Gen; into++ {
		keys = append(keys, copyMarkerKey(o.ID, gen, c, into))
	}
	rows, err := r.Flow.DB.GetMany(ctx, keys, true)
	if err != nil || rows[0] == nil || rows[1] == nil {
		return nil, err
	}
	for i, one := range into {
		if _, err := store.Decode(rows[i], one); err != nil {
			return nil, err
		}
	}
	return rows, nil
}
