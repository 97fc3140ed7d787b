package sender

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

type fixed struct {
	provider.Messenger
	p provider.Profile
}

func (f fixed) Profile() provider.Profile { return f.p }

func account(id string) *provider.Account {
	return &provider.Account{Messenger: fixed{p: provider.Profile{Sender: id, Channel: "whatsapp"}}}
}

func book(t *testing.T) (*Store, *time.Time) {
	t.Helper()
	now := time.Date(2026, 11, 23, 8, 30, 0, 0, time.UTC)
	return &Store{DB: store.NewMemory(nil), Now: func() time.Time { return now }}, &now
}

// set changes a sender's state as staff or the provider do.
func change(t *testing.T, b *Store, id string, attributes map[string]any) {
	t.Helper()
	if err := b.set(t.Context(), id, attributes); err != nil {
		t.Fatal(err)
	}
}

// Fifty workers reserve concurrently and never exceed the limit. Sent messages count for a day.
func TestTheLimitOfADayHolds(t *testing.T) {
	b, now := book(t)
	change(t, b, "1", map[string]any{"d": 1000})
	var mu sync.Mutex
	var all sync.WaitGroup
	total := 0
	for range 50 {
		all.Go(func() {
			a, err := b.Take(t.Context(), "1", 70)
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			total += a.N
		})
	}
	all.Wait()
	if total != 1000 {
		t.Fatalf("%d were taken", total)
	}
	a, err := b.Take(t.Context(), "1", 10)
	if err != nil || a.N != 0 || a.Until.Before(now.Add(24*time.Hour)) || a.Until.After(now.Add(25*time.Hour)) {
		t.Fatalf("%+v %v", a, err)
	}
	*now = now.Add(23*time.Hour + 29*time.Minute)
	if a, _ := b.Take(t.Context(), "1", 10); a.N != 0 {
		t.Fatalf("within the day: %+v", a)
	}
	*now = a.Until
	if a, err := b.Take(t.Context(), "1", 10); err != nil || a.N != 10 {
		t.Fatalf("after a day: %+v %v", a, err)
	}
}

// A reservation that was not sent can be used again; without a limit nothing is counted.
func TestWhatWasNotSentIsGivenBack(t *testing.T) {
	b, _ := book(t)
	change(t, b, "1", map[string]any{"t": 250})
	a, err := b.Take(t.Context(), "1", 400)
	if err != nil || a.N != 250 {
		t.Fatal(a, err)
	}
	if err := b.GiveBack(t.Context(), a, 50); err != nil {
		t.Fatal(err)
	}
	if again, err := b.Take(t.Context(), "1", 400); err != nil || again.N != 50 {
		t.Fatal(again, err)
	}
	if used, err := b.Used(t.Context(), "1"); err != nil || used != 250 {
		t.Fatal(used, err)
	}
	if free, err := b.Take(t.Context(), "2", 400); err != nil || free.Bounded || free.N != 400 {
		t.Fatal(free, err)
	}
}

// A warm-up doubles every day, until the other limits are lower.
func TestAWarmUpDoublesEveryDay(t *testing.T) {
	b, now := book(t)
	change(t, b, "1", map[string]any{"u": 50, "uf": *now, "d": 300})
	for day, want := range []int{50, 100, 200, 300, 300} {
		s, err := b.Of(t.Context(), "1")
		if err != nil || s.Limit(*now) != want {
			t.Errorf("day %d: %d, %v", day, s.Limit(*now), err)
		}
		*now = now.Add(24 * time.Hour)
	}
	*now = now.Add(40 * 24 * time.Hour)
	change(t, b, "1", map[string]any{"d": 0})
	if s, _ := b.Of(t.Context(), "1"); s.Limit(*now) != 0 {
		t.Errorf("after the warm-up: %d", s.Limit(*now))
	}
}

