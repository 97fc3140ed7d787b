package contact_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// made begins to make collections and does the work.
func (w *world) made(d *contact.DeriveResponse, err error) []string {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
	w.work()
	for _, id := range d.IDs {
		s, err := contact.DerivedStatusOf(w.Service, as(ana), id, d.TaskID)
		if err != nil || s.Status != "done" || s.Processed != s.Total {
			w.t.Errorf("%+v %v", s, err)
		}
		if c, err := contact.Get(w.Service, as(ana), id); err != nil || c.Status != contact.Ready {
			w.t.Errorf("%+v %v", c, err)
		}
	}
	if w.open() != 0 {
		w.t.Error("work is left")
	}
	return d.IDs
}

func (w *world) events(id string) []contact.Event {
	w.t.Helper()
	page, err := contact.History(w.Service, as(ana), &contact.HistoryQuery{ID: id, Paging: web.Paging{Current: 1, Size: 100}})
	if err != nil {
		w.t.Fatal(err)
	}
	return page.Records
}

// A copy has the chosen members with their values and evidence, and leaves the original as it is.
func TestCopy(t *testing.T) {
	w := newWorld(t)
	a := w.collection()
	w.imported(a, "phoneNumber,nome", "5511987654321,Ana", "5511987654322,Bia", "5521987654323,Caio")
	var good contact.Proof
	good.Say(contact.ByPartner, true, start)
	if _, err := w.Prove(context.Background(), a, map[int]map[uint64]contact.Proof{0: {5511987654322: good}},
		contact.Screening{}); err != nil {
		t.Fatal(err)
	}
	ids := w.made(contact.Copy(w.Service, as(ana), a, "All", contact.Filter{}))
	page, err := contact.MemberPage(w.Service, as(ana),
		&contact.MemberQuery{ID: ids[0], ListParams: web.ListParams{Paging: web.Paging{Current: 1, Size: 10}, SortFields: []string{"phoneNumber"},
			SortOrders: []string{"ascend"}}})
	if err != nil || page.Total != 3 || page.Records[0].Values["nome"] != "Ana" || page.Records[1].Validity != "valid" ||
		page.Records[2].Validity != "judging" {
		t.Errorf("%+v %v", page, err)
	}
	if c, _ := contact.Get(w.Service, as(ana), ids[0]); c.WACount != 1 || c.MemberCount != 3 || c.Name != "All" || c.CountryCode != "BR" ||
		!slices.Equal(c.Columns, []string{"nome"}) {
		t.Errorf("%+v", c)
	}
	if got := w.sorted(w.made(contact.Copy(w.Service, as(ana), a, "Rio", contact.Filter{Segment: "5521987"}))[0]); !slices.Equal(got,
		[]uint64{5521987654323}) {
		t.Error(got)
	}
	if got := w.sorted(w.made(contact.Copy(w.Service, as(ana), a, "Good", contact.Filter{Validity: "valid"}))[0]); !slices.Equal(got,
		[]uint64{5511987654322}) {
		t.Error(got)
	}
	if len(w.sorted(a)) != 3 {
		t.Error("the original changed")
	}
	if e := w.events(ids[0]); len(e) != 1 || e[0].What != contact.WasCopied || e[0].Operator != "Ana" || e[0].Added != 3 ||
		!slices.Equal(e[0].Of, []string{"Brazil"}) {
		t.Errorf("%+v", e)
	}
}

// A merge has every number once.
func TestMerge(t *testing.T) {
	w := newWorld(t)
	a, b, c := w.collection(), w.collection(), w.collection()
	w.imported(a, txt(mobiles(0, 2500))...)
	w.imported(b, txt(mobiles(2000, 1500))...)
	id := w.made(contact.Merge(w.Service, as(ana), []string{b, a, c}, "Both"))[0]
	if got := w.sorted(id); !slices.Equal(got, numbersOf(mobiles(0, 3500)...)) {
		t.Errorf("%d members", len(got))
	}
	if e := w.events(id); len(e) != 1 || e[0].Added != 3500 || e[0].Twice != 500 || len(e[0].Of) != 3 {
		t.Errorf("%+v", e)
	}
	if w.rows("C#"+id, "M#") != 4 {
		t.Errorf("%d packs", w.rows("C#"+id, "M#"))
	}
}

