package store_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"

	"herald/pkg/kit/id"
	"herald/pkg/kit/store"
)

// filed is a row of a long list.
type filed struct {
	ID      string     `dynamodbav:"-"`
	Created time.Time  `dynamodbav:"-"`
	Name    string     `dynamodbav:"n"`
	Status  int        `dynamodbav:"s"`
	Tags    []string   `dynamodbav:"t,omitempty"`
	Size    int64      `dynamodbav:"z"`
	Due     *time.Time `dynamodbav:"d,omitempty"`
	Pad     string     `dynamodbav:"p,omitempty"`
}

var filing = store.List[filed]{Table: "campaign", Entity: "filed", ByTime: true, Lean: leanFile, Columns: []store.Column[filed]{
	{Name: "createTime", Kind: store.Time, Sort: true, Get: func(f *filed) any { return f.Created }},
	{Name: "name", Kind: store.Text, Sort: true, Get: func(f *filed) any { return f.Name }},
	{Name: "status", Kind: store.Exact, Sort: true, Get: func(f *filed) any { return f.Status }},
	{Name: "tags", Kind: store.Exact, Get: func(f *filed) any { return f.Tags }},
	{Name: "size", Kind: store.Number, Sort: true, Get: func(f *filed) any { return f.Size }},
	{Name: "due", Kind: store.Time, Sort: true, Get: func(f *filed) any { return f.Due }},
	{Title: "pad", Get: func(f *filed) any { return f.Pad }},
}}

func leanFile(f *filed) (*string, *time.Time) { return &f.ID, &f.Created }

const files = "u#files"

// cabinet is a list with its expected rows.
type cabinet struct {
	t    *testing.T
	rng  *rand.Rand
	db   store.DB
	rows map[string]filed
	ids  []string // sorted
	made int
}

func newCabinet(t *testing.T, db store.DB, seed uint64, n int) *cabinet {
	t.Helper()
	c := &cabinet{t: t, rng: rand.New(rand.NewPCG(seed, 1)), db: db, rows: map[string]filed{}}
	var ops []store.Op
	for range n {
		f := c.file(time.Duration(c.rng.Int64N(int64(300*24*time.Hour))) + 3*time.Hour)
		for _, op := range filing.Insert([]string{files}, f.ID, f) {
			if op.Verb == store.Put && !strings.HasPrefix(op.Key.SK, "!") { // without the marks, which are checked separately below
				ops = append(ops, op)
			}
		}
		c.rows[f.ID] = f
		c.ids = append(c.ids, f.ID)
	}
	slices.Sort(c.ids)
	slices.SortFunc(ops, func(a, b store.Op) int { return strings.Compare(a.Key.SK, b.Key.SK) })
	ops = append(ops, store.Op{Verb: store.Put, Key: store.Key{Table: "campaign", PK: filing.Key(files, "0").PK, SK: "!"},
		Item: map[string]any{"n": n}})
	if err := db.WriteAll(ctx, ops); err != nil {
		t.Fatal(err)
	}
	return c
}

// file returns a new row of some age.
func (c *cabinet) file(age time.Duration) filed {
	at := time.Now().Add(-age).UTC()
	u := ulid.ULID{}
	_ = u.SetTime(ulid.Timestamp(at))
	_ = u.SetEntropy([]byte(fmt.Sprintf("%010d", c.rng.Int64N(1e10))))
	c.made++
	return c.change(filed{ID: u.String(), Created: id.Time(u.String()).Add(time.Duration(c.rng.IntN(1e6)))})
}

func (c *cabinet) change(f filed) filed {
	f.Name, f.Status, f.Size = fmt.Sprintf("File %d", c.rng.IntN(900)), c.rng.IntN(5), c.rng.Int64N(1e6)-5e5
	f.Tags, f.Due = [][]string{nil, {"red"}, {"red", "blue"}, {""}}[c.rng.IntN(4)], nil
	if c.rng.IntN(2) == 0 {
		due := f.Created.Add(time.Duration(c.rng.Int64N(1e15)))
		f.Due = &due
	}
	return f
}

// write changes, removes or creates a row.
func (c *cabinet) write() {
	c.t.Helper()
	var ops []store.Op
	f, n := c.rows[c.ids[c.rng.IntN(len(c.ids))]], c.rng.IntN(10)
	switch {
	case n < 6:
		f = c.change(f)
		ops, c.rows[f.ID] = filing.Replace([]string{files}, f.ID, f), f
	case n < 8:
		ops = filing.Remove([]string{files}, f.ID)
		delete(c.rows, f.ID)
		at, _ := slices.BinarySearch(c.ids, f.ID)
		c.ids = slices.Delete(c.ids, at, at+1)
	default:
		f = c.file([]time.Duration{0, 90 * time.Minute, 100 * 24 * time.Hour}[c.rng.IntN(3)])
		ops, c.rows[f.ID] = filing.Insert([]string{files}, f.ID, f), f
		at, _ := slices.BinarySearch(c.ids, f.ID)
		c.ids = slices.Insert(c.ids, at, f.ID)
	}
	if err := c.db.Transact(ctx, ops); err != nil {
		c.t.Fatal(err)
	}
}

