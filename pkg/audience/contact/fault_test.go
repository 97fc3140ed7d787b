package contact_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"herald/pkg/audience/contact"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
)

var errKilled = errors.New("killed")

// dying lets n calls through; from then on every call fails.
func dying(db store.DB, n int) store.DB {
	return &store.Faulty{DB: db, After: func(string) error { return nil }, Before: func(string) error {
		if n--; n < 0 {
			return errKilled
		}
		return nil
	}}
}

// interrupted does something before call n, once.
func interrupted(db store.DB, n int, do func()) store.DB {
	return &store.Faulty{DB: db, After: func(string) error { return nil }, Before: func(string) error {
		if n--; n == -1 {
			do()
		}
		return nil
	}}
}

// everyCall runs a case for each call that a function makes to the database, until it makes no more.
func everyCall(t *testing.T, run func(t *testing.T, n int) (reached bool)) {
	for n := 0; ; n++ {
		reached := false
		t.Run(fmt.Sprint("call ", n), func(t *testing.T) { reached = run(t, n) })
		if !reached {
			if n < 4 {
				t.Fatalf("only %d calls were made", n)
			}
			return
		}
	}
}

// TestKilledAtEveryCall: a worker that dies at any call leaves the members unchanged, and its repetition completes the import.
func TestKilledAtEveryCall(t *testing.T) {
	old, fresh := mobiles(0, 1200), mobiles(1000, 1500) // 200 in common
	everyCall(t, func(t *testing.T, n int) bool {
		w := newWorld(t)
		c := w.collection()
		w.imported(c, txt(old)...)
		before := w.all(c)
		task, m := w.begin(c, w.upload(append(txt(fresh), "12")...))
		err := w.on(dying(w.mem, n)).Import(context.Background(), m)
		if s := w.status(c, task); s.Status == "running" && !slices.Equal(w.all(c), before) {
			t.Fatal("half of an import is visible")
		}
		if err := w.Import(context.Background(), m); err != nil {
			t.Fatal(err)
		}
		if s := w.status(c, task); s.Status != "done" || s.Imported != 1300 || s.Duplicated != 200 || s.Failed != 1 {
			t.Fatalf("%+v", *s)
		}
		if got := w.sorted(c); !slices.Equal(got, numbersOf(append(old, fresh...)...)) {
			t.Fatalf("%d members", len(got))
		}
		// What the dead worker left behind goes with the next change.
		w.imported(c, mobiles(9000, 2)...)
		if packs := w.rows("C#"+c, "M#"); packs != 2+2+1 {
			t.Fatalf("%d packs", packs)
		}
		return err != nil
	})
}

// TestUnclearAtEveryCall: any call takes effect while its response is lost.
func TestUnclearAtEveryCall(t *testing.T) {
	everyCall(t, func(t *testing.T, n int) bool {
		w := newWorld(t)
		c := w.collection()
		w.imported(c, txt(mobiles(0, 1200))...)
		task, m := w.begin(c, w.upload(txt(mobiles(1000, 1500))...))
		left, hit := n, false
		db := &store.Faulty{DB: w.mem, Before: func(string) error { return nil }, After: func(string) error {
			if left--; left == -1 {
				hit = true
				return store.ErrUnclear
			}
			return nil
		}}
		if err := w.on(db).Import(context.Background(), m); err != nil && !errors.Is(err, store.ErrUnclear) {
			t.Fatal(err)
		}
		if err := w.Import(context.Background(), m); err != nil {
			t.Fatal(err)
		}
		if s := w.status(c, task); s.Status != "done" || s.Imported != 1300 || s.Duplicated != 200 || len(w.all(c)) != 2500 {
			t.Fatalf("%+v", *s)
		}
		return hit
	})
}

// overtaken runs a concurrent operation in the middle of an import, before each of its calls.
func overtaken(t *testing.T, other func(w *world, c string, m queue.Message),
	check func(t *testing.T, w *world, c string, s *contact.ImportStatus)) {
	everyCall(t, func(t *testing.T, n int) bool {
		w := newWorld(t)
		c := w.collection()
		w.imported(c, txt(mobiles(0, 1200))...)
		task, m := w.begin(c, w.upload(txt(mobiles(1000, 1500))...))
		hit := false
		db := interrupted(w.mem, n, func() {
			hit = true
			other(w, c, m)
		})
		if err := w.on(db).Import(context.Background(), m); err != nil {
			t.Fatal(err)
		}
		s, err := contact.StatusOf(w.Service, as(ana), c, task)
		if err != nil && !fault.Is(err, "web.notFound") {
			t.Fatal(err)
		}
		if !hit {
			return false
		}
		check(t, w, c, s)
		return true
	})
}

