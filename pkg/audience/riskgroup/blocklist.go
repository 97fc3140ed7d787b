package riskgroup

import (
	"context"
	"slices"
	"sync"

	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
)

// Store tells who must not be written to because a risk-control collection holds the number. It is asked immediately before each
// send, by the versions that a sender reads anyway.
type Store struct {
	DB    store.DB
	Cache *Cache // of the process
}

// Cache keeps the sets of the holders that a process met last, as far as they fit.
type Cache struct {
	mu   sync.Mutex
	sets map[string]cached
	held int
}

type cached struct {
	version int64
	numbers []uint64 // normal forms, sorted; never changed, only replaced
}

// cacheNumbers bounds a process's cache to 16 MB: two holders with as much as they may have.
const cacheNumbers = 2_000_000

func (c *Cache) get(holder string, version int64) ([]uint64, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	have, ok := c.sets[holder]
	return have.numbers, ok && have.version == version
}

func (c *Cache) put(holder string, version int64, numbers []uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.held -= len(c.sets[holder].numbers)
	if c.sets == nil || c.held+len(numbers) > cacheNumbers {
		c.sets, c.held = map[string]cached{}, 0
	}
	c.sets[holder] = cached{version, numbers}
	c.held += len(numbers)
}

// Guard holds the blocked numbers of one tenant, as of the versions that Renew was given.
type Guard struct {
	book    *Store
	holders [2]string
	seen    [2]int64
	sets    [2][]uint64
}

// Guard of a tenant's sends.
func (b *Store) Guard(tenant string) *Guard {
	return &Guard{book: b, holders: [2]string{tenant, platformScope}}
}

// Renew brings the guard up to date with the versions that Service.OnChanged wrote, of the tenant and of the
// platform, and reports whether anything changed since the last time. Only a change reads.
func (g *Guard) Renew(ctx context.Context, versions [2]int64) (changed bool, err error) {
	for i, version := range versions {
		if version == g.seen[i] {
			continue
		}
		h, _, err := store.Load[head](ctx, g.book.DB, headKey(g.holders[i]), true)
		if err != nil {
			return false, err
		}
		if g.sets[i], err = g.book.at(ctx, g.holders[i], h); err != nil {
			return false, err
		}
		g.seen[i], changed = version, true
	}
	return changed, nil
}

// Blocks tells whether a collection holds a number, under whichever form it is dialled, as of the last Renew.
func (g *Guard) Blocks(number uint64) bool {
	for _, set := range g.sets {
		if _, held := slices.BinarySearch(set, phone.Normal(number)); held {
			return true
		}
	}
	return false
}

// Empty reports that no number is blocked.
func (g *Guard) Empty() bool { return len(g.sets[0])+len(g.sets[1]) == 0 }

// at gives a holder's set as of its head, or newer. Only a change costs more than the head: the rows of its collections.
func (b *Store) at(ctx context.Context, holder string, h head) ([]uint64, error) {
	if have, ok := b.Cache.get(holder, h.Version); ok {
		return have, nil
	}
	var keys []store.Key
	for id := range h.Groups {
		keys = append(keys, metaKey(id))
	}
	var set []uint64
	if len(keys) > 0 {
		rows, err := b.DB.GetMany(ctx, keys, true)
		if err != nil {
			return nil, err
		}
		for _, it := range rows {
			var m meta // none of a collection that was deleted meanwhile
			if _, err := store.Decode(it, &m); err != nil {
				return nil, err
			}
			members, err := m.members()
			if err != nil {
				return nil, err
			}
			for _, one := range members {
				set = append(set, phone.Normal(one.number))
			}
		}
	}
	slices.Sort(set)
	set = slices.Compact(set)
	b.Cache.put(holder, h.Version, set)
	return set, nil
}
