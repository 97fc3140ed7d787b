package session

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"herald/pkg/kit/store"
)

// contended is a table in which another writer always wins.
type contended struct {
	store.DB
	t      *testing.T
	writes int
}

func (c *contended) Write(_ context.Context, op store.Op) (store.Item, error) {
	c.writes++
	row, err := store.Encode(op.Key, attempt{N: 1, Last: "another"})
	if err != nil {
		c.t.Fatal(err)
	}
	return nil, &store.Failed{Old: row}
}

func (c *contended) GetMany(_ context.Context, keys []store.Key, _ bool) ([]store.Item, error) {
	return make([]store.Item, len(keys)), nil
}

// An attempt that constantly conflicts with others is given up after a bounded number of writes.
func TestCountingIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for name, count := range map[string]func(r *Service) error{
			"login": func(r *Service) error {
				_, _, err := r.count(t.Context(), "ada", attempt{}, time.Now())
				return err
			},
			"address": func(r *Service) error {
				return r.countIn(t.Context(), network{slots: make([]store.Key, slots), most: 50}, make([]store.Item, slots), time.Now())
			},
		} {
			db := &contended{t: t}
			if err := count(&Service{DB: db, NewID: func() string { return "own" }}); !errors.Is(err, store.ErrConflict) || db.writes != tries {
				t.Errorf("%s: %d writes, %v", name, db.writes, err)
			}
		}
	})
}