func TestOvertakenByAnotherImport(t *testing.T) {
	overtaken(t, func(w *world, c string, _ queue.Message) {
		if s := w.imported(c, txt(mobiles(2000, 1000))...); s.Status != "done" {
			w.t.Fatalf("%+v", *s)
		}
	}, func(t *testing.T, w *world, c string, s *contact.ImportStatus) {
		if got := w.sorted(c); !slices.Equal(got, numbersOf(mobiles(0, 3000)...)) {
			t.Fatalf("%d members", len(got))
		}
		if s.Imported+s.Duplicated != 1500 || (s.Imported != 1300 && s.Imported != 800) {
			t.Fatalf("%+v", *s)
		}
	})
}

func TestOvertakenByItself(t *testing.T) {
	overtaken(t, func(w *world, _ string, m queue.Message) {
		if err := w.Import(context.Background(), m); err != nil {
			w.t.Fatal(err)
		}
	}, func(t *testing.T, w *world, c string, s *contact.ImportStatus) {
		if got := w.sorted(c); !slices.Equal(got, numbersOf(mobiles(0, 2500)...)) || s.Imported != 1300 || s.Duplicated != 200 {
			t.Fatalf("%d members, %+v", len(got), *s)
		}
	})
}

func TestOvertakenByDeletionOfMembers(t *testing.T) {
	overtaken(t, func(w *world, c string, _ queue.Message) {
		if n, err := contact.Take(w.Service, as(ana), c, mobiles(500, 300)); err != nil || n != 300 {
			w.t.Fatal(n, err)
		}
	}, func(t *testing.T, w *world, c string, s *contact.ImportStatus) {
		want := numbersOf(append(mobiles(0, 500), mobiles(800, 1700)...)...)
		if got := w.sorted(c); !slices.Equal(got, want) || s.Imported != 1300 {
			t.Fatalf("%d members, %+v", len(got), *s)
		}
	})
}

func TestOvertakenByRenaming(t *testing.T) {
	overtaken(t, func(w *world, c string, _ queue.Message) {
		if err := contact.Edit(w.Service, as(ana), c, "Other", nil); err != nil {
			w.t.Fatal(err)
		}
	}, func(t *testing.T, w *world, c string, s *contact.ImportStatus) {
		g, err := w.Group(context.Background(), ana.Scope(), c)
		if err != nil || g.Name != "Other" || g.Members != 2500 {
			t.Fatalf("%+v %v", g, err)
		}
	})
}

// TestOvertakenByDeletion: nothing is left of a collection that is deleted while a file is imported into it.
func TestOvertakenByDeletion(t *testing.T) {
	for _, late := range []bool{false, true} {
		overtaken(t, func(w *world, c string, _ queue.Message) {
			if err := contact.Remove(w.Service, as(ana), c); err != nil {
				w.t.Fatal(err)
			}
			if !late {
				w.work()
			}
		}, func(t *testing.T, w *world, c string, s *contact.ImportStatus) {
			w.work()
			w.now = w.now.Add(61e9)
			if err := w.Tick(context.Background()); err != nil {
				t.Fatal(err)
			}
			w.work()
			if s != nil || w.rows("C#"+c, "") != 0 || w.open() != 0 || w.rows("L#contactsgroup#all", "0") != 0 {
				t.Fatalf("left: %d rows, %d works, %+v", w.rows("C#"+c, ""), w.open(), s)
			}
			_, err := w.Group(context.Background(), ana.Scope(), c)
			if !fault.Is(err, "web.notFound") {
				t.Fatal(err)
			}
		})
	}
}

// TestReadWhileMembersGo: an order that reads members while packs are replaced sees each of them whole.
func TestReadWhileMembersGo(t *testing.T) {
	everyCall(t, func(t *testing.T, n int) bool {
		w := newWorld(t)
		c := w.collection()
		for i := range 8 {
			w.imported(c, txt(mobiles(i*1000, 1000))...)
		}
		hit, total := false, 0
		r := w.on(interrupted(w.mem, n, func() {
			hit = true
			if _, err := contact.Take(w.Service, as(ana), c, mobiles(6500, 1000)); err != nil {
				t.Fatal(err)
			}
		}))
		for range 3 {
			total = 0
			if err := r.Members(context.Background(), c, 8, func(p *contact.Pack) error { total += len(p.Numbers); return nil }); err != nil {
				t.Fatal(err)
			}
		}
		if hit && n < 4 && total != 7000 {
			t.Fatalf("%d members", total)
		}
		return hit
	})
}

// watched notes the highest heap in use before the calls.
func watched(db store.DB, peak *uint64) store.DB {
	return &store.Faulty{DB: db, After: func(string) error { return nil }, Before: func(string) error {
		*peak = max(*peak, heap())
		return nil
	}}
}