// The parts of a split are even, share no member and lose none.
func TestSplit(t *testing.T) {
	for _, parts := range []int{2, 3, 10} {
		w := newWorld(t)
		a := w.collection()
		w.imported(a, txt(mobiles(0, 2345))...)
		var names []string
		for n := range parts {
			names = append(names, fmt.Sprintf("Part %d", n+1))
		}
		var all []uint64
		for _, id := range w.made(contact.Split(w.Service, as(ana), a, names, contact.Filter{})) {
			got := w.sorted(id)
			if len(got) < 2345/parts || len(got) > 2345/parts+1 {
				t.Errorf("%d of %d", len(got), 2345/parts)
			}
			all = append(all, got...)
		}
		slices.Sort(all)
		if !slices.Equal(all, w.sorted(a)) {
			t.Errorf("%d parts have %d members", parts, len(all))
		}
	}
}

// A collection with fewer members than parts leaves some empty.
func TestSplitOfFew(t *testing.T) {
	w := newWorld(t)
	a := w.collection()
	w.imported(a, txt(mobiles(0, 2))...)
	n := 0
	for _, id := range w.made(contact.Split(w.Service, as(ana), a, []string{"A", "B", "C"}, contact.Filter{})) {
		n += len(w.sorted(id))
	}
	if n != 2 {
		t.Error(n)
	}
}

func TestDifference(t *testing.T) {
	w := newWorld(t)
	a, b, c := w.collection(), w.collection(), w.collection()
	w.imported(a, txt(mobiles(0, 1500))...)
	w.imported(b, txt(mobiles(0, 300))...)
	w.imported(c, txt(mobiles(1200, 900))...)
	id := w.made(contact.Difference(w.Service, as(ana), a, []string{b, c}, "Rest"))[0]
	if got := w.sorted(id); !slices.Equal(got, numbersOf(mobiles(300, 900)...)) {
		t.Errorf("%d members", len(got))
	}
	if len(w.all(a)) != 1500 || len(w.all(b)) != 300 {
		t.Error("a source changed")
	}
}

