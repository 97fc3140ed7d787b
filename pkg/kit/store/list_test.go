package store_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"herald/pkg/kit/id"
	"herald/pkg/kit/store"
)

type listed struct {
	ID string `dynamodbav:"id"`
	S  string `dynamodbav:"s"`
}

var listing = store.List[listed]{Table: "campaign", Entity: "thing", Columns: []store.Column[listed]{
	{Name: "createTime", Kind: store.Exact, Sort: true, Get: func(r *listed) any { return r.ID }},
	{Name: "s", Kind: store.Text, Sort: true, Get: func(r *listed) any { return r.S }},
}}

func listedID(n int) string { return fmt.Sprintf("01JD%022d", n) }

// fill writes rows of 300 bytes as the engine does, some for each scope.
func fill(t testing.TB, db store.DB, n int, scopes func(int) []string) {
	t.Helper()
	pad := fmt.Sprintf("%0240d", 0)
	for i := range n {
		if err := db.Transact(ctx, listing.Insert(scopes(i), listedID(i), listed{listedID(i), pad})); err != nil {
			t.Fatal(err)
		}
	}
}

func pageUnits(t testing.TB, db store.DB, meter *store.Meter, scope string, current int) ([]listed, int, store.Usage) {
	t.Helper()
	meter.Take()
	rows, total, err := listing.Page(ctx, db, scope, store.ListQuery{Current: current, Size: 10})
	if err != nil {
		t.Fatal(err)
	}
	return rows, total.N, meter.Take()
}

// A deep page of 100,000 rows costs a process without cache two calls and a few units. That holds before and after a tenant of the page
// removes a row, and for other tenants: no removal makes a reader read all keys again.
func TestARemovalLeavesTheBookmarksOfOthers(t *testing.T) {
	meter := &store.Meter{}
	db := store.NewMemory(meter)
	const n = 100_000
	fill(t, db, n, func(i int) []string { return []string{"all", fmt.Sprintf("u#%d", i%2)} })
	for _, scope := range []string{"all", "u#0", "u#1"} {
		pageUnits(t, db, meter, scope, 100) // the first reader makes the bookmarks
	}
	gone := map[int]bool{}
	for round := range 130 {
		if round > 0 {
			victim := 2 * rand.IntN(n/2) // always the first tenant's
			for gone[victim] {
				victim = 2 * rand.IntN(n/2)
			}
			gone[victim] = true
			if err := db.Transact(ctx, listing.Remove([]string{"all", "u#0"}, listedID(victim))); err != nil {
				t.Fatal(err)
			}
		}
		left := n - len(gone)
		for _, current := range []int{100, left / 20, left / 10} {
			if round%2 == 0 {
				store.Forget()
			}
			rows, total, use := pageUnits(t, db, meter, "all", current)
			if total != left || len(rows) != 10 {
				t.Fatalf("page %d after %d removals: %d rows of %d", current, len(gone), len(rows), total)
			}
			at, i := 0, n-1 // the expected page
			for ; at < (current-1)*10; i-- {
				if !gone[i] {
					at++
				}
			}
			for _, r := range rows {
				for gone[i] {
					i--
				}
				if r.ID != listedID(i) {
					t.Fatalf("page %d after %d removals gives %s instead of %s", current, len(gone), r.ID, listedID(i))
				}
				i--
			}
			if use.WriteUnits == 0 && round%2 == 0 && (use.ReadUnits > 3 || use.Calls > 2) || use.ReadUnits > 8 { // of rows of 300 bytes
				t.Fatalf("page %d after %d removals costs %v", current, len(gone), use)
			}
			if round < 2 {
				t.Logf("page %d after %d removals: %v", current, len(gone), use)
			}
		}
		if _, _, use := pageUnits(t, db, meter, "u#1", 4000); use.ReadUnits > 8 || use.WriteUnits > 0 {
			t.Fatalf("a page of another tenant costs %v after %d removals", use, len(gone))
		}
	}
}

// A deep page whose bookmarks are cached costs two concurrent calls, also after rows were added and removed. Bookmarks of the same list in
// another table are never used.
func TestADeepPageIsReadBesideItsIndex(t *testing.T) {
	for range 2 {
		meter := &store.Meter{}
		db := store.NewMemory(meter)
		const n = 3000
		fill(t, db, n, func(int) []string { return []string{"deep"} })
		pageUnits(t, db, meter, "deep", 90)
		pageUnits(t, db, meter, "deep", 90)
		if err := db.Transact(ctx, listing.Remove([]string{"deep"}, listedID(7))); err != nil {
			t.Fatal(err)
		}
		for i := range 3 {
			id := listedID(n + i)
			if err := db.Transact(ctx, listing.Insert([]string{"deep"}, id, listed{ID: id})); err != nil {
				t.Fatal(err)
			}
			rows, total, use := pageUnits(t, db, meter, "deep", 91)
			if total != n+i || len(rows) != 10 || rows[0].ID != listedID(n+i-900) {
				t.Errorf("%d rows of %d from %v", len(rows), total, rows)
			}
			if use.Calls != 2 || use.ReadUnits > 3 {
				t.Errorf("after %d more rows: %+v", i+1, use)
			}
		}
	}
}

