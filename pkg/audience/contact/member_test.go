package contact_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"herald/pkg/audience/contact"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
)

// TestPacksKeepTheirPlace: the members that an order counted stay in their place through imports and deletions, even when a pack is
// emptied.
func TestPacksKeepTheirPlace(t *testing.T) {
	w := newWorld(t)
	c := w.collection()
	w.imported(c, txt(mobiles(0, 2500))...)
	w.imported(c, txt(mobiles(2500, 10))...)
	read := func(packs int) (out [][]uint64) {
		if err := w.Members(context.Background(), c, packs, func(p *contact.Pack) error {
			if p.Place != len(out) {
				t.Errorf("place %d after %d packs", p.Place, len(out))
			}
			out = append(out, p.Numbers)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return out
	}
	g, err := w.Group(context.Background(), ana.Scope(), c)
	if err != nil || g.Packs != 4 || g.Members != 2510 || g.Country != "BR" || g.Name != "Brazil" || g.ID != c {
		t.Fatalf("%+v %v", g, err)
	}
	before := read(g.Packs)
	w.imported(c, txt(mobiles(3000, 1000))...)
	if after := read(g.Packs); !slices.EqualFunc(before, after, slices.Equal) {
		t.Error("a later import moved members")
	}
	// The second pack loses one, the fourth everything.
	gone := append([]uint64{before[1][500]}, before[3]...)
	var values []string
	for _, n := range gone {
		values = append(values, phone.Format(n))
	}
	w.meter.Take()
	n, err := contact.Take(w.Service, as(ana), c, values)
	if err != nil || n != 11 {
		t.Fatal(n, err)
	}
	if units := w.meter.Take().WriteUnits; units > 30 {
		t.Errorf("%g write units for two of five packs", units)
	}
	after := read(g.Packs)
	if len(after) != 4 || len(after[3]) != 0 || !slices.Equal(after[0], before[0]) ||
		!slices.Equal(after[1], slices.Delete(slices.Clone(before[1]), 500, 501)) || !slices.Equal(after[2], before[2]) {
		t.Error("a deletion moved members")
	}
	if g, _ = w.Group(context.Background(), ana.Scope(), c); g.Packs != 5 || g.Members != 3499 {
		t.Errorf("%+v", g)
	}
	if w.rows("C#"+c, "M#") != 4 {
		t.Errorf("%d rows of packs", w.rows("C#"+c, "M#"))
	}
	if n, err := contact.Take(w.Service, as(ana), c, values); n != 0 || err != nil {
		t.Error("they were taken out twice", n, err)
	}
	w.imported(c, values...)
	if g, _ = w.Group(context.Background(), ana.Scope(), c); g.Packs != 6 || g.Members != 3510 {
		t.Errorf("%+v", g)
	}
}

// TestRandomHistory compares a collection with a set, through imports and deletions that fail anywhere and are repeated.
func TestRandomHistory(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := newWorld(t)
		c := w.collection()
		model := map[uint64]bool{}
		span := rapid.Custom(func(t *rapid.T) []string {
			return mobiles(rapid.IntRange(0, 1500).Draw(t, "from"), rapid.IntRange(1, 1100).Draw(t, "n"))
		})
		flaky := func(t *rapid.T) *contact.Service {
			rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
			gate := func(string) error {
				if rng.IntN(12) == 0 {
					return []error{errKilled, store.ErrUnclear}[rng.IntN(2)]
				}
				return nil
			}
			return w.on(&store.Faulty{DB: w.mem, Before: gate, After: gate})
		}
		rt.Repeat(map[string]func(*rapid.T){
			"import": func(t *rapid.T) {
				lines := span.Draw(t, "numbers")
				task, m := w.begin(c, w.upload(lines...))
				for range 10 {
					if flaky(t).Import(context.Background(), m) == nil {
						break
					}
				}
				if err := w.Import(context.Background(), m); err != nil {
					t.Fatal(err)
				}
				fresh := 0
				for _, n := range numbersOf(lines...) {
					if !model[n] {
						fresh++
					}
					model[n] = true
				}
				if s := w.status(c, task); s.Status != "done" || s.Imported != fresh || s.Duplicated != len(lines)-fresh {
					t.Fatalf("%+v, want %d", *s, fresh)
				}
			},
			"delete": func(t *rapid.T) {
				lines := span.Draw(t, "numbers")
				_, _ = contact.Take(flaky(t), as(ana), c, lines) // may have failed
				if _, err := contact.Take(w.Service, as(ana), c, lines); err != nil {
					t.Fatal(err)
				}
				for _, n := range numbersOf(lines...) {
					delete(model, n)
				}
			},
			"": func(t *rapid.T) {
				got := w.sorted(c)
				if len(got) != len(model) {
					t.Fatalf("%d members of %d", len(got), len(model))
				}
				for _, n := range got {
					if !model[n] {
						t.Fatalf("%d is no member", n)
					}
				}
			},
		})
	})
}

