package order

import (
	"context"
	"slices"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
)

// UnknownOutcomes is an order with calls whose outcome is not known.
type UnknownOutcomes struct {
	ID    string
	No    string
	Kind  string
	Count int
	// Since is the end of sending; while the order sends, when it began.
	Since time.Time
}

// mostUnknown bounds how many active orders are looked at.
const mostUnknown = 2000

// Unknown lists active orders with unknown outcomes, the oldest first, by the counts of their list rows, which are seconds old. partial
// tells that there are more active orders than it looks at.
func (b *Store) Unknown(ctx context.Context) (all []UnknownOutcomes, partial bool, err error) {
	active, err := b.Active(ctx, "")
	if err != nil {
		return nil, false, err
	}
	partial = len(active) > mostUnknown
	parts := slices.Collect(slices.Chunk(active[:min(len(active), mostUnknown)], mostKeys/2))
	found := make([][]UnknownOutcomes, len(parts))
	for _, err := range parallel.Each(len(parts), 8, func(i int) (err error) {
		found[i], err = b.unknownOf(ctx, parts[i])
		return err
	}) {
		if err != nil {
			return nil, false, err
		}
	}
	all = slices.Concat(found...)
	slices.SortFunc(all, func(a, b UnknownOutcomes) int { return a.Since.Compare(b.Since) })
	return all, partial, nil
}

// unknownOf reads the list rows and the orders of some active ones.
func (b *Store) unknownOf(ctx context.Context, active []Active) (all []UnknownOutcomes, err error) {
	keys := make([]store.Key, 0, 2*len(active))
	for _, a := range active {
		keys = append(keys, ListOf(a.Kind).Key(string(auth.Everything), a.ID), Key(a.ID))
	}
	rows, err := b.DB.GetMany(ctx, keys, false)
	if err != nil {
		return nil, err
	}
	for i, a := range active {
		row, err := ListOf(a.Kind).Read(rows[2*i])
		if rows[2*i] == nil || err == nil && row.Counts["unknown"] == 0 {
			continue
		}
		if err != nil {
			return nil, err
		}
		var o Order
		if _, err := store.Decode(rows[2*i+1], &o); err != nil {
			return nil, err
		}
		u := UnknownOutcomes{ID: a.ID, No: row.OrderNo, Kind: a.Kind, Count: row.Counts["unknown"], Since: row.CreateTime}
		switch {
		case o.Ended != nil:
			u.Since = *o.Ended
		case o.StartAt != nil:
			u.Since = *o.StartAt
		}
		all = append(all, u)
	}
	return all, nil
}
