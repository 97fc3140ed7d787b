package store_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"herald/pkg/kit/store"
)

type shelfEntry struct {
	Name string `dynamodbav:"n"`
}

func TestOverrides(t *testing.T) {
	ctx, meter := context.Background(), &store.Meter{}
	now := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	clock := func() time.Time { now = now.Add(time.Millisecond); return now }
	db := store.NewMemory(meter)
	mine, other := store.NewOverrides[shelfEntry](db, clock, "platform", "S", 2), store.NewOverrides[shelfEntry](db, clock, "platform", "S", 2)
	put := func(s *store.Overrides[shelfEntry], key, name string) error {
		return s.Change(ctx, key, func(shelfEntry, bool) (shelfEntry, bool, error) { return shelfEntry{name}, name != "", nil })
	}
	shows := func(s *store.Overrides[shelfEntry], want string) {
		t.Helper()
		got, err := s.All(ctx)
		if err != nil || fmt.Sprint(got) != want {
			t.Errorf("%v, %v; want %s", got, err, want)
		}
	}
	shows(other, "map[]")
	for key, name := range map[string]string{"a": "one", "pk": "two"} {
		if err := put(mine, key, name); err != nil {
			t.Fatal(err)
		}
	}
	if err := put(mine, "c", "three"); !errors.Is(err, store.ErrFull) {
		t.Errorf("one more than it may hold: %v", err)
	}
	shows(mine, "map[a:{one} pk:{two}]")
	shows(other, "map[]") // within the second
	now = now.Add(store.OverridesFresh)
	shows(other, "map[a:{one} pk:{two}]")
	meter.Take()
	shows(other, "map[a:{one} pk:{two}]")
	if use := meter.Take(); use.ReadUnits != 0 {
		t.Errorf("reading again what is fresh costs %+v", use)
	}
	// An entry that is removed and made anew has another version, so that no process shows the old one.
	for _, name := range []string{"", "new"} {
		if err := put(mine, "a", name); err != nil {
			t.Fatal(err)
		}
	}
	now = now.Add(store.OverridesFresh)
	shows(other, "map[a:{new} pk:{two}]")
	if err := put(mine, "a", ""); err != nil {
		t.Fatal(err)
	}
	if err := put(mine, "a", ""); err != nil {
		t.Errorf("taking away what is not there: %v", err)
	}
	now = now.Add(store.OverridesFresh)
	shows(other, "map[pk:{two}]")
	refused := errors.New("refused")
	if err := mine.Change(ctx, "pk", func(old shelfEntry, exists bool) (shelfEntry, bool, error) {
		return shelfEntry{"x"}, true,
			refused
	}); !errors.Is(err, refused) {
		t.Error(err)
	}
	shows(mine, "map[pk:{two}]")
}