// TestImportsAtOnce: workers on the same collection at the same time, some of them with the same task.
func TestImportsAtOnce(t *testing.T) {
	w := newWorld(t)
	c := w.collection()
	var wg sync.WaitGroup
	errs := make(chan error, 100)
	tasks := map[string]bool{}
	for i := range 6 {
		task, m := w.begin(c, w.upload(txt(mobiles(i*500, 1500))...))
		tasks[task] = true
		for range 2 {
			wg.Go(func() { errs <- w.Import(context.Background(), m) })
		}
	}
	wg.Go(func() {
		_, err := contact.Take(w.Service, as(ana), c, mobiles(100_000, 5))
		errs <- err
	})
	wg.Wait()
	close(errs)
	for err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
	imported := 0
	for task := range tasks {
		s := w.status(c, task)
		if s.Status != "done" || s.Imported+s.Duplicated != 1500 {
			t.Errorf("%+v", *s)
		}
		imported += s.Imported
	}
	if got := w.sorted(c); imported != 4000 || !slices.Equal(got, numbersOf(mobiles(0, 4000)...)) || w.open() != 0 {
		t.Errorf("%d imported, %d members", imported, len(got))
	}
}

// TestCost: about 4.5 write units per 1,000 members, everything included.
func TestCost(t *testing.T) {
	w := newWorld(t)
	c := w.collection()
	lines := mobiles(0, 70_000)
	lines = append(lines[:69_900], make([]string, 0, 200)...)
	for i := range 100 {
		lines = append(lines, fmt.Sprint("bad row ", i))
	}
	file := w.upload(txt(lines)...)
	w.meter.Take()
	task, m := w.begin(c, file)
	if err := w.Import(context.Background(), m); err != nil {
		t.Fatal(err)
	}
	if s := w.status(c, task); s.Imported != 69_900 || s.Failed != 100 {
		t.Fatalf("%+v", *s)
	}
	if units := w.meter.Take().WriteUnits; units > 4.5*70 {
		t.Errorf("%g write units", units)
	} else {
		t.Logf("%.2f write units per 1,000", units/70)
	}
}

// TestFileForAnOrder: numbers come in the file's order, equal numbers once with the first one's values, and bad rows are counted.
func TestFileForAnOrder(t *testing.T) {
	w := newWorld(t)
	f := w.upload("phoneNumber,name,city", "5511987654329,Zoe,Rio", "5511987654321,Ana,", "12,x,y", "+55 11 98765-4329,Zoe again,")
	got, err := w.File(context.Background(), ana.Scope(), f, "BR")
	if err != nil {
		t.Fatal(err)
	}
	want := contact.Targets{Numbers: []uint64{5511987654329, 5511987654321}, Columns: []string{"name", "city"},
		Values: [][]string{{"Zoe", "Rio"}, {"Ana", ""}}, Bad: 1, Sum: got.Sum}
	if fmt.Sprint(got) != fmt.Sprint(want) || len(got.Sum) != 64 {
		t.Errorf("\n got %v\nwant %v", got, want)
	}
	plain, err := w.File(context.Background(), ana.Scope(), w.upload("5511987654321"), "BR")
	if err != nil || plain.Values != nil || len(plain.Columns) != 0 {
		t.Errorf("%+v %v", plain, err)
	}
	if _, err := w.File(context.Background(), bob.Scope(), f, "BR"); !fault.Is(err, "web.notFound") {
		t.Errorf("foreign: %v", err)
	}
	if _, err := w.File(context.Background(), ana.Scope(), f, "US"); !fault.Is(err, "phone.otherCountry") {
		t.Errorf("another country: %v", err)
	}
}

// TestPackTable: any table reads as it was written, and a damaged one never panics.
func TestPackTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 50).Draw(t, "n")
		attempts := rapid.SliceOfN(rapid.Int64Range(0, 3), n, n).Draw(t, "attempts")
		counts := rapid.SliceOfN(rapid.IntRange(0, 2), n, n).Draw(t, "counts")
		b := contact.PackTable(attempts, counts)
		a, c, err := contact.UnpackTable(b)
		if err != nil || !slices.Equal(a, attempts) || !slices.Equal(c, counts) {
			t.Fatalf("%v %v %v", a, c, err)
		}
	})
	if n := len(contact.PackTable(slices.Repeat([]int64{7}, 1000), slices.Repeat([]int{1000}, 1000))); n > 8 {
		t.Errorf("a million members of one import take %d bytes of the table", n)
	}
	if _, _, err := contact.UnpackTable([]byte{1, 2}); err == nil {
		t.Error("half a run was read")
	}
	if _, _, err := contact.UnpackTable([]byte{1, 2, 255, 255, 255, 255, 255, 255, 255, 1}); err == nil {
		t.Error("a run without end was read")
	}
}

// TestYieldStops: the reader's error ends the reading.
func TestYieldStops(t *testing.T) {
	w := newWorld(t)
	c := w.collection()
	w.imported(c, txt(mobiles(0, 3000))...)
	stop, calls := errors.New("enough"), 0
	err := w.Members(context.Background(), c, 3, func(*contact.Pack) error { calls++; return stop })
	if !errors.Is(err, stop) || calls != 1 {
		t.Error(err, calls)
	}
}
