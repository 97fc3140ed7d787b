package job_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"herald/pkg/kit/job"
	"herald/pkg/kit/store"
)

var start = time.Date(2026, 11, 22, 8, 0, 0, 0, time.UTC)

type world struct {
	*job.Index
	t     *testing.T
	now   time.Time
	mu    sync.Mutex
	seen  []string
	meter store.Meter
}

func newWorld(t *testing.T) *world {
	w := &world{t: t, now: start}
	w.Index = &job.Index{DB: store.NewMemory(&w.meter), Table: "platform", Name: "toy", Shards: 2}
	return w
}

func (w *world) put(ops ...store.Op) {
	w.t.Helper()
	if err := w.DB.WriteAll(context.Background(), ops); err != nil {
		w.t.Fatal(err)
	}
}

// tick returns the examined items, in order.
func (w *world) tick(next func(id string) (time.Time, error)) ([]string, error) {
	w.seen = nil
	err := w.Tick(context.Background(), w.now, func(_ context.Context, d job.Due) (time.Time, error) {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.seen = append(w.seen, d.ID)
		return next(d.ID)
	})
	slices.Sort(w.seen)
	return w.seen, err
}

// all is how many rows there are.
func (w *world) all() int {
	w.t.Helper()
	due, err := w.All(context.Background())
	if err != nil {
		w.t.Fatal(err)
	}
	return len(due)
}

func never(string) (time.Time, error) { return time.Time{}, nil }

// Only due rows are read, each item once, and ended work is not examined again.
func TestATickLooksAtWhatIsDue(t *testing.T) {
	w := newWorld(t)
	w.put(w.At(start, "a", "1", nil), w.At(start.Add(-time.Hour), "a", "2", nil), w.At(start, "b#c", "", nil))
	for i := range 1000 {
		w.put(w.At(start.Add(time.Hour), fmt.Sprint(i), "", nil))
	}
	w.put(w.At(start, "gone", "", nil))
	w.put(w.Drop(start, "gone", ""))
	if seen, err := w.tick(never); err != nil || !slices.Equal(seen, []string{"a", "b#c"}) {
		t.Errorf("%v %v", seen, err)
	}
	w.meter.Take()
	if seen, err := w.tick(never); err != nil || len(seen) != 0 {
		t.Errorf("%v %v", seen, err)
	}
	if use := w.meter.Take(); use.Calls != 2 {
		t.Errorf("a tick at rest: %+v", use)
	}
	w.now = start.Add(time.Hour)
	if seen, err := w.tick(never); err != nil || len(seen) != 1000 {
		t.Errorf("%d %v", len(seen), err)
	}
}

// The modules of one tick share one read of a table's due rows, and each handles its own.
func TestTheModulesOfATickReadTogether(t *testing.T) {
	w := newWorld(t)
	other := &job.Index{DB: w.DB, Table: w.Table, Name: "toy.other", Shards: 1}
	w.put(w.At(start, "a", "", nil), other.At(start, "a", "", nil), other.At(start, "b", "", nil))
	w.meter.Take()
	ctx := job.Together(context.Background())
	for _, index := range []*job.Index{w.Index, other} {
		err := index.Tick(ctx, w.now, func(_ context.Context, d job.Due) (time.Time, error) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.seen = append(w.seen, index.Name+" "+d.ID)
			return start.Add(time.Second), nil
		})
		if err != nil {
			t.Error(err)
		}
	}
	slices.Sort(w.seen)
	if !slices.Equal(w.seen, []string{"toy a", "toy.other a", "toy.other b"}) {
		t.Errorf("looked at %v", w.seen)
	}
	if use := w.meter.Take(); use.Calls != 2 {
		t.Errorf("%+v", use)
	}
}

// Work that asks for another look gets it, at its time or in every tick. So does work whose look failed, without delaying other work.
func TestWhatIsLookedAtAgain(t *testing.T) {
	w := newWorld(t)
	type note struct {
		Text string `dynamodbav:"t"`
	}
	w.put(w.At(start, "later", "", note{"hello"}), w.At(start, "always", "1", nil), w.At(start, "always", "2", nil),
		w.At(start, "fails", "", nil))
	next := func(id string) (time.Time, error) {
		switch id {
		case "later":
			return start.Add(90 * time.Second), nil
		case "fails":
			return time.Time{}, errors.New("broken")
		}
		return w.now.Add(time.Second), nil // the look's clock has gone on
	}
	for minute, want := range [][]string{{"always", "fails", "later"}, {"always", "fails"}, {"always", "fails", "later"}} {
		w.now = start.Add(time.Duration(minute) * time.Minute)
		if seen, err := w.tick(next); err == nil || !slices.Equal(seen, want) {
			t.Errorf("minute %d: %v %v", minute, seen, err)
		}
	}
	w.now = start.Add(time.Hour)
	err := w.Tick(context.Background(), w.now, func(_ context.Context, d job.Due) (time.Time, error) {
		var n note
		if err := d.Decode(&n); err != nil || d.ID == "later" && (n.Text != "hello" || !d.At.Equal(start.Add(90*time.Second))) {
			t.Errorf("%+v %v", d, err)
		}
		return time.Time{}, nil
	})
	if err != nil {
		t.Error(err)
	}
}

