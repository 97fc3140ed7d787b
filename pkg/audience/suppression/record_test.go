package suppression

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/job"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
)

var tenant = auth.Owner{User: "01JD000000000000000CUST000", Tenant: "01JD000000000000000CUST000"}

func book(t *testing.T) *Store {
	n := 0
	return &Store{DB: store.NewMemory(nil), Now: func() time.Time { return time.Unix(1_800_000_000, 0).UTC() }, Cache: &Cache{},
		Log:   func(l map[string]any) { t.Log(l) },
		NewID: func(context.Context) string { n++; return fmt.Sprintf("01JD%022d", n) }}
}

func (b *Store) holds(t *testing.T, number uint64) bool {
	t.Helper()
	cold := *b
	cold.Cache = &Cache{}
	var held [2]bool
	for i, book := range []*Store{b, &cold} { // what a process knows already, and one that starts
		g := book.Guard(tenant.Tenant)
		if _, err := g.Check(context.Background()); err != nil {
			t.Fatal(err)
		}
		_, held[i] = g.Blocked(number, "whatsapp")
	}
	if held[0] != held[1] {
		t.Fatalf("a warm process says %v, a cold one %v", held[0], held[1])
	}
	return held[0]
}

// The latest word of a recipient applies, in any order and repetition of arrival; within one second STOP wins.
func TestLatestWordHolds(t *testing.T) {
	const n = 5511987654321
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 1))
		b := book(t)
		var words []Change
		want, last := false, -1
		for range 1 + rng.IntN(6) {
			at, off := rng.IntN(5), rng.IntN(2) == 0
			words = append(words, Change{Owner: tenant, Number: n, Source: Stop, Off: off, At: time.Unix(int64(at), 0)})
			if at > last || at == last && !off {
				want, last = !off, at
			}
		}
		words = append(words, words[rng.IntN(len(words))])
		rng.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
		for _, w := range words {
			if _, err := b.Record(context.Background(), []Change{w}); err != nil {
				t.Fatal(err)
			}
		}
		if got := b.holds(t, n); got != want {
			t.Fatalf("seed %d: %v, want %v after %+v", seed, got, want, words)
		}
		rows, total, err := entries.Page(context.Background(), b.DB, string(auth.UserScope(tenant.Tenant)), store.ListQuery{Current: 1, Size: 10})
		if err != nil || len(rows) != total.N || (total.N == 1) != want {
			t.Fatalf("seed %d: the list has %d of %d, %v", seed, len(rows), total.N, err)
		}
	}
}

// START lifts the entries that STOP created and nothing else, under any form of the recipient's number.
func TestStartLiftsOnlyWhatStopSet(t *testing.T) {
	b := book(t)
	const dialled, known = 5531987654321, 553187654321
	at := func(s int64) time.Time { return time.Unix(s, 0) }
	for _, c := range []Change{{Owner: tenant, Number: dialled, Source: Manual, At: at(1)},
		{Owner: tenant, Number: known, Source: Stop, At: at(2)}, {Owner: tenant, Number: known, Source: Stop, Off: true, At: at(3)}} {
		if _, err := b.Record(context.Background(), []Change{c}); err != nil {
			t.Fatal(err)
		}
	}
	if !b.holds(t, dialled) || !b.holds(t, known) {
		t.Error("START lifted an entry made by hand")
	}
	if _, err := b.Record(context.Background(), []Change{{Owner: tenant, Number: dialled, Source: Manual, Off: true, At: at(4)}}); err != nil {
		t.Fatal(err)
	}
	if b.holds(t, dialled) || b.holds(t, known) {
		t.Error("the entry was not lifted")
	}
}

