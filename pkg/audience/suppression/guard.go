package suppression

import (
	"context"

	"herald/pkg/audience/riskgroup"
	"herald/pkg/kit/store"
)

// Guard holds the suppressed numbers of one tenant. Its Keys are read consistently together with the caller's other
// reads; Renew takes the rows that were read.
type Guard struct {
	book    *Store
	holders [2]string
	seen    [2]int64
	sets    [2][]uint64
	fresh   bool
	risks   *riskgroup.Guard // nil where no collections are kept
}

// Guard of a tenant's sends.
func (b *Store) Guard(tenant string) *Guard {
	g := &Guard{book: b, holders: [2]string{tenant, platformScope}}
	if b.Risks != nil {
		g.risks = b.Risks.Guard(tenant)
	}
	return g
}

// Keys of the rows that tell whether anything changed.
func (g *Guard) Keys() []store.Key {
	return []store.Key{headKey(g.holders[0]), headKey(g.holders[1])}
}

// Renew brings the guard up to date with the rows of Keys and reports whether anything changed since the last time.
func (g *Guard) Renew(ctx context.Context, heads []store.Item) (changed bool, err error) {
	var risks [2]int64
	for i, it := range heads {
		var h head
		if _, err := store.Decode(it, &h); err != nil {
			return false, err
		}
		risks[i] = h.Risks
		if g.fresh && h.Version == g.seen[i] {
			continue
		}
		if g.sets[i], err = g.book.at(ctx, g.holders[i], h); err != nil {
			return false, err
		}
		g.seen[i], changed = h.Version, true
	}
	g.fresh = true
	if g.risks == nil {
		return changed, nil
	}
	more, err := g.risks.Renew(ctx, risks)
	return changed || more, err
}

// Check reads the rows of Keys and renews.
func (g *Guard) Check(ctx context.Context) (changed bool, err error) {
	heads, err := g.book.DB.GetMany(ctx, g.Keys(), true)
	if err != nil {
		return false, err
	}
	return g.Renew(ctx, heads)
}

// Blocked tells whether a number is suppressed on a channel or held by a risk-control collection, as of the last Renew, and the
// reason: the recipient's own word before any list, and a list before a collection.
func (g *Guard) Blocked(number uint64, channel string) (reason string, held bool) {
	for _, set := range g.sets {
		r, on := find(set, number, channel)
		if on && (!held || r == OptedOut) {
			reason, held = r, true
		}
	}
	if !held && g.risks != nil && g.risks.Blocks(number) {
		return RiskControl, true
	}
	return reason, held
}

// Empty reports that no number is suppressed.
func (g *Guard) Empty() bool {
	return len(g.sets[0])+len(g.sets[1]) == 0 && (g.risks == nil || g.risks.Empty())
}