// Of two rows of one thing the latest stays for the next tick, with what it tells: it is what the look has read.
func TestTheLatestRowStaysForTheNextTick(t *testing.T) {
	w := newWorld(t)
	type note struct {
		Text string `dynamodbav:"t"`
	}
	w.put(w.At(start.Add(-time.Minute), "a", "", note{"old"}), w.At(start, "a", "", note{"new"}))
	for range 2 {
		err := w.Tick(context.Background(), w.now, func(_ context.Context, d job.Due) (time.Time, error) {
			var n note
			if err := d.Decode(&n); err != nil || n.Text != "new" {
				t.Errorf("%+v %v", n, err)
			}
			return w.now, nil
		})
		if err != nil {
			t.Error(err)
		}
	}
}

// Work that every tick looks at is not late, however long it takes, and it keeps what it was set for and given. Work whose look fails is late.
func TestWorkOfEveryTickIsNotLate(t *testing.T) {
	w := newWorld(t)
	type note struct {
		Text string `dynamodbav:"t"`
	}
	w.put(w.At(start, "a", "1", note{"kept"}))
	lag := func() time.Duration {
		late, err := job.Lag(context.Background(), w.DB, w.Table, w.Shards, w.now)
		if err != nil {
			t.Fatal(err)
		}
		return late
	}
	for range 90 {
		w.now = w.now.Add(time.Minute)
		err := w.Tick(context.Background(), w.now, func(_ context.Context, d job.Due) (time.Time, error) {
			var n note
			if err := d.Decode(&n); err != nil || n.Text != "kept" || !d.At.Equal(start) {
				t.Errorf("%+v %v %v", n, d.At, err)
			}
			return w.now, nil
		})
		if late := lag(); err != nil || late > 2*time.Minute {
			t.Fatalf("%v after the start it is %v late: %v", w.now.Sub(start), late, err)
		}
	}
	if rows := w.all(); rows != 1 {
		t.Errorf("%d rows", rows)
	}
	w.now = w.now.Add(time.Hour)
	if _, err := w.tick(func(string) (time.Time, error) { return time.Time{}, errors.New("broken") }); err == nil || lag() < time.Hour {
		t.Errorf("%v late: %v", lag(), err)
	}
}

// A change during a tick's look is not overwritten with the state that the tick read.
func TestAChangeDuringALookStays(t *testing.T) {
	w := newWorld(t)
	w.put(w.At(start, "a", "1", nil))
	if _, err := w.tick(func(string) (time.Time, error) {
		w.put(w.At(start, "a", "2", nil))
		return time.Time{}, nil
	}); err != nil {
		t.Fatal(err)
	}
	if seen, err := w.tick(never); err != nil || len(seen) != 1 {
		t.Errorf("%v %v", seen, err)
	}
}

// A tick whose time is almost over begins nothing; the next one does it.
func TestALateTickBeginsNothing(t *testing.T) {
	w := newWorld(t)
	w.put(w.At(start, "a", "", nil))
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := w.Tick(ctx, w.now, func(context.Context, job.Due) (time.Time, error) {
		t.Error("it begins")
		return time.Time{}, nil
	}); err != nil {
		t.Error(err)
	}
	if seen, err := w.tick(never); err != nil || len(seen) != 1 {
		t.Errorf("%v %v", seen, err)
	}
}

func TestDoubling(t *testing.T) {
	for after, want := range map[time.Duration]time.Duration{0: time.Minute, time.Minute: 2 * time.Minute, 3 * time.Minute: 4 * time.Minute,
		100 * time.Minute: 128 * time.Minute} {
		if at := job.Doubling(start, start.Add(after)); at != start.Add(want) {
			t.Errorf("after %v: %v", after, at.Sub(start))
		}
	}
}
