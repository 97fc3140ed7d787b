package contact_test

import (
	"context"
	"testing"
	"time"

	"herald/pkg/audience/contact"
)

// A purge whose message was lost is enqueued once more and ends, even while the clock advances during a tick.
func TestALostPurgeIsDoneOnce(t *testing.T) {
	w := newWorld(t)
	w.Service.Now = func() time.Time { w.now = w.now.Add(time.Millisecond); return w.now }
	c := w.collection()
	w.imported(c, "5511987654321")
	w.lost = true
	if err := contact.Remove(w.Service, as(ana), c); err != nil {
		t.Fatal(err)
	}
	w.lost = false
	for minute, want := range []int{1, 0, 0, 0} {
		w.now = w.now.Add(61 * time.Second)
		if err := w.Tick(context.Background()); err != nil {
			t.Fatal(err)
		}
		if n := len(w.sent); n != want {
			t.Errorf("minute %d: %d purges are sent instead of %d", minute, n, want)
		}
		w.work()
	}
	if w.open() != 0 || w.rows("C#"+c, "") != 0 {
		t.Errorf("%d works are open, %d rows are left", w.open(), w.rows("C#"+c, ""))
	}
}