// A collection that others are made from cannot be deleted; one that is being made can be, and leaves nothing.
func TestDeletingWhileOneIsMade(t *testing.T) {
	w := newWorld(t)
	a := w.collection()
	w.imported(a, txt(mobiles(0, 1100))...)
	d, err := contact.Split(w.Service, as(ana), a, []string{"A", "B"}, contact.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	if err := contact.Remove(w.Service, as(ana), a); !fault.Is(err, "contact.used") {
		t.Error(err)
	}
	if c, err := contact.Get(w.Service, as(ana), d.IDs[0]); err != nil || c.Status != contact.Importing {
		t.Errorf("%+v %v", c, err)
	}
	if err := contact.Remove(w.Service, as(ana), d.IDs[0]); err != nil {
		t.Fatal(err)
	}
	w.work()
	if n := w.rows("C#"+d.IDs[0], ""); n != 0 {
		t.Errorf("%d rows are left", n)
	}
	if n := len(w.sorted(d.IDs[1])); n != 550 {
		t.Errorf("%d members", n)
	}
	if err := contact.Remove(w.Service, as(ana), a); err != nil {
		t.Error(err)
	}
}

// Workers die at any call, repeat calls or run concurrently. The result is the same, and made once.
func TestCombiningBreaksAnywhere(t *testing.T) {
	for seed := range uint64(40) {
		w := newWorld(t)
		a, b := w.collection(), w.collection()
		w.imported(a, txt(mobiles(0, 1300))...)
		w.imported(b, txt(mobiles(1000, 600))...)
		var d *contact.DeriveResponse
		var err error
		if seed%2 == 0 {
			d, err = contact.Split(w.Service, as(ana), a, []string{"A", "B", "C"}, contact.Filter{})
		} else {
			d, err = contact.Merge(w.Service, as(ana), []string{a, b}, "Both")
		}
		if err != nil {
			t.Fatal(err)
		}
		m := w.take()[0]
		rng := rand.New(rand.NewPCG(seed, 1))
		gate := func(string) error {
			if rng.IntN(9) == 0 {
				return []error{errKilled, store.ErrUnclear}[rng.IntN(2)]
			}
			return nil
		}
		for range 15 {
			_ = w.on(&store.Faulty{DB: w.mem, Before: gate, After: gate}).Derive(context.Background(), m)
		}
		// A member comes to the original meanwhile: no part has it, none loses one.
		w.imported(a, txt(mobiles(5000, 1))...)
		for range 2 {
			if err := w.Derive(context.Background(), m); err != nil {
				t.Fatal(err)
			}
		}
		w.now = w.now.Add(time.Hour)
		if err := w.Tick(context.Background()); err != nil {
			t.Fatal(err)
		}
		w.work()
		var all []uint64
		for _, id := range d.IDs {
			all = append(all, w.all(id)...)
			if e := w.events(id); len(e) != 1 {
				t.Errorf("seed %d: %+v", seed, e)
			}
			if c, err := contact.Get(w.Service, as(ana), id); err != nil || c.Status != contact.Ready {
				t.Errorf("seed %d: %+v %v", seed, c, err)
			}
		}
		slices.Sort(all)
		all = slices.DeleteFunc(all, func(n uint64) bool { return slices.Contains(numbersOf(mobiles(5000, 1)...), n) })
		if want := numbersOf(mobiles(0, map[bool]int{true: 1300, false: 1600}[seed%2 == 0])...); !slices.Equal(all, want) {
			t.Errorf("seed %d: %d members, not %d", seed, len(all), len(want))
		}
		if w.open() != 0 {
			t.Errorf("seed %d: work is left", seed)
		}
	}
}

// A lost message is enqueued again. A task that was begun too often is given up, and its source collections can be deleted.
func TestALostCombination(t *testing.T) {
	w := newWorld(t)
	a := w.collection()
	w.imported(a, txt(mobiles(0, 10))...)
	d, err := contact.Copy(w.Service, as(ana), a, "Copy", contact.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	w.take()
	w.now = w.now.Add(2 * time.Minute)
	if err := w.Tick(context.Background()); err != nil {
		t.Fatal(err)
	}
	w.made(d, nil)

	if d, err = contact.Copy(w.Service, as(ana), a, "Again", contact.Filter{}); err != nil {
		t.Fatal(err)
	}
	m := w.take()[0]
	broken := w.on(&store.Faulty{DB: w.mem, After: func(string) error { return nil }, Before: func(call string) error {
		if call == "writeAll" {
			return errors.New("broken")
		}
		return nil
	}})
	for range 25 {
		_ = broken.Derive(context.Background(), m)
	}
	if err := w.Derive(context.Background(), m); err != nil {
		t.Fatal(err)
	}
	s, err := contact.DerivedStatusOf(w.Service, as(ana), d.IDs[0], d.TaskID)
	if err != nil || s.Status != "failed" || s.Code != 50301 || s.Message == "" {
		t.Errorf("%+v %v", s, err)
	}
	if c, err := contact.Get(w.Service, as(ana), d.IDs[0]); err != nil || c.Status != contact.Ready || c.MemberCount != 0 {
		t.Errorf("%+v %v", c, err)
	}
	if err := contact.Remove(w.Service, as(ana), a); err != nil {
		t.Error(err)
	}
}
