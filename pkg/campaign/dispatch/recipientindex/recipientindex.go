package recipientindex

import (
	"context"
	"fmt"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// The recipient index tells in which chunks of which orders a number may stand, so that an answer costs a few reads for any
// number of orders. It has two parts. A planned segment is a row that names chunks and nothing else: their recipients are read
// from their own rows. The tick merges planned segments: it writes what they hold by hash of the number, 512 rows for any number of
// recipients, and one row that names the segments. A merged entry is a fingerprint and a chunk, two to three bytes. A fingerprint
// may be another number's, so what is found is always confirmed by the chunk's own rows.
//
//	RINDEX#new / <order>#<gen>#<chunk>   a planned segment that is not merged
//	RINDEX#of  / <merge>                 the segments of a merge
//	RINDEX#<bucket> / <merge>            its entries of a bucket
const (
	indexBuckets = 128
	searchedDays = 30
	indexKept    = searchedDays + 10 // days
)

// segment is chunks of an order that follow each other.
type Segment struct {
	Order  string `dynamodbav:"o"`
	Gen    int    `dynamodbav:"g"`
	Tenant string `dynamodbav:"t"`
	First  int    `dynamodbav:"f"`
	Chunks int    `dynamodbav:"c"`
	N      int    `dynamodbav:"n"` // recipients
	At     int64  `dynamodbav:"a"` // unix s of its planning
}

type mergedSegments struct {
	All     []byte `dynamodbav:"s"` // packSegments
	Expires int64  `dynamodbav:"ttl"`
}

type bucketRow struct {
	Entries []byte `dynamodbav:"b"` // packEntries
	Expires int64  `dynamodbav:"ttl"`
}

// entry is a recipient: the fingerprint of its number, and the place of its chunk among those of all segments of a merge.
type entry struct {
	print uint16
	place uint32
}

func SegmentKey(s *Segment) store.Key {
	return store.Key{Table: "campaign", PK: "RINDEX#new", SK: fmt.Sprintf("%s#%d#%05d", s.Order, s.Gen, s.First)}
}

func mergedKey(merge string) store.Key {
	return store.Key{Table: "campaign", PK: "RINDEX#of", SK: merge}
}

func bucketKey(bucket int, merge string) store.Key {
	return store.Key{Table: "campaign", PK: fmt.Sprintf("RINDEX#%03d", bucket), SK: merge}
}

// hashed gives bucket and fingerprint of a number, of all its forms the same.
func hashed(number uint64) (bucket int, print uint16) {
	h := phone.Normal(number) + 0x9E3779B97F4A7C15
	h = (h ^ h>>30) * 0xBF58476D1CE4E5B9
	h = (h ^ h>>27) * 0x94D049BB133111EB
	h ^= h >> 31
	return int(h % indexBuckets), uint16(h>>16) & (1<<printBits - 1)
}

// numbersOf gives the recipients of a segment's chunks, by chunk.
func (r *Index) numbersOf(ctx context.Context, s *Segment) (map[int][]uint64, error) {
	first, last := chunkrow.ChunkKey('R', s.Order, s.Gen, s.First), chunkrow.ChunkKey('R', s.Order, s.Gen, s.First+s.Chunks-1)
	out := map[int][]uint64{}
	for it, err := range store.Rows(ctx, r.Flow.DB, store.Query{Table: "campaign", PK: order.Key(s.Order).PK, From: first.SK, To: last.SK,
		Consistent: true, Attributes: []string{"sk", "k"}}) {
		if err != nil {
			return nil, err
		}
		var to chunkrow.Recipients
		if _, err := store.Decode(it, &to); err != nil {
			return nil, err
		}
		numbers, err := to.Numbers()
		if err != nil {
			return nil, err
		}
		out[chunkrow.ChunkNumber(it)] = numbers
	}
	return out, nil
}

// Index finds the chunks in which a number may stand, and the messages that they sent to it.
type Index struct {
	Flow    *order.Flow
	Senders *provider.Registry

	Cache  *Cache
	Orders *OrderCache
}
