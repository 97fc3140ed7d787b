package consent

import (
	"context"
	"time"

	"herald/pkg/kit/parallel"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
)

// Store tells whose consent a tenant has on record, as the latest statement of each recipient says. It is asked before each send to a
// country that wants consent (setting optin.countries); what withdraws one suppresses the number besides.
// Key, in table audience: CONSENT#<tenant> / <number>, with two attributes a channel: s_<channel> the state, t_<channel> its time.
type Store struct{ DB store.DB }

func bookKey(tenant string, number uint64) store.Key {
	return store.Key{Table: "audience", PK: "CONSENT#" + tenant, SK: phone.Format(phone.Normal(number))}
}

// Note keeps a statement unless a later one stands. A repetition changes nothing.
func (b *Store) Note(ctx context.Context, tenant string, number uint64, s Statement) error {
	at, given := s.At.UnixMilli(), 0
	if s.Given {
		given = 1
	}
	when := "t_" + s.Channel
	_, err := b.DB.Write(ctx, store.Op{Verb: store.Update, Key: bookKey(tenant, number),
		Set: map[string]any{"s_" + s.Channel: given, when: at},
		If:  store.Or(store.Missing(when), store.Lt(when, at))})
	if store.ConditionFailed(err) != nil {
		return nil
	}
	return err
}

// Statement of a recipient.
type Statement struct {
	Channel string // empty: every channel
	Given   bool
	At      time.Time
}

// asked is how many rows a call reads, and beside how many others.
const (
	asked  = 100
	beside = 8
)

// Given tells of each number whether its owner agreed to messages of the tenant on a channel: by the latest of what was said about
// the channel and about all. Half a read unit a number.
func (b *Store) Given(ctx context.Context, tenant string, numbers []uint64, channel string) ([]bool, error) {
	out := make([]bool, len(numbers))
	for _, err := range parallel.Each((len(numbers)+asked-1)/asked, beside, func(i int) error {
		from := i * asked
		some := numbers[from:min(from+asked, len(numbers))]
		place := map[store.Key]int{} // two forms of a number are one key, and a key is asked for once
		var keys []store.Key
		for _, n := range some {
			k := bookKey(tenant, n)
			if _, known := place[k]; !known {
				place[k] = len(keys)
				keys = append(keys, k)
			}
		}
		rows, err := b.DB.GetMany(ctx, keys, false)
		if err != nil {
			return err
		}
		for j, n := range some {
			if out[from+j], err = given(rows[place[bookKey(tenant, n)]], channel); err != nil {
				return err
			}
		}
		return nil
	}) {
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

func given(row store.Item, channel string) (bool, error) {
	var said map[string]any
	if ok, err := store.Decode(row, &said); err != nil || !ok {
		return false, err
	}
	latest, yes := 0.0, false
	for _, c := range []string{"", channel} {
		if at, ok := said["t_"+c].(float64); ok && at > latest {
			latest, yes = at, said["s_"+c] == 1.0
		}
	}
	return yes, nil
}