// Several senders are chosen by weight and quality; the same seed chooses the same.
func TestSendersAreChosenByWeight(t *testing.T) {
	b, now := book(t)
	among := []*provider.Account{account("1"), account("2"), account("3"), account("4")}
	change(t, b, "1", map[string]any{"w": 300})
	change(t, b, "3", map[string]any{"x": true})
	change(t, b, "4", map[string]any{"w": 200, "q": "yellow"})
	counts := map[string]int{}
	for i := range 5000 {
		a, err := b.Choose(t.Context(), among, fmt.Sprint(i))
		if err != nil {
			t.Fatal(err)
		}
		if again, _ := b.Choose(t.Context(), among, fmt.Sprint(i)); again != a {
			t.Fatal("another one by the same seed")
		}
		counts[a.Profile().Sender]++
	}
	if counts["3"] != 0 || counts["1"] < 2850 || counts["1"] > 3150 || counts["2"] < 900 || counts["2"] > 1100 || counts["4"] < 900 ||
		counts["4"] > 1100 {
		t.Errorf("%v of 300, 100, off and 200 with half the quality", counts)
	}
	change(t, b, "1", map[string]any{"r": now.Add(time.Minute).UnixMilli()})
	for i := range 100 {
		if a, _ := b.Choose(t.Context(), among, fmt.Sprint(i)); a.Profile().Sender == "1" {
			t.Fatal("one that rests was chosen")
		}
	}
	if a, err := b.Choose(t.Context(), among[:1], "x"); err != nil || a == nil {
		t.Error("there is no other than one that rests:", err)
	}
	if _, err := b.Choose(t.Context(), among[2:3], "x"); err != ErrNone {
		t.Error(err)
	}
}

// A failing sender is suspended longer each time, and recovers when it works.
func TestASenderRestsAndComesBack(t *testing.T) {
	b, now := book(t)
	for _, want := range []time.Duration{time.Minute, 2 * time.Minute, 4 * time.Minute, 8 * time.Minute, 16 * time.Minute, 16 * time.Minute} {
		d, err := b.Suspend(t.Context(), "1", Silent)
		if err != nil || d != want {
			t.Fatalf("%s instead of %s, %v", d, want, err)
		}
		if again, _ := b.Suspend(t.Context(), "1", Silent); again != want {
			t.Errorf("who notices too makes it rest longer: %s", again)
		}
		*now = now.Add(d)
	}
	if err := b.MarkHealthy(t.Context(), "1", *now); err != nil {
		t.Fatal(err)
	}
	*now = now.Add(time.Second)
	if d, _ := b.Suspend(t.Context(), "1", Silent); d != time.Minute {
		t.Errorf("after it was sound: %s", d)
	}
}

// A sender whose provider throttles it is suspended for a time. Messages that it sends while no other can end the suspension, except those
// that had begun before it.
func TestASenderThatWorksIsBack(t *testing.T) {
	b, now := book(t)
	before := now.Add(-time.Second)
	if d, err := b.Suspend(t.Context(), "1", Refusing); err != nil || d != 5*time.Second {
		t.Fatal(d, err)
	}
	state := func() string {
		t.Helper()
		state, _, err := b.Waiting(t.Context(), "1")
		if err != nil {
			t.Fatal(err)
		}
		return state
	}
	if err := b.MarkHealthy(t.Context(), "1", before); err != nil || state() != Rests {
		t.Error(state(), err)
	}
	if err := b.MarkHealthy(t.Context(), "1", now.Add(time.Millisecond)); err != nil || state() != Ready {
		t.Error(state(), err)
	}
	if d, err := b.Suspend(t.Context(), "1", Refusing); err != nil || d != 5*time.Second {
		t.Error("after it was sound", d, err)
	}
}

// A sender waits until the end of its suspension or of its full day, whichever is later. A full day ends with the warm-up's next day, or
// when the sent messages no longer count.
func TestUntilWhenASenderWaits(t *testing.T) {
	b, now := book(t) // half past eight
	change(t, b, "1", map[string]any{"u": 50, "uf": now.Add(-20 * time.Hour)})
	if a, err := b.Take(t.Context(), "1", 70); err != nil || a.N != 50 {
		t.Fatal(a, err)
	}
	next := now.Add(4 * time.Hour)
	if a, err := b.Take(t.Context(), "1", 1); err != nil || a.N != 0 || !a.Until.Equal(next) {
		t.Error(a, err)
	}
	want := func(what, state string, until time.Time) {
		t.Helper()
		got, at, err := b.Waiting(t.Context(), "1")
		if err != nil || got != state || !at.Equal(until) {
			t.Errorf("%s: %s until %s, %v", what, got, at, err)
		}
	}
	want("the next day of the warm-up", Full, next)
	if _, err := b.Suspend(t.Context(), "1", Silent); err != nil {
		t.Fatal(err)
	}
	want("full for longer than it rests", Full, next)
	change(t, b, "1", map[string]any{"d": 40})
	want("staff's limit is less than the warm-up's next day", Full, now.Truncate(time.Hour).Add(25*time.Hour))
	change(t, b, "1", map[string]any{"d": 0, "u": 0})
	want("it rests alone", Rests, now.Add(time.Minute))
}
