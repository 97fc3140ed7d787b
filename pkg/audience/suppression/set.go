package suppression

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"sync"

	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
)

// A code is an entry in a number: the recipient's normal form, then three bits each of channel and source. Codes of one
// recipient stand side by side in a sorted set.
func codeOf(number uint64, channel string, source Source) uint64 {
	return number<<6 | uint64(slices.Index(channels, channel))<<3 | uint64(slices.Index(sources, source))
}

func parts(code uint64) (number uint64, channel string, source Source) {
	return code >> 6, channels[code>>3&7], sources[code&7]
}

// find tells whether a sorted set holds a number on a channel, and why.
func find(set []uint64, number uint64, channel string) (string, bool) {
	first := phone.Normal(number) << 6
	i, _ := slices.BinarySearch(set, first)
	reason, held := "", false
	for ; i < len(set) && set[i]>>6 == first>>6; i++ {
		if _, ch, source := parts(set[i]); ch == AllChannels || ch == channel {
			if reason, held = source.reason(), true; reason == OptedOut {
				break // the recipient's own word is the reason to tell
			}
		}
	}
	return reason, held
}

// Cache keeps the sets of the holders that a process met last, as far as they fit.
type Cache struct {
	mu   sync.Mutex
	sets map[string]*cached
	tick int64
}

type cached struct {
	version int64
	codes   []uint64 // sorted; never changed, only replaced
	used    int64
}

// cacheCodes bounds a process's cache to 24 MB; the set that is being asked for is always kept.
const cacheCodes = 3_000_000

func (c *Cache) get(holder string) (cached, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	have := c.sets[holder]
	if have == nil {
		return cached{}, false
	}
	c.tick++
	have.used = c.tick
	return *have, true
}

func (c *Cache) put(holder string, version int64, codes []uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.sets == nil {
		c.sets = map[string]*cached{}
	}
	if have := c.sets[holder]; have != nil && have.version > version {
		return
	}
	c.tick++
	c.sets[holder] = &cached{version, codes, c.tick}
	for total := c.total(); total > cacheCodes && len(c.sets) > 1; total = c.total() {
		oldest := holder
		for h, s := range c.sets {
			if h != holder && (oldest == holder || s.used < c.sets[oldest].used) {
				oldest = h
			}
		}
		delete(c.sets, oldest)
	}
}

func (c *Cache) total() int {
	n := 0
	for _, s := range c.sets {
		n += len(s.codes)
	}
	return n
}

// errSetChanged: the base was replaced while it was read; read the head again.
var errSetChanged = errors.New("suppression: the set moved on")

// at gives a holder's set as of its head: what is in the process, and what came since.
func (b *Store) at(ctx context.Context, holder string, h head) ([]uint64, error) {
	for try := 0; ; try++ {
		codes, err := b.load(ctx, holder, h)
		if !errors.Is(err, errSetChanged) || try == 5 {
			return codes, err
		}
		if h, _, err = store.Load[head](ctx, b.DB, headKey(holder), true); err != nil {
			return nil, err
		}
	}
}

func (b *Store) load(ctx context.Context, holder string, h head) ([]uint64, error) {
	if h.Version == 0 {
		return nil, nil
	}
	have, ok := b.Cache.get(holder)
	if ok && have.version >= h.Version {
		return have.codes, nil
	}
	from, codes := have.version, have.codes
	if h.Base > from {
		var err error
		if codes, err = b.base(ctx, holder, h); err != nil {
			return nil, err
		}
		from = h.Base
	}
	rows, err := store.Collect(store.Rows(ctx, b.DB,
		store.Query{Table: table, PK: partition(holder), From: versionKey(holder, from+1).SK, To: versionKey(holder, h.Version).SK,
			Consistent: true}))
	if err != nil {
		return nil, err
	}
	if int64(len(rows)) != h.Version-from {
		return nil, errSetChanged
	}
	if codes, err = follow(codes, rows); err != nil {
		return nil, err
	}
	b.Cache.put(holder, h.Version, codes)
	return codes, nil
}

// follow applies versions, oldest first.
func follow(codes []uint64, rows []store.Item) ([]uint64, error) {
	last := map[uint64]bool{}
	for _, it := range rows {
		var d delta
		if _, err := store.Decode(it, &d); err != nil {
			return nil, err
		}
		for state, packed := range map[bool][]byte{true: d.On, false: d.Off} { // a version has a code once
			if len(packed) == 0 {
				continue
			}
			some, err := phone.Unpack(packed)
			if err != nil {
				return nil, err
			}
			for _, code := range some {
				last[code] = state
			}
		}
	}
	return merge(codes, last), nil
}

// merge gives a new sorted set with the changes in it.
func merge(codes []uint64, last map[uint64]bool) []uint64 {
	if len(last) == 0 {
		return codes
	}
	touched := make([]uint64, 0, len(last))
	for code := range last {
		touched = append(touched, code)
	}
	slices.Sort(touched)
	out := make([]uint64, 0, len(codes)+len(touched))
	for _, code := range touched {
		i, had := slices.BinarySearch(codes, code)
		out = append(out, codes[:i]...)
		codes = codes[i:]
		if had {
			codes = codes[1:]
		}
		if last[code] {
			out = append(out, code)
		}
	}
	return append(out, codes...)
}

// base reads the whole set of the version that stands packed.
func (b *Store) base(ctx context.Context, holder string, h head) ([]uint64, error) {
	var codes []uint64
	for part := range h.Parts {
		it, err := b.DB.Get(ctx, baseKey(holder, h.Base, part), true)
		if err != nil {
			return nil, err
		}
		if it == nil {
			return nil, errSetChanged
		}
		var p delta
		if _, err := store.Decode(it, &p); err != nil {
			return nil, err
		}
		some, err := phone.Unpack(p.On)
		if err != nil {
			return nil, err
		}
		codes = append(codes, some...)
	}
	return codes, nil
}

const (
	compactEvery = 256    // versions between two packed sets
	partCodes    = 40_000 // of a row: below 400 KB for any numbers
)

// compact writes the set whole, so that a process that starts reads a few rows and not the whole history. It may be repeated
// and may run twice at a time.
func (b *Store) compact(ctx context.Context, holder string) error {
	h, _, err := store.Load[head](ctx, b.DB, headKey(holder), true)
	if err != nil || h.Version-h.Base < compactEvery {
		return err
	}
	codes, err := b.at(ctx, holder, h)
	if err != nil {
		return err
	}
	var ops []store.Op
	for some := range slices.Chunk(codes, partCodes) {
		ops = append(ops, store.Op{Verb: store.Put, Key: baseKey(holder, h.Version, len(ops)), Item: delta{On: phone.Pack(some)}})
	}
	if err := b.DB.WriteAll(ctx, ops); err != nil {
		return err
	}
	_, err = b.DB.Write(ctx, store.Op{Verb: store.Update, Key: headKey(holder), Set: map[string]any{"b": h.Version, "bp": len(ops)},
		If: store.Or(store.Missing("b"), store.Lt("b", h.Version))})
	if err != nil || h.Base == 0 {
		return err
	}
	var old []store.Op
	for part := range h.Parts {
		old = append(old, store.Op{Verb: store.Delete, Key: baseKey(holder, h.Base, part)})
	}
	return b.DB.WriteAll(ctx, old)
}

// format of a number on the wire.
func format(number uint64) string { return strconv.FormatUint(number, 10) }
