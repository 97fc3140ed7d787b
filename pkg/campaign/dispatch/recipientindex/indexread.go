package recipientindex

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/kit/id"
	"herald/pkg/kit/store"
)

// spot is a chunk in which a number may stand.
type spot struct {
	order, tenant string
	gen, chunk    int
}

// indexCache remembers, in a process, what it read of the recipient index: none of it changes once it is written.
type Cache struct {
	mu       sync.Mutex
	planned  map[store.Key]map[int][]uint64 // recipients of planned segments, by chunk
	segments map[string][]Segment           // of merges
	buckets  map[int]*bucketCache
	bytes    int
}

type bucketCache struct {
	rows  map[string][]byte // entries by merge
	until string            // the last merge that was read
}

const (
	indexBytes   = 48 << 20         // of merged entries in a process
	indexMerges  = 4000             // merges whose segments it remembers
	indexOverlap = 15 * time.Minute // how long a merge may take: its rows come later than those of one that began after it
)

// spots gives the chunks in which numbers may stand, of orders of the last 30 days, the newest first.
func (r *Index) spots(ctx context.Context, numbers []uint64) (map[uint64][]spot, error) {
	out, err := r.plannedSpots(ctx, numbers) // before the merged ones: what is merged meanwhile is found there
	if err != nil {
		return nil, err
	}
	oldest := id.Floor(r.Flow.Now().AddDate(0, 0, -searchedDays))
	for _, n := range numbers {
		merged, err := r.mergedSpots(ctx, n, oldest)
		if err != nil {
			return nil, err
		}
		all := slices.DeleteFunc(append(out[n], merged...), func(s spot) bool { return s.order < oldest })
		slices.SortFunc(all, func(a, b spot) int {
			return cmp.Or(cmp.Compare(b.order, a.order), cmp.Compare(b.gen, a.gen), cmp.Compare(a.chunk, b.chunk))
		})
		out[n] = slices.Compact(all)
	}
	return out, nil
}

func (r *Index) plannedSpots(ctx context.Context, numbers []uint64) (map[uint64][]spot, error) {
	all, err := r.plannedSegments(ctx)
	if err != nil {
		return nil, err
	}
	held, err := r.plannedNumbers(ctx, all)
	if err != nil {
		return nil, err
	}
	out := map[uint64][]spot{}
	for i, s := range all {
		for c, those := range held[i] {
			for _, n := range numbers {
				bucket, print := hashed(n)
				if slices.ContainsFunc(those, func(m uint64) bool { b, p := hashed(m); return b == bucket && p == print }) {
					out[n] = append(out[n], spot{s.Order, s.Tenant, s.Gen, c})
				}
			}
		}
	}
	return out, nil
}

// plannedNumbers are the recipients of planned segments, of those that are not remembered by one read of all their chunks.
func (r *Index) plannedNumbers(ctx context.Context, all []Segment) ([]map[int][]uint64, error) {
	had, out := r.Cache.plannedOf(all), make([]map[int][]uint64, len(all))
	var keys []store.Key
	for i := range all {
		if out[i] = had[SegmentKey(&all[i])]; out[i] == nil {
			for c := range all[i].Chunks {
				keys = append(keys, chunkrow.ChunkKey('R', all[i].Order, all[i].Gen, all[i].First+c))
			}
		}
	}
	var rows []store.Item
	for some := range slices.Chunk(keys, 100) {
		got, err := r.Flow.DB.GetMany(ctx, some, true)
		if err != nil {
			return nil, err
		}
		rows = append(rows, got...)
	}
	for i, s := range all {
		if out[i] != nil {
			continue
		}
		out[i] = map[int][]uint64{}
		for c := range s.Chunks {
			var to chunkrow.Recipients
			if ok, err := store.Decode(rows[c], &to); err != nil {
				return nil, err
			} else if !ok {
				continue
			}
			numbers, err := to.Numbers()
			if err != nil {
				return nil, err
			}
			out[i][s.First+c] = numbers
		}
		rows = rows[s.Chunks:]
	}
	r.Cache.keepPlanned(all, out)
	return out, nil
}

