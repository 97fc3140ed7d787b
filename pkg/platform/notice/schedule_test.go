package notice_test

import (
	"slices"
	"sync"
	"testing"
	"time"

	"herald/internal/testkit"
	"herald/pkg/kit/store"
	"herald/pkg/platform/notice"
)

func TestScheduleIsPublishedOnceByTheTick(t *testing.T) {
	w := start(t)
	w.connect(t, w.Customer, "en_US")
	at := w.Env().Now().Add(10 * time.Minute)
	id := w.write(t, "announcement", object{"publishTime": at})
	called := w.write(t, "announcement", object{"publishTime": at})
	w.Admin.Put("/im/announcement/cancel?id="+called, nil).OK()
	w.Admin.Put("/im/announcement/cancel?id="+called, nil).Want(409, 0)
	tick := func() {
		t.Helper()
		if err := w.book.Tick(ctx); err != nil {
			t.Fatal(err)
		}
	}
	tick()
	if got := ticker(w.Customer.Client, id, called); got != nil {
		t.Errorf("before its time: %v", got)
	}
	w.Env().Clock.Add(10 * time.Minute)
	w.Env().Pushed.Take()
	var wait sync.WaitGroup
	for range 4 { // a janitor that is slow is overtaken by the next
		wait.Go(tick)
	}
	wait.Wait()
	tick()
	if got := ticker(w.Customer.Client, id, called); !slices.Equal(got, []string{id}) {
		t.Errorf("at its time: %v", got)
	}
	if list := pushes(w.Env().Pushed.Take(), w.Customer, id); len(list) != 1 {
		t.Errorf("pushed %d times", len(list))
	}
	history := testkit.Data[[]notice.Record](w.Admin.Get("/im/announcement/opt/record?id=" + id))
	if len(history) != 2 || history[0].Action != notice.Publish || history[0].Operator != "" {
		t.Errorf("history %+v", history)
	}
}

func TestExpiry(t *testing.T) {
	w := start(t)
	soon := w.write(t, "announcement", object{"expireTime": w.Env().Now().Add(time.Hour)})
	late := w.write(t, "announcement", nil)
	w.publish(t, "announcement", soon)
	w.publish(t, "announcement", late)
	status := func(id string) notice.Status {
		return testkit.Data[notice.Item](w.Admin.Get("/im/announcement?id=" + id)).Status
	}
	w.Env().Clock.Add(time.Hour)
	if got := ticker(w.Customer.Client, soon, late); !slices.Equal(got, []string{late}) {
		t.Errorf("after an hour: %v", got)
	}
	if err := w.book.Tick(ctx); err != nil {
		t.Fatal(err)
	}
	if status(soon) != notice.Expired || status(late) != notice.Published {
		t.Errorf("states %d and %d", status(soon), status(late))
	}
	w.Admin.Put("/im/announcement/revoke?id="+soon, nil).Want(409, 0)
	w.Admin.Delete("/im/announcement/"+soon, nil).OK()
	w.Admin.Delete("/im/announcement/"+late, nil).Want(409, 0)
}

// A change at the moment of the end that leaves the time alone writes no new row for it: the post ends at the next tick.
func TestAChangeAtTheEndDelaysTheExpiry(t *testing.T) {
	w := start(t)
	id := w.write(t, "announcement", object{"expireTime": w.Env().Now().Add(time.Hour)})
	w.publish(t, "announcement", id)
	w.Env().Clock.Add(time.Hour)
	db, changed := w.book.DB, false
	book := *w.book
	book.DB = &store.Faulty{DB: db, After: func(string) error { return nil }, Before: func(call string) error {
		if call != "transact" || changed {
			return nil
		}
		changed = true
		_, err := db.Write(ctx, store.Op{Verb: store.Update, Key: store.Key{Table: "platform", PK: "IMP#" + id, SK: "P"},
			Add: map[string]int64{"version": 1}, If: store.Exists("pk")})
		return err
	}}
	for range 2 {
		if err := book.Tick(ctx); err != nil {
			t.Fatal(err)
		}
	}
	if got := testkit.Data[notice.Item](w.Admin.Get("/im/announcement?id=" + id)).Status; got != notice.Expired || !changed {
		t.Errorf("state %d, changed %v", got, changed)
	}
}

// A publishing process may crash after any of its writes: the janitor then updates the readers' rows.
func TestTheJanitorFinishesWhatWasLeftHalfDone(t *testing.T) {
	w := start(t)
	id := w.write(t, "announcement", nil)
	if _, _, err := w.book.Publish(ctx, notice.Announcement, id, nil); err != nil {
		t.Fatal(err)
	}
	if got := ticker(w.Customer.Client, id); got != nil {
		t.Fatalf("readers have %v", got)
	}
	w.Env().Clock.Add(time.Minute)
	if err := w.book.Tick(ctx); err != nil {
		t.Fatal(err)
	}
	if got := ticker(w.Customer.Client, id); len(got) != 1 {
		t.Errorf("readers have %v", got)
	}
}
