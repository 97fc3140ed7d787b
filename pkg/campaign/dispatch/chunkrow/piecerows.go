package chunkrow

import (
	"context"
	"fmt"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// pieceRows reads the rows of a chunk, those of who of it was taken by a retry behind them; nil while it is not planned.
func (r *Store) PieceRows(ctx context.Context, o *order.Order, piece int, into ...any) ([]store.Item, error) {
	gen, c := o.Piece(piece)
	keys := []store.Key{ChunkKey('R', o.ID, gen, c), ChunkKey('S', o.ID, gen, c), ChunkKey('P', o.ID, gen, c)}
	for into := gen + 1; into <= o.Gen; into++ {
		keys = append(keys, CopyMarkerKey(o.ID, gen, c, into))
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

// sizes of an order's chunks, without who counts in a later generation; without a read where there is only one.
func (r *Store) Sizes(ctx context.Context, o *order.Order) ([]int, error) {
	if o.Pieces() == 1 {
		return []int{o.Total}, nil
	}
	if o.Retried() {
		return r.piecesOf(ctx, o)
	}
	var sizes []int
	rows, err := store.Collect(store.Rows(ctx, r.Flow.DB,
		store.Query{Table: "campaign", PK: order.Key(o.ID).PK, Prefix: fmt.Sprintf("S#%d#", o.Gen), Attributes: []string{"sk", "n"}}))
	for _, row := range rows {
		var s struct {
			N int `dynamodbav:"n"`
		}
		if _, err := store.Decode(row, &s); err != nil {
			return nil, err
		}
		sizes = append(sizes, s.N)
	}
	return sizes, err
}

func (r *Store) Moments(ctx context.Context, at ChunkRef, p *Receipts) (map[int]map[provider.ReceiptState]time.Time, error) {
	when := map[int]map[provider.ReceiptState]time.Time{}
	if p.Spill > 0 {
		rows, err := store.Collect(store.Rows(ctx, r.Flow.DB,
			store.Query{Table: "campaign", PK: order.Key(at.Order).PK, Prefix: fmt.Sprintf("H#%d#%05d#", at.Gen, at.Number), Consistent: true}))
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			var h Spilled
			if _, err := store.Decode(row, &h); err != nil {
				return nil, err
			}
			moments(h.Log, h.Base, when)
		}
	}
	moments(p.Log, p.Base, when)
	return when, nil
}
