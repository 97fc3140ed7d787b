package store_test

import (
	"errors"
	"testing"
	"time"

	"herald/pkg/kit/store"
)

// A page with filters over 100,000 rows returns the right rows and their number for a few hundred read units.
func TestFilteredPagesOfManyRows(t *testing.T) {
	meter := &store.Meter{}
	db := store.NewMemory(meter)
	c := newCabinet(t, db, 7, 100_000)
	c.settled(db)
	for range 20 {
		c.write()
	}
	day := func(ago int) string { return time.Now().AddDate(0, 0, -ago).UTC().Format(time.RFC3339) }
	for name, q := range map[string]store.ListQuery{
		"a text":      {Filters: map[string]string{"name": "File 7"}},
		"a rare one":  {Filters: map[string]string{"name": "File 77", "status": "1"}},
		"two orders":  {SortFields: []string{"status", "name"}, SortOrders: []string{"ascend", "ascend"}},
		"old time":    {Filters: map[string]string{"createTimeEnd": day(200)}},
		"a day":       {Filters: map[string]string{"createTimeStart": day(200), "createTimeEnd": day(199)}},
		"what is due": {SortFields: []string{"due"}, SortOrders: []string{"descend"}, Filters: map[string]string{"sizeStart": "0"}},
	} {
		q.Current, q.Size = 3, 10
		meter.Take()
		_, total, err := filing.Page(ctx, db, files, q)
		use := meter.Take()
		t.Logf("%s: %d rows for %.1f read units, %d calls", name, total.N, use.ReadUnits, use.Calls)
		if err != nil || total.More || use.ReadUnits > 500 || use.WriteUnits > 0 {
			t.Errorf("%s: %+v, %+v (%v)", name, total, use, err)
		}
	}
	for range 6 {
		if more, err := c.check(db, nil); err != nil || more {
			t.Fatalf("more: %v (%v)", more, err)
		}
	}
}

var errKilled = errors.New("killed")

// Rows are changed, added and removed between any two calls of a reader that also packs and may crash at any of them. The reader never
// returns a wrong row, and afterwards every page equals the rows.
func TestPacksOfRowsThatChange(t *testing.T) {
	for seed := range uint64(2) {
		db := store.NewMemory(nil)
		c := newCabinet(t, db, seed, 13_000)
		writes, kill := 0, false
		restless := func(_ string, dies int) error {
			for c.rng.IntN(3) == 0 {
				c.write()
				writes++
			}
			if kill && c.rng.IntN(dies) == 0 {
				return []error{errKilled, store.ErrUnclear}[c.rng.IntN(2)]
			}
			return nil
		}
		faulty := &store.Faulty{DB: db, Before: func(call string) error { return restless(call, 12) },
			After: func(call string) error { return restless(call, 12) }}
		for round := range 30 {
			kill = round%2 == 0
			if _, err := c.check(faulty, &writes); err != nil && !errors.Is(err, errKilled) && !errors.Is(err, store.ErrUnclear) {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if round%4 == 0 {
				if _, err := c.check(db, nil); err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
			}
		}
		c.settled(db)
		for range 10 {
			if more, err := c.check(db, nil); err != nil || more {
				t.Fatalf("seed %d: more: %v (%v)", seed, more, err)
			}
		}
	}
}

// The cost of a page does not grow with the changes of packed rows: a reader that finds many of them packs again.
func TestChangesArePackedAnew(t *testing.T) {
	meter := &store.Meter{}
	db := store.NewMemory(meter)
	c := newCabinet(t, db, 3, 13_000)
	c.settled(db)
	for round := range 3 {
		for range 200 {
			c.write()
		}
		for range 10 {
			if more, err := c.check(db, nil); err != nil || more {
				t.Fatalf("round %d: more: %v (%v)", round, more, err)
			}
		}
		meter.Take()
		if _, _, err := filing.Page(ctx, db, files,
			store.ListQuery{Current: 1, Size: 10, Filters: map[string]string{"status": "1"}}); err != nil {
			t.Fatal(err)
		}
		if use := meter.Take(); use.ReadUnits > 250 {
			t.Errorf("round %d: a page costs %+v", round, use)
		}
	}
}
