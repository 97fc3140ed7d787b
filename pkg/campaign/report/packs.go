package report

import (
	"context"
	"encoding/binary"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/store"
)

// Packs hold the figures of many rows of the log in one row. There are two kinds:
//
//	c#<channel>#<day>      of each country from the first day of the month to this day, by one channel or by all ("*")
//	s#<country>#<month>    of each day and channel of a month, of one country or of all
//
// So any span of days is the difference of a few packs, however many countries there are. A pack has what was counted before its slot.
// The head tells the slot up to which everything is packed, so a pack that is behind it had no changes since.
const (
	all       = "*"
	monthForm = "200601"
)

func packKey(scope auth.Scope, kind, of, when string) store.Key {
	return store.Key{Table: table, PK: "STAT#" + string(scope) + "#packs", SK: kind + "#" + of + "#" + when}
}

func headKey(scope auth.Scope) store.Key {
	return store.Key{Table: table, PK: "STAT#" + string(scope) + "#packs", SK: "head"}
}

// head tells how far the log of a scope is packed.
type head struct {
	Slot   string `dynamodbav:"w"`           // everything before it is in packs
	Until  int64  `dynamodbav:"l"`           // unix seconds: another one may pack from then on
	Former string `dynamodbav:"p,omitempty"` // Slot before
	At     int64  `dynamodbav:"t,omitempty"` // unix seconds: when Slot became what it is
}

// spreads is how long a read that is not consistent may miss a write.
const spreads = 30 * time.Second

// from is the slot before which packs that are read at a time have everything.
func (h *head) from(now time.Time) string {
	if now.Sub(time.Unix(h.At, 0)) < spreads {
		return h.Former
	}
	return h.Slot
}

// counterNames are the figures in the order in which packs hold them.
const counterNames = "otsarfhcum"

// counts are figures in that order.
type counts [len(counterNames)]int64

func (c *counts) named() map[string]int64 {
	by := map[string]int64{}
	for i, n := range c {
		by[counterNames[i:i+1]] = n
	}
	return by
}

func (c *counts) add(by map[string]int64) {
	for i := range c {
		c[i] += by[counterNames[i:i+1]]
	}
}

// pack is figures by country, or by day and channel.
type pack struct {
	Slot string // it has what was counted before this slot
	Day  string // of countries: up to which it has days, and nothing of later ones
	By   map[string]*counts
}

// lacks reports whether a change is not in a pack of countries.
func (p *pack) lacks(c *change) bool { return c.Day > p.Day || c.Slot >= p.Slot }

func (p *pack) clone() *pack {
	other := &pack{p.Slot, p.Day, map[string]*counts{}}
	for name, c := range p.By {
		*other.of(name) = *c
	}
	return other
}

func (p *pack) of(name string) *counts {
	if p.By[name] == nil {
		p.By[name] = &counts{}
	}
	return p.By[name]
}

// encoded writes each name with its length, and its counts.
func (p *pack) encoded() (out []byte) {
	for _, name := range slices.Sorted(maps.Keys(p.By)) {
		out = append(binary.AppendUvarint(out, uint64(len(name))), name...)
		for _, n := range p.By[name] {
			out = binary.AppendVarint(out, n)
		}
	}
	return out
}

func (p *pack) put(key store.Key) store.Op {
	return store.Op{Verb: store.Put, Key: key, Item: map[string]any{"w": p.Slot, "b": p.encoded()}}
}

var errPack = errors.New("stat: a pack cannot be read")

// unpacked reads the row of a pack; an empty one for no row. from is the head's slot: a pack that is behind had no changes since.
func unpacked(row store.Item, from string) (*pack, error) {
	var of struct {
		Slot string `dynamodbav:"w"`
		Data []byte `dynamodbav:"b"`
	}
	if _, err := store.Decode(row, &of); err != nil {
		return nil, err
	}
	p, rest := &pack{max(of.Slot, from), "", map[string]*counts{}}, of.Data
	for len(rest) > 0 {
		length, n := binary.Uvarint(rest)
		if n <= 0 || length > uint64(len(rest)-n) {
			return nil, errPack
		}
		to := p.of(string(rest[n : n+int(length)]))
		rest = rest[n+int(length):]
		for i := range to {
			if to[i], n = binary.Varint(rest); n <= 0 {
				return nil, errPack
			}
			rest = rest[n:]
		}
	}
	return p, nil
}

// countriesUntil reads the pack of a key, or of the latest day before it in its month; an empty one for none.
func (r *Service) countriesUntil(ctx context.Context, key store.Key, from string, consistent bool) (*pack, error) {
	month := key.SK[:len(key.SK)-len(dayForm)+len(monthForm)]
	query := store.Query{Table: table, PK: key.PK, From: month, To: key.SK, Desc: true, Limit: 1, Consistent: consistent}
	rows, err := r.DB.Query(ctx, query)
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return unpacked(nil, from)
	}
	return countriesOf(rows[0], from)
}

// countriesOf reads the row of a pack of countries.
func countriesOf(row store.Item, from string) (*pack, error) {
	p, err := unpacked(row, from)
	if err != nil {
		return nil, err
	}
	sk := store.SortKey(row)
	p.Day = sk[strings.LastIndexByte(sk, '#')+1:]
	return p, nil
}
