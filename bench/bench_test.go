package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"herald/pkg/kit/store"
)

// TestMain lets the sections start processes of their own: this program is the test then.
func TestMain(m *testing.M) {
	child := flag.String("child", "", "for the benchmark itself: the task of a process of its own")
	flag.Parse()
	if *child == "" {
		os.Exit(m.Run())
	}
	if err := serveChild(context.Background(), *child, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// Every section but the one that compiles for AWS runs to its end, in small. Nothing is asserted about times.
func TestTheBenchmarkRunsToItsEnd(t *testing.T) {
	var out bytes.Buffer
	if err := run(t.Context(), &out, "cost,order,sending,replies,import,handlers,depth,shunt,lists,statement,reports,ledger", small); err != nil {
		t.Fatalf("%v\n%s", err, &out)
	}
	for _, part := range []string{"AWS cost of 1,000,000 messages (order of 2000", "largest against smallest", "order of 2000 accepted",
		"first message of an order of 100", "receipts say 0 0 ok", "not suppressed 0 0 ok", "three placeholders", "import of", "peak memory",
		"deepest of the routes", "POST /gc/groupsendorder ", "dearest page of 500 rows", "dearest page of 500 lines", "month of 300 lines",
		"sending of 50 customers to 5 countries by 2 channels in 10 days",
		"ledger breaks over 2000 random operations, 64 workers and crashes 0 0 ok"} {
		if !strings.Contains(strings.Join(strings.Fields(out.String()), " "), strings.Join(strings.Fields(part), " ")) {
			t.Errorf("%q is missing in\n%s", part, &out)
		}
	}
}

// A figure that cannot be is never within its target, and a line of the cost table that cannot be ends the run.
func TestNonsenseMeetsNoTarget(t *testing.T) {
	for _, v := range []float64{0, -0.072, math.NaN(), math.Inf(1), math.Inf(-1), 2} {
		if most("growth", "%.3f", 1.15, v).ok {
			t.Errorf("%v is within 1.15", v)
		}
	}
	if !most("growth", "%.3f", 1.15, 1.1).ok {
		t.Error("1.1 is not within 1.15")
	}
	p := offer{n: 1000, plan: 1, send: 1, receipts: 1, ingress: 1, janitor: 1, writes: 1, reads: 1, doorbells: 1, workers: 1, flushes: 1,
		callsOf: 1, tables: 1}
	if err := p.sound(); err != nil {
		t.Error(err)
	}
	for _, v := range []float64{-39, 0, math.NaN()} {
		if p.janitor = v; p.sound() == nil {
			t.Errorf("a janitor of %v is sound", v)
		}
	}
}

// A tick's work for an order is the calls that named one of its rows or found one; a look for all orders is not.
func TestTheJanitorIsMeasuredByWhatItDoesForTheOrder(t *testing.T) {
	meter := &store.Meter{}
	db := &tended{DB: store.NewMemory(meter), meter: meter, order: "01ORDER"}
	row := func(pk, sk string) store.Op {
		return store.Op{Verb: store.Put, Key: store.Key{Table: "campaign", PK: pk, SK: sk}, Item: map[string]any{"x": 1}}
	}
	all := 0.0
	do := func(want bool, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		now := db.own.WriteUnits + db.own.ReadUnits
		if got := now > all; got != want {
			t.Errorf("counted: %v", got)
		}
		all = now
	}
	_, err := db.Write(t.Context(), row("O#01OTHER", "CTL"))
	do(false, err)
	_, err = db.Write(t.Context(), row("O#01ORDER", "CTL"))
	do(true, err)
	do(true, db.Transact(t.Context(), []store.Op{row("O#01OTHER", "CTL"), row("ACTIVE#01", "01ORDER")}))
	do(false, db.WriteAll(t.Context(), []store.Op{row("ACTIVE#02", "01OTHER")}))
	_, err = store.Collect(store.Rows(t.Context(), db, store.Query{Table: "campaign", PK: "ACTIVE#01"}))
	do(true, err)
	_, err = store.Collect(store.Rows(t.Context(), db, store.Query{Table: "campaign", PK: "ACTIVE#02"}))
	do(false, err)
	_, err = db.Get(t.Context(), store.Key{Table: "platform", PK: "CFG", SK: "CFG"}, false)
	do(false, err)
	if used := meter.Take(); used.WriteUnits <= db.own.WriteUnits || used.ReadUnits <= db.own.ReadUnits {
		t.Errorf("of all that was used %+v the order's is %+v", used, db.own)
	}
}

// No request makes more sequential calls to AWS than it may: an order and actions on it five, and six with an
// Idempotency-Key, a page of a list two, other reads three. Counted are the calls from the sign-in check to the
// last, by a function that starts with the request, while its user's console is open. A call lasts a tenth of a
// second here, in virtual time, so the tenths that a request took are its depth. Caches that hold for a second
// expire meanwhile.
func TestDepth(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, err := newStage(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer s.close()
		const tenth = time.Second / 10
		all, err := s.measure(tenth)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range all {
			t.Logf("%-45s %2d", m.name, m.Depth)
			if m.Took.Truncate(tenth) != time.Duration(m.Depth)*tenth {
				t.Errorf("%s: %v, and the meter says %d", m.name, m.Took, m.Depth)
			}
			if m.Depth > m.most {
				t.Errorf("%s: %d deep instead of %d: %s", m.name, m.Depth, m.most, strings.Join(m.Calls, " "))
			}
		}
	})
}
