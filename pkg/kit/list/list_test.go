package list_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/id"
	"herald/pkg/kit/list"
	"herald/pkg/kit/store"
)

type thing struct {
	ID    string    `dynamodbav:"-"`
	Made  time.Time `dynamodbav:"-"`
	Name  string    `dynamodbav:"n"`
	Words []string  `dynamodbav:"w,omitempty"`
	Shown bool      `dynamodbav:"-"`
}

var things = store.List[thing]{Table: "campaign", Entity: "thing", ByTime: true,
	Lean: func(t *thing) (*string, *time.Time) { return &t.ID, &t.Made }, Columns: []store.Column[thing]{
		{Name: "createTime", Kind: store.Time, Sort: true, Filter: true, Get: func(t *thing) any { return t.Made }},
		{Name: "name", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "name", Get: func(t *thing) any { return t.Name }},
		{Name: "words", Kind: store.Exact, Filter: true, Get: func(t *thing) any { return t.Words }},
		{Name: "size", Kind: store.Number, Sort: true, Filter: true, Range: true, Get: func(t *thing) any { return len(t.Name) }},
	}}

var caller = auth.Into(context.Background(), &auth.Principal{UserID: "u", Tenant: "u", Type: auth.First})

// full is a list of n rows in a table, created one minute apart.
func full(t *testing.T, n int) (list.List[thing], *store.Meter, []thing) {
	t.Helper()
	meter := &store.Meter{}
	l := list.List[thing]{List: things, DB: store.NewMemory(meter), Show: func(_ context.Context, rows []thing) error {
		for i := range rows {
			rows[i].Shown = true
		}
		return nil
	}}
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	ids := id.New(func() time.Time { return at })
	var made []thing
	for i := range n {
		at = at.Add(time.Minute)
		row := thing{ID: ids.Next(), Made: at.Add(1234567 * time.Nanosecond), Name: fmt.Sprint("thing ", i),
			Words: []string{"odd", "even"}[i%2 : i%2+1]}
		if err := l.DB.Transact(caller, things.Insert([]string{string(auth.UserScope("u"))}, row.ID, row)); err != nil {
			t.Fatal(err)
		}
		made = append(made, row)
	}
	slices.Reverse(made)
	return l, meter, made
}

// A lean row is restored with its id and its exact time of creation, completed by the list.
func TestLeanRowsComeBackWhole(t *testing.T) {
	l, _, made := full(t, 3)
	rows, total, err := l.Find(caller, store.ListQuery{Current: 1, Size: 2})
	if err != nil || total.N != 3 || len(rows) != 2 {
		t.Fatalf("%+v of %+v (%v)", rows, total, err)
	}
	for i, row := range rows {
		if row.ID != made[i].ID || !row.Made.Equal(made[i].Made) || row.Name != made[i].Name || !row.Shown {
			t.Errorf("%+v instead of %+v", row, made[i])
		}
	}
}

// A file in the default order is written while its rows are read, in bounded memory; in another order the list is read completely.
func TestFilesAreReadAPageAtATime(t *testing.T) {
	const n = 5000
	l, meter, made := full(t, n)
	for name, c := range map[string]struct {
		q      store.ListQuery
		number int
		first  string
		calls  int64 // until the first row is there
	}{
		"newest first": {store.ListQuery{}, n, made[0].Name, 3},
		"filtered":     {store.ListQuery{Filters: map[string]string{"words": "odd"}}, -1, made[1].Name, 1},
		"another":      {store.ListQuery{SortFields: []string{"name"}, SortOrders: []string{"ascend"}}, n, "thing 0", 3},
	} {
		meter.Take()
		all, err := l.Everything(caller, c.q)
		if err != nil || all.Number != c.number {
			t.Fatalf("%s: %d rows (%v)", name, all.Number, err)
		}
		for row, err := range all.Each {
			if err != nil || row.Name != c.first || !row.Shown {
				t.Errorf("%s begins with %+v (%v)", name, row, err)
			}
			break
		}
		if use := meter.Take(); use.Calls > c.calls {
			t.Errorf("%s: %d calls for the first row", name, use.Calls)
		}
	}
}

// Rows in memory are filtered, sorted and paged like those of a table; By is their order unless the query names another.
func TestRowsAtHand(t *testing.T) {
	_, _, made := full(t, 30)
	l := list.List[thing]{List: things, Rows: func(context.Context) ([]thing, error) { return slices.Clone(made), nil },
		By: []string{"size", "name"}}
	for query, c := range map[string]struct {
		q     store.ListQuery
		total int
		first string
	}{
		"by size and name": {store.ListQuery{Current: 1, Size: 3}, 30, "thing 0"},
		"second page":      {store.ListQuery{Current: 2, Size: 10}, 30, "thing 10"},
		"behind the end":   {store.ListQuery{Current: 9, Size: 10}, 30, ""},
		"several words":    {store.ListQuery{Current: 1, Size: 3, Filters: map[string]string{"words": "even,none"}}, 15, "thing 1"},
		"bounds": {store.ListQuery{Current: 1, Size: 3, Filters: map[string]string{"sizeStart": "8", "sizeEnd": "8", "name": "G 2"}},
			10, "thing 20"},
		"all": {store.ListQuery{SortFields: []string{"createTime"}}, 30, "thing 29"},
	} {
		rows, total, err := l.Find(caller, c.q)
		if err != nil || total.N != c.total || (len(rows) > 0) != (c.first != "") || len(rows) > 0 && rows[0].Name != c.first {
			t.Errorf("%s: %d of %d, %v (%v)", query, len(rows), total.N, rows, err)
		}
	}
	for _, q := range []store.ListQuery{{SortFields: []string{"words"}}, {Filters: map[string]string{"colour": "red"}},
		{Filters: map[string]string{"size": "x"}}} {
		if _, _, err := l.Find(caller, q); err == nil {
			t.Errorf("%+v is taken", q)
		}
	}
}

// The declaration of a column defines its filters.
func TestFiltersOfColumns(t *testing.T) {
	var names []string
	for _, f := range things.Filters() {
		names = append(names, f.Name)
	}
	if want := []string{"createTimeStart", "createTimeEnd", "name", "words", "size", "sizeStart", "sizeEnd"}; !slices.Equal(names, want) {
		t.Errorf("%v instead of %v", names, want)
	}
}
