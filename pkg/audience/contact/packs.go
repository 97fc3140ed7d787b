package contact

import (
	"context"
	"errors"
	"fmt"
	"maps"
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
	Values  []byte `dynamodbav:"x,omitempty"`
	Proofs  []byte `dynamodbav:"e,omitempty"`
	Base    int64  `dynamodbav:"b"`
	Created int64  `dynamodbav:"c"` // unix seconds of the import
}

// learnedRow is what was learned of a pack's members since the pack was written. Only packs that can be seen get one.
type learnedRow struct {
	Proofs []byte `dynamodbav:"e"`
	By     int64  `dynamodbav:"q"` // the attempt that wrote it
}

// members are the numbers of a pack, ascending, and what is known of each.
type members struct {
	numbers []uint64
	created time.Time
	values  values
	proofs  []Proof // nil: no evidence about any member
	learned bool    // there is a learnedRow
	by      int64   // which attempt wrote that; 0: none
}

// members of a pack, with what was learned of them since.
func (p packRow) members(l learnedRow) (m members, err error) {
	if m.learned, m.by = len(l.Proofs) > 0, l.By; m.learned {
		p.Proofs = l.Proofs
	}
	m.created = time.Unix(p.Created, 0).UTC()
	if m.numbers, err = phone.Unpack(p.Packed); err == nil {
		m.values, err = decodeValues(p.Values, len(m.numbers))
	}
	if err == nil {
		m.proofs, err = p.proofs(len(m.numbers))
	}
	return m, err
}

// pick gives some members of a pack, by their places.
func (m members) pick(places []int) members {
	out := members{created: m.created, values: m.values.pick(places)}
	for _, i := range places {
		out.numbers = append(out.numbers, m.numbers[i])
		if m.proofs != nil {
			out.proofs = append(out.proofs, m.proofs[i])
		}
	}
	return out
}

// without gives the members of a pack that are not gone.
func (m members) without(gone map[uint64]struct{}) members {
	var kept []int
	for i, n := range m.numbers {
		if _, ok := gone[phone.Normal(n)]; !ok {
			kept = append(kept, i)
		}
	}
	return m.pick(kept)
}

// content is a collection with all its members.
type content struct {
	*meta
	packs   []pack
	members []members      // by pack
	dead    []store.Op     // deletions of rows that are no longer visible
	part    bool           // of the members only some packs were read
	shown   map[string]any // what else changes in the collection's rows
}

// errMembersChanged: the members changed while they were read.
var errMembersChanged = errors.New("contact: members changed meanwhile")