// Rows are added and removed at random: pages equal those of a list in memory, and their total cost is low.
func TestPagesOfAListThatChanges(t *testing.T) {
	meter := &store.Meter{}
	db := store.NewMemory(meter)
	rng := rand.New(rand.NewPCG(1, 2))
	var have []string
	for i := range 6000 {
		op := listing.Insert([]string{"all"}, listedID(i), listed{ID: listedID(i)})
		if have = append(have, listedID(i)); len(have) > 3 && rng.IntN(4) == 0 {
			n := rng.IntN(len(have) - 1)
			if err := db.Transact(ctx, listing.Remove([]string{"all"}, have[n])); err != nil {
				t.Fatal(err)
			}
			have = slices.Delete(have, n, n+1)
		}
		if err := db.Transact(ctx, op); err != nil {
			t.Fatal(err)
		}
		if i%7 != 0 {
			continue
		}
		current := 1 + rng.IntN(len(have)/10+1)
		rows, total, _ := pageUnits(t, db, meter, "all", current)
		want := slices.Clone(have)
		slices.Reverse(want)
		want = want[min((current-1)*10, len(want)):min(current*10, len(want))]
		if total != len(have) || len(rows) != len(want) {
			t.Fatalf("step %d page %d: %d rows of %d instead of %d of %d", i, current, len(rows), total, len(want), len(have))
		}
		for k, r := range rows {
			if r.ID != want[k] {
				t.Fatalf("step %d page %d: %s instead of %s", i, current, r.ID, want[k])
			}
		}
	}
}

// A filter or another order examines only the newest rows within the budget, and reports that. A time filter reaches older rows. A page in
// the default order covers all rows.
func TestAFilterLooksAtTheNewestRows(t *testing.T) {
	meter := &store.Meter{}
	db := store.NewMemory(meter)
	began := time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC) // too young for packs
	at := began
	ids := id.New(func() time.Time { return at })
	type made struct {
		ID string    `dynamodbav:"id"`
		At time.Time `dynamodbav:"at"`
		S  string    `dynamodbav:"s"`
	}
	l := store.List[made]{Table: "campaign", Entity: "made", ByTime: true, Columns: []store.Column[made]{
		{Name: "createTime", Kind: store.Time, Sort: true, Get: func(m *made) any { return m.At }},
		{Name: "s", Kind: store.Text, Sort: true, Get: func(m *made) any { return m.S }},
	}}
	const n = store.Budget + 300
	for i := range n {
		at = began.Add(time.Duration(i) * time.Hour)
		m := made{ids.Next(), at, fmt.Sprint(i)}
		if err := db.Transact(ctx, l.Insert([]string{"all"}, m.ID, m)); err != nil {
			t.Fatal(err)
		}
	}
	day := func(n int) string { return began.AddDate(0, 0, n).Format(time.RFC3339) }
	for name, c := range map[string]struct {
		q     store.ListQuery
		total store.Total
		first string
		units float64
	}{
		"default":      {store.ListQuery{}, store.Total{N: n}, fmt.Sprint(n - 1), 4},
		"word":         {store.ListQuery{Filters: map[string]string{"s": "9"}}, store.Total{N: 3439, More: true}, "10299", 150},
		"oldest first": {store.ListQuery{SortOrders: []string{"ascend"}}, store.Total{N: store.Budget, More: true}, "300", 150},
		"old time": {store.ListQuery{Filters: map[string]string{"createTimeStart": day(2), "createTimeEnd": day(3)}}, store.Total{N: 25},
			"72", 2},
		"all but a few": {store.ListQuery{Filters: map[string]string{"createTimeStart": day(14)}}, store.Total{N: n - 14*24}, fmt.Sprint(n - 1),
			150},
		"impossible time": {store.ListQuery{Filters: map[string]string{"createTimeStart": day(3), "createTimeEnd": day(0)}}, store.Total{},
			"", 1},
	} {
		c.q.Current, c.q.Size = 1, 10
		meter.Take()
		rows, total, err := l.Page(ctx, db, "all", c.q)
		if use := meter.Take(); err != nil || total != c.total || use.ReadUnits > c.units {
			t.Errorf("%s: %v instead of %v, %v units (%v)", name, total, c.total, use.ReadUnits, err)
		}
		if c.first != "" && (len(rows) == 0 || rows[0].S != c.first) {
			t.Errorf("%s: %v", name, rows)
		}
	}
	if all, err := l.All(ctx, db, "all", store.ListQuery{}); err != nil || len(all) != n {
		t.Errorf("all: %d (%v)", len(all), err)
	}
}

// Pages of every size show every row of a list of any length, including lists that are too short for bookmarks.
func TestPagesOfEverySize(t *testing.T) {
	for _, n := range []int{0, 1, 3, 19, 20, 21, 59, 61, 99, 100, 101, 180} {
		db := store.NewMemory(nil)
		fill(t, db, n, func(int) []string { return []string{"all"} })
		for _, size := range []int{1, 10, 59, 60, 61, 99, 100} {
			seen := 0
			for current := 1; current == 1 || (current-1)*size < n; current++ {
				rows, total, err := listing.Page(ctx, db, "all", store.ListQuery{Current: current, Size: size})
				if err != nil || total.N != n {
					t.Fatalf("%d rows, page %d of %d: total %v, %v", n, current, size, total, err)
				}
				for _, r := range rows {
					if seen++; r.ID != listedID(n-seen) {
						t.Fatalf("%d rows, page %d of %d: row %d is %s", n, current, size, seen, r.ID)
					}
				}
			}
			if seen != n {
				t.Errorf("%d rows in pages of %d: %d are shown", n, size, seen)
			}
		}
	}
}

// The key of an impossible id never reaches the list's own rows.
func TestKeysOfAListsOwnRows(t *testing.T) {
	l := store.List[struct{}]{Table: "platform", Entity: "thing"}
	for _, id := range []string{"!", "!3", "!B", "!D#x", "#", "\x00"} {
		if k := l.Key("all", id); k.SK == id || k.SK < "0" {
			t.Errorf("%q gives %+v", id, k)
		}
	}
	for _, id := range []string{"0", "01JD0000000000000000000000", "BR", "admin"} {
		if k := l.Key("all", id); k.SK != id {
			t.Errorf("%q gives %+v", id, k)
		}
	}
}
