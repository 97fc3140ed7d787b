package click

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sort"
	"strconv"
	"time"

	"herald/pkg/kit/job"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/quota"
	"herald/pkg/kit/store"
)

const table = "campaign"

func bucketKey(link string, bucket int64, shard int) store.Key {
	return store.Key{Table: table, PK: "SHUNTB#" + link, SK: fmt.Sprintf("%012d#%03d", bucket, shard)}
}

const (
	dayPrefix   = "D#"
	totalPrefix = "T#"
)

func countersKey(link, sk string) store.Key {
	return store.Key{Table: table, PK: "SHUNTC#" + link, SK: sk}
}

func dayKey(link, day string, shard int) store.Key {
	return countersKey(link, fmt.Sprintf("%s%s#%03d", dayPrefix, day, shard))
}

func totalKey(link string, shard int) store.Key {
	return countersKey(link, fmt.Sprintf("%s%03d", totalPrefix, shard))
}

// Attributes of counters. Those of countries and targets are a letter and the country or the number.
const (
	attrPeople      = "p"
	attrBots        = "b"
	attrFallback    = "f"
	attrUnavailable = "u"
	attrCountry     = "c"
	attrTarget      = "t"
)

// How long rows live. Ids are kept longer than any queue keeps a message (14 days).
const (
	keepBuckets = 16 * 24 * time.Hour
	keepDays    = 400 * 24 * time.Hour
	mostAge     = 15 * 24 * time.Hour // of an event that is counted
	mostAhead   = 5 * time.Minute
)

// Service counts the events of the queue.
type Service struct {
	DB  store.DB
	Now func() time.Time
	Log func(line map[string]any)
	// Tell is told of the people that a batch brought to targets, once each or more often: a repeated message is told again. Nil: no
	// caller wants to know. Its error brings the batch's messages back.
	Tell func(ctx context.Context, visits []Event) error
}

// spot names a bucket.
type spot struct {
	link   string
	bucket int64
	shard  int
}

// group is what a batch brings to a bucket, with the messages that brought it.
type group struct {
	spot
	events []Event
	from   []int
}

const (
	sideBySide = 16
	tries      = 40
)

// HandleBatch is the batch handler of Task. It makes one transaction per bucket. A message that cannot be read is logged and dropped. A
// fault of one bucket affects no other.
func (s *Service) HandleBatch(ctx context.Context, batch []queue.Message) (failed []int, err error) {
	groups := s.gather(batch)
	errs := parallel.Each(len(groups), sideBySide, func(i int) error {
		if job.Late(ctx) {
			return context.DeadlineExceeded
		}
		return s.count(ctx, groups[i])
	})
	for i, g := range groups {
		if errs[i] == nil && s.Tell != nil {
			errs[i] = s.tell(ctx, g)
		}
		if errs[i] != nil {
			s.Log(map[string]any{"error": "clicks: " + errs[i].Error(), "link": g.link})
			failed = append(failed, g.from...)
		}
	}
	sort.Ints(failed)
	return failed, nil
}

func (s *Service) tell(ctx context.Context, g *group) error {
	var visits []Event
	for i := range g.events {
		if e := &g.events[i]; !e.Bot && e.Target > 0 {
			visits = append(visits, *e)
		}
	}
	if len(visits) == 0 {
		return nil
	}
	return s.Tell(ctx, visits)
}

// gather sorts the events of a batch by bucket.
func (s *Service) gather(batch []queue.Message) (all []*group) {
	now, by := s.Now(), map[spot]*group{}
	for i, m := range batch {
		var e Event
		err := json.Unmarshal(m.Body, &e)
		if at := time.Unix(e.At, 0); err == nil && (e.Link == "" || e.Shard < 0 || e.Shard >= MaxShards || !validID(e.ID) ||
			at.Before(now.Add(-mostAge)) || at.After(now.Add(mostAhead))) {
			err = errors.New("an event names nothing")
		}
		if err != nil {
			s.Log(map[string]any{"error": "clicks: " + err.Error(), "link": e.Link})
			continue
		}
		at := spot{e.Link, e.At / bucketSeconds, e.Shard}
		g := by[at]
		if g == nil {
			g = &group{spot: at}
			by[at], all = g, append(all, g)
		}
		g.events, g.from = append(g.events, e), append(g.from, i)
	}
	return all
}

func validID(text string) bool {
	b, err := encoding.DecodeString(text)
	return err == nil && len(b) == idBytes
}

// bucket is the row of a bucket.
type bucket struct {
	Rev int64  `dynamodbav:"q"`
	IDs []byte `dynamodbav:"i"`
	TTL int64  `dynamodbav:"ttl"`
}

func (b *bucket) has(id []byte) bool {
	for at := 0; at < len(b.IDs); at += idBytes {
		if bytes.Equal(b.IDs[at:at+idBytes], id) {
			return true
		}
	}
	return false
}

// count adds the events of a bucket that were not counted before, and repeats this while another consumer is faster.
func (s *Service) count(ctx context.Context, g *group) error {
	k := bucketKey(g.link, g.bucket, g.shard)
	return store.Decide(ctx, tries, func() error {
		b, _, err := store.Load[bucket](ctx, s.DB, k, true)
		if err != nil {
			return err
		}
		rev, day, total := b.Rev, map[string]int64{}, map[string]int64{}
		for i := range g.events {
			e := &g.events[i]
			id, err := encoding.DecodeString(e.ID)
			if err != nil || b.has(id) {
				continue
			}
			b.IDs = append(b.IDs, id...)
			e.add(day, total)
		}
		if len(total) == 0 {
			return nil
		}
		now, at := s.Now(), time.Unix(g.bucket*bucketSeconds, 0)
		cond := store.Eq("q", rev)
		if rev == 0 {
			cond = store.Missing("pk")
		}
		b.Rev, b.TTL = rev+1, now.Add(keepBuckets).Unix()
		return s.DB.Transact(ctx, []store.Op{
			{Verb: store.Put, Key: k, Item: b, If: cond},
			{Verb: store.Update, Key: dayKey(g.link, quota.Day(at), g.shard), Add: day,
				Set: map[string]any{"ttl": at.Add(keepDays).Unix()}},
			{Verb: store.Update, Key: totalKey(g.link, g.shard), Add: total},
		})
	})
}

// add counts an event in the counters of a day and in those of all days.
func (e *Event) add(day, total map[string]int64) {
	if e.Bot {
		day[attrBots]++
		total[attrBots]++
		return
	}
	day[attrPeople]++
	total[attrPeople]++
	if len(e.Country) == 2 {
		day[attrCountry+e.Country]++
	}
	switch {
	case e.Target > 0:
		day[attrTarget+strconv.Itoa(e.Target)]++
	case e.Target == Fallback:
		day[attrFallback]++
	default:
		day[attrUnavailable]++
	}
}
