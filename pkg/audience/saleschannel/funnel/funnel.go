// Package funnel counts what comes through a sales channel: visitors, leads, qualified leads and customers.
//
// # Leads
//
// A lead is counted in the transaction that creates or changes it, on the day on which it came. So each step of a day is at most as large
// as the one before it.
//
// # Visitors
//
// A visitor counts once a channel and day. The ids of a day's visitors lie in rows with their number, divided among shards; a batch of
// visits writes a shard once. A repeated message finds its ids. After a bound further visitors of the day are not kept and not counted.
//
// # Keys
//
// Table audience:
//
//	FUNNEL#<channel> / D#<day>#L           leads that came on a day at +08:00; expires
//	FUNNEL#<channel> / D#<day>#V<shard>    visitors of a day, with their ids; expires
//	FUNNEL#<channel> / T#L, T#V<shard>     the same of all days
package funnel

import (
	"bytes"
	"context"
	"strings"
	"time"

	"herald/pkg/kit/parallel"
	"herald/pkg/kit/quota"
	"herald/pkg/kit/store"
)

const (
	table      = "audience"
	keep       = 800 * 24 * time.Hour // of the rows of a day
	shards     = 8
	tries      = 40
	sideBySide = 16
)

// Step is a step of the funnel after the visit; the name of its counter.
type Step string

// Steps of a lead.
const (
	Lead      Step = "l"
	Qualified Step = "f"
	Customer  Step = "c"
)

const visitors = "n"

func key(channel, sk string) store.Key {
	return store.Key{Table: table, PK: "FUNNEL#" + channel, SK: sk}
}

// Count gives the operations that count steps of a lead that came at a time.
func Count(channel string, came time.Time, steps ...Step) []store.Op {
	if len(steps) == 0 {
		return nil
	}
	add := map[string]int64{}
	for _, s := range steps {
		add[string(s)]++
	}
	return []store.Op{
		{Verb: store.Update, Key: key(channel, "D#"+quota.Day(came)+"#L"), Add: add, Set: map[string]any{"ttl": came.Add(keep).Unix()}},
		{Verb: store.Update, Key: key(channel, "T#L"), Add: add},
	}
}

// Leadless gives the operation that lets a transaction happen only while no lead came through a channel.
func Leadless(channel string) store.Op {
	return store.Op{Verb: store.Check, Key: key(channel, "T#L"), If: store.Missing(string(Lead))}
}

// idBytes are kept of an id. Of 5,000 visitors of a day, two have the same id with a chance of 2^-23.
const idBytes = 6

// day is the row of a shard of a day's visitors.
type day struct {
	Rev int64  `dynamodbav:"q"`
	N   int64  `dynamodbav:"n"`
	IDs []byte `dynamodbav:"i"`
	TTL int64  `dynamodbav:"ttl"`
}

func (d *day) has(id []byte) bool {
	for at := 0; at < len(d.IDs); at += idBytes {
		if bytes.Equal(d.IDs[at:at+idBytes], id) {
			return true
		}
	}
	return false
}

// Arrivals are visitors of a channel on a day.
type Arrivals struct {
	Channel string
	At      time.Time // on the day
	IDs     [][]byte  // hashes of at least 6 bytes
	Limit   int       // more visitors a day are neither kept nor counted
}

// Visitors counts those arrivals who have not come to the channel on that day before. kept is called with the indexes of the new ones
// before they are counted, and possibly again; its error counts none of them.
func Visitors(ctx context.Context, db store.DB, a Arrivals, kept func(fresh []int) error) error {
	by := map[byte][]int{}
	for i, id := range a.IDs {
		by[id[0]%shards] = append(by[id[0]%shards], i)
	}
	for shard, some := range by {
		k := key(a.Channel, "D#"+quota.Day(a.At)+"#V"+string('0'+rune(shard)))
		err := store.Decide(ctx, tries, func() error {
			d, _, err := store.Load[day](ctx, db, k, true)
			if err != nil {
				return err
			}
			rev, fresh := d.Rev, []int(nil)
			for _, i := range some {
				if id := a.IDs[i][:idBytes]; !d.has(id) && len(d.IDs) < max(1, a.Limit/shards)*idBytes {
					d.IDs, fresh = append(d.IDs, id...), append(fresh, i)
				}
			}
			if len(fresh) == 0 {
				return nil
			}
			if err := kept(fresh); err != nil {
				return err
			}
			cond := store.Eq("q", rev)
			if rev == 0 {
				cond = store.Missing("pk")
			}
			n := int64(len(fresh))
			d.Rev, d.N, d.TTL = rev+1, d.N+n, a.At.Add(keep).Unix()
			return db.Transact(ctx, []store.Op{{Verb: store.Put, Key: k, Item: d, If: cond},
				{Verb: store.Update, Key: key(a.Channel, "T#V"+string('0'+rune(shard))), Add: map[string]int64{visitors: n}}})
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Counts are what came through a channel, or on a day.
type Counts struct {
	Visitors  int64 `dynamodbav:"n" json:"visitors" doc:"People who opened an address of the channel, once a day each."`
	Leads     int64 `dynamodbav:"l" json:"leads"`
	Qualified int64 `dynamodbav:"f" json:"qualified" doc:"Leads that were qualified or became customers."`
	Customers int64 `dynamodbav:"c" json:"customers"`
}

// Add adds other counts.
func (c *Counts) Add(o Counts) {
	c.Visitors += o.Visitors
	c.Leads += o.Leads
	c.Qualified += o.Qualified
	c.Customers += o.Customers
}

var counters = []string{visitors, string(Lead), string(Qualified), string(Customer)}

// Totals gives the counts of channels of all days, in the order of their ids.
func Totals(ctx context.Context, db store.DB, channels []string) ([]Counts, error) {
	all := make([]Counts, len(channels))
	return all, firstOf(parallel.Each(len(channels), sideBySide, func(i int) error {
		return read(ctx, db, span(channels[i], "T#", "T#~"), func(_ string, c Counts) { all[i].Add(c) })
	}))
}

// Days gives the counts of each channel by day at +08:00, from one to another, for days on which anything came.
func Days(ctx context.Context, db store.DB, channels []string, from, to string) ([]map[string]Counts, error) {
	all := make([]map[string]Counts, len(channels))
	return all, firstOf(parallel.Each(len(channels), sideBySide, func(i int) error {
		all[i] = map[string]Counts{}
		return read(ctx, db, span(channels[i], "D#"+from, "D#"+to+"~"), func(sk string, c Counts) {
			on, _, _ := strings.Cut(strings.TrimPrefix(sk, "D#"), "#")
			sum := all[i][on]
			sum.Add(c)
			all[i][on] = sum
		})
	}))
}

func span(channel, from, to string) store.Query {
	k := key(channel, "")
	return store.Query{Table: k.Table, PK: k.PK, From: from, To: to}
}

func read(ctx context.Context, db store.DB, q store.Query, each func(sk string, c Counts)) error {
	q.Attributes = counters
	for it, err := range store.Rows(ctx, db, q) {
		if err != nil {
			return err
		}
		var c Counts
		if _, err := store.Decode(it, &c); err != nil {
			return err
		}
		each(store.SortKey(it), c)
	}
	return nil
}

func firstOf(errs []error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
