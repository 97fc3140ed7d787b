package store

import (
	"context"
	"errors"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Memory is the DB of the seeded simulation and of the benchmark: DynamoDB's semantics and capacity units without a network.
// It is strict: an item above 400 KB, a transaction on one row twice or a batch with a condition is refused as on AWS.
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

func readUnits(size int, consistent bool) float64 {
	u := float64(max(1, (size+4095)/4096))
	if !consistent {
		u /= 2
	}
	return u
}

func (m *Memory) Get(_ context.Context, key Key, consistent bool) (Item, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	it := m.part(key).rows[key.SK]
	m.meter.Add(Usage{Calls: 1, ReadUnits: readUnits(Size(it), consistent)})
	return clone(it), nil
}

func (m *Memory) GetMany(_ context.Context, keys []Key, consistent bool) ([]Item, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := make([]Item, len(keys))
	u := Usage{Calls: int64((len(keys) + 99) / 100)}
	for i, k := range keys {
		it := m.part(k).rows[k.SK]
		u.ReadUnits += readUnits(Size(it), consistent)
		out[i] = clone(it)
	}
	m.meter.Add(u)
	return out, nil
}

func (m *Memory) Query(_ context.Context, q Query) ([]Item, error) {
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
	keys := append([]string(nil), p.keys[from:max(from, to)]...)
	if q.Desc {
		slices.Reverse(keys)
	}
	var out []Item
	size := 0
	for _, sk := range keys {
		if q.Limit > 0 && len(out) == q.Limit {
			break
		}
		if q.After != "" && (sk == q.After || (sk < q.After) != q.Desc) {
			continue
		}
		it := p.rows[sk]
		size += Size(it)
		out = append(out, project(it, q.Attributes))
	}
	// A page ends at 1 MB; every page is a call.
	m.meter.Add(Usage{Calls: int64(1 + size/(1<<20)), ReadUnits: readUnits(size, q.Consistent)})
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

func (m *Memory) Write(_ context.Context, op Op) (Item, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if op.Verb == Check {
		return nil, errors.New("store: a check alone is no write")
	}
	if f := m.check(op); f != nil {
		m.meter.Add(Usage{Calls: 1, WriteUnits: 1})
		return nil, f
	}
	it, units, err := m.apply(op)
	if err != nil {
		return nil, err
	}
	m.meter.Add(Usage{Calls: 1, WriteUnits: units})
	if op.Verb == Update {
		return clone(it), nil
	}
	return nil, nil
}

func (m *Memory) WriteAll(_ context.Context, ops []Op) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	u := Usage{Calls: int64((len(ops) + 24) / 25)}
	for _, op := range ops {
		if op.If != nil || op.Verb == Update || op.Verb == Check {
			return errors.New("store: a batch takes unconditional puts and deletes only")
		}
		_, units, err := m.apply(op)
		if err != nil {
			return err
		}
		u.WriteUnits += units
	}
	m.meter.Add(u)
	return nil
}

func (m *Memory) Transact(_ context.Context, ops []Op) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(ops) > 100 {
		return errors.New("store: more than 100 operations in a transaction")
	}
	seen := map[Key]bool{}
	for i, op := range ops {
		if seen[op.Key] {
			return errors.New("store: a transaction touches " + op.Key.String() + " twice")
		}
		seen[op.Key] = true
		if f := m.check(op); f != nil {
			f.Index = i
			return f
		}
	}
	u := Usage{Calls: 1}
	for _, op := range ops {
		if op.Verb == Check {
			u.WriteUnits += 2
			continue
		}
		_, units, err := m.apply(op)
		if err != nil {
			return err
		}
		u.WriteUnits += 2 * units
	}
	m.meter.Add(u)
	return nil
}

func (m *Memory) check(op Op) *Failed {
	if op.If == nil {
		return nil
	}
	it := m.part(op.Key).rows[op.Key.SK]
	if op.If.holds(it) {
		return nil
	}
	return &Failed{Old: clone(it)}
}

func (m *Memory) apply(op Op) (Item, float64, error) {
	p := m.part(op.Key)
	old := p.rows[op.Key.SK]
	if op.Verb == Delete {
		if old != nil {
			delete(p.rows, op.Key.SK)
			n := sort.SearchStrings(p.keys, op.Key.SK)
			p.keys = append(p.keys[:n], p.keys[n+1:]...)
		}
		return nil, float64(max(1, (Size(old)+1023)/1024)), nil
	}
	now, err := next(old, op)
	if err != nil {
		return nil, 0, err
	}
	size := max(Size(old), Size(now))
	if size > 400<<10 {
		return nil, 0, errors.New("store: item of " + op.Key.String() + " is larger than 400 KB")
	}
	if old == nil {
		n := sort.SearchStrings(p.keys, op.Key.SK)
		p.keys = append(p.keys, "")
		copy(p.keys[n+1:], p.keys[n:])
		p.keys[n] = op.Key.SK
	}
	p.rows[op.Key.SK] = now
	return now, float64((size + 1023) / 1024), nil
}

// next is the row after a put or an update.
func next(old Item, op Op) (Item, error) {
	if op.Verb == Put {
		return Encode(op.Key, op.Item)
	}
	it := clone(old)
	if it == nil {
		it = keyItem(op.Key)
	}
	for k, v := range op.Set {
		av, err := attributevalue.Marshal(v)
		if err != nil {
			return nil, err
		}
		it[k] = av
	}
	for k, v := range op.Add {
		sum := v
		if n, ok := it[k].(*types.AttributeValueMemberN); ok {
			have, err := strconv.ParseInt(n.Value, 10, 64)
			if err != nil {
				return nil, err
			}
			sum += have
		}
		it[k] = &types.AttributeValueMemberN{Value: strconv.FormatInt(sum, 10)}
	}
	for _, k := range op.Remove {
		delete(it, k)
	}
	return it, nil
}

// Size is the billed size of a row in bytes (developer guide, item sizes).
func Size(it Item) int {
	n := 0
	for k, v := range it {
		n += len(k) + valueSize(v)
	}
	return n
}

func valueSize(av types.AttributeValue) int {
	switch v := av.(type) {
	case *types.AttributeValueMemberS:
		return len(v.Value)
	case *types.AttributeValueMemberB:
		return len(v.Value)
	case *types.AttributeValueMemberN:
		return (len(v.Value)+1)/2 + 1
	case *types.AttributeValueMemberM:
		return 3 + Size(v.Value) + len(v.Value)
	case *types.AttributeValueMemberL:
		n := 3
		for _, e := range v.Value {
			n += 1 + valueSize(e)
		}
		return n
	case *types.AttributeValueMemberSS:
		n := 0
		for _, s := range v.Value {
			n += len(s)
		}
		return n
	}
	return 1
}