func (c *Cache) plannedOf(all []Segment) map[store.Key]map[int][]uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := map[store.Key]map[int][]uint64{}
	for i := range all {
		if had := c.planned[SegmentKey(&all[i])]; had != nil {
			out[SegmentKey(&all[i])] = had
		}
	}
	return out
}

// keepPlanned remembers the segments that are planned now, and no other.
func (c *Cache) keepPlanned(all []Segment, numbers []map[int][]uint64) {
	next, n := map[store.Key]map[int][]uint64{}, 0
	for i := range all {
		if n += all[i].N; n <= remembered {
			next[SegmentKey(&all[i])] = numbers[i]
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.planned = next
}

func (r *Index) mergedSpots(ctx context.Context, number uint64, oldest string) ([]spot, error) {
	bucket, print := hashed(number)
	rows, err := r.bucket(ctx, bucket, oldest)
	if err != nil {
		return nil, err
	}
	found := map[string][]uint32{}
	var merges []string
	for merge, packed := range rows {
		at, err := placesIn(packed, print)
		if err != nil {
			return nil, err
		}
		if len(at) > 0 {
			found[merge], merges = at, append(merges, merge)
		}
	}
	slices.Sort(merges)
	segments, err := r.segmentsOf(ctx, merges)
	if err != nil {
		return nil, err
	}
	var out []spot
	for _, merge := range merges {
		for _, at := range found[merge] {
			c := int(at)
			for _, s := range segments[merge] {
				if c < s.Chunks {
					out = append(out, spot{s.Order, s.Tenant, s.Gen, s.First + c})
					break
				}
				c -= s.Chunks
			}
		}
	}
	return out, nil
}

// bucket gives the entries of a bucket by merge: those that are remembered, and what came since.
func (r *Index) bucket(ctx context.Context, bucket int, oldest string) (map[string][]byte, error) {
	c := r.Cache
	c.mu.Lock()
	from, rows := oldest, map[string][]byte{}
	if had := c.buckets[bucket]; had != nil {
		for merge, packed := range had.rows {
			if merge >= oldest {
				rows[merge] = packed
			}
		}
		if had.until != "" {
			from = max(oldest, id.Floor(id.Time(had.until).Add(-indexOverlap)))
		}
	}
	c.mu.Unlock()
	until := from
	for it, err := range store.Rows(ctx, r.Flow.DB,
		store.Query{Table: "campaign", PK: bucketKey(bucket, "").PK, From: from, Consistent: true}) {
		if err != nil {
			return nil, err
		}
		var b bucketRow
		if _, err := store.Decode(it, &b); err != nil {
			return nil, err
		}
		rows[store.SortKey(it)], until = b.Entries, store.SortKey(it)
	}
	c.keepBucket(bucket, &bucketCache{rows, until})
	return rows, nil
}

func (c *Cache) keepBucket(bucket int, next *bucketCache) {
	size := func(b *bucketCache) (n int) {
		if b != nil {
			for _, packed := range b.rows {
				n += len(packed) + 64
			}
		}
		return n
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.bytes += size(next) - size(c.buckets[bucket]); c.buckets == nil || c.bytes > indexBytes {
		c.buckets, c.bytes = map[int]*bucketCache{}, size(next)
	}
	c.buckets[bucket] = next
}

// segmentsOf are the segments of merges.
func (r *Index) segmentsOf(ctx context.Context, merges []string) (map[string][]Segment, error) {
	c, out := r.Cache, map[string][]Segment{}
	var keys []store.Key
	c.mu.Lock()
	for _, merge := range merges {
		if had, ok := c.segments[merge]; ok {
			out[merge] = had
		} else {
			keys = append(keys, mergedKey(merge))
		}
	}
	c.mu.Unlock()
	for some := range slices.Chunk(keys, 100) {
		rows, err := r.Flow.DB.GetMany(ctx, some, true)
		if err != nil {
			return nil, err
		}
		for i, it := range rows {
			var m mergedSegments
			if _, err := store.Decode(it, &m); err != nil {
				return nil, err
			}
			if out[some[i].SK], err = unpackSegments(m.All); err != nil {
				return nil, err
			}
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.segments == nil || len(c.segments)+len(keys) > indexMerges {
		c.segments = map[string][]Segment{}
	}
	for _, k := range keys {
		c.segments[k.SK] = out[k.SK]
	}
	return out, nil
}