// A packed set with later changes equals the set of all changes, for a process that starts and for one that follows.
func TestPackedSetIsTheWholeHistory(t *testing.T) {
	b, rng := book(t), rand.New(rand.NewPCG(5, 5))
	on := map[uint64]bool{}
	for i := range 700 {
		n, off := 5511900000000+uint64(rng.IntN(120)), rng.IntN(3) == 0
		if _, err := b.Record(context.Background(),
			[]Change{{Owner: tenant, Number: n, Source: Manual, Off: off, At: time.Unix(int64(i), 0)}}); err != nil {
			t.Fatal(err)
		}
		on[phone.Normal(n)] = !off
	}
	h, _, err := store.Load[head](context.Background(), b.DB, headKey(tenant.Tenant), true)
	if err != nil || h.Base == 0 {
		t.Fatalf("nothing was packed: %+v, %v", h, err)
	}
	count := 0
	for n, want := range on {
		if b.holds(t, n) != want {
			t.Errorf("%d: want %v", n, want)
		}
		if want {
			count++
		}
	}
	if h.Count != count {
		t.Errorf("the head counts %d, not %d", h.Count, count)
	}
}

// An import of a thousand numbers that restarts in the middle creates one entry for each number.
func TestImportOfAThousandBeginsAgain(t *testing.T) {
	b := book(t)
	r := &Service{Store: b}
	batchSize = 300
	defer func() { batchSize = 500 }()
	var numbers []uint64
	for i := range uint64(1000) {
		numbers = append(numbers, 8613800000000+i*7)
	}
	if _, err := b.Record(context.Background(), []Change{{Owner: tenant, Number: numbers[0], Source: Manual, At: b.Now()}}); err != nil {
		t.Fatal(err)
	}
	task := task{Task: job.NewTask(b.Now(), keep), ID: "01JD0000000000000000000TSK", Owner: tenant, Scope: auth.Everything, Operator: "Ana"}
	if err := r.begin(context.Background(), task); err != nil {
		t.Fatal(err)
	}
	second := task
	second.ID = "01JD0000000000000000000TS2"
	if err := r.begin(context.Background(), second); !fault.Is(err, "suppression.importing") {
		t.Errorf("a second import at a time: %v", err)
	}
	once := task
	if _, err := r.batch(context.Background(), &once, changesOf(&once, contact.NumberList{Numbers: numbers}, 0, 300)); err != nil { // a worker that dies after its first batch
		t.Fatal(err)
	}
	stale := task // a delivery that knows nothing of it
	if err := r.take(context.Background(), &stale, contact.NumberList{Numbers: numbers, Duplicates: 2}); err != nil {
		t.Fatal(err)
	}
	var got struct {
		State                  string `dynamodbav:"s"`
		Imported, Dup, Counted int
	}
	it, _ := b.DB.Get(context.Background(), taskKey(task.ID), true)
	if _, err := store.Decode(it, &got); err != nil || got.State != job.Done {
		t.Fatalf("ended %+v, %v", got, err)
	}
	rows, total, err := entries.Page(context.Background(), b.DB, string(auth.Everything),
		store.ListQuery{Current: 1, Size: 2000, Filters: map[string]string{"source": "import"}})
	if err != nil || total.N != 1000 || len(rows) != 1000 {
		t.Fatalf("%d entries, %v", total.N, err)
	}
	slices.SortFunc(rows, func(a, b Entry) int { return int(int64(a.Normal) - int64(b.Normal)) })
	if slices.ContainsFunc(numbers, func(n uint64) bool { return !b.holds(t, n) }) || rows[0].PhoneNumber != format(numbers[0]) {
		t.Error("a number of the file is not suppressed")
	}
}

// The cap counts an order once, with any number of tries, and never exceeds its limit in any period.
func TestCapCountsAnOrderOnce(t *testing.T) {
	b := book(t)
	take := func(order string) bool {
		capped, err := b.Take(context.Background(), tenant.Tenant, order, []uint64{5511987654321}, FrequencyCap{Count: 2, Days: 7})
		if err != nil {
			t.Fatal(err)
		}
		return capped[0]
	}
	for i, order := range []string{"a", "a", "b", "a", "c"} {
		if capped := take(order); capped != (order == "c") {
			t.Errorf("try %d, order %s: capped %v", i, order, capped)
		}
	}
	capped, err := b.Take(context.Background(), "another", "a", []uint64{5531987654321, 553187654321}, FrequencyCap{Count: 1, Days: 7})
	if err != nil || capped[0] == capped[1] {
		t.Errorf("one recipient under two forms of its number in one order: %v, %v", capped, err)
	}
}
