package order

import (
	"context"
	"sync"
	"testing"
	"time"

	"herald/internal/clocktest"
	"herald/pkg/kit/store"
)

// slow is a database whose writes take until the test lets them go on.
type slow struct {
	store.DB
	asked chan struct{}
	on    chan struct{}
}

func (s slow) Write(ctx context.Context, op store.Op) (store.Item, error) {
	s.asked <- struct{}{}
	<-s.on
	return s.DB.Write(ctx, op)
}

// Concurrent callers get different numbers, and no call waits for the database's answer to another one.
func TestNumbersAreGivenOnce(t *testing.T) {
	s := slow{store.NewMemory(nil), make(chan struct{}), make(chan struct{})}
	b := &Store{DB: s, Now: clocktest.Running()}
	given := make([]string, 3*numbers)
	var wg sync.WaitGroup
	for i := range given {
		wg.Go(func() {
			var err error
			if given[i], err = b.Number(context.Background(), "GS"); err != nil {
				t.Error(err)
			}
		})
	}
	for range given { // all of them are at the database
		<-s.asked
	}
	close(s.on)
	wg.Wait()
	seen := map[string]bool{}
	for _, n := range given {
		if seen[n] || n == "" {
			t.Errorf("%q is given twice", n)
		}
		seen[n] = true
	}
	for range numbers - 1 { // what is left of the ten that came last
		if n, err := b.Number(context.Background(), "GS"); err != nil || seen[n] {
			t.Errorf("%q, %v", n, err)
		} else {
			seen[n] = true
		}
	}
}

// The date of a number is the one that the console shows: at +08:00.
func TestNumbersCarryTheDateOfTheConsole(t *testing.T) {
	at := time.Date(2030, 11, 13, 16, 0, 0, 0, time.UTC)
	b := &Store{DB: store.NewMemory(nil), Now: func() time.Time { return at }}
	if err := b.Fill(t.Context(), "GS"); err != nil {
		t.Fatal(err)
	}
	if n, err := b.Number(t.Context(), "GS"); err != nil || n != "GS20301114-000001" {
		t.Errorf("%s, %v", n, err)
	}
	at = at.Add(-time.Minute)
	if n, err := b.Number(t.Context(), "GS"); err != nil || n != "GS20301113-000001" {
		t.Errorf("%s, %v", n, err)
	}
}