// load reads all members of a collection as its row tells them: one query.
func (r *Service) load(ctx context.Context, m *meta) (*content, error) {
	packs, err := decodePacks(m.Packs)
	if err != nil {
		return nil, err
	}
	c := &content{meta: m, packs: packs, members: make([]members, len(packs))}
	rows, err := store.Collect(store.Rows(ctx, r.DB, store.Query{Table: table, PK: metaKey(m.ID).PK, Prefix: "M#", Consistent: true}))
	if err != nil {
		return nil, err
	}
	for i, row := range rows {
		sk := store.SortKey(row)
		n, attempt, err := packOf(strings.TrimSuffix(sk, learnedSuffix))
		if err != nil {
			return nil, err
		}
		seen := n < len(packs) && packs[n].attempt == attempt && packs[n].count > 0
		if strings.HasSuffix(sk, learnedSuffix) { // taken along by the row before it
			if !seen {
				c.dead = append(c.dead, store.Op{Verb: store.Delete, Key: learnedKey(m.ID, n, attempt)})
			}
			continue
		}
		var p packRow
		if _, err := store.Decode(row, &p); err != nil {
			return nil, err
		}
		var l learnedRow
		if i+1 < len(rows) && store.SortKey(rows[i+1]) == sk+learnedSuffix {
			if _, err := store.Decode(rows[i+1], &l); err != nil {
				return nil, err
			}
		}
		if seen {
			if c.members[n], err = p.members(l); err != nil {
				return nil, err
			}
		} else if p.Base < m.Version {
			c.dead = append(c.dead, store.Op{Verb: store.Delete, Key: packKey(m.ID, n, attempt)})
		}
	}
	for n := range packs {
		if len(c.members[n].numbers) != packs[n].count {
			return nil, errMembersChanged
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

// read gives some packs of a collection; errMembersChanged when one was replaced since the table was read.
func (r *Service) read(ctx context.Context, id string, packs []pack, places []int) ([]members, error) {
	var keys []store.Key
	for _, n := range places {
		if packs[n].count > 0 {
			keys = append(keys, packKey(id, n, packs[n].attempt), learnedKey(id, n, packs[n].attempt))
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
			return nil, errMembersChanged
		}
		var l learnedRow
		if _, err := store.Decode(rows[at+1], &l); err != nil {
			return nil, err
		}
		at += 2
		if out[i], err = p.members(l); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// claim begins an attempt to change the members: it gives the attempt a number of its own and the collection as it is.
// nil when there is no such collection any more.
func (r *Service) claim(ctx context.Context, id string) (c *content, err error) {
	err = untilStill(ctx, func() error {
		c = nil
		m, err := r.number(ctx, id)
		if m == nil || err != nil {
			return err
		}
		c, err = r.load(ctx, m)
		return err
	})
	return c, err
}

// number gives an attempt to change the members its number, and the collection's row; nil when there is none any more.
func (r *Service) number(ctx context.Context, id string) (*meta, error) {
	row, err := r.DB.Write(ctx, store.Op{Verb: store.Update, Key: metaKey(id), Add: map[string]int64{"q": 1}, If: store.Exists("pk")})
	if store.ConditionFailed(err) != nil {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var m meta
	_, err = store.Decode(row, &m)
	return &m, err
}

// place puts members into the pack of a place and gives the row to be written; none for no members.
func (c *content) place(n int, m members) ([]store.Op, error) {
	row := packRow{Packed: phone.Pack(m.numbers), Base: c.Version, Created: m.created.Unix()}
	var err error
	if row.Values, err = m.values.encode(); err == nil && m.proofs != nil {
		row.Proofs, err = deflated(m.proofs)
	}
	if err != nil {
		return nil, err
	}
	if n == len(c.packs) {
		c.packs, c.members = append(c.packs, pack{}), append(c.members, members{})
	} else if old := c.packs[n]; old.count > 0 {
		c.dead = append(c.dead, store.Op{Verb: store.Delete, Key: packKey(c.ID, n, old.attempt)})
		if c.members[n].learned {
			c.dead = append(c.dead, store.Op{Verb: store.Delete, Key: learnedKey(c.ID, n, old.attempt)})
		}
	}
	m.learned, m.by = false, 0
	if c.members[n] = m; len(m.numbers) == 0 {
		c.packs[n] = pack{}
		return nil, nil
	}
	c.packs[n] = pack{c.Attempts, len(m.numbers)}
	return []store.Op{{Verb: store.Put, Key: packKey(c.ID, n, c.Attempts),
		Item: row}}, nil
}

// commit makes the packs of an attempt visible together with other changes, or returns a *store.Failed. Its index is
// that of the change in with whose condition did not hold, or len(with) when another writer changed the members.
func (r *Service) commit(ctx context.Context, c *content, add map[string]int64, with ...store.Op) error {
	count := 0
	for _, p := range c.packs {
		count += p.count
	}
	shown := map[string]any{"mc": count, "ua": r.Now()}
	if !c.part {
		shown["wc"], shown["ac"] = c.tally()
	}
	maps.Copy(shown, c.shown)
	ops := c.change(shown, add, store.Eq("v", c.Version))
	all := map[string]any{"v": c.Version + 1, "lq": c.Attempts, "t": encodePacks(c.packs), "cs": c.Columns}
	maps.Copy(all, shown)
	ops[0].Set = all
	err := r.transact(ctx, append(with, ops...))
	failed := store.ConditionFailed(err)
	if err != nil && (failed == nil || failed.Index != len(with)) { // or of a row that is no collection
		return err
	}
	if failed != nil {
		var now meta
		if _, err := store.Decode(failed.Old, &now); err != nil {
			return err
		}
		if now.Last != c.Attempts {
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
