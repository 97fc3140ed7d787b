package recipientindex

import (
	"context"
	"errors"
	"time"

	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
)

// When planned segments are merged: so many of them, or recipients in them, or one that is so old. Merged at a time are at most so many
// recipients, for the memory of a process.
const (
	mergeSegments   = 100
	mergeRecipients = 128_000
	mergeAge        = 24 * time.Hour
	mergeMost       = 1_000_000
	mergeMostOf     = 1500 // segments, for the row that names them
)

// Merge merges the planned segments of the recipient index once they are worth it. It may be repeated and may run twice at once: an
// entry that stands twice is found once.
func (r *Index) Merge(ctx context.Context) error {
	all, err := r.plannedSegments(ctx)
	if err != nil || !worthMerging(all, r.Flow.Now()) {
		return err
	}
	for len(all) > 0 {
		n, most := 0, 0
		for most < min(len(all), mergeMostOf) && (most == 0 || n+all[most].N <= mergeMost) {
			n += all[most].N
			most++
		}
		if err := r.mergeSome(ctx, all[:most]); err != nil {
			return err
		}
		all = all[most:]
	}
	return nil
}

func worthMerging(all []Segment, now time.Time) bool {
	n, oldest := 0, now.Unix()
	for _, s := range all {
		n, oldest = n+s.N, min(oldest, s.At)
	}
	return len(all) >= mergeSegments || n >= mergeRecipients || now.Sub(time.Unix(oldest, 0)) > mergeAge
}

func (r *Index) plannedSegments(ctx context.Context) ([]Segment, error) {
	rows, err := store.Collect(store.Rows(ctx, r.Flow.DB, store.Query{Table: "campaign", PK: "RINDEX#new", Consistent: true}))
	if err != nil {
		return nil, err
	}
	return store.DecodeAll[Segment](rows)
}

// mergeSome writes the entries of segments, and then that they are no longer planned ones.
func (r *Index) mergeSome(ctx context.Context, all []Segment) error {
	numbers := make([]map[int][]uint64, len(all))
	err := errors.Join(parallel.Each(len(all), 8, func(i int) (err error) { numbers[i], err = r.numbersOf(ctx, &all[i]); return err })...)
	if err != nil {
		return err
	}
	var buckets [indexBuckets][]entry
	first := 0
	for i, s := range all {
		for c, those := range numbers[i] {
			for _, n := range those {
				bucket, print := hashed(n)
				buckets[bucket] = append(buckets[bucket], entry{print, uint32(first + c - s.First)})
			}
		}
		first += s.Chunks
	}
	merge, expires := r.Flow.NewID(ctx), r.Flow.Now().AddDate(0, 0, indexKept).Unix()
	ops := []store.Op{{Verb: store.Put, Key: mergedKey(merge), Item: mergedSegments{packSegments(all), expires}}}
	for b, entries := range buckets {
		if len(entries) == 0 {
			continue
		}
		ops = append(ops, store.Op{Verb: store.Put, Key: bucketKey(b, merge), Item: bucketRow{packEntries(entries), expires}})
	}
	if err := r.Flow.DB.WriteAll(ctx, ops); err != nil {
		return err
	}
	gone := make([]store.Op, len(all))
	for i := range all {
		gone[i] = store.Op{Verb: store.Delete, Key: SegmentKey(&all[i])}
	}
	return r.Flow.DB.WriteAll(ctx, gone)
}