// asks returns a query, with the filter and the order that its result must have.
func (c *cabinet) asks() (q store.ListQuery, match func(f *filed) bool, order func(a, b *filed) int) {
	q = store.ListQuery{Current: 1 + c.rng.IntN(4), Size: 1 + c.rng.IntN(40), Filters: map[string]string{}}
	from := time.Now().Add(-time.Duration(c.rng.Int64N(int64(400 * 24 * time.Hour)))).UTC().Truncate(time.Second)
	filters := []struct {
		name, value string
		ok          func(f *filed) bool
	}{
		{"name", "E 7", func(f *filed) bool { return strings.Contains(f.Name, "File 7") }},
		{"status", "2,3", func(f *filed) bool { return f.Status == 2 || f.Status == 3 }},
		{"tags", "blue", func(f *filed) bool { return slices.Contains(f.Tags, "blue") }},
		{"tags", "", func(f *filed) bool { return slices.Contains(f.Tags, "") }},
		{"sizeStart", "1000", func(f *filed) bool { return f.Size >= 1000 }},
		{"sizeEnd", "-3", func(f *filed) bool { return f.Size <= -3 }},
		{"dueEnd", from.Format(time.RFC3339), func(f *filed) bool { return f.Due == nil || !f.Due.After(from) }},
		{"createTimeStart", from.Format(time.RFC3339), func(f *filed) bool { return !f.Created.Before(from) }},
		{"createTimeEnd", from.Format(time.RFC3339), func(f *filed) bool { return !f.Created.After(from) }},
	}
	var oks []func(f *filed) bool
	for range 1 + c.rng.IntN(2) {
		f := filters[c.rng.IntN(len(filters))]
		if _, had := q.Filters[f.name]; !had {
			q.Filters[f.name], oks = f.value, append(oks, f.ok)
		}
	}
	match = func(f *filed) bool {
		return !slices.ContainsFunc(oks, func(ok func(*filed) bool) bool { return !ok(f) })
	}
	newest := func(a, b *filed) int { return strings.Compare(b.ID, a.ID) }
	switch c.rng.IntN(4) {
	case 0:
		q.SortFields, q.SortOrders = []string{"name", "size"}, []string{"ascend", "descend"}
		return q, match, func(a, b *filed) int {
			return cmp.Or(strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), cmp.Compare(b.Size, a.Size), newest(a, b))
		}
	case 1:
		q.SortOrders = []string{"ascend"}
		return q, match, func(a, b *filed) int { return strings.Compare(a.ID, b.ID) }
	}
	return q, match, newest
}

// check runs a query and compares its result with the expected one. During concurrent writes it checks only the returned rows: each matched
// at some time, and the count is off by at most the number of writes.
func (c *cabinet) check(db store.DB, writes *int) (more bool, err error) {
	c.t.Helper()
	q, match, order := c.asks()
	before := 0
	if writes != nil {
		before = *writes
	}
	rows, total, err := filing.Page(ctx, db, files, q)
	if err != nil {
		return false, err
	}
	var want []filed
	for _, f := range c.rows {
		if match(&f) {
			want = append(want, f)
		}
	}
	for _, r := range rows {
		if !match(&r) {
			c.t.Fatalf("%+v shows %+v", q, r)
		}
	}
	if total.More {
		return true, nil
	}
	if writes != nil && *writes > before {
		if far := total.N - len(want); max(far, -far) > *writes-before {
			c.t.Fatalf("%+v: %d match instead of %d, after %d writes", q, total.N, len(want), *writes-before)
		}
		return false, nil
	}
	slices.SortFunc(want, func(a, b filed) int { return order(&a, &b) })
	want = store.Cut(want, q.Current, q.Size)
	if len(rows) != len(want) {
		c.t.Fatalf("%+v: %d rows of %d instead of %d", q, len(rows), total.N, len(want))
	}
	for i := range rows {
		if rows[i].ID != want[i].ID || rows[i].Name != want[i].Name || !rows[i].Created.Equal(want[i].Created) {
			c.t.Fatalf("%+v: row %d is %+v instead of %+v", q, i, rows[i], want[i])
		}
	}
	return false, nil
}

// settled queries until packs cover the list.
func (c *cabinet) settled(db store.DB) {
	c.t.Helper()
	for range 40 {
		_, total, err := filing.Page(ctx, db, files, store.ListQuery{Current: 1, Size: 1, Filters: map[string]string{"status": "1"}})
		if err != nil {
			c.t.Fatal(err)
		}
		if !total.More {
			return
		}
	}
	c.t.Fatal("the list is never packed whole")
}
