package store

import (
	"context"
	"errors"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Memory is the DB of the seeded simulation and of the benchmark: DynamoDB's semantics and capacity units without a network.
// It is strict: an item above 400 KB, a transaction on one row twice or a batch with a condition is refused as on AWS.
// A test holds it to DynamoDB call by call (dynamo_test.go).
type Memory struct {
	mu    sync.Mutex
	parts map[string]*partition
	meter *Meter
}

type partition struct {
	keys []string // sorted
	rows map[string]Item
}

// NewMemory makes an empty database; meter may be nil.
func NewMemory(meter *Meter) *Memory { return &Memory{parts: map[string]*partition{}, meter: meter} }

func (m *Memory) part(k Key) *partition {
	name := k.Table + "\x00" + k.PK
	p := m.parts[name]
	if p == nil {
		p = &partition{rows: map[string]Item{}}
		m.parts[name] = p
	}
	return p
}

func clone(it Item) Item {
	if it == nil {
		return nil
	}
	c := make(Item, len(it))
	for k, v := range it {
		c[k] = v
	}
	return c
}

func (m *Memory) Get(ctx context.Context, key Key, consistent bool) (Item, error) {
	use := m.meter.counting(ctx)
	m.mu.Lock()
	defer m.mu.Unlock()
	it := m.part(key).rows[key.SK]
	use.add(Usage{Calls: 1, ReadUnits: readUnits(Size(it), consistent)})
	return clone(it), nil
}

func (m *Memory) GetMany(ctx context.Context, keys []Key, consistent bool) ([]Item, error) {
	use := m.meter.counting(ctx)
	m.mu.Lock()
	defer m.mu.Unlock()
	out := make([]Item, len(keys))
	u := Usage{Calls: int64((len(keys) + 99) / 100)}
	for i, k := range keys {
		it := m.part(k).rows[k.SK]
		out[i] = clone(it)
		if !slices.Contains(keys[i/100*100:i], k) { // a key that occurs twice in a call is read once
			u.ReadUnits += readUnits(Size(it), consistent)
		}
	}
	use.add(u)
	return out, nil
}

func (m *Memory) Query(ctx context.Context, q Query) ([]Item, error) {
	if err := q.valid(); err != nil {
		return nil, err
	}
	if !q.possible() {
		return nil, nil
	}
	use := m.meter.counting(ctx)
	m.mu.Lock()
	defer m.mu.Unlock()
	p := m.part(Key{Table: q.Table, PK: q.PK})
	from, to := 0, len(p.keys)
	if q.Prefix != "" {
		from = sort.SearchStrings(p.keys, q.Prefix)
		to = from + sort.Search(len(p.keys)-from, func(i int) bool { return !strings.HasPrefix(p.keys[from+i], q.Prefix) })
	} else {
		if q.From != "" {
			from = sort.SearchStrings(p.keys, q.From)
		}
		if q.To != "" {
			to = sort.Search(len(p.keys), func(i int) bool { return p.keys[i] > q.To })
		}
	}
	if n := sort.SearchStrings(p.keys, q.After); q.After != "" && q.Desc {
		to = min(to, n)
	} else if q.After != "" {
		from = max(from, sort.Search(len(p.keys), func(i int) bool { return p.keys[i] > q.After }))
	}
	var out []Item
	size := 0
	for n := range max(0, to-from) {
		if len(out) == q.Limit {
			break
		}
		sk := p.keys[from+n]
		if q.Desc {
			sk = p.keys[to-1-n]
		}
		it := p.rows[sk]
		size += Size(it)
		out = append(out, project(it, q.Attributes))
	}
	// A page ends at 1 MB; every page is a call.
	use.add(Usage{Calls: int64(1 + size/(1<<20)), ReadUnits: readUnits(size, q.Consistent)})
	return out, nil
}

func project(it Item, attributes []string) Item {
	if len(attributes) == 0 {
		return clone(it)
	}
	c := Item{}
	for _, a := range attributes {
		if v, ok := it[a]; ok {
			c[a] = v
		}
	}
	return c
}

func (m *Memory) Write(ctx context.Context, op Op) (Item, error) {
	if err := op.valid(); err != nil {
		return nil, err
	}
	use := m.meter.counting(ctx)
	m.mu.Lock()
	defer m.mu.Unlock()
	rows, units, err := m.evaluate([]Op{op})
	if f := ConditionFailed(err); f != nil {
		use.add(Usage{Calls: 1, WriteUnits: writeUnits(Size(f.Old))})
	}
	if err != nil {
		return nil, err
	}
	m.store(op.Key, rows[0])
	use.add(Usage{Calls: 1, WriteUnits: units})
	if op.Verb == Update {
		return clone(rows[0]), nil
	}
	return nil, nil
}

func (m *Memory) WriteAll(ctx context.Context, ops []Op) error {
	if err := validBatch(ops); err != nil {
		return err
	}
	use := m.meter.counting(ctx)
	m.mu.Lock()
	defer m.mu.Unlock()
	u := Usage{Calls: int64((len(ops) + 24) / 25)}
	for _, op := range ops {
		rows, units, err := m.evaluate([]Op{op})
		if err != nil {
			return err
		}
		m.store(op.Key, rows[0])
		u.WriteUnits += units
	}
	use.add(u)
	return nil
}

func (m *Memory) Transact(ctx context.Context, ops []Op) error {
	if err := validTransaction(ops); err != nil {
		return err
	}
	use := m.meter.counting(ctx)
	m.mu.Lock()
	defer m.mu.Unlock()
	rows, units, err := m.evaluate(ops)
	if err != nil {
		return err
	}
	for i, op := range ops {
		if op.Verb != Check {
			m.store(op.Key, rows[i])
		}
	}
	use.add(Usage{Calls: 1, WriteUnits: 2 * units})
	return nil
}

// evaluate gives the rows after operations, nil for none, and what writing them costs: the larger of before and after.
func (m *Memory) evaluate(ops []Op) ([]Item, float64, error) {
	old := make([]Item, len(ops))
	for i, op := range ops {
		old[i] = m.part(op.Key).rows[op.Key.SK]
	}
	rows, err := Evaluate(ops, old)
	if err != nil {
		return nil, 0, err
	}
	units := 0.0
	for i := range rows {
		units += writeUnits(max(Size(old[i]), Size(rows[i])))
	}
	return rows, units, nil
}

// store puts a row in its place; nil takes it away.
func (m *Memory) store(key Key, now Item) {
	p := m.part(key)
	_, had := p.rows[key.SK]
	n := sort.SearchStrings(p.keys, key.SK)
	switch {
	case now == nil && had:
		delete(p.rows, key.SK)
		p.keys = append(p.keys[:n], p.keys[n+1:]...)
	case now != nil && !had:
		p.keys = slices.Insert(p.keys, n, key.SK)
	}
	if now != nil {
		p.rows[key.SK] = now
	}
}

// after is a row after an operation.
func after(old Item, op Op) (Item, error) {
	switch op.Verb {
	case Put:
		return Encode(op.Key, op.Item)
	case Delete:
		return nil, nil
	case Check:
		return old, nil
	}
	it := clone(old)
	if it == nil {
		it = keyItem(op.Key)
	}
	for k, v := range op.Set {
		av, err := marshal(v)
		if err != nil {
			return nil, err
		}
		it[k] = av
	}
	for k, v := range op.Add {
		sum := v
		switch n := it[k].(type) {
		case nil:
		case *types.AttributeValueMemberN:
			have, err := strconv.ParseInt(n.Value, 10, 64)
			if err != nil {
				return nil, err
			}
			sum += have
		default:
			return nil, errors.New("store: " + k + " of " + op.Key.String() + " is no number to add to")
		}
		it[k] = &types.AttributeValueMemberN{Value: strconv.FormatInt(sum, 10)}
	}
	for _, k := range op.Remove {
		delete(it, k)
	}
	return it, nil
}
