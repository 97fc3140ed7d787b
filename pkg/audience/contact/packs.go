package contact

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
)

const (
	packSize = 1000
	maxPacks = 100_000 // places that a pack's key can tell apart
)

// pack tells which row holds the pack of a place, and how many numbers it has; none when its members are all gone.
// A place never moves: an order that is being planned counts packs.
type pack struct {
	attempt int64
	count   int
}

// packRow is the row of a pack. It can become visible only with the version after base: a row of an older base that is
// not visible never will be.
type packRow struct {
	Packed  []byte `dynamodbav:"k"` // phone.Pack
	Base    int64  `dynamodbav:"b"`
	Created int64  `dynamodbav:"c"` // unix seconds of the import
}

// encodePacks writes runs of equal packs.
func encodePacks(packs []pack) []byte {
	out := []byte{}
	for i := 0; i < len(packs); {
		n := 1
		for i+n < len(packs) && packs[i+n] == packs[i] {
			n++
		}
		out = binary.AppendUvarint(out, uint64(packs[i].attempt))
		out = binary.AppendUvarint(out, uint64(packs[i].count))
		out = binary.AppendUvarint(out, uint64(n))
		i += n
	}
	return out
}

var errTable = errors.New("contact: the table of packs is damaged")

func decodePacks(b []byte) ([]pack, error) {
	var out []pack
	for len(b) > 0 {
		var v [3]uint64
		for i := range v {
			value, n := binary.Uvarint(b)
			if n <= 0 {
				return nil, errTable
			}
			v[i], b = value, b[n:]
		}
		if v[2] > maxPacks || len(out) > maxPacks {
			return nil, errTable
		}
		out = append(out, slices.Repeat([]pack{{int64(v[0]), int(v[1])}}, int(v[2]))...)
	}
	return out, nil
}

// members are the numbers of a pack, ascending.
type members struct {
	numbers []uint64
	created time.Time
}

func (p packRow) members() (members, error) {
	numbers, err := phone.Unpack(p.Packed)
	return members{numbers, time.Unix(p.Created, 0).UTC()}, err
}

// content is a collection with all its members.
type content struct {
	*meta
	packs   []pack
	members []members  // by pack
	dead    []store.Op // deletions of rows that nobody can see any more
}

// errMoved: the members changed while they were read.
var errMoved = errors.New("contact: members changed meanwhile")

// load reads all members of a collection as its row tells them: one query.
func (r *Room) load(ctx context.Context, m *meta) (*content, error) {
	packs, err := decodePacks(m.Packs)
	if err != nil {
		return nil, err
	}
	c := &content{meta: m, packs: packs, members: make([]members, len(packs))}
	rows, err := store.Collect(store.Rows(ctx, r.DB, store.Query{Table: table, PK: metaKey(m.ID).PK, Prefix: "M#", Consistent: true}))
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		var p packRow
		if _, err := store.Decode(row, &p); err != nil {
			return nil, err
		}
		n, attempt, err := packOf(store.SortKey(row))
		if err != nil {
			return nil, err
		}
		if n < len(packs) && packs[n].attempt == attempt && packs[n].count > 0 {
			if c.members[n], err = p.members(); err != nil {
				return nil, err
			}
		} else if p.Base < m.Version {
			c.dead = append(c.dead, store.Op{Verb: store.Delete, Key: packKey(m.ID, n, attempt)})
		}
	}
	for n := range packs {
		if len(c.members[n].numbers) != packs[n].count {
			return nil, errMoved
		}
	}
	return c, nil
}

func packOf(sk string) (n int, attempt int64, err error) {
	parts := strings.Split(sk, "#")
	if len(parts) != 3 {
		return 0, 0, fmt.Errorf("contact: %q is no key of a pack", sk)
	}
	if n, err = strconv.Atoi(parts[1]); err == nil {
		attempt, err = strconv.ParseInt(parts[2], 10, 64)
	}
	return n, attempt, err
}

// read gives some packs of a collection; errMoved when one was replaced since the table was read.
func (r *Room) read(ctx context.Context, id string, packs []pack, places []int) ([]members, error) {
	var keys []store.Key
	for _, n := range places {
		if packs[n].count > 0 {
			keys = append(keys, packKey(id, n, packs[n].attempt))
		}
	}
	out := make([]members, len(places))
	if len(keys) == 0 {
		return out, nil
	}
	rows, err := r.DB.GetMany(ctx, keys, true)
	if err != nil {
		return nil, err
	}
	at := 0
	for i, n := range places {
		if packs[n].count == 0 {
			continue
		}
		var p packRow
		if ok, err := store.Decode(rows[at], &p); err != nil {
			return nil, err
		} else if !ok {
			return nil, errMoved
		}
		at++
		if out[i], err = p.members(); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// claim begins an attempt to change the members: it gives the attempt a number of its own and the collection as it is.
// nil when there is no such collection any more.
func (r *Room) claim(ctx context.Context, id string) (*content, error) {
	for try := 1; ; try++ {
		row, err := r.DB.Write(ctx, store.Op{Verb: store.Update, Key: metaKey(id), Add: map[string]int64{"q": 1}, If: store.Exists("pk")})
		if store.ConditionFailed(err) != nil {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		var m meta
		if _, err := store.Decode(row, &m); err != nil {
			return nil, err
		}
		c, err := r.load(ctx, &m)
		if !errors.Is(err, errMoved) || try == tries {
			return c, err
		}
	}
}

// place puts numbers into the pack of a place and gives the row to be written; none for no numbers.
func (c *content) place(n int, m members) []store.Op {
	if n == len(c.packs) {
		c.packs = append(c.packs, pack{})
	} else if old := c.packs[n]; old.count > 0 {
		c.dead = append(c.dead, store.Op{Verb: store.Delete, Key: packKey(c.ID, n, old.attempt)})
	}
	if len(m.numbers) == 0 {
		c.packs[n] = pack{}
		return nil
	}
	c.packs[n] = pack{c.Attempts, len(m.numbers)}
	return []store.Op{{Verb: store.Put, Key: packKey(c.ID, n, c.Attempts),
		Item: packRow{Packed: phone.Pack(m.numbers), Base: c.Version, Created: m.created.Unix()}}}
}

// commit makes the packs of an attempt visible together with other changes, or gives a *store.Failed: its index is that of
// the change in with whose condition did not hold, or len(with) when the members were changed by somebody else.
func (r *Room) commit(ctx context.Context, c *content, add map[string]int64, with ...store.Op) error {
	count := 0
	for _, p := range c.packs {
		count += p.count
	}
	now := r.Now()
	ops := c.change(map[string]any{"mc": count, "ua": now}, add, store.Eq("v", c.Version))
	all := map[string]any{"mc": count, "ua": now, "v": c.Version + 1, "lq": c.Attempts, "t": encodePacks(c.packs)}
	ops[0].Set = all
	err := r.transact(ctx, append(with, ops...))
	failed := store.ConditionFailed(err)
	if err != nil && failed == nil {
		return err
	}
	if failed != nil {
		var now meta
		if _, err := store.Decode(failed.Old, &now); err != nil {
			return err
		}
		if failed.Index != len(with) || now.Last != c.Attempts {
			return failed
		}
		// It was done, and the answer was lost.
	}
	// What was replaced is out of sight already; what stays of it when this fails goes with the next change.
	if len(c.dead) > 0 {
		if err := r.DB.WriteAll(ctx, c.dead); err != nil {
			r.Log(map[string]any{"warning": "contact: old packs: " + err.Error(), "id": c.ID})
		}
	}
	return nil
}
