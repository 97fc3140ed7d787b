// Package visitor owns the people who opened an address of a sales channel.
//
// # Visits
//
// A visitor is known by the id of a cookie, of which only a hash is stored; neither the address nor the user agent is. The form of a
// channel and its shunting link give each other the id (Identity). A visitor is kept
// once a channel and day, with what the first visit of the day told: country, link and campaign parameters. A row is one write, and the
// rows of a batch come before their count (package funnel), so that a repeated message neither adds nor loses a visitor. Machines are
// none: the callers leave them out. A channel keeps visitor.day.max visitors a day, each for visitor.keep.days.
//
// # Leads
//
// The row of a visitor who sent the channel's form names the lead. A lead by message has no visitor: the message does not carry the
// cookie.
//
// # Keys
//
// Table audience: VISIT#<tenant>#<day> / <channel>#<visitor>; expires.
package visitor

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"time"

	"herald/pkg/audience/saleschannel/funnel"
	"herald/pkg/kit/quota"
	"herald/pkg/kit/store"
	"herald/pkg/platform/setting"
)

const table = "audience"

// Visit is one request of a person for an address of a channel.
type Visit struct {
	Tenant  string
	Channel string // id
	Visitor string // of its cookie
	At      time.Time
	Country string // ISO 3166-1 alpha-2; empty: unknown
	Link    string // code of the shunting link; empty: the channel's own address
	Params  map[string]string
}

// Recorder writes visits.
type Recorder struct {
	DB       store.DB
	Settings *setting.Store
}

// row is a visitor of a day. Its list fields are those of Visitor.
type row struct {
	Visitor
	TTL int64 `dynamodbav:"ttl"`
}

// Hash stands for a visitor's cookie.
func Hash(visitor string) []byte {
	sum := sha256.Sum256([]byte("herald visitor " + visitor))
	return sum[:9]
}

func key(tenant, day, channel string, hash []byte) store.Key {
	return store.Key{Table: table, PK: "VISIT#" + tenant + "#" + day, SK: channel + "#" + base64.RawURLEncoding.EncodeToString(hash)}
}

// Record keeps the visitors of some visits who are new on their day. It may be repeated.
func (r *Recorder) Record(ctx context.Context, visits []Visit) error {
	most, err := r.Settings.Int(ctx, "visitor.day.max")
	if err != nil {
		return err
	}
	days, err := r.Settings.Int(ctx, "visitor.keep.days")
	if err != nil {
		return err
	}
	type spot struct{ channel, day string }
	by := map[spot][]Visit{}
	for _, v := range visits {
		if v.Visitor != "" && v.Channel != "" && v.Tenant != "" {
			at := spot{v.Channel, quota.Day(v.At)}
			by[at] = append(by[at], v)
		}
	}
	for at, some := range by {
		ids := make([][]byte, len(some))
		for i := range some {
			ids[i] = Hash(some[i].Visitor)
		}
		arrivals := funnel.Arrivals{Channel: at.channel, At: some[0].At, IDs: ids, Limit: most}
		err := funnel.Visitors(ctx, r.DB, arrivals, func(fresh []int) error {
			ops := make([]store.Op, len(fresh))
			for n, i := range fresh {
				v := some[i]
				ops[n] = store.Op{Verb: store.Put, Key: key(v.Tenant, at.day, v.Channel, ids[i]), Item: row{
					Visitor: Visitor{ChannelID: v.Channel, CreateTime: v.At.UTC(), CountryCode: v.Country, Link: v.Link, Params: v.Params},
					TTL:     v.At.AddDate(0, 0, days).Unix()}}
			}
			return r.DB.WriteAll(ctx, ops)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Became gives the operation that names the lead that a visitor of this day became.
func Became(v Visit, lead string, ttl time.Time) store.Op {
	return store.Op{Verb: store.Update, Key: key(v.Tenant, quota.Day(v.At), v.Channel, Hash(v.Visitor)),
		Set: map[string]any{"ld": lead, "ch": v.Channel, "ct": v.At.UTC(), "ttl": ttl.Unix()}}
}
