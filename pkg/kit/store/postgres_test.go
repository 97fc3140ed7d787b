//go:build postgres

package store_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"herald/internal/postgrestest"
	"herald/pkg/kit/id"
	"herald/pkg/kit/store"
	"herald/pkg/kit/store/pgstore"
)

func onPostgres(t testing.TB, breaker *postgrestest.Breaker) *pgstore.DB {
	t.Helper()
	return pgstore.New(postgrestest.Open(t, breaker), "herald", nil)
}

var _ = addService("PostgreSQL", func(t testing.TB) store.DB { return onPostgres(t, nil) })

// Memory and PostgreSQL give the same results for the same random calls.
func TestMemoryIsPostgres(t *testing.T) {
	w := &twins{mem: &store.Meter{}, dyn: &store.Meter{}, dynamo: onPostgres(t, nil)}
	w.memory = store.NewMemory(w.mem)
	w.compare(t, id.New(time.Now))
}

// Impossible keys are those of no row in PostgreSQL too.
func TestImpossibleKeysOnPostgres(t *testing.T) {
	impossibleKeys(t, map[string]store.DB{"PostgreSQL": onPostgres(t, nil)})
}

// The longest keys are kept apart, also when their bytes cannot be compressed.
func TestLongestKeysOnPostgres(t *testing.T) {
	db := onPostgres(t, nil)
	random := func(n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(33 + rand.IntN(90))
		}
		return string(b)
	}
	pk, sk := random(2048), random(1024)
	keys := []store.Key{{Table: "campaign", PK: pk, SK: sk}, {Table: "campaign", PK: pk[:2047] + "!", SK: sk}, {Table: "campaign", PK: pk, SK: sk[:1023] + "!"}}
	for i, k := range keys {
		if _, err := db.Write(ctx, store.Op{Verb: store.Put, Key: k, Item: counted{N: i}, If: store.Missing("pk")}); err != nil {
			t.Fatal(err)
		}
	}
	rows, err := db.GetMany(ctx, keys, true)
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range rows {
		if plain(row).(map[string]any)["n"] != float64(i) || plain(row).(map[string]any)["pk"] != keys[i].PK {
			t.Errorf("row %d is %v", i, plain(row))
		}
	}
}

// Rows whose time is over are removed, and no others.
func TestExpiryOnPostgres(t *testing.T) {
	db := onPostgres(t, nil)
	put := func(sk string, ttl any) {
		item := map[string]any{"ttl": ttl}
		if ttl == nil {
			item = map[string]any{}
		}
		if _, err := db.Write(ctx, store.Op{Verb: store.Put, Key: store.Key{Table: "campaign", PK: "P", SK: sk}, Item: item}); err != nil {
			t.Fatal(err)
		}
	}
	now := time.Now().Unix()
	put("none", nil)
	put("later", now+3600)
	put("text", "soon")
	put("zero", 0)
	for i := range 1003 {
		put(fmt.Sprintf("over %d", i), now-60)
	}
	put("over 0", now+3600) // renewed
	removed, err := db.Expire(ctx)
	if err != nil || removed != 1002 {
		t.Errorf("%d removed (%v)", removed, err)
	}
	rows, err := db.Query(ctx, store.Query{Table: "campaign", PK: "P", Limit: 9})
	var left []string
	for _, row := range rows {
		left = append(left, store.SortKey(row))
	}
	if got := strings.Join(left, ","); err != nil || got != "later,none,over 0,text,zero" {
		t.Errorf("left are %s (%v)", got, err)
	}
}

// The connection breaks at each call of each write, with all or half of its bytes lost, once or again and again. What is reported as done
// was done once. What is reported as failed was not done. When the network holds after one break, everything is done.
func TestBrokenConnectionsOnPostgres(t *testing.T) {
	breaker := &postgrestest.Breaker{}
	db := onPostgres(t, breaker)
	again := []int{0}
	if postgrestest.Full() {
		again = []int{0, 5, 7, 11}
	}
	cases, unclear := 0, 0
	for _, w := range writes {
		for _, half := range []bool{false, true} {
			for _, every := range again {
				for first, broke := 0, true; broke; first++ {
					cases++
					clean(t, breaker, db, w.before)
					breaker.Plan(half, func(call int) bool {
						return call == first || every > 0 && call > first && (call-first)%every == 0
					})
					err := w.do(db)
					broke = breaker.Broken() > 0
					breaker.Plan(false, nil)
					left := leftBehind(t, db, w.before, w.after)
					name := fmt.Sprintf("%s, call %d, half %v, every %d", w.name, first, half, every)
					switch {
					case err == nil && left == "before", err != nil && !errors.Is(err, store.ErrUnclear) && left == "after", left == "other":
						t.Fatalf("%s: reported as %v, the row is as %s", name, err, left)
					case err != nil && every == 0:
						t.Fatalf("%s: %v", name, err)
					case errors.Is(err, store.ErrUnclear):
						unclear++
					}
				}
			}
		}
	}
	t.Logf("%d cases, %d unclear", cases, unclear)
}

func clean(t *testing.T, breaker *postgrestest.Breaker, db store.DB, row *counted) {
	t.Helper()
	breaker.Plan(false, nil)
	ops := []store.Op{{Verb: store.Delete, Key: rowKey}, {Verb: store.Delete, Key: store.Key{Table: "campaign", PK: "P", SK: "T"}}}
	if row != nil {
		ops[0] = store.Op{Verb: store.Put, Key: rowKey, Item: *row}
	}
	if err := db.WriteAll(ctx, ops); err != nil {
		t.Fatal(err)
	}
}

// leftBehind tells which of two rows is there.
func leftBehind(t *testing.T, db store.DB, before, after *counted) string {
	t.Helper()
	row, ok, err := store.Load[counted](ctx, db, rowKey, true)
	if err != nil {
		t.Fatal(err)
	}
	is := func(want *counted) bool { return ok == (want != nil) && (want == nil || *want == row) }
	switch {
	case is(after):
		return "after"
	case is(before):
		return "before"
	}
	return "other"
}

// Connections are ended by the server all the time, while writers count. What is said to be counted is counted once.
func TestEndedConnectionsOnPostgres(t *testing.T) {
	database := postgrestest.Open(t, nil)
	db := pgstore.New(database, "herald", nil)
	each := 25
	if postgrestest.Full() {
		each = 1000
	}
	stop := postgrestest.Kill(t, database)
	var mu sync.Mutex
	done, unclear, failed := 0, 0, 0
	var writers sync.WaitGroup
	for g := range 8 {
		writers.Go(func() {
			for range each {
				_, err := db.Write(ctx, store.Op{Verb: store.Update, Key: store.Key{Table: "campaign", PK: "K", SK: fmt.Sprint(g % 4)},
					Add: map[string]int64{"n": 1}})
				mu.Lock()
				switch {
				case err == nil:
					done++
				case errors.Is(err, store.ErrUnclear):
					unclear++
				default:
					failed++
				}
				mu.Unlock()
			}
		})
	}
	writers.Wait()
	kills, sum := stop(), 0
	rows, err := db.Query(ctx, store.Query{Table: "campaign", PK: "K", Limit: 9})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		sum += int(plain(row).(map[string]any)["n"].(float64))
	}
	t.Logf("%d connections ended; %d done, %d unclear, %d failed, %d counted", kills, done, unclear, failed, sum)
	if sum < done || sum > done+unclear || kills == 0 {
		t.Fatal("counted wrong")
	}
}
