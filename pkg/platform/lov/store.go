package lov

import (
	"context"
	"errors"
	"time"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// newOverrides makes the overrides of definitions. Keys: table platform, LOV / INDEX with the version of every
// definition that an admin wrote, and LOV#<keyword> / E with it (store.Overrides).
func newOverrides(db store.DB, now func() time.Time) *store.Overrides[storedEntry] {
	return store.NewOverrides[storedEntry](db, now, "platform", "LOV", maxDefinitions)
}

// storedEntry is a definition as an admin wrote it.
type storedEntry struct {
	Definition
	By      string
	Created time.Time
	Op      string `dynamodbav:",omitempty"` // operation that made it
}

// Service is the definitions of pickers.
type Service struct {
	Overrides *store.Overrides[storedEntry]
	Now       func() time.Time
	// List tells whether the running system has a list of this method and path: a route that answers pages.
	List func(method, path string) bool
	// Dict tells whether there is a dictionary of this code.
	Dict    func(ctx context.Context, code string) (bool, error)
	Shipped Shipped
}

// New makes the module; a process has one, so that what was read is kept.
func New(db store.DB, now func() time.Time, list func(method, path string) bool, dict func(ctx context.Context, code string) (bool, error),
	shipped Shipped) *Service {
	return &Service{Overrides: newOverrides(db, now), Now: now, List: list, Dict: dict, Shipped: shipped}
}

// find gives a definition; false for an unknown keyword.
func (r *Service) find(ctx context.Context, keyword string) (Definition, bool, error) {
	got, err := r.Overrides.Get(ctx, keyword)
	if err != nil {
		return Definition{}, false, err
	}
	if k, ok := got[keyword]; ok {
		return k.Definition, true, nil
	}
	d, ok := r.Shipped[keyword]
	return d, ok, nil
}

// put writes a definition. A new one must have a keyword of its own (lov.duplicate), a changed one must exist (404). The same
// operation may make the same one again.
func (r *Service) put(ctx context.Context, d Definition, created bool, by string) (before *Definition, err error) {
	if err := r.check(ctx, &d); err != nil {
		return nil, err
	}
	err = r.Overrides.Change(ctx, d.Keyword, func(old storedEntry, exists bool) (storedEntry, bool, error) {
		of, ships := r.Shipped[d.Keyword]
		op := web.Operation(ctx)
		switch {
		case created && exists && op != "" && old.Op == op:
			return old, true, nil
		case created && (exists || ships):
			return old, true, fault.Bad("keyword", "lov.duplicate", "keyword", d.Keyword)
		case !created && !exists && !ships:
			return old, true, fault.Missing()
		case exists:
			before = &old.Definition
		case ships:
			before = &of
		}
		now := r.Now()
		if !exists {
			old.Created = now
		}
		d.ID, d.UpdateTime = d.Keyword, now.UTC().Truncate(time.Millisecond)
		if created {
			old.Op = op
		}
		return storedEntry{d, by, old.Created, old.Op}, true, nil
	})
	if errors.Is(err, store.ErrFull) {
		err = fault.New(fault.Conflict, 40911, "lov.full", "max", maxDefinitions)
	}
	return before, err
}

// drop takes a definition away. Of a shipped one the changes go when reset is wished; else lov.builtIn (409).
func (r *Service) drop(ctx context.Context, keyword string, reset bool) (gone *Definition, err error) {
	if _, ships := r.Shipped[keyword]; ships != reset {
		if ships {
			return nil, fault.State("lov.builtIn")
		}
		return nil, fault.Missing()
	}
	err = r.Overrides.Change(ctx, keyword, func(old storedEntry, exists bool) (storedEntry, bool, error) {
		if !exists && !reset {
			return old, false, fault.Missing()
		}
		if exists {
			gone = &old.Definition
		}
		return old, false, nil
	})
	return gone, err
}
