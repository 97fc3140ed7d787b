package user_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"herald/internal/clocktest"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/store"
	"herald/pkg/platform/user"
)

// frail is a database in which single calls fail, before or after they are carried out.
type frail struct {
	before, after map[string]error // by call
}

func (f *frail) of(db store.DB) store.DB {
	return &store.Faulty{DB: db, Before: func(call string) error { return f.before[call] },
		After: func(call string) error { return f.after[call] }}
}

// A lock stops all work of its user even if its responses are lost: its writer learns the outcome by reading, or the janitor completes it.
func TestALockOfUnknownOutcomeStopsWhatRuns(t *testing.T) {
	lost := fmt.Errorf("%w: cut", store.ErrUnclear)
	gone := errors.New("the function died")
	for name, c := range map[string]struct {
		fails  frail
		hook   error
		stands bool // as the caller learns
	}{
		"the answers of the write are lost":        {frail{after: map[string]error{"transact": lost}}, nil, true},
		"and nothing can be read":                  {frail{after: map[string]error{"transact": lost, "get": gone}}, nil, false},
		"the function dies behind the write":       {frail{after: map[string]error{"transact": gone}}, nil, false},
		"the account cannot be frozen":             {frail{}, gone, false},
		"the answer to what was done last is lost": {frail{after: map[string]error{"write": lost}}, nil, true},
	} {
		t.Run(name, func(t *testing.T) {
			mem, now := store.NewMemory(nil), time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)
			hook := c.hook
			var ran []bool
			book := func(db store.DB) *user.Store {
				return &user.Store{DB: db, Now: func() time.Time { now = now.Add(time.Millisecond); return now },
					OnLock: func(_ context.Context, _ string, locked bool) error {
						if hook == nil {
							ran = append(ran, locked)
						}
						return hook
					}}
			}
			sound := book(mem)
			u, err := sound.Create(ctx, user.New{ID: "u", User: user.User{Type: auth.First, Name: "x", Login: "x"}, Password: "Tidal-Fern-92"})
			if err != nil {
				t.Fatal(err)
			}
			for _, lock := range []bool{true, false} {
				ran, hook = nil, c.hook
				_, after, err := book(c.fails.of(mem)).Lock(ctx, u, lock, "fraud")
				if (err == nil) != c.stands || err == nil && (after.Locked != lock || len(ran) != 1) {
					t.Fatalf("lock %v: %v, locked %v, the hook ran %v", lock, err, after.Locked, ran)
				}
				hook = nil
				if err := sound.Tick(ctx); err != nil {
					t.Fatal(err)
				}
				if !c.stands && len(ran) != 0 {
					t.Error("the janitor did what somebody else may be doing")
				}
				now = now.Add(2 * time.Minute)
				for range 2 { // once is enough
					if err := sound.Tick(ctx); err != nil {
						t.Fatal(err)
					}
				}
				if len(ran) != 1 || ran[0] != lock {
					t.Errorf("lock %v: the hook ran %v", lock, ran)
				}
				if u, _, err = sound.Load(ctx, "u"); err != nil || u.Locked != lock {
					t.Fatal(u.Locked, err)
				}
			}
			hook = c.hook
			if err := book(c.fails.of(mem)).Delete(ctx, u); (err == nil) != c.stands {
				t.Fatal(err)
			}
			now, ran = now.Add(2*time.Minute), nil
			hook = nil
			if err := sound.Tick(ctx); err != nil || len(ran) != 1 && !c.stands || len(ran) == 1 && !ran[0] {
				t.Errorf("a deletion: %v, the hook ran %v", err, ran)
			}
		})
	}
}

// An edit that was not carried out, or whose response was lost, is no 503 where a read determines the outcome.
func TestAnEditOfUnknownOutcomeIsRead(t *testing.T) {
	mem, tries := store.NewMemory(nil), 0
	lost := fmt.Errorf("%w: cut", store.ErrUnclear)
	sound := &user.Store{DB: mem, Now: clocktest.Running()}
	u, err := sound.Create(ctx, user.New{ID: "u", User: user.User{Type: auth.First, Name: "x", Login: "x"}, Password: "Tidal-Fern-92"})
	if err != nil {
		t.Fatal(err)
	}
	for _, carriedOut := range []bool{true, false} {
		tries = 0
		once := func(call string) error {
			if call == "transact" {
				if tries++; tries == 1 {
					return lost
				}
			}
			return nil
		}
		f := &store.Faulty{DB: mem, Before: func(string) error { return nil }, After: once}
		if !carriedOut {
			f.Before, f.After = once, f.Before
		}
		b := &user.Store{DB: f, Now: clocktest.Running()}
		_, after, err := b.Edit(ctx, u, func(u *user.User) error { u.Name += "y"; return nil })
		if err != nil {
			t.Fatalf("carried out %v: %v", carriedOut, err)
		}
		if u, _, err = sound.Load(ctx, "u"); err != nil || u.Name != after.Name || u.Version != after.Version {
			t.Errorf("carried out %v: %+v, %v", carriedOut, u, err)
		}
	}
	if u.Name != "xyy" {
		t.Errorf("edited to %q", u.Name)
	}
}
